/** Releases expired holds, each scope by its own clock. */
import { systemNow } from '../../../core/clock.ts';
import { scopeOf } from '../../../core/scope.ts';
import type { Context } from '../../platform/context.ts';
import { markExpiredHolds } from './resume-holds.ts';

/** @returns how many holds were released */
export async function expireHolds(ctx: Context): Promise<number> {
  const moved = await ctx
    .db('ledger_books')
    .join('projects', 'projects.id', 'ledger_books.project_id')
    .where('ledger_books.environment', 'test')
    .where('projects.test_clock_offset_ms', '<>', 0)
    .select('ledger_books.no', 'projects.id', 'projects.test_clock_offset_ms');
  // What has expired by real time has expired in every scope whose clock is not behind.
  const behind = moved.filter((each) => each.test_clock_offset_ms < 0).map(({ no }) => no);
  let released = await releaseAll(() => ctx.ledger.expireHolds(systemNow(), { except: behind }));
  for (const { no, id, test_clock_offset_ms } of moved) {
    const { clock } = scopeOf(id, 'test', test_clock_offset_ms);
    released += await releaseAll(() => ctx.ledger.expireHolds(clock.now(), no));
  }
  await markExpiredHolds(ctx);
  return released;
}

async function releaseAll(release: () => Promise<number>): Promise<number> {
  let total = 0;
  for (let released = await release(); released > 0; released = await release()) total += released;
  return total;
}
