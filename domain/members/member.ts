/** Members with what they hold, and how many there are. */
import type { Scope } from '../../core/scope.ts';
import type { Queryable } from '../../db/connection.ts';
import { page, refuseWithSearch, type Page, type PageRequest } from '../../db/page.ts';
import {
  getMember,
  getSettings,
  MEMBER_STATUSES,
  namedMembers,
  SaccoMember,
  type MemberStatus,
  type NamedMember,
} from '../cooperative/index.ts';
import type { ScopedContext } from '../platform/unit.ts';
import { holdingsOf, type Holdings } from './accounts.ts';
import { findMemberIds } from './search/search.ts';

export interface MemberWithHoldings extends NamedMember, Holdings {}

/** The ids of all members with one of these statuses, in their order. */
export async function idsOfMembers(
  db: Queryable,
  scope: Scope,
  statuses: readonly MemberStatus[],
): Promise<string[]> {
  const rows = await SaccoMember.query(db)
    .inScope(scope)
    .whereIn('status', [...statuses])
    .orderBy('id')
    .select('id');
  return rows.map(({ id }) => id);
}

/** How many members have each status. */
export async function countMembers(db: Queryable, scope: Scope): Promise<Record<MemberStatus, number>> {
  const counted = (await SaccoMember.query(db)
    .inScope(scope)
    .groupBy('status')
    .select('status')
    .count('* as count')) as unknown as { status: MemberStatus; count: bigint }[];
  const counts = new Map(counted.map(({ status, count }) => [status, Number(count)]));
  return Object.fromEntries(MEMBER_STATUSES.map((status) => [status, counts.get(status) ?? 0])) as Record<
    MemberStatus,
    number
  >;
}

async function withHoldings(base: ScopedContext, members: NamedMember[]): Promise<MemberWithHoldings[]> {
  if (members.length === 0) return [];
  const { currency } = await getSettings(base.ctx.db, base.scope);
  const holdings = await holdingsOf(
    base,
    members.map(({ id }) => id),
    currency,
  );
  return members.map((member, i) => ({ ...member, ...(holdings[i] as Holdings) }));
}

/** @throws AppError NOT_FOUND */
export async function readMember(base: ScopedContext, id: string): Promise<MemberWithHoldings> {
  const { ctx, scope } = base;
  // Without settings there is no member, which is told first.
  const settings = getSettings(ctx.db, scope);
  settings.catch(() => undefined);
  const member = await getMember(ctx.db, scope, id);
  const { currency } = await settings;
  const [holdings] = await holdingsOf(base, [id], currency);
  return { ...member, ...(holdings as Holdings) };
}

export interface MemberFilter extends PageRequest {
  status?: MemberStatus | undefined;
  q?: string | undefined;
}

/**
 * Newest first by default; `q` is the beginning of the number, or what the customer is found by.
 * @throws AppError VALIDATION_ERROR when what is searched for should be sorted or counted
 */
export async function listMembers(
  base: ScopedContext,
  { status, q, ...request }: MemberFilter,
): Promise<Page<MemberWithHoldings>> {
  const { ctx, scope } = base;
  const { limit, after } = request;
  const members = namedMembers(ctx.db).inScope(scope);
  if (q === undefined) {
    const { project_id, environment } = scope;
    const found = await members
      .whereGiven('status', status)
      // The same of the person's file: names have an index within the project and environment.
      .where({ 'customer.project_id': project_id, 'customer.environment': environment })
      .paginate<NamedMember>(request);
    return { ...found, items: await withHoldings(base, found.items) };
  }
  refuseWithSearch(request);
  const ids = await findMemberIds(base, { typed: q, status, limit: limit + 1, after });
  const rows = await members.whereIn('sacco_members.id', ids).orderBy('sacco_members.id', 'desc');
  const found = page<NamedMember>(rows, limit, ({ id }) => id);
  return { ...found, items: await withHoldings(base, found.items) };
}
