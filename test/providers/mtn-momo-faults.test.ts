/** Every fault of MTN MoMo: a payment is booked exactly once or visibly not paid, and no payer is asked twice. */
import { expect, test } from 'vitest';
import { must, paymentBody, until } from '../harness/index.ts';
import { MtnMomoStandIn } from '../stand-ins/mtn-momo.ts';
import { faultSuite } from './fault-suite.ts';

const suite = faultSuite(
  {
    name: 'mtn_momo',
    makeStandIn: () => new MtnMomoStandIn(),
    currency: 'UGX',
    amount_minor: 150_000,
    phone: '+256772123456',
    signs_callbacks: false,
    status_tells_amount: true,
    asks_by_own_id: true,
    accepts_by_status: true,
    create_repeatable: true,
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
      name: 'the status tells of another currency',
      faults: { status_currency: 'USD' },
      created: 'pending',
      steps: ['pays', 'poll'],
      ends: 'pending',
      mismatch: { currency: { expected: 'UGX', reported: 'USD' } },
    },
    {
      name: "the status tells of another's payment",
      faults: { status_reference: 'pay_of_somebody_else' },
      created: 'pending',
      steps: ['pays', 'poll'],
      ends: 'pending',
      mismatch: { reference: { reported: 'pay_of_somebody_else' } },
    },
    {
      name: 'the request is refused',
      faults: { refuse: { status: 400, code: 'PAYER_NOT_FOUND', message: 'no such payer' } },
      created: 'failed',
      steps: ['poll'],
      ends: 'failed',
    },
    {
      name: 'the request is refused with a code of a 500',
      faults: { refuse: { status: 500, code: 'INVALID_CALLBACK_URL_HOST', message: 'another host' } },
      created: 'failed',
      steps: ['poll'],
      ends: 'failed',
    },
    {
      name: 'MTN fails with a code: nothing is decided, and it is asked again',
      faults: { refuse: { status: 500, code: 'INTERNAL_PROCESSING_ERROR', message: 'internal' } },
      created: 'initiated',
      steps: ['poll'],
      ends: 'initiated',
    },
  ],
);

test.each([
  ['+46733123450', 'failed', 'unspecified'],
  ['+46733123451', 'cancelled', 'not_approved'],
  ['+46733123452', 'failed', 'expired'],
])("the sandbox's number %s: %s", async (phone, status, failure_code) => {
  suite.setup.gateway.reset();
  const { body: payment } = must(
    await suite.project.key.post(
      '/api/v1/payments',
      paymentBody({ provider: 'mtn_momo', currency: 'UGX', amount: 1_000, customer_phone: phone }),
    ),
  );
  await suite.take('poll', payment.id);
  const { body } = must(await suite.project.key.get(`/api/v1/payments/${payment.id}`));
  expect(body).toMatchObject({ status, failure_code });
});

test('requests that are refused for their own sake are no outage for other projects', async () => {
  const refuse = { status: 500, code: 'NOT_ALLOWED_TARGET_ENVIRONMENT', message: 'not allowed' };
  suite.setup.gateway.reset({ refuse });
  for (let i = 0; i < 6; i++) expect(await suite.pay()).toMatchObject({ status: 'failed' });
  suite.setup.gateway.reset();
  expect(await suite.pay()).toMatchObject({ status: 'pending' });
});

test('a reason that comes as an object is read too', async () => {
  suite.setup.gateway.reset({ reason_as_object: true });
  const { id } = await suite.pay();
  await suite.take('fails at the provider', id);
  const { body } = must(await suite.project.key.get(`/api/v1/payments/${id}`));
  expect(body).toMatchObject({
    failure_code: 'insufficient_funds',
    failure_message: 'It was not possible.',
  });
});

test('the id of the statement comes with the status', async () => {
  const { gateway } = suite.setup;
  gateway.reset();
  const { id } = await suite.pay();
  await suite.take('pays', id);
  await until('it is completed', async () => (await suite.statusOf(id)) === 'completed');
  const { body } = must(await suite.project.key.get(`/api/v1/payments/${id}`));
  expect(body.provider_txn_id).toBe(gateway.requestOf(id).financialTransactionId);
});
