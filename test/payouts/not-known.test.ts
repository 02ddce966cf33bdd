/**
 * Payouts that were given to the provider, which does not know them: perhaps they never arrived, perhaps it will pay them. What was
 * sent is on hold until the provider or two people have said how it ended.
 */
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { ProviderUnavailable } from '../../domain/payments/providers/provider.port.ts';
import {
  lockWaiters,
  must,
  scopeNow,
  setTestClock,
  startService,
  until,
  verifyAll,
  type Reply,
  type TestService,
} from '../harness/index.ts';
import {
  colleague,
  moneyOf,
  newPayer,
  paying,
  PAYOUTS,
  read,
  setTerms,
  watchSandbox,
  work,
  type Payer,
} from './payer.ts';

let service: TestService;

beforeAll(async () => {
  service = await startService();
});
afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  expect(await verifyAll(service.ctx)).toEqual([]);
  await service.stop();
});

const HELD = { available: 60_000, held: 40_000, clearing: 100_000 };

async function passes(payer: Payer, seconds: number): Promise<void> {
  const { clock } = await scopeNow(service, payer);
  await setTestClock(payer.project, new Date(clock.now().getTime() + seconds * 1_000).toISOString());
}

function sync(payer: Payer, id: string): Promise<Reply> {
  return payer.key.post(`${PAYOUTS}/${id}/sync`);
}

/** Sent, and accepted, by a provider that does not know it when it is asked. */
async function sentUnknown(payer: Payer): Promise<{ id: string; sandbox: ReturnType<typeof watchSandbox> }> {
  const sandbox = watchSandbox();
  sandbox.send.mockResolvedValue({ status: 'pending' });
  sandbox.fetch.mockResolvedValue(null as never);
  const id = await paying(payer, '400.00');
  expect(await work(payer, id)).toMatchObject({ status: 'sending' });
  return { id, sandbox };
}

test('it is sent once more, and unknown after a minute, for as long as the provider does not know it', async () => {
  const payer = await newPayer(service);
  const { id, sandbox } = await sentUnknown(payer);
  const { sent_at } = await read(payer, id);
  for (const seconds of [59, 2, 60, 120, 300, 900, 3_600]) {
    await passes(payer, seconds);
    must(await sync(payer, id));
  }
  expect(await read(payer, id)).toMatchObject({ status: 'unknown', sent_at });
  expect(sandbox.send).toHaveBeenCalledTimes(2);
  expect(await moneyOf(payer)).toEqual(HELD);
  const { body } = must(await payer.key.get(`${PAYOUTS}/${id}/events`));
  expect(body.events.map(({ type }: { type: string }) => type)).toEqual([
    'payout.unknown',
    'payout.sent_again',
    'payout.sending',
    'payout.requested',
  ]);
  expect((await payer.key.post(`${PAYOUTS}/${id}/cancel`)).body.error.reason).toBe('not_cancellable');
  const maker = await colleague(payer, 'maker');
  const { body: asked } = must(
    await maker.session.post(`${PAYOUTS}/${id}/mark`, { status: 'failed', note: 'the provider says so' }),
  );
  must(await payer.project.session.post(`/api/v1/approvals/${asked.approval_id}/approve`));
  expect(await moneyOf(payer)).toEqual({ available: 100_000, held: 0, clearing: 100_000 });
});

test('that it certainly was not sent a second time does not say so of the first', async () => {
  const payer = await newPayer(service);
  const { id, sandbox } = await sentUnknown(payer);
  sandbox.send.mockRejectedValue(new ProviderUnavailable('too many requests', undefined, false));
  await passes(payer, 61);
  expect((await sync(payer, id)).status).toBe(503);
  expect(await read(payer, id)).toMatchObject({ status: 'unknown' });
  expect((await payer.key.post(`${PAYOUTS}/${id}/cancel`)).body.error.reason).toBe('not_cancellable');
  expect(await moneyOf(payer)).toEqual(HELD);
});

