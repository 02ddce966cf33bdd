import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MAX_AMOUNT_MINOR } from '../../core/money.ts';
import { providerCallbacks, refunds } from '../../domain/payments/index.ts';
import {
  failureCode,
  isDuplicate,
  isRefunded,
  messageOf,
  refundStatusOf,
  statusOf,
} from '../../domain/payments/providers/chapa/answers.rules.ts';
import { signatureOf } from '../../domain/payments/providers/chapa/callback.ts';
import {
  createProject,
  must,
  paymentBody,
  projectWithProvider,
  startWithProvider,
  type Project,
  type ProviderService,
} from '../harness/index.ts';
import { ChapaStandIn } from '../stand-ins/chapa.ts';

test('signatures are what the vectors say', () => {
  const body =
    '{"event":"charge.success","tx_ref":"pay_01","status":"success","amount":"400.00","currency":"ETB"}';
  expect(signatureOf(body, 'whk_demo')).toBe(
    'ea3bbba99a5a014a7bd310207cbacfb634e805ac7e4f931fb354815e99692e68',
  );
  expect(signatureOf('whk_demo', 'whk_demo')).toBe(
    '78e8306cb1284d39d737a4036bbdee7a49150445030a6717c7a4cebca1cdea19',
  );
});

describe('answers', () => {
  test.each([
    ['success', 'completed'],
    ['Success', 'completed'],
    ['refunded', 'completed'],
    ['reversed', 'completed'],
    ['failed', 'failed'],
    ['failed/cancelled', 'failed'],
    ['pending', 'pending'],
    ['on holiday', 'pending'],
    ['constructor', 'pending'],
  ])('status %s means %s', (status, meaning) => {
    expect(statusOf({ data: { status } }).status).toBe(meaning);
  });

  test('failed/cancelled is a cancellation when the message says so', () => {
    const answer = { message: 'Payment was cancelled by the customer', data: { status: 'failed/cancelled' } };
    expect(statusOf(answer)).toMatchObject({
      status: 'cancelled',
      failure_code: 'cancelled',
      failure_message: 'Payment was cancelled by the customer',
    });
  });

  test('without data nobody has paid yet', () => {
    expect(statusOf({ status: 'null', message: 'Payment not paid yet', data: null })).toEqual({
      status: 'pending',
    });
  });

  test.each([
    ['400', 40_000n],
    ['400.00', 40_000n],
    ['400.05', 40_005n],
    ['400.055', null],
    ['4e2', null],
    [undefined, null],
  ])('amount %s', (amount, amount_minor) => {
    expect(statusOf({ data: { status: 'success', amount } }).amount_minor).toBe(amount_minor);
  });

  test('a message may be an object of fields', () => {
    expect(messageOf({ message: { email: ['validation.email'], amount: ['validation.min'] } })).toBe(
      'email: validation.email; amount: validation.min',
    );
    expect(messageOf({ message: 'Invalid currency' })).toBe('Invalid currency');
    expect(messageOf({})).toBe('declined');
  });

  test('what refusals mean', () => {
    expect(isDuplicate('Transaction reference has been used before')).toBe(true);
    expect(isDuplicate('Invalid currency')).toBe(false);
    expect(failureCode('Insufficient balance')).toBe('insufficient_funds');
    expect(failureCode('Invalid currency')).toBe('declined');
    expect(isRefunded({ data: { status: 'refunded' } })).toBe(true);
    expect(refundStatusOf({ data: { status: 'success' } })).toBe('succeeded');
    expect(refundStatusOf({ data: null })).toBe('pending');
  });
});

