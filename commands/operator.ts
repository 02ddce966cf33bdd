/** `npm run operator -- grant|revoke EMAIL`: who is a platform operator. Needs DATABASE_URL. */
import { readConfig } from '../core/config.ts';
import { run, UsageError } from '../core/shutdown.ts';
import { connect } from '../db/connection.ts';
import { setOperator } from '../domain/staff/index.ts';

run(async () => {
  const [verb, email] = process.argv.slice(2);
  if ((verb !== 'grant' && verb !== 'revoke') || !email)
    throw new UsageError('Usage: npm run operator -- grant|revoke EMAIL');
  const { database_url } = readConfig();
  if (!database_url) throw new UsageError('Set DATABASE_URL to the database of the service.');
  const db = connect(database_url, 1);
  const found = await setOperator(db, email, verb === 'grant');
  await db.destroy();
  if (!found) throw new UsageError(`No user is registered as ${email}.`);
  process.stdout.write(`${email} ${verb === 'grant' ? 'is now' : 'is no longer'} a platform operator\n`);
});
