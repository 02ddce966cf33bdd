/** `npm run operator -- <verb> …`: actions that only the operator of the server may take. */
import { openSecretBox, SEALED_TABLES } from '../app/compose.ts';
import { readConfig, type Config } from '../core/config.ts';
import { run, UsageError } from '../core/shutdown.ts';
import type { Db } from '../db/connection.ts';
import { SUBJECT_DETAILS } from '../app/subject-details.ts';
import { renewAuditMacs } from '../domain/platform/audit/renew-audit-macs.ts';
import { rotateEncryption } from '../domain/platform/rotate-encryption.ts';
import { exportEventsSince, forgetExports } from '../domain/webhooks/index.ts';
import { passwords, strictApprovals, totp, users } from '../domain/staff/index.ts';
import { connectToService } from './database.ts';

const USAGE = `Usage: npm run operator -- grant EMAIL            makes a user a platform operator
       npm run operator -- revoke EMAIL           makes an operator an ordinary user
       npm run operator -- reset-password EMAIL   prints a one-time token to set a new password
       npm run operator -- remove-totp EMAIL      removes a second factor that its user has lost
       npm run operator -- strict-approvals-off PROJECT   turns strict approvals off where nobody is left to decide it
       npm run operator -- export-events MOMENT   publishes the stored events from a moment on: 2026-11-26T00:00:00Z
       npm run operator -- forget-exports         publishes nothing of what waits for EVENTS_SINK now
       npm run operator -- rotate-encryption      encrypts every secret with ENCRYPTION_KEY, and renews the MACs of the audit log
       npm run operator -- renew-audit-macs       renews missing and wrong MACs of the heads of the audit log`;

/** Verb → its action for an email, a project or a moment, which returns the message; null: no user has that email. */
const VERBS_WITH_NAME: Record<string, (db: Db, email: string) => Promise<string | null>> = {
  grant: async (db, email) =>
    (await users.setOperator(db, email, true)) ? `${email} is now a platform operator` : null,
  revoke: async (db, email) =>
    (await users.setOperator(db, email, false)) ? `${email} is no longer a platform operator` : null,
  async 'reset-password'(db, email) {
    const token = await passwords.issueResetToken(db, email);
    return (
      token &&
      `A new password for ${email} can be set once, within an hour, with this token:

  ${token}

  curl -s PUBLIC_URL/api/auth/password/reset -H 'Content-Type: application/json' \\
    -d '{"token":"${token}","new_password":"…"}'`
    );
  },
  async 'remove-totp'(db, email) {
    const removed = await totp.remove(db, email);
    if (removed === null) return null;
    return removed
      ? `${email} now signs in with only the password, and can enable a second factor again`
      : `${email} has no second factor`;
  },
  async 'strict-approvals-off'(db, project_id) {
    const were_on = await strictApprovals.turnOff(db, project_id);
    if (were_on === null) throw new UsageError(`There is no project ${project_id}.`);
    return `strict approvals of ${project_id} ${were_on ? 'are off' : 'are not on'}`;
  },
  async 'export-events'(db, moment) {
    const since = new Date(moment);
    if (Number.isNaN(since.getTime()))
      throw new UsageError(`${moment} is not a moment like 2026-11-26T00:00:00Z.`);
    const added = await exportEventsSince(db, since);
    return `${added} events wait for the sink in addition`;
  },
};

interface Outcome {
  message: string;
  /** Whether everything was done. */
  complete: boolean;
}

/** Verb → its action with the configured key, or that of the embedded service. */
const VERBS: Record<string, (db: Db, config: Config) => Promise<Outcome>> = {
  async 'rotate-encryption'(db, config) {
    if (!config.encryption_key)
      throw new UsageError('Set ENCRYPTION_KEY, and ENCRYPTION_KEY_PREVIOUS to the previous key.');
    const { resealed, unreadable } = await rotateEncryption(db, SEALED_TABLES, openSecretBox(config));
    const { renewed } = await renewAuditMacs({ db, subject_details: SUBJECT_DETAILS }, ['previous']);
    const lost = unreadable.map((row) => `cannot be decrypted with either key: ${row}`);
    const lines = [
      ...lost,
      ...(renewed > 0 ? [`${renewed} heads of the audit log have a new MAC`] : []),
      `${resealed} encrypted again, ${unreadable.length} unreadable`,
    ];
    return { message: lines.join('\n'), complete: lost.length === 0 };
  },
  async 'forget-exports'(db) {
    const waited = await forgetExports(db);
    return { message: `${waited} events no longer wait for the sink`, complete: true };
  },
  async 'renew-audit-macs'(db, config) {
    if (!config.encryption_key) throw new UsageError('Set ENCRYPTION_KEY.');
    const { renewed, faults } = await renewAuditMacs({ db, subject_details: SUBJECT_DETAILS }, [
      'previous',
      'missing',
      'wrong',
    ]);
    const lines = [...faults, `${renewed} heads of the audit log have a new MAC`];
    return { message: lines.join('\n'), complete: faults.length === 0 };
  },
};

run(async () => {
  const [verb = '', name] = process.argv.slice(2);
  const actFor = name && Object.hasOwn(VERBS_WITH_NAME, verb) ? VERBS_WITH_NAME[verb] : undefined;
  const act = !name && Object.hasOwn(VERBS, verb) ? VERBS[verb] : undefined;
  if (!actFor && !act) throw new UsageError(USAGE);
  const { db, config } = await connectToService(readConfig(), 1);
  try {
    const message = actFor && name ? await actFor(db, name) : null;
    const outcome = await act?.(db, config);
    if (!outcome && message === null) throw new UsageError(`No user is registered as ${name}.`);
    process.stdout.write(`${outcome?.message ?? message}\n`);
    if (outcome?.complete === false) process.exitCode = 1;
  } finally {
    await db.destroy();
  }
});
