/** API keys that are narrowed, that end, and those of people who leave. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newToken } from '../../core/crypto.ts';
import { newId } from '../../core/ids.ts';
import {
  addStaff,
  createProject,
  expectBetween,
  inProject,
  must,
  paymentBody,
  projectOf,
  sharedService,
  startService,
  type Client,
  type Person,
  type Project,
  type TestService,
} from '../harness/index.ts';
import { expectError, expectInvalid } from './samples.ts';

let service: TestService;
let project: Project;

beforeAll(async () => {
  service = await sharedService();
  project = await createProject(service.anyone);
});
afterAll(() => service.stop());

const PAYMENTS = '/api/v1/payments';
const keys = () => `/api/projects/${project.id}/api-keys`;

async function issue(
  fields: object,
  by: Person = project.owner,
): Promise<{ id: string; client: Client; body: Record<string, unknown> }> {
  const { body } = must(await by.client.post(keys(), { environment: 'test', ...fields }));
  return { id: body.id, client: service.anyone.with({ 'x-api-key': body.key }), body };
}

async function listed(id: string): Promise<Record<string, unknown>> {
  const { body } = must(await project.owner.client.get(keys()));
  return body.api_keys.find((each: { id: string }) => each.id === id);
}

test('a key ends at its time', async () => {
  const expires_at = new Date(Date.now() + 60_000).toISOString();
  const { id, client, body } = await issue({ expires_at });
  expect(body['expires_at']).toBe(expires_at);
  must(await client.get(PAYMENTS));
  await service.ctx
    .db('api_keys')
    .where({ id })
    .update({ expires_at: new Date(Date.now() - 1) });
  expectError(await client.get(PAYMENTS), 401, 'UNAUTHORIZED');
  for (const past of [new Date(Date.now() - 1_000).toISOString(), 'tomorrow', 7])
    expectInvalid(
      await project.owner.client.post(keys(), { environment: 'test', expires_at: past }),
      'expires_at',
    );
});

test('a key says when it was last used, to the minute', async () => {
  const { id, client } = await issue({});
  expect((await listed(id))['last_used_at']).toBeNull();
  const began = Date.now();
  await Promise.all(Array.from({ length: 5 }, () => client.get(PAYMENTS)));
  const first = (await listed(id))['last_used_at'] as string;
  expectBetween(began, first, Date.now());
  must(await client.get(PAYMENTS));
  expect((await listed(id))['last_used_at']).toBe(first);
  await service.ctx
    .db('api_keys')
    .where({ id })
    .update({ last_used_at: new Date(0) });
  must(await client.get(PAYMENTS));
  expectBetween(first, (await listed(id))['last_used_at'] as string, Date.now());
});

test('scopes open their part of the API alone', async () => {
  const scoped = async (...scopes: string[]) => (await issue({ scopes })).client;
  const [reader, payer, teller] = [
    await scoped('read'),
    await scoped('payments'),
    await scoped('sacco', 'customers'),
  ];
  const refuse = async (client: Client, method: string, path: string, body?: object) =>
    expectError(await client.send(method, path, body), 403, 'FORBIDDEN', 'key_scope_missing');
  for (const path of [PAYMENTS, '/api/v1/customers', '/api/v1/webhook-endpoints'])
    must(await reader.get(path));
  await refuse(reader, 'POST', PAYMENTS, paymentBody());
  must(await payer.post(PAYMENTS, paymentBody()));
  must(await payer.get(PAYMENTS));
  await refuse(payer, 'GET', '/api/v1/customers');
  await refuse(payer, 'POST', '/api/v1/ledger/accounts', { kind: 'adjustments', currency: 'KES' });
  // Endpoints get events of everything.
  await refuse(payer, 'POST', '/api/v1/webhook-endpoints', { url: 'http://127.0.0.1:9/' });
  must(await teller.post('/api/v1/customers', { full_name: 'Abebe Bikila' }));
  must(await teller.get('/api/v1/approvals'));
  await refuse(teller, 'GET', PAYMENTS);
});

test('a key is taken from its addresses alone', async () => {
  const { client, body } = await issue({ allowed_ips: ['192.0.2.0/24', '2001:db8::7'] });
  expect(body['allowed_ips']).toEqual(['192.0.2.0/24', '2001:db8::7']);
  const from = (address: string) => client.with({ 'x-forwarded-for': address }).get(PAYMENTS);
  must(await from('192.0.2.200'));
  must(await from('2001:db8:0::7'));
  for (const address of ['192.0.3.1', '2001:db8::8', '203.0.113.1, 198.51.100.1'])
    expectError(await from(address), 403, 'FORBIDDEN', 'key_address_refused');
  expectError(await client.get(PAYMENTS), 403, 'FORBIDDEN', 'key_address_refused');
});

test.each([
  ['scopes', []],
  ['scopes', 'payments'],
  ['scopes[0]', ['everything']],
  ['scopes[1]', ['read', 'read']],
  ['allowed_ips', []],
  ['allowed_ips[0]', ['example.org']],
  ['allowed_ips[0]', ['192.0.2.0/33']],
])('%s: %j is refused', async (path, value) => {
  const field = path.split('.')[0] as string;
  const reply = await project.owner.client.post(keys(), { environment: 'test', [field]: value });
  expectInvalid(reply, path);
});

describe('keys of who leaves', () => {
  const remove = (person: Person, body?: object, query = '') =>
    project.owner.client.send('DELETE', `/api/projects/${project.id}/staff/${person.id}${query}`, body);

  test('are listed at the removal, and go on where that is asked for', async () => {
    const admin = await addStaff(service.anyone, project, 'admin');
    const [one, two, revoked] = [await issue({}, admin), await issue({}, admin), await issue({}, admin)];
    must(await project.owner.client.delete(`${keys()}/${revoked.id}`));
    const reply = await remove(admin, undefined, '?revoke_keys=false');
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({ user_id: admin.id, api_keys: [await listed(two.id), await listed(one.id)] });
    expect(reply.text).not.toContain(one.client.headers['x-api-key']?.slice(14));
    must(await one.client.get(PAYMENTS));
    expectError(await inProject(admin, project.id, 'test').get(PAYMENTS), 403, 'FORBIDDEN');
  });

  test.each([
    ['body', { revoke_keys: true }, ''],
    ['query', undefined, '?revoke_keys=true'],
    ['default', undefined, ''],
  ])('end with it: %s', async (_where, body, query) => {
    const admin = await addStaff(service.anyone, project, 'admin');
    const { id, client } = await issue({}, admin);
    const elsewhere = await projectOf(admin, service.anyone);
    const reply = await remove(admin, body, query);
    expect(reply.status).toBe(200);
    expect(reply.body.api_keys).toEqual([expect.objectContaining({ id, revoked_at: expect.any(String) })]);
    expectError(await client.get(PAYMENTS), 401, 'UNAUTHORIZED');
    // Of another project nothing is touched.
    must(await elsewhere.key.get(PAYMENTS));
    const { body: log } = must(await project.owner.client.get(`/api/projects/${project.id}/audit-log`));
    const entries = log.audit_log.slice(0, 2) as { action: string; subject: string }[];
    expect(entries.map(({ action, subject }) => [action, subject])).toEqual([
      ['api_key.revoked', id],
      ['staff.removed', admin.id],
    ]);
  });

  test('end with it, however many there are', async () => {
    const admin = await addStaff(service.anyone, project, 'admin');
    const { id, client } = await issue({}, admin);
    const { db } = service.ctx;
    // The key is the oldest of a thousand and one.
    const [row] = await db('api_keys').where({ id });
    const more = Array.from({ length: 1_000 }, () => ({
      ...row,
      id: newId('api_key'),
      key_hash: newToken(''),
    }));
    await db('api_keys').insert(more);
    expect((await remove(admin)).body.api_keys).toHaveLength(1_000);
    expectError(await client.get(PAYMENTS), 401, 'UNAUTHORIZED');
    expect(await db('api_keys').where({ created_by: admin.id, revoked_at: null })).toEqual([]);
    // Nobody has issued them: `verify` would miss that in the audit log.
    const ids = more.map((each) => each.id);
    await db('api_keys').whereIn('id', ids).delete();
  });

  test('are no news when there are none', async () => {
    const maker = await addStaff(service.anyone, project, 'maker');
    expectInvalid(await remove(maker, { revoke_keys: 'yes' }), 'revoke_keys');
    expect((await remove(maker, { revoke_keys: true })).status).toBe(204);
  });
});

test('without an encryption key no secret is stored, and document numbers are as they are', async () => {
  const keyless = await startService({ env: { ENCRYPTION_KEY: '' } });
  try {
    const other = await createProject(keyless.anyone);
    const credentials = { merchant_id: 'm', token: 't', private_key: 'k' };
    const { body: customer } = must(await other.key.post('/api/v1/customers', { full_name: 'Abebe Bikila' }));
    const refused = [await other.key.post('/api/v1/webhook-endpoints', { url: 'http://127.0.0.1:9/' })];
    for (const reply of refused) expectError(reply, 422, 'UNPROCESSABLE', 'encryption_key_missing');
    // What is wrong with the request comes first.
    expectError(
      await other.owner.client.put(`/api/projects/${other.id}/providers/santimpay`, { credentials }),
      400,
      'VALIDATION_ERROR',
    );
    const { body: document } = must(
      await other.key.post(`/api/v1/customers/${customer.id}/documents`, {
        doc_type: 'passport',
        number: 'EP0123456',
      }),
    );
    expect(document.number).toBeUndefined();
    const path = `/api/projects/${other.id}/customers/${customer.id}/documents/${document.id}/number`;
    expect(must(await other.owner.client.get(path)).body).toEqual({ number: 'EP0123456' });
    for (const table of ['webhook_endpoints', 'provider_configs'])
      expect(await keyless.ctx.db(table).first()).toBeUndefined();
    expect((await other.key.post(PAYMENTS, paymentBody())).status).toBe(201);
  } finally {
    await keyless.stop();
  }
});
