/** A database as an earlier version left it, to be migrated with rows in it. */
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Knex } from 'knex';
import { connect, type Db } from '../../db/connection.ts';
import { listMigrations } from '../../db/migrate.ts';
import { freshDatabase } from './database.ts';

const MIGRATIONS = listMigrations(
  readdirSync(fileURLToPath(new URL('../../db/migrations/', import.meta.url))),
);

export interface OldDatabase {
  db: Db;
  /** Runs the migrations that it lacks, up to and with that one. */
  migrate: (name: string) => Promise<void>;
  drop: () => Promise<void>;
}

/** @param name the first migration that it lacks */
export async function databaseBefore(name: string): Promise<OldDatabase> {
  const database = await freshDatabase();
  const db = connect(database.url, 1);
  let done = 0;
  const runUntil = async (end: number): Promise<void> => {
    for (const { url } of MIGRATIONS.slice(done, end)) {
      const { up } = (await import(url.href)) as Pick<Knex.Migration, 'up'>;
      await up(db);
    }
    done = end;
  };
  await db.raw('drop schema public cascade; create schema public');
  await runUntil(indexOf(name));
  return {
    db,
    migrate: (last) => runUntil(indexOf(last) + 1),
    drop: async () => {
      await db.destroy();
      await database.drop();
    },
  };
}

function indexOf(name: string): number {
  const index = MIGRATIONS.findIndex((each) => each.name === name);
  if (index === -1) throw new Error(`there is no migration ${name}`);
  return index;
}
