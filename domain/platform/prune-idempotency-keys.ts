/** Forgets idempotency keys that are old: nobody repeats a request after so long. Never that of something unfinished. */
import type { Context } from './context.ts';
import { keptSince, pruneInBatches, type KeySubject } from './prune.ts';

/** @returns how many were deleted */
export function pruneIdempotencyKeys(ctx: Context): Promise<number> {
  const statement = pruneStatement(ctx.key_subjects);
  return pruneInBatches(async (limit) => {
    const { rowCount } = await ctx.db.raw<{ rowCount: number }>(statement, {
      kept_since: keptSince(ctx.config.keep_idempotency_keys_days),
      limit,
    });
    return rowCount;
  });
}

/** Rows are skipped that somebody locks: their answer is being stored. */
function pruneStatement(subjects: readonly KeySubject[]): string {
  const finished = subjects.map(({ table, uuid, unfinished }) => {
    const id = uuid
      ? `case when k.subject_id ~ '^[0-9a-f-]{36}$' then k.subject_id::uuid end`
      : 'k.subject_id';
    const statuses = unfinished.map((status) => `'${status}'`).join(', ');
    return `not exists (select from ${table} s where s.id = ${id} and s.status in (${statuses}))`;
  });
  return `
    delete from idempotency_keys where (project_id, environment, key) in (
      select k.project_id, k.environment, k.key from idempotency_keys k
      where ${['k.created_at < :kept_since', ...finished].join(' and ')}
      limit :limit for update skip locked)`;
}
