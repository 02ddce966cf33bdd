/** How many requests wait for a second person, by age. */
import { defineQuery, int4, int8, params, timestamptz } from '../../../db/statement.ts';

/** Those of the environment and those of the project, by the number of the class of age, from 1. */
export const countWaitingByAge = defineQuery({
  params: params<{ project_id: string; environment: string; now: Date; from_days: readonly number[] }>(),
  result: { age_no: int4, waiting: int8, oldest_at: timestamptz },
  sql: `
    select width_bucket(greatest(floor(extract(epoch from :now::timestamptz - requested_at) / 86400), 0)::integer,
        :from_days::integer[]) as age_no, count(*) as waiting, min(requested_at) as oldest_at
    from sacco_approvals
    where project_id = :project_id and (environment = :environment or environment is null) and status = 'pending'
    group by 1`,
});
