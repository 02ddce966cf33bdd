/** Months of the loan book that are over: when they are stored, that they are read as stored, and what leaves them as they are. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { chargeLoans, loanPortfolio } from '../../domain/loans/index.ts';
import { computeMonth } from '../../domain/loans/history/month-end.ts';
import {
  createSacco,
  decide,
  finishEntries,
  getLoan,
  loseNextBooking,
  must,
  newProduct,
  newSaver,
  openLoan,
  repay,
  startService,
  verifyAll,
  type Reply,
  type Sacco,
  type TestService,
  setTestClock,
} from '../harness/index.ts';

let service: TestService;
let sacco: Sacco;
let product_id: string;
let member_id: string;

beforeAll(async () => {
  service = await startService();
});
afterAll(async () => {
  expect(await verifyAll(service.ctx)).toEqual([]);
  await service.stop();
});
beforeEach(async () => {
  sacco = await createSacco(service);
  await setTestClock(sacco.project, '2035-01-31T09:00:00Z');
  product_id = await newProduct(sacco, { method: 'declining', rate_bps: 1_800, penalty_bps: 0 });
  member_id = await newSaver(sacco, 1_000_000);
});

const newLoan = (): Promise<string> =>
  openLoan(sacco, { product_id, member_id, amount_minor: 60_000, term: 6 });

async function storedMonths(): Promise<string[]> {
  return service.ctx
    .db('sacco_portfolio_months')
    .where({ project_id: sacco.project.id })
    .orderBy(['utc_offset_minutes', 'month_end'])
    .pluck('month_end');
}

/** At once: nothing runs beside the tests. @returns how many months of the SACCO were stored */
async function store(): Promise<number> {
  const before = await storedMonths();
  await loanPortfolio.storeMonths(service.ctx, { settling_ms: 0 });
  return (await storedMonths()).length - before.length;
}

async function history(from: string, to: string): Promise<Reply['body'][]> {
  return must(await sacco.maker.get(`/api/v1/sacco/portfolio/history?from=${from}&to=${to}`)).body.history;
}

/** Figures that nobody has worked out, in all months that are stored. */
async function markStored(): Promise<void> {
  await service.ctx
    .db('sacco_portfolio_months')
    .where({ project_id: sacco.project.id })
    .update({ active_loans: 77 });
}

const unmark = (): Promise<unknown> =>
  service.ctx.db('sacco_portfolio_months').where({ project_id: sacco.project.id }).delete();

test('each month from the first disbursement on is stored once and read as stored; the one under way is not', async () => {
  await newLoan();
  expect(await store()).toBe(0);
  await setTestClock(sacco.project, '2035-04-20T09:00:00Z');
  // One that has not lent anything has no months.
  await setTestClock((await createSacco(service)).project, '2035-04-20T09:00:00Z');
  expect(await store()).toBe(3);
  expect(await store()).toBe(0);
  expect(await storedMonths()).toEqual(['2035-01-31', '2035-02-28', '2035-03-31']);
  await markStored();
  const loans = (await history('2034-12', '2035-05')).map(({ active_loans }) => active_loans);
  expect(loans).toEqual([0, 77, 77, 77, 1]);
  await unmark();
});

test('a month is stored when it has been over for some minutes of real time', async () => {
  await newLoan();
  await setTestClock(sacco.project, '2035-02-20T09:00:00Z');
  const { id } = sacco.project;
  const movedAgo = (minutes: number) =>
    service.ctx
      .db('projects')
      .where({ id })
      .update({ test_clock_moved_at: new Date(Date.now() - minutes * 60_000) });
  await movedAgo(4);
  await loanPortfolio.storeMonths(service.ctx);
  expect(await storedMonths()).toEqual([]);
  await movedAgo(6);
  await loanPortfolio.storeMonths(service.ctx);
  expect(await storedMonths()).toEqual(['2035-01-31']);
});

test.each(['before', 'after'] as const)(
  'a month waits for a movement that was asked for in it, whose process died %s it was booked',
  async (when) => {
    const loan = await newLoan();
    loseNextBooking(service.ctx.ledger, when);
    expect((await repay(sacco, loan, 10_000)).status).toBe(503);
    await setTestClock(sacco.project, '2035-02-20T09:00:00Z');
    expect(await store()).toBe(0);
    await finishEntries(service);
    expect(await store()).toBe(1);
    const [month] = await history('2035-01', '2035-01');
    // What was booked on the way out counts when it was booked.
    expect(month.principal_outstanding_minor).toBe(when === 'after' ? 50_000 : 60_000);
  },
);

