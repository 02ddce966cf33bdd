/** Interest that members have paid. */
import type { ScopeColumns } from '../../db/model.ts';
import { defineQuery, params, text } from '../../db/statement.ts';
import { entries } from '../movements/index.ts';

/** Loan interest that members paid in a period, less what was reversed in it. As decimal text: numeric has no parser. */
export const sumInterestPaid = defineQuery({
  params: params<ScopeColumns & { begins: Date; ends: Date }>(),
  result: { member_id: text, paid: text },
  sql: `
    select member_id, greatest(sum(sign * interest_minor), 0)::text as paid
    from (${entries.postedAndReversed('loan_repayment')}) paid_and_reversed group by member_id`,
});
