/** What happens with payments, by provider, and what of a project's own work waits. */
import { defineQuery, int8, orNull, params, text, timestamptz } from '../../../db/statement.ts';

type ScopeParams = { project_id: string; environment: string };

/** Payments created since an instant. How long they took counts of those that are completed. */
export const sumByProvider = defineQuery({
  params: params<ScopeParams & { since: Date }>(),
  result: {
    provider: text,
    payments: int8,
    completed: int8,
    failed: int8,
    cancelled: int8,
    p95_ms: orNull(int8),
  },
  sql: `
    select provider, count(*) as payments, count(*) filter (where status = 'completed') as completed,
      count(*) filter (where status = 'failed') as failed, count(*) filter (where status = 'cancelled') as cancelled,
      (percentile_disc(0.95) within group (order by extract(epoch from completed_at - created_at) * 1000)
        filter (where status = 'completed'))::bigint as p95_ms
    from payments
    where project_id = :project_id and environment = :environment and created_at >= :since::timestamptz
    group by provider order by provider`,
});

/**
 * Work of a project that waits or has failed. Of each, no more than `:most` rows are counted, so that the cost does not grow with
 * what waits.
 */
export const countWaitingWork = defineQuery({
  params: params<ScopeParams & { most: number }>(),
  result: {
    postings_waiting: int8,
    postings_due_since: orNull(timestamptz),
    postings_failed: int8,
    deliveries_waiting: int8,
    deliveries_retried: int8,
    deliveries_due_since: orNull(timestamptz),
    deliveries_failed: int8,
    topups_blocked: int8,
  },
  sql: `
    with postings_of as (
      select next_attempt_at from postings
      where project_id = :project_id and environment = :environment and status = 'pending'
      order by created_at limit :most
    ), deliveries_of as (
      select next_attempt_at, attempts from webhook_deliveries
      where project_id = :project_id and environment = :environment and status = 'pending'
      order by id limit :most
    )
    select p.*, d.*, (
        select count(*) from (select from postings where project_id = :project_id and environment = :environment
          and status = 'failed' limit :most) failed) as postings_failed, (
        select count(*) from (select from webhook_deliveries where project_id = :project_id
          and environment = :environment and status = 'failed' limit :most) failed) as deliveries_failed, (
        select count(*) from (select from wallet_topups where project_id = :project_id and environment = :environment
          and status = 'blocked' limit :most) blocked) as topups_blocked
    from (select count(*) as postings_waiting, min(next_attempt_at) as postings_due_since from postings_of) p
    cross join (select count(*) as deliveries_waiting, count(*) filter (where attempts > 0) as deliveries_retried,
      min(next_attempt_at) as deliveries_due_since from deliveries_of) d`,
});
