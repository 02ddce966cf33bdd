/** Tills as clients see them. */
import { moneyFields } from '../../../core/common-schemas.ts';
import { money } from '../../../core/money.ts';
import { boolean, dateTime, resource, string, type Wire } from '../../../core/schema.ts';
import type { TillView } from './tills.ts';

export const tillSchema = resource('Till', 'A drawer of cash, at which one teller has a session at a time', {
  id: string,
  name: string,
  branch: string.nullable(),
  active: boolean.describe('Whether sessions can be opened there'),
  ...moneyFields('balance'),
  session: string.nullable().describe('The session there that is not closed yet'),
  created_at: dateTime,
});

export function presentTill(till: TillView): Wire<typeof tillSchema> {
  return {
    id: till.id,
    name: till.name,
    branch: till.branch,
    active: till.active,
    ...money('balance', till.balance_minor),
    session: till.session_id,
    created_at: till.created_at,
  };
}
