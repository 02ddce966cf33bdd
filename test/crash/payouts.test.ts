/**
 * Payouts by processes that die at each of their statements in turn, while they request, send and cancel: each is sent once and paid once,
 * or has failed and what was held is back.
 */
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { Scope } from '../../core/scope.ts';
import { payouts } from '../../domain/payments/index.ts';
import type { Caller } from '../../domain/platform/unit.ts';
import { scopeNow, startService, verifyAll, type TestService } from '../harness/index.ts';
import { moneyOf, newPayer, PAID, REFUSED, watchSandbox, type Payer } from '../payouts/payer.ts';
import { MortalProcess } from './mortal-process.ts';

const MOST_STATEMENTS = 200;
const AMOUNT_MINOR = 100n;

let service: TestService;
let mortal: MortalProcess;
let payer: Payer;
let scope: Scope;

beforeAll(async () => {
  service = await startService();
  mortal = await MortalProcess.open(service);
  payer = await newPayer(service, 100_000);
  scope = await scopeNow(service, payer);
});
afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  await mortal.close();
  expect(await verifyAll(service.ctx)).toEqual([]);
  await service.stop();
});

function by(ctx: Caller['ctx']): Caller {
  return { ctx, scope, actor: { type: 'user', id: payer.project.owner.id } };
}

async function request(ctx: Caller['ctx'], key: string, phone: string): Promise<string> {
  const body = {
    provider: 'sandbox',
    amount_minor: AMOUNT_MINOR,
    currency: 'KES',
    reference: key,
    to: { phone },
  } as const;
  const { payout } = await payouts.create(by(ctx), body, { key, server_url: service.url });
  return payout.id;
}

/** What is due, by a process that lives. */
async function goOn(id: string): Promise<string> {
  await service.ctx
    .db('payouts')
    .where({ id })
    .whereNotNull('next_attempt_at')
    .update({ next_attempt_at: new Date(0) });
  await payouts.process(service.ctx, id);
  return (await payouts.get(service.ctx.db, scope, id)).status;
}

test.each([
  ['succeeds', PAID, 'succeeded', -100],
  ['fails', REFUSED, 'failed', 0],
] as const)('one that %s', { timeout: 180_000 }, async (how, phone, ending, change) => {
  const { send } = watchSandbox();
  const before = await moneyOf(payer);
  let ended = 0;
  for (let pass = 0; pass < MOST_STATEMENTS; pass += 1) {
    const key = `${how} ${pass}`;
    const asked = await mortal.dieAt(pass, (ctx) => request(ctx, key, phone));
    const id = await request(service.ctx, key, phone);
    if (asked !== 'died') expect(asked).toBe(id);
    const worked = await mortal.dieAt(pass, async (ctx) => {
      await payouts.process(ctx, id);
      return 'done';
    });
    expect([pass, await goOn(id)]).toEqual([pass, ending]);
    expect([pass, send.mock.calls.filter(([order]) => order.id === id).length]).toEqual([pass, 1]);
    ended += 1;
    if (asked !== 'died' && worked !== 'died') break;
  }
  // It died often, and in the end it did not.
  expect(ended).toBeGreaterThan(5);
  expect(ended).toBeLessThan(MOST_STATEMENTS);
  const after = await moneyOf(payer);
  expect(after).toEqual({
    available: before.available + ended * change,
    held: 0,
    clearing: before.clearing + ended * change,
  });
});

test('one that is cancelled', { timeout: 180_000 }, async () => {
  const { send } = watchSandbox();
  const before = await moneyOf(payer);
  let cancelled = 0;
  for (let pass = 0; pass < MOST_STATEMENTS; pass += 1) {
    const id = await request(service.ctx, `cancelled ${pass}`, PAID);
    const asked = await mortal.dieAt(pass, (ctx) => payouts.cancel(by(ctx), id));
    const { outcome } = await payouts.get(service.ctx.db, scope, id);
    if (outcome === null) await payouts.cancel(by(service.ctx), id);
    expect([pass, await goOn(id)]).toEqual([pass, 'cancelled']);
    cancelled += 1;
    if (asked !== 'died') break;
  }
  expect(cancelled).toBeGreaterThan(5);
  expect(send).not.toHaveBeenCalled();
  expect(await moneyOf(payer)).toEqual(before);
});
