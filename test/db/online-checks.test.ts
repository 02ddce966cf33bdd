/** Checks that a migration adds for new rows are validated for those of before, while others write. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, type Db } from '../../db/connection.ts';
import { validateOnlineChecks } from '../../db/online-checks.ts';
import { freshDatabase, type TestDatabase } from '../harness/index.ts';

const CHECK = 'sacco_entries_source_check';

let database: TestDatabase;
let db: Db;

beforeAll(async () => {
  database = await freshDatabase();
  db = connect(database.url, 4);
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

const notValid = (): Promise<string[]> =>
  db('pg_constraint').where({ contype: 'c', convalidated: false }).pluck('conname');

test('a migrated database has validated them all', async () => {
  expect(await notValid()).toEqual([]);
});

test('several processes at once validate them, though a transaction that writes is open', async () => {
  await db.raw(
    `alter table sacco_entries drop constraint ${CHECK}, add constraint ${CHECK} check (source <> '') not valid`,
  );
  expect(await notValid()).toEqual([CHECK]);
  await db.transaction(async (trx) => {
    await trx.raw('lock table sacco_entries in row exclusive mode');
    await Promise.all([validateOnlineChecks(db), validateOnlineChecks(db)]);
  });
  expect(await notValid()).toEqual([]);
});
