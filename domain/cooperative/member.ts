/** How a member is found and locked. */
import { notFound } from '../../core/errors.ts';
import type { Scope } from '../../core/scope.ts';
import type { Queryable } from '../../db/connection.ts';
import type { TableQuery } from '../../db/model.ts';
import { NamedSaccoMember, SaccoMember, type NamedMember } from './member.model.ts';
import type { Locker } from './settings.ts';

export function namedMembers(db: Queryable): TableQuery<NamedSaccoMember> {
  return NamedSaccoMember.query(db)
    .joinRelated('customer')
    .select('sacco_members.*', 'customer.full_name', 'customer.phone', 'customer.status as customer_status');
}

/** @throws AppError NOT_FOUND also for members of other projects and environments */
export function getMember(db: Queryable, scope: Scope, id: string): Promise<NamedMember> {
  return namedMembers(db).findInScope(scope, id);
}

/** @param number as it is written: `M00001` @throws AppError NOT_FOUND */
export async function idOfMember(db: Queryable, scope: Scope, number: string): Promise<string> {
  const member = await SaccoMember.query(db).inScope(scope).where({ member_no: number }).select('id').first();
  if (!member) throw notFound('member');
  return member.id;
}

/**
 * Locks the member until the transaction ends.
 * @param how `share`: the status stays as it is; `update`: it, or the sum of the day's withdrawals, is about to change
 * @throws AppError NOT_FOUND
 */
export async function lockMember(
  { trx, scope }: Locker,
  id: string,
  how: 'share' | 'update',
): Promise<NamedMember> {
  const query = namedMembers(trx);
  void (how === 'share' ? query.forShare('sacco_members') : query.forNoKeyUpdate('sacco_members'));
  const member = await query.inScope(scope).where('sacco_members.id', id).first();
  if (!member) throw notFound('member');
  return member;
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
