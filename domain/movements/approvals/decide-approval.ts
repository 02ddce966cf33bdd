/** The decision on a request that waits: one is made, however many try at the same time, and what is approved is booked. */
import { systemNow } from '../../../core/clock.ts';
import { refusal } from '../../../core/errors.ts';
import { expectOne } from '../../../db/rows.ts';
import { lockSettings } from '../../cooperative/index.ts';
import { inTransaction, type Caller, type CallerUnit } from '../../platform/unit.ts';
import type { SubjectAction } from '../../platform/second-person.port.ts';
import { SaccoEntry, type EntryRow } from '../entries/entry.model.ts';
import { getEntry, lockEntry } from '../entries/entry.ts';
import { resumeAt } from '../entries/insert-entries.ts';
import { decisionOf } from '../movement.ts';
import { reservePayout } from '../payouts/reserve-payout.ts';
import { bookEntry } from '../pipeline/entry-pipeline.ts';
import { applyEffects } from '../pipeline/record-results.ts';
import {
  SaccoApproval,
  subjectRequestOf,
  type ApprovalRow,
  type DescribedApproval,
} from './approval.model.ts';
import { findApproval, getApproval } from './approval.ts';
import { planEntry } from './plan-entry.ts';
import { recordApproval } from './create-approval.ts';
import { subjectActionOf } from './subject-action.ts';
import {
  requireMayCancel,
  requireMayDecide,
  requireStillDecider,
  type StrictDecision,
} from './who-decides.ts';

interface Verdict<Status = 'approved' | 'rejected' | 'cancelled'> extends Partial<StrictDecision> {
  status: Status;
  note: string | null;
}

export interface Decided {
  approval: DescribedApproval;
  /** Null where it is about something else. */
  entry: EntryRow | null;
}

/**
 * Approves, and books what was approved. What can no longer be carried out fails with its reason; nothing moves.
 * @throws AppError NOT_FOUND, `already_decided`, FORBIDDEN for the person who requested it; the reasons for which a request
 *   about something else than an entry cannot be carried out now: it keeps waiting
 */
export async function approve(caller: Caller, approval_id: string, note: string | null): Promise<Decided> {
  const { ctx, scope } = caller;
  const { entry_id } = await findApproval(SaccoApproval.query(ctx.db), scope, approval_id);
  if (entry_id) await bookWhatIsDue(caller, entry_id);
  const { approval, entry } = await inTransaction(caller, async (unit) => {
    const { pending, strictly } = await lockForDecision(unit, approval_id);
    const started = pending.entry_id ? await startEntry(unit, pending.entry_id) : null;
    await actionOn(unit, pending)?.onApproved(unit, subjectRequestOf(pending));
    const decided = await decide(unit, pending, { status: 'approved', note, ...strictly });
    if (started?.status === 'failed') await applyEffects(unit, [{ scope, entry: started }]);
    return { approval: decided, entry: started };
  });
  await actionOn(caller, approval)?.afterApproval?.(caller, subjectRequestOf(approval));
  return { approval, entry: entry && (await bookEntry(caller, entry)) };
}

/** Null for an approval of an entry. */
function actionOn(base: Pick<Caller, 'ctx'>, approval: ApprovalRow): SubjectAction | null {
  return approval.subject_id ? subjectActionOf(base, approval) : null;
}

async function bookWhatIsDue({ ctx, scope }: Caller, entry_id: string): Promise<void> {
  const entry = await getEntry(ctx.db, scope, entry_id);
  await ctx.movements.of(entry).due_before?.book(ctx, [entry]);
}

