/** The decision on a request that waits: one is made, however many try at once, and what was approved is booked at once. */
import { refusal, type AppError } from '../../../core/errors.ts';
import type { Actor, Scope } from '../../../core/scope.ts';
import type { Transaction } from '../../../db/connection.ts';
import { expectOne } from '../../../db/rows.ts';
import { inTransaction, type EnqueueAfterCommit } from '../../platform/unit.ts';
import type { Context } from '../../platform/context.ts';
import { recordEvent } from '../../webhooks/index.ts';
import { SaccoApproval, type ApprovalRow, type DescribedApproval } from './approval.model.ts';
import { actionOf, subjectActionOf } from './approval-actions.ts';
import { getApproval } from './approval.ts';
import { presentApproval } from './approval.presenter.ts';
import { bookEntry } from '../entries/entry-pipeline.ts';
import { resumeAt } from '../entries/insert-entries.ts';
import { applyEffects } from '../entries/record-results.ts';
import { SaccoEntry, type EntryRow } from '../entries/entry.model.ts';
import { requireMayCancel, requireMayDecide, requireStillDecider } from './who-decides.ts';

interface Decision {
  status: 'approved' | 'rejected' | 'cancelled';
  actor: Actor;
  note: string | null;
}

export interface Decided {
  approval: DescribedApproval;
  /** Null where it is about something else. */
  entry: EntryRow | null;
}

/**
 * Approves, and books what was approved. What can no longer be carried out fails with its reason; nothing moves.
 * @throws AppError NOT_FOUND, `already_decided`, FORBIDDEN for the person who asked; what a request about something else than
 *   an entry cannot be carried out for now: it waits on
 */
export async function approve(
  ctx: Context,
  scope: Scope,
  user_id: string,
  approval_id: string,
  note: string | null,
): Promise<Decided> {
  const actor: Actor = { type: 'user', id: user_id };
  const { loan_id } = await SaccoApproval.query(ctx.db).findInScope(scope, approval_id);
  if (loan_id) await ctx.sacco.bringLoanUpToDate(ctx, loan_id);
  const { approval, entry } = await inTransaction({ ctx }, async (unit) => {
    const { trx, enqueue: enqueueAfterCommit } = unit;
    const pending = await lockApproval(trx, scope, approval_id);
    await requireMayDecide(trx, pending, user_id);
    await requireStillDecider(trx, pending, user_id);
    let started: EntryRow | null = null;
    if (pending.subject_id)
      await subjectActionOf(ctx, pending).onApproved({ ...unit, scope }, pending.subject_id);
    else started = await startEntry(ctx, trx, scope, pending);
    const decision = { status: 'approved', actor, note } as const;
    const decided = await decide(ctx, trx, enqueueAfterCommit, scope, pending, decision);
    if (started?.status === 'failed') await applyEffects(unit, [{ scope, entry: started }]);
    return { approval: decided, entry: started };
  });
  return { approval, entry: entry && (await bookEntry(ctx, scope, entry)) };
}

/** The entry, as it is on its way to the ledger, or failed. */
async function startEntry(
  ctx: Context,
  trx: Transaction,
  scope: Scope,
  pending: ApprovalRow,
): Promise<EntryRow> {
  const waiting = await lockEntry(trx, scope, pending);
  const action = actionOf(ctx, pending);
  await action.lock(trx, scope, waiting);
  const found = await action.plan(trx, scope, waiting, ctx.ledger);
  if (!(found instanceof Error)) await action.onApproved?.(trx, scope, waiting);
  return startBooking(trx, scope, waiting, found);
}

/** The entry is on its way to the ledger, or fails. */
async function startBooking(
  trx: Transaction,
  scope: Scope,
  waiting: EntryRow,
  found: AppError | Partial<EntryRow>,
): Promise<EntryRow> {
  return expectOne(
    await SaccoEntry.query(trx)
      .inScope(scope)
      .where({ id: waiting.id })
      .patch(
        found instanceof Error
          ? { status: 'failed', error: found.reason ?? null, reason: found.message }
          : { ...found, status: 'posting', due_at: resumeAt() },
      )
      .returning('*'),
  );
}

