/** The statements on idempotency keys that are about many keys at a time. */
import { defineCommand, defineQuery, params, tableColumns, text } from '../../db/statement.ts';
import type { KeySubject } from './prune.ts';

export interface IdempotencyRow {
  project_id: string;
  environment: string;
  key: string;
  fingerprint: string;
  subject_id: string;
  response_status: number | null;
  response_body: string | null;
}

export const findKeyRows = defineQuery({
  params: params<{
    project_ids: readonly string[];
    environments: readonly string[];
    keys: readonly string[];
  }>(),
  result: tableColumns<IdempotencyRow>('idempotency_keys'),
  sql: `
    select k.* from unnest(:project_ids::text[], :environments::environment[], :keys::text[]) as w(project_id, environment, key)
    join idempotency_keys k using (project_id, environment, key)`,
});

/** Rows are locked in key order, which avoids deadlocks between two such statements. */
export const storeResponseRows = defineQuery({
  /** @param rows JSON of an array of `IdempotencyRow` */
  params: params<{ rows: string }>(),
  result: { project_id: text, environment: text, key: text },
  sql: `
    with unanswered as (
      select k.project_id, k.environment, k.key, g.response_status, g.response_body
      from jsonb_populate_recordset(null::idempotency_keys, :rows::jsonb) g
      join idempotency_keys k using (project_id, environment, key)
      where k.response_body is null order by 1, 2, 3 for update of k
    )
    update idempotency_keys k set response_status = u.response_status, response_body = u.response_body
    from unanswered u where (k.project_id, k.environment, k.key) = (u.project_id, u.environment, u.key)
    returning k.project_id, k.environment, k.key`,
});

/** Rows that somebody locks are skipped: their response is being stored. */
export function deleteOldKeys(subjects: readonly KeySubject[]) {
  const finishing = subjects.filter(({ unfinished }) => unfinished.length > 0);
  const finished = finishing.map(({ table, uuid, unfinished }) => {
    const id = uuid
      ? `case when k.subject_id ~ '^[0-9a-f-]{36}$' then k.subject_id::uuid end`
      : 'k.subject_id';
    const statuses = unfinished.map((status) => `'${status}'`).join(', ');
    return `not exists (select from ${table} s where s.id = ${id} and s.status in (${statuses}))`;
  });
  return defineCommand({
    params: params<{ kept_since: Date; limit: number }>(),
    sql: `
      delete from idempotency_keys where (project_id, environment, key) in (
        select k.project_id, k.environment, k.key from idempotency_keys k
        where ${['k.created_at < :kept_since', ...finished].join(' and ')}
        limit :limit for update skip locked)`,
  });
}
