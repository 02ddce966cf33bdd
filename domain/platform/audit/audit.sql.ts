/** The statements on the audit log. */
import {
  defineCommand,
  defineQuery,
  int8,
  orNull,
  params,
  tableColumns,
  text,
  textOf,
} from '../../../db/statement.ts';
import type { Environment } from '../../../core/scope.ts';
import type { AuditHeadRow } from './audit.model.ts';

export const lockHeadRow = defineQuery({
  params: params<{ project_id: string; environment: string }>(),
  result: tableColumns<AuditHeadRow>('audit_heads'),
  sql: 'select * from audit_heads where project_id = :project_id and environment = :environment for update',
});

/** The head follows entries that are in the log, so they are inserted first: the update needs the count of them. */
export const appendEntries = defineCommand({
  /** Array literals have what differs between entries. */
  params: params<{
    project_id: string;
    environment: string;
    at: string;
    seqs: string;
    ids: string;
    actor_types: string;
    actor_ids: string;
    actions: string;
    subjects: string;
    details: string;
    previous_hashes: string;
    hashes: string;
    last_seq: bigint;
    last_hash: string;
    mac: string | null;
  }>(),
  sql: `
    with appended as (
      insert into audit_log (project_id, environment, at,
        seq, id, actor_type, actor_id, action, subject, details, previous_hash, hash)
      select :project_id, :environment::environment, :at::timestamptz, v.* from unnest(:seqs::bigint[], :ids::text[],
        :actor_types::text[], :actor_ids::text[], :actions::text[], :subjects::text[], :details::text[],
        :previous_hashes::text[], :hashes::text[]) v returning 1
    )
    update audit_heads set seq = :last_seq, hash = :last_hash, mac = :mac from (select count(*) from appended) entries
    where project_id = :project_id and environment = :environment`,
});

/** Every chain that has entries or a head, with its head's columns: null when it has none. */
export const readChains = defineQuery({
  params: params<Record<string, never>>(),
  result: { project_id: text, environment: textOf<Environment>(), seq: orNull(int8), hash: orNull(text) },
  sql: `
    select project_id, environment, h.seq, h.hash from (
      select project_id, environment from audit_log union select project_id, environment from audit_heads
    ) chains left join audit_heads h using (project_id, environment) order by project_id, environment`,
});

/** Heads whose entry is not in the log. */
export const readLostHeads = defineQuery({
  /** @param heads JSON of an array of `KnownHead` */
  params: params<{ heads: string }>(),
  result: { project_id: text, environment: text, seq: int8 },
  sql: `
    select k.project_id, k.environment, k.seq
    from json_to_recordset(:heads::json) as k(project_id text, environment text, seq bigint, hash text)
    where not exists (select from audit_log l where l.project_id = k.project_id and l.environment = k.environment
      and l.seq = k.seq and l.hash = k.hash)
    order by k.project_id, k.environment`,
});
