/** Who may decide on the requests of others, since when, and by whose appointment: what strict approvals ask about. */
import type { Queryable, Transaction } from '../../../db/connection.ts';
import { raw } from '../../../db/model.ts';
import { decides, type Role } from '../projects/roles.rules.ts';
import { Staff } from '../members/staff.model.ts';

export type DecidingMember = Pick<Staff, 'role' | 'decides_since' | 'appointed_by'> & {
  strict_approvals: boolean;
  /** The time, by the database's clock. */
  now: Date;
};

/** Undefined for who is not on the staff. */
export async function findDecider(
  db: Queryable,
  project_id: string,
  user_id: string,
): Promise<DecidingMember | undefined> {
  return deciderQuery(db, project_id, user_id);
}

/** The same; role and strictness stay as they are until the transaction ends. */
export async function lockDecider(
  trx: Transaction,
  project_id: string,
  user_id: string,
): Promise<DecidingMember | undefined> {
  return deciderQuery(trx, project_id, user_id).forShare();
}

function deciderQuery(db: Queryable, project_id: string, user_id: string) {
  return Staff.query(db)
    .join('projects', 'projects.id', 'staff.project_id')
    .where({ 'staff.project_id': project_id, 'staff.user_id': user_id, 'staff.status': 'active' })
    .select(
      'staff.role',
      'staff.decides_since',
      'staff.appointed_by',
      'projects.strict_approvals',
      raw('clock_timestamp() as now'),
    )
    .first()
    .castTo<DecidingMember | undefined>();
}

/** By the database's clock, and rounded up: never before a request that was stored earlier. */
const NOW = () => raw("date_trunc('milliseconds', clock_timestamp()) + interval '1 millisecond'");

/** The columns of an active member who gets that role. @param before locked; undefined for a new member */
export function deciderColumns(role: Role, by: string, before?: Staff): object {
  if (!decides(role)) return { decides_since: null, appointed_by: null };
  const decided = before !== undefined && decides(before.role);
  return {
    ...(decided ? {} : { appointed_by: by }),
    ...(decided && before.status === 'active' && before.decides_since ? {} : { decides_since: NOW() }),
  };
}

/** The same for who has not accepted yet, and decides nothing before. */
export function invitedColumns(role: Role, by: string, before?: Staff): object {
  return { ...deciderColumns(role, by, before), decides_since: null };
}

/** The columns of who accepts an invitation to that role. */
export function acceptedColumns(role: Role): object {
  return decides(role) ? { decides_since: NOW() } : {};
}
