/**
 * Everything that takes the merchant's available money, in pairs at once over money for one of them: one gets it, a payout is sent
 * once if it was the one, and nothing is left on hold.
 */
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { payouts, postings, refunds } from '../../domain/payments/index.ts';
import {
  BOOKINGS,
  bookAs,
  customerWithWallet,
  must,
  paymentBody,
  startService,
  verifyAll,
  type Reply,
  type TestService,
} from '../harness/index.ts';
import { importRows, resolve } from '../reconciliation/books.ts';
import { moneyOf, newPayer, pay, PAYOUTS, watchSandbox, type Payer } from './payer.ts';

/** All that the merchant has, in major units. */
const ALL = '100.00';
const ALL_MINOR = 10_000;

let service: TestService;
beforeAll(async () => {
  service = await startService({ workers: ['reconciliation-imports'] });
});
afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  expect(await verifyAll(service.ctx)).toEqual([]);
  await service.stop();
});

interface World {
  payer: Payer;
  /** The payment that the money came by. */
  payment: string;
  accounts: { debit_account_id: string; credit_account_id: string };
  customer: string;
  run: string;
}

async function open(): Promise<World> {
  const payer = await newPayer(service, 0);
  const { key } = payer.project;
  const { body: payment } = must(await key.post('/api/v1/payments', paymentBody({ amount: ALL })));
  await postings.postPending(service.ctx);
  const account = async (kind: string): Promise<string> =>
    must(await key.post('/api/v1/ledger/accounts', { kind, currency: 'KES' })).body.id;
  const accounts = {
    debit_account_id: await account('merchant_available'),
    credit_account_id: await account('adjustments'),
  };
  const customer = await customerWithWallet(payer.project);
  const { id: run } = await importRows(key, [{ kind: 'payout', amount: ALL, id: crypto.randomUUID() }]);
  return { payer, payment: payment.id, accounts, customer, run };
}

const TOOK = 'took it';

function outcome({ status, body }: Reply): string {
  return status < 400 ? TOOK : (body.error.reason ?? body.error.code);
}

/** Each takes all of it. @returns TOOK, or why not */
const TAKERS: Record<string, (world: World) => Promise<Reply>> = {
  'a payout': ({ payer }) => pay(payer, ALL),
  'another payout': ({ payer }) => pay(payer, ALL, { provider: 'sandbox' }),
  'a refund': ({ payer, payment }) =>
    payer.project.key.post(`/api/v1/payments/${payment}/refunds`, { amount_minor: ALL_MINOR }),
  'a transfer': ({ payer, accounts }) =>
    payer.project.key.post('/api/v1/ledger/transfers', {
      ...accounts,
      amount_minor: ALL_MINOR,
      idempotency_key: crypto.randomUUID(),
    }),
  'a hold': ({ payer, accounts }) =>
    payer.project.key.post('/api/v1/ledger/holds', {
      ...accounts,
      amount_minor: ALL_MINOR,
      idempotency_key: crypto.randomUUID(),
    }),
  'a deposit into a wallet': ({ payer, customer }) =>
    payer.project.key.post(`/api/v1/customers/${customer}/wallets/deposit`, {
      currency: 'KES',
      amount_minor: ALL_MINOR,
      idempotency_key: crypto.randomUUID(),
    }),
  'a settlement of a statement': ({ payer, run }) => resolve(payer.project.key, run, 2, 'book_payout'),
};

const NAMES = Object.keys(TAKERS);
const PAIRS = NAMES.flatMap((one, i) => NAMES.slice(i + 1).map((other) => [one, other] as const));
const IS_PAYOUT = new Set(['a payout', 'another payout']);

/** Lets what was begun end. @returns the statuses of payouts and refunds */
async function finish({ payer, payment }: World): Promise<{ payouts: string[]; refunds: string[] }> {
  const { key } = payer.project;
  const listed = must(await payer.key.get(PAYOUTS)).body.payouts;
  // By several processes at once.
  for (const { id } of listed)
    await Promise.all(Array.from({ length: 3 }, () => payouts.process(service.ctx, id)));
  const path = `/api/v1/payments/${payment}/refunds`;
  for (const { id } of must(await key.get(path)).body.refunds) await refunds.process(service.ctx, id);
  const statusesOf = (rows: Reply['body'][]): string[] => rows.map(({ status }) => status);
  return {
    payouts: statusesOf(must(await payer.key.get(PAYOUTS)).body.payouts),
    refunds: statusesOf(must(await key.get(path)).body.refunds),
  };
}

describe.each(BOOKINGS)('%s', (how) => {
  test.each(PAIRS)('%s and %s at once', async (one, other) => {
    const world = await open();
    const { send } = watchSandbox();
    const restore = bookAs(how, service.ctx.ledger);
    try {
      const names = [one, other];
      const answers = await Promise.all(
        names.map(async (name) => outcome(await (TAKERS[name] as (typeof TAKERS)[string])(world))),
      );
      expect(answers.filter((answer) => answer === TOOK)).toHaveLength(1);
      expect(['insufficient_funds', 'exceeds_credits', 'busy']).toContain(
        answers.find((answer) => answer !== TOOK),
      );
      const winner = names[answers.indexOf(TOOK)] as string;
      const ended = await finish(world);
      expect([winner, send.mock.calls.length, ended.payouts]).toEqual([
        winner,
        IS_PAYOUT.has(winner) ? 1 : 0,
        IS_PAYOUT.has(winner) ? ['succeeded'] : [],
      ]);
      expect(ended.refunds.filter((status) => status === 'succeeded')).toHaveLength(
        winner === 'a refund' ? 1 : 0,
      );
      const leaves_provider =
        IS_PAYOUT.has(winner) || winner === 'a refund' || winner.startsWith('a settlement');
      expect(await moneyOf(world.payer)).toEqual({
        available: 0,
        held: winner === 'a hold' ? ALL_MINOR : 0,
        clearing: leaves_provider ? 0 : ALL_MINOR,
      });
    } finally {
      restore();
    }
  });
});
