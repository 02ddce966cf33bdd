/** A build and a database of another schema: every program refuses it in one sentence, before it serves or changes anything. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connect, type Db } from '../../db/connection.ts';
import { freshDatabase, spawnProcess, type TestDatabase } from '../harness/index.ts';

const PROGRAMS: [program: string, args?: string[]][] = [
  ['api/main.js'],
  ['workers/main.js', ['all']],
  ['commands/start.js'],
  ['commands/verify.js'],
  ['commands/demo.js'],
  ['commands/operator.js', ['grant', 'somebody@example.com']],
];

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

async function refusalOf(
  program: string,
  args: string[] = [],
): Promise<{ code: number | null; said: string }> {
  const started = spawnProcess(program, args, {
    DATABASE_URL: database.url,
    LOG_LEVEL: 'error',
  });
  const code = await started.ended;
  return { code, said: started.output() };
}

describe('a database that a newer build has migrated', () => {
  beforeAll(() => db('schema_migrations').insert({ name: '99-later', batch: 9, migration_time: new Date() }));
  afterAll(() => db('schema_migrations').where({ name: '99-later' }).delete());

  test.each([...PROGRAMS, ['commands/migrate.js']] as typeof PROGRAMS)(
    'is refused by %s, which names the migration',
    async (program, args) => {
      const { code, said } = await refusalOf(program, args);
      expect(said).toMatch(
        /^The database has the migration 99-later, which this build \([\d.]+\) does not know: [^\n]*\n$/,
      );
      expect(code).toBe(1);
    },
  );
});

describe('a database that lacks a migration', () => {
  let last: { name: string };
  beforeAll(async () => {
    last = await db('schema_migrations').orderBy('id', 'desc').first();
    await db('schema_migrations').where(last).delete();
  });
  afterAll(() => db('schema_migrations').insert(last));

  // `npm start` migrates by itself.
  test.each(PROGRAMS.filter(([program]) => program !== 'commands/start.js'))(
    'is refused by %s, which says what to run',
    async (program, args) => {
      const { code, said } = await refusalOf(program, args);
      expect(said).toMatch(
        /^The schema of the database lacks the migration \d+-[^\n]* Run: npm run migrate [^\n]*\n$/,
      );
      expect(said).toContain(last.name);
      expect(code).toBe(1);
    },
  );
});

test('a database without any schema is refused by verify, which says what to run', async () => {
  await db.schema.renameTable('schema_migrations', 'no_migrations');
  try {
    const { code, said } = await refusalOf('commands/verify.js');
    expect(said).toMatch(/^The schema of the database lacks the migration 01-people of this build\./);
    expect(code).toBe(1);
  } finally {
    await db.schema.renameTable('no_migrations', 'schema_migrations');
  }
});
