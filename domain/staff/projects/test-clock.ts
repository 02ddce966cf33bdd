/** The clock of a project's test environment. */
import { offsetClock, systemNow } from '../../../core/clock.ts';
import { invalidField, notFound, refusal } from '../../../core/errors.ts';
import { dateTime, integer, resource } from '../../../core/schema.ts';
import type { Transaction } from '../../../db/connection.ts';
import { expectOne } from '../../../db/rows.ts';
import { JOB_NAMES, JOBS } from '../../../jobs/registry.ts';
import type { Actor } from '../../../core/scope.ts';
import { audit } from '../../platform/audit/audit.ts';
import type { Unit } from '../../platform/unit.ts';
import { Project, type ProjectRow } from './project.model.ts';
import { projectScope, type ProjectCaller } from './projects.ts';

/** Limits of one move, and of all: dates stay within what every part can express. */
const MAX_MOVE_YEARS = 10;
const MAX_AHEAD_YEARS = 100;

export const schema = resource('TestClock', "The test environment's time", {
  now: dateTime,
  offset_seconds: integer.describe(
    'Ahead of real time; below 0 while a demo project is filled with a year that ends now',
  ),
});

export interface TestClock {
  now: Date;
  offset_seconds: number;
}

export function read({ test_clock_offset_ms }: ProjectRow): TestClock {
  const offset_ms = Number(test_clock_offset_ms);
  return { now: offsetClock(offset_ms).now(), offset_seconds: Math.round(offset_ms / 1_000) };
}

/**
 * Moves the test environment's time forward. Returns once the jobs that follow the clock have been enqueued.
 * @throws AppError `clock_backwards`; VALIDATION_ERROR when it is too far
 */
export function move(caller: ProjectCaller, to: Date): Promise<TestClock> {
  return moveTo(caller, () => ({ to, offset_ms: to.getTime() - systemNow().getTime() }));
}

/** Moves it from the past to the present, with which it goes on. @throws AppError `clock_backwards` where it is ahead */
export function moveToPresent(caller: ProjectCaller): Promise<TestClock> {
  return moveTo(caller, () => ({ to: systemNow(), offset_ms: 0 }));
}

interface Move {
  to: Date;
  /** Ahead of system time. */
  offset_ms: number;
}

async function moveTo({ ctx, project, actor }: ProjectCaller, moveNow: () => Move): Promise<TestClock> {
  const moved = await ctx.db.transaction(async (trx) => {
    const current = await lock(trx, project.id);
    const { to, offset_ms } = moveNow();
    const move_ms = offset_ms - Number(current.test_clock_offset_ms);
    if (move_ms < 0) throw refusal('clock_backwards');
    if (to > yearsAfter(read(current).now, MAX_MOVE_YEARS))
      throw invalidField('now', `The test clock moves at most ${MAX_MOVE_YEARS} years at once.`);
    if (to > yearsAfter(systemNow(), MAX_AHEAD_YEARS))
      throw invalidField('now', `The test clock is at most ${MAX_AHEAD_YEARS} years ahead of real time.`);
    await audit({ trx, scope: projectScope(current, 'test'), actor }, 'test_clock.moved', project.id, { to });
    return setOffset(trx, project.id, offset_ms);
  });
  const followers = JOB_NAMES.filter((name) => JOBS[name].follows_clock);
  await Promise.all(followers.map((name) => ctx.jobs.enqueue(name, {})));
  return read(moved);
}

/** The project, whose clock stays as it is until the transaction ends. @throws AppError NOT_FOUND */
export async function lock(trx: Transaction, id: string): Promise<ProjectRow> {
  const project: ProjectRow | undefined = await Project.query(trx).where({ id }).forUpdate().first();
  if (!project) throw notFound('project');
  return project;
}

/**
 * Moves it in any direction: for data that begins in the past, where nothing has happened in the test environment yet.
 * @param project of `lock`
 * @param offset_ms ahead of system time, or behind it
 */
export async function set(
  unit: Unit & { actor: Actor },
  project: ProjectRow,
  offset_ms: number,
): Promise<void> {
  const scope = projectScope(project, 'test');
  const to = offsetClock(offset_ms).now();
  await audit({ ...unit, scope }, 'test_clock.moved', project.id, { to });
  await setOffset(unit.trx, project.id, offset_ms);
}

async function setOffset(trx: Transaction, id: string, offset_ms: number): Promise<ProjectRow> {
  return expectOne(
    await Project.query(trx)
      .where({ id })
      .patch({ test_clock_offset_ms: BigInt(offset_ms), test_clock_moved_at: systemNow() })
      .returning('*'),
  );
}

function yearsAfter(moment: Date, years: number): Date {
  const later = new Date(moment);
  later.setUTCFullYear(later.getUTCFullYear() + years);
  return later;
}
