/**
 * A project with one of everything, for the tests that try every route: what stands in a path, and bodies that would be
 * taken. A new route with an id in its path or with a body is missed here until it has a line.
 */
import { generateKeyPairSync, scryptSync } from 'node:crypto';
import { expect } from 'vitest';
import { hashToken, newToken } from '../../core/crypto.ts';
import { ERROR_CODES, REASONS } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import type { Route } from '../../api/route.ts';
import { postPendingPayments } from '../../domain/payments/index.ts';
import type { Client, Reply } from '../harness/client.ts';
import { inProject, issueKey, must, paymentBody, type Person, type Project } from '../harness/people.ts';
import type { TestService } from '../harness/service.ts';

export interface World {
  project: Project;
  /** A sample value for every name that stands in a path, `{project}` included, and for what bodies refer to. */
  ids: Record<string, string>;
}

/** Fills the test environment of a new project. Needs no workers. */
export async function createWorld(service: TestService): Promise<World> {
  const project = await projectOf(await quickPerson(service), service.anyone);
  const maker = await quickPerson(service);
  must(
    await project.owner.client.post(`/api/projects/${project.id}/staff`, {
      email: maker.email,
      role: 'maker',
    }),
  );
  const { body: key } = must(
    await project.owner.client.post(`/api/projects/${project.id}/api-keys`, {
      environment: 'test',
      name: 'of the world',
    }),
  );
  const { body: endpoint } = must(
    await project.key.post('/api/v1/webhook-endpoints', { url: 'http://127.0.0.1:9/' }),
  );
  const { body: payment } = must(await project.key.post('/api/v1/payments', paymentBody()));
  const { body: sent } = must(await project.key.get('/api/v1/webhook-deliveries'));
  await postPendingPayments(service.ctx);
  const { body: adjustments } = must(
    await project.key.post('/api/v1/ledger/accounts', { kind: 'adjustments', currency: 'KES' }),
  );
  const { body: available } = must(
    await project.key.post('/api/v1/ledger/accounts', { kind: 'merchant_available', currency: 'KES' }),
  );
  const { body: hold } = must(
    await project.key.post('/api/v1/ledger/holds', movement(available.id, adjustments.id)),
  );
  const { body: refund } = must(
    await project.key.post(`/api/v1/payments/${payment.id}/refunds`, {
      amount_minor: 1,
      reason: 'sandbox:pending',
    }),
  );
  const { body: link } = must(await project.key.post('/api/v1/payment-links', LINK));
  return {
    project,
    ids: {
      project: project.id,
      key_id: key.id,
      user_id: maker.id,
      payment: payment.id,
      refund: refund.id,
      account: available.id,
      adjustments: adjustments.id,
      hold: hold.id,
      payment_link: link.id,
      provider: 'santimpay',
      webhook_endpoint: endpoint.id,
      webhook_delivery: sent.webhook_deliveries[0].id,
    },
  };
}

const QUICK_PASSWORD = 'correct horse battery';
const QUICK_SALT = Buffer.from('salt');

/** A registered, signed-in user whose password is hashed at the lowest cost, where the hashing itself is not the matter. */
export async function quickPerson(at: TestService): Promise<Person> {
  const id = newId('user');
  const email = `${crypto.randomUUID()}@example.org`;
  const [N, r, p] = [2, 1, 1];
  const hash = scryptSync(QUICK_PASSWORD, QUICK_SALT, 32, { N, r, p });
  const password_hash = ['scrypt', N, r, p, QUICK_SALT.toString('base64'), hash.toString('base64')].join('$');
  await at.ctx.db('users').insert({ id, email, name: 'Test Person', password_hash });
  return { id, email, password: QUICK_PASSWORD, client: await openSession(at, id) };
}

/** A session as signing in opens one. */
export async function openSession(at: TestService, user_id: string): Promise<Client> {
  const token = newToken('ush_sess_');
  const expires_at = new Date(Date.now() + 3_600_000);
  await at.ctx.db('sessions').insert({ token_hash: hashToken(token), user_id, expires_at });
  return at.anyone.with({ authorization: `Bearer ${token}` });
}

/** One more project of the same owner: faster than `createProject`, whose owner's password has to be hashed. */
export async function projectOf(owner: Person, anyone: Client): Promise<Project> {
  const { body } = must(await owner.client.post('/api/projects', { name: 'Test cooperative' }));
  return {
    id: body.id,
    owner,
    session: inProject(owner, body.id, 'test'),
    live_session: inProject(owner, body.id, 'live'),
    key: await issueKey(anyone, owner, body.id, 'test'),
    live_key: await issueKey(anyone, owner, body.id, 'live'),
  };
}

const LINK = { title: 'Membership', amount: 10, currency: 'KES', reusable: true };

/** In the shape that SantimPay's are checked for. */
const CREDENTIALS = {
  merchant_id: crypto.randomUUID(),
  token: 'a-gateway-token-of-some-length',
  private_key: generateKeyPairSync('ec', { namedCurve: 'P-256' })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString(),
};

function movement(debit_account_id?: string, credit_account_id?: string): object {
  return { debit_account_id, credit_account_id, amount_minor: 1, idempotency_key: crypto.randomUUID() };
}

