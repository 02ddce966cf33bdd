/** What every request with an API key reads and writes. */
import { defineCommand, defineQuery, int8, params, tableColumns } from '../../../db/statement.ts';
import type { ProjectRow } from '../projects/project.model.ts';
import type { ApiKeyRow } from './api-key.model.ts';

export const findValidKeys = defineQuery({
  prepared: true,
  params: params<{ hashes: readonly string[]; now: Date }>(),
  result: tableColumns<ApiKeyRow & Pick<ProjectRow, 'test_clock_offset_ms'>>('api_keys', {
    test_clock_offset_ms: int8,
  }),
  sql: `
    select k.id, k.project_id, k.environment, k.name, k.prefix, k.key_hash, k.created_by, k.created_at, k.revoked_at,
      k.expires_at, k.last_used_at, k.scopes, k.allowed_ips, p.test_clock_offset_ms
    from api_keys k join projects p on p.id = k.project_id
    where k.key_hash = any(:hashes::text[]) and k.revoked_at is null and (k.expires_at is null or k.expires_at > :now)`,
});

/** Rows that are locked are skipped: another process is writing them, and no lock order is needed. */
export const markKeysUsed = defineCommand({
  params: params<{ ids: readonly string[]; before: Date; now: Date }>(),
  sql: `
    update api_keys set last_used_at = :now where id in (
      select id from api_keys where id = any(:ids) and (last_used_at is null or last_used_at < :before) for update skip locked)`,
});
