/** `npm run migrate`: brings the database at DATABASE_URL up to date, the queues' schema included. */
import { parseArgs } from 'node:util';
import { readConfig } from '../core/config.ts';
import { run, UsageError } from '../core/shutdown.ts';
import { openQueueStore } from '../jobs/store.ts';
import { migrateDatabase } from './database.ts';

run(async () => {
  // There are no arguments: any is refused.
  parseArgs({ options: {} });
  const config = readConfig();
  const { redis_url } = config;
  const database_url = config.database_direct_url ?? config.database_url;
  if (!database_url) throw new UsageError('Set DATABASE_URL. (npm start migrates by itself.)');
  await migrateDatabase(config, database_url);
  await (await openQueueStore(database_url, redis_url)).close();
  process.stdout.write('migrated\n');
});
