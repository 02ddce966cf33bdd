/** telebirr's adapter against its stand-in: what is entered, what is asked, refunds, and what a payer and a merchant see. */
import { generateKeyPairSync } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MAX_AMOUNT_MINOR } from '../../core/money.ts';
import { refunds } from '../../domain/payments/index.ts';
import { expectInvalid } from '../api/samples.ts';
import { selfSigned } from '../harness/certificate.ts';
import {
  must,
  paymentBody,
  projectWithProvider,
  startWithProvider,
  until,
  type Project,
  type ProviderService,
} from '../harness/index.ts';
import { TelebirrStandIn } from '../stand-ins/telebirr.ts';

let setup: ProviderService<TelebirrStandIn>;
let project: Project;

beforeAll(async () => {
  setup = await startWithProvider('telebirr', new TelebirrStandIn(), {
    workers: ['ledger-postings', 'provider-polls'],
  });
  project = await projectWithProvider(setup);
});
afterAll(() => setup.stop());
beforeEach(() => setup.gateway.reset());

const configure = (credentials: Record<string, unknown>) =>
  project.owner.client.put(`/api/projects/${project.id}/providers/telebirr?environment=test`, {
    credentials: { ...setup.gateway.credentials, ...credentials },
  });

async function pay(overrides: Record<string, unknown> = {}) {
  const body = paymentBody({ provider: 'telebirr', currency: 'ETB', amount: 1_260, ...overrides });
  return must(await project.key.post('/api/v1/payments', body)).body;
}

async function paid(overrides: Record<string, unknown> = {}) {
  const payment = await pay(overrides);
  await setup.gateway.settle(payment.id);
  await until('it is completed', async () => (await shown(payment.id)).status === 'completed');
  return payment;
}

const shown = async (id: string) => must(await project.key.get(`/api/v1/payments/${id}`)).body;

describe('credentials', () => {
  test.each([
    ['merchant_app_id', 'one'],
    ['merchant_code', '10-11'],
    ['private_key', 'hello'],
    [
      'private_key',
      generateKeyPairSync('rsa', { modulusLength: 1024 })
        .privateKey.export({ type: 'pkcs8', format: 'pem' })
        .toString(),
    ],
    ['platform_public_key', 'hello'],
    ['signature_padding', 'oaep'],
    ['payee_type', 'x'],
    ['ca_pem', 'hello'],
    ['base_url', 'https://example.org'],
  ])('%s that is wrong is named', async (name, value) => {
    const { status, body } = await configure({ [name]: value });
    expect(status).toBe(400);
    expect(body.error.details).toMatchObject([{ path: `credentials.${name}` }]);
  });

  test('that are missing are all named', async () => {
    const { status, body } = await project.owner.client.put(
      `/api/projects/${project.id}/providers/telebirr?environment=test`,
      { credentials: {} },
    );
    expect(status).toBe(400);
    expect(body.error.details.map(({ path }: { path: string }) => path)).toEqual(
      ['fabric_app_id', 'app_secret', 'merchant_app_id', 'merchant_code', 'private_key'].map(
        (name) => `credentials.${name}`,
      ),
    );
  });

  test('are taken in every spelling, secrets masked', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const pem = privateKey.export({ type: 'pkcs1', format: 'pem' }).toString();
    const { body } = must(
      await configure({
        private_key: pem.replaceAll('\n', String.raw`\n`),
        platform_public_key: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
        signature_padding: 'pkcs1v15',
        payee_type: '3000',
        ca_pem: selfSigned().certificate,
      }),
    );
    expect(body.credentials).toMatchObject({
      merchant_code: setup.gateway.merchant_code,
      signature_padding: 'pkcs1v15',
      app_secret: '••••0001',
      private_key: '••••',
    });
    must(await configure({}));
  });
});

const REFUND = '/payment/v1/merchant/refund';

