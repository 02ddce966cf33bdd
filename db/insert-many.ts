/**
 * Inserts many rows with one statement: an array per column, which the server reads several times faster than JSON, or one
 * value if all rows have the same.
 */
import { toJson } from '../core/json.ts';
import { quotedElement } from './array-literal.ts';
import type { Queryable } from './connection.ts';
import { preparedAs } from './prepared.ts';
import { valuesInCommon } from './values-in-common.ts';

interface InsertOptions {
  /**
   * Parsed and planned once for a connection, which takes as long as inserting a few rows of a wide table: for what nearly every request
   * stores. Every column is then an array, so that there is one such statement for a table. Default: false.
   */
  prepared?: boolean;
}

/** A prepared insert names what it answers: with all columns, a migration that adds one would change the answer. */
type Answering<Row> =
  (InsertOptions & { answered: keyof Row & string }) | { answered?: undefined; prepared?: false };

/**
 * Skips rows whose unique key is taken. Rows are inserted in the given order: if several transactions may insert the same
 * keys, sort them by key, which avoids deadlocks.
 * @param rows all with the same columns, none of which is an array; null for a missing value
 * @param options `answered`: the column to return; all when left out, which costs more than writing many rows
 * @returns the inserted rows
 */
export async function insertMany<Row>(
  db: Queryable,
  table: string,
  rows: object[],
  { answered, ...options }: Answering<Row> = {},
): Promise<Row[]> {
  if (rows.length === 0) return [];
  const returning = answered === undefined ? '*' : `"${answered}"`;
  const insert = await insertOf(db, table, rows as CellRow[], options);
  const { rows: inserted } = await run(db, {
    ...insert,
    sql: `${insert.sql} on conflict do nothing returning ${returning}`,
  });
  return inserted as Row[];
}

/**
 * Inserts all rows or none: for rows whose keys are new. A search for taken keys would cost a quarter of the insert.
 * @param rows as for insertMany
 * @throws DatabaseError when a unique key is taken
 */
export async function insertAll(
  db: Queryable,
  table: string,
  rows: object[],
  options: InsertOptions = {},
): Promise<void> {
  if (rows.length > 0) await run(db, await insertOf(db, table, rows as CellRow[], options));
}

interface Insert {
  sql: string;
  values: (string | null)[];
  prepared: boolean;
}

async function run(db: Queryable, { sql, values, prepared }: Insert): Promise<{ rows: unknown[] }> {
  return db.raw<{ rows: unknown[] }>(sql, values as never).options(prepared ? preparedAs(sql) : {});
}

/** With more rows, sending a column that all have in common once saves more than planning costs. */
const MAX_PREPARED_ROWS = 200;

/** @param rows at least one */
async function insertOf(
  db: Queryable,
  table: string,
  rows: CellRow[],
  options: InsertOptions,
): Promise<Insert> {
  const prepared = options.prepared === true && rows.length <= MAX_PREPARED_ROWS;
  const types = await columnTypes(db, table);
  const common = prepared ? new Map<string, Cell | null>() : valuesInCommon(rows);
  const columns = Object.keys(rows[0] as CellRow);
  const varying = columns.filter((column) => !common.has(column));
  const arrays = varying.map((column) => `?::${types.get(column)}[]`).join(', ');
  const source =
    varying.length > 0
      ? `unnest(${arrays}) as v (${varying.map(quoted).join(', ')})`
      : `generate_series(1, ${rows.length})`;
  const selected = columns.map((column) => (common.has(column) ? `?::${types.get(column)}` : quoted(column)));
  return {
    sql: `insert into ${quoted(table)} (${columns.map(quoted).join(', ')}) select ${selected.join(', ')} from ${source}`,
    values: [
      ...columns.filter((column) => common.has(column)).map((column) => textOf(common.get(column) ?? null)),
      ...varying.map((column) => arrayLiteral(rows, column)),
    ],
    prepared,
  };
}

/** Names of tables and columns are ours, without quotes. */
const quoted = (name: string): string => `"${name}"`;

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
