/** How a member is found and locked. */
import { notFound } from '../../core/errors.ts';
import { readTogether } from '../../core/read-together.ts';
import type { Scope } from '../../core/scope.ts';
import { columnsOf } from '../../db/columns-of.ts';
import type { Queryable } from '../../db/connection.ts';
import { scopeColumns, type TableQuery } from '../../db/model.ts';
import { readNamedMembers } from './member.sql.ts';
import { NamedSaccoMember, SaccoMember, type NamedMember } from './member.model.ts';
import type { Locker } from './settings.ts';

export function namedMembers(db: Queryable): TableQuery<NamedSaccoMember> {
  return NamedSaccoMember.query(db)
    .joinRelated('customer')
    .select('sacco_members.*', 'customer.full_name', 'customer.phone', 'customer.status as customer_status');
}

/** @throws AppError NOT_FOUND also for members of other projects and environments */
export async function getMember(db: Queryable, scope: Scope, id: string): Promise<NamedMember> {
  const member = await readMember(db, { id, ...scopeColumns(scope) });
  if (!member) throw notFound('member');
  return member;
}

/** Members read in one statement. */
const MAX_MEMBERS_PER_READ = 500;

const readMember = readTogether<
  Queryable,
  Pick<NamedMember, 'id' | 'project_id' | 'environment'>,
  NamedMember
>({
  max: MAX_MEMBERS_PER_READ,
  nameOf: ({ id, project_id, environment }) => `${id} ${project_id} ${environment}`,
  read: (db, names) => readNamedMembers(db, columnsOf(names, 'id', 'project_id', 'environment')),
});

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
