/** How many requests wait for a second person, by age. */
import { defineQuery, int4, int8, params, timestamptz } from '../../../db/statement.ts';

/**
 * Those of the environment and those of the project, by the number of the class of age, from 1. A project's own are requested in real
 * time, `:real_now`; here that is as long ago as in the time of the environment, `:now`.
 */
export const countWaitingByAge = defineQuery({
  params: params<{
    project_id: string;
    environment: string;
    now: Date;
    real_now: Date;
    from_days: readonly number[];
  }>(),
  result: { age_no: int4, waiting: int8, oldest_at: timestamptz },
  sql: `
    select width_bucket(greatest(floor(extract(epoch from :now::timestamptz - waiting_since) / 86400), 0)::integer,
        :from_days::integer[]) as age_no, count(*) as waiting, min(waiting_since) as oldest_at
    from sacco_approvals cross join lateral (
      select case when environment is null then requested_at + (:now::timestamptz - :real_now::timestamptz)
        else requested_at end as waiting_since) w
    where project_id = :project_id and (environment = :environment or environment is null) and status = 'pending'
    group by 1`,
});
