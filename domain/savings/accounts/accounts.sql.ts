/** Many savings accounts at a time. */
import { defineCommand, defineQuery, params, text } from '../../../db/statement.ts';

export const closeAccounts = defineCommand({
  params: params<{ ids: readonly string[]; closed_at: Date }>(),
  sql: `
    update sacco_savings_accounts set status = 'closed', closed_at = :closed_at
    where id = any(:ids::text[]) and status = 'active'`,
});

/** Of a member who has left, with the terms that ran. */
export const closeAccountsOfMember = defineCommand({
  params: params<{ member_id: string; entry_id: string; closed_at: Date }>(),
  sql: `
    with broken as (
      update sacco_savings_terms t set status = 'broken', entry_id = :entry_id
      from sacco_savings_accounts a where a.id = t.account_id and a.member_id = :member_id and t.status = 'running'
    )
    update sacco_savings_accounts set status = 'closed', closed_at = :closed_at
    where member_id = :member_id and status = 'active'`,
});

/** A fixed account that is being paid or renewed, or an account whose fee is being booked; at most one is answered. */
export const findMovingAccount = defineQuery({
  params: params<{ member_id: string }>(),
  result: { account_id: text },
  sql: `
    select t.account_id from sacco_savings_terms t join sacco_savings_accounts a on a.id = t.account_id
    where a.member_id = :member_id and t.status = 'running' and t.moving_entry_id is not null
    union all
    select account_id from sacco_savings_fees where member_id = :member_id and status = 'pending' limit 1`,
});
