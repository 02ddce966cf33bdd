/** The sum of a member's withdrawals. */
import { defineQuery, params, text } from '../../db/statement.ts';

/**
 * The member's withdrawals of a day, in minor units: what was paid out on it, whenever that was requested, what was requested on
 * it and waits or is in flight, and what is being booked or paid out now; not what was reversed. As text: many that wait may be more
 * than any account holds.
 */
export const sumWithdrawals = defineQuery({
  params: params<{ member_id: string; begins: Date; ends: Date }>(),
  result: { withdrawn: text },
  sql: `
    select coalesce(sum(amount_minor), 0)::text as withdrawn from (
      select amount_minor from sacco_entries
      where member_id = :member_id and status = 'posted' and kind = 'withdrawal'
        and posted_at >= :begins and posted_at < :ends and reversed_by_entry_id is null
      union all
      select amount_minor from sacco_entries
      where member_id = :member_id and status in ('pending', 'posting', 'awaiting_approval', 'paying') and kind = 'withdrawal'
        and (status in ('posting', 'paying') or (created_at >= :begins and created_at < :ends))
    ) as of_today`,
});
