/** How approvals are found. */
import { notFound } from '../../../core/errors.ts';
import type { Actor, Scope } from '../../../core/scope.ts';
import type { Queryable } from '../../../db/connection.ts';
import { raw, type TableQuery } from '../../../db/model.ts';
import { mergedPage, withOneMore, type Page, type PageRequest } from '../../../db/page.ts';
import type { Context } from '../../platform/context.ts';
import type { ScopedContext } from '../../platform/unit.ts';
import type { Reader } from '../movement.ts';
import {
  APPROVAL_STATUSES,
  DescribedSaccoApproval,
  SaccoApproval,
  type ApprovalStatus,
  type DescribedApproval,
} from './approval.model.ts';

/** @throws AppError NOT_FOUND also for approvals of other projects and environments */
export async function getApproval({ ctx, db, scope }: Reader, id: string): Promise<DescribedApproval> {
  const row = await findApproval(describedApprovals(db), scope, id);
  const [approval] = await withAmountsNow({ ctx, db, scope }, [row]);
  return approval as DescribedApproval;
}

/** One of the environment, or of the project. @throws AppError NOT_FOUND */
export async function findApproval<Row extends SaccoApproval>(
  approvals: TableQuery<Row>,
  { project_id, environment }: Scope,
  id: string,
): Promise<Row> {
  const row = await approvals
    .where({ 'sacco_approvals.id': id, 'sacco_approvals.project_id': project_id })
    .where((here) =>
      here.where('sacco_approvals.environment', environment).orWhereNull('sacco_approvals.environment'),
    )
    .first();
  if (!row) throw notFound(SaccoApproval.label);
  return row;
}

/** By what lists can be narrowed: a status, or `decided`, which is all but `pending`. */
export const APPROVAL_FILTERS = [...APPROVAL_STATUSES, 'decided'] as const;

export interface ApprovalFilter extends PageRequest {
  status?: ApprovalStatus | 'decided';
  requested_by?: Actor;
}

/** Newest first by default: those of the environment and those of the project. */
export async function listApprovals(
  { ctx, scope }: ScopedContext,
  { status, requested_by, ...request }: ApprovalFilter,
): Promise<Page<DescribedApproval>> {
  // Two reads, each along its index: one condition for both would sort every approval of the environment.
  const pages = await Promise.all(
    [scope.environment, null].map((environment) => {
      const approvals = describedApprovals(ctx.db)
        .where('sacco_approvals.project_id', scope.project_id)
        .whereGiven('status', status === 'decided' ? undefined : status)
        .whereGiven('requested_by_type', requested_by?.type)
        .whereGiven('requested_by_id', requested_by?.id);
      if (environment) void approvals.where('sacco_approvals.environment', environment);
      else void approvals.whereNull('sacco_approvals.environment');
      if (status === 'decided') void approvals.whereNot('sacco_approvals.status', 'pending');
      return approvals.paginate<DescribedApproval>(withOneMore(request));
    }),
  );
  const found = mergedPage(pages, request);
  return { ...found, items: await withAmountsNow({ ctx, db: ctx.db, scope }, found.items) };
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
      raw('coalesce(entry.amount_minor, sacco_approvals.amount_minor, 0) as amount_minor'),
      raw('coalesce(entry.currency, sacco_approvals.currency, settings.currency) as currency'),
      raw('coalesce(entry.memo, sacco_approvals.memo) as memo'),
      'entry.member_id',
      'member.member_no',
      'customer.full_name',
    );
}

/** The amounts of some requests change while they wait. */
async function withAmountsNow(
  { ctx, db, scope }: Reader,
  approvals: DescribedApproval[],
): Promise<DescribedApproval[]> {
  const waiting = approvals.filter(({ status }) => status === 'pending');
  const amounts = new Map<string, bigint>();
  for (const { kind, amountsNow } of changingAmounts(ctx)) {
    const of_kind = waiting.filter((each) => each.kind === kind);
    if (of_kind.length > 0)
      for (const [id, amount_minor] of await amountsNow(db, scope, of_kind)) amounts.set(id, amount_minor);
  }
  return approvals.map((each) => {
    const amount_minor = amounts.get(each.id);
    return amount_minor === undefined ? each : { ...each, amount_minor };
  });
}

function changingAmounts({ movements }: Pick<Context, 'movements'>) {
  return movements.all.flatMap(({ kind, approval }) =>
    approval.when !== 'never' && approval.decision.amountsNow
      ? [{ kind, amountsNow: approval.decision.amountsNow }]
      : [],
  );
}
