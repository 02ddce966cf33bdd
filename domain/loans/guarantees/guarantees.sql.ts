/** Pledges on applications that wait, by member. */
import { defineQuery, params, text } from '../../../db/statement.ts';

/** Sums are decimal text: numeric has no parser. */
export const sumWaitingPledges = defineQuery({
  params: params<{ member_ids: readonly string[] }>(),
  result: { member_id: text, pledged: text },
  sql: `
    select member_id, sum(amount_minor)::text as pledged from sacco_loan_guarantees
    where member_id = any(:member_ids::text[]) and status = 'pledged' group by member_id`,
});
