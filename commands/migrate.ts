/** `npm run migrate`: brings the database at DATABASE_URL up to date, the queues' schema included. */
import { readConfig } from '../core/config.ts';
import { run, UsageError } from '../core/shutdown.ts';
import { connect } from '../db/connection.ts';
import { migrate } from '../db/migrate.ts';
import { openQueueStore } from '../jobs/store.ts';

run(async () => {
  const { database_url, redis_url } = readConfig();
  if (!database_url) throw new UsageError('Set DATABASE_URL. (npm start migrates on its own.)');
  const db = connect(database_url, 2);
  await migrate(db);
  await db.destroy();
  await (await openQueueStore(database_url, redis_url)).close();
  process.stdout.write('migrated\n');
});
