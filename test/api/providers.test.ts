import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { scopeOf } from '../../core/scope.ts';
import { loadProviderSetup } from '../../domain/payments/providers/configuration/provider-configs.ts';
import { findProvider } from '../../domain/payments/providers/index.ts';
import {
  addStaff,
  createProject,
  must,
  santimpayBody,
  startService,
  type Project,
  type TestService,
} from '../harness/index.ts';

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const CREDENTIALS = {
  merchant_id: '11111111-2222-3333-4444-555555555555',
  token: 'secret-gateway-token-abcd',
  private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
};

const UUID = '11111111-2222-4333-8444-555555555555';
/** Without what refunds need. */
const REQUIRED: Record<string, object> = {
  mpesa: { consumer_key: 'k', consumer_secret: 's', shortcode: '174379', passkey: 'p' },
  mtn_momo: {
    subscription_key: 's',
    api_user: UUID,
    api_key: 'k',
    target_environment: 'sandbox',
    currency: 'UGX',
  },
};

let service: TestService;
let project: Project;

beforeAll(async () => {
  service = await startService();
  project = await createProject(service.anyone);
});
afterAll(() => service.stop());

const path = (of: Project, environment = 'test', provider = 'santimpay'): string =>
  `/api/projects/${of.id}/providers/${provider}?environment=${environment}`;
const listPath = (of: Project, environment = 'test'): string =>
  `/api/projects/${of.id}/providers?environment=${environment}`;
const save = (credentials: object, of = project) => of.owner.client.put(path(of), { credentials });

/** The provider as the list has it. */
async function listed(of: Project, environment: string, name = 'santimpay') {
  const { body } = must(await of.owner.client.get(listPath(of, environment)));
  return body.providers.find((each: { name: string }) => each.name === name);
}

