/**
 * The audit log: append-only, each entry hash-chained to the one before it within its project and environment, so that
 * a changed, removed or inserted entry shows (`npm run verify`).
 */
import { createHash } from 'node:crypto';
import { canonicalJson } from '../../core/fingerprint.ts';
import { newId } from '../../core/ids.ts';
import type { Actor, Scope } from '../../core/scope.ts';
import type { Db, Transaction } from '../../db/connection.ts';
import { insertMany } from '../../db/insert-many.ts';
import { scopeColumns } from '../../db/model.ts';
import type { Page, PageRequest } from '../../db/page.ts';
import { expectOne } from '../../db/rows.ts';
import { AuditEntry, AuditHead, type AuditRow } from './audit.model.ts';
import { readInBatches, type Invariant } from './invariants.ts';

/** What the first entry of a chain is chained to. */
export const GENESIS_HASH = '0'.repeat(64);

/** SHA-256 over the previous hash and everything that the entry says. */
export function auditHash(entry: Omit<AuditRow, 'hash'>): string {
  return createHash('sha256')
    .update(canonicalJson({ ...entry, at: entry.at.toISOString() }))
    .digest('hex');
}

/** Something that was done. */
export interface AuditRecord {
  actor: Actor;
  action: string;
  /** Id of what was acted on. */
  subject: string;
  details: Record<string, unknown>;
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
  await auditAll(trx, scope, [{ actor, action, subject, details }]);
}

/** The same for many, in their order, with as few statements as one. */
export async function auditAll(
  trx: Transaction,
  scope: Scope,
  records: readonly AuditRecord[],
): Promise<void> {
  if (records.length === 0) return;
  const columns = scopeColumns(scope);
  await AuditHead.query(trx).insertUnlessTaken({ ...columns, seq: 0n, hash: GENESIS_HASH });
  const head = expectOne(await AuditHead.query(trx).inScope(scope).forUpdate());
  const at = scope.clock.now();
  let last = { seq: head.seq, hash: head.hash };
  const rows = records.map(({ actor, action, subject, details }): AuditRow => {
    const entry: Omit<AuditRow, 'hash'> = {
      ...columns,
      seq: last.seq + 1n,
      id: newId('audit'),
      at,
      actor_type: actor.type,
      actor_id: actor.id,
      action,
      subject,
      details: canonicalJson(details),
      previous_hash: last.hash,
    };
    const row = { ...entry, hash: auditHash(entry) };
    last = row;
    return row;
  });
  await insertMany(trx, 'audit_log', rows, 'seq');
  await AuditHead.query(trx).inScope(scope).patch({ seq: last.seq, hash: last.hash });
}

/** Newest first; the cursor is a sequence number. */
export function listAudit(db: Db, scope: Scope, request: PageRequest): Promise<Page<AuditRow>> {
  return AuditEntry.query(db).inScope(scope).paginate(request, 'seq');
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
  const columns = { project_id, environment };
  let last = { seq: 0n, hash: GENESIS_HASH };
  for await (const rows of readInBatches<AuditRow>(snapshot, 'audit_log', 'seq', columns)) {
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
