/** Every fault of telebirr's stand-in, with notifications that are verified and in both vocabularies. */
import { expect, test } from 'vitest';
import { TelebirrStandIn, type TelebirrFaults } from '../stand-ins/telebirr.ts';
import type { FaultCase } from './fault-cases.ts';
import { faultSuite } from './fault-suite.ts';

const AMOUNT_MINOR = 12_345;

const suite = faultSuite(
  {
    name: 'telebirr',
    makeStandIn: () => new TelebirrStandIn(),
    currency: 'ETB',
    amount_minor: AMOUNT_MINOR,
    phone: '+251911234567',
    signs_callbacks: true,
    status_tells_amount: true,
    asks_by_own_id: true,
    create_repeatable: true,
    has_tokens: true,
    paid_after_cancelling: true,
  },
  [
    {
      name: 'queries speak as notifications do',
      faults: { vocabulary: 'notification' },
      created: 'pending',
      steps: ['poll', 'pays'],
      ends: 'completed',
      callbacks: [200],
    },
    {
      name: 'answers are spelled in camel case',
      faults: { camel_case: true, callback: 'never' },
      created: 'pending',
      steps: ['poll', 'pays', 'poll'],
      ends: 'completed',
    },
    ...(['none', 'pkcs1v15'] as const).map((callback_sign): FaultCase<TelebirrFaults> => ({
      name: `the notification's signature: ${callback_sign}`,
      faults: { callback_sign },
      created: 'pending',
      steps: ['pays', 'poll'],
      ends: 'completed',
      callbacks: [401],
    })),
    {
      name: 'the status tells of another currency',
      faults: { status_currency: 'USD' },
      created: 'pending',
      steps: ['pays', 'poll'],
      ends: 'pending',
      mismatch: { currency: { expected: 'ETB', reported: 'USD' } },
    },
    {
      name: "the status tells of another's order",
      faults: { status_reference: 'payOfSomebodyElse' },
      created: 'pending',
      steps: ['pays', 'poll'],
      ends: 'pending',
      mismatch: { reference: { reported: 'payOfSomebodyElse' } },
    },
    {
      name: 'telebirr refuses',
      faults: { refusal: { msg: 'the merchant is not active' } },
      created: 'failed',
      steps: ['poll'],
      ends: 'failed',
    },
    {
      name: 'the gateway refuses',
      faults: { refusal: { status: 405, errorCode: '60200099', msg: 'invalid sign' } },
      created: 'failed',
      steps: ['poll'],
      ends: 'failed',
    },
    ...[200, 403].map((token_refusal_status): FaultCase<TelebirrFaults> => ({
      name: `an expired token is told of with ${token_refusal_status}`,
      faults: { tokens_expired: true, token_refusal_status },
      created: 'pending',
      steps: ['pays'],
      ends: 'completed',
    })),
  ],
);

test('an order that the gateway could not take for the moment is submitted again', async () => {
  const { gateway } = suite.setup;
  gateway.reset({ refusal: { errorCode: '49401024991', msg: 'southbound service unavailable' } });
  const { id, status } = await suite.pay();
  expect([status, gateway.charges(id)]).toEqual(['initiated', 0]);
  gateway.faults.refusal = null;
  await suite.take('polls until submitted again', id);
  const { next_action } = await suite.setup.service.ctx.db('payments').where({ id }).first();
  expect(next_action).toMatchObject({ type: 'redirect' });
  expect((await fetch(next_action.url)).status).toBe(200);
  expect(gateway.complaints).toEqual([]);
});
