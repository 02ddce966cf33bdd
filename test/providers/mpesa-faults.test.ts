/** Every fault of Safaricom's API: a payment is booked exactly once or visibly not paid, and no payer is prompted twice. */
import { expect, test } from 'vitest';
import { scopeOf } from '../../core/scope.ts';
import { completeFromStatement } from '../../domain/payments/index.ts';
import { must, paymentBody, projectWithProvider, until } from '../harness/index.ts';
import { DarajaStandIn } from '../stand-ins/mpesa/index.ts';
import { faultSuite } from './fault-suite.ts';

const suite = faultSuite(
  {
    name: 'mpesa',
    makeStandIn: () => new DarajaStandIn(),
    currency: 'KES',
    amount_minor: 15_000,
    phone: '+254708374149',
    signs_callbacks: false,
    flags_callback_amounts: true,
    status_tells_amount: false,
    asks_by_own_id: false,
    create_repeatable: false,
    has_tokens: true,
    paid_after_cancelling: true,
  },
  [
    {
      name: 'a callback at an address that was not handed out',
      faults: { callback_signature: 'wrong' },
      created: 'pending',
      steps: ['pays', 'poll'],
      ends: 'completed',
      callbacks: [404],
    },
    {
      name: 'the answer is lost, and the callback tells of a wrong amount',
      faults: { drop_response: true, callback_amount: '151' },
      created: 'initiated',
      steps: ['pays', 'poll'],
      ends: 'initiated',
      callbacks: [200],
      mismatch: { amount: { expected: '150.00', reported: '151.00' } },
    },
    {
      name: 'the push is refused with the code that means waiting on the query',
      faults: {
        push_error: { status: 500, errorCode: '500.001.1001', errorMessage: 'Unable to lock subscriber' },
      },
      created: 'failed',
      steps: ['poll'],
      ends: 'failed',
    },
    {
      name: 'there were too many requests',
      faults: { push_error: { status: 500, errorCode: '500.003.02', errorMessage: 'System is busy' } },
      created: 'initiated',
      steps: ['poll'],
      ends: 'initiated',
    },
    {
      name: 'it is turned away: certainly nothing was pushed',
      faults: { errors_429: 1 },
      created: 'failed',
      steps: ['poll'],
      ends: 'failed',
    },
    {
      name: 'no access token is given: certainly nothing was pushed',
      faults: { tokens_expired: true, token_outages: 2 },
      created: 'failed',
      steps: ['poll'],
      ends: 'failed',
    },
    {
      name: 'the push is refused',
      faults: { push_error: { status: 400, errorCode: '400.002.02', errorMessage: 'Bad Request' } },
      created: 'failed',
      steps: ['poll'],
      ends: 'failed',
    },
  ],
);

test.each([
  ['1032', 'cancelled', 'cancelled'],
  ['1', 'failed', 'insufficient_funds'],
  ['2001', 'failed', 'wrong_pin'],
  ['1037', 'failed', 'unreachable'],
])('the payer ends it with %s: %s', async (code, status, failure_code) => {
  suite.setup.gateway.reset();
  const { id } = await suite.pay();
  await suite.setup.gateway.settle(id, code);
  await until(`it is ${status}`, async () => (await suite.statusOf(id)) === status);
  const { body } = must(await suite.project.key.get(`/api/v1/payments/${id}`));
  expect(body).toMatchObject({ failure_code, provider_txn_id: null });
});

test('the receipt is known by callback alone, also once the payment is completed', async () => {
  const { gateway } = suite.setup;
  gateway.reset({ callback: 'never' });
  const { id } = await suite.pay();
  await suite.take('pays', id);
  await suite.take('poll', id);
  const read = async () => must(await suite.project.key.get(`/api/v1/payments/${id}`)).body;
  const completed = await read();
  expect(completed).toMatchObject({ status: 'completed', provider_txn_id: null });
  await suite.take('callback', id);
  const { receipt } = gateway.pushOf(id);
  await until('the receipt is recorded', async () => (await read()).provider_txn_id === receipt);
  expect(Date.parse((await read()).updated_at)).toBeGreaterThan(Date.parse(completed.updated_at));
});

test('a push that cannot be asked for is completed by the statement', async () => {
  const { gateway, service } = suite.setup;
  gateway.reset({ drop_response: true, callback: 'never' });
  const { id } = await suite.pay();
  await suite.take('pays', id);
  await suite.take('poll', id);
  expect(await suite.statusOf(id)).toBe('initiated');
  const { receipt } = gateway.pushOf(id);
  const scope = scopeOf(suite.project.id, 'test', 0n);
  expect(await completeFromStatement({ ctx: service.ctx, scope }, id, receipt)).toMatchObject({
    status: 'completed',
    provider_txn_id: receipt,
  });
});

test('of a push that can be asked for the statement brings the receipt alone', async () => {
  const { gateway, service } = suite.setup;
  gateway.reset({ callback: 'never' });
  const { id } = await suite.pay();
  const scope = scopeOf(suite.project.id, 'test', 0n);
  const { receipt } = gateway.pushOf(id);
  const early = completeFromStatement({ ctx: service.ctx, scope }, id, receipt);
  await expect(early).rejects.toMatchObject({ reason: 'not_paid' });
  await suite.take('pays', id);
  await completeFromStatement({ ctx: service.ctx, scope }, id, receipt);
  const { body } = must(await suite.project.key.get(`/api/v1/payments/${id}`));
  expect(body).toMatchObject({ status: 'completed', provider_txn_id: receipt });
});

test('a callback of another push than ours is refused', async () => {
  const { gateway } = suite.setup;
  gateway.reset();
  const { id } = await suite.pay();
  gateway.pushOf(id).checkout_request_id = 'ws_CO_of_another';
  expect(await gateway.callBack(id)).toBe(401);
});

test.each([
  ['192.0.2.0/24, 2001:db8::1', 401],
  ['192.0.2.1, 127.0.0.0/8, ::1', 200],
  ['', 200],
])('callbacks from elsewhere than "%s" are refused', async (callback_ip_allowlist, status) => {
  const { setup } = suite;
  setup.gateway.reset({ callback: 'never' });
  const project = await projectWithProvider(setup, { callback_ip_allowlist });
  const body = paymentBody({ provider: 'mpesa', amount: 150 });
  const { id } = must(await project.key.post('/api/v1/payments', body)).body;
  expect(await setup.gateway.callBack(id)).toBe(status);
});
