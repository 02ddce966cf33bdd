/**
 * The audit log: append-only, each entry hash-chained to the one before it within its project and environment, so that
 * a changed, removed or inserted entry shows (`npm run verify`).
 */
import { createHash } from 'node:crypto';
import { canonicalJson } from '../../core/fingerprint.ts';
import { newId } from '../../core/ids.ts';
import type { Actor, Scope } from '../../core/scope.ts';
import type { Db, Transaction } from '../../db/connection.ts';
import { page, type Page, type PageRequest } from '../../db/page.ts';
import { readInBatches, type Invariant } from './invariants.ts';

export interface AuditRow {
  project_id: string;
  environment: string;
  seq: bigint;
  id: string;
  at: Date;
  actor_type: Actor['type'];
  actor_id: string;
  action: string;
  /** Id of what was acted on. */
  subject: string;
  /** JSON text, kept as it was hashed. */
  details: string;
  previous_hash: string;
  hash: string;
}

/** What the first entry of a chain is chained to. */
export const GENESIS_HASH = '0'.repeat(64);

/** SHA-256 over the previous hash and everything that the entry says. */
export function auditHash(entry: Omit<AuditRow, 'hash'>): string {
  return createHash('sha256')
    .update(canonicalJson({ ...entry, at: entry.at.toISOString() }))
    .digest('hex');
}

/** Appends within the caller's transaction; the chain's head stays locked until that ends. */
export async function audit(
  trx: Transaction,
  scope: Scope,
  actor: Actor,
  action: string,
  subject: string,
  details: Record<string, unknown> = {},
): Promise<void> {
  const book = { project_id: scope.project_id, environment: scope.environment };
  await trx('audit_heads')
    .insert({ ...book, seq: 0, hash: GENESIS_HASH })
    .onConflict()
    .ignore();
  const head = await trx('audit_heads').where(book).forUpdate().first();
  const entry: Omit<AuditRow, 'hash'> = {
    ...book,
    seq: head.seq + 1n,
    id: newId('audit'),
    at: scope.clock.now(),
    actor_type: actor.type,
    actor_id: actor.id,
    action,
    subject,
    details: canonicalJson(details),
    previous_hash: head.hash,
  };
  const hash = auditHash(entry);
  await trx('audit_log').insert({ ...entry, hash });
  await trx('audit_heads').where(book).update({ seq: entry.seq, hash });
}

/** Newest first; the cursor is a sequence number. */
export async function listAudit(
  db: Db,
  scope: Scope,
  { limit, after }: PageRequest,
): Promise<Page<AuditRow>> {
  const query = db<AuditRow>('audit_log').where({
    project_id: scope.project_id,
    environment: scope.environment,
  });
  if (after) void query.where('seq', '<', after);
  return page(await query.orderBy('seq', 'desc').limit(limit + 1), limit, (row) => String(row.seq));
}

export function presentAudit(row: AuditRow): object {
  return {
    id: row.id,
    at: row.at,
    actor: { type: row.actor_type, id: row.actor_id },
    action: row.action,
    subject: row.subject,
    details: JSON.parse(row.details),
    hash: row.hash,
    previous_hash: row.previous_hash,
  };
}

export const auditInvariants: Invariant[] = [
  {
    invariant: 'the audit log is an unbroken chain in every project and environment',
    async *violations({ snapshot }) {
      const { rows } = await snapshot.raw<{ rows: Chain[] }>(CHAINS);
      for (const chain of rows) yield* followChain(snapshot, chain);
    },
  },
];

/** Every chain that has entries or a head, with its head's columns: null when it has none. */
const CHAINS = `
  select project_id, environment, h.seq, h.hash from (
    select project_id, environment from audit_log union select project_id, environment from audit_heads
  ) chains left join audit_heads h using (project_id, environment) order by project_id, environment`;

interface Chain {
  project_id: string;
  environment: string;
  seq: bigint | null;
  hash: string | null;
}

async function* followChain(
  snapshot: Transaction,
  { project_id, environment, seq, hash }: Chain,
): AsyncIterable<string> {
  const book = { project_id, environment };
  let last = { seq: 0n, hash: GENESIS_HASH };
  for await (const rows of readInBatches<AuditRow>(snapshot, 'audit_log', 'seq', book)) {
    for (const { hash: stored, ...entry } of rows) {
      const linked = entry.seq === last.seq + 1n && entry.previous_hash === last.hash;
      if (!linked) yield `${entry.id} does not follow the entry before it`;
      if (auditHash(entry) !== stored) yield `${entry.id} was changed after it was written`;
      last = { seq: entry.seq, hash: stored };
    }
  }
  if (seq === null) yield `${project_id} ${environment}: the head is missing`;
  else if (last.seq !== seq || last.hash !== hash)
    yield `${project_id} ${environment}: the last entries are missing`;
}