describe('an order', () => {
  test('is what the stand-in accepts, and its page opens', async () => {
    const payment = await pay({ reference: 'INV-2026/17 (fees)' });
    expect(payment).toMatchObject({
      status: 'pending',
      provider_txn_id: null,
      next_action: { type: 'redirect' },
    });
    expect(setup.gateway.complaints).toEqual([]);
    expect(setup.gateway.order(payment.id)).toMatchObject({ title: 'INV 2026 17 fees', amount: '1260.00' });
    const url = new URL(payment.next_action.url);
    expect(url.origin + url.pathname).toBe(`${new URL(setup.gateway.base_url).origin}/payment/web/paygate`);
    expect((await fetch(url)).status).toBe(200);
    expect(setup.gateway.complaints).toEqual([]);
  });

  test('is sent any amount as exactly its digits', async () => {
    await fc.assert(
      fc.asyncProperty(fc.bigInt({ min: 1n, max: MAX_AMOUNT_MINOR }), async (amount_minor) => {
        setup.gateway.reset();
        const text = `${amount_minor / 100n}.${(amount_minor % 100n).toString().padStart(2, '0')}`;
        const body = paymentBody({ provider: 'telebirr', currency: 'ETB', amount: 0 });
        const request = JSON.stringify(body).replace('"amount":0', `"amount":${text}`);
        must(await project.key.post('/api/v1/payments', request));
        const [sent] = setup.gateway.calls('/payment/v1/merchant/preOrder');
        expect(sent?.body['biz_content']).toMatchObject({ total_amount: text });
        expect(setup.gateway.complaints).toEqual([]);
      }),
      { numRuns: 25 },
    );
  });

  test('needs a phone as every payment that is not by hand, though telebirr is not told of it', async () => {
    const body = paymentBody({ provider: 'telebirr', currency: 'ETB', customer_phone: undefined });
    expectInvalid(await project.key.post('/api/v1/payments', body), 'customer_phone');
    await pay();
    const [sent] = setup.gateway.calls('/payment/v1/merchant/preOrder');
    expect(JSON.stringify(sent?.body)).not.toContain('712345789');
  });

  test('that the gateway does not offer for the moment stays as it is', async () => {
    setup.gateway.faults.not_offered = '/payment/v1/merchant/preOrder';
    expect(await pay()).toMatchObject({ status: 'initiated', failure_code: null });
  });

  test('is in ETB alone', async () => {
    const body = paymentBody({ provider: 'telebirr', currency: 'KES' });
    const { status, body: answer } = await project.key.post('/api/v1/payments', body);
    expect([status, answer.error.reason]).toEqual([422, 'currency_mismatch']);
  });

  test('that is paid has the id of the statement', async () => {
    const payment = await paid();
    const { provider_txn_id } = await shown(payment.id);
    expect(provider_txn_id).toBe(`CJD${setup.gateway.order(payment.id).id.slice(-7)}`);
  });

  test.each([
    ['PAY_FAILED', 'failed', 'declined'],
    ['ORDER_CLOSED', 'failed', 'expired'],
    ['PAY_CANCEL', 'cancelled', 'cancelled'],
    ['PAYING', 'processing', null],
    ['ACCEPTED', 'processing', null],
    ['Expired', 'pending', null],
    ['REFUNDING', 'completed', null],
  ])('whose status is %s is %s', async (ending, status, failure_code) => {
    setup.gateway.faults.callback = 'never';
    const payment = await pay();
    await setup.gateway.settle(payment.id, ending);
    const { body } = must(await project.key.post(`/api/v1/payments/${payment.id}/sync`));
    expect(body).toMatchObject({ status, failure_code });
  });

  test('asks for one token, however many orders there are', async () => {
    await pay();
    setup.gateway.reset();
    await pay();
    await paid();
    expect(setup.gateway.calls('/payment/v1/token')).toEqual([]);
  });

  test('whose page was lost with the answer tells its payer to start again', async () => {
    setup.gateway.reset({ drop_response: true, callback: 'never' });
    const payment = await pay();
    expect(payment).toMatchObject({ status: 'initiated', next_action: null });
    must(await project.key.post(`/api/v1/payments/${payment.id}/sync`));
    expect(await shown(payment.id)).toMatchObject({
      status: 'pending',
      next_action: { type: 'prompt', message: expect.stringContaining('start the payment again') },
    });
  });

  test('stays initiated where the secret is wrong', async () => {
    must(await configure({ app_secret: 'another-secret-0000001' }));
    expect(await pay()).toMatchObject({ status: 'initiated', failure_code: null });
    must(await configure({}));
  });

  test('is answered as telebirr wants when it calls back', async () => {
    const payment = await pay();
    const { notify_url } = setup.gateway.order(payment.id);
    must(await configure({ platform_public_key: null }));
    const answer = await fetch(notify_url, { method: 'POST', body: '{"trade_status":"Paying"}' });
    expect([answer.status, await answer.json()]).toEqual([200, { success: true }]);
    must(await configure({}));
    const other = await fetch(notify_url, { method: 'POST', body: '{"merch_order_id":"payOfSomebodyElse"}' });
    expect(other.status).toBe(401);
  });
});

