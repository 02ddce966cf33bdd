/** A refund of unallocated money, decided, sent, cancelled, stopped and marked at once: sent once and gone, or unallocated again. */
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { payouts } from '../../domain/payments/index.ts';
import { sandbox } from '../../domain/payments/providers/sandbox.ts';
import {
  allocate,
  allowPayouts,
  BOOKINGS,
  bookAs,
  createSacco,
  decide,
  held,
  must,
  newMember,
  scopeNow,
  setTestClock,
  startService,
  UNALLOCATED,
  unallocatedReceipt,
  verifyAll,
  type Reply,
  type Sacco,
  type TestService,
} from '../harness/index.ts';

const ROUNDS = 5;
const PAID = '+254712345789';

let service: TestService;
let sacco: Sacco;

beforeAll(async () => {
  service = await startService();
  sacco = await createSacco(service);
  await allowPayouts(sacco.project, 'sandbox');
});
afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  expect(await verifyAll(service.ctx)).toEqual([]);
  await service.stop();
});

interface Refund {
  receipt: string;
  approval_id: string;
}

async function asked(): Promise<Refund> {
  const receipt = await unallocatedReceipt(service.ctx, sacco.project.key, '10.00', { phone: PAID });
  const body = { memo: 'not ours', idempotency_key: crypto.randomUUID() };
  const { approval_id } = must(await sacco.maker.post(`${UNALLOCATED}/${receipt}/refund`, body)).body;
  return { receipt, approval_id };
}

async function approved(): Promise<{ receipt: string; payout: string }> {
  const { receipt, approval_id } = await asked();
  must(await decide(sacco, approval_id));
  return { receipt, payout: (await read(receipt)).payout_id };
}

async function read(receipt: string): Promise<Reply['body']> {
  return must(await sacco.maker.get(`${UNALLOCATED}/${receipt}`)).body;
}

async function process(payout: string): Promise<void> {
  await service.ctx
    .db('payouts')
    .where({ id: payout })
    .whereNotNull('next_attempt_at')
    .update({ next_attempt_at: new Date(0) });
  await payouts.process(service.ctx, payout);
}

async function unallocatedBalance(): Promise<number> {
  const { accounts } = must(
    await sacco.project.key.get('/api/v1/ledger/accounts?kind=unallocated&currency=KES'),
  ).body;
  return accounts[0].balance_minor;
}

test.each(BOOKINGS)('decided by several at once, %s: one decision counts', async (how) => {
  onTestFinished(bookAs(how, service.ctx.ledger));
  const send = vi.spyOn(sandbox.payouts, 'send');
  for (let round = 0; round < ROUNDS; round++) {
    send.mockClear();
    const { receipt, approval_id } = await asked();
    const decisions = await Promise.all([
      decide(sacco, approval_id),
      decide(sacco, approval_id),
      decide(sacco, approval_id, 'reject', { note: 'no' }),
      sacco.maker.post(`/api/v1/approvals/${approval_id}/cancel`),
    ]);
    expect(decisions.filter(({ status }) => status === 200)).toHaveLength(1);
    const { payout_id } = await read(receipt);
    if (payout_id !== null) await Promise.all(Array.from({ length: 4 }, () => process(payout_id)));
    const { status } = await read(receipt);
    expect([status, send.mock.calls.length]).toEqual(
      payout_id === null ? ['unallocated', 0] : ['refunded', 1],
    );
  }
});

test.each(BOOKINGS)('sent and cancelled at once, %s: one of both', async (how) => {
  onTestFinished(bookAs(how, service.ctx.ledger));
  const send = vi.spyOn(sandbox.payouts, 'send');
  for (let round = 0; round < ROUNDS; round++) {
    send.mockClear();
    const before = await unallocatedBalance();
    const { receipt, payout } = await approved();
    const [cancelled] = await Promise.all([
      sacco.project.session.post(`/api/v1/payouts/${payout}/cancel`),
      payouts.process(service.ctx, payout),
      payouts.process(service.ctx, payout),
    ]);
    // It could not be cancelled at that moment, or it was: then nothing is sent.
    await process(payout);
    const { status } = await read(receipt);
    expect([cancelled.status, status, send.mock.calls.length]).toEqual(
      cancelled.status === 200 ? [200, 'unallocated', 0] : [409, 'refunded', 1],
    );
    expect(await unallocatedBalance()).toBe(before + (status === 'refunded' ? 0 : 1_000));
  }
});

test('approved while payouts are turned off, it waits, held or undecided; and is sent once they are on', async () => {
  const send = vi.spyOn(sandbox.payouts, 'send');
  for (let round = 0; round < ROUNDS; round++) {
    const { receipt, approval_id } = await asked();
    const [decided] = await Promise.all([
      decide(sacco, approval_id),
      allowPayouts(sacco.project, 'sandbox', { enabled: false }),
    ]);
    const { payout_id } = await read(receipt);
    expect(payout_id === null).toBe(decided.status === 409);
    if (payout_id !== null) await process(payout_id);
    expect(send).not.toHaveBeenCalled();
    expect((await read(receipt)).status).toBe('refunding');
    await allowPayouts(sacco.project, 'sandbox');
    if (payout_id === null) must(await decide(sacco, approval_id));
    await process((await read(receipt)).payout_id);
    expect([(await read(receipt)).status, send.mock.calls.length]).toEqual(['refunded', 1]);
    send.mockClear();
  }
});

test('marked as failed while the provider tells that it was paid: it ends once, and is allocated only if it failed', async () => {
  const member = await newMember(sacco);
  for (let round = 0; round < ROUNDS; round++) {
    const { receipt, payout } = await approved();
    vi.spyOn(sandbox.payouts, 'send').mockResolvedValue({ status: 'pending' });
    vi.spyOn(sandbox.payouts, 'fetch').mockResolvedValue({ status: 'pending' });
    await process(payout);
    const { clock } = await scopeNow(service, sacco);
    await setTestClock(sacco.project, new Date(clock.now().getTime() + 61_000).toISOString());
    await process(payout);
    const marking = { status: 'failed', note: 'never arrived' };
    const { approval_id } = must(await sacco.maker.post(`/api/v1/payouts/${payout}/mark`, marking)).body;
    vi.spyOn(sandbox.payouts, 'fetch').mockResolvedValue({ status: 'succeeded' });
    const [marked, allocated] = await Promise.all([
      decide(sacco, approval_id),
      allocate(sacco, receipt, { member_id: member }),
      process(payout),
    ]);
    await process(payout);
    const { status } = await read(receipt);
    vi.restoreAllMocks();
    if (marked.status !== 200) expect([status, allocated.status]).toEqual(['refunded', 409]);
    else if (allocated.status === 409) expect(status).toBe('unallocated');
    else {
      expect(status).toBe('resolving');
      must(await decide(sacco, allocated.body.approval_id));
      expect((await read(receipt)).status).toBe('allocated');
    }
  }
  const { savings = 0 } = await held(sacco.project.key, member);
  const { receipts } = must(await sacco.maker.get(`${UNALLOCATED}?status=allocated`)).body;
  expect(savings).toBe(receipts.length * 1_000);
});
