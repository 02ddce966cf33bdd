/** Movements that were posted by mistake: taken back by one of their own, on which a second person decides. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  createSacco,
  decide,
  held,
  moveToNoon,
  moving,
  must,
  newMember,
  newSaver,
  paymentBody,
  startService,
  until,
  verifyAll,
  type Reply,
  type Sacco,
  type TestService,
} from '../harness/index.ts';
import { expectError } from './samples.ts';

let service: TestService;
let sacco: Sacco;

beforeAll(async () => {
  service = await startService({ workers: 'all' });
});
afterAll(() => service.stop());
beforeEach(async () => {
  sacco = await createSacco(service);
  return async () => expect(await verifyAll(service.ctx)).toEqual([]);
});

const ENTRIES = '/api/v1/sacco/entries';
const path = (id: string, what = ''): string => `/api/v1/sacco/members/${id}${what && `/${what}`}`;

const reversal = (): { memo: string; idempotency_key: string } => ({
  memo: 'typed twice',
  idempotency_key: crypto.randomUUID(),
});
const reverse = (id: string, body: object = reversal()): Promise<Reply> =>
  sacco.maker.post(`${ENTRIES}/${id}/reverse`, body);

/** @returns the reversal as it ended */
async function reversed(id: string): Promise<Reply['body']> {
  const { approval_id } = must(await reverse(id)).body;
  return must(await decide(sacco, approval_id)).body.entry;
}

const entry = async (id: string): Promise<Reply['body']> =>
  must(await sacco.maker.get(`${ENTRIES}/${id}`)).body;
const move = async (member: string, what: string, amount: number, more: object = {}) =>
  must(await sacco.maker.post(path(member, what), moving(amount, more))).body;

async function countIn(amount_minor: number, direction: 'in' | 'out' = 'in'): Promise<string> {
  const body = moving(amount_minor, { direction, memo: 'counted' });
  const { id, approval_id } = must(await sacco.maker.post('/api/v1/sacco/cash-adjustments', body)).body;
  must(await decide(sacco, approval_id));
  return id;
}

async function balances(): Promise<Record<string, number>> {
  const { body } = must(await sacco.maker.get('/api/v1/sacco/summary'));
  expect(body.integrity.balanced).toBe(true);
  return body.balances;
}

async function till(): Promise<number | undefined> {
  return (await balances())['cash_on_hand_minor'];
}

/** What a statement of all times says of savings: opening balance, movements, closing balance. */
async function savingsStatement(member: string): Promise<number[]> {
  const { body } = must(await sacco.maker.get(path(member, 'statement?from=2020-01-01&to=2039-12-31')));
  const [savings] = body.accounts;
  const moved = savings.movements.map(({ amount_minor }: { amount_minor: number }) => amount_minor);
  return [savings.opening_balance_minor, ...moved, savings.closing_balance_minor];
}