/** @throws AppError NOT_FOUND, `already_decided`, FORBIDDEN for the person who asked */
export async function reject(
  ctx: Context,
  scope: Scope,
  user_id: string,
  approval_id: string,
  note: string,
): Promise<DescribedApproval> {
  return inTransaction({ ctx }, async (unit) => {
    const { trx, enqueue: enqueueAfterCommit } = unit;
    const pending = await lockApproval(trx, scope, approval_id);
    await requireMayDecide(trx, pending, user_id);
    await requireStillDecider(trx, pending, user_id);
    const actor: Actor = { type: 'user', id: user_id };
    return drop(ctx, trx, enqueueAfterCommit, scope, pending, { status: 'rejected', actor, note });
  });
}

/** The one who asked, or an admin, takes the request back. @throws AppError NOT_FOUND, `already_decided`, FORBIDDEN */
export async function cancelApproval(
  ctx: Context,
  scope: Scope,
  actor: Actor,
  approval_id: string,
): Promise<DescribedApproval> {
  return inTransaction({ ctx }, async (unit) => {
    const { trx, enqueue: enqueueAfterCommit } = unit;
    const approval = await lockApproval(trx, scope, approval_id);
    await requireMayCancel(trx, scope, approval, actor);
    if (approval.status !== 'pending') throw refusal('already_decided');
    const decision = { status: 'cancelled', actor, note: null } as const;
    return drop(ctx, trx, enqueueAfterCommit, scope, approval, decision);
  });
}

async function drop(
  ctx: Context,
  trx: Transaction,
  enqueueAfterCommit: EnqueueAfterCommit,
  scope: Scope,
  pending: ApprovalRow,
  decision: Decision & { status: 'rejected' | 'cancelled' },
): Promise<DescribedApproval> {
  if (pending.subject_id) await subjectActionOf(ctx, pending).onDropped(trx, scope, pending.subject_id);
  else await dropEntry(ctx, trx, scope, pending, decision.status);
  return decide(ctx, trx, enqueueAfterCommit, scope, pending, decision);
}

async function dropEntry(
  ctx: Context,
  trx: Transaction,
  scope: Scope,
  pending: ApprovalRow,
  status: 'rejected' | 'cancelled',
): Promise<void> {
  const entry = expectOne(
    await SaccoEntry.query(trx)
      .inScope(scope)
      .where({ id: pending.entry_id as string })
      .patch({ status })
      .returning('*'),
  );
  await actionOf(ctx, pending).onDropped(trx, scope, entry, status);
}

/** The entry, or whatever it is about, says already what is carried out. */
async function decide(
  ctx: Context,
  trx: Transaction,
  enqueueAfterCommit: EnqueueAfterCommit,
  scope: Scope,
  pending: ApprovalRow,
  { status, actor, note }: Decision,
): Promise<DescribedApproval> {
  await SaccoApproval.query(trx).inScope(scope).where({ id: pending.id }).patch({
    status,
    decided_by_type: actor.type,
    decided_by_id: actor.id,
    decided_at: scope.clock.now(),
    note,
  });
  const decided = await getApproval(ctx, trx, scope, pending.id);
  const data = () => presentApproval(trx, decided);
  await recordEvent({ trx, enqueue: enqueueAfterCommit, scope }, 'approval.decided', data);
  return decided;
}

function lockApproval(trx: Transaction, scope: Scope, id: string): Promise<ApprovalRow> {
  return SaccoApproval.query(trx).forUpdate().findInScope(scope, id);
}

function lockEntry(trx: Transaction, scope: Scope, { entry_id }: ApprovalRow): Promise<EntryRow> {
  return SaccoEntry.query(trx)
    .forUpdate()
    .findInScope(scope, entry_id as string);
}
