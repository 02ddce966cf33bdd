/** Every fault of Chapa's stand-in: those of all providers, and Chapa's own. */
import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { must, until } from '../harness/index.ts';
import { ChapaStandIn, type ChapaFaults } from '../stand-ins/chapa.ts';
import type { FaultCase } from './fault-cases.ts';
import { faultSuite } from './fault-suite.ts';

const CASES: FaultCase<ChapaFaults>[] = [
  {
    name: 'the webhook has the signature alone that does not cover it',
    faults: { callback_kind: 'constant_signature' },
    created: 'pending',
    steps: ['pays'],
    ends: 'completed',
    callbacks: [200],
  },
  {
    name: 'the callback is the GET after the payer came back',
    faults: { callback_kind: 'get' },
    created: 'pending',
    steps: ['pays'],
    ends: 'completed',
    callbacks: [200],
  },
  {
    name: 'the status tells of another currency',
    faults: { status_currency: 'USD' },
    created: 'pending',
    steps: ['pays', 'poll'],
    ends: 'pending',
    mismatch: { currency: { expected: 'ETB', reported: 'USD' } },
  },
  {
    name: 'the status tells of a currency that cannot be stored as it is',
    faults: { status_currency: 'E\0TB' },
    created: 'pending',
    steps: ['pays', 'poll'],
    ends: 'pending',
    mismatch: { currency: { expected: 'ETB', reported: 'E\uFFFDTB' } },
  },
  {
    name: 'the status tells of a live payment',
    faults: { status_mode: 'live' },
    created: 'pending',
    steps: ['pays', 'poll'],
    ends: 'pending',
    mismatch: { environment: { expected: 'test', reported: 'live' } },
  },
  {
    name: 'Chapa refuses',
    faults: { decline: { currency: ['validation.in'] } },
    created: 'failed',
    steps: ['poll'],
    ends: 'failed',
  },
];

const suite = faultSuite(
  {
    name: 'chapa',
    makeStandIn: () => new ChapaStandIn(),
    currency: 'ETB',
    amount_minor: 12_345,
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

test.each([
  ['that cannot be stored as it is', 'A\0B', 'A\uFFFDB'],
  ['too long for any index', randomBytes(20_000).toString('hex'), null],
])('an id %s keeps no payment from being completed', async (_what, reference, provider_txn_id) => {
  const { gateway } = suite.setup;
  gateway.reset();
  const { id } = await suite.pay();
  const transaction = gateway.transactions.get(id);
  if (transaction) transaction.reference = reference;
  await suite.take('pays', id);
  await until('it is completed', async () => (await suite.statusOf(id)) === 'completed');
  const { body } = must(await suite.project.key.get(`/api/v1/payments/${id}`));
  expect(body).toMatchObject({ status: 'completed', provider_txn_id });
});

test('a payment whose page was lost with the answer tells its payer to start again', async () => {
  suite.setup.gateway.reset({ drop_response: true, callback: 'never' });
  const { id } = await suite.pay();
  await suite.take('poll', id);
  expect(must(await suite.project.key.get(`/api/v1/payments/${id}`)).body).toMatchObject({
    status: 'pending',
    next_action: { type: 'prompt', message: expect.stringContaining('start the payment again') },
  });
});