describe('through the API', () => {
  let setup: ProviderService<ChapaStandIn>;
  let project: Project;

  beforeAll(async () => {
    setup = await startWithProvider('chapa', new ChapaStandIn());
    project = await projectWithProvider(setup);
  });
  afterAll(() => setup.stop());
  beforeEach(() => setup.gateway.reset());

  const body = (overrides: object = {}) =>
    paymentBody({ provider: 'chapa', currency: 'ETB', customer_phone: '+251911234567', ...overrides });
  const pay = (overrides: object = {}) => project.key.post('/api/v1/payments', body(overrides));
  const completed = async (overrides: object = {}): Promise<string> => {
    const { id } = must(await pay(overrides)).body;
    setup.gateway.faults.callback = 'never';
    await setup.gateway.settle(id);
    expect(must(await project.key.post(`/api/v1/payments/${id}/sync`)).body.status).toBe('completed');
    return id;
  };
  const refund = async (id: string, amount_minor?: number): Promise<string> =>
    must(
      await project.key.post(
        `/api/v1/payments/${id}/refunds`,
        amount_minor === undefined ? {} : { amount_minor },
      ),
    ).body.id;
  const process = async (refund_id: string) => {
    const row = () => setup.service.ctx.db('refunds').where({ id: refund_id });
    await row()
      .whereNotNull('next_attempt_at')
      .update({ next_attempt_at: new Date(0) });
    await refunds.process(setup.service.ctx, refund_id);
    return row().first();
  };
  const credentials = (of: Project, secret_key: string, environment: string) =>
    of.owner.client.put(`/api/projects/${of.id}/providers/chapa?environment=${environment}`, {
      credentials: { secret_key },
    });

  test('a payment begins on the hosted page', async () => {
    const reply = must(
      await pay({ reference: 'Savings/2026 №7', metadata: { return_url: 'https://shop.example/x' } }),
    );
    const { id } = reply.body;
    expect(reply.body).toMatchObject({
      status: 'pending',
      next_action: { type: 'redirect', url: `https://checkout.chapa.example/${id}` },
    });
    expect(setup.gateway.complaints).toEqual([]);
    expect(setup.gateway.received[0]?.body).toEqual({
      amount: '150.50',
      currency: 'ETB',
      tx_ref: id,
      phone_number: '0911234567',
      callback_url: expect.stringContaining(`/callbacks/chapa/${id}/`),
      return_url: 'https://shop.example/x',
      customization: { title: 'Payment', description: 'Savings 2026  7' },
    });
  });

  test('any amount is sent as exactly its digits', async () => {
    await fc.assert(
      fc.asyncProperty(fc.bigInt({ min: 1n, max: MAX_AMOUNT_MINOR }), async (amount_minor) => {
        setup.gateway.reset();
        const digits = amount_minor.toString().padStart(3, '0');
        const text = `${digits.slice(0, -2)}.${digits.slice(-2)}`;
        const request = JSON.stringify(body({ amount: 0 })).replace('"amount":0', `"amount":${text}`);
        must(await project.key.post('/api/v1/payments', request));
        expect(setup.gateway.received[0]?.body['amount']).toBe(text);
        expect(setup.gateway.complaints).toEqual([]);
      }),
      { numRuns: 25 },
    );
  });

  test('a phone of another country is left to the page', async () => {
    must(await pay({ customer_phone: '+254712345678' }));
    expect(setup.gateway.received[0]?.body).not.toHaveProperty('phone_number');
  });

  test('the key must be of the environment', async () => {
    const own = await createProject(setup.service.anyone);
    expect((await credentials(own, 'CHASECK-live', 'test')).status).toBe(400);
    expect((await credentials(own, 'CHASECK_TEST-x', 'live')).status).toBe(400);
    expect((await credentials(own, 'CHASECK_TEST-x', 'test')).status).toBe(200);
    expect((await credentials(own, 'CHASECK-live', 'live')).status).toBe(200);
  });

  test('a refused key leaves the payment as it is', async () => {
    const own = await projectWithProvider(setup, { secret_key: 'CHASECK_TEST-another' });
    const { body: payment } = must(await own.key.post('/api/v1/payments', body()));
    expect(payment.status).toBe('initiated');
  });

  test('an id that was used before is looked up, not failed', async () => {
    setup.gateway.reset({ decline: 'Transaction reference has been used before' });
    expect(must(await pay()).body.status).toBe('pending');
    expect(setup.gateway.calls('/transaction/verify/')).toHaveLength(1);
  });

  test('what Chapa keeps and its id are with the payment', async () => {
    const id = await completed({ amount: 100 });
    expect(must(await project.key.get(`/api/v1/payments/${id}`)).body.provider_txn_id).toMatch(/^APc/);
    const { events } = must(await project.key.get(`/api/v1/payments/${id}/events`)).body;
    expect(events[0]).toMatchObject({ to: 'completed', details: { fee: '0.35' } });
  });

  describe('refunds', () => {
    test.each([
      ['in whole', undefined, undefined],
      ['in part', 5_000, '50.00'],
    ])('%s are asked for once, and end as their own status says', async (_what, amount_minor, sent) => {
      const id = await completed();
      const refund_id = await refund(id, amount_minor);
      const requested = await process(refund_id);
      expect(requested).toMatchObject({
        status: 'processing',
        provider_refund_id: setup.gateway.refunds[0]?.ref_id,
      });
      expect(setup.gateway.calls(`/refund/${id}`)[0]?.body).toEqual({
        reference: refund_id,
        ...(sent ? { amount: sent } : {}),
      });
      expect(await process(refund_id)).toMatchObject({ status: 'processing' });
      (setup.gateway.refunds[0] as { status: string }).status = 'success';
      expect(await process(refund_id)).toMatchObject({ status: 'succeeded' });
      expect(setup.gateway.refunds).toHaveLength(1);
      expect(setup.gateway.complaints).toEqual([]);
    });

    test('whose answer was lost are not asked for again, and settled by the payment', async () => {
      const id = await completed();
      setup.gateway.faults.drop_refund = true;
      const refund_id = await refund(id);
      expect(await process(refund_id)).toMatchObject({ status: 'processing', provider_refund_id: null });
      expect(await process(refund_id)).toMatchObject({ status: 'processing' });
      await setup.gateway.settle(id, 'refunded');
      expect(await process(refund_id)).toMatchObject({ status: 'succeeded' });
      expect(setup.gateway.refunds).toHaveLength(1);
    });

    test('are not settled by the payment where there are several', async () => {
      const id = await completed();
      const [first, second] = [await refund(id, 5_000), await refund(id, 2_000)];
      await process(first);
      await process(second);
      await setup.gateway.settle(id, 'refunded');
      expect(await process(first)).toMatchObject({ status: 'processing' });
      (setup.gateway.refunds[0] as { status: string }).status = 'success';
      expect(await process(first)).toMatchObject({ status: 'succeeded' });
      // The payment may be said to be refunded for the first.
      expect(await process(second)).toMatchObject({ status: 'processing' });
      (setup.gateway.refunds[1] as { status: string }).status = 'success';
      expect(await process(second)).toMatchObject({ status: 'succeeded' });
    });

    test('that are refused fail, and the money is free again', async () => {
      const id = await completed();
      setup.gateway.faults.decline_refund = 'Partial refund is not supported';
      expect(await process(await refund(id, 5_000))).toMatchObject({
        status: 'failed',
        failure_code: 'declined',
        failure_message: 'Partial refund is not supported',
      });
      setup.gateway.faults.decline_refund = null;
      expect(await process(await refund(id))).toMatchObject({ status: 'processing' });
    });
  });

  describe('the webhook of the project', () => {
    const webhookUrl = async (of = project): Promise<string> => {
      const { providers } = must(await of.owner.client.get(`/api/projects/${of.id}/providers`)).body;
      return providers.find(({ name }: { name: string }) => name === 'chapa').webhook_url;
    };
    const stored = (payment_id: string) => setup.service.ctx.db('provider_callbacks').where({ payment_id });

    test('is one address, which stays when the credentials are saved anew', async () => {
      const url = await webhookUrl();
      expect(url).toMatch(new RegExp(`^${setup.service.url}/callbacks/chapa/${project.id}/[\\w-]{43}$`));
      const again = must(
        await project.owner.client.put(`/api/projects/${project.id}/providers/chapa?environment=test`, {
          credentials: setup.gateway.credentials,
        }),
      );
      expect(again.body.webhook_url).toBe(url);
      expect(again.body.credentials).not.toHaveProperty('webhook_token');
    });

    test('makes us ask about the payment that it names', async () => {
      const { id } = must(await pay()).body;
      setup.gateway.webhook_url = await webhookUrl();
      await setup.gateway.settle(id);
      expect(setup.gateway.callback_answers).toEqual([200]);
      const [callback] = await stored(id);
      expect(callback).toMatchObject({
        authenticity: 'verified',
        claimed_status: 'charge.success',
        claims_paid: true,
      });
      await providerCallbacks.handle(setup.service.ctx, callback.id);
      expect(must(await project.key.get(`/api/v1/payments/${id}`)).body.status).toBe('completed');
    });

    test("takes what is about others' payments without asking, and nothing at a wrong address", async () => {
      const url = await webhookUrl();
      const other = await projectWithProvider(setup);
      const { id } = must(await other.key.post('/api/v1/payments', body())).body;
      const post = async (at: string, tx_ref: string): Promise<number> =>
        (await setup.service.anyone.post(new URL(at).pathname, { tx_ref })).status;
      expect(await post(url, 'order-of-a-shop')).toBe(200);
      expect(await post(url, id)).toBe(200);
      expect(await stored(id)).toEqual([]);
      expect(await post(`${url}x`, id)).toBe(404);
      expect(await post(url.replace(project.id, other.id), id)).toBe(404);
      expect(await post(await webhookUrl(other), id)).toBe(200);
      expect(await stored(id)).toHaveLength(1);
    });

    test("of a payment's own address may name another payment of the project", async () => {
      const [a, b] = [must(await pay()).body.id, must(await pay()).body.id];
      const address = new URL(setup.gateway.transactions.get(a)?.callback_url ?? '').pathname;
      must(await setup.service.anyone.post(address, { tx_ref: b, status: 'success' }));
      expect([await stored(a), await stored(b)].map((rows) => rows.length)).toEqual([0, 1]);
    });

    test('asks about open refunds, too', async () => {
      const id = await completed();
      const refund_id = await refund(id);
      await process(refund_id);
      setup.gateway.webhook_url = await webhookUrl();
      setup.gateway.faults.callback = 'once';
      await setup.gateway.settle(id, 'refunded');
      const [callback] = await stored(id);
      await providerCallbacks.handle(setup.service.ctx, callback.id);
      await refunds.process(setup.service.ctx, refund_id);
      expect(await setup.service.ctx.db('refunds').where({ id: refund_id }).first()).toMatchObject({
        status: 'succeeded',
      });
    });
  });
});

