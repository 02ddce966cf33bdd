/** What a provider's terms refuse, before anything is stored; with a provider made up for it. */
import joi from 'joi';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { paymentPolls, refunds } from '../../domain/payments/index.ts';
import { refusal } from '../../core/errors.ts';
import { PROVIDERS } from '../../domain/payments/providers/index.ts';
import type {
  CreateSetup,
  Provider,
  ProviderCreated,
  ProviderRefund,
  RefundSetup,
} from '../../domain/payments/providers/provider.port.ts';
import {
  createProject,
  must,
  paymentBody,
  sharedService,
  startService,
  type Project,
  type TestService,
} from '../harness/index.ts';

let service: TestService;
let project: Project;
const asked: CreateSetup[] = [];
const asked_refunds: RefundSetup[] = [];
let created: ProviderCreated = { status: 'pending' };
let refunded: ProviderRefund = { status: 'pending' };
let is_known = true;

const shillings: Provider = {
  name: 'whole_shillings',
  title: 'Whole Shillings',
  payer_hint: null,
  currencies: ['KES', 'ETB'],
  capabilities: {
    status_api: true,
    refunds: false,
    partial_refunds: false,
    payouts: false,
    callbacks_signed: false,
    needs_callback: true,
  },
  amount_step_minor: 100n,
  phone_pattern: /^\+254[17]\d{8}$/,
  environments: ['test', 'live'],
  needs_phone: true,
  expiry_s: 3_600,
  credentials: [
    { name: 'shortcode', schema: joi.string().required().pattern(/^\d+$/), open: true },
    { name: 'passkey', schema: joi.string().when('$environment', { is: 'live', then: joi.required() }) },
    { name: 'initiator', schema: joi.string() },
    { name: 'initiator_password', schema: joi.string() },
  ],
  credentialRules: (schema) => schema.and('initiator', 'initiator_password'),
  termsOfAccount: ({ initiator, shortcode = '' }) => ({
    ...(initiator
      ? { capabilities: { ...shillings.capabilities, refunds: true, partial_refunds: true } }
      : {}),
    currencies: shortcode.startsWith('251') ? ['ETB'] : ['KES'],
  }),
  base_urls: { test: 'http://127.0.0.1:9' },
  callback_segment: 'shillings',
  callback_address_refused: /exe|cmd|sql|query/i,
  callback_answer: { ResultCode: 0 },
  create_repeatable: false,
  validate({ metadata }) {
    if (metadata['till'] === 'none') throw refusal('phone_not_supported', 'No till takes this.');
  },
  create(_payment, setup) {
    asked.push(setup);
    return Promise.resolve(created);
  },
  fetchStatus: (payment) =>
    Promise.resolve(
      is_known ? { status: payment.provider_data['paid'] === 'yes' ? 'completed' : 'pending' } : null,
    ),
  refund(_payment, _refund, setup) {
    asked_refunds.push(setup);
    return Promise.resolve(refunded);
  },
  readCallback: (_payment, { body }) => ({
    authenticity: 'unverified',
    claimed_status: body.toString(),
    remember: { paid: body.toString() },
  }),
};

beforeAll(async () => {
  PROVIDERS['whole_shillings'] = shillings;
  service = await sharedService();
  project = await createProject(service.anyone);
  must(await configure({ shortcode: '174379' }));
});
afterAll(async () => {
  delete PROVIDERS['whole_shillings'];
  await service.stop();
});
beforeEach(() => {
  asked.length = 0;
  asked_refunds.length = 0;
  created = { status: 'pending' };
  refunded = { status: 'pending' };
  is_known = true;
});

const configure = (credentials: object, environment = 'test', of = project) =>
  of.owner.client.put(`/api/projects/${of.id}/providers/whole_shillings?environment=${environment}`, {
    credentials,
  });
const pay = (overrides: object = {}, key = project.key) =>
  key.post(
    '/api/v1/payments',
    paymentBody({
      provider: 'whole_shillings',
      currency: 'KES',
      amount: 150,
      customer_phone: '+254712345678',
      ...overrides,
    }),
  );
const callbackPath = (): string => new URL(asked.at(-1)?.callback_url ?? '').pathname;
const rowOf = (id: string) => service.ctx.db('payments').where({ id }).first();

describe('a payment is refused', () => {
  test.each([
    ['an amount that cannot be expressed', { amount: 150.5 }, 'amount_not_supported'],
    ['a phone of another country', { customer_phone: '+251911234567' }, 'phone_not_supported'],
    ['a currency of other accounts', { currency: 'ETB' }, 'currency_mismatch'],
    ['what the adapter refuses itself', { metadata: { till: 'none' } }, 'phone_not_supported'],
  ])('%s', async (_what, overrides, reason) => {
    const reply = await pay(overrides);
    expect([reply.status, reply.body.error.reason]).toEqual([422, reason]);
    expect(asked).toEqual([]);
    expect(await service.ctx.db('payments').where({ project_id: project.id })).toEqual([]);
  });

  test('a live one, while the provider cannot reach this server over https', async () => {
    const live = async (env: Record<string, string>): Promise<string> => {
      const started = await startService({
        env: { PROVIDER_WHOLE_SHILLINGS_BASE_URL_LIVE: 'http://127.0.0.1:9', ...env },
      });
      try {
        const own = await createProject(started.anyone);
        must(await configure({ shortcode: '1', passkey: 'p' }, 'live', own));
        const { body } = await pay({}, own.live_key);
        return body.error?.reason ?? asked.at(-1)?.callback_url;
      } finally {
        await started.stop();
      }
    };
    expect(await live({})).toBe('public_url_required');
    expect(await live({ PUBLIC_URL: 'http://pay.example.org' })).toBe('public_url_required');
    expect(await live({ PUBLIC_URL: 'https://pay.example.org' })).toMatch(
      /^https:\/\/pay\.example\.org\/callbacks\/shillings\/pay_/,
    );
    expect(await live({ PROVIDER_WHOLE_SHILLINGS_CALLBACK_URL_LIVE: 'https://hooks.example.org/' })).toMatch(
      /^https:\/\/hooks\.example\.org\/callbacks\/shillings\/pay_/,
    );
  });

  test('one of a live system whose address this server does not know', async () => {
    must(await configure({ shortcode: '1', passkey: 'p' }, 'live'));
    const reply = await pay({}, project.live_key);
    expect([reply.status, reply.body.error.reason]).toEqual([422, 'provider_not_configured']);
    expect(reply.body.error.message).toContain('PROVIDER_WHOLE_SHILLINGS_BASE_URL_LIVE');
  });
});

