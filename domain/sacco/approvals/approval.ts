/** How approvals are found, and presented. */
import type { Actor, Scope } from '../../../core/scope.ts';
import type { Queryable } from '../../../db/connection.ts';
import type { Page, PageRequest } from '../../../db/page.ts';
import { SaccoApproval, type ApprovalRow, type ApprovalStatus } from './approval.model.ts';

/** @throws AppError NOT_FOUND also for approvals of other projects and environments */
export function getApproval(db: Queryable, scope: Scope, id: string): Promise<ApprovalRow> {
  return SaccoApproval.query(db).findInScope(scope, id);
}

export interface ApprovalFilter extends PageRequest {
  status?: ApprovalStatus;
  requested_by?: Actor;
}

/** Newest first. */
export function listApprovals(
  db: Queryable,
  scope: Scope,
  { status, requested_by, ...request }: ApprovalFilter,
): Promise<Page<ApprovalRow>> {
  return SaccoApproval.query(db)
    .inScope(scope)
    .whereGiven('status', status)
    .whereGiven('requested_by_type', requested_by?.type)
    .whereGiven('requested_by_id', requested_by?.id)
    .paginate(request);
}
