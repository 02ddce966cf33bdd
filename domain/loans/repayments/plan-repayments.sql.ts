/** The statements on the loans of many repayments. */
import { defineCommand, defineQuery, params, text } from '../../../db/statement.ts';

/** Open loans without a next date: they are being charged. */
export const findBeingCharged = defineQuery({
  params: params<{ loan_ids: readonly string[] }>(),
  result: { id: text },
  sql: `
    select l.id from sacco_loans l left join sacco_loan_charge_dates d on d.loan_id = l.id
    where l.id = any(:loan_ids::text[]) and l.status = 'open' and d.loan_id is null`,
});

export const beginRepayments = defineCommand({
  params: params<{ loan_ids: readonly string[]; entry_ids: readonly string[] }>(),
  sql: `
    update sacco_loans l set moving_entry_id = v.entry_id
    from unnest(:loan_ids::text[], :entry_ids::text[]) as v(loan_id, entry_id) where l.id = v.loan_id`,
});