test('with payouts turned off it is asked for, and not sent again', async () => {
  const payer = await newPayer(service);
  const { id, sandbox } = await sentUnknown(payer);
  must(await setTerms(payer, { enabled: false }));
  await passes(payer, 61);
  expect(must(await sync(payer, id)).body.status).toBe('unknown');
  expect((await payer.key.post(`${PAYOUTS}/${id}/cancel`)).body.error.reason).toBe('not_cancellable');
  expect(sandbox.send).toHaveBeenCalledTimes(1);
  const asked = sandbox.fetch.mock.calls.length;
  sandbox.fetch.mockResolvedValue({ status: 'succeeded' });
  expect(must(await sync(payer, id)).body.status).toBe('succeeded');
  expect(sandbox.fetch.mock.calls.length).toBe(asked + 1);
  expect(await moneyOf(payer)).toEqual({ available: 60_000, held: 0, clearing: 60_000 });
});

test('while a process takes a step, who asks gets the payout as it is', async () => {
  const payer = await newPayer(service);
  const { id, sandbox } = await sentUnknown(payer);
  const claimed = { unanswered: 1, next_attempt_at: new Date(Date.now() + 9_000) };
  await service.ctx.db('payouts').where({ id }).update(claimed);
  expect(must(await sync(payer, id)).body.status).toBe('sending');
  expect(sandbox.fetch).not.toHaveBeenCalled();
});

test('a question that is overtaken by another one has been answered all the same', async () => {
  const payer = await newPayer(service);
  const { id, sandbox } = await sentUnknown(payer);
  const row = () => service.ctx.db('payouts').where({ id });
  /** As a callback makes it, while the provider is being asked. */
  const becomeDue = () => row().update({ next_attempt_at: new Date() });
  sandbox.fetch.mockImplementationOnce(async () => {
    await becomeDue();
    await work(payer, id);
    return null as never;
  });
  await becomeDue();
  await work(payer, id);
  expect(sandbox.fetch).toHaveBeenCalledTimes(2);
  expect(await row().first('attempts', 'unanswered')).toEqual({ attempts: 3, unanswered: 0 });
});

test('what is told between reading a payout and claiming it is part of the question', async () => {
  const payer = await newPayer(service);
  const { id, sandbox } = await sentUnknown(payer);
  const { db } = service.ctx;
  const due = { next_attempt_at: new Date() };
  await db('payouts').where({ id }).update(due);
  const telling = await db.transaction();
  await telling('payouts')
    .where({ id })
    .update({ provider_data: { told: 'yes' }, ...due });
  const asked = work(payer, id);
  await until('it waits for its claim', async () => (await lockWaiters(db, 'payouts')) > 0);
  await telling.commit();
  await asked;
  expect(sandbox.fetch.mock.lastCall?.[0].provider_data).toEqual({ told: 'yes' });
});

test('it may be asked for without end', async () => {
  const payer = await newPayer(service);
  const { id } = await sentUnknown(payer);
  await service.ctx.db('payouts').where({ id }).update({ attempts: 32_767 });
  expect(must(await sync(payer, id)).body.status).toBe('sending');
});

test('an id of the provider belongs to one payout', async () => {
  const payer = await newPayer(service);
  watchSandbox().send.mockResolvedValue({ status: 'succeeded', provider_txn_id: 'THE-SAME' });
  const ids = [await paying(payer, '1.00'), await paying(payer, '2.00')];
  for (const id of ids) expect(await work(payer, id)).toMatchObject({ status: 'succeeded' });
  const told = await Promise.all(ids.map(async (id) => (await read(payer, id)).provider_txn_id));
  expect(told).toEqual(['THE-SAME', null]);
});

test('payouts that were held while they were off are woken, some at once', async () => {
  const payer = await newPayer(service);
  const id = await paying(payer, '1.00');
  must(await setTerms(payer, { enabled: false }));
  expect(await work(payer, id)).toMatchObject({ status: 'held' });
  must(await setTerms(payer));
  const { next_attempt_at } = await service.ctx.db('payouts').where({ id }).first();
  expect(next_attempt_at.getTime()).toBeLessThanOrEqual(Date.now());
});
