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

/** Heads of chains, locked in one order. A head that is not there yet is left out. */
export const lockHeadRows = defineQuery({
  prepared: true,
  params: params<{ project_ids: string[]; environments: string[] }>(),
  result: tableColumns<AuditHeadRow>('audit_heads'),
  sql: `
    select h.project_id, h.environment, h.seq, h.hash, h.mac from audit_heads h
    join unnest(:project_ids::text[], :environments::environment[]) as w(project_id, environment) using (project_id, environment)
    order by h.project_id, h.environment for update of h`,
});

/**
 * Appends to several chains. A head follows entries that are in the log, so they are inserted first: the update needs the count
 * of them.
 */
export const appendEntries = defineCommand({
  prepared: true,
  params: params<{
    /** Of the chains: whose they are, when their entries are made, and their new heads. */
    project_ids: string[];
    environments: string[];
    ats: string[];
    last_seqs: bigint[];
    last_hashes: string[];
    macs: (string | null)[];
    /** Of the entries, as array literals: the place of the chain, from 1, and what differs between entries. */
    chains: string;
    seqs: string;
    ids: string;
    actor_types: string;
    actor_ids: string;
    actions: string;
    subjects: string;
    details: string;
    of_subjects: (number | null)[];
    hashes: string;
  }>(),
  sql: `
    with chains as materialized (
      select * from unnest(:project_ids::text[], :environments::environment[], :ats::timestamptz[], :last_seqs::bigint[],
        :last_hashes::text[], :macs::text[]) with ordinality as c(project_id, environment, at, last_seq, last_hash, mac, place)
    ), appended as (
      insert into audit_log (project_id, environment, at, seq, id, actor_type, actor_id, action, subject, details, of_subjects,
        hash)
      select c.project_id, c.environment, c.at, v.seq, v.id, v.actor_type, v.actor_id, v.action, v.subject, v.details, v.of_subjects,
        v.hash
      from unnest(:chains::integer[], :seqs::bigint[], :ids::text[], :actor_types::text[], :actor_ids::text[], :actions::text[],
        :subjects::text[], :details::text[], :of_subjects::smallint[], :hashes::text[])
        as v(place, seq, id, actor_type, actor_id, action, subject, details, of_subjects, hash)
      join chains c using (place) returning 1
    )
    update audit_heads h set seq = c.last_seq, hash = c.last_hash, mac = c.mac
    from chains c, (select count(*) from appended) entries
    where h.project_id = c.project_id and h.environment = c.environment`,
});

/** The hashes of entries, by which those after them are linked. */
export const readHashes = defineQuery({
  params: params<{ project_id: string; environment: string; seqs: bigint[] }>(),
  result: { seq: int8, hash: text },
  sql: `
    select seq, hash from audit_log
    where project_id = :project_id and environment = :environment and seq = any(:seqs::bigint[])`,
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
