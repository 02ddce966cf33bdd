/** Migrations are found by listing their folder, in the source and in the build. */
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, type Db } from '../../db/connection.ts';
import { listMigrations, migrate } from '../../db/migrate.ts';
import { freshDatabase, lockWaiters, until, type TestDatabase } from '../harness/index.ts';

const filesIn = (folder: string): string[] =>
  readdirSync(fileURLToPath(new URL(`../../${folder}/`, import.meta.url)));
const namesOf = (files: string[]): string[] => listMigrations(files).map(({ name }) => name);

const byNumber = (a: string, b: string): number => Number.parseInt(a, 10) - Number.parseInt(b, 10);

let database: TestDatabase;
let db: Db;

beforeAll(async () => {
  database = await freshDatabase();
  db = connect(database.url, 1);
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

test('every file of the folder is a migration, and has run, in the order of the numbers', async () => {
  const files = filesIn('db/migrations');
  const names = namesOf(files);
  const sorted = files.map((file) => file.replace(/\.ts$/, '')).toSorted(byNumber);
  expect(names).toEqual(sorted);
  expect(names.slice(0, 2)).toEqual(['01-people', '02-ledger']);
  expect(names.length).toBeGreaterThanOrEqual(14);
  expect(await db('schema_migrations').orderBy('id').pluck('name')).toEqual(names);
});

test('the build holds the same ones, and no old ones', () => {
  expect(namesOf(filesIn('dist/db/migrations'))).toEqual(namesOf(filesIn('db/migrations')));
});

test('a database that has them all is left as it is', async () => {
  const before = await db('schema_migrations').orderBy('id');
  await migrate(db);
  expect(await db('schema_migrations').orderBy('id')).toEqual(before);
});

test('one that waits for a table lets others use it again and again, and runs once it is free', async () => {
  const [reader, writer] = [connect(database.url, 1), connect(database.url, 1)];
  await db('schema_migrations').where({ name: '71-batches-once' }).delete();
  await db.raw('alter table audit_log drop column of_subjects, add unique (id)');
  const long = await reader.transaction();
  await long.raw('select from audit_log');
  const migrated = migrate(db);
  await until('it waits for the table', async () => (await lockWaiters(writer)) > 0);
  // Behind the one that waits, until that gives up for a while.
  await writer.raw('select from audit_log');
  await long.commit();
  expect(await migrated).toEqual(['71-batches-once']);
  await Promise.all([reader.destroy(), writer.destroy()]);
});

test('they are sorted, and what else lies beside them is none', () => {
  expect(
    namesOf(['02-b.js', '100-d.js', '10-c.js', '01-a.js', '01-a.js.map', '01-a.d.ts', 'README.md']),
  ).toEqual(['01-a', '02-b', '10-c', '100-d']);
});

test('two with one number are refused', () => {
  expect(() => listMigrations(['02-b.ts', '01-a.ts', '02-a.ts'])).toThrow(
    'the migrations 02-a and 02-b have the same number',
  );
});
