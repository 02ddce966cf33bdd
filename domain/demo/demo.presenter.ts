/** A demo project as clients see it. */
import { dateTime, integer, oneOf, resource, type Wire } from '../../core/schema.ts';
import { DEMO_STATUSES, type DemoFillRow } from './demo.model.ts';

export const demoSchema = resource('Demo', 'Whether a demo project has its data', {
  status: oneOf(DEMO_STATUSES),
  months: integer.describe('Of its year, those that are done; 12 in all'),
  filled_at: dateTime.nullable(),
});

export function presentDemo({ status, months, filled_at }: DemoFillRow): Wire<typeof demoSchema> {
  return { status, months, filled_at };
}
