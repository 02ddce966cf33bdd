/** The statement on payouts of providers that were booked as bankings. */
import type { Currency } from '../../core/money.ts';
import { defineQuery, numeric, params, textOf } from '../../db/statement.ts';

/** Reversals count on the day of the reversal. */
export const sumBankedPayouts = defineQuery({
  params: params<{ project_id: string; environment: string; begins: Date; ends: Date }>(),
  result: { currency: textOf<Currency>(), amount: numeric },
  sql: `
    select currency, sum(case kind when 'reversal' then -amount_minor else amount_minor end) as amount
    from sacco_entries
    where project_id = :project_id and environment = :environment and direction = 'provider_to_bank' and status = 'posted'
      and posted_at >= :begins and posted_at < :ends
    group by currency`,
});
