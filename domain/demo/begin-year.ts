/** When the year of the demonstration begins: so that it ends now. */
import { systemNow } from '../../core/clock.ts';
import { addMonths } from '../../core/local-date.ts';
import { expectOne } from '../../db/rows.ts';
import type { Context } from '../platform/context.ts';
import { inTransaction } from '../platform/unit.ts';
import { projectScope, testClock } from '../staff/index.ts';
import { findHistory } from './begin-year.sql.ts';
import { DemoFill, type DemoFillRow } from './demo.model.ts';
import { UTC_OFFSET_MINUTES } from './found-sacco.ts';

const UTC_OFFSET_MS = UTC_OFFSET_MINUTES * 60_000;

/**
 * Turns the test clock back. Where something has happened in the environment already, that would come to lie in its future, and where
 * the ledger is a system of its own, which knows real time only: the year begins now there, and the clock arrives a year ahead.
 * A repetition changes nothing.
 */
export async function beginYear(ctx: Context, project_id: string, months: number): Promise<DemoFillRow> {
  await decideBegin(ctx, project_id, months);
  // Requests that were under way then have not seen the clock turned back: what they did is found now.
  return decideBegin(ctx, project_id, months);
}

async function decideBegin(ctx: Context, project_id: string, months: number): Promise<DemoFillRow> {
  return inTransaction({ ctx }, async (unit) => {
    const { trx } = unit;
    const demo: DemoFillRow = expectOne(await DemoFill.query(trx).where({ id: project_id }).forUpdate());
    const project = await testClock.lock(trx, project_id);
    const { clock } = projectScope(project, 'test');
    const { has_any, is_founded } = expectOne(await findHistory(trx, { project_id }));
    const is_begun = demo.begins_at !== null;
    // After that it is the demonstration's own history.
    if (is_begun && (is_founded || clock.offset_ms >= 0 || !has_any)) return demo;
    const begins_in_past = !is_begun && !has_any && clock.offset_ms === 0 && ctx.ledger.within !== null;
    const is_behind = clock.offset_ms < 0;
    const present = is_behind ? systemNow() : clock.now();
    const begins_at = begins_in_past ? monthsFrom(present, -months) : present;
    if (begins_in_past || is_behind) {
      const actor = { type: 'user', id: demo.user_id ?? project.owner_id } as const;
      await testClock.set({ ...unit, actor }, project, begins_at.getTime() - present.getTime());
    }
    return expectOne(await DemoFill.query(trx).where({ id: project_id }).patch({ begins_at }).returning('*'));
  });
}

/** The same time of the day in the demonstration's zone, that many months later. */
export function monthsFrom(moment: Date, months: number): Date {
  const local = new Date(moment.getTime() + UTC_OFFSET_MS).toISOString();
  const later = new Date(`${addMonths(local.slice(0, 10), months)}${local.slice(10)}`);
  return new Date(later.getTime() - UTC_OFFSET_MS);
}
