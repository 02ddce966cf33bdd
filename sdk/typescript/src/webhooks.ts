/** Standard Webhooks 1.0: verifies received webhooks, and signs webhooks in tests. */
import { WebhookVerificationError } from './errors.ts';
import { EVENT_MAPS } from './generated/maps.ts';
import type { WebhookEvent } from './generated/models.ts';
import { readJson } from './json.ts';
import { renamed, toCamel } from './names.ts';
import { now, webCrypto } from './platform.ts';

type RawBody = string | Uint8Array | ArrayBuffer;
type ReceivedHeaders =
  { get(name: string): string | null } | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface WebhookHeaders {
  'webhook-id': string;
  'webhook-timestamp': string;
  'webhook-signature': string;
}

const TOLERANCE_SECONDS = 300;
const ALGORITHM = { name: 'HMAC', hash: 'SHA-256' } as const;

export class Webhooks {
  /**
   * Verifies a delivery with one secret, or several during a rotation. Process each `webhook-id` once: an event may be
   * delivered again.
   * @param body exactly as received: the bytes or the text, never parsed and serialised again
   * @param options.tolerance maximum difference of the clocks, in seconds; default 300
   * @returns the event, distinguished by `type`; unknown types are returned unchanged
   * @throws WebhookVerificationError
   */
  async verify(
    body: RawBody,
    headers: ReceivedHeaders,
    secrets: string | readonly string[],
    { tolerance = TOLERANCE_SECONDS }: { tolerance?: number } = {},
  ): Promise<WebhookEvent> {
    const bytes = bytesOf(body);
    const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) =>
      headerOf(headers, `webhook-${name}`),
    ) as [string, string, string];
    const seconds = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : NaN;
    if (!(Math.abs(now() / 1000 - seconds) <= tolerance))
      throw new WebhookVerificationError('The webhook is too old, or from the future.');
    const signed = signedBytes(id, timestamp, bytes);
    const given = signatures.split(' ').filter((each) => each.startsWith('v1,'));
    let matches = false;
    for (const secret of [secrets].flat()) {
      const key = await keyOf(secret, 'verify');
      for (const signature of given) if (await isSignature(key, signature.slice(3), signed)) matches = true;
    }
    if (!matches) throw new WebhookVerificationError('No signature of the webhook was made with the secret.');
    return eventIn(new TextDecoder().decode(bytes));
  }

  /**
   * The headers with which the service would send that body: for tests of a receiver.
   * @param options.timestamp in seconds since 1970; default now
   */
  async sign(
    body: RawBody,
    secret: string,
    options: { id?: string; timestamp?: number } = {},
  ): Promise<WebhookHeaders> {
    const crypto = webCrypto();
    const id = options.id ?? `evt_${crypto.randomUUID()}`;
    const timestamp = String(options.timestamp ?? Math.floor(now() / 1000));
    const key = await keyOf(secret, 'sign');
    const signature = await crypto.subtle.sign('HMAC', key, signedBytes(id, timestamp, bytesOf(body)));
    return {
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${btoa(String.fromCharCode(...new Uint8Array(signature)))}`,
    };
  }
}

function bytesOf(body: RawBody): Uint8Array {
  if (typeof body === 'string') return new TextEncoder().encode(body);
  if (body instanceof ArrayBuffer) return new Uint8Array(body);
  if (body instanceof Uint8Array) return body;
  throw new WebhookVerificationError(
    'The body must be the text or the bytes as received: in Express, express.raw() instead of express.json().',
  );
}

function headerOf(headers: ReceivedHeaders, name: string): string {
  const value =
    typeof headers['get'] === 'function'
      ? headers.get(name)
      : Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1];
  if (typeof value !== 'string' || value === '')
    throw new WebhookVerificationError(`The webhook has no header ${name}.`);
  return value;
}

function signedBytes(id: string, timestamp: string, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const head = new TextEncoder().encode(`${id}.${timestamp}.`);
  const bytes = new Uint8Array(head.length + body.length);
  bytes.set(head);
  bytes.set(body, head.length);
  return bytes;
}

/** @throws WebhookVerificationError, which does not contain the secret */
async function keyOf(secret: string, use: 'sign' | 'verify'): Promise<object> {
  const bytes = typeof secret === 'string' ? fromBase64(secret.replace(/^whsec_/, '')) : null;
  if (!bytes || bytes.length === 0)
    throw new WebhookVerificationError('A secret is written whsec_ and base64.');
  return webCrypto().subtle.importKey('raw', bytes, ALGORITHM, false, [use]);
}

/** Compares in constant time. */
async function isSignature(key: object, base64: string, signed: Uint8Array<ArrayBuffer>): Promise<boolean> {
  const signature = fromBase64(base64);
  return signature !== null && webCrypto().subtle.verify('HMAC', key, signature, signed);
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  } catch {
    return null;
  }
}

function eventIn(text: string): WebhookEvent {
  let event: unknown;
  try {
    event = readJson(text);
  } catch (cause) {
    throw new WebhookVerificationError('The webhook was signed, but cannot be read: it is not JSON.', {
      cause,
    });
  }
  const { type = '' } = (event ?? {}) as { type?: unknown };
  if (typeof event !== 'object' || event === null || Array.isArray(event) || typeof type !== 'string')
    throw new WebhookVerificationError('The webhook was signed, but is not an event.');
  return renamed(event, toCamel, EVENT_MAPS) as WebhookEvent;
}
