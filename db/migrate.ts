/** Forward-only migrations: every file of `migrations/`, in the order of their numbers. */
import { readdir } from 'node:fs/promises';
import type { Knex } from 'knex';
import { UsageError } from '../core/shutdown.ts';
import { VERSION } from '../core/version.ts';
import { lockingBriefly } from './brief-locks.ts';
import type { Db, Queryable, Transaction } from './connection.ts';
import { validateOnlineChecks } from './online-checks.ts';
import { buildOnlineIndexes } from './online-indexes.ts';
import { divideTables } from './partitions/divide.ts';
import { WEBHOOK_TABLES } from './partitions/partitioned-tables.ts';

interface Migration {
  /** As in the table `schema_migrations`: the file name without its extension, so that source and build agree. */
  name: string;
  url: URL;
}

const FOLDER = new URL('./migrations/', import.meta.url);
/** `.ts` in the source, `.js` in the build, where source maps lie beside them. */
const MIGRATION_FILE = /^(\d{2,}-[a-z0-9-]+)\.[jt]s$/;

const source: Knex.MigrationSource<Migration> = {
  getMigrations: async () => listMigrations(await readdir(FOLDER)),
  getMigrationName: ({ name }) => name,
  async getMigration({ url }) {
    const { up } = (await import(url.href)) as Pick<Knex.Migration, 'up'>;
    return { up, down: () => Promise.reject(new Error('migrations only go forward')) };
  },
};

/**
 * @param files names of the files in the folder, in any order
 * @throws when two migrations have the same number: two branches were merged, or an older build left a file
 */
export function listMigrations(files: string[]): Migration[] {
  const migrations = files
    .flatMap((file) => {
      const name = MIGRATION_FILE.exec(file)?.[1];
      return name === undefined ? [] : [{ name, url: new URL(file, FOLDER) }];
    })
    .sort((a, b) => numberOf(a) - numberOf(b) || (a.name < b.name ? -1 : 1));
  migrations.forEach((migration, i) => {
    const before = migrations[i - 1];
    if (before && numberOf(before) === numberOf(migration))
      throw new Error(`the migrations ${before.name} and ${migration.name} have the same number`);
  });
  return migrations;
}

const numberOf = ({ name }: Migration): number => Number.parseInt(name, 10);

const TABLE = 'schema_migrations';

/**
 * Compares the migrations that the database has with those of this build. A build that is older than the schema would fail on
 * its first statement about a column that was renamed, after it has taken money.
 * @throws UsageError when the database has a migration that this build does not know, or lacks one
 */
export async function requireSchema(db: Queryable): Promise<void> {
  const known = listMigrations(await readdir(FOLDER)).map(({ name }) => name);
  const applied = await appliedMigrations(db);
  refuseUnknown(applied, known);
  const missing = known.find((name) => !applied.includes(name));
  if (missing !== undefined)
    throw new UsageError(
      `The schema of the database lacks the migration ${missing} of this build. Run: npm run migrate (in an image: node dist/commands/migrate.js)`,
    );
}

async function appliedMigrations(db: Queryable): Promise<string[]> {
  if (!(await db.schema.hasTable(TABLE))) return [];
  return db(TABLE).orderBy('name').pluck<string[]>('name');
}

function refuseUnknown(applied: string[], known: string[]): void {
  const unknown = applied.findLast((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new UsageError(
      `The database has the migration ${unknown}, which this build (${VERSION}) does not know: a newer build has been used. Start that one, or restore a backup of before.`,
    );
}

/** An arbitrary constant that identifies this advisory lock. */
const MIGRATION_LOCK = 7_225_001;
/** Each takes a few seconds. */
const MAX_ATTEMPTS = 240;

/**
 * Brings the schema up to date; safe to run from several processes concurrently, and after a crash. The advisory lock
 * replaces knex's lock table, which stays locked forever when its holder is killed.
 * @returns names of the migrations that were applied
 * @throws UsageError when the database has a migration that this build does not know
 * @throws the database's error when a transaction of others, like that of the verifier, keeps a table for more than ten minutes
 */
export async function migrate(db: Db): Promise<string[]> {
  const applied = await lockingBriefly(db, { lock: MIGRATION_LOCK, attempts: MAX_ATTEMPTS }, applyMigrations);
  await buildOnlineIndexes(db);
  await validateOnlineChecks(db);
  await divideTables(db, WEBHOOK_TABLES);
  return applied;
}

async function applyMigrations(trx: Transaction): Promise<string[]> {
  const known = listMigrations(await readdir(FOLDER)).map(({ name }) => name);
  refuseUnknown(await appliedMigrations(trx), known);
  const [, names] = (await trx.migrate.latest({
    migrationSource: source,
    tableName: TABLE,
    disableMigrationsListValidation: true,
    disableTransactions: true,
  })) as [number, string[]];
  return names;
}
