/** The member as stored, and how it is found. */
import { notFound } from '../../../core/errors.ts';
import type { Environment, Scope } from '../../../core/scope.ts';
import type { Queryable, Transaction } from '../../../db/connection.ts';
import { page, type Page, type PageRequest } from '../../../db/page.ts';
import type { Context } from '../../platform/context.ts';
import { customersMatching, type CustomerRow } from '../../customers/index.ts';
import { holdingsOf, type Holdings } from './accounts.ts';
import type { MemberStatus } from './member.rules.ts';
import { getSettings } from '../settings.ts';

export interface MemberRow {
  id: string;
  project_id: string;
  environment: Environment;
  member_no: string;
  customer_id: string;
  status: MemberStatus;
  entrance_fee_paid: boolean;
  joined_at: Date;
  updated_at: Date;
}

/** A member with what the customer's file says of the person. */
export interface NamedMember extends MemberRow {
  full_name: string;
  phone: string | null;
  customer_status: CustomerRow['status'];
}

export interface MemberWithHoldings extends NamedMember, Holdings {}

function namedMembers(db: Queryable, scope: Scope) {
  return db('sacco_members as m')
    .join('customers as c', 'c.id', 'm.customer_id')
    .where({ 'm.project_id': scope.project_id, 'm.environment': scope.environment })
    .select('m.*', 'c.full_name', 'c.phone', 'c.status as customer_status');
}

/** @throws AppError NOT_FOUND also for members of other projects and environments */
export async function getMember(db: Queryable, scope: Scope, id: string): Promise<NamedMember> {
  const member = await namedMembers(db, scope).where('m.id', id).first();
  if (!member) throw notFound('member');
  return member;
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
  const query = namedMembers(trx, scope).where('m.id', id);
  return (await (how === 'share' ? query.forShare('m') : query.forNoKeyUpdate('m')).first()) ?? null;
}

/** Members by their ids; unknown ones are left out. */
export async function readMembers(
  db: Queryable,
  scope: Scope,
  ids: readonly string[],
): Promise<Map<string, NamedMember>> {
  if (ids.length === 0) return new Map();
  const rows: NamedMember[] = await namedMembers(db, scope).whereIn('m.id', [...ids]);
  return new Map(rows.map((row) => [row.id, row]));
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
  { limit, after, status, q }: MemberFilter,
): Promise<Page<MemberWithHoldings>> {
  const query = namedMembers(ctx.db, scope);
  if (status) void query.where('m.status', status);
  if (after) void query.where('m.id', '<', after);
  if (q !== undefined) {
    const numbered = q.toUpperCase();
    void query.where((either) =>
      either
        .whereRaw('upper(m.member_no) between ? and ?', [numbered, `${numbered}\uFFFF`])
        .orWhereIn('m.customer_id', customersMatching(ctx.db, scope, q)),
    );
  }
  const rows: NamedMember[] = await query.orderBy('m.id', 'desc').limit(limit + 1);
  const found = page(rows, limit, (row) => row.id);
  return { ...found, items: await withHoldings(ctx, scope, found.items) };
}
