/**
 * The audit log: append-only, each entry hash-chained to the one before it within its project and environment, so that
 * a changed, removed or inserted entry shows (`npm run verify`).
 */
import { sha256Hex } from '../../../core/digest.ts';
import { canonicalJson } from '../../../core/fingerprint.ts';
import { groupBy } from '../../../core/group-by.ts';
import { newId } from '../../../core/ids.ts';
import type { Actor, Scope } from '../../../core/scope.ts';
import { textArray } from '../../../db/array-literal.ts';
import type { Db, Transaction } from '../../../db/connection.ts';
import { scopeColumns, type ScopeColumns } from '../../../db/model.ts';
import type { Page, PageRequest } from '../../../db/page.ts';
import { expectOne } from '../../../db/rows.ts';
import { appendEntries, lockHeadRow } from './audit.sql.ts';
import { auditKeys, nextMac } from './audit-mac.ts';
import type { CallerUnit, ScopedUnit } from '../unit.ts';
import { AuditEntry, AuditHead, type AuditHeadRow, type AuditRow } from './audit.model.ts';

/** What the first entry of a chain is chained to. */
export const GENESIS_HASH = '0'.repeat(64);

/** The moment may be given as the text that it is hashed as, which many entries appended together share. */
type EntryToHash = Omit<AuditRow, 'hash' | 'at'> & { at: Date | string };

/** SHA-256 over the canonical JSON of the previous hash and everything that the entry says. */
export function auditHash(entry: EntryToHash): string {
  // Members in their order, instead of sorted for each of many that are appended under the head's lock.
  const canonical = JSON.stringify({
    action: entry.action,
    actor_id: entry.actor_id,
    actor_type: entry.actor_type,
    at: entry.at,
    details: entry.details,
    environment: entry.environment,
    id: entry.id,
    previous_hash: entry.previous_hash,
    project_id: entry.project_id,
    seq: Number(entry.seq),
    subject: entry.subject,
  });
  return sha256Hex(canonical);
}

/** Something that was done. */
export interface AuditRecord {
  actor: Actor;
  action: string;
  /** Id of what was acted on. */
  subject: string;
  details: Record<string, unknown>;
}

export interface ScopedAuditRecord {
  scope: Scope;
  record: AuditRecord;
}

/** Appends to the logs of any scopes. Their heads are locked in one order, which avoids deadlocks. */
export async function auditScopes(trx: Transaction, records: readonly ScopedAuditRecord[]): Promise<void> {
  const byScope = groupBy(records, ({ scope }) => `${scope.project_id} ${scope.environment}`);
  for (const [, of_scope] of [...byScope].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    await auditAll(
      { trx, scope: (of_scope[0] as ScopedAuditRecord).scope },
      of_scope.map(({ record }) => record),
    );
}

/** Appends within the caller's transaction; the chain's head stays locked until that ends. */
export async function audit(
  unit: Pick<CallerUnit, 'trx' | 'scope' | 'actor'>,
  action: string,
  subject: string,
  details: Record<string, unknown> = {},
): Promise<void> {
  await auditAll(unit, [{ actor: unit.actor, action, subject, details }]);
}

/** The same for many, in their order, with as few statements as one. */
export async function auditAll(
  { trx, scope }: Pick<ScopedUnit, 'trx' | 'scope'>,
  records: readonly AuditRecord[],
): Promise<void> {
  if (records.length === 0) return;
  const columns = scopeColumns(scope);
  const head = await lockHead(trx, columns);
  const at = scope.clock.now().toISOString();
  let last = { seq: head.seq, hash: head.hash };
  const rows = records.map(({ actor, action, subject, details }) => {
    const row: EntryToHash & { hash: string } = {
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
  const { seq, hash } = last;
  const mac = nextMac(auditKeys(trx), head, { seq, hash, ...columns });
  const column = (name: keyof EntryToHash | 'hash'): string =>
    textArray(rows.map((row) => String(row[name])));
  await appendEntries(trx, {
    ...columns,
    at,
    seqs: column('seq'),
    ids: column('id'),
    actor_types: column('actor_type'),
    actor_ids: column('actor_id'),
    actions: column('action'),
    subjects: column('subject'),
    details: column('details'),
    previous_hashes: column('previous_hash'),
    hashes: column('hash'),
    last_seq: seq,
    last_hash: hash,
    mac,
  });
}

/** The chain's head, locked; the first entry opens the chain. */
async function lockHead(trx: Transaction, columns: ScopeColumns): Promise<AuditHeadRow> {
  const [head] = await lockHeadRow(trx, columns);
  if (head) return head;
  await AuditHead.query(trx).insertUnlessTaken({ ...columns, seq: 0n, hash: GENESIS_HASH });
  return expectOne(await lockHeadRow(trx, columns));
}

/** Newest first; the cursor is a sequence number. */
export function listAudit(db: Db, scope: Scope, request: PageRequest): Promise<Page<AuditRow>> {
  return AuditEntry.query(db).inScope(scope).paginate(request, 'seq');
}
