/** What is owed today is the same wherever it is read: on the loan, in lists and sums, and by what limits a new loan. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chargeLoans } from '../../domain/loans/index.ts';
import {
  applyFor,
  askWriteOff,
  createSacco,
  decide,
  finishEntries,
  getLoan,
  loseNextBooking,
  moveDays,
  moveToNoon,
  must,
  newMember,
  newProduct,
  newSaver,
  openLoan,
  repay,
  sharedService,
  verifyAll,
  type Reply,
  type Sacco,
  type TestService,
} from '../harness/index.ts';

let service: TestService;
let sacco: Sacco;

beforeAll(async () => {
  service = await sharedService();
});
afterAll(async () => {
  expect(await verifyAll(service.ctx)).toEqual([]);
  await service.stop();
});

type Loan = Reply['body'];

const LOANS = '/api/v1/sacco/loans';
const sum = (loans: Loan[], of: (loan: Loan) => number): number =>
  loans.reduce((total, loan) => total + of(loan), 0);

/** Every loan as it is read by itself. */
async function readOneByOne(ids: readonly string[]): Promise<Loan[]> {
  return Promise.all(ids.map((id) => getLoan(sacco, id)));
}

/** Looks at the same loans in all ways. @returns them */
async function lookInAllWays(ids: readonly string[]): Promise<Loan[]> {
  const loans = await readOneByOne(ids);
  const listed: Loan[] = must(await sacco.maker.get(`${LOANS}?limit=1000`)).body.loans;
  expect(listed).toEqual(
    loans.map(({ schedule: _schedule, ...rest }) => rest).toSorted((a, b) => (a.id < b.id ? 1 : -1)),
  );
  const open = loans.filter(({ status }) => status === 'open');
  const outstanding_minor = sum(open, (loan) => loan.outstanding_minor);
  const late = (days: number): number =>
    sum(
      open.filter((loan) => loan.days_past_due > days),
      (loan) => loan.outstanding_minor,
    );
  expect(must(await sacco.maker.get('/api/v1/sacco/portfolio')).body).toMatchObject({
    active_loans: open.length,
    principal_outstanding_minor: outstanding_minor,
    charges_due_minor: sum(open, (loan) => loan.charges_due_minor),
    par30_minor: late(30),
    par90_minor: late(90),
    par30_bps: outstanding_minor === 0 ? 0 : Math.round((late(30) * 10_000) / outstanding_minor),
  });
  await lookAtReports(open, outstanding_minor);
  return loans;
}

/** The reports over all loans say what the schedules of these, the open ones, say one by one. */
async function lookAtReports(open: Loan[], outstanding_minor: number): Promise<void> {
  const read = async (path: string): Promise<Reply['body']> =>
    must(await sacco.maker.get(`/api/v1/sacco/reports/${path}`)).body;
  const unpaid = (loan: Loan, status: string): number =>
    sum(
      loan.schedule.filter((line: Reply['body']) => line.status === status),
      (line) => line.unpaid_minor,
    );
  const { classes, ...ageing } = await read('ageing');
  const rates = classes.map(({ from_days, rate_bps }: Reply['body']) => ({ from_days, rate_bps }));
  const rateOf = (loan: Loan): number =>
    rates.findLast((each: Reply['body']) => each.from_days <= loan.days_past_due).rate_bps;
  const overdue_minor = sum(open, (loan) => unpaid(loan, 'overdue'));
  expect(ageing).toMatchObject({
    outstanding_minor,
    provision_minor: sum(open, (loan) => Math.floor((loan.outstanding_minor * rateOf(loan)) / 10_000 + 0.5)),
  });
  expect(sum(classes, (each) => each.loans)).toBe(open.length);
  expect(sum(classes, (each) => each.overdue_minor)).toBe(overdue_minor);
  const { arrears } = await read('arrears');
  const late = open.filter((loan) => loan.days_past_due > 0);
  expect(
    arrears
      .map((each: Reply['body']) => [each.loan_id, each.days_past_due, each.overdue_minor])
      .toSorted(byId),
  ).toEqual(late.map((loan) => [loan.id, loan.days_past_due, unpaid(loan, 'overdue')]).toSorted(byId));
  const sheet = await read('collection-sheet');
  expect(
    sheet.loans
      .map((each: Reply['body']) => [each.loan_id, each.due_minor, each.overdue_minor])
      .toSorted(byId),
  ).toEqual(
    open
      .map((loan) => [loan.id, unpaid(loan, 'due'), unpaid(loan, 'overdue')])
      .filter(([, due, overdue]) => due + overdue > 0)
      .toSorted(byId),
  );
  const { groups } = await read('portfolio?group_by=product');
  expect(sum(groups, (each) => each.outstanding_minor)).toBe(outstanding_minor);
  expect(sum(groups, (each) => each.overdue_minor)).toBe(overdue_minor);
}

function byId([a]: unknown[], [b]: unknown[]): number {
  return String(a) < String(b) ? -1 : 1;
}

