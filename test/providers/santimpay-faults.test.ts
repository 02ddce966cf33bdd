/** Every fault of SantimPay's stand-in: those of all providers, and SantimPay's own. */
import { expect, test } from 'vitest';
import { must, until } from '../harness/index.ts';
import { SantimPayStandIn, type SantimPayFaults } from '../stand-ins/santimpay.ts';
import type { FaultCase } from './fault-cases.ts';
import { faultSuite } from './fault-suite.ts';

const AMOUNT_MINOR = 12_345;

const CASES: FaultCase<SantimPayFaults>[] = [
  ...(['none', 'old', 'mirrors_another_body', 'none_algorithm'] as const).map(
    (callback_token): FaultCase<SantimPayFaults> => ({
      name: `the callback's token: ${callback_token}`,
      faults: { callback_token },
      created: 'pending',
      steps: ['pays', 'poll'],
      ends: 'completed',
      callbacks: [401],
    }),
  ),
  {
    name: 'the status tells of another currency',
    faults: { status_currency: 'USD' },
    created: 'pending',
    steps: ['pays', 'poll'],
    ends: 'pending',
    mismatch: { currency: { expected: 'ETB', reported: 'USD' } },
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
    name: 'SantimPay refuses',
    faults: { decline: 'payment method not supported' },
    created: 'failed',
    steps: ['poll'],
    ends: 'failed',
  },
];

const suite = faultSuite(
  {
    name: 'santimpay',
    makeStandIn: () => new SantimPayStandIn(),
    credentials: ({ callback_public_key }) => ({ callback_public_key }),
    currency: 'ETB',
    amount_minor: AMOUNT_MINOR,
    phone: '+251911234567',
    signs_callbacks: true,
    status_tells_amount: true,
    asks_by_own_id: true,
    create_repeatable: true,
    has_tokens: false,
    paid_after_cancelling: true,
  },
  CASES,
);

test('a payment whose page was lost with the answer tells its payer to start again', async () => {
  const { setup, project } = suite;
  setup.gateway.reset({ drop_response: true, callback: 'never' });
  const payment = await suite.pay();
  expect(payment).toMatchObject({ status: 'initiated', next_action: null });
  await suite.take('poll', payment.id);
  const { body: known } = must(await project.key.get(`/api/v1/payments/${payment.id}`));
  expect(known).toMatchObject({
    status: 'pending',
    next_action: { type: 'prompt', message: expect.stringContaining('start the payment again') },
  });
});

test('a payment that never reached SantimPay and is submitted again has its page', async () => {
  const { setup, project } = suite;
  await suite.reset({ errors_500: 1 });
  const { id } = await suite.pay();
  await suite.take('polls until submitted again', id);
  expect(setup.gateway.calls('/initiate-payment')).toHaveLength(2);
  const { body } = must(await project.key.get(`/api/v1/payments/${id}`));
  expect(body).toMatchObject({ status: 'pending', next_action: { type: 'redirect' } });
  await suite.take('pays', id);
  await until('it is completed', async () => (await suite.statusOf(id)) === 'completed');
  expect(setup.gateway.callback_answers).toEqual([200]);
});

test('a payment that was paid after all is in the audit log', async () => {
  const { setup, project } = suite;
  setup.gateway.reset();
  const { id } = await suite.pay();
  await suite.take('merchant cancels', id);
  await suite.take('pays', id);
  await until('it is completed', async () => (await suite.statusOf(id)) === 'completed');
  const { body } = await project.owner.client.get(`/api/projects/${project.id}/audit-log`);
  expect(body.audit_log).toContainEqual(
    expect.objectContaining({
      action: 'payment.late_success',
      subject: id,
      details: { from: 'cancelled', cause: 'callback' },
    }),
  );
});
