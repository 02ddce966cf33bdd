/**
 * SQL statements with typed parameters and typed rows. Each is declared once, in a `*.sql.ts` file beside its use case, and
 * `test/db/statements.test.ts` prepares all of them and compares the columns that PostgreSQL reports with the declared ones.
 * Parameters are written `:name`; a missing one is a type error.
 */
import type { Queryable } from './connection.ts';
import { preparedAs } from './prepared.ts';

/** A result column: the type of its values here, and the name of its type in PostgreSQL. */
export interface Column<Value> {
  readonly type: string;
  /** For the type checker only. */
  readonly value?: Value;
}

export const text: Column<string> = { type: 'text' };
/** Text with a limited set of values. */
export const textOf = <Value extends string>(): Column<Value> => ({ type: 'text' });
export const uuid: Column<string> = { type: 'uuid' };
export const int2: Column<number> = { type: 'smallint' };
export const int4: Column<number> = { type: 'integer' };
export const int8: Column<bigint> = { type: 'bigint' };
/** Decimal text: numeric has no parser. */
export const numeric: Column<string> = { type: 'numeric' };
export const bool: Column<boolean> = { type: 'boolean' };
/** A local date, as text: `2026-11-25`. */
export const date: Column<string> = { type: 'date' };
export const timestamptz: Column<Date> = { type: 'timestamp with time zone' };
export const jsonb = <Value>(): Column<Value> => ({ type: 'jsonb' });
/** Any other type by its name in PostgreSQL: an enum, an array. */
export const columnOf = <Value>(type: string): Column<Value> => ({ type });
export const orNull = <Value>({ type }: Column<Value>): Column<Value | null> => ({ type });

export type Columns = Readonly<Record<string, Column<unknown>>>;
type RowOfColumns<Declared extends Columns> = {
  -readonly [Name in keyof Declared]: Declared[Name] extends Column<infer Value> ? Value : never;
};

/** The result has every column of a table, and perhaps more. */
export interface TableColumns<Row> {
  readonly table: string;
  readonly more: Columns;
  /** For the type checker only. */
  readonly row?: Row;
}

/** @template Row the row type of the table's model, with what `more` adds */
export function tableColumns<Row>(table: string, more: Columns = {}): TableColumns<Row> {
  return { table, more };
}

type RowOfResult<Result> =
  Result extends TableColumns<infer Row> ? Row : Result extends Columns ? RowOfColumns<Result> : never;

/** Values by parameter name. Arrays are sent as arrays; bigints and dates unchanged. */
export type Params = Readonly<Record<string, unknown>>;

/** Declares the types of a statement's parameters. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- it only declares the type
export const params = <Declared extends Params>(): Declared => ({}) as Declared;

export interface Compiled {
  sql: string;
  bindings: unknown[];
}

/** The row type of a query. */
export type RowOfQuery<Of> = Of extends Query<infer _Given, infer Row> ? Row : never;

interface Statement<Given extends Params> {
  /** null: it returns no rows. */
  readonly result: TableColumns<unknown> | Columns | null;
  readonly prepared: boolean;
  compile(given: Given): Compiled;
}

export interface Query<Given extends Params, Row> extends Statement<Given> {
  (db: Queryable, given: Given): Promise<Row[]>;
}

export interface Command<Given extends Params> extends Statement<Given> {
  /** @returns the number of written rows */
  (db: Queryable, given: Given): Promise<number>;
}

interface Declaration<Given extends Params> {
  params: Given;
  sql: string;
  /**
   * Parsed and planned once for a connection, which takes longer than the execution of a short statement: for those that nearly every
   * request needs. One plan must fit all values, and the result columns must be named one by one, because a migration that adds a
   * column would change what `*` returns. Default: false.
   */
  prepared?: boolean;
}

/** A statement that returns rows; it may also write. */
export function defineQuery<Given extends Params, Result extends TableColumns<unknown> | Columns>(
  declared: Declaration<Given> & { result: Result },
): Query<Given, RowOfResult<Result>> {
  const { sql: written, prepared = false } = declared;
  const compile = compiler(written);
  const options = prepared ? preparedAs(written) : {};
  const run = async (db: Queryable, given: Given): Promise<RowOfResult<Result>[]> => {
    const { sql, bindings } = compile(given);
    const { rows } = await db.raw<{ rows: RowOfResult<Result>[] }>(sql, bindings as never).options(options);
    return rows;
  };
  return Object.assign(run, { result: declared.result, prepared, compile });
}

/** A statement that writes and returns no rows. */
export function defineCommand<Given extends Params>(declared: Declaration<Given>): Command<Given> {
  const { sql: written, prepared = false } = declared;
  const compile = compiler(written);
  const options = prepared ? preparedAs(written) : {};
  const run = async (db: Queryable, given: Given): Promise<number> => {
    const { sql, bindings } = compile(given);
    const { rowCount } = await db.raw<{ rowCount: number | null }>(sql, bindings as never).options(options);
    return rowCount ?? 0;
  };
  return Object.assign(run, { result: null, prepared, compile });
}

/** `:name`, and not the cast `::type`. */
const PARAMETER = /(?<!:):([a-z_]\w*)/g;

/** Replaces the names once, when the statement is declared, and escapes question marks of SQL for knex. */
function compiler(written: string): (given: Params) => Compiled {
  const names: string[] = [];
  const sql = written.replaceAll('?', '\\?').replaceAll(PARAMETER, (_found, name: string) => {
    names.push(name);
    return '?';
  });
  return (given) => ({
    sql,
    bindings: names.map((name) => {
      const value = given[name];
      if (value === undefined) throw new Error(`the statement needs a value for :${name}`);
      return value;
    }),
  });
}
