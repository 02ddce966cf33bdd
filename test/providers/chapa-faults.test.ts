/** Every fault of Chapa's stand-in: those of all providers, and Chapa's own. */
import { expect, test } from 'vitest';
import { must } from '../harness/index.ts';
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

test('a payment whose page was lost with the answer tells its payer to start again', async () => {
  suite.setup.gateway.reset({ drop_response: true, callback: 'never' });
  const { id } = await suite.pay();
  await suite.take('poll', id);
  expect(must(await suite.project.key.get(`/api/v1/payments/${id}`)).body).toMatchObject({
    status: 'pending',
    next_action: { type: 'prompt', message: expect.stringContaining('start the payment again') },
  });
});
