/**
 * Maker and checker: nobody decides on their own request, whatever role or key it was made with; under strict approvals nobody
 * who became able to decide after the request, or whom the requester has lately appointed.
 */
import { AppError, forbidden, refusal } from '../../../core/errors.ts';
import type { Actor, Scope } from '../../../core/scope.ts';
import type { Queryable, Transaction } from '../../../db/connection.ts';
import type { Caller, CallerUnit } from '../../platform/unit.ts';
import {
  DECIDERS,
  isOperator,
  issuerOfKey,
  MANAGERS,
  mayEnterProject,
  roleOf,
  strictApprovals,
  type StaffDemands,
} from '../../staff/index.ts';
import { SaccoApproval, type ApprovalRow } from './approval.model.ts';
import { findApproval } from './approval.ts';
import { isNewDecider } from './who-decides.rules.ts';

/** Which staff decide at all. */
export const DECISION_DEMANDS = { roles: DECIDERS, second_factor: true } as const satisfies StaffDemands;

/**
 * @param user who meets `DECISION_DEMANDS`
 * @throws AppError `already_decided`; FORBIDDEN for the person who requested it, and for platform operators
 */
export async function requireMayDecide(
  db: Queryable,
  approval: ApprovalRow,
  { id: user_id }: Actor,
): Promise<void> {
  if (approval.status !== 'pending') throw refusal('already_decided');
  if (await isOperator(db, user_id)) throw forbidden('Platform operators decide nothing.');
  if ((await requesterOf(db, approval)) === user_id)
    throw forbidden('Whoever asked for this, or issued the key that did, cannot decide on it.');
}

/** What is stored with a decision under strict approvals, so that it can be verified. */
export type StrictDecision = Pick<
  ApprovalRow,
  'strict_decided_at' | 'strict_decider_since' | 'strict_appointed_by'
>;

/**
 * Between the request's arrival and the lock of the approval the user may have been removed, become a maker, or only then have
 * become a checker. The role, and whether approvals are strict, stay as they are until the transaction ends.
 * @returns null where approvals are not strict
 * @throws AppError FORBIDDEN, `not_decider_at_request`
 */
export async function requireStillDecider(
  trx: Transaction,
  approval: ApprovalRow,
  { id: user_id }: Actor,
): Promise<StrictDecision | null> {
  const member = await strictApprovals.lockDecider(trx, approval.project_id, user_id);
  return requireDecider(trx, approval, member);
}

async function requireDecider(
  db: Queryable,
  approval: ApprovalRow,
  member: strictApprovals.DecidingMember | undefined,
): Promise<StrictDecision | null> {
  if (!member || !DECIDERS.includes(member.role))
    throw forbidden('Your role in this project no longer decides.');
  if (!member.strict_approvals) return null;
  const { asked_at } = approval;
  const requester = await requesterOf(db, approval);
  if (isNewDecider(member, { asked_at, requester }, member.now)) throw refusal('not_decider_at_request');
  return {
    strict_decided_at: member.now,
    strict_decider_since: member.decides_since,
    strict_appointed_by: member.appointed_by,
  };
}

/** Whether approving or rejecting it now would be allowed for this caller. */
export async function mayDecide({ ctx, scope, actor }: Caller, approval: ApprovalRow): Promise<boolean> {
  if (actor.type !== 'user') return false;
  if (!(await mayEnterProject(ctx.db, actor.id, scope.project_id, DECISION_DEMANDS))) return false;
  try {
    await requireMayDecide(ctx.db, approval, actor);
    const member = await strictApprovals.findDecider(ctx.db, scope.project_id, actor.id);
    await requireDecider(ctx.db, approval, member);
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

/** @throws AppError FORBIDDEN */
export async function requireMayCancel(
  { trx, scope, actor }: CallerUnit,
  approval: ApprovalRow,
): Promise<void> {
  if (actor.type === 'system') return;
  if (actor.type === approval.requested_by_type && actor.id === approval.requested_by_id) return;
  if (actor.type === 'user') {
    if ((await requesterOf(trx, approval)) === actor.id) return;
    const role = await roleOf(trx, scope.project_id, actor.id);
    if (role && MANAGERS.includes(role)) return;
  }
  throw forbidden('Only whoever asked for this, an admin or the owner can cancel it.');
}

/** The person behind a request: the user, or who issued the key. @throws AppError NOT_FOUND */
export async function requesterOfApproval(db: Queryable, scope: Scope, id: string): Promise<string | null> {
  return requesterOf(db, await findApproval(SaccoApproval.query(db), scope, id));
}

async function requesterOf(
  db: Queryable,
  { requested_by_type, requested_by_id }: ApprovalRow,
): Promise<string | null> {
  if (requested_by_type === 'user') return requested_by_id;
  return requested_by_type === 'api_key' ? issuerOfKey(db, requested_by_id) : null;
}
