/** Reversals, and the closing of days, at the same moment as whatever concerns the same money or the same days. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { LedgerBackend } from '../../domain/ledger/index.ts';
import { postings } from '../../domain/payments/index.ts';
import {
  bookApart,
  createSacco,
  decide,
  held,
  lockWaiters,
  moving,
  must,
  newMember,
  paymentBody,
  setTestClock,
  startService,
  until,
  verifyAll,
  type Reply,
  type Sacco,
  type TestService,
} from '../harness/index.ts';
import { expectError } from '../api/samples.ts';

const ROUNDS = 4;
const PERIODS = '/api/v1/accounting/periods';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(async () => {
  expect(await verifyAll(service.ctx)).toEqual([]);
  await service.stop();
});

async function moveTo(sacco: Sacco, day: string): Promise<void> {
  const now = `${day}T12:00:00.000Z`;
  await setTestClock(sacco.project, now);
}

const asking = (more: object = {}): object => ({
  memo: 'as agreed',
  idempotency_key: crypto.randomUUID(),
  ...more,
});
const close = (sacco: Sacco, end_date: string): Promise<Reply> =>
  sacco.admin.post(PERIODS, asking({ end_date }));
const reverse = (sacco: Sacco, id: string): Promise<Reply> =>
  sacco.maker.post(`/api/v1/sacco/entries/${id}/reverse`, asking());
const deposit = (sacco: Sacco, member: string, amount: number): Promise<Reply> =>
  sacco.maker.post(`/api/v1/sacco/members/${member}/deposits`, moving(amount));
const answers = (replies: Reply[]): string[] =>
  replies.map(({ status, body }) => (status < 300 ? 'waits' : String(body.error.reason))).toSorted();
const entryOf = async (sacco: Sacco, id: string): Promise<Reply['body']> =>
  must(await sacco.maker.get(`/api/v1/sacco/entries/${id}`)).body;

/** A cooperative on its day D, with a deposit of that day. */
async function started(settings: object = {}) {
  const sacco = await createSacco(service, settings);
  await moveTo(sacco, '2035-05-10');
  const member = await newMember(sacco);
  return { sacco, member, entry: must(await deposit(sacco, member, 50_000)).body };
}

/** Whatever is sent to the ledger from now on, each step in a transaction of its own, waits until it is released. */
function holdLedger(): { asked: () => boolean; release: () => void } {
  const { ledger } = service.ctx;
  const bookTogether = bookApart(ledger);
  const post: LedgerBackend['post'] = ledger.post.bind(ledger);
  let open = (): void => undefined;
  let calls = 0;
  const gate = new Promise<void>((resolve) => (open = resolve));
  const spy = vi.spyOn(ledger, 'post').mockImplementation(async (...posted) => {
    calls += 1;
    await gate;
    return post(...posted);
  });
  return {
    asked: () => calls > 0,
    release() {
      spy.mockRestore();
      bookTogether();
      open();
    },
  };
}

