/** Sweeps that take up a full batch of rows that nothing helps, and what comes of the row behind them. */
import { expect } from 'vitest';
import type { Context } from '../../domain/platform/context.ts';

/** As many rows as the largest sweep takes up at once. */
export const FULL_BATCH = 1_000;
/** Sweeps until the row behind a full batch has had its turn; the smallest takes half of that batch. */
const ENOUGH_SWEEPS = 4;
/** Due before all others. */
export const FIRST = new Date('2020-01-01');
export const BEHIND = new Date('2021-01-01');

export interface Swept {
  table: string;
  id_column?: string;
  due_column: string;
  sweep: (ctx: Context) => Promise<number>;
}

/** Copies of a row that differ in some columns. */
export async function copyRow(
  { db }: Context,
  table: string,
  id_column: string,
  id: string,
  changes: Record<string, unknown>[],
): Promise<void> {
  const { rowCount } = await db.raw<{ rowCount: number }>(
    `insert into ?? select (jsonb_populate_record(t, c)).*
     from ?? t, jsonb_array_elements(?::jsonb) c where t.?? = ?`,
    [table, table, JSON.stringify(changes), id_column, id],
  );
  expect(rowCount).toBe(changes.length);
}

/** Time enough for whatever waits to be due again. */
async function letTimePass({ db }: Context, { table, due_column }: Swept): Promise<void> {
  await db.raw(`update ?? set ?? = ?? - interval '2 hours' where ?? is not null`, [
    table,
    due_column,
    due_column,
    due_column,
  ]);
}

/** Sweeps until the row behind a full batch has had its turn. @throws when it never comes, or when there was no full batch */
export async function expectTurn(
  ctx: Context,
  swept: Swept,
  had_its_turn: () => Promise<boolean> | boolean,
): Promise<void> {
  for (let sweeps = 1; sweeps <= ENOUGH_SWEEPS; sweeps++) {
    await swept.sweep(ctx);
    if (await had_its_turn()) {
      expect(sweeps, 'sweeps: the rows before it were no full batch').toBeGreaterThan(1);
      return;
    }
    await letTimePass(ctx, swept);
  }
  expect.fail(`${ENOUGH_SWEEPS} sweeps of ${swept.table} did not reach the row`);
}
