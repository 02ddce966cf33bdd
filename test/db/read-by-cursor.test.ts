/** Long results are read some rows at a time, in one snapshot, and leave their connection to others. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, type Db } from '../../db/connection.ts';
import { inSnapshot, readByCursor } from '../../db/read-by-cursor.ts';
import { defineQuery, int4, params } from '../../db/statement.ts';
import { freshDatabase, type TestDatabase } from '../harness/index.ts';

const ROWS = 1_700;
const ALL = Array.from({ length: ROWS }, (_, i) => i + 1);
/** How many are read at once in a process. */
const AT_ONCE = 4;

let database: TestDatabase;
let db: Db;
beforeAll(async () => {
  database = await freshDatabase();
  db = connect(database.url, AT_ONCE + 2);
  await db.raw(`create table numbers as select n from generate_series(1, ${ROWS}) n order by random()`);
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

const NUMBERS = defineQuery({
  params: params<{ least: number }>(),
  result: { n: int4 },
  sql: 'select n from numbers where n >= :least order by n',
});

const numbers = (least = 1): AsyncGenerator<{ n: number }> =>
  inSnapshot(db, (snapshot) => readByCursor(snapshot, NUMBERS, { least }));
/** The statements that are sent for it. */
async function statementsOf(work: () => Promise<void>): Promise<string[]> {
  const sent: string[] = [];
  const listen = ({ sql }: { sql: string }): void => void sent.push(sql.split(' ')[0] as string);
  db.on('query', listen);
  await work();
  db.removeListener('query', listen);
  return sent.filter((word) => word === 'fetch');
}

async function taken(rows: AsyncIterable<{ n: number }>): Promise<number[]> {
  const found: number[] = [];
  for await (const { n } of rows) found.push(n);
  return found;
}

test('all rows come in their order, by several fetches', async () => {
  let found: number[] = [];
  const fetches = await statementsOf(async () => {
    found = await taken(numbers());
  });
  expect(found).toEqual(ALL);
  expect(fetches.length).toBe(4);
  expect(await taken(numbers(ROWS - 1))).toEqual([ROWS - 1, ROWS]);
  expect(await taken(numbers(ROWS + 1))).toEqual([]);
});

test('what changes while they are read does not show', async () => {
  const rows = numbers();
  const { value: first } = await rows.next();
  await db.raw('delete from numbers where n % 2 = 0');
  expect([first?.n, ...(await taken(rows))]).toEqual(ALL);
  await db.raw(`insert into numbers select n from generate_series(2, ${ROWS}, 2) n`);
});

test('no more are read than are taken, and who stops leaves the connection to others', async () => {
  const fetches = await statementsOf(async () => {
    for await (const { n } of numbers()) if (n === 3) break;
  });
  expect(fetches).toHaveLength(1);
  const { rows } = await db.raw(
    `select count(*)::integer as open from pg_stat_activity where datname = current_database() and xact_start is not null
       and pid <> pg_backend_pid() and state <> 'active'`,
  );
  expect(rows[0].open).toBe(0);
});

test('slow readers keep some connections, and the next reader waits for one of them', async () => {
  const slow = Array.from({ length: AT_ONCE }, () => numbers());
  for (const each of slow) await each.next();
  const next = numbers();
  const first = next.next();
  // Others are served meanwhile.
  await db.raw('select 1');
  let is_read = false;
  void first.then(() => (is_read = true));
  await db.raw('select 1');
  expect(is_read).toBe(false);
  await slow[0]?.return(undefined);
  expect((await first).value).toEqual({ n: 1 });
  for (const each of [...slow, next]) await each.return(undefined);
});

test('who takes rows too slowly is cut off, and others are served', async () => {
  const rows = inSnapshot(db, async function* (snapshot) {
    // Sooner than usual.
    await snapshot.raw('set local idle_in_transaction_session_timeout = 50');
    yield* readByCursor(snapshot, NUMBERS, { least: 1 });
  });
  await rows.next();
  const read = async (): Promise<number[]> => {
    await db.raw('select pg_sleep(0.3)');
    return taken(rows);
  };
  await expect(read()).rejects.toThrow(/^fetch/);
  expect(await taken(numbers())).toEqual(ALL);
});
