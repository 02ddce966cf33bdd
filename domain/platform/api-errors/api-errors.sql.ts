/** The statements on how often the API has refused requests. */
import type { ErrorCode } from '../../../core/errors.ts';
import { defineCommand, defineQuery, int8, params, textOf, timestamptz } from '../../../db/statement.ts';

/** Adds counts; each array has a value for each of them. Rows are locked in the order of their key. */
export const addCounts = defineCommand({
  params: params<{
    project_id: readonly string[];
    environment: readonly string[];
    hour: readonly Date[];
    code: readonly string[];
    errors: readonly number[];
    last_at: readonly Date[];
  }>(),
  sql: `
    insert into api_error_counts as kept (project_id, environment, hour, code, errors, last_at)
    select * from unnest(:project_id::text[], :environment::environment[], :hour::timestamptz[], :code::text[],
      :errors::bigint[], :last_at::timestamptz[]) as v(project_id, environment, hour, code, errors, last_at)
    order by project_id, environment, hour, code
    on conflict (project_id, environment, hour, code) do update
      set errors = kept.errors + excluded.errors, last_at = greatest(kept.last_at, excluded.last_at)`,
});

/** Of hours that begin before an instant. */
export const deleteCountsBefore = defineCommand({
  params: params<{ before: Date; limit: number }>(),
  sql: `
    delete from api_error_counts where (project_id, environment, hour, code) in (
      select project_id, environment, hour, code from api_error_counts
      where hour < :before::timestamptz order by hour limit :limit for update skip locked)`,
});

/** Since an hour began, the most frequent first. */
export const sumByCode = defineQuery({
  params: params<{ project_id: string; environment: string; since: Date }>(),
  result: { code: textOf<ErrorCode>(), errors: int8, last_at: timestamptz },
  sql: `
    select code, sum(errors)::bigint as errors, max(last_at) as last_at from api_error_counts
    where project_id = :project_id and environment = :environment and hour >= :since::timestamptz
    group by code order by errors desc, code`,
});
