/** Files that belong to nothing, of one project and environment: being uploaded, not used yet, or about to be deleted. */
import type { ScopeColumns } from '../../db/model.ts';
import { defineCommand, defineQuery, int4, int8, params } from '../../db/statement.ts';

/** Serialises the uploads that are beginning. */
export const lockUnusedFiles = defineCommand({
  params: params<{ key: string }>(),
  sql: "select from pg_advisory_xact_lock(hashtextextended('unused files ' || :key, 0))",
});

/** What is being uploaded may become as large as a file may be. */
export const countUnusedFiles = defineQuery({
  params: params<ScopeColumns & { largest_bytes: number }>(),
  result: { files: int4, bytes: int8 },
  sql: `
    select count(*)::integer as files, coalesce(sum(coalesce(size_bytes, :largest_bytes::integer)), 0)::bigint as bytes
    from files where project_id = :project_id and environment = :environment and subject_id is null`,
});
