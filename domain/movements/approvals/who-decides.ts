/** Maker and checker: nobody decides on their own request, whatever role or key it was made with. */
import { AppError, forbidden, refusal } from '../../../core/errors.ts';
import type { Actor } from '../../../core/scope.ts';
import type { Queryable, Transaction } from '../../../db/connection.ts';
import type { Caller, CallerUnit } from '../../platform/unit.ts';
import {
  DECIDERS,
  isOperator,
  issuerOfKey,
  lockRole,
  MANAGERS,
  mayEnterProject,
  roleOf,
  type StaffDemands,
} from '../../staff/index.ts';
import type { ApprovalRow } from './approval.model.ts';

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

/**
 * Between the request's arrival and the lock of the approval the user may have been removed, or become a maker. The role stays
 * as it is until the transaction ends.
 * @throws AppError FORBIDDEN
 */
export async function requireStillDecider(
  trx: Transaction,
  { project_id }: ApprovalRow,
  { id: user_id }: Actor,
): Promise<void> {
  const role = await lockRole(trx, project_id, user_id);
  if (!role || !DECIDERS.includes(role)) throw forbidden('Your role in this project no longer decides.');
}

/** Whether approving or rejecting it now would be allowed for this caller. */
export async function mayDecide({ ctx, scope, actor }: Caller, approval: ApprovalRow): Promise<boolean> {
  if (actor.type !== 'user') return false;
  if (!(await mayEnterProject(ctx.db, actor.id, scope.project_id, DECISION_DEMANDS))) return false;
  try {
    await requireMayDecide(ctx.db, approval, actor);
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
  if (actor.type === approval.requested_by_type && actor.id === approval.requested_by_id) return;
  if (actor.type === 'user') {
    if ((await requesterOf(trx, approval)) === actor.id) return;
    const role = await roleOf(trx, scope.project_id, actor.id);
    if (role && MANAGERS.includes(role)) return;
  }
  throw forbidden('Only whoever asked for this, an admin or the owner can cancel it.');
}

/** The person behind the request: the user, or who issued the key. */
async function requesterOf(
  db: Queryable,
  { requested_by_type, requested_by_id }: ApprovalRow,
): Promise<string | null> {
  if (requested_by_type === 'user') return requested_by_id;
  return requested_by_type === 'api_key' ? issuerOfKey(db, requested_by_id) : null;
}
