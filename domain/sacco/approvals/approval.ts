/** How approvals are found, and presented. */
import type { Scope } from '../../../core/scope.ts';
import type { Queryable } from '../../../db/connection.ts';
import type { Page, PageRequest } from '../../../db/page.ts';
import { SaccoApproval, type ApprovalRow, type ApprovalStatus } from './approval.model.ts';

/** @throws AppError NOT_FOUND also for approvals of other projects and environments */
export function getApproval(db: Queryable, scope: Scope, id: string): Promise<ApprovalRow> {
  return SaccoApproval.query(db).findInScope(scope, id);
}

/** Newest first. */
export function listApprovals(
  db: Queryable,
  scope: Scope,
  { status, ...request }: PageRequest & { status?: ApprovalStatus | undefined },
): Promise<Page<ApprovalRow>> {
  return SaccoApproval.query(db).inScope(scope).whereGiven('status', status).paginate(request);
}
