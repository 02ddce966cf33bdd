/** `npm run operator -- <verb> …`: what only whoever runs the server may do. */
import { readConfig } from '../core/config.ts';
import { run, UsageError } from '../core/shutdown.ts';
import { connect, type Db } from '../db/connection.ts';
import { issueResetToken, setOperator } from '../domain/staff/index.ts';
import { databaseUrl } from './database.ts';

const USAGE = `Usage: npm run operator -- grant EMAIL            makes a user a platform operator
       npm run operator -- revoke EMAIL           makes an operator a user like others
       npm run operator -- reset-password EMAIL   prints a one-time token to set a new password`;

/** Verb → what it does for that email, and says then; null: nobody has it. */
const VERBS: Record<string, (db: Db, email: string) => Promise<string | null>> = {
  grant: async (db, email) =>
    (await setOperator(db, email, true)) ? `${email} is now a platform operator` : null,
  revoke: async (db, email) =>
    (await setOperator(db, email, false)) ? `${email} is no longer a platform operator` : null,
  async 'reset-password'(db, email) {
    const token = await issueResetToken(db, email);
    return (
      token &&
      `A new password for ${email} can be set once, within an hour, with this token:

  ${token}

  curl -s PUBLIC_URL/api/auth/password/reset -H 'Content-Type: application/json' \\
    -d '{"token":"${token}","new_password":"…"}'`
    );
  },
};

run(async () => {
  const [verb = '', email] = process.argv.slice(2);
  const act = Object.hasOwn(VERBS, verb) ? VERBS[verb] : undefined;
  if (!act || !email) throw new UsageError(USAGE);
  const db = connect(await databaseUrl(readConfig()), 1);
  const said = await act(db, email).finally(() => db.destroy());
  if (said === null) throw new UsageError(`No user is registered as ${email}.`);
  process.stdout.write(`${said}\n`);
});