describe('credentials', () => {
  test('are sealed at rest and answered masked', async () => {
    const own = await createProject(service.anyone);
    expect(await listed(own, 'test')).toMatchObject({
      configured: false,
      credentials: null,
      currencies: ['ETB', 'USD'],
    });
    const { body, text } = must(await save(CREDENTIALS, own));
    expect(body).toEqual({
      name: 'santimpay',
      title: 'SantimPay',
      configured: true,
      needs_phone: true,
      currencies: ['ETB'],
      amount_step_minor: 1,
      capabilities: {
        status_api: true,
        refunds: false,
        partial_refunds: false,
        payouts: true,
        callbacks_signed: true,
      },
      needs_callback: true,
      credential_fields: [
        { name: 'merchant_id', optional: false, secret: true },
        { name: 'token', optional: false, secret: true },
        { name: 'private_key', optional: false, secret: true },
        { name: 'currency', optional: true, secret: false },
        { name: 'payment_method', optional: true, secret: false },
        { name: 'refund_via_payout', optional: true, secret: false },
        { name: 'callback_public_key', optional: true, secret: true },
      ],
      credentials: { merchant_id: '••••5555', token: '••••abcd', private_key: '••••' },
      circuit: { state: 'closed', opened_at: null, probe_at: null },
      webhook_url: null,
      payouts_enabled: false,
      paybill: null,
    });
    expect(await listed(own, 'test')).toEqual(body);
    const row = await service.ctx.db('provider_configs').where({ project_id: own.id }).first();
    for (const secret of [
      CREDENTIALS.token,
      CREDENTIALS.private_key.slice(40, 80),
      CREDENTIALS.merchant_id,
    ]) {
      expect(text).not.toContain(secret);
      expect(JSON.stringify(row)).not.toContain(secret);
    }
  });

  test.each([
    ['mpesa', ['initiator_password', 'certificate_pem'], { initiator_name: 'api' }],
    ['mtn_momo', ['disbursement_subscription_key', 'disbursement_api_key'], { disbursement_api_user: UUID }],
  ])('that come together are each named where they are missing: %s', async (provider, missing, given) => {
    const { body } = await project.owner.client.put(path(project, 'test', provider), {
      credentials: { ...REQUIRED[provider], ...given },
    });
    expect(body.error.code).toBe('VALIDATION_ERROR');
    expect(body.error.details).toEqual(
      missing.map((name) => ({
        path: `credentials.${name}`,
        message: `"credentials.${name}" is required together with ${Object.keys(given).join()}`,
      })),
    );
  });

  test('are of one environment and one project', async () => {
    const [own, other] = [await createProject(service.anyone), await createProject(service.anyone)];
    must(await save(CREDENTIALS, own));
    expect((await listed(own, 'live')).configured).toBe(false);
    expect((await listed(other, 'test')).configured).toBe(false);
    for (const key of [own.live_key, other.key]) {
      const reply = await key.post('/api/v1/payments', santimpayBody());
      expect([reply.status, reply.body.error.reason]).toEqual([422, 'provider_not_configured']);
    }
    expect((await other.owner.client.put(path(own), { credentials: CREDENTIALS })).status).toBe(403);
    expect((await other.owner.client.get(listPath(own))).status).toBe(403);
  });

  test('say in which currency the account is, where requests to the provider do not', async () => {
    const own = await createProject(service.anyone);
    must(await save({ ...CREDENTIALS, currency: 'USD' }, own));
    expect(await listed(own, 'test')).toMatchObject({
      currencies: ['USD'],
      credentials: { currency: 'USD', token: '••••abcd' },
    });
    const reason = async (currency: string): Promise<string> =>
      (await own.key.post('/api/v1/payments', santimpayBody({ currency }))).body.error?.reason;
    expect(await reason('ETB')).toBe('currency_mismatch');
    must(await save(CREDENTIALS, own));
    expect(await reason('USD')).toBe('currency_mismatch');
    expect(await service.ctx.db('payments').where({ project_id: own.id })).toEqual([]);
  });

  test('that are saved again replace the earlier ones, and every time is in the audit log without them', async () => {
    const own = await createProject(service.anyone);
    must(await save(CREDENTIALS, own));
    must(await save({ ...CREDENTIALS, token: 'another-gateway-token-wxyz' }, own));
    expect((await listed(own, 'test')).credentials.token).toBe('••••wxyz');
    const { body, text } = must(
      await own.owner.client.get(`/api/projects/${own.id}/audit-log?environment=test`),
    );
    const entries = body.audit_log.filter(
      (each: { action: string }) => each.action === 'provider.configured',
    );
    expect(entries).toHaveLength(2);
    expect(entries[0]).toMatchObject({
      actor: { type: 'user', id: own.owner.id },
      subject: 'santimpay',
      details: { fields: ['merchant_id', 'token', 'private_key'] },
    });
    expect(text).not.toContain('gateway-token');
  });

  test('that are deleted are gone, once, with an entry in the audit log', async () => {
    const own = await createProject(service.anyone);
    for (const environment of ['test', 'live'])
      must(await own.owner.client.put(path(own, environment), { credentials: CREDENTIALS }));
    const { client } = own.owner;
    expect((await client.delete(path(own))).status).toBe(204);
    expect((await client.delete(path(own))).status).toBe(404);
    expect(await listed(own, 'test')).toMatchObject({ configured: false, credentials: null });
    expect((await listed(own, 'live')).configured).toBe(true);
    const reply = await own.key.post('/api/v1/payments', santimpayBody());
    expect([reply.status, reply.body.error.reason]).toEqual([422, 'provider_not_configured']);
    const { body } = must(await client.get(`/api/projects/${own.id}/audit-log?environment=test`));
    expect(
      body.audit_log.filter((each: { action: string }) => each.action === 'provider.removed'),
    ).toMatchObject([{ actor: { type: 'user', id: own.owner.id }, subject: 'santimpay' }]);

    expect((await client.delete(path(own, 'test', 'sandbox'))).status).toBe(404);
    expect((await client.delete(path(own, 'test', 'goldpay'))).body.error.reason).toBe('provider_unknown');
    const checker = await addStaff(service.anyone, own, 'checker');
    expect((await checker.client.delete(path(own, 'live'))).status).toBe(403);
    expect((await own.key.delete(path(own, 'live'))).status).toBe(403);
    const admin = await addStaff(service.anyone, own, 'admin');
    expect((await admin.client.delete(path(own, 'live'))).status).toBe(204);
  });

  test('do not open when the row is moved to another project', async () => {
    const [own, thief] = [await createProject(service.anyone), await createProject(service.anyone)];
    must(await save(CREDENTIALS, own));
    await service.ctx.db('provider_configs').where({ project_id: own.id }).update({ project_id: thief.id });
    const reply = await thief.key.post('/api/v1/payments', santimpayBody());
    expect(reply.status).toBe(500);
    expect(await service.ctx.db('payments').where({ project_id: thief.id })).toEqual([]);
  });

  test.each([
    [{}, ['credentials.merchant_id', 'credentials.token', 'credentials.private_key']],
    [{ ...CREDENTIALS, merchant_id: 'shop-1' }, ['credentials.merchant_id']],
    [{ ...CREDENTIALS, token: 'two words' }, ['credentials.token']],
    [{ ...CREDENTIALS, token: ' ' }, ['credentials.token']],
    [{ ...CREDENTIALS, token: 12 }, ['credentials.token']],
    [{ ...CREDENTIALS, private_key: 'nonsense' }, ['credentials.private_key']],
    [{ ...CREDENTIALS, callback_public_key: CREDENTIALS.private_key }, ['credentials.callback_public_key']],
    [{ ...CREDENTIALS, currency: 'KES' }, ['credentials.currency']],
    [{ ...CREDENTIALS, password: 'x' }, ['credentials.password']],
    [{ ...CREDENTIALS, constructor: 'x' }, ['credentials.constructor']],
    [
      { merchant_id: 'x', token: null, private_key: 'x' },
      ['credentials.merchant_id', 'credentials.token', 'credentials.private_key'],
    ],
  ])('that are not right are refused, each field named: %#', async (credentials, paths) => {
    const own = await save(credentials);
    expect(own.status).toBe(400);
    expect(own.body.error.details.map((each: { path: string }) => each.path).toSorted()).toEqual(
      paths.toSorted(),
    );
    expect((await listed(project, 'test')).configured).toBe(false);
  });

  test('at fault are told of in the words of every other field', async () => {
    const { body } = await save({ ...CREDENTIALS, token: 12, password: 'x' });
    expect(body.error.details).toEqual([
      { path: 'credentials.token', message: '"credentials.token" must be text' },
      { path: 'credentials.password', message: '"credentials.password" is not a field of this request' },
    ]);
  });

  test('are saved by owner and admin only', async () => {
    const attempt = async (role: 'maker' | 'checker' | 'admin'): Promise<number> => {
      const person = await addStaff(service.anyone, project, role);
      must(await person.client.get(listPath(project)));
      return (await person.client.put(path(project, 'live'), { credentials: CREDENTIALS })).status;
    };
    expect(await attempt('maker')).toBe(403);
    expect(await attempt('checker')).toBe(403);
    expect(await attempt('admin')).toBe(200);
    expect((await project.key.put(path(project), { credentials: CREDENTIALS })).status).toBe(403);
    expect((await service.anyone.put(path(project), { credentials: CREDENTIALS })).status).toBe(401);
  });

  test('are not taken for a provider that needs none, or that does not exist', async () => {
    const put = async (provider: string) =>
      project.owner.client.put(path(project, 'test', provider), { credentials: {} });
    expect((await put('sandbox')).status).toBe(400);
    const unknown = await put('goldpay');
    expect([unknown.status, unknown.body.error.reason]).toEqual([422, 'provider_unknown']);
  });
});

