/**
 * One PostgreSQL server for the whole run: the one at DATABASE_URL, else an embedded one in a temporary folder. Databases of
 * the tests are copied from a migrated template. With TEST_THROUGH=pgbouncer the services of the tests reach it through a pooler. The setup of every project that needs it; the first one that runs starts it.
 */
import { mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { connect } from '../../db/connection.ts';
import { migrate } from '../../db/migrate.ts';
import { startEmbeddedPostgres } from '../../embedded/postgres.ts';
import { openQueueStore } from '../../jobs/store.ts';
import { startPgBouncer } from '../ha/engines/pgbouncer.ts';
import { withDatabase } from './urls.ts';

declare module 'vitest' {
  interface ProvidedContext {
    server_url: string;
    template: string;
    /** Where the service under test reaches databases; null: where they are. */
    pooler_url: string | null;
  }
}

/**
 * Commits still survive the death of every process of the service, which is what the tests kill; what only the death of the
 * server or of the machine needs is left out.
 */
const SETTINGS = {
  max_connections: '400',
  fsync: 'off',
  full_page_writes: 'off',
  wal_compression: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '256MB',
};

export default async function setup({ vitest }: TestProject): Promise<(() => Promise<void>) | undefined> {
  // What the root project provides, every project has.
  const run = vitest.getRootProject();
  if ('server_url' in run.getProvidedContext()) return undefined;
  const given = process.env['DATABASE_URL'];
  const dir = given ? null : await mkdtemp(join(await folderForData(), 'ushirika-test-'));
  const postgres = dir ? await startEmbeddedPostgres({ dir, settings: SETTINGS }) : null;
  const server_url = given ?? (postgres as { url: string }).url;
  const template = `ushirika_test_${process.pid}`;
  const server = connect(server_url, 1);
  await server.raw(`drop database if exists ${template}`);
  await server.raw(`create database ${template}`);

  const template_url = withDatabase(server_url, template);
  const db = connect(template_url, 1);
  await migrate(db);
  await db.destroy();
  await (await openQueueStore(template_url, null)).close();
  run.provide('server_url', server_url);
  run.provide('template', template);
  const pooler = process.env['TEST_THROUGH'] === 'pgbouncer' ? await startPgBouncer(server_url) : null;
  run.provide('pooler_url', pooler?.through(server_url) ?? null);
  // Behind a pooler the role has the limit that sessions have otherwise.
  if (pooler) await server.raw("alter role current_user set statement_timeout = '20s'");

  return async () => {
    await pooler?.stop();
    // The databases that workers share end with the run.
    const { rows } = await server.raw<{ rows: { datname: string }[] }>(
      'select datname from pg_database where datname ^@ ?',
      [template],
    );
    for (const { datname } of rows) await server.raw(`drop database ${datname} with (force)`);
    await server.destroy();
    await postgres?.stop();
    if (dir) await rm(dir, { recursive: true, force: true });
  };
}

const SHARED_MEMORY = '/dev/shm';
/** Far more than all databases that are there at the same time. */
const ENOUGH_BYTES = 4 * 1024 ** 3;

/** In memory where there is room: to make a database and drop it takes a fifth of the time there. */
async function folderForData(): Promise<string> {
  const memory = await statfs(SHARED_MEMORY).catch(() => null);
  return memory && memory.bavail * memory.bsize > ENOUGH_BYTES ? SHARED_MEMORY : tmpdir();
}
