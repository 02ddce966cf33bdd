/** `npm run operator -- <verb> …`: what only whoever runs the server may do. */
import { openSecretBox, SEALED_TABLES } from '../app/compose.ts';
import { readConfig, type Config } from '../core/config.ts';
import { run, UsageError } from '../core/shutdown.ts';
import { connect, type Db } from '../db/connection.ts';
import { rotateEncryption } from '../domain/platform/rotate-encryption.ts';
import { issueResetToken, setOperator } from '../domain/staff/index.ts';
import { embeddedEncryptionKey } from '../embedded/encryption-key.ts';
import { databaseUrl } from './database.ts';

const USAGE = `Usage: npm run operator -- grant EMAIL            makes a user a platform operator
       npm run operator -- revoke EMAIL           makes an operator a user like others
       npm run operator -- reset-password EMAIL   prints a one-time token to set a new password
       npm run operator -- rotate-encryption      seals every secret with ENCRYPTION_KEY`;

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

/** With the key of the configuration, or the embedded service's own. @returns what to say; whether all could be opened */
async function rotate(db: Db, config: Config): Promise<{ said: string; complete: boolean }> {
  const encryption_key =
    config.encryption_key ?? (config.database_url ? null : await embeddedEncryptionKey(config.data_dir));
  if (!encryption_key)
    throw new UsageError('Set ENCRYPTION_KEY, and ENCRYPTION_KEY_PREVIOUS to the one before it.');
  const box = openSecretBox({ ...config, encryption_key });
  const { resealed, unreadable } = await rotateEncryption(db, SEALED_TABLES, box);
  const lost = unreadable
    .map(
      (row) => `cannot be opened with either key: ${row}
`,
    )
    .join('');
  return { said: `${lost}${resealed} sealed anew, ${unreadable.length} unreadable`, complete: lost === '' };
}

run(async () => {
  const config = readConfig();
  const [verb = '', email] = process.argv.slice(2);
  if (verb === 'rotate-encryption') {
    const db = connect(await databaseUrl(config), 1);
    const { said, complete } = await rotate(db, config).finally(() => db.destroy());
    process.stdout.write(`${said}\n`);
    if (!complete) process.exitCode = 1;
    return;
  }
  const act = Object.hasOwn(VERBS, verb) ? VERBS[verb] : undefined;
  if (!act || !email) throw new UsageError(USAGE);
  const db = connect(await databaseUrl(config), 1);
  const said = await act(db, email).finally(() => db.destroy());
  if (said === null) throw new UsageError(`No user is registered as ${email}.`);
  process.stdout.write(`${said}\n`);
});
