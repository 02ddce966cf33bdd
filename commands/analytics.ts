/** `npm run analytics -- <verb>`: a copy of the money tables for analysts, by logical replication. */
import { readConfig } from '../core/config.ts';
import { run, UsageError } from '../core/shutdown.ts';
import { PUBLICATION, publishTables, subscriberSql } from '../db/analytics/publication.ts';
import { connectToService } from './database.ts';

const USAGE = `Usage: npm run --silent analytics -- publish [ROLE]   creates or updates the publication ${PUBLICATION}; ROLE may copy its columns
       npm run --silent analytics -- subscriber       prints the SQL of the tables and views for the other database`;

run(async () => {
  const [verb, role, ...more] = process.argv.slice(2);
  const is_known = verb === 'publish' || (verb === 'subscriber' && role === undefined);
  if (!is_known || more.length > 0) throw new UsageError(USAGE);
  const { db } = await connectToService(readConfig(), 1);
  try {
    if (verb === 'subscriber') process.stdout.write(await subscriberSql(db));
    else {
      const tables = await publishTables(db, role ?? null);
      process.stdout.write(`${PUBLICATION} publishes ${tables.join(', ')}\n`);
    }
  } finally {
    await db.destroy();
  }
});
