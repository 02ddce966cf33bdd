/** How approvals are found, and presented. */
import type { Actor, Scope } from '../../../core/scope.ts';
import type { Queryable } from '../../../db/connection.ts';
import type { TableQuery } from '../../../db/model.ts';
import type { Page, PageRequest } from '../../../db/page.ts';
import type { Context } from '../../platform/context.ts';
import { DescribedSaccoApproval, type ApprovalStatus, type DescribedApproval } from './approval.model.ts';

type Loans = Pick<Context, 'sacco'>;

/** @throws AppError NOT_FOUND also for approvals of other projects and environments */
export async function getApproval(
  ctx: Loans,
  db: Queryable,
  scope: Scope,
  id: string,
): Promise<DescribedApproval> {
  const row = await describedApprovals(db).findInScope(scope, id);
  const [approval] = await withAmountsNow(ctx, db, scope, [row]);
  return approval as DescribedApproval;
}

/** All but `pending`. */
export const DECIDED = 'decided';

export interface ApprovalFilter extends PageRequest {
  status?: ApprovalStatus | typeof DECIDED;
  requested_by?: Actor;
}

/** Newest first. */
export async function listApprovals(
  ctx: Context,
  scope: Scope,
  { status, requested_by, ...request }: ApprovalFilter,
): Promise<Page<DescribedApproval>> {
  const approvals = describedApprovals(ctx.db)
    .inScope(scope)
    .whereGiven('status', status === DECIDED ? undefined : status)
    .whereGiven('requested_by_type', requested_by?.type)
    .whereGiven('requested_by_id', requested_by?.id);
  if (status === DECIDED) void approvals.whereNot('sacco_approvals.status', 'pending');
  const found = await approvals.paginate<DescribedApproval>(request);
  return { ...found, items: await withAmountsNow(ctx, ctx.db, scope, found.items) };
}

function describedApprovals(db: Queryable): TableQuery<DescribedSaccoApproval> {
  return DescribedSaccoApproval.query(db)
    .leftJoin('sacco_entries as entry', 'entry.id', 'sacco_approvals.entry_id')
    .leftJoin('sacco_settings as settings', (on) =>
      on
        .on('settings.project_id', 'sacco_approvals.project_id')
        .on('settings.environment', 'sacco_approvals.environment'),
    )
    .leftJoin('sacco_members as member', 'member.id', 'entry.member_id')
    .leftJoin('customers as customer', 'customer.id', 'member.customer_id')
    .select(
      'sacco_approvals.*',
      db.raw('coalesce(entry.amount_minor, 0) as amount_minor'),
      db.raw('coalesce(entry.currency, settings.currency) as currency'),
      db.raw('coalesce(entry.memo, sacco_approvals.memo) as memo'),
      'entry.member_id',
      'member.member_no',
      'customer.full_name',
    );
}

/** A write-off that waits is of what is owed now: repayments may have come since it was asked for. */
async function withAmountsNow(
  { sacco }: Loans,
  db: Queryable,
  scope: Scope,
  approvals: DescribedApproval[],
): Promise<DescribedApproval[]> {
  const loan_ids = approvals.flatMap((each) => (isWaitingWriteOff(each) ? (each.loan_id ?? []) : []));
  if (loan_ids.length === 0) return approvals;
  const owed = await sacco.owedOnLoans(db, scope, loan_ids);
  return approvals.map((each) =>
    isWaitingWriteOff(each) ? { ...each, amount_minor: owed.get(each.loan_id as string) ?? 0n } : each,
  );
}

function isWaitingWriteOff({ kind, status }: DescribedApproval): boolean {
  return kind === 'loan_write_off' && status === 'pending';
}