describe('a reversal', () => {
  test('is booked or dropped, once, however many decide', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { sacco, member, entry } = await started();
      const { id, approval_id } = must(await reverse(sacco, entry.id)).body;
      const decided = await Promise.all([
        decide(sacco, approval_id),
        sacco.admin.post(`/api/v1/approvals/${approval_id}/approve`),
        sacco.checker.post(`/api/v1/approvals/${approval_id}/reject`, { note: 'the slip is right' }),
        sacco.maker.post(`/api/v1/approvals/${approval_id}/cancel`),
      ]);
      expect(decided.filter(({ status }) => status === 200)).toHaveLength(1);
      for (const reply of decided.filter(({ status }) => status !== 200))
        expectError(reply, 409, 'CONFLICT', 'already_decided');
      const { status } = await entryOf(sacco, id);
      expect(await held(sacco.maker, member)).toEqual({
        savings: status === 'posted' ? 0 : 50_000,
        shares: 0,
      });
      const { reversed_by_entry_id } = await entryOf(sacco, entry.id);
      expect(reversed_by_entry_id).toBe(status === 'posted' ? id : null);
    }
  });

  test('and a withdrawal of the same money: one of them finds too little', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { sacco, member, entry } = await started();
      const { approval_id } = must(await reverse(sacco, entry.id)).body;
      const [decided, withdrawn] = await Promise.all([
        decide(sacco, approval_id),
        sacco.maker.post(`/api/v1/sacco/members/${member}/withdrawals`, moving(50_000)),
      ]);
      const ended = [must(decided).body.entry, must(withdrawn).body];
      expect(new Set(ended.map(({ status }) => status))).toEqual(new Set(['failed', 'posted']));
      expect(ended.find(({ status }) => status === 'failed')).toMatchObject({
        error: 'insufficient_savings',
      });
      expect(await held(sacco.maker, member)).toEqual({ savings: 0, shares: 0 });
    }
  });

  test('and the exit of the member: one is asked for', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { sacco, member, entry } = await started();
      const asked = await Promise.all([
        reverse(sacco, entry.id),
        sacco.maker.post(`/api/v1/sacco/members/${member}/exit`, asking()),
      ]);
      const reason = answers(asked).find((answer) => answer !== 'waits');
      expect(answers(asked).filter((answer) => answer === 'waits')).toHaveLength(1);
      expect(['not_closable', 'member_not_active']).toContain(reason);
    }
  });

  test('and the closing of its day: it comes first, or is refused', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { sacco, member, entry } = await started();
      await moveTo(sacco, '2035-05-11');
      const reversal = must(await reverse(sacco, entry.id)).body;
      const period = must(await close(sacco, '2035-05-10')).body;
      const deciding = [() => decide(sacco, period.approval_id), () => decide(sacco, reversal.approval_id)];
      // Which one comes first is left to chance, but each is sent first in turn.
      await Promise.all((round % 2 === 0 ? deciding : deciding.toReversed()).map((each) => each()));
      const { status, error } = await entryOf(sacco, reversal.id);
      expect([status, error]).toEqual(status === 'posted' ? ['posted', null] : ['failed', 'period_closed']);
      expect(await held(sacco.maker, member)).toEqual({
        savings: status === 'posted' ? 0 : 50_000,
        shares: 0,
      });
      // Either way it is of the day on which it was booked.
      const { trial_balance } = must(await sacco.maker.get(`${PERIODS}/${period.id}`)).body;
      expect(trial_balance.currencies[0]).toMatchObject({ total_debits: '500.00', balanced: true });
      expectError(
        await reverse(sacco, entry.id),
        409,
        'CONFLICT',
        status === 'posted' ? 'already_reversed' : 'period_closed',
      );
    }
  });
});

