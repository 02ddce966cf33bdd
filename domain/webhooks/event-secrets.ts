/**
 * Secrets in events: links and codes that a receiver passes on. The payload has a mark in the place of each, as it is stored and shown;
 * only what is sent to an endpoint has the secret itself.
 */
import { UnreadableSecret } from '../../core/crypto.ts';
import { secretMark } from '../../core/secret-mark.ts';
import type { Context } from '../platform/context.ts';

/** Values by their names. */
export type Secrets = Readonly<Record<string, string>>;

function sealContext(event_id: string): string {
  return `event:${event_id}`;
}

/** @throws AppError `encryption_key_missing` */
export function sealSecrets(
  { secrets: box }: Pick<Context, 'secrets'>,
  event_id: string,
  secrets: Secrets,
): string {
  return box.seal(JSON.stringify(secrets), sealContext(event_id));
}

/** @returns the payload as it is sent; with its marks where the key was replaced meanwhile, long after the secrets were of use */
export function withSecrets(
  { secrets: box }: Pick<Context, 'secrets'>,
  { event_id, payload, secrets_sealed }: { event_id: string; payload: string; secrets_sealed: string | null },
): string {
  if (secrets_sealed === null) return payload;
  try {
    const secrets = JSON.parse(box.open(secrets_sealed, sealContext(event_id))) as Secrets;
    return Object.entries(secrets).reduce(
      (text, [name, value]) => text.replaceAll(JSON.stringify(secretMark(name)), () => JSON.stringify(value)),
      payload,
    );
  } catch (error) {
    if (error instanceof UnreadableSecret) return payload;
    throw error;
  }
}
