/** Many savings accounts at a time. */
import { defineCommand, defineQuery, params, text } from '../../../db/statement.ts';

/** Closes those of a member who has left, with the terms that ran. */
export const closeAccountsOfMember = defineCommand({
  params: params<{ member_id: string; entry_id: string; closed_at: Date }>(),
  sql: `
    with broken as (
      update sacco_savings_terms t set status = 'broken', entry_id = :entry_id, moving_entry_id = null
      from sacco_savings_accounts a where a.id = t.account_id and a.member_id = :member_id and t.status = 'running'
    )
    update sacco_savings_accounts set status = 'closed', closed_at = :closed_at
    where member_id = :member_id and status = 'active'`,
});

/** The terms of a member who leaves end with the exit: until it has ended, no job takes them. */
export const holdTermsForExit = defineCommand({
  params: params<{ member_id: string; entry_id: string }>(),
  sql: `
    update sacco_savings_terms t set moving_entry_id = :entry_id from sacco_savings_accounts a
    where a.id = t.account_id and a.member_id = :member_id and a.status = 'active' and t.status = 'running'`,
});

/** The exit did not pay the member: the terms run on. */
export const releaseTermsOfExit = defineCommand({
  params: params<{ member_id: string; entry_id: string }>(),
  sql: `
    update sacco_savings_terms t set moving_entry_id = null from sacco_savings_accounts a
    where a.id = t.account_id and a.member_id = :member_id and t.moving_entry_id = :entry_id`,
});

/**
 * A fixed account that is being paid or renewed, or whose term is over so that it soon will be, or an account whose fee is being booked;
 * at most one is answered.
 */
export const findMovingAccount = defineQuery({
  params: params<{ member_id: string; today: string }>(),
  result: { account_id: text },
  sql: `
    select t.account_id from sacco_savings_terms t join sacco_savings_accounts a on a.id = t.account_id
    where a.member_id = :member_id and a.status = 'active' and t.status = 'running'
      and (t.moving_entry_id is not null or t.matures_on <= :today::date)
    union all
    select account_id from sacco_savings_fees where member_id = :member_id and status = 'pending' limit 1`,
});
