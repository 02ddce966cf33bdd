/**
 * Secrets in events: links and codes that a receiver passes on. The payload has a mark in the place of each, as it is stored and shown;
 * only what is sent to an endpoint has the secret itself. They are deleted once they are of no use; then the marks are sent.
 */
import { systemNow, systemTimeIn } from '../../core/clock.ts';
import { secretMark } from '../../core/secret-mark.ts';
import type { Db } from '../../db/connection.ts';
import type { Context } from '../platform/context.ts';
import { pruneInBatches } from '../platform/prune.ts';
import type { SealedTable } from '../platform/rotate-encryption.ts';
import { deleteExpiredSecrets } from './event-secrets.sql.ts';

export interface Secrets {
  /** By their names. */
  values: Readonly<Record<string, string>>;
  /** How long they are of use. */
  kept_ms: number;
}

/** As stored. */
export interface EventSecretsRow {
  event_id: string;
  sealed: string;
  expires_at: Date;
}

function sealContext(event_id: string): string {
  return `event:${event_id}`;
}

/** @throws AppError `encryption_key_missing` */
export function sealSecrets(
  { secrets: box }: Pick<Context, 'secrets'>,
  event_id: string,
  { values, kept_ms }: Secrets,
): EventSecretsRow {
  const sealed = box.seal(JSON.stringify(values), sealContext(event_id));
  return { event_id, sealed, expires_at: systemTimeIn(kept_ms) };
}

/** @returns the payload as it is sent @throws UnreadableSecret */
export function withSecrets(
  { secrets: box }: Pick<Context, 'secrets'>,
  { event_id, payload, secrets_sealed }: { event_id: string; payload: string; secrets_sealed: string | null },
): string {
  if (secrets_sealed === null) return payload;
  const values = JSON.parse(box.open(secrets_sealed, sealContext(event_id))) as Secrets['values'];
  return Object.entries(values).reduce(
    (text, [name, value]) => text.replaceAll(JSON.stringify(secretMark(name)), () => JSON.stringify(value)),
    payload,
  );
}

/** @returns how many were deleted */
export function pruneEventSecrets(db: Db): Promise<number> {
  const now = systemNow();
  return pruneInBatches(async (limit) => (await deleteExpiredSecrets(db, { now, limit })).length);
}

export const sealedEventSecrets: SealedTable = {
  table: 'webhook_event_secrets',
  key: ['event_id'],
  reseal(row, reseal) {
    const { event_id, sealed } = row as unknown as EventSecretsRow;
    const resealed = reseal(sealed, sealContext(event_id));
    return resealed === null ? {} : { sealed: resealed };
  },
};
