/** `npm run operator -- grant|revoke EMAIL`: who is a platform operator. */
import { readConfig } from '../core/config.ts';
import { run, UsageError } from '../core/shutdown.ts';
import { connect } from '../db/connection.ts';
import { setOperator } from '../domain/staff/index.ts';
import { databaseUrl } from './database.ts';

run(async () => {
  const [verb, email] = process.argv.slice(2);
  if ((verb !== 'grant' && verb !== 'revoke') || !email)
    throw new UsageError('Usage: npm run operator -- grant|revoke EMAIL');
  const db = connect(await databaseUrl(readConfig()), 1);
  const found = await setOperator(db, email, verb === 'grant');
  await db.destroy();
  if (!found) throw new UsageError(`No user is registered as ${email}.`);
  process.stdout.write(`${email} ${verb === 'grant' ? 'is now' : 'is no longer'} a platform operator\n`);
});
