/** Repayments that were posted by mistake: the loan stands as right before them, whatever dies while they are taken back. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { chargeLoans } from '../../domain/loans/index.ts';
import {
  createSacco,
  decide,
  declaredDividend,
  defineProduct,
  finishEntries,
  getLoan,
  held,
  lend,
  letDaysPass,
  loseNextBooking,
  moving,
  must,
  newMember,
  newSaver,
  repay,
  setTestClock,
  sharedService,
  verifyAll,
  type Reply,
  type Sacco,
  type TestService,
} from '../harness/index.ts';
import { expectError } from '../api/samples.ts';

let service: TestService;
let sacco: Sacco;
let product_id: string;
let member_id: string;

beforeAll(async () => {
  service = await sharedService();
});
afterAll(async () => {
  expect(await verifyAll(service.ctx)).toEqual([]);
  await service.stop();
});
beforeEach(async () => {
  sacco = await createSacco(service);
  // The loan of the worked examples: 6,000.00 over 6 months at 18 % a year on what is owed, from 31 January on.
  await setTestClock(sacco.project, '2035-01-31T09:00:00Z');
  product_id = await defineProduct(sacco, { min_amount_minor: 1, penalty_bps: 500, grace_days: 5 });
  member_id = await newSaver(sacco, 1_000_000);
});

const newLoan = async (guarantors: object[] = []): Promise<string> =>
  (
    await lend(sacco, {
      product_id,
      member_id,
      amount_minor: 600_000,
      term: 6,
      guarantors: guarantors as never,
    })
  ).id;
const reverse = (id: string): Promise<Reply> =>
  sacco.maker.post(`/api/v1/sacco/entries/${id}/reverse`, {
    memo: 'of another loan',
    idempotency_key: crypto.randomUUID(),
  });
const askReversal = async (id: string): Promise<string> => must(await reverse(id)).body.approval_id;
const reversed = async (id: string): Promise<Reply['body']> =>
  must(await decide(sacco, await askReversal(id))).body;
const paid = async (loan: string, amount: number, from?: 'savings'): Promise<string> =>
  must(await repay(sacco, loan, amount, from)).body.id;
const available = async (id: string): Promise<number> =>
  must(await sacco.maker.get(`/api/v1/sacco/members/${id}`)).body.savings_available_minor;

describe('E5: the loan of the worked examples', () => {
  test.each([undefined, 'savings'] as const)('a repayment from %s is taken back', async (from) => {
    const loan = await newLoan();
    await setTestClock(sacco.project, '2035-02-28T09:00:00Z');
    const before = await getLoan(sacco, loan);
    const holdings = await held(sacco.maker, member_id);
    expect([before.payoff_minor, before.schedule[0].unpaid_minor]).toEqual([609_000, 105_315]);
    const repayment = await paid(loan, 200_000, from);
    expect((await getLoan(sacco, loan)).payoff_minor).toBe(409_000);
    const { entry, loan: answered } = await reversed(repayment);
    expect(entry).toMatchObject({
      status: 'posted',
      loan_id: loan,
      member_id,
      source: from ?? 'cash',
      amount_minor: 200_000,
    });
    expect(answered).toEqual(before);
    expect(await getLoan(sacco, loan)).toEqual(before);
    expect(await held(sacco.maker, member_id)).toEqual(holdings);
    // It can be repaid anew, and what falls due is charged as ever.
    await paid(loan, 105_315);
    await letDaysPass(service, sacco, 31);
    expect(await getLoan(sacco, loan)).toMatchObject({
      outstanding_minor: 503_685,
      charges_due_minor: 7_555,
    });
  });

  test('not once the next installment has fallen due, whether or not the job has charged it', async () => {
    const loan = await newLoan();
    await setTestClock(sacco.project, '2035-02-28T09:00:00Z');
    const repayment = await paid(loan, 200_000);
    const approval_id = await askReversal(repayment);
    await setTestClock(sacco.project, '2035-03-31T09:00:00Z');
    const { effect } = must(await sacco.checker.get(`/api/v1/approvals/${approval_id}`)).body;
    expect(effect).toMatchObject({ carries_out: false, warnings: [{ code: 'not_latest_movement' }] });
    const { entry } = must(await decide(sacco, approval_id)).body;
    expect(entry).toMatchObject({ status: 'failed', error: 'not_latest_movement' });
    expectError(await reverse(repayment), 409, 'CONFLICT', 'not_latest_movement');
  });
});

test('repayments are taken back latest first', async () => {
  const loan = await newLoan();
  const before = await getLoan(sacco, loan);
  const first = await paid(loan, 50_000);
  const second = await paid(loan, 70_000);
  expectError(await reverse(first), 409, 'CONFLICT', 'not_latest_movement');
  const waiting = await askReversal(second);
  const third = await paid(loan, 10_000);
  const { entry } = must(await decide(sacco, waiting)).body;
  expect(entry).toMatchObject({ status: 'failed', error: 'not_latest_movement' });
  for (const id of [third, second, first]) expect((await reversed(id)).entry.status).toBe('posted');
  expect(await getLoan(sacco, loan)).toEqual(before);
});

test('a loan that was late is late again', async () => {
  const loan = await newLoan();
  await letDaysPass(service, sacco, 40);
  const before = await getLoan(sacco, loan);
  expect(before.days_past_due).toBeGreaterThan(0);
  const repayment = await paid(loan, 200_000);
  expect((await getLoan(sacco, loan)).days_past_due).toBe(0);
  await reversed(repayment);
  await chargeLoans(service.ctx);
  expect(await getLoan(sacco, loan)).toEqual(before);
});

test('interest that came to nothing after it is charged on what is owed again', async () => {
  const loan = await newLoan();
  // A single unit is left, on which a month's interest rounds to nothing.
  const repayment = await paid(loan, 599_999);
  await letDaysPass(service, sacco, 29);
  expect(await getLoan(sacco, loan)).toMatchObject({ payoff_minor: 1 });
  expect((await reversed(repayment)).entry.status).toBe('posted');
  await chargeLoans(service.ctx);
  expect(await getLoan(sacco, loan)).toMatchObject({ outstanding_minor: 600_000, charges_due_minor: 9_000 });
});

test('the interest of a dividend is less what was taken back in its period, and not below nothing', async () => {
  must(await sacco.admin.put('/api/v1/sacco/settings', { entrance_fee_minor: 100_000 }));
  await newMember(sacco, { pay_entrance_fee: true });
  const loan = await newLoan();
  await setTestClock(sacco.project, '2035-02-28T09:00:00Z');
  await paid(loan, 9_000);
  const more = await paid(loan, 5_000);
  await reversed(more);
  const lineOf = async (period_start: string, period_end: string): Promise<Reply['body']> => {
    const rates = { share_rate_bps: 0, interest_rebate_bps: 100 };
    const { id, approval_id } = await declaredDividend(sacco, { period_start, period_end, ...rates });
    must(await sacco.maker.post(`/api/v1/approvals/${approval_id}/cancel`));
    const { lines } = must(await sacco.maker.get(`/api/v1/sacco/dividends/${id}`)).body;
    return lines.find((line: Reply['body']) => line.member_id === member_id);
  };
  expect(await lineOf('2035-01-01', '2035-12-31')).toMatchObject({ interest_paid_minor: 9_000 });
  const { entries } = must(await sacco.maker.get(`/api/v1/sacco/members/${member_id}/entries`)).body;
  const interest = entries.find(
    ({ kind, amount_minor }: Reply['body']) => kind === 'loan_repayment' && amount_minor === 9_000,
  );
  await setTestClock(sacco.project, '2035-03-01T09:00:00Z');
  await reversed(interest.id);
  expect(await lineOf('2035-02-01', '2035-02-28')).toMatchObject({ interest_paid_minor: 9_000 });
  expect(await lineOf('2035-03-01', '2035-03-31')).toMatchObject({ interest_paid_minor: 0 });
  expect(await lineOf('2035-02-01', '2035-03-31')).toMatchObject({ interest_paid_minor: 0 });
});

describe('a repayment that closed the loan', () => {
  let guarantor: string;
  let loan: string;
  let before: Reply['body'];
  let repayment: string;

  beforeEach(async () => {
    guarantor = await newSaver(sacco, 300_000);
    loan = await newLoan([{ member_id: guarantor, amount_minor: 250_000 }]);
    before = await getLoan(sacco, loan);
    repayment = await paid(loan, 600_000);
    expect(await getLoan(sacco, loan)).toMatchObject({
      status: 'closed',
      guarantors: [{ status: 'released' }],
    });
  });

  test('the loan is open again, every pledge is held again, and called when it is written off', async () => {
    expect(await available(guarantor)).toBe(300_000);
    const { loan: answered } = await reversed(repayment);
    expect(answered).toEqual(before);
    expect(await available(guarantor)).toBe(50_000);
    const again = await paid(loan, 600_000);
    expect(await available(guarantor)).toBe(300_000);
    expect((await reversed(again)).loan).toEqual(before);
    const body = { memo: 'gone', idempotency_key: crypto.randomUUID() };
    const { approval_id } = must(await sacco.maker.post(`/api/v1/sacco/loans/${loan}/write-off`, body)).body;
    must(await decide(sacco, approval_id));
    expect(await getLoan(sacco, loan)).toMatchObject({
      status: 'written_off',
      guarantors: [{ called_minor: 250_000 }],
    });
    expectError(await reverse(repayment), 409, 'CONFLICT', 'already_reversed');
  });

  test('fails where a guarantor lacks the savings, and nothing moves', async () => {
    must(await sacco.maker.post(`/api/v1/sacco/members/${guarantor}/withdrawals`, moving(50_001)));
    const { entry } = await reversed(repayment);
    expect(entry).toMatchObject({ status: 'failed', error: 'guarantee_unavailable' });
    expect(await getLoan(sacco, loan)).toMatchObject({
      status: 'closed',
      guarantors: [{ status: 'released' }],
    });
    expect(await available(guarantor)).toBe(249_999);
  });

  test('fails where a guarantor is leaving', async () => {
    const approval_id = await askReversal(repayment);
    const body = { memo: 'moves', idempotency_key: crypto.randomUUID() };
    const exit = must(await sacco.maker.post(`/api/v1/sacco/members/${guarantor}/exit`, body)).body;
    const { entry } = must(await decide(sacco, approval_id)).body;
    expect(entry).toMatchObject({ status: 'failed', error: 'guarantee_unavailable' });
    must(await decide(sacco, exit.approval_id));
  });

  test('while the guarantor asks to leave or withdraws: one of them comes first', async () => {
    const ask = (what: string, body: object): Promise<Reply> =>
      sacco.maker.post(`/api/v1/sacco/members/${guarantor}/${what}`, body);
    for (let round = 0; round < 4; round += 1) {
      const approval_id = await askReversal(repayment);
      const leaves = round % 2 === 0;
      const [decided, left] = await Promise.all([
        decide(sacco, approval_id),
        leaves
          ? ask('exit', { memo: 'moves', idempotency_key: crypto.randomUUID() })
          : ask('withdrawals', moving(100_000)),
      ]);
      const { entry } = must(decided).body;
      if (entry.status === 'posted') {
        if (leaves) expectError(left, 409, 'CONFLICT', 'not_closable');
        else expect(left.body).toMatchObject({ status: 'failed', error: 'insufficient_savings' });
        expect(await getLoan(sacco, loan)).toEqual(before);
        repayment = await paid(loan, 600_000);
        continue;
      }
      expect(entry).toMatchObject({ status: 'failed', error: 'guarantee_unavailable' });
      expect(left.status).toBe(leaves ? 202 : 201);
      if (leaves) must(await sacco.maker.post(`/api/v1/approvals/${left.body.approval_id}/cancel`));
      else must(await ask('deposits', moving(100_000)));
    }
  });

  test.each(['before', 'after'] as const)('a process that dies %s the ledger has booked', async (when) => {
    const approval_id = await askReversal(repayment);
    loseNextBooking(service.ctx.ledger, when);
    expect((await decide(sacco, approval_id)).status).toBe(503);
    expect(await verifyAll(service.ctx)).toEqual([]);
    expect(await getLoan(sacco, loan)).toMatchObject({ status: 'closed' });
    expectError(await reverse(repayment), 409, 'CONFLICT', 'reversal_pending');
    // The guarantee that is about to be held again keeps the guarantor already.
    const exit = { memo: 'moves', idempotency_key: crypto.randomUUID() };
    const leaving = await sacco.maker.post(`/api/v1/sacco/members/${guarantor}/exit`, exit);
    expectError(leaving, 409, 'CONFLICT', 'not_closable');
    await finishEntries(service);
    expect(await getLoan(sacco, loan)).toEqual(before);
    expect(await available(guarantor)).toBe(50_000);
    expectError(await reverse(repayment), 409, 'CONFLICT', 'already_reversed');
  });

  test.each(['before', 'after'] as const)('the same, and the ledger refuses (%s)', async (when) => {
    must(await sacco.maker.post(`/api/v1/sacco/members/${guarantor}/withdrawals`, moving(100_000)));
    const approval_id = await askReversal(repayment);
    loseNextBooking(service.ctx.ledger, when);
    expect((await decide(sacco, approval_id)).status).toBe(503);
    // What was refused stays refused, also when there is enough again.
    if (when === 'after')
      must(await sacco.maker.post(`/api/v1/sacco/members/${guarantor}/deposits`, moving(100_000)));
    await finishEntries(service);
    expect(await getLoan(sacco, loan)).toMatchObject({
      status: 'closed',
      guarantors: [{ status: 'released' }],
    });
    // Another reversal makes holds of its own.
    if (when === 'before')
      must(await sacco.maker.post(`/api/v1/sacco/members/${guarantor}/deposits`, moving(100_000)));
    expect((await reversed(repayment)).loan).toEqual(before);
  });
});

test('a repayment and a reversal at the same moment: one comes after the other, or is refused', async () => {
  const loan = await newLoan();
  let expected = 600_000;
  for (let round = 0; round < 5; round += 1) {
    const mistaken = await paid(loan, 20_000);
    const approval_id = await askReversal(mistaken);
    const [decided, repaid] = await Promise.all([decide(sacco, approval_id), repay(sacco, loan, 10_000)]);
    await finishEntries(service);
    const { body } = await sacco.maker.get(`/api/v1/sacco/entries/${mistaken}`);
    const is_reversed = body.reversed_by_entry_id !== null;
    if (decided.status === 503) must(await sacco.maker.post(`/api/v1/approvals/${approval_id}/cancel`));
    expected -= is_reversed ? 0 : 20_000;
    expected -= repaid.status === 201 || repaid.body.error.reason === 'busy' ? 10_000 : 0;
    expect((await getLoan(sacco, loan)).payoff_minor).toBe(expected);
  }
});