describe('worked examples', () => {
  test('E1: a deposit is taken back, once', async () => {
    await countIn(100_000);
    const a = await newMember(sacco);
    const deposit = await move(a, 'deposits', 50_000);
    expect(deposit).toMatchObject({
      reverses_entry_id: null,
      reversed_by_entry_id: null,
      reversed_at: null,
      reversible: true,
    });
    const body = reversal();
    const asked = await reverse(deposit.id, body);
    expect(asked.status).toBe(202);
    expect(asked.body).toMatchObject({
      kind: 'reversal',
      status: 'awaiting_approval',
      reverses_entry_id: deposit.id,
      member_id: a,
      loan_id: null,
      source: 'cash',
      amount: '500.00',
      memo: 'typed twice',
      replayed: false,
    });
    expect(must(await reverse(deposit.id, body)).body).toMatchObject({ id: asked.body.id, replayed: true });
    const { body: approval } = must(await sacco.checker.get(`/api/v1/approvals/${asked.body.approval_id}`));
    expect(approval).toMatchObject({
      kind: 'reversal',
      subject: { type: 'entry', id: asked.body.id },
      effect: {
        carries_out: true,
        accounts: [
          { kind: 'member_savings', balance_before_minor: 50_000, balance_after_minor: 0 },
          { kind: 'cash_on_hand', balance_before_minor: 150_000, balance_after_minor: 100_000 },
        ],
        warnings: [],
      },
    });
    expect(approval.summary).toMatch(
      /^Cash deposit of 500\.00 KES by M00001 .*, to be reversed: typed twice$/,
    );
    expectError(
      await sacco.maker.post(`/api/v1/approvals/${asked.body.approval_id}/approve`),
      403,
      'FORBIDDEN',
    );

    const { body: done } = must(await decide(sacco, asked.body.approval_id));
    expect(done.entry).toMatchObject({ id: asked.body.id, status: 'posted', reversed_by_entry_id: null });
    expect(await entry(deposit.id)).toMatchObject({
      status: 'posted',
      reversible: false,
      reversed_by_entry_id: asked.body.id,
      reversed_at: done.entry.posted_at,
    });
    expect(await held(sacco.maker, a)).toEqual({ savings: 0, shares: 0 });
    expect(await till()).toBe(100_000);
    expect(await savingsStatement(a)).toEqual([0, 50_000, -50_000, 0]);
    expectError(await reverse(deposit.id), 409, 'CONFLICT', 'already_reversed');
    expectError(await reverse(asked.body.id), 422, 'UNPROCESSABLE', 'not_reversible');
  });

  test('E2: savings that are gone; a new reversal once they are there', async () => {
    await countIn(100_000);
    const a = await newMember(sacco);
    const deposit = await move(a, 'deposits', 50_000);
    const { approval_id } = must(await reverse(deposit.id)).body;
    await move(a, 'withdrawals', 10_000);
    const { body: failed } = must(await decide(sacco, approval_id));
    expect(failed.entry).toMatchObject({ status: 'failed', error: 'insufficient_savings' });
    expect([await held(sacco.maker, a), await till()]).toEqual([{ savings: 40_000, shares: 0 }, 140_000]);
    expect(await entry(deposit.id)).toMatchObject({ status: 'posted', reversed_by_entry_id: null });
    await move(a, 'deposits', 10_000);
    expect(await reversed(deposit.id)).toMatchObject({ status: 'posted' });
    expect([await held(sacco.maker, a), await till()]).toEqual([{ savings: 0, shares: 0 }, 100_000]);
  });

  test('E3: cash that is gone', async () => {
    const counted = await countIn(30_000);
    await countIn(5_000, 'out');
    expect(await reversed(counted)).toMatchObject({ status: 'failed', error: 'insufficient_cash' });
    expect(await till()).toBe(25_000);
  });

  test('E4: shares go back into savings', async () => {
    const a = await newSaver(sacco, 50_000);
    const bought = await move(a, 'shares', 20_000, { from: 'savings' });
    expect(await held(sacco.maker, a)).toEqual({ savings: 30_000, shares: 20_000 });
    expect(await reversed(bought.id)).toMatchObject({ status: 'posted', source: 'savings' });
    expect(await held(sacco.maker, a)).toEqual({ savings: 50_000, shares: 0 });
  });

  test('E6: of ten at once one waits', async () => {
    const a = await newMember(sacco);
    const deposit = await move(a, 'deposits', 50_000);
    const replies = await Promise.all(Array.from({ length: 10 }, () => reverse(deposit.id)));
    const answers = replies.map(({ status, body }) => (status === 202 ? 'waits' : String(body.error.reason)));
    expect(answers.toSorted()).toEqual([...Array.from({ length: 9 }, () => 'reversal_pending'), 'waits']);
  });
});

describe('every kind that is reversible', () => {
  test('withdrawals, shares from cash, counted cash and expenses: as if they had not been', async () => {
    const a = await newSaver(sacco, 50_000);
    await countIn(10_000);
    const before = [await balances(), await held(sacco.maker, a)];
    const withdrawal = await move(a, 'withdrawals', 7_000);
    const bought = await move(a, 'shares', 3_000, { from: 'cash' });
    const counted_out = await countIn(1_000, 'out');
    const body = moving(2_000, { category: 'Fuel', memo: 'motorbike' });
    const expense = must(await sacco.maker.post('/api/v1/sacco/expenses', body)).body;
    must(await decide(sacco, expense.approval_id));
    for (const id of [withdrawal.id, bought.id, counted_out, expense.id])
      expect(await reversed(id)).toMatchObject({ status: 'posted', reverses_entry_id: id });
    expect([await balances(), await held(sacco.maker, a)]).toEqual(before);
    const { body: report } = must(await sacco.maker.get('/api/v1/sacco/reports/expenses'));
    expect(report).toMatchObject({ categories: [{ category: 'Fuel', amount_minor: 0 }], total_minor: 0 });
  });

  test('a withdrawal that was taken back does not count for the day', async () => {
    sacco = await createSacco(service, { withdrawal_approval_minor: 10_000 });
    await moveToNoon(sacco.project);
    const a = await newSaver(sacco, 50_000);
    const { id } = await move(a, 'withdrawals', 10_000);
    expect(await reversed(id)).toMatchObject({ status: 'posted' });
    expect((await move(a, 'withdrawals', 10_000)).status).toBe('posted');
    expect((await move(a, 'withdrawals', 1)).status).toBe('awaiting_approval');
  });

  test('the event tells of the entry that was taken back', async () => {
    const { body: endpoint } = must(
      await sacco.admin.post('/api/v1/webhook-endpoints', { mode: 'poll', events: ['sacco.entry.reversed'] }),
    );
    const a = await newMember(sacco);
    const deposit = await move(a, 'deposits', 50_000);
    const { id } = await reversed(deposit.id);
    const { events } = must(
      await sacco.admin.get(`/api/v1/webhook-endpoints/${endpoint.id}/events?wait_seconds=5`),
    ).body;
    expect(events).toMatchObject([{ data: { id: deposit.id, status: 'posted', reversed_by_entry_id: id } }]);
  });
});

