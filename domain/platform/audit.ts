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
import { auditKeys, nextMac } from './audit-mac.ts';
import { AuditEntry, AuditHead, type AuditRow } from './audit.model.ts';

/** What the first entry of a chain is chained to. */
export const GENESIS_HASH = '0'.repeat(64);

/** SHA-256 over the canonical JSON of the previous hash and everything that the entry says. */
export function auditHash(entry: Omit<AuditRow, 'hash'>): string {
  const {
    action,
    actor_id,
    actor_type,
    at,
    details,
    environment,
    id,
    previous_hash,
    project_id,
    seq,
    subject,
  } = entry;
  // Members in their order, instead of sorted for each of many that are appended under the head's lock.
  const canonical = JSON.stringify({
    action,
    actor_id,
    actor_type,
    at,
    details,
    environment,
    id,
    previous_hash,
    project_id,
    seq: Number(seq),
    subject,
  });
  return createHash('sha256').update(canonical).digest('hex');
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
    const row: AuditRow = {
      project_id: columns.project_id,
      environment: columns.environment,
      seq: last.seq + 1n,
      id: newId('audit'),
      at,
      actor_type: actor.type,
      actor_id: actor.id,
      action,
      subject,
      details: canonicalJson(details),
      previous_hash: last.hash,
      hash: '',
    };
    row.hash = auditHash(row);
    last = row;
    return row;
  });
  await insertMany(trx, 'audit_log', rows, 'seq');
  const { seq, hash } = last;
  const mac = nextMac(auditKeys(trx), head, { ...columns, seq, hash });
  await AuditHead.query(trx).inScope(scope).patch({ seq, hash, mac });
}

/** Newest first; the cursor is a sequence number. */
export function listAudit(db: Db, scope: Scope, request: PageRequest): Promise<Page<AuditRow>> {
  return AuditEntry.query(db).inScope(scope).paginate(request, 'seq');
}
