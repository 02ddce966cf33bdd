/**
 * The audit log: append-only, each entry hash-chained to the one before it within its project and environment, so that
 * a changed, removed or inserted entry shows (`npm run verify`).
 */
import { canonicalJson } from '../../../core/fingerprint.ts';
import { groupBy } from '../../../core/group-by.ts';
import { newId } from '../../../core/ids.ts';
import { scopeName, type Actor, type Scope } from '../../../core/scope.ts';
import { textArray } from '../../../db/array-literal.ts';
import type { Transaction } from '../../../db/connection.ts';
import { scopeColumns, type ScopeColumns } from '../../../db/model.ts';
import type { Page, PageRequest } from '../../../db/page.ts';
import { appendEntries, lockHeadRows } from './audit.sql.ts';
import { auditKeys, nextMac } from './audit-mac.ts';
import { completeEntries } from './complete-entries.ts';
import { auditHash, GENESIS_HASH, type CompleteEntry, type EntryToHash } from './audit-hash.rules.ts';
import type { CallerUnit, ScopedContext, ScopedUnit } from '../unit.ts';
import { AuditEntry, AuditHead, type AuditHeadRow } from './audit.model.ts';

/** Something that was done. */
export interface AuditRecord {
  actor: Actor;
  action: string;
  /** Id of what was acted on. */
  subject: string;
  details: Record<string, unknown>;
  /**
   * How many subjects they follow from, which have consecutive ids from `subject` on (subject-details.port.ts): they are hashed, and
   * not stored. When left out, they are stored.
   */
  of_subjects?: number;
}

export interface ScopedAuditRecord {
  scope: Scope;
  record: AuditRecord;
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
  await auditScopes(
    trx,
    records.map((record) => ({ scope, record })),
  );
}

/** The same for the logs of any scopes. Their heads are locked in one order, which avoids deadlocks. */
export async function auditScopes(trx: Transaction, records: readonly ScopedAuditRecord[]): Promise<void> {
  if (records.length === 0) return;
  const byChain = groupBy(records, ({ scope }) => scopeName(scope));
  const heads = await lockHeads(
    trx,
    [...byChain.values()].map((of_chain) => scopeColumns((of_chain[0] as ScopedAuditRecord).scope)),
  );
  const keys = auditKeys(trx);
  const appended = [...byChain].map(([chain, of_chain]) =>
    entriesAfter(heads.get(chain) as AuditHeadRow, of_chain),
  );
  const chains = appended.map(({ head, at, entries }) => {
    const { seq, hash } = entries.at(-1) as EntryToHash & { hash: string };
    const { project_id, environment } = head;
    return { project_id, environment, at, seq, hash, mac: nextMac(keys, head, { ...head, seq, hash }) };
  });
  const entries = appended.flatMap((each, i) => each.entries.map((entry) => ({ ...entry, chain: i + 1 })));
  const column = (name: keyof (typeof entries)[number]): string =>
    textArray(entries.map((entry) => String(entry[name])));
  await appendEntries(trx, {
    project_ids: chains.map(({ project_id }) => project_id),
    environments: chains.map(({ environment }) => environment),
    ats: chains.map(({ at }) => at),
    last_seqs: chains.map(({ seq }) => seq),
    last_hashes: chains.map(({ hash }) => hash),
    macs: chains.map(({ mac }) => mac),
    chains: column('chain'),
    seqs: column('seq'),
    ids: column('id'),
    actor_types: column('actor_type'),
    actor_ids: column('actor_id'),
    actions: column('action'),
    subjects: column('subject'),
    details: textArray(
      entries.map(({ details, of_subjects }) => (of_subjects === undefined ? details : null)),
    ),
    of_subjects: entries.map(({ of_subjects = 1 }) => (of_subjects === 1 ? null : of_subjects)),
    hashes: column('hash'),
  });
}

/** The entries of one chain that follow its head, each linked to the one before it. */
function entriesAfter(head: AuditHeadRow, records: readonly ScopedAuditRecord[]) {
  const { project_id, environment } = head;
  const at = (records[0] as ScopedAuditRecord).scope.clock.now().toISOString();
  let last = { seq: head.seq, hash: head.hash };
  const entries = records.map(({ record: { actor, action, subject, details, of_subjects } }) => {
    const entry = {
      project_id,
      environment,
      seq: last.seq + 1n,
      id: newId('audit'),
      at,
      actor_type: actor.type,
      actor_id: actor.id,
      action,
      subject,
      details: canonicalJson(details),
      of_subjects,
      previous_hash: last.hash,
      hash: '',
    };
    entry.hash = auditHash(entry);
    last = entry;
    return entry;
  });
  return { head, at, entries };
}

/** The heads of chains, locked; the first entry opens a chain. */
async function lockHeads(
  trx: Transaction,
  chains: readonly ScopeColumns[],
): Promise<Map<string, AuditHeadRow>> {
  const lock = async (): Promise<Map<string, AuditHeadRow>> => {
    const rows = await lockHeadRows(trx, {
      project_ids: chains.map(({ project_id }) => project_id),
      environments: chains.map(({ environment }) => environment),
    });
    return new Map(rows.map((row) => [scopeName(row), row]));
  };
  const heads = await lock();
  if (heads.size === chains.length) return heads;
  for (const chain of chains.toSorted((a, b) => (scopeName(a) < scopeName(b) ? -1 : 1)))
    if (!heads.has(scopeName(chain)))
      await AuditHead.query(trx).insertUnlessTaken({ ...chain, seq: 0n, hash: GENESIS_HASH });
  return lock();
}

export interface AuditFilter extends PageRequest {
  /** Ids, and the name of an action. */
  actor?: string;
  action?: string;
  subject?: string;
}

/** Newest first; the cursor is a sequence number. */
export async function listAudit(
  { ctx, scope }: ScopedContext,
  { actor, action, subject, ...request }: AuditFilter,
): Promise<Page<CompleteEntry>> {
  const found = await AuditEntry.query(ctx.db)
    .inScope(scope)
    .whereGiven('actor_id', actor)
    .whereGiven('action', action)
    .whereGiven('subject', subject)
    .paginate(request, 'seq');
  return { ...found, items: await completeEntries(ctx, found.items) };
}
