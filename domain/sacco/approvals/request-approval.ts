/** Requests that may need a checker: decided, with everything they depend on, under the member's lock. */
import { notFound } from '../../../core/errors.ts';
import { newId } from '../../../core/ids.ts';
import type { Transaction } from '../../../db/connection.ts';
import { scopeColumns } from '../../../db/model.ts';
import { inTransaction, type EnqueueAfterCommit } from '../../platform/unit.ts';
import type { Context } from '../../platform/context.ts';
import { claimKey } from '../../platform/idempotency.ts';
import { recordEvent } from '../../webhooks/index.ts';
import { getApproval } from './approval.ts';
import { SaccoApproval, type ApprovalKind } from './approval.model.ts';
import { presentApproval } from './approval.presenter.ts';
import { bookingOf } from '../entries/booking-table.rules.ts';
import { bookEntry, type RequestedEntry } from '../entries/entry-pipeline.ts';
import type { EntryRow } from '../entries/entry.model.ts';
import { getEntry } from '../entries/entry.ts';
import type { NamedMember } from '../members/member.model.ts';
import { lockMember, lockMemberIfAny } from '../members/member.ts';
import { holdCurrency } from '../settings.ts';
import { insertEntries } from '../entries/insert-entries.ts';
import type { EntryToRequest } from '../entries/request-entry.ts';
import { memberRefusal } from '../members/member.rules.ts';

export interface EntryWithApproval extends Omit<EntryToRequest, 'subject_id'> {
  /** What the checker reads. @param entry as it is stored */
  summary: (member: NamedMember | null, entry: EntryRow) => string;
  /** Other members whose locks are taken along with the member's, e.g. guarantors. */
  also_lock?: readonly string[];
  /**
   * Runs under the member's lock, before the entry is stored, and not at all for a repeat; may refuse the request.
   * @returns what the entry is to say otherwise, by what holds under the lock
   */
  prepare?: (trx: Transaction, member: NamedMember | null) => Promise<Partial<EntryRow>>;
  /** Runs once the entry is stored and waits, in the same transaction. */
  onWaiting?: (trx: Transaction, waiting: EntryRow) => Promise<void>;
  /** Of a movement that waits only above a threshold: whether this one is, decided under the member's lock. */
  isAboveThreshold?: (trx: Transaction) => Promise<boolean>;
}

/**
 * Stores the entry unless the same request came before. It waits for a checker, or is booked.
 * @throws AppError NOT_FOUND, `member_not_active`, `customer_not_active`, `idempotency_key_reused`
 */
export async function requestWithApproval(ctx: Context, request: EntryWithApproval): Promise<RequestedEntry> {
  const { scope, idempotency } = request;
  const { entry, replayed } = await inTransaction({ ctx }, async (unit) => {
    const { trx, enqueue: enqueueAfterCommit } = unit;
    const earlier = await claimKey({ trx, scope }, idempotency, request.entry.id);
    if (earlier) return { entry: await getEntry(trx, scope, earlier.subject_id), replayed: true };
    return { entry: await store(ctx, trx, enqueueAfterCommit, request), replayed: false };
  });
  return { entry: await bookEntry(ctx, scope, entry), replayed };
}

async function store(
  ctx: Context,
  trx: Transaction,
  enqueueAfterCommit: EnqueueAfterCommit,
  request: EntryWithApproval,
): Promise<EntryRow> {
  const { scope, flow } = request;
  await holdCurrency(trx, scope, request.entry.currency);
  const member = await lockAll(trx, request);
  if (!member && flow) throw notFound('member');
  const obstacle = member && flow && memberRefusal(flow, member);
  if (obstacle) throw obstacle;
  const entry: EntryRow = { ...request.entry, ...(await request.prepare?.(trx, member)) };
  const { approval: rule } = bookingOf(entry);
  if (rule === 'never' || (rule === 'above_threshold' && !(await request.isAboveThreshold?.(trx)))) {
    await insertEntries(trx, [entry]);
    return entry;
  }
  const approval_id = await insertApproval(trx, entry, request.summary(member, entry));
  const waiting: EntryRow = { ...entry, status: 'awaiting_approval', approval_id };
  await insertEntries(trx, [waiting]);
  await request.onWaiting?.(trx, waiting);
  const data = async () => presentApproval(trx, await getApproval(ctx, trx, scope, approval_id));
  await recordEvent({ trx, enqueue: enqueueAfterCommit, scope }, 'approval.created', data);
  return waiting;
}

/** Members are locked in id order, which avoids deadlocks. @returns the entry's own member, when it has one */
async function lockAll(
  trx: Transaction,
  { scope, entry, also_lock = [] }: EntryWithApproval,
): Promise<NamedMember | null> {
  let own: NamedMember | null = null;
  for (const id of [...new Set([...(entry.member_id ? [entry.member_id] : []), ...also_lock])].toSorted()) {
    if (id === entry.member_id) own = await lockMember(trx, scope, id, 'update');
    else await lockMemberIfAny(trx, scope, id);
  }
  return own;
}

/** @returns its id */
async function insertApproval(trx: Transaction, entry: EntryRow, summary: string): Promise<string> {
  const id = newId('approval');
  await SaccoApproval.query(trx).insert({
    id,
    ...scopeColumns(entry),
    kind: entry.kind as ApprovalKind,
    entry_id: entry.id,
    loan_id: entry.loan_id,
    dividend_id: entry.dividend_id,
    summary,
    requested_by_type: entry.requested_by_type,
    requested_by_id: entry.requested_by_id,
    requested_at: entry.created_at,
  });
  return id;
}
