/** The start through PgBouncer: what it needs is said, and then processes share few connections. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openContext } from '../../app/compose.ts';
import { migrateDatabase } from '../../commands/database.ts';
import { readConfig } from '../../core/config.ts';
import { connect } from '../../db/connection.ts';
import { MISSING as NO_PGBOUNCER, startPgBouncer, type PgBouncer } from './engines/pgbouncer.ts';
import { MISSING as NO_POSTGRES, ReplicatedPostgres } from './engines/replicated.ts';

const MISSING = [...NO_PGBOUNCER, ...NO_POSTGRES];

let servers: ReplicatedPostgres;
let pooler: PgBouncer;

function open(env: Record<string, string>) {
  const config = readConfig({ LOG_LEVEL: 'silent', ...env });
  return openContext(config, config.database_url as string, false);
}

describe.skipIf(MISSING.length > 0)(
  `PgBouncer in transaction mode (needs ${MISSING.join(', ') || 'nothing more'})`,
  () => {
    beforeAll(async () => {
      servers = await ReplicatedPostgres.start();
      await migrateDatabase(readConfig({}), servers.url);
      pooler = await startPgBouncer(servers.url);
    });
    afterAll(async () => {
      await pooler?.stop();
      await servers?.stop();
    });

    test('without a URL of PostgreSQL itself the start is refused, and says what to set', async () => {
      await expect(open({ DATABASE_URL: pooler.through(servers.url) })).rejects.toThrow(
        /unsupported startup parameter/,
      );
    });

    test('without a limit of statements behind the pooler the start is refused, and says what to run', async () => {
      const urls = { DATABASE_URL: pooler.through(servers.url), DATABASE_DIRECT_URL: servers.url };
      await expect(open(urls)).rejects.toThrow('alter role');
    });

    test('then it starts, and many statements at once share few connections of PostgreSQL', async () => {
      await servers.onPrimary("alter role ushirika set statement_timeout = '20s'");
      await servers.onPrimary(
        "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'ushirika'",
      );
      const urls = { DATABASE_URL: pooler.through(servers.url), DATABASE_DIRECT_URL: servers.url };
      const { ctx, close } = await open({ ...urls, DATABASE_POOL_SIZE: '40' });
      const others = connect(servers.url, 1);
      try {
        const sleeping = Array.from({ length: 40 }, () => ctx.db.raw('select pg_sleep(0.05)'));
        await Promise.all(sleeping);
        const { rows } = await others.raw(
          "select count(*)::int as count from pg_stat_activity where application_name = 'ushirika'",
        );
        expect(rows[0].count).toBeLessThanOrEqual(9);
      } finally {
        await others.destroy();
        await close();
      }
    });
  },
);
