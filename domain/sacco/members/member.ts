/** How members are found and locked, and what they hold. */
import { notFound } from '../../../core/errors.ts';
import type { Scope } from '../../../core/scope.ts';
import type { Queryable, Transaction } from '../../../db/connection.ts';
import type { TableQuery } from '../../../db/model.ts';
import { page, type Page, type PageRequest } from '../../../db/page.ts';
import type { Context } from '../../platform/context.ts';
import { holdingsOf, type Holdings } from './accounts.ts';
import { NamedSaccoMember, SaccoMember, type NamedMember } from './member.model.ts';
import { MEMBER_STATUSES, type MemberStatus } from './member.rules.ts';
import { findMemberIds } from './search.ts';
import { getSettings } from '../settings.ts';

export interface MemberWithHoldings extends NamedMember, Holdings {}

function namedMembers(db: Queryable): TableQuery<NamedSaccoMember> {
  return NamedSaccoMember.query(db)
    .joinRelated('customer')
    .select('sacco_members.*', 'customer.full_name', 'customer.phone', 'customer.status as customer_status');
}

/** @throws AppError NOT_FOUND also for members of other projects and environments */
export function getMember(db: Queryable, scope: Scope, id: string): Promise<NamedMember> {
  return namedMembers(db).findInScope(scope, id);
}

/**
 * Locks the member until the transaction ends.
 * @param how `share`: the status stays as it is; `update`: it, or the sum of the day's withdrawals, is about to change
 * @throws AppError NOT_FOUND
 */
export async function lockMember(
  trx: Transaction,
  scope: Scope,
  id: string,
  how: 'share' | 'update',
): Promise<NamedMember> {
  const member = await lockMemberIfAny(trx, scope, id, how);
  if (!member) throw notFound('member');
  return member;
}

/** The same; null when there is no such member. */
export async function lockMemberIfAny(
  trx: Transaction,
  scope: Scope,
  id: string,
  how: 'share' | 'update' = 'update',
): Promise<NamedMember | null> {
  const query = namedMembers(trx);
  void (how === 'share' ? query.forShare('sacco_members') : query.forNoKeyUpdate('sacco_members'));
  return (await query.inScope(scope).where('sacco_members.id', id).first()) ?? null;
}

/** Members by their ids; unknown ones are left out. */
export async function readMembers(
  db: Queryable,
  scope: Scope,
  ids: readonly string[],
): Promise<Map<string, NamedMember>> {
  if (ids.length === 0) return new Map();
  const rows = await namedMembers(db)
    .inScope(scope)
    .whereIn('sacco_members.id', [...ids]);
  return new Map(rows.map((row) => [row.id, row]));
}

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

export async function withHoldings(
  ctx: Context,
  scope: Scope,
  members: NamedMember[],
): Promise<MemberWithHoldings[]> {
  if (members.length === 0) return [];
  const { currency } = await getSettings(ctx.db, scope);
  const holdings = await holdingsOf(
    ctx,
    scope,
    members.map(({ id }) => id),
    currency,
  );
  return members.map((member, i) => ({ ...member, ...(holdings[i] as Holdings) }));
}

/** @throws AppError NOT_FOUND */
export async function readMember(ctx: Context, scope: Scope, id: string): Promise<MemberWithHoldings> {
  const [member] = await withHoldings(ctx, scope, [await getMember(ctx.db, scope, id)]);
  return member as MemberWithHoldings;
}

export interface MemberFilter extends PageRequest {
  status?: MemberStatus | undefined;
  q?: string | undefined;
}

/** Newest first; `q` is the beginning of the number, or what the customer is found by. */
export async function listMembers(
  ctx: Context,
  scope: Scope,
  { status, q, ...request }: MemberFilter,
): Promise<Page<MemberWithHoldings>> {
  const members = namedMembers(ctx.db).inScope(scope);
  const found =
    q === undefined
      ? await members.whereGiven('status', status).paginate(request)
      : await membersFound(ctx.db, members, scope, q, status, request);
  return { ...found, items: await withHoldings(ctx, scope, found.items) };
}

async function membersFound(
  db: Queryable,
  members: TableQuery<NamedSaccoMember>,
  scope: Scope,
  q: string,
  status: MemberStatus | undefined,
  { limit, after }: PageRequest,
): Promise<Page<NamedMember>> {
  const ids = await findMemberIds(db, scope, q, status, { limit: limit + 1, after });
  const rows = await members.whereIn('sacco_members.id', ids).orderBy('sacco_members.id', 'desc');
  return page(rows, limit, ({ id }) => id);
}
