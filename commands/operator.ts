/** `npm run operator -- <verb> …`: what only whoever runs the server may do. */
import { openSecretBox, SEALED_TABLES } from '../app/compose.ts';
import { readConfig, type Config } from '../core/config.ts';
import { run, UsageError } from '../core/shutdown.ts';
import type { Db } from '../db/connection.ts';
import { renewAuditMacs } from '../domain/platform/renew-audit-macs.ts';
import { rotateEncryption } from '../domain/platform/rotate-encryption.ts';
import { issueResetToken, removeTotp, setOperator } from '../domain/staff/index.ts';
import { connectToService } from './database.ts';

const USAGE = `Usage: npm run operator -- grant EMAIL            makes a user a platform operator
       npm run operator -- revoke EMAIL           makes an operator a user like others
       npm run operator -- reset-password EMAIL   prints a one-time token to set a new password
       npm run operator -- remove-totp EMAIL      takes away a second factor that its user has lost
       npm run operator -- rotate-encryption      seals every secret with ENCRYPTION_KEY, and renews the MACs of the audit log
       npm run operator -- renew-audit-macs       gives heads of the audit log without a right MAC a new one`;

/** Verb → what it does for that email, and says then; null: nobody has it. */
const VERBS_WITH_EMAIL: Record<string, (db: Db, email: string) => Promise<string | null>> = {
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
  async 'remove-totp'(db, email) {
    const removed = await removeTotp(db, email);
    if (removed === null) return null;
    return removed
      ? `${email} signs in with the password alone now, and can turn a second factor on again`
      : `${email} has no second factor`;
  },
};

interface Outcome {
  said: string;
  /** Whether nothing was left undone. */
  complete: boolean;
}

/** Verb → what it does with the key of the configuration, or the embedded service's own. */
const VERBS: Record<string, (db: Db, config: Config) => Promise<Outcome>> = {
  async 'rotate-encryption'(db, config) {
    if (!config.encryption_key)
      throw new UsageError('Set ENCRYPTION_KEY, and ENCRYPTION_KEY_PREVIOUS to the one before it.');
    const { resealed, unreadable } = await rotateEncryption(db, SEALED_TABLES, openSecretBox(config));
    const { renewed } = await renewAuditMacs(db, ['previous']);
    const lost = unreadable.map((row) => `cannot be opened with either key: ${row}`);
    const said = [
      ...lost,
      ...(renewed > 0 ? [`${renewed} heads of the audit log have a new MAC`] : []),
      `${resealed} sealed anew, ${unreadable.length} unreadable`,
    ];
    return { said: said.join('\n'), complete: lost.length === 0 };
  },
  async 'renew-audit-macs'(db, config) {
    if (!config.encryption_key) throw new UsageError('Set ENCRYPTION_KEY.');
    const { renewed, faults } = await renewAuditMacs(db, ['previous', 'missing', 'wrong']);
    const said = [...faults, `${renewed} heads of the audit log have a new MAC`];
    return { said: said.join('\n'), complete: faults.length === 0 };
  },
};

run(async () => {
  const [verb = '', email] = process.argv.slice(2);
  const actFor = email && Object.hasOwn(VERBS_WITH_EMAIL, verb) ? VERBS_WITH_EMAIL[verb] : undefined;
  const act = !email && Object.hasOwn(VERBS, verb) ? VERBS[verb] : undefined;
  if (!actFor && !act) throw new UsageError(USAGE);
  const { db, config } = await connectToService(readConfig(), 1);
  try {
    const said = actFor && email ? await actFor(db, email) : null;
    const outcome = await act?.(db, config);
    if (!outcome && said === null) throw new UsageError(`No user is registered as ${email}.`);
    process.stdout.write(`${outcome?.said ?? said}\n`);
    if (outcome?.complete === false) process.exitCode = 1;
  } finally {
    await db.destroy();
  }
});
