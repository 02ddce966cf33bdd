/** A demo project as clients see it. */
import { dateTime, oneOf, resource, type Wire } from '../../core/schema.ts';
import { DEMO_STATUSES, type DemoFillRow } from './demo.model.ts';

export const demoSchema = resource('Demo', 'Whether a demo project has its data', {
  status: oneOf(DEMO_STATUSES),
  filled_at: dateTime.nullable(),
});

export function presentDemo({ status, filled_at }: DemoFillRow): Wire<typeof demoSchema> {
  return { status, filled_at };
}