test('a SACCO whose month cannot be stored keeps no other waiting', async () => {
  const loan = await newLoan();
  loseNextBooking(service.ctx.ledger, 'before');
  expect((await repay(sacco, loan, 10_000)).status).toBe(503);
  await setTestClock(sacco.project, '2035-02-20T09:00:00Z');
  const others: Sacco[] = [];
  for (let n = 0; n < 2; n++) {
    const other = await createSacco(service);
    const saver = await newSaver(other, 100);
    await openLoan(other, { product_id: await newProduct(other), member_id: saver, amount_minor: 10_000 });
    await setTestClock(other.project, '2035-02-20T09:00:00Z');
    others.push(other);
  }
  expect(await store()).toBe(0);
  for (const other of others) {
    const rows = await service.ctx.db('sacco_portfolio_months').where({ project_id: other.project.id });
    expect(rows.at(-1)).toMatchObject({ month_end: '2035-01-31', active_loans: 1n });
  }
  await finishEntries(service);
});

test('by another beginning of the day months end at other moments, and those stored before hold again after it', async () => {
  await newLoan();
  await setTestClock(sacco.project, '2035-02-28T23:00:00Z');
  const loan = await newLoan();
  await setTestClock(sacco.project, '2035-03-20T09:00:00Z');
  must(await repay(sacco, loan, 10_000));
  const move = async (utc_offset_minutes: number) =>
    must(await sacco.admin.put('/api/v1/sacco/settings', { utc_offset_minutes }));
  const loans = async () => (await history('2035-02', '2035-02'))[0].active_loans;
  await store();
  expect(await loans()).toBe(2);
  await move(180);
  expect(await loans()).toBe(1);
  await store();
  expect(await loans()).toBe(1);
  expect(await storedMonths()).toEqual(['2035-01-31', '2035-02-28', '2035-01-31', '2035-02-28']);
  await move(0);
  expect(await loans()).toBe(2);
});

/**
 * So little is left of the loan that the interest on it comes to nothing; after the repayment is taken back, interest is charged
 * on all that is owed again, for the installment that fell due meanwhile.
 */
test.each([
  ['stored before', true],
  ['worked out after', false],
])('a repayment that is taken back leaves the months before as they were, %s', async (_when, stored) => {
  const loan = await newLoan();
  const [, , third] = (await getLoan(sacco, loan)).schedule;
  await setTestClock(sacco.project, '2035-02-10T09:00:00Z');
  const { id } = must(await repay(sacco, loan, 59_990)).body;
  await setTestClock(sacco.project, '2035-05-05T09:00:00Z');
  await chargeLoans(service.ctx);
  if (stored) await store();
  const before = await history('2035-01', '2035-04');
  expect(before.map(({ par30_minor }) => par30_minor)).toEqual([0, 0, 0, 0]);
  const body = { memo: 'of another loan', idempotency_key: crypto.randomUUID() };
  const asked = must(await sacco.maker.post(`/api/v1/sacco/entries/${id}/reverse`, body)).body;
  must(await decide(sacco, asked.approval_id));
  await chargeLoans(service.ctx);
  expect((await getLoan(sacco, loan)).schedule[2].interest_minor).toBe(third.interest_minor);
  expect(await history('2035-01', '2035-04')).toEqual(before);
  await setTestClock(sacco.project, '2035-06-05T09:00:00Z');
  expect((await history('2035-05', '2035-05'))[0]).toMatchObject({ par30_minor: 60_000, par30_bps: 10_000 });
  await store();
  expect(await history('2035-01', '2035-04')).toEqual(before);
});

test('a book is added up from as many statements as it takes', async () => {
  const loans: string[] = [];
  for (let n = 0; n < 5; n++) loans.push(await newLoan());
  await setTestClock(sacco.project, '2035-04-20T09:00:00Z');
  must(await repay(sacco, loans[1] as string, 20_000));
  const { payoff_minor } = await getLoan(sacco, loans[3] as string);
  must(await repay(sacco, loans[3] as string, payoff_minor));
  const book = { project_id: sacco.project.id, environment: 'test' as const };
  const months = ['2035-01-31', '2035-03-31', '2035-04-30'].map((month_end) => ({
    month_end,
    utc_offset_minutes: 0,
  }));
  for (const month of months) {
    const whole = await computeMonth(service.ctx.db, book, month);
    expect(whole.active_loans).toBe(month.month_end < '2035-04' ? 5n : 4n);
    for (const loans_per_statement of [1, 2, 3, 5])
      expect(await computeMonth(service.ctx.db, book, month, loans_per_statement)).toEqual(whole);
  }
});