describe('credentials', () => {
  test.each([
    [{}, 'test', ['credentials.shortcode']],
    [{ shortcode: 'x' }, 'test', ['credentials.shortcode']],
    [{ shortcode: '1' }, 'live', ['credentials.passkey']],
    [{ shortcode: '1', initiator: 'till' }, 'test', ['credentials.initiator_password']],
  ])('%j in %s: what is wrong or missing is named', async (credentials, environment, paths) => {
    const reply = await configure(credentials, environment);
    expect(reply.status).toBe(400);
    expect(reply.body.error.details.map(({ path }: { path: string }) => path)).toEqual(paths);
  });

  test('decide what the account can do', async () => {
    const own = await createProject(service.anyone);
    const listed = async () =>
      must(await own.owner.client.get(`/api/projects/${own.id}/providers`)).body.providers.find(
        ({ name }: { name: string }) => name === 'whole_shillings',
      );
    expect(await listed()).toMatchObject({ currencies: ['KES', 'ETB'], capabilities: { refunds: false } });
    must(await configure({ shortcode: '251', initiator: 'a', initiator_password: 'b' }, 'test', own));
    expect(await listed()).toMatchObject({
      title: 'Whole Shillings',
      currencies: ['ETB'],
      amount_step_minor: 100,
      capabilities: { refunds: true, partial_refunds: true },
    });
  });
});

describe('callbacks', () => {
  test('come at the segment of the provider, are answered as it wants, and are remembered', async () => {
    const { body } = must(await pay());
    expect(callbackPath()).toMatch(new RegExp(`^/callbacks/shillings/${body.id}/[0-9a-f]{43}$`));
    const named = callbackPath().replace('shillings', 'whole_shillings');
    expect((await service.anyone.post(named, 'yes')).status).toBe(404);
    const reply = must(await service.anyone.post(callbackPath(), 'yes'));
    expect(reply.body).toEqual({ ResultCode: 0 });
    expect((await rowOf(body.id)).provider_data).toMatchObject({ paid: 'yes' });
    expect(must(await project.key.post(`/api/v1/payments/${body.id}/sync`)).body.status).toBe('completed');
  });

  test('that nothing vouches for make us ask so often and no more', async () => {
    must(await pay());
    const statuses: number[] = [];
    for (let n = 0; n < 31; n++) statuses.push((await service.anyone.post(callbackPath(), `no ${n}`)).status);
    expect(statuses).toEqual([...Array.from({ length: 30 }, () => 200), 429]);
  });
});

test('a payment that cannot be submitted twice stays as it is while its provider does not know it', async () => {
  created = { status: 'pending' };
  is_known = false;
  const { body } = must(await pay());
  await service.ctx
    .db('payments')
    .where({ id: body.id })
    .update({ status: 'initiated', next_poll_at: new Date(0) });
  await paymentPolls.poll(service.ctx, body.id);
  expect(asked).toHaveLength(1);
  expect((await rowOf(body.id)).status).toBe('initiated');
});

test('a refund has the payment’s address, is remembered, and keeps to the smallest amount', async () => {
  const own = await createProject(service.anyone);
  must(await configure({ shortcode: '1', initiator: 'a', initiator_password: 'b' }, 'test', own));
  created = { status: 'pending', provider_txn_id: 'T1', remember: { checkout: 'c-1' } };
  const { body: payment } = must(await pay({}, own.key));
  const address = asked[0]?.callback_url;
  expect((await rowOf(payment.id)).provider_data).toMatchObject({ checkout: 'c-1' });
  must(await service.anyone.post(callbackPath(), 'yes'));
  must(await own.key.post(`/api/v1/payments/${payment.id}/sync`));
  const refund = (amount_minor: number) =>
    own.key.post(`/api/v1/payments/${payment.id}/refunds`, { amount_minor });
  expect((await refund(50)).body).toMatchObject({ error: { reason: 'amount_not_supported' } });
  refunded = { status: 'pending', provider_refund_id: 'R1', remember: { conversation: 'x' } };
  const { body: pending } = must(await refund(5_000));
  await refunds.process(service.ctx, pending.id);
  expect(asked_refunds.map(({ callback_url }) => callback_url)).toEqual([address]);
  expect(await service.ctx.db('refunds').where({ id: pending.id }).first()).toMatchObject({
    status: 'processing',
    provider_refund_id: 'R1',
    provider_data: { conversation: 'x' },
  });
});
