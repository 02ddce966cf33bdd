/** An approval as stored: who asked for what, and who decided. */
import { notFound } from '../../../core/errors.ts';
import type { Actor, Environment, Scope } from '../../../core/scope.ts';
import type { Queryable } from '../../../db/connection.ts';
import type { EntryKind } from '../entries/movement.rules.ts';
import { page, type Page, type PageRequest } from '../../../db/page.ts';

export const APPROVAL_STATUSES = ['pending', 'approved', 'rejected', 'cancelled'] as const;
export type ApprovalStatus = (typeof APPROVAL_STATUSES)[number];

/** The movements that can wait for a checker. */
export type ApprovalKind = Extract<
  EntryKind,
  'withdrawal' | 'cash_adjustment' | 'member_exit' | 'loan_disbursement' | 'loan_write_off' | 'dividend'
>;

export interface ApprovalRow {
  id: string;
  project_id: string;
  environment: Environment;
  kind: ApprovalKind;
  status: ApprovalStatus;
  entry_id: string | null;
  loan_id: string | null;
  dividend_id: string | null;
  summary: string;
  requested_by_type: Actor['type'];
  requested_by_id: string;
  requested_at: Date;
  decided_by_type: Actor['type'] | null;
  decided_by_id: string | null;
  decided_at: Date | null;
  note: string | null;
}

/** @throws AppError NOT_FOUND also for approvals of other projects and environments */
export async function getApproval(db: Queryable, scope: Scope, id: string): Promise<ApprovalRow> {
  const approval = await db<ApprovalRow>('sacco_approvals')
    .where({ id, project_id: scope.project_id, environment: scope.environment })
    .first();
  if (!approval) throw notFound('approval');
  return approval;
}

/** Newest first. */
export async function listApprovals(
  db: Queryable,
  scope: Scope,
  { limit, after, status }: PageRequest & { status?: ApprovalStatus | undefined },
): Promise<Page<ApprovalRow>> {
  const query = db<ApprovalRow>('sacco_approvals').where({
    project_id: scope.project_id,
    environment: scope.environment,
  });
  if (status) void query.where('status', status);
  if (after) void query.where('id', '<', after);
  return page(await query.orderBy('id', 'desc').limit(limit + 1), limit, (row) => row.id);
}

export function presentApproval(row: ApprovalRow): object {
  return {
    id: row.id,
    kind: row.kind,
    status: row.status,
    entry_id: row.entry_id,
    loan_id: row.loan_id,
    dividend_id: row.dividend_id,
    summary: row.summary,
    requested_by: { type: row.requested_by_type, id: row.requested_by_id },
    requested_at: row.requested_at,
    decided_by: row.decided_by_id ? { type: row.decided_by_type, id: row.decided_by_id } : null,
    decided_at: row.decided_at,
    note: row.note,
  };
}