/** A body that the route takes, by `METHOD path`. */
const VALID_BODIES: Record<string, (world: World) => object> = {
  'POST /api/auth/register': () => ({
    email: `${crypto.randomUUID()}@example.org`,
    password: 'long enough',
    name: 'A',
  }),
  'POST /api/auth/login': ({ project: { owner } }) => ({ email: owner.email, password: owner.password }),
  'POST /api/auth/password': ({ project: { owner } }) => ({
    current_password: owner.password,
    new_password: owner.password,
  }),
  'POST /api/projects': () => ({ name: 'Another cooperative' }),
  'POST /api/projects/{project}/api-keys': () => ({ environment: 'test', name: 'key' }),
  'POST /api/projects/{project}/staff': ({ project }) => ({ email: project.owner.email, role: 'maker' }),
  'POST /api/projects/{project}/test-clock': () => ({ now: new Date(Date.now() + 60_000).toISOString() }),
  'POST /api/v1/payments': () => paymentBody({ metadata: { order: '1' } }),
  'PUT /api/projects/{project}/providers/{provider}': () => ({ credentials: CREDENTIALS }),
  'POST /api/v1/payments/ussd-intent': () => ({ amount: 10, currency: 'KES', reference: 'order-1' }),
  'POST /api/v1/payment-links': () => LINK,
  'POST /api/v1/payments/{payment}/refunds': () => ({ amount_minor: 1, reason: 'sandbox:pending' }),
  'POST /api/v1/refunds/{refund}/mark': () => ({ status: 'succeeded', note: 'paid out in cash' }),
  'POST /api/v1/ledger/accounts': () => ({ kind: 'subaccount', currency: 'KES', subaccount_id: 'vendor-1' }),
  'POST /api/v1/ledger/transfers': ({ ids }) => movement(ids['account'], ids['adjustments']),
  'POST /api/v1/ledger/holds': ({ ids }) => movement(ids['account'], ids['adjustments']),
  'POST /api/v1/ledger/holds/{hold}/capture': () => ({ amount_minor: 1 }),
  'POST /api/v1/webhook-endpoints': () => ({ url: 'http://127.0.0.1:9/hook', events: ['payment.completed'] }),
};

export function nameOf(route: Pick<Route, 'method' | 'path'>): string {
  return `${route.method} ${route.path}`;
}

/** The names that stand in a path. */
export function parametersOf(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
}

/** The path with these ids in it. */
export function fill(path: string, ids: Record<string, string>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
    const id = ids[name];
    if (id === undefined) throw new Error(`test/api/samples.ts has no sample for {${name}} of ${path}`);
    return id;
  });
}

export function validBody(route: Route, world: World): object | undefined {
  if (!route.body) return undefined;
  const make = VALID_BODIES[nameOf(route)];
  if (!make) throw new Error(`test/api/samples.ts has no body for ${nameOf(route)}`);
  return make(world);
}

/** The parameters that the route cannot do without, by `METHOD path`. */
const VALID_QUERIES: Record<string, () => string> = {
  'GET /api/v1/ledger/accounts/{account}/balance': () => `?at=${new Date().toISOString()}`,
  'GET /api/v1/ledger/report': () => '?from=2026-01-01&to=2026-12-31',
};

export function validQuery(route: Route): string {
  const keys = (route.query?.describe()['keys'] ?? {}) as Record<string, { flags?: { presence?: string } }>;
  if (!Object.values(keys).some(({ flags }) => flags?.presence === 'required')) return '';
  const make = VALID_QUERIES[nameOf(route)];
  if (!make) throw new Error(`test/api/samples.ts has no query for ${nameOf(route)}`);
  return make();
}

const INTERNALS =
  /node_modules|\.ts\b|\bat \S+ \(|postgres(ql)?:|\bknex\b|\bselect \S+ from\b|relation "|violates|syntax error/i;

/** What every error looks like, whatever it is about. */
export function expectDocumentedError(reply: Reply, about = ''): void {
  expect(reply.headers.get('content-type'), about).toMatch(/^application\/json/);
  expect(Object.keys(reply.body), about).toEqual(['error']);
  const { code, message, reason, details, request_id, ...rest } = reply.body.error;
  expect(rest, about).toEqual({});
  expect(Object.keys(ERROR_CODES), about).toContain(code);
  expect(reply.status, about).toBe(ERROR_CODES[code as keyof typeof ERROR_CODES].status);
  expect(message, about).toMatch(/\S/);
  expect(message, about).not.toMatch(INTERNALS);
  expect(request_id, about).toBe(reply.headers.get('x-request-id'));
  if (reason !== undefined) expect(Object.keys(REASONS), about).toContain(reason);
  if (reply.status === 409 || reply.status === 422) expect(reason, about).toBeTypeOf('string');
  for (const detail of details ?? []) {
    expect(detail.message, about).toMatch(/\S/);
    expect(detail.message, about).not.toMatch(INTERNALS);
    expect(typeof detail.path === 'string' || Number.isInteger(detail.line_no), about).toBe(true);
  }
  if (reply.status === 429 || reply.status === 503)
    expect(Number(reply.headers.get('retry-after')), about).toBeGreaterThan(0);
}

/** The reply is this refusal, in the documented shape. */
export function expectError(reply: Reply, status: number, code: string, reason?: string): void {
  expect([reply.status, reply.body?.error?.code, reply.body?.error?.reason], reply.text).toEqual([
    status,
    code,
    reason,
  ]);
  expectDocumentedError(reply);
}

/** A 400 that names these fields. */
export function expectInvalid(reply: Reply, ...paths: string[]): void {
  expectError(reply, 400, 'VALIDATION_ERROR');
  const named = (reply.body.error.details ?? []).map(({ path }: { path: string }) => path);
  expect(named, reply.text).toEqual(expect.arrayContaining(paths));
}
