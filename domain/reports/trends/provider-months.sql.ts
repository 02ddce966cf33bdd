/** Payments, refunds and payouts that have ended well, by provider and month of the cooperative's calendar. */
import { localTimeSql } from '../../../db/local-date.sql.ts';
import { date, defineQuery, numeric, params, text } from '../../../db/statement.ts';

/** By the indexes of what providers' statements are compared with. */
export const sumByProviderAndMonth = defineQuery({
  params: params<{
    project_id: string;
    environment: string;
    currency: string;
    utc_offset_minutes: number;
    begins: Date;
    ends: Date;
  }>(),
  result: { provider: text, month: date, received: numeric, paid_out: numeric },
  sql: `
    select provider, date_trunc('month', ${localTimeSql('completed_at')})::date as month,
      sum(received) as received, sum(paid_out) as paid_out
    from (
      select provider, completed_at, amount_minor as received, 0 as paid_out from payments
      where project_id = :project_id and environment = :environment and status = 'completed' and currency = :currency
        and completed_at >= :begins::timestamptz and completed_at < :ends::timestamptz
      union all
      select p.provider, r.completed_at, 0, r.amount_minor from refunds r join payments p on p.id = r.payment_id
      where r.project_id = :project_id and r.environment = :environment and r.status = 'succeeded' and r.currency = :currency
        and r.completed_at >= :begins::timestamptz and r.completed_at < :ends::timestamptz
      union all
      select provider, completed_at, 0, amount_minor from payouts
      where project_id = :project_id and environment = :environment and status = 'succeeded' and currency = :currency
        and completed_at >= :begins::timestamptz and completed_at < :ends::timestamptz
    ) moved
    group by 1, 2 order by 1, 2`,
});
