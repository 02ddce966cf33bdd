/** Projects, their staff, and the test clock of each. */
import { offsetClock, systemNow } from '../../core/clock.ts';
import { invalidField, notFound, refusal } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { ENVIRONMENTS, scopeOf, type Actor, type Environment, type Scope } from '../../core/scope.ts';
import type { Db, Queryable, Transaction } from '../../db/connection.ts';
import { expectOne } from '../../db/rows.ts';
import type { TableQuery } from '../../db/model.ts';
import type { Page, PageRequest } from '../../db/page.ts';
import { JOB_NAMES, JOBS } from '../../jobs/registry.ts';
import { audit } from '../platform/audit.ts';
import type { Context } from '../platform/context.ts';
import { Project, type ProjectRow } from './project.model.ts';
import type { Role } from './roles.rules.ts';
import { Staff } from './staff.model.ts';
import { User, type UserRow } from './user.model.ts';
import { endSessions } from './users.ts';

export type StaffMember = Pick<Staff, 'user_id' | 'role' | 'added_at'> & Pick<User, 'email' | 'name'>;

/** The test clock moves at most so far at once, and so far in all: dates stay within what every part can express. */
const MAX_MOVE_YEARS = 10;
const MAX_AHEAD_YEARS = 100;

/** A new project, its creator the owner. */
export async function createProject(db: Db, user: UserRow, name: string): Promise<ProjectRow> {
  return db.transaction(async (trx) => {
    const project = await Project.query(trx)
      .insert({ id: newId('project'), name, owner_id: user.id })
      .returning('*');
    await Staff.query(trx).insert({ project_id: project.id, user_id: user.id, role: 'owner' });
    return project;
  });
}

export function projectScope(project: ProjectRow, environment: Environment): Scope {
  return scopeOf(project.id, environment, project.test_clock_offset_ms);
}

/** Staff of a project, the owner included, newest first. */
export function listStaff(db: Db, project_id: string, request: PageRequest): Promise<Page<StaffMember>> {
  return staffQuery(db).where('staff.project_id', project_id).paginateByMoment<StaffMember>(request, {
    moment: 'added_at',
    id: 'user_id',
    within: { project_id },
    // Who was removed since then has no place any more: the list begins anew.
    after_missing_row: 'first',
  });
}

/** Selects what a StaffMember says. */
function staffQuery(db: Queryable): TableQuery<Staff> {
  return Staff.query(db)
    .join('users', 'users.id', 'staff.user_id')
    .select('staff.user_id', 'users.email', 'users.name', 'staff.role', 'staff.added_at');
}

/** The role of a user in a project; undefined when the user has none. */
export async function roleOf(db: Queryable, project_id: string, user_id: string): Promise<Role | undefined> {
  const member = await Staff.query(db).where({ project_id, user_id }).select('role').first();
  return member?.role;
}

/**
 * Adds a registered user, or changes the role of one who is there. Recorded in both environments' audit logs.
 * @throws AppError NOT_FOUND for an unknown email, `owner_protected`
 */
export async function putStaff(
  ctx: Context,
  project: ProjectRow,
  actor: Actor,
  { email, role }: { email: string; role: Role },
): Promise<{ member: StaffMember; added: boolean }> {
  return ctx.db.transaction(async (trx) => {
    const user = await User.query(trx).whereRaw('lower(email) = lower(?)', [email]).first();
    if (!user) throw notFound('registered user');
    const mine = { project_id: project.id, user_id: user.id };
    const added = await Staff.query(trx).insertUnlessTaken({ ...mine, role });
    const before = added ? null : expectOne(await Staff.query(trx).where(mine).forUpdate());
    if (before?.role === 'owner') throw refusal('owner_protected');
    if (before) await Staff.query(trx).where(mine).patch({ role });
    if (before?.role !== role) {
      await auditStaff(trx, project, actor, before ? 'staff.role_changed' : 'staff.added', user.id, {
        role,
        ...(before ? { previous_role: before.role } : {}),
      });
    }
    const [member] = await staffQuery(trx)
      .where({ 'staff.project_id': project.id, 'staff.user_id': user.id })
      .castTo<[StaffMember]>();
    return { member, added };
  });
}

/** Removes a user from the project and ends the user's sessions. @throws AppError `owner_protected` */
export async function removeStaff(
  ctx: Context,
  project: ProjectRow,
  actor: Actor,
  user_id: string,
): Promise<void> {
  await ctx.db.transaction(async (trx) => {
    const mine = { project_id: project.id, user_id };
    const member = await Staff.query(trx).where(mine).forUpdate().first();
    if (!member) throw notFound('staff member');
    if (member.role === 'owner') throw refusal('owner_protected');
    await Staff.query(trx).where(mine).delete();
    await endSessions(trx, user_id);
    await auditStaff(trx, project, actor, 'staff.removed', user_id, { role: member.role });
  });
}

/** Staff belong to the whole project, so both environments' logs tell of a change. */
async function auditStaff(
  trx: Transaction,
  project: ProjectRow,
  actor: Actor,
  action: string,
  user_id: string,
  details: Record<string, unknown>,
): Promise<void> {
  for (const environment of ENVIRONMENTS)
    await audit(trx, projectScope(project, environment), actor, action, user_id, details);
}

export interface TestClock {
  now: Date;
  offset_seconds: number;
}

export function readTestClock({ test_clock_offset_ms }: ProjectRow): TestClock {
  const offset_ms = Number(test_clock_offset_ms);
  return { now: offsetClock(offset_ms).now(), offset_seconds: Math.round(offset_ms / 1_000) };
}

/**
 * Moves the test environment's time forward. Answers once the jobs that follow the clock have been enqueued.
 * @throws AppError `clock_backwards`; VALIDATION_ERROR when it is too far
 */
export async function moveTestClock(
  ctx: Context,
  project: ProjectRow,
  actor: Actor,
  to: Date,
): Promise<TestClock> {
  const moved = await ctx.db.transaction(async (trx) => {
    const current = expectOne(await Project.query(trx).where({ id: project.id }).forUpdate());
    const offset_ms = to.getTime() - systemNow().getTime();
    const move_ms = offset_ms - Number(current.test_clock_offset_ms);
    if (move_ms < 0) throw refusal('clock_backwards');
    if (to > yearsAfter(readTestClock(current).now, MAX_MOVE_YEARS))
      throw invalidField('now', `The test clock moves at most ${MAX_MOVE_YEARS} years at once.`);
    if (to > yearsAfter(systemNow(), MAX_AHEAD_YEARS))
      throw invalidField('now', `The test clock is at most ${MAX_AHEAD_YEARS} years ahead of real time.`);
    await audit(trx, projectScope(current, 'test'), actor, 'test_clock.moved', project.id, { to });
    return expectOne(
      await Project.query(trx)
        .where({ id: project.id })
        .patch({ test_clock_offset_ms: BigInt(offset_ms) })
        .returning('*'),
    );
  });
  const followers = JOB_NAMES.filter((name) => JOBS[name].follows_clock);
  await Promise.all(followers.map((name) => ctx.jobs.enqueue(name, {})));
  return readTestClock(moved);
}

function yearsAfter(moment: Date, years: number): Date {
  const later = new Date(moment);
  later.setUTCFullYear(later.getUTCFullYear() + years);
  return later;
}
