/**
 * Inserts many rows with one statement: an array per column, which the server reads several times faster than JSON, or one
 * value if all rows have the same.
 */
import { toJson } from '../core/json.ts';
import { quotedElement } from './array-literal.ts';
import type { Queryable } from './connection.ts';
import { valuesInCommon } from './values-in-common.ts';

/**
 * Skips rows whose unique key is taken. Rows are inserted in the given order: if several transactions may insert the same
 * keys, sort them by key, which avoids deadlocks.
 * @param rows all with the same columns, none of which is an array; null for a missing value
 * @param answered the columns to return: reading back all columns of many rows costs more than writing them
 * @returns the inserted rows
 */
export async function insertMany<Row>(
  db: Queryable,
  table: string,
  rows: object[],
  answered: '*' | (keyof Row & string) = '*',
): Promise<Row[]> {
  if (rows.length === 0) return [];
  const { sql, values } = await insertOf(db, table, rows as CellRow[]);
  const { rows: inserted } = await db.raw<{ rows: Row[] }>(`${sql} on conflict do nothing returning ??`, [
    ...values,
    answered,
  ] as never);
  return inserted;
}

/**
 * Inserts all rows or none: for rows whose keys are new. A search for taken keys would cost a quarter of the insert.
 * @param rows as for insertMany
 * @throws DatabaseError when a unique key is taken
 */
export async function insertAll(db: Queryable, table: string, rows: object[]): Promise<void> {
  if (rows.length === 0) return;
  const { sql, values } = await insertOf(db, table, rows as CellRow[]);
  await db.raw(sql, values as never);
}

/** @param rows at least one */
async function insertOf(
  db: Queryable,
  table: string,
  rows: CellRow[],
): Promise<{ sql: string; values: (string | null)[] }> {
  const types = await columnTypes(db, table);
  const common = valuesInCommon(rows);
  const columns = Object.keys(rows[0] as CellRow);
  const varying = columns.filter((column) => !common.has(column));
  const names = varying.map(() => '??').join(', ');
  const arrays = varying.map((column) => `?::${types.get(column)}[]`).join(', ');
  const source =
    varying.length > 0 ? `unnest(${arrays}) as v (${names})` : `generate_series(1, ${rows.length})`;
  return {
    sql: `insert into ?? (${columns.map(() => '??').join(', ')})
      select ${columns.map((column) => (common.has(column) ? `?::${types.get(column)}` : '??')).join(', ')} from ${source}`,
    values: [
      table,
      ...columns,
      ...columns.map((column) => (common.has(column) ? textOf(common.get(column) ?? null) : column)),
      ...varying.map((column) => arrayLiteral(rows, column)),
      ...varying,
    ],
  };
}

type Cell = string | number | bigint | boolean | object;
type CellRow = Record<string, Cell | null>;

/** Table → column → type: the schema does not change while a process runs. */
const known = new Map<string, Promise<Map<string, string>>>();

function columnTypes(db: Queryable, table: string): Promise<Map<string, string>> {
  const found = known.get(table) ?? readColumnTypes(db, table);
  known.set(table, found);
  found.catch(() => known.delete(table));
  return found;
}

async function readColumnTypes(db: Queryable, table: string): Promise<Map<string, string>> {
  const { rows } = await db.raw<{ rows: { name: string; type: string }[] }>(
    `select attname as name, format_type(atttypid, null) as type from pg_attribute
     where attrelid = ?::text::regclass and attnum > 0 and not attisdropped`,
    [table],
  );
  return new Map(rows.map(({ name, type }) => [name, type]));
}

function arrayLiteral(rows: readonly CellRow[], column: string): string {
  let text = '';
  for (const row of rows) {
    const value = row[column] ?? null;
    text += value === null ? ',NULL' : `,${elementOf(value)}`;
  }
  return `{${text.slice(1)}}`;
}

function elementOf(value: Cell): string {
  const text = textOf(value) as string;
  return typeof value === 'string' || typeof value === 'object' ? quotedElement(text) : text;
}

/** The value in PostgreSQL's text format. */
function textOf(value: Cell | null): string | null {
  if (value === null || typeof value === 'string') return value;
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'object' ? toJson(value) : String(value);
}
