/** The whole walk of test/harness/story.ts through the SDK, against the real service: every method for an API key once. */
import { Page, Ushirika, UshirikaError, type Call } from '@ushirika/sdk';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSdkModel } from '../../sdk/generate/main.ts';
import type { SdkMethod } from '../../sdk/generate/operations.ts';
import { Client, type Reply } from '../harness/client.ts';
import {
  allowPayouts,
  createSacco,
  must,
  newProduct,
  savingsProduct,
  startWithProvider,
  type ProviderService,
  type Sacco,
} from '../harness/index.ts';
import { tellStory } from '../harness/story.ts';
import { DarajaStandIn } from '../stand-ins/mpesa/index.ts';
import { camel, inCamelCase, methodOf } from './cases.ts';
import { spendDay } from './day.ts';

type Json = Record<string, unknown>;

const { methods } = await readSdkModel(`${import.meta.dirname}/../..`);
const called = new Set<string>();

/** What the story asks for over an API key goes through the SDK, and its answers come back as the wire has them. */
class SdkClient extends Client {
  override with(headers: Record<string, string>): Client {
    return new SdkClient(this.base_url, { ...this.headers, ...headers });
  }

  override async send(
    verb: string,
    url: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Reply> {
    const apiKey = this.headers['x-api-key'];
    const { pathname, searchParams } = new URL(url, this.base_url);
    const found = apiKey === undefined ? null : findMethod(verb, pathname);
    if (apiKey === undefined || !found || (body as Json | undefined)?.['dry_run'] === true)
      return super.send(verb, url, body, headers);
    const { method, ids } = found;
    const sdk = new Ushirika({ apiKey, baseUrl: this.base_url, maxRetries: 0 });
    const { idempotency_key: key = headers['idempotency-key'], ...sent } = (body ?? {}) as Json;
    const params = inCamelCase({ ...inMinorUnits(sent), ...fromQuery(searchParams) }, method.maps.params);
    const options = key === undefined ? {} : { idempotencyKey: key };
    const taken = [...ids, ...(method.params === null ? [] : [params]), options];
    called.add(method.id);
    return replyOf(method, methodOf(sdk, method.id)?.(...taken) as Call<unknown>);
  }
}

/** Amounts in minor units are numbers in a program. */
function fromQuery(query: URLSearchParams): Json {
  return Object.fromEntries(
    [...query].map(([name, text]) => [name, name.endsWith('_minor') ? Number(text) : text]),
  );
}

function findMethod(verb: string, path: string): { method: SdkMethod; ids: string[] } | null {
  for (const method of methods) {
    const pattern = new RegExp(`^${method.path.replaceAll(/\{\w+\}/g, '([^/]+)')}$`);
    const ids = method.verb === verb ? pattern.exec(path)?.slice(1) : undefined;
    if (ids) return { method, ids };
  }
  return null;
}

/** What the story says in major units the SDK takes in minor ones. */
function inMinorUnits({ amount, guarantors, ...rest }: Json): Json {
  const pledges = guarantors as Json[] | undefined;
  return {
    ...rest,
    ...(amount === undefined ? {} : { amount_minor: Math.round(Number(amount) * 100) }),
    ...(pledges ? { guarantors: pledges.map(inMinorUnits) } : {}),
  };
}

async function replyOf(method: SdkMethod, call: Call<unknown>): Promise<Reply> {
  try {
    const { status, headers, data } = await call.withResponse();
    const body = data instanceof Page ? bodyOf(method, data) : inSnakeCase(data, method.maps.answer);
    return { status, headers, body: body ?? null, text: JSON.stringify(body) };
  } catch (error) {
    if (!(error instanceof UshirikaError) || error.status === undefined) throw error;
    return { status: error.status, headers: new Headers(), body: { error: error.body }, text: error.message };
  }
}

function bodyOf({ page, maps }: SdkMethod, { items, nextAfter, ...rest }: Page<unknown>): Json {
  const plural = page as string;
  return inSnakeCase({ ...rest, [camel(plural)]: items, nextAfter }, maps.answer) as Json;
}

function inSnakeCase(value: unknown, maps: readonly string[], path: readonly string[] = []): unknown {
  if (Array.isArray(value)) return value.map((each) => inSnakeCase(each, maps, path));
  if (typeof value !== 'object' || value === null || maps.includes(path.join('.'))) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const wire = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
      return [wire, inSnakeCase(inner, maps, [...path, wire])];
    }),
  );
}

let setup: ProviderService<DarajaStandIn>;

beforeAll(async () => {
  const env = { STAFF_INVITATIONS: 'true' };
  setup = await startWithProvider('mpesa', new DarajaStandIn(), { workers: 'all', env });
});
afterAll(() => setup.stop());

test('every method works against the real service', { timeout: 300_000 }, async () => {
  const { service } = setup;
  await tellStory({ ...setup, service: { ...service, anyone: new SdkClient(service.url) } });
  const sacco = await createSacco(service);
  const checker = sacco.people.checker.client;
  const [invitation] = must(await checker.get('/api/auth/invitations')).body.invitations;
  must(await checker.post(`/api/auth/invitations/${invitation.id}/accept`));
  const clientOf = (apiKey: string | undefined): Ushirika =>
    new Ushirika({
      apiKey,
      baseUrl: service.url,
      fetch: (url, init) => {
        const { method } = findMethod(init.method ?? '', new URL(url).pathname) ?? {};
        if (method) called.add(method.id);
        return fetch(url, init);
      },
    });
  await allowPayouts(sacco.project, 'sandbox', { approval_above_minor: 300 });
  await spendDay({
    client: clientOf(sacco.project.key.headers['x-api-key']),
    payer: clientOf(await payingKey(sacco)),
    product_id: await newProduct(sacco),
    savings_product_id: await savingsProduct(sacco, { notice_days: 7 }),
    bank: must(await sacco.project.session.post('/api/v1/accounting/accounts', BANK)).body.code,
    till_session: await cancelledSession(sacco),
    approve: async (id) => void must(await sacco.checker.post(`/api/v1/approvals/${id}/approve`)),
    receiver_url: 'http://127.0.0.1:9/never',
  });
  expect(methods.map(({ id }) => id).filter((id) => !called.has(id))).toEqual([]);
});

async function payingKey({ project: { id, owner } }: Sacco): Promise<string> {
  const key = { environment: 'test', name: 'pays', scopes: ['read', 'sacco', 'payouts'] };
  return must(await owner.client.post(`/api/projects/${id}/api-keys`, key)).body.key;
}

const BANK = { code: '1100', name: 'Umoja Bank', kind: 'bank', currency: 'KES' };

/** So that the cooperative's cash stays one account. */
async function cancelledSession({
  project: { session: owner },
}: Sacco): Promise<{ id: string; till: string }> {
  must(await owner.put('/api/v1/sacco/settings', { tills: 'on' }));
  const { body: till } = must(await owner.post('/api/v1/sacco/tills', { name: 'Counter 1' }));
  const { body: session } = must(
    await owner.post(`/api/v1/sacco/tills/${till.id}/sessions`, { float: '1.00' }),
  );
  must(await owner.post(`/api/v1/approvals/${session.approval_id}/cancel`));
  must(await owner.put('/api/v1/sacco/settings', { tills: 'off' }));
  return { id: session.id, till: till.id };
}