/** @returns the entry, which is now on its way to the ledger, or has failed */
async function startEntry(unit: CallerUnit, entry_id: string): Promise<EntryRow> {
  const { ctx, trx, scope } = unit;
  const waiting = await lockEntry(unit, entry_id);
  const definition = ctx.movements.of(waiting);
  const decision = decisionOf(definition);
  await decision.lock?.(unit, waiting);
  if (definition.cash_from !== null) await lockSettings(unit);
  const planned = await planEntry({ ctx, scope, db: trx }, waiting, 'locked');
  if (planned instanceof Error)
    return changeEntry(unit, waiting.id, {
      status: 'failed',
      error: planned.reason ?? null,
      reason: planned.message,
    });
  await decision.onApproved?.(unit, waiting);
  const reserved = await reservePayout(unit, { ...waiting, ...planned });
  return changeEntry(unit, waiting.id, {
    ...planned,
    ...reserved,
    status: 'posting',
    due_at: resumeAt(),
  });
}

async function changeEntry(
  { trx, scope }: CallerUnit,
  id: string,
  change: Partial<EntryRow>,
): Promise<EntryRow> {
  return expectOne(await SaccoEntry.query(trx).inScope(scope).where({ id }).patch(change).returning('*'));
}

/** @throws AppError NOT_FOUND, `already_decided`, FORBIDDEN for the person who requested it */
export async function reject(caller: Caller, approval_id: string, note: string): Promise<DescribedApproval> {
  return inTransaction(caller, async (unit) => {
    const { pending, strictly } = await lockForDecision(unit, approval_id);
    return drop(unit, pending, { status: 'rejected', note, ...strictly });
  });
}

/** Whoever requested it, or an admin, cancels the request. @throws AppError NOT_FOUND, `already_decided`, FORBIDDEN */
export async function cancelApproval(caller: Caller, approval_id: string): Promise<DescribedApproval> {
  return inTransaction(caller, async (unit) => {
    const approval = await lockApproval(unit, approval_id);
    await requireMayCancel(unit, approval);
    if (approval.status !== 'pending') throw refusal('already_decided');
    return drop(unit, approval, { status: 'cancelled', note: null });
  });
}

/**
 * What the request is about was taken back: nothing is left to decide on. A decision that was made stays.
 * @throws AppError FORBIDDEN
 */
export async function withdrawApproval(unit: CallerUnit, approval_id: string): Promise<void> {
  const approval = await lockApproval(unit, approval_id);
  if (approval.status !== 'pending') return;
  await requireMayCancel(unit, approval);
  await decide(unit, approval, { status: 'cancelled', note: null });
}

async function drop(
  unit: CallerUnit,
  pending: ApprovalRow,
  verdict: Verdict<'rejected' | 'cancelled'>,
): Promise<DescribedApproval> {
  await actionOn(unit, pending)?.onDropped?.(unit, subjectRequestOf(pending), verdict.status);
  if (pending.entry_id) {
    const entry = await changeEntry(unit, pending.entry_id, { status: verdict.status });
    await decisionOf(unit.ctx.movements.of(entry)).onDropped?.(unit, entry);
  }
  return decide(unit, pending, verdict);
}

/** The entry, or whatever else it is about, is in its new state already. */
async function decide(
  unit: CallerUnit,
  { id, environment }: ApprovalRow,
  verdict: Verdict,
): Promise<DescribedApproval> {
  const { trx, scope, actor } = unit;
  await SaccoApproval.query(trx)
    .where({ id })
    .patch({
      ...verdict,
      decided_by_type: actor.type,
      decided_by_id: actor.id,
      decided_at: environment === null ? systemNow() : scope.clock.now(),
    });
  const decided = await getApproval({ ...unit, db: trx }, id);
  await recordApproval(unit, 'approval.decided', { environment, read: () => Promise.resolve(decided) });
  return decided;
}

/** @throws AppError NOT_FOUND, `already_decided`, FORBIDDEN */
async function lockForDecision(
  unit: CallerUnit,
  id: string,
): Promise<{ pending: ApprovalRow; strictly: StrictDecision | null }> {
  const pending = await lockApproval(unit, id);
  await requireMayDecide(unit.trx, pending, unit.actor);
  return { pending, strictly: await requireStillDecider(unit.trx, pending, unit.actor) };
}

function lockApproval({ trx, scope }: CallerUnit, id: string): Promise<ApprovalRow> {
  return findApproval(SaccoApproval.query(trx).forUpdate(), scope, id);
}
