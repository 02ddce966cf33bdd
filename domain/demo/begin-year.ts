/** When the year of the demonstration begins: so that it ends now. */
import { addMonths } from '../../core/local-date.ts';
import { expectOne } from '../../db/rows.ts';
import type { Context } from '../platform/context.ts';
import { inTransaction } from '../platform/unit.ts';
import { projectScope, readProject, turnTestClockBack } from '../staff/index.ts';
import { findHistory } from './begin-year.sql.ts';
import { DemoFill, type DemoFillRow } from './demo.model.ts';

/**
 * Turns the test clock back. Where something has happened in the environment already, that would come to lie in its future: the year
 * begins now there, and the clock arrives a year ahead. A repetition changes nothing.
 */
export async function beginYear(ctx: Context, project_id: string, months: number): Promise<DemoFillRow> {
  return inTransaction({ ctx }, async ({ trx }) => {
    const demo: DemoFillRow = expectOne(await DemoFill.query(trx).where({ id: project_id }).forUpdate());
    if (demo.begins_at !== null) return demo;
    const project = await readProject(trx, project_id);
    const { clock } = projectScope(project, 'test');
    const has_history = clock.offset_ms !== 0 || expectOne(await findHistory(trx, { project_id })).has_any;
    const begins_at = has_history ? clock.now() : monthsFrom(clock.now(), -months);
    if (!has_history) await turnTestClockBack(trx, project_id, begins_at);
    return expectOne(await DemoFill.query(trx).where({ id: project_id }).patch({ begins_at }).returning('*'));
  });
}

/** The same time of the day, that many months later. */
export function monthsFrom(moment: Date, months: number): Date {
  const text = moment.toISOString();
  return new Date(`${addMonths(text.slice(0, 10), months)}${text.slice(10)}`);
}