describe('the stand-in refuses what Chapa refuses', () => {
  const gateway = new ChapaStandIn();
  beforeAll(() => gateway.start());
  afterAll(() => gateway.stop());

  const right = {
    amount: '10.00',
    currency: 'ETB',
    tx_ref: 'pay_1',
    callback_url: 'https://a.example',
    return_url: 'https://a.example',
  };
  const initialize = (request: object, key = gateway.secret_key) =>
    fetch(`${gateway.base_url}/transaction/initialize`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(request),
    }).then(({ status }) => status);

  test('and takes what is right, once', async () => {
    expect(await initialize(right)).toBe(200);
    expect(await initialize(right)).toBe(400);
  });

  test.each<[string, object]>([
    ['an amount that is a number', { amount: 10 }],
    ['another currency', { currency: 'KES' }],
    ['an international phone', { phone_number: '+251911234567' }],
    ['characters in the description', { customization: { description: 'a/b' } }],
    ['a long title', { customization: { title: 'x'.repeat(17) } }],
  ])('%s', async (_what, wrong) => {
    expect(await initialize({ ...right, tx_ref: 'pay_2', ...wrong })).toBe(400);
  });

  test('another key', async () => {
    expect(await initialize({ ...right, tx_ref: 'pay_3' }, 'CHASECK-x')).toBe(401);
  });
});
