/** Signatures of requests by Standard Webhooks 1.0. Pure. */
import { createHmac } from 'node:crypto';

export const SECRET_PREFIX = 'whsec_';

/** `v1,<base64>` over `id.timestamp.body`, keyed with the decoded bytes of the secret. */
export function signature(
  secret: string,
  { id, timestamp_s, body }: { id: string; timestamp_s: number; body: string },
): string {
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp_s}.${body}`).digest('base64')}`;
}
