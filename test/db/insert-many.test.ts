/** Many rows are inserted as they are, whichever of their columns have the same value in all of them. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { connect, type Db } from '../../db/connection.ts';
import { insertAll, insertMany } from '../../db/insert-many.ts';
import { freshDatabase, type TestDatabase } from '../harness/index.ts';

interface Thing {
  id: number;
  name: string | null;
  amount: bigint;
  at: Date;
  on_day: string;
  is_open: boolean;
  data: object | null;
}

let database: TestDatabase;
let db: Db;
beforeAll(async () => {
  database = await freshDatabase();
  db = connect(database.url, 1);
  await db.raw(
    `create table things (id integer unique, name text, amount bigint, at timestamptz, on_day date, is_open boolean, data jsonb)`,
  );
});
beforeEach(() => db('things').delete());
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

const thing = (id: number, differing: Partial<Thing> = {}): Thing => ({
  id,
  name: `"{a}, b\\c"'?$1`,
  amount: 2n ** 60n,
  at: new Date('2026-01-31T23:59:59.999Z'),
  on_day: '2026-01-31',
  is_open: false,
  data: null,
  ...differing,
});

/** On the only connection. */
async function preparedInserts(): Promise<string[]> {
  const { rows } = await db.raw<{ rows: { statement: string }[] }>(
    `select statement from pg_prepared_statements where statement like 'insert into "things"%' order by 1`,
  );
  return rows.map(({ statement }) => statement);
}

test.each([
  ['one', [thing(1, { data: { a: ['?', 1] } })]],
  ['with the same values', [thing(1), thing(2), thing(3)]],
  ['without a value', [thing(1, { name: null }), thing(2, { name: null })]],
  [
    'of which each differs',
    [
      thing(1),
      thing(2, { name: null, amount: -1n, at: new Date(0), on_day: '1999-12-31', is_open: true, data: {} }),
      thing(3, { name: 'NULL', data: { a: '"' } }),
    ],
  ],
])('rows: %s', async (_what, rows) => {
  await insertAll(db, 'things', rows);
  expect(await db('things').orderBy('id')).toEqual(rows);
  await db('things').delete();
  expect(await insertMany(db, 'things', rows)).toEqual(rows);
  await db('things').delete();
  await insertAll(db, 'things', rows, { prepared: true });
  expect(await db('things').orderBy('id')).toEqual(rows);
});

test('a prepared insert is planned once for a connection, however many rows there are and whatever they have in common', async () => {
  for (const [first, last] of [
    [1, 1],
    [2, 9],
    [10, 12],
  ] as const) {
    const rows = Array.from({ length: last - first + 1 }, (_, i) => thing(first + i));
    await insertMany<Thing>(db, 'things', rows, { answered: 'id', prepared: true });
  }
  expect((await preparedInserts()).filter((statement) => statement.endsWith('returning "id"'))).toHaveLength(
    1,
  );
  expect(await db('things').pluck('id').orderBy('id')).toHaveLength(12);
});

test('an insert of many rows is not prepared', async () => {
  const before = await preparedInserts();
  await insertAll(
    db,
    'things',
    Array.from({ length: 201 }, (_, i) => ({ id: i })),
    { prepared: true },
  );
  expect(await preparedInserts()).toEqual(before);
});

test('rows that differ in nothing are all inserted', async () => {
  const rows = Array.from({ length: 3 }, () => ({ name: 'same' }));
  await insertAll(db, 'things', rows);
  expect(await db('things').select('name')).toEqual(rows);
});

test('a key that is taken is left out, or nothing is inserted', async () => {
  await insertAll(db, 'things', [thing(2)]);
  expect(await insertMany<Thing>(db, 'things', [thing(1), thing(2)], { answered: 'id' })).toEqual([
    { id: 1 },
  ]);
  await expect(insertAll(db, 'things', [thing(3), thing(2)])).rejects.toThrow('things_id_key');
  expect(await db('things').pluck('id').orderBy('id')).toEqual([1, 2]);
});
