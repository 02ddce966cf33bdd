/** What the database alone takes to write the rows that a job has written: the yardstick of jobs. */
import type { Db } from '../db/connection.ts';
import { percentile } from './harness.ts';

const TIMES = 3;

/**
 * Milliseconds of a bare INSERT … SELECT, in one transaction, into tables with the same columns and keys; the median of three.
 * @param written the condition of the rows, by table
 */
export async function bareInsert_ms(
  db: Db,
  written: Readonly<Record<string, string>>,
  bindings: Record<string, string>,
): Promise<number> {
  const taken_ms: number[] = [];
  for (let i = 0; i < TIMES; i++) {
    for (const table of Object.keys(written))
      await db.raw(`create table bare_${table} (like ${table} including all)`);
    await db.raw('checkpoint');
    const started = performance.now();
    await db.transaction(async (trx) => {
      await trx.raw('set local statement_timeout = 0');
      for (const [table, condition] of Object.entries(written))
        await trx.raw(`insert into bare_${table} select * from ${table} where ${condition}`, bindings);
    });
    taken_ms.push(performance.now() - started);
    for (const table of Object.keys(written)) await db.raw(`drop table bare_${table}`);
  }
  return percentile(taken_ms, 50);
}
