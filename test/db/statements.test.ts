/** Every statement of a `*.sql.ts` file, prepared by PostgreSQL: the columns that it answers are the ones declared. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defineQuery, int8, params, text, type Columns, type Compiled } from '../../db/statement.ts';
import { freshDatabase, type TestDatabase } from '../harness/index.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

interface Declared {
  name: string;
  result: { table: string; more: Columns } | Columns | null;
  prepared: boolean;
  compile: (given: Record<string, unknown>) => Compiled;
}

const FILES = ['domain', 'db'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.sql.ts'))
    .map((path) => `${folder}/${path}`),
);

const modules = await Promise.all(
  FILES.map(async (file) => ({
    file,
    exported: (await import(join(ROOT, file))) as Record<string, unknown>,
  })),
);

/** Statements that a file exports by name, or in a record of variants. */
function statementsIn(name: string, value: unknown): Declared[] {
  if (typeof value === 'function' && 'compile' in value)
    return [
      {
        name,
        ...(value as unknown as Omit<Declared, 'name'>),
        compile: value.compile as Declared['compile'],
      },
    ];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) =>
    typeof each === 'function' ? statementsIn(`${name}.${key}`, each) : [],
  );
}

const STATEMENTS = modules.flatMap(({ file, exported }) =>
  Object.entries(exported).flatMap(([name, value]) => statementsIn(`${file} ${name}`, value)),
);

let database: TestDatabase;
let client: pg.Client;
const types = new Map<number, string>();
const tables = new Map<string, Record<string, string>>();
beforeAll(async () => {
  database = await freshDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rows: named } = await client.query<{ oid: number; name: string }>(
    'select oid::integer as oid, format_type(oid, null) as name from pg_type',
  );
  for (const { oid, name } of named) types.set(oid, name);
  const { rows: columns } = await client.query<{ table: string; name: string; type: string }>(
    `select attrelid::regclass::text as table, attname as name, format_type(coalesce(nullif(t.typbasetype, 0), t.oid), null) as type
     from pg_attribute join pg_class c on c.oid = attrelid join pg_type t on t.oid = atttypid
     where c.relkind in ('r', 'p', 'v') and c.relnamespace = 'public'::regnamespace and attnum > 0 and not attisdropped`,
  );
  for (const { table, name, type } of columns) tables.set(table, { ...tables.get(table), [name]: type });
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

/** The result columns of a statement, by name, as PostgreSQL describes them; it is not executed. */
function described(sql: string): Promise<Record<string, string>> {
  return new Promise((resolve, reject) => {
    let found: Record<string, string> = {};
    client.query({
      submit(connection: pg.Connection) {
        connection.parse({ text: sql, name: '', types: [] }, false);
        connection.describe({ type: 'S', name: '' }, false);
        connection.sync();
      },
      handleRowDescription({ fields }: { fields: { name: string; dataTypeID: number }[] }) {
        found = Object.fromEntries(
          fields.map(({ name, dataTypeID }) => [name, types.get(dataTypeID) ?? '?']),
        );
      },
      handleError: reject,
      handleReadyForQuery: () => resolve(found),
    } as never);
  });
}

function numbered({ sql }: Compiled): string {
  let parameters = 0;
  return sql.replaceAll(/\\\?|\?/g, (found) => (found === '\\?' ? '?' : `$${(parameters += 1)}`));
}

const withNulls = new Proxy({}, { get: () => null });

function declaredColumns(result: Declared['result']): Record<string, string> {
  const typesOf = (columns: Columns) =>
    Object.fromEntries(Object.entries(columns).map(([name, { type }]) => [name, type]));
  if (result === null) return {};
  if (!('table' in result && typeof result.table === 'string')) return typesOf(result as Columns);
  const { table, more } = result as { table: string; more: Columns };
  return { ...tables.get(table), ...typesOf(more) };
}

test('statements were found', () => {
  expect(FILES.length).toBeGreaterThan(0);
  expect(STATEMENTS.length).toBeGreaterThan(0);
});

test.each(STATEMENTS.map((each) => [each.name, each] as const))('%s', async (_name, { result, compile }) => {
  expect(await described(numbered(compile(withNulls)))).toEqual(declaredColumns(result));
});

test.each(STATEMENTS.filter(({ prepared }) => prepared).map((each) => [each.name, each] as const))(
  '%s is prepared, so it names each column that it answers',
  (_name, { compile }) => {
    expect(compile(withNulls).sql.replaceAll('select * from unnest(', '')).not.toMatch(/select\s+(\w+\.)?\*/);
  },
);

describe('the check itself', () => {
  const statement = defineQuery({
    params: params<{ id: string; ids: readonly string[] }>(),
    result: { id: text, total: int8 },
    sql: `select id, refunded_minor as total from payments where id = :id or id = any(:ids::text[]) or metadata ? 'x'`,
  });

  test('names become parameters, casts and question marks stay', () => {
    expect(statement.compile({ id: 'a', ids: ['b'] })).toEqual({
      sql: `select id, refunded_minor as total from payments where id = ? or id = any(?::text[]) or metadata \\? 'x'`,
      bindings: ['a', ['b']],
    });
  });

  test('a missing value is an error, not a null', () => {
    expect(() => statement.compile({ id: 'a' } as never)).toThrow('needs a value for :ids');
  });

  test('columns are described by name and type', async () => {
    expect(await described(numbered(statement.compile({ id: 'a', ids: [] })))).toEqual({
      id: 'text',
      total: 'bigint',
    });
  });

  test('a statement that PostgreSQL does not take fails', async () => {
    await expect(described('select nothing from payments')).rejects.toThrow('nothing');
  });
});
