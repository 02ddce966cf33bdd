/**
 * Divides tables by time while the service runs, after a crash of this, too. The table that holds all rows so far becomes the first
 * partition: nothing is copied, and it holds the rows of the next weeks as well, because rows may not change places.
 */
import { idTimestamp_ms, firstIdAt } from '../../core/ids.ts';
import type { Db, Transaction } from '../connection.ts';
import { lockingBriefly } from '../brief-locks.ts';
import {
  addPeriods,
  areDivided,
  bordersOf,
  forgetBorders,
  lockTables,
  PARTITIONS_LOCK,
} from './partitions.ts';
import {
  borderAfter,
  borderName,
  firstPartitionName,
  isBorderNear,
  restPartitionName,
} from './periods.rules.ts';
import type { PartitionedTable } from './partitioned-tables.ts';

/** Attempts to get the locks, a second apart, while others use the tables. */
const TURN = { lock: PARTITIONS_LOCK, attempts: 120 };

/**
 * Safe to run from several processes concurrently.
 * @param db not a transaction
 */
export async function divideTables(db: Db, tables: readonly PartitionedTable[]): Promise<void> {
  if (await areDivided(db, tables)) return;
  const border = await lockingBriefly(db, TURN, (trx) => drawBorder(trx, tables));
  if (border === null) return;
  try {
    // While others write: this reads all rows, so that the change itself needs not.
    for (const { name } of tables)
      await db.raw('alter table ?? validate constraint ??', [name, borderName(name, border)]);
    await lockingBriefly(db, TURN, (trx) => divide(trx, tables, border));
  } catch (error) {
    // By another process at the same time.
    if (await areDivided(db, tables)) return;
    // They would refuse the rows of later weeks.
    await lockingBriefly(db, TURN, (trx) => forgetBorders(trx, tables, () => true));
    throw error;
  }
}

/**
 * From now on all rows are from before the border.
 * @returns null where another process has divided the tables
 */
async function drawBorder(trx: Transaction, tables: readonly PartitionedTable[]): Promise<Date | null> {
  if (await areDivided(trx, tables)) return null;
  const now = await timeOf(trx);
  const drawn = await bordersOf(trx, tables);
  const [first] = drawn;
  // Of a process that has died, or does the same at this moment.
  if (first && drawn.length === tables.length && !isBorderNear(first.border.at, now)) return first.border.at;
  await forgetBorders(trx, tables, () => true);
  const newest = await Promise.all(tables.map((table) => newestRow(trx, table)));
  const border = borderAfter(now, new Date(Math.max(...newest)));
  for (const { name, key, id_kind } of tables)
    await trx.raw(`alter table ?? add constraint ?? check (?? < '${firstIdAt(id_kind, border)}') not valid`, [
      name,
      borderName(name, border),
      key,
    ]);
  return border;
}

async function timeOf(trx: Transaction): Promise<Date> {
  const { rows } = await trx.raw<{ rows: { now: Date }[] }>('select clock_timestamp() as now');
  return (rows[0] as { now: Date }).now;
}

/** In milliseconds since the epoch; 0 for an empty table. */
async function newestRow(trx: Transaction, { name, key }: PartitionedTable): Promise<number> {
  const newest = await trx(name).max<Record<string, string | null>[]>({ id: key });
  const id = newest[0]?.['id'] ?? null;
  return id === null ? 0 : idTimestamp_ms(id);
}

/** Only the catalogue changes. */
async function divide(trx: Transaction, tables: readonly PartitionedTable[], border: Date): Promise<void> {
  if (await areDivided(trx, tables)) return;
  await lockTables(trx, tables);
  for (const table of tables) await divideTable(trx, table, border);
  await addPeriods(trx, tables, await timeOf(trx));
}

async function divideTable(trx: Transaction, table: PartitionedTable, border: Date): Promise<void> {
  const { name, key, id_kind, storage } = table;
  const first = firstPartitionName(name);
  const indexes = await indexesOf(trx, name);
  for (const index of indexes)
    await trx.raw('alter index ?? rename to ??', [index.name, firstPartitionName(index.name)]);
  await trx.raw('alter table ?? rename to ??', [name, first]);
  await trx.raw(`create table ?? (like ?? including all excluding indexes) partition by range (??)`, [
    name,
    first,
    key,
  ]);
  // It holds for the first partition only, whose bounds say the same.
  await trx.raw('alter table ?? drop constraint ??', [name, borderName(name, border)]);
  for (const { name: index, definition, primary_key } of indexes)
    await trx.raw(
      primary_key === null ? definition : `alter table "${name}" add constraint "${index}" ${primary_key}`,
    );
  await trx.raw(
    `alter table ?? attach partition ?? for values from (minvalue) to ('${firstIdAt(id_kind, border)}')`,
    [name, first],
  );
  await trx.raw('alter table ?? drop constraint ??', [first, borderName(name, border)]);
  await trx.raw(`create table ?? partition of ?? default with (${storage})`, [restPartitionName(name), name]);
}

interface Index {
  name: string;
  definition: string;
  /** Its constraint, where it is the primary key. */
  primary_key: string | null;
}

async function indexesOf(trx: Transaction, table: string): Promise<Index[]> {
  const { rows } = await trx.raw<{ rows: Index[] }>(
    `select c.relname as name, pg_get_indexdef(i.indexrelid) as definition, pg_get_constraintdef(k.oid) as primary_key
     from pg_index i join pg_class c on c.oid = i.indexrelid
     left join pg_constraint k on k.conindid = i.indexrelid and k.contype = 'p'
     where i.indrelid = ?::regclass order by c.relname`,
    [table],
  );
  return rows;
}
