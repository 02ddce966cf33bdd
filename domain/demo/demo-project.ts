/** Demo projects, and the start of filling one. */
import { systemTimeIn } from '../../core/clock.ts';
import { notFound, refusal } from '../../core/errors.ts';
import type { Db, Transaction } from '../../db/connection.ts';
import { expectOne } from '../../db/rows.ts';
import type { Context } from '../platform/context.ts';
import { longestPause_ms, type AttemptSchedule } from '../platform/attempts.ts';
import { countDueRows } from '../platform/due-rows.ts';
import { sweepOverdue, type OverdueJob } from '../platform/sweep-overdue.ts';
import { inTransaction } from '../platform/unit.ts';
import { findSettings } from '../cooperative/index.ts';
import { projectScope, type ProjectRow } from '../staff/index.ts';
import { DemoFill, type DemoFillRow } from './demo.model.ts';

/** A fill takes less than a minute; one that takes longer than this has died. */
export const FILL_SCHEDULE: AttemptSchedule = { first_s: [], then_s: 180 };

/** Marks a project as one that can be filled. @param checker_id the user who decides on the requests of the demo */
export async function markDemo(trx: Transaction, project_id: string, checker_id: string): Promise<void> {
  await DemoFill.query(trx).insert({ id: project_id, checker_id });
}

/** The demo project of this installation; null where there is none. */
export async function findDemo(db: Db): Promise<DemoFillRow | null> {
  return (await DemoFill.query(db).orderBy('id').first()) ?? null;
}

/** @throws AppError NOT_FOUND unless the project is a demo project */
export async function readDemo(db: Db, project_id: string): Promise<DemoFillRow> {
  return required(await DemoFill.query(db).findById(project_id));
}

/**
 * Starts to fill the project's test environment; a repetition changes nothing.
 * @param user_id the user who requests the movements
 * @returns whether it was started now
 * @throws AppError NOT_FOUND unless it is a demo project; `demo_not_empty` where it already has a cooperative
 */
export async function startFilling(
  ctx: Context,
  project: ProjectRow,
  user_id: string,
): Promise<{ demo: DemoFillRow; started: boolean }> {
  return inTransaction({ ctx }, async ({ trx, enqueue }) => {
    const demo = required(await DemoFill.query(trx).findById(project.id).forUpdate());
    if (demo.status !== 'empty') return { demo, started: false };
    const scope = projectScope(project, 'test');
    if (await findSettings(trx, scope)) throw refusal('demo_not_empty');
    const started = expectOne(
      await DemoFill.query(trx)
        .where({ id: project.id })
        .patch({
          status: 'filling',
          user_id,
          attempts: 0,
          next_attempt_at: systemTimeIn(0),
        })
        .returning('*'),
    );
    enqueue('fill-demo', { project_id: project.id });
    return { demo: started, started: true };
  });
}

function required(demo: DemoFillRow | undefined): DemoFillRow {
  if (!demo) throw notFound('demo project');
  return demo;
}

const OVERDUE: OverdueJob<'fill-demo'> = {
  table: 'demo_fills',
  id_column: 'id',
  payload_field: 'project_id',
  due_column: 'next_attempt_at',
  job: 'fill-demo',
  longest_pause_ms: longestPause_ms(FILL_SCHEDULE),
};

export const countDueFills = countDueRows(OVERDUE);

/** Enqueues the fills whose job was lost. */
export function sweepDemos(ctx: Context): Promise<number> {
  return sweepOverdue(ctx, OVERDUE);
}
