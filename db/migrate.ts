/** Forward-only migrations: every file of `migrations/`, in the order of their names. */
import { readdir } from 'node:fs/promises';
import type { Knex } from 'knex';
import type { Db } from './connection.ts';
import { buildOnlineIndexes } from './online-indexes.ts';

interface Migration {
  /** As in the table `schema_migrations`: the file name without its extension, so that source and build agree. */
  name: string;
  url: URL;
}

const FOLDER = new URL('./migrations/', import.meta.url);
/** `.ts` in the source, `.js` in the build, where source maps lie beside them. */
const MIGRATION_FILE = /^(\d{2}-[a-z0-9-]+)\.[jt]s$/;

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
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  migrations.forEach(({ name }, i) => {
    const before = migrations[i - 1]?.name;
    if (before?.slice(0, 2) === name.slice(0, 2))
      throw new Error(`the migrations ${before} and ${name} have the same number`);
  });
  return migrations;
}

/** An arbitrary constant that identifies this advisory lock. */
const MIGRATION_LOCK = 7_225_001;

/**
 * Brings the schema up to date; safe to run from several processes concurrently, and after a crash. The advisory lock
 * replaces knex's lock table, which stays locked forever when its holder is killed.
 * @returns names of the migrations that were applied
 */
export async function migrate(db: Db): Promise<string[]> {
  const applied = await db.transaction(async (trx) => {
    await trx.raw('select pg_advisory_xact_lock(?)', [MIGRATION_LOCK]);
    const [, names] = (await trx.migrate.latest({
      migrationSource: source,
      tableName: 'schema_migrations',
      disableMigrationsListValidation: true,
      disableTransactions: true,
    })) as [number, string[]];
    return names;
  });
  await buildOnlineIndexes(db);
  return applied;
}