describe('a refund', () => {
  async function refund(payment_id: string, request: Record<string, unknown> = {}): Promise<string> {
    return must(await project.key.post(`/api/v1/payments/${payment_id}/refunds`, request)).body.id;
  }
  const stateOf = async (id: string) => must(await project.key.get(`/api/v1/refunds/${id}`)).body;
  /** Asks telebirr once more. */
  async function askAgain(id: string): Promise<void> {
    const { ctx } = setup.service;
    await ctx
      .db('refunds')
      .where({ id })
      .whereNotNull('next_attempt_at')
      .update({ next_attempt_at: new Date(0) });
    await refunds.process(ctx, id);
  }
  async function endsAs(id: string, status: string): Promise<void> {
    await until(`the refund is ${status}`, async () => {
      await askAgain(id);
      return (await stateOf(id)).status === status;
    });
  }

  test('of the whole payment and of parts of another succeeds', async () => {
    const whole = await refund((await paid()).id, { reason: 'broken (2 pieces)' });
    await endsAs(whole, 'succeeded');
    expect(await stateOf(whole)).toMatchObject({ provider_refund_id: expect.stringMatching(/^ro/) });
    const payment = await paid();
    await endsAs(await refund(payment.id, { amount: '60.00' }), 'succeeded');
    await endsAs(await refund(payment.id, { amount: '1200.00' }), 'succeeded');
    const sums = [...setup.gateway.order(payment.id).refunds.values()].map(({ amount }) => amount);
    expect(sums).toEqual(['60.00', '1200.00']);
    expect(await shown(payment.id)).toMatchObject({ status: 'completed', refunded_minor: 126_000 });
    expect(setup.gateway.complaints).toEqual([]);
  });

  test('that telebirr works on is asked for again under the same number', async () => {
    const payment = await paid();
    setup.gateway.faults.refund_status = 'REFUNDING';
    const id = await refund(payment.id);
    await until('telebirr was asked', () => setup.gateway.calls('/payment/v1/merchant/refund').length > 0);
    await askAgain(id);
    expect((await stateOf(id)).status).toBe('processing');
    setup.gateway.faults.refund_status = 'REFUND_SUCCESS';
    await endsAs(id, 'succeeded');
    expect(setup.gateway.order(payment.id).refunds.size).toBe(1);
  });

  test('whose answer was lost is made once', async () => {
    const payment = await paid();
    setup.gateway.faults.refund_errors_500_after = 1;
    await endsAs(await refund(payment.id), 'succeeded');
    expect(setup.gateway.order(payment.id).refunds.size).toBe(1);
  });

  test('refused after an answer that was lost ends as its order says, not as the refusal does', async () => {
    const payment = await paid();
    const { faults } = setup.gateway;
    faults.refund_errors_500_after = 1;
    const id = await refund(payment.id);
    await until('telebirr has it', () => setup.gateway.order(payment.id).refunds.size === 1);
    faults.refund_refused = '60320025';
    await endsAs(id, 'succeeded');
    expect(setup.gateway.calls(REFUND).length).toBeGreaterThan(1);
    expect(await shown(payment.id)).toMatchObject({ refunded_minor: 126_000 });
  });

  test('of a part whose answer was lost waits for a person where there are several', async () => {
    const payment = await paid();
    await endsAs(await refund(payment.id, { amount: '60.00' }), 'succeeded');
    setup.gateway.faults.refund_errors_500_after = 1;
    const id = await refund(payment.id, { amount: '100.00' });
    await until('telebirr has it', () => setup.gateway.order(payment.id).refunds.size === 2);
    await askAgain(id);
    await askAgain(id);
    expect((await stateOf(id)).status).toBe('processing');
    must(
      await project.key.post(`/api/v1/refunds/${id}/mark`, { status: 'succeeded', note: 'on the statement' }),
    );
    expect((await stateOf(id)).status).toBe('succeeded');
  });

  test.each([
    ['telebirr fails it', { refund_status: 'REFUND_FAILED' as const }],
    ['telebirr refuses it', { refund_refused: '60320025' }],
  ])('fails, and its money is free again: %s', async (_what, faults) => {
    const payment = await paid();
    Object.assign(setup.gateway.faults, faults);
    const id = await refund(payment.id);
    await endsAs(id, 'failed');
    expect(await stateOf(id)).toMatchObject({ failure_code: 'declined' });
    expect(await shown(payment.id)).toMatchObject({ refunded_minor: 0 });
  });

  test('that the gateway does not offer to the merchant fails, unless an earlier attempt may have been taken', async () => {
    const { faults } = setup.gateway;
    faults.not_offered = REFUND;
    const id = await refund((await paid()).id);
    await endsAs(id, 'failed');
    expect(await stateOf(id)).toMatchObject({
      failure_code: 'declined',
      failure_message: 'telebirr has not enabled refunds for this merchant.',
    });

    Object.assign(faults, { not_offered: null, refund_errors_500_after: 1 });
    const payment = await paid();
    const taken = await refund(payment.id);
    await until('telebirr has it', () => setup.gateway.order(payment.id).refunds.size === 1);
    faults.not_offered = REFUND;
    await askAgain(taken);
    expect((await stateOf(taken)).status).toBe('processing');
    faults.not_offered = null;
    await endsAs(taken, 'succeeded');
  });

  test('that the gateway refuses for the moment goes on', async () => {
    const payment = await paid();
    setup.gateway.faults.refund_refused = '49401024991';
    const id = await refund(payment.id);
    await until('telebirr was asked', () => setup.gateway.calls('/payment/v1/merchant/refund').length > 0);
    await askAgain(id);
    expect((await stateOf(id)).status).toBe('processing');
    setup.gateway.faults.refund_refused = null;
    await endsAs(id, 'succeeded');
  });
});