test('keys of an environment reach the provider of that environment only, where it is configured to be', async () => {
  const { ctx } = service;
  const own = await createProject(service.anyone);
  for (const environment of ['test', 'live'])
    must(await own.owner.client.put(path(own, environment), { credentials: CREDENTIALS }));
  const reached = async (environment: 'test' | 'live', provider_base_urls: Record<string, string> = {}) => {
    const config = { ...ctx.config, provider_base_urls };
    return (
      await loadProviderSetup(
        { ctx: { ...ctx, config }, scope: scopeOf(own.id, environment, 0n) },
        findProvider('santimpay'),
      )
    ).base_url;
  };
  expect(await reached('test')).toBe('https://testnet.santimpay.com/api/v1/gateway');
  expect(await reached('live')).toBe('https://services.santimpay.com/api/v1/gateway');
  expect(await reached('test', { 'santimpay:live': 'http://127.0.0.1:1' })).toContain('testnet');
  expect(await reached('test', { 'santimpay:test': 'http://127.0.0.1:1' })).toBe('http://127.0.0.1:1');
});

test('the list has what exists in the environment', async () => {
  const names = async (environment: string): Promise<string[]> =>
    must(await project.owner.client.get(listPath(project, environment))).body.providers.map(
      (each: { name: string }) => each.name,
    );
  expect(await names('test')).toEqual(expect.arrayContaining(['sandbox', 'manual', 'santimpay']));
  expect(await names('live')).not.toContain('sandbox');
  expect(await listed(project, 'test', 'manual')).toMatchObject({ configured: true, credentials: null });
});
