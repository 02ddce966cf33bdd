/** Webhooks are checked as Standard Webhooks 1.0 says: against its vector, its own library, and what must be refused. */
import { Ushirika, WebhookVerificationError, type WebhookEvent } from '@ushirika/sdk';
import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { CASES, inCamelCase } from './cases.ts';

const { webhooks } = new Ushirika({ apiKey: 'ush_test_x', baseUrl: 'http://127.0.0.1:1' });
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const EVENT = CASES.webhooks.events[0]?.body as object;
const nowSeconds = (): number => Math.floor(Date.now() / 1000);

describe('vectors', () => {
  test.each(CASES.webhooks.vectors)('$name: $valid', async ({ body, headers, secrets, tolerance, valid }) => {
    const verified = webhooks.verify(body, headers, secrets, { tolerance });
    if (valid) await expect(verified).resolves.toEqual(JSON.parse(body));
    else await expect(verified).rejects.toBeInstanceOf(WebhookVerificationError);
  });

  test.each(CASES.webhooks.signed)('signed $offset_seconds s from now ($name): $valid', async (each) => {
    const body = JSON.stringify(EVENT);
    const headers = await webhooks.sign(body, SECRET, { timestamp: nowSeconds() + each.offset_seconds });
    const verified = webhooks.verify(body, { ...headers }, SECRET);
    if (each.valid) await expect(verified).resolves.toMatchObject({ type: 'payment.completed' });
    else await expect(verified).rejects.toThrow(/too old, or from the future/);
  });

  test.each(CASES.webhooks.events)('$body.type is read in camelCase', async ({ body, maps }) => {
    const text = JSON.stringify(body);
    const event = await webhooks.verify(text, { ...(await webhooks.sign(text, SECRET)) }, SECRET);
    expect(event).toEqual(inCamelCase(body, maps));
  });
});

describe('with the library of Standard Webhooks', () => {
  const library = new Webhook(SECRET);
  const body = JSON.stringify({ ...EVENT, note: 'ü – 日本' });

  test('what it signs is verified', async () => {
    const at = new Date();
    const headers = {
      'webhook-id': 'evt_1',
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': library.sign('evt_1', at, body),
    };
    await expect(webhooks.verify(body, headers, SECRET)).resolves.toMatchObject({ note: 'ü – 日本' });
  });

  test('what is signed here it verifies', async () => {
    const headers = await webhooks.sign(body, SECRET);
    expect(headers['webhook-id']).toMatch(/^evt_/);
    expect(library.verify(body, { ...headers })).toEqual(JSON.parse(body));
  });
});

describe('what is received', () => {
  const body = JSON.stringify(EVENT);

  test('can be text or bytes, and headers of any runtime', async () => {
    const headers = await webhooks.sign(body, SECRET);
    const capitalised = Object.fromEntries(
      Object.entries(headers).map(([name, value]): [string, string] => [name.toUpperCase(), value]),
    );
    const bytes = new TextEncoder().encode(body);
    for (const received of [body, bytes, Buffer.from(body), bytes.buffer])
      for (const given of [{ ...headers }, capitalised, new Headers({ ...headers })])
        await expect(webhooks.verify(received, given, SECRET)).resolves.toMatchObject({
          type: 'payment.completed',
        });
  });

  test('narrows by its type', async () => {
    const event: WebhookEvent = await webhooks.verify(
      body,
      { ...(await webhooks.sign(body, SECRET)) },
      SECRET,
    );
    if (event.type !== 'payment.completed') throw new Error('not the type');
    const amount: number = event.data.amountMinor;
    expect(amount).toBe(15050);
  });

  test('parsed already it is refused with what to do', async () => {
    const headers = { ...(await webhooks.sign(body, SECRET)) };
    const parsed = JSON.parse(body) as string;
    await expect(webhooks.verify(parsed, headers, SECRET)).rejects.toThrow(/express\.raw/);
  });

  test.each(['no', ...CASES.webhooks.no_events])('signed but no event it is refused: %s', async (text) => {
    const headers = { ...(await webhooks.sign(text, SECRET)) };
    const verified = webhooks.verify(text, headers, SECRET);
    await expect(verified).rejects.toBeInstanceOf(WebhookVerificationError);
    await expect(verified).rejects.toThrow(/^The webhook was signed, but/);
  });

  test('a total that a number cannot hold is read exactly', async () => {
    const text = '{"type":"dividend.paid","data":{"total_minor":9007199254740993}}';
    const headers = { ...(await webhooks.sign(text, SECRET)) };
    expect(await webhooks.verify(text, headers, SECRET)).toEqual({
      type: 'dividend.paid',
      data: { totalMinor: 9007199254740993n },
    });
  });

  test.each([undefined, [], [undefined]])('a secret is needed: %j', async (secrets) => {
    const headers = { ...(await webhooks.sign(body, SECRET)) };
    const untyped = secrets as unknown as string[];
    await expect(webhooks.verify(body, headers, untyped)).rejects.toBeInstanceOf(WebhookVerificationError);
  });

  test.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])(
    'without %s it is refused',
    async (name) => {
      const headers: Record<string, string | undefined> = {
        ...(await webhooks.sign(body, SECRET)),
        [name]: undefined,
      };
      await expect(webhooks.verify(body, headers, SECRET)).rejects.toThrow(name);
    },
  );

  test('an error never shows the secret', async () => {
    for (const secret of [SECRET, 'whsec_%%%not-base64']) {
      const error = (await webhooks
        .verify(
          body,
          { 'webhook-id': 'a', 'webhook-timestamp': String(nowSeconds()), 'webhook-signature': 'v1,AA==' },
          secret,
        )
        .catch((thrown: unknown) => thrown)) as Error;
      expect(error).toBeInstanceOf(WebhookVerificationError);
      expect(`${error.message}${error.stack}`).not.toContain(secret.slice(6));
    }
  });
});