describe('loans of every kind', () => {
  test('read the same in lists and in the portfolio, before they are charged and after', async () => {
    sacco = await createSacco(service);
    await moveToNoon(sacco.project);
    const ids: string[] = [];
    for (const method of ['flat', 'declining'])
      for (const [frequency, amount_minor] of [
        ['weekly', 70_001],
        ['biweekly', 555],
        ['monthly', 12_345],
      ] as const) {
        const product_id = await newProduct(sacco, { method, frequency, rate_bps: 3_333, grace_days: 3 });
        const member_id = await newMember(sacco);
        ids.push(await openLoan(sacco, { product_id, member_id, amount_minor, term: 4 }));
      }
    const product_id = await newProduct(sacco, { penalty_bps: 0, rate_bps: 0 });
    ids.push(await openLoan(sacco, { product_id, member_id: await newMember(sacco), amount_minor: 9_000 }));
    const repaid = [3_333, 17_000, 1, 552];
    let charged_minor = 0;
    for (const [turn, days] of [7, 4, 21, 14, 40, 60].entries()) {
      await moveDays(service, sacco, days);
      const before = await lookInAllWays(ids);
      charged_minor = Math.max(
        charged_minor,
        sum(before, (loan) => loan.charges_due_minor),
      );
      if (turn % 2 === 1) {
        await chargeLoans(service.ctx);
        expect(await lookInAllWays(ids)).toEqual(before);
      }
      const [id, amount] = [ids[turn] as string, repaid[turn % repaid.length] as number];
      const { payoff_minor } = await getLoan(sacco, id);
      if (payoff_minor > 0) must(await repay(sacco, id, Math.min(amount, payoff_minor)));
    }
    await lookInAllWays(ids);
    expect(charged_minor).toBeGreaterThan(0);
  });

  test('of which the last principal was prepaid are not late for interest that comes to nothing', async () => {
    sacco = await createSacco(service);
    await moveToNoon(sacco.project);
    const product_id = await newProduct(sacco, { rate_bps: 100 });
    const id = await openLoan(sacco, { product_id, member_id: await newMember(sacco), amount_minor: 10_000 });
    const { payoff_minor } = await getLoan(sacco, id);
    must(await repay(sacco, id, payoff_minor - 1));
    await moveDays(service, sacco, 65);
    const [before] = await lookInAllWays([id]);
    expect(before).toMatchObject({ outstanding_minor: 1, charges_due_minor: 0, days_past_due: 0 });
    await chargeLoans(service.ctx);
    await lookInAllWays([id]);
  });
});

test('a late loan stays at risk while a movement of it is being booked', async () => {
  sacco = await createSacco(service);
  await moveToNoon(sacco.project);
  const product_id = await newProduct(sacco);
  const id = await openLoan(sacco, { product_id, member_id: await newMember(sacco), amount_minor: 60_000 });
  await moveDays(service, sacco, 66);
  await chargeLoans(service.ctx);
  const before = await lookInAllWays([id]);
  expect(before[0].days_past_due).toBeGreaterThan(30);
  loseNextBooking(service.ctx.ledger, 'before');
  expect((await repay(sacco, id, 100)).status).toBe(503);
  expect(await lookInAllWays([id])).toEqual(before);
  await finishEntries(service);
  await lookInAllWays([id]);
});

test('the statement of a member with many loans is read page by page', async () => {
  sacco = await createSacco(service);
  const product_id = await newProduct(sacco);
  const member_id = await newSaver(sacco, 123_456_789);
  for (let i = 0; i < 10; i++) await openLoan(sacco, { product_id, member_id, amount_minor: 10_000_000 + i });
  const read = async (more: string) =>
    must(
      await sacco.maker.get(
        `/api/v1/sacco/members/${member_id}/statement?from=2020-01-01&to=2099-12-31${more}`,
      ),
    ).body;
  const whole = await read('');
  const pages: Reply['body'][] = [await read('&limit=4')];
  while (pages.at(-1).next_after !== null) {
    expect(pages.length).toBeLessThan(20);
    pages.push(await read(`&limit=4&after=${pages.at(-1).next_after}`));
  }
  expect(pages.length).toBeGreaterThan(1);
  const movementsOf = (statement: Reply['body']): unknown[] =>
    statement.accounts.map(({ movements }: { movements: unknown[] }) => movements);
  expect(
    pages
      .map(movementsOf)
      .reduce((all, next) => all.map((movements, i) => [...(movements as []), ...(next[i] as [])])),
  ).toEqual(movementsOf(whole));
});

test('what has fallen due counts as debt of an applicant, whether or not it has been charged', async () => {
  sacco = await createSacco(service);
  await moveToNoon(sacco.project);
  const product_id = await newProduct(sacco, { fee_bps: 0, savings_multiple_bps: 20_000 });
  const member_id = await newSaver(sacco, 100_000);
  const id = await openLoan(sacco, { product_id, member_id, amount_minor: 10_000 });
  await moveDays(service, sacco, 45);
  const { payoff_minor } = await getLoan(sacco, id);
  expect(payoff_minor).toBeGreaterThan(10_000);
  // Of savings with the loan's money in them, less what is owed, twice; and what is owed counts besides.
  const limit = 2 * (110_000 - payoff_minor) - payoff_minor;
  const above = await applyFor(sacco, { product_id, member_id, amount_minor: limit + 1 });
  expect(above.body.error?.reason).toBe('savings_multiple_exceeded');
  const most = must(await applyFor(sacco, { product_id, member_id, amount_minor: limit })).body;
  must(await decide(sacco, most.approval_id, 'reject', { note: 'no' }));
});

test('a write-off says what of it is principal, interest and penalties', async () => {
  sacco = await createSacco(service);
  await moveToNoon(sacco.project);
  const product_id = await newProduct(sacco);
  const id = await openLoan(sacco, { product_id, member_id: await newMember(sacco), amount_minor: 60_000 });
  await moveDays(service, sacco, 45);
  const { schedule, payoff_minor } = await getLoan(sacco, id);
  must(await decide(sacco, await askWriteOff(sacco, id)));
  const [{ interest_minor, penalty_minor }] = schedule;
  expect(penalty_minor).toBeGreaterThan(0);
  const [entry] = await service.ctx.db('sacco_entries').where({ loan_id: id, kind: 'loan_write_off' });
  expect(entry).toMatchObject({
    amount_minor: BigInt(payoff_minor),
    principal_minor: 60_000n,
    interest_minor: BigInt(interest_minor),
    penalty_minor: BigInt(penalty_minor),
  });
});