describe('refused', () => {
  test('what is never reversed: entrance fees, exits, money of payments', async () => {
    sacco = await createSacco(service, { entrance_fee_minor: 100 });
    const a = await newMember(sacco, { pay_entrance_fee: true });
    const metadata = { sacco_member_id: a };
    must(await sacco.project.key.post('/api/v1/payments', paymentBody({ amount: 10, metadata })));
    await until('the payment is credited', async () => (await held(sacco.maker, a))['savings'] === 1_000);
    const { body } = must(await sacco.maker.get(path(a, 'entries')));
    expect(body.entries.map(({ kind }: { kind: string }) => kind)).toEqual(['deposit', 'entrance_fee']);
    const refused = [];
    for (const { id } of body.entries) refused.push(await reverse(id));
    for (const reply of refused) expectError(reply, 422, 'UNPROCESSABLE', 'not_reversible');
    expect(refused.map((reply) => reply.body.error.message)).toEqual([
      'Money that came by a payment is not reversed; return it by a withdrawal.',
      'Movements of this kind cannot be reversed.',
    ]);
  });

  test('what is not posted, or of nobody here', async () => {
    const a = await newSaver(sacco, 100);
    const failed = await move(a, 'withdrawals', 101);
    expectError(await reverse(failed.id), 409, 'CONFLICT', 'not_posted');
    const other = await createSacco(service);
    const deposit = await move(a, 'deposits', 100);
    expectError(await other.maker.post(`${ENTRIES}/${deposit.id}/reverse`, reversal()), 404, 'NOT_FOUND');
  });

  test('while another reversal waits; a rejected or cancelled one frees the entry', async () => {
    const a = await newMember(sacco);
    const deposit = await move(a, 'deposits', 100);
    for (const [by, verb, body] of [
      [sacco.checker, 'reject', { note: 'the slip is right' }],
      [sacco.maker, 'cancel', undefined],
    ] as const) {
      const { approval_id } = must(await reverse(deposit.id)).body;
      expectError(await reverse(deposit.id), 409, 'CONFLICT', 'reversal_pending');
      must(await by.post(`/api/v1/approvals/${approval_id}/${verb}`, body));
    }
    expect(await entry(deposit.id)).toMatchObject({ reversed_by_entry_id: null });
    expect(await reversed(deposit.id)).toMatchObject({ status: 'posted' });
  });

  test('of a member who is leaving; while one waits nobody leaves; suspended is fine', async () => {
    const a = await newSaver(sacco, 100);
    const deposit = await move(a, 'deposits', 50);
    const leave = () => sacco.maker.post(path(a, 'exit'), reversal());
    const waiting = must(await reverse(deposit.id)).body;
    expectError(await leave(), 409, 'CONFLICT', 'not_closable');
    must(await sacco.maker.post(`/api/v1/approvals/${waiting.approval_id}/cancel`));
    const exit = must(await leave()).body;
    expectError(await reverse(deposit.id), 409, 'CONFLICT', 'member_not_active');
    must(await sacco.maker.post(`/api/v1/approvals/${exit.approval_id}/cancel`));
    must(await sacco.maker.post(path(a, 'suspend')));
    expect(await reversed(deposit.id)).toMatchObject({ status: 'posted' });
  });

  test('a member who left since', async () => {
    const a = await newMember(sacco);
    const deposit = await move(a, 'deposits', 50);
    const exit = must(await sacco.maker.post(path(a, 'exit'), reversal())).body;
    must(await decide(sacco, exit.approval_id));
    expectError(await reverse(deposit.id), 409, 'CONFLICT', 'member_not_active');
  });
});