describe('closing', () => {
  test('of ten at once one waits, and of ten that reopen', async () => {
    const { sacco } = await started();
    await moveTo(sacco, '2035-05-20');
    const days = Array.from({ length: 10 }, (_, i) => `2035-05-${10 + (i % 5)}`);
    const asked = await Promise.all(days.map((day) => close(sacco, day)));
    expect(answers(asked)).toEqual([...Array.from({ length: 9 }, () => 'busy'), 'waits']);
    const { id, approval_id } = (asked.find(({ status }) => status === 202) as Reply).body;
    const decided = await Promise.all(Array.from({ length: 5 }, () => decide(sacco, approval_id)));
    expect(decided.filter(({ status }) => status === 200)).toHaveLength(1);
    const reopened = await Promise.all(
      Array.from({ length: 10 }, () => sacco.admin.post(`${PERIODS}/${id}/reopen`, asking())),
    );
    expect(answers(reopened)).toEqual([...Array.from({ length: 9 }, () => 'busy'), 'waits']);
  });

  test('and another beginning of the day: the days of a period are those that the settings have', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { sacco } = await started();
      await moveTo(sacco, '2035-05-20');
      const [asked, changed] = await Promise.all([
        close(sacco, '2035-05-15'),
        sacco.admin.put('/api/v1/sacco/settings', { utc_offset_minutes: 180 }),
      ]);
      expect(asked.status).toBe(202);
      const period = await service.ctx.db('accounting_periods').where({ id: asked.body.id }).first();
      if (changed.status !== 200) expectError(changed, 409, 'CONFLICT', 'period_closed');
      expect(period.utc_offset_minutes).toBe(changed.status === 200 ? 180 : 0);
    }
  });

  test('waits for a movement of its days that is on its way to the ledger, which then counts on its day', async () => {
    const { sacco, member } = await started();
    const ledger = holdLedger();
    const under_way = deposit(sacco, member, 700);
    await until('the ledger is asked', ledger.asked);
    await moveTo(sacco, '2035-05-11');
    expectError(await close(sacco, '2035-05-10'), 409, 'CONFLICT', 'entries_under_way');
    ledger.release();
    expect(must(await under_way).body.status).toBe('posted');
    const { id, approval_id } = must(await close(sacco, '2035-05-10')).body;
    must(await decide(sacco, approval_id));
    const { trial_balance } = must(await sacco.maker.get(`${PERIODS}/${id}`)).body;
    expect(trial_balance.currencies[0]).toMatchObject({ total_debits: '507.00' });
  });

  test('keeps out what is booked in one transaction that it does not see', async () => {
    const { sacco, member } = await started();
    const { db } = service.ctx;
    const clocks = await db.transaction();
    await clocks.raw('select from ledger_clocks for no key update');
    const under_way = deposit(sacco, member, 700);
    const waiting = (count: number) => async () => (await lockWaiters(db)) >= count;
    await until('the deposit waits for the clock', waiting(1));
    await moveTo(sacco, '2035-05-11');
    const { id, approval_id } = must(await close(sacco, '2035-05-10')).body;
    const decided = decide(sacco, approval_id);
    await until('the closing waits for it, too', waiting(2));
    await clocks.rollback();
    must(await decided);
    const { posted_at } = must(await under_way).body;
    const figures = async (): Promise<string> =>
      must(await sacco.maker.get('/api/v1/accounting/trial-balance?from=2035-05-10&to=2035-05-10')).body
        .currencies[0].total_debits;
    const { trial_balance } = must(await sacco.maker.get(`${PERIODS}/${id}`)).body;
    const closed = trial_balance.currencies[0].total_debits;
    expect(closed).toBe(posted_at < '2035-05-11' ? '507.00' : '500.00');
    expect(await figures()).toBe(closed);
    expect(await verifyAll(service.ctx)).toEqual([]);
  });

  test('keeps out what was asked for before it and reaches the ledger after it', async () => {
    const { sacco } = await started();
    must(await sacco.project.key.post('/api/v1/payments', paymentBody({ amount: 9 })));
    const ledger = holdLedger();
    // Of no entry: it is not known to be under way.
    const posting = postings.postPending(service.ctx);
    await until('the ledger is asked', ledger.asked);
    await moveTo(sacco, '2035-05-11');
    const { id, approval_id } = must(await close(sacco, '2035-05-10')).body;
    must(await decide(sacco, approval_id));
    ledger.release();
    await posting;
    const { trial_balance } = must(await sacco.maker.get(`${PERIODS}/${id}`)).body;
    expect(trial_balance.currencies[0]).toMatchObject({ total_debits: '500.00' });
    const read = async (day: string): Promise<string> =>
      must(await sacco.maker.get(`/api/v1/accounting/trial-balance?from=${day}&to=${day}`)).body.currencies[0]
        .total_debits;
    expect([await read('2035-05-10'), await read('2035-05-11')]).toEqual(['500.00', '9.00']);
  });
});
