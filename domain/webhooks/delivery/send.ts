/** One attempt to deliver one event: the signed request, and its result. */
import { systemNow } from '../../../core/clock.ts';
import { UnreadableSecret } from '../../../core/crypto.ts';
import { AddressRefused, callUrl } from '../../../core/http-client.ts';
import type { Context } from '../../platform/context.ts';
import type { DueDelivery } from './due-deliveries.ts';
import type { EndpointRow } from '../endpoints/endpoint.model.ts';
import { withSecrets } from '../event-secrets.ts';
import { signingSecrets } from '../endpoints/endpoints.ts';
import { signature } from '../signing.rules.ts';
import { deadline_ms, getsSecrets, type AttemptResult } from '../webhook.rules.ts';

/** Only the status and the headers of an answer matter; more than this is not read. */
const MAX_ANSWER_BYTES = 16_384;

/** @param endpoint not polled, and so with a URL @returns the result, also for an error */
export async function send(
  ctx: Context,
  endpoint: EndpointRow,
  { event_id, attempts, ...stored }: DueDelivery,
): Promise<AttemptResult> {
  const secrets_sealed = getsSecrets(endpoint, stored) ? stored.secrets_sealed : null;
  const payload = readPayload(ctx, { event_id, payload: stored.payload, secrets_sealed });
  if (payload === null) return noAnswer(UNREADABLE);
  const timestamp_s = Math.floor(systemNow().getTime() / 1_000);
  try {
    const signatures = signingSecrets(ctx, endpoint).map((secret) =>
      signature(secret, { id: event_id, timestamp_s, body: payload }),
    );
    const { status_code, headers } = await callUrl(new URL(endpoint.url as string), {
      method: 'POST',
      body: { json: payload },
      deadline_ms: deadline_ms(ctx.webhook_deadlines, attempts),
      max_answer_bytes: MAX_ANSWER_BYTES,
      incomplete_answers: 'accept',
      public_only: !ctx.allow_private_webhooks,
      // Receivers recognise an event by its webhook-id.
      repeatable: true,
      signal: ctx.closing,
      headers: {
        'user-agent': 'Ushirika-Webhooks/1.0',
        'webhook-id': event_id,
        'webhook-timestamp': String(timestamp_s),
        'webhook-signature': signatures.join(' '),
      },
    });
    const success = status_code >= 200 && status_code < 300;
    return {
      status_code,
      error: success ? null : `answered ${status_code}`,
      retry_after_ms: retryAfter_ms(headers['retry-after']),
      timed_out: false,
    };
  } catch (error) {
    const { message, name, cause } = error as Error;
    if (!ctx.allow_private_webhooks && isAddressProblem(error)) return noAnswer(NO_PUBLIC_ADDRESS);
    // The deadline closes the connection, and that is the error.
    const timed_out = [name, (cause as Error | undefined)?.name].includes('TimeoutError');
    return { ...noAnswer(timed_out ? 'no answer in time' : message), timed_out };
  }
}

/** Without its secrets the event is of no use: it is sent again later, when the key is there. */
const UNREADABLE = 'not sent: its secrets cannot be decrypted, the server has another ENCRYPTION_KEY';

/** @returns null where its secrets cannot be decrypted */
function readPayload(ctx: Context, event: Parameters<typeof withSecrets>[1]): string | null {
  try {
    return withSecrets(ctx, event);
  } catch (error) {
    if (error instanceof UnreadableSecret) return null;
    throw error;
  }
}

/** The same for unknown names and for refused addresses: it must not reveal which internal names exist. */
const NO_PUBLIC_ADDRESS = 'the name is unknown, or its address is not public';

function isAddressProblem(error: unknown): boolean {
  return error instanceof AddressRefused || (error as NodeJS.ErrnoException).syscall === 'getaddrinfo';
}

function noAnswer(error: string): AttemptResult {
  return { status_code: null, error, retry_after_ms: null, timed_out: false };
}

/** Retry-After in seconds or as a date; at most a day, so that a receiver cannot delay its events forever. */
function retryAfter_ms(header: string | undefined): number | null {
  if (header === undefined) return null;
  const ms = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - systemNow().getTime();
  return Number.isFinite(ms) && ms > 0 ? Math.min(ms, 86_400_000) : null;
}
