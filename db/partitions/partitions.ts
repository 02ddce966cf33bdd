/** Partitions are made ahead of time, and dropped once everything in them is old. */
import { firstIdAt } from '../../core/ids.ts';
import type { Db, Queryable, Transaction } from '../connection.ts';
import { isTimeout } from '../faults.ts';
import { lockingBriefly } from '../brief-locks.ts';
import {
  borderOf,
  isBorderNear,
  parseBounds,
  partitionName,
  periodsToMake,
  restPartitionName,
} from './periods.rules.ts';
import type { Bounds, Period } from './periods.rules.ts';
import type { PartitionedTable } from './partitioned-tables.ts';

/** An arbitrary constant that identifies the advisory lock under which partitions change. */
export const PARTITIONS_LOCK = 7_225_003;
/** Attempts of a job to get its locks; the next run tries again. */
const TURN = { lock: PARTITIONS_LOCK, attempts: 3 };

export interface Partition extends Bounds {
  name: string;
}

/** The partitions of a table in the order of time, without the one of the rest. */
export async function partitionsOf(db: Queryable, table: string): Promise<Partition[]> {
  const { rows } = await db.raw<{ rows: { name: string; bounds: string }[] }>(
    `select c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bounds
     from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = ?::regclass`,
    [table],
  );
  return rows
    .flatMap(({ name, bounds }) => {
      const parsed = parseBounds(bounds);
      return parsed ? [{ name, ...parsed }] : [];
    })
    .toSorted((a, b) => a.to.getTime() - b.to.getTime());
}

/** Whether the tables have been divided: all of them are, or none. */
export async function areDivided(db: Queryable, [first]: readonly PartitionedTable[]): Promise<boolean> {
  const { rows } = await db.raw<{ rows: object[] }>(
    `select from pg_class where oid = ?::regclass and relkind = 'p'`,
    [first?.name ?? ''],
  );
  return rows.length > 0;
}

/**
 * Makes the partitions of the coming weeks. Rows that were stored meanwhile, because there was no partition for their time, are moved.
 * @returns how many periods were added
 */
export function makePartitions(db: Db, tables: readonly PartitionedTable[], now: Date): Promise<number> {
  return lockingBriefly(db, TURN, async (trx) => {
    if (!(await areDivided(trx, tables))) {
      await forgetBorders(trx, tables, (border) => isBorderNear(border, now));
      return 0;
    }
    return addPeriods(trx, tables, now);
  });
}

export async function addPeriods(
  trx: Transaction,
  tables: readonly PartitionedTable[],
  now: Date,
): Promise<number> {
  const [first] = tables as readonly [PartitionedTable];
  const last = (await partitionsOf(trx, first.name)).at(-1);
  const periods = last ? periodsToMake(last.to, now) : [];
  if (periods.length === 0) return 0;
  await lockTables(trx, tables);
  for (const period of periods) for (const table of tables) await addPartition(trx, table, period);
  return periods.length;
}

async function addPartition(trx: Transaction, table: PartitionedTable, { from, to }: Period): Promise<void> {
  const name = partitionName(table.name, from);
  const [first_id, end_id] = [firstIdAt(table.id_kind, from), firstIdAt(table.id_kind, to)];
  await trx.raw(`create table ?? (like ?? including all) with (${table.storage})`, [name, table.name]);
  await trx.raw(
    `with moved as (delete from ?? where ?? >= ? and ?? < ? returning *) insert into ?? select * from moved`,
    [restPartitionName(table.name), table.key, first_id, table.key, end_id, name],
  );
  await trx.raw(`alter table ?? attach partition ?? for values from ('${first_id}') to ('${end_id}')`, [
    table.name,
    name,
  ]);
}

/** Nobody else then reads or writes the tables: all statements name the tables, and not their partitions. */
export async function lockTables(trx: Transaction, tables: readonly PartitionedTable[]): Promise<void> {
  const names = tables.map(() => 'only ??').join(', ');
  await trx.raw(
    `lock table ${names} in access exclusive mode`,
    tables.map(({ name }) => name),
  );
}

/**
 * Drops the partitions whose rows are all from before that moment, oldest first.
 * @param isInUse whether rows of a period must stay; nobody changes them while it is asked
 * @returns the names of dropped partitions
 */
export async function dropPartitions(
  db: Db,
  tables: readonly PartitionedTable[],
  { before, isInUse }: { before: Date; isInUse: (db: Queryable, bounds: Bounds) => Promise<boolean> },
): Promise<string[]> {
  const [first] = tables as readonly [PartitionedTable];
  const dropped: string[] = [];
  for (const bounds of (await partitionsOf(db, first.name)).filter(({ to }) => to <= before)) {
    if (await isInUse(db, bounds)) continue;
    const dropping = lockingBriefly(db, TURN, async (trx) => {
      await lockTables(trx, tables);
      if (await isInUse(trx, bounds)) return [];
      const found = await Promise.all(tables.map(({ name }) => partitionsOf(trx, name)));
      const of_period = found.flat().filter(({ to }) => to.getTime() === bounds.to.getTime());
      for (const { name } of of_period) await trx.raw('drop table ??', [name]);
      return of_period.map(({ name }) => name);
    });
    try {
      dropped.push(...(await dropping));
    } catch (error) {
      // A dump, or another long transaction, uses the tables: the next run drops it.
      if (!isTimeout(error)) throw error;
      break;
    }
  }
  return dropped;
}

/** Drops the constraints of a division that was not finished. */
export async function forgetBorders(
  trx: Transaction,
  tables: readonly PartitionedTable[],
  isForgotten: (border: Date) => boolean,
): Promise<void> {
  for (const { name, border } of await bordersOf(trx, tables))
    if (isForgotten(border.at)) await trx.raw('alter table ?? drop constraint ??', [name, border.constraint]);
}

export interface Border {
  constraint: string;
  at: Date;
}

/** The border of each table that has one. */
export async function bordersOf(
  db: Queryable,
  tables: readonly PartitionedTable[],
): Promise<{ name: string; border: Border }[]> {
  const { rows } = await db.raw<{ rows: { name: string; constraint: string }[] }>(
    `select conrelid::regclass::text as name, conname as constraint from pg_constraint
     where contype = 'c' and conrelid = any(?::regclass[]) order by conrelid`,
    [`{${tables.map(({ name }) => name).join(',')}}`],
  );
  return rows.flatMap(({ name, constraint }) => {
    const at = borderOf(constraint);
    return at ? [{ name, border: { constraint, at } }] : [];
  });
}
