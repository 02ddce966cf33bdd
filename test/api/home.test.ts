/** What somebody sees first: every figure is that of the report that it comes from, for the roles that it is for. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  appliedLoan,
  approvedMovement,
  bank,
  createProject,
  createSacco,
  decide,
  getLoan,
  letDaysPass,
  moveToNoon,
  moving,
  must,
  newAccount,
  newMember,
  newProduct,
  newSaver,
  openLoan,
  paymentBody,
  repay,
  scopeNow,
  setTestClock,
  sharedService,
  verifyAll,
  type Client,
  type Reply,
  type Sacco,
  type TestService,
} from '../harness/index.ts';
import { expectError } from './samples.ts';

let service: TestService;

beforeAll(async () => {
  service = await sharedService();
});
afterAll(async () => {
  expect(await verifyAll(service.ctx)).toEqual([]);
  await service.stop();
});

const V1 = '/api/v1/sacco';

async function homeOf(client: Client): Promise<Reply['body']> {
  return must(await client.get(`${V1}/home`)).body;
}

/** Seven loans of 600.00 to 1,200.00 over 6 months on 2035-01-08, a Monday; two of them paid for one month. */
async function withBook(): Promise<{ sacco: Sacco; loans: string[] }> {
  const sacco = await createSacco(service, { utc_offset_minutes: 180 });
  await setTestClock(sacco.project, '2035-01-08T09:00:00Z');
  const product_id = await newProduct(sacco, { fee_bps: 0 });
  const loans: string[] = [];
  for (const amount_minor of [60_000, 70_000, 80_000, 90_000, 100_000, 110_000, 120_000]) {
    const member_id = await newSaver(sacco, 50_000);
    loans.push(await openLoan(sacco, { product_id, member_id, amount_minor, term: 6 }));
  }
  await letDaysPass(service, sacco, 31);
  for (const loan of loans.slice(0, 2)) must(await repay(sacco, loan, 5_000));
  return { sacco, loans };
}

describe('the cooperative, for those who decide', () => {
  let sacco: Sacco;
  let loans: string[];
  let home: Reply['body'];

  beforeAll(async () => {
    ({ sacco, loans } = await withBook());
    await newAccount(sacco, '1100');
    await approvedMovement(sacco, bank(sacco, 'till_to_bank', { account: '1100', amount_minor: 20_000 }));
    const found = { account: '1100', amount_minor: 700, reference: 'FT 1', memo: 'from J. Kamau' };
    must(await sacco.maker.post(`${V1}/unallocated`, { ...found, idempotency_key: crypto.randomUUID() }));
    await letDaysPass(service, sacco, 40);
    const reversed = must(await repay(sacco, loans[2] as string, 3_000)).body;
    await approvedMovement(
      sacco,
      sacco.maker.post(`${V1}/entries/${reversed.id}/reverse`, {
        memo: 'another loan',
        idempotency_key: crypto.randomUUID(),
      }),
    );
    must(await repay(sacco, loans[3] as string, 4_000));
    home = await homeOf(sacco.checker);
  });

  test('the month under way is what treasury, summary and portfolio say', async () => {
    const [treasury, summary, portfolio] = await Promise.all(
      ['treasury', 'summary', 'portfolio'].map(
        async (name) => must(await sacco.checker.get(`${V1}/${name}`)).body,
      ),
    );
    expect(home.cash_on_hand_minor).toBe(treasury.cash_on_hand_minor);
    expect(home.cooperative.months).toHaveLength(13);
    expect(home.cooperative.months.at(-1)).toMatchObject({
      month_end: '2035-03-31',
      savings_minor: summary.balances.member_savings_minor,
      shares_minor: summary.balances.member_shares_minor,
      cash_minor: treasury.cash_on_hand_minor,
      banks_minor: treasury.banks_minor,
      providers_minor: treasury.providers_minor,
      outstanding_minor: portfolio.principal_outstanding_minor,
      par30_minor: portfolio.par30_minor,
      par30_bps: portfolio.par30_bps,
    });
    expect(portfolio.par30_minor).toBeGreaterThan(0);
  });

  test('earlier months are what the balance sheets and the history of the portfolio say', async () => {
    const { history } = must(await sacco.checker.get(`${V1}/portfolio/history?from=2034-03&to=2035-03`)).body;
    for (const month of ['2034-12-31', '2035-01-31', '2035-02-28']) {
      const of_month = (each: Reply['body']): boolean => each.month_end === month;
      const found = home.cooperative.months.find(of_month);
      const sheet = must(await sacco.checker.get(`/api/v1/accounting/balance-sheet?as_of=${month}`)).body;
      const kinds = (sheet.currencies[0]?.assets.kinds ?? []).concat(
        sheet.currencies[0]?.liabilities.kinds ?? [],
      );
      const held = (kind: string): number =>
        kinds.find((each: Reply['body']) => each.kind === kind)?.amount_minor ?? 0;
      expect(found, month).toMatchObject({
        savings_minor: held('member_savings'),
        cash_minor: held('cash_on_hand'),
        banks_minor: held('bank'),
        outstanding_minor: history.find(of_month).principal_outstanding_minor,
        par30_minor: history.find(of_month).par30_minor,
      });
    }
  });

  test('the five largest arrears are those of the report', async () => {
    const { arrears } = must(await sacco.checker.get(`${V1}/reports/arrears`)).body;
    expect(arrears).toHaveLength(7);
    const largest = arrears
      .toSorted((a: Reply['body'], b: Reply['body']) => b.overdue_minor - a.overdue_minor)
      .slice(0, 5);
    expect(home.cooperative.largest_arrears).toEqual(
      largest.map((late: Reply['body']) => ({
        loan_id: late.loan_id,
        member: { id: late.member_id, member_no: late.member_no, full_name: late.full_name },
        days_past_due: late.days_past_due,
        overdue: late.overdue,
        overdue_minor: late.overdue_minor,
        outstanding: late.outstanding,
        outstanding_minor: late.outstanding_minor,
      })),
    );
  });

  test('collections by week are the installments that fell due and the repayments that stand', async () => {
    const due = new Map<string, number>();
    for (const loan of loans)
      for (const line of (await getLoan(sacco, loan)).schedule) {
        const week = mondayOf(line.due_date);
        const asked = line.principal_minor + line.interest_minor + line.penalty_minor;
        due.set(week, (due.get(week) ?? 0) + asked);
      }
    const weeks: Reply['body'][] = home.cooperative.collections;
    expect(weeks.map(({ week_start, week_end }) => [week_start, week_end])).toEqual([
      ['2035-01-29', '2035-02-04'],
      ['2035-02-05', '2035-02-11'],
      ['2035-02-12', '2035-02-18'],
      ['2035-02-19', '2035-02-25'],
      ['2035-02-26', '2035-03-04'],
      ['2035-03-05', '2035-03-11'],
      ['2035-03-12', '2035-03-18'],
      ['2035-03-19', '2035-03-25'],
    ]);
    for (const { week_start, due_minor } of weeks)
      expect(due_minor, week_start).toBe(due.get(week_start) ?? 0);
    expect(weeks.filter(({ due_minor }) => due_minor > 0)).toHaveLength(2);
    const collected = Object.fromEntries(weeks.map((week) => [week.week_start, week.collected_minor]));
    expect(collected).toMatchObject({ '2035-02-05': 10_000, '2035-03-19': 4_000, '2035-02-26': 0 });
  });

  test('the books', () => {
    expect(home.cooperative.books).toEqual({
      balanced: true,
      closed_until: null,
      unreconciled_lines: 0,
      unallocated_receipts: 1,
      unallocated: '7.00',
      unallocated_minor: 700,
    });
  });

  test('for some seconds the same is answered; what the person did is there at once', async () => {
    const before = await homeOf(sacco.checker);
    const member = await newMember(sacco);
    must(await sacco.checker.post(`${V1}/members/${member}/deposits`, moving(1_000)));
    const after = await homeOf(sacco.checker);
    expect(after.cooperative).toEqual(before.cooperative);
    expect(after.my_day).toMatchObject({
      entries: before.my_day.entries + 1,
      members_served: before.my_day.members_served + 1,
      in_minor: before.my_day.in_minor + 1_000,
    });
    // Another day is read again.
    await letDaysPass(service, sacco, 1);
    const next_day = await homeOf(sacco.checker);
    const savings = (home_then: Reply['body']): number => home_then.cooperative.months.at(-1).savings_minor;
    expect(savings(next_day)).toBe(savings(before) + 1_000);
    expect(next_day.my_day).toMatchObject({ entries: 0, members_served: 0, in_minor: 0 });
  });

  test('owners, admins and keys see it, makers do not; keys have no day of their own', async () => {
    for (const client of [sacco.project.session, sacco.admin, sacco.project.key])
      expect((await homeOf(client)).cooperative.months).toHaveLength(13);
    expect(await homeOf(sacco.maker)).toMatchObject({ cooperative: null, my_day: { drawer: null } });
    expect(await homeOf(sacco.project.key)).toMatchObject({ my_day: null, my_loans: null });
  });

  test('nothing of it is in another project', async () => {
    const other = await createSacco(service);
    const { cooperative, my_day, my_loans, approvals } = await homeOf(other.checker);
    expect(cooperative).toMatchObject({
      largest_arrears: [],
      books: { balanced: true, unallocated_receipts: 0, unallocated_minor: 0 },
    });
    const amounts = [...cooperative.months, ...cooperative.collections].flatMap((each: object) =>
      Object.entries(each).flatMap(([name, value]) => (/_(?:minor|bps)$/.test(name) ? [value] : [])),
    );
    expect(new Set(amounts)).toEqual(new Set([0]));
    expect(my_day).toMatchObject({ entries: 0, members_served: 0, in_minor: 0, out_minor: 0 });
    expect(my_loans).toBeNull();
    expect(approvals.waiting).toBe(0);
    const other_checker = other.checker.with({ 'x-service-project': sacco.project.id });
    expectError(await other_checker.get(`${V1}/home`), 403, 'FORBIDDEN');
  });
});

test('the loans of an officer: applications, what falls due in a week, arrears', async () => {
  const { sacco, loans } = await withBook();
  await letDaysPass(service, sacco, 25);
  const product_id = await newProduct(sacco, { fee_bps: 0, frequency: 'weekly' });
  const member_id = await newSaver(sacco, 50_000);
  await openLoan(sacco, { product_id, member_id, amount_minor: 50_000, term: 8 });
  await appliedLoan(sacco, { product_id, member_id, amount_minor: 20_000 });
  const home = await homeOf(sacco.maker);
  const { arrears } = must(await sacco.maker.get(`${V1}/reports/arrears`)).body;
  const today = home.today as string;
  let due_minor = 0;
  const due_loans = new Set<string>();
  for (let day = 0; day < 7; day += 1) {
    const date = new Date(Date.parse(today) + day * 86_400_000).toISOString().slice(0, 10);
    const sheet = must(await sacco.maker.get(`${V1}/reports/collection-sheet?date=${date}`)).body;
    for (const loan of sheet.loans) {
      due_minor += loan.due_minor;
      if (loan.due_minor > 0) due_loans.add(loan.loan_id);
    }
  }
  expect(due_minor).toBeGreaterThan(0);
  expect(home.my_loans).toMatchObject({
    applications: 1,
    open_loans: loans.length + 1,
    late_loans: arrears.length,
    overdue_minor: arrears.reduce((sum: number, late: Reply['body']) => sum + late.overdue_minor, 0),
    due_loans: due_loans.size,
    due_minor,
  });
  expect((await homeOf(sacco.checker)).my_loans).toBeNull();
});

test('requests that wait, by age', async () => {
  const sacco = await createSacco(service);
  const { clock } = await scopeNow(service, sacco);
  const member = await newSaver(sacco, 500_000);
  must(await sacco.admin.put(`${V1}/settings`, { withdrawal_approval_minor: 100 }));
  const ask = async (): Promise<string> =>
    must(await sacco.maker.post(`${V1}/members/${member}/withdrawals`, moving(1_000))).body.approval_id;
  const oldest = await ask();
  await letDaysPass(service, sacco, 4);
  await ask();
  await letDaysPass(service, sacco, 2);
  await ask();
  await ask();
  const waits = async (): Promise<Reply['body']> => (await homeOf(sacco.maker)).approvals;
  const found = await waits();
  expect(found).toMatchObject({
    waiting: 4,
    ages: [
      { from_days: 0, waiting: 2 },
      { from_days: 1, waiting: 1 },
      { from_days: 3, waiting: 1 },
      { from_days: 7, waiting: 0 },
    ],
  });
  expect(Date.parse(found.oldest_requested_at)).toBeGreaterThanOrEqual(clock.now().getTime() - 60_000);
  // Of the project itself, whose clock is the real one.
  const off = { strict_approvals: false };
  must(
    await sacco.project.owner.client.patch(`/api/projects/${sacco.project.id}`, { strict_approvals: true }),
  );
  must(await sacco.project.owner.client.patch(`/api/projects/${sacco.project.id}`, off));
  expect(await waits()).toMatchObject({ waiting: 5, ages: [{ waiting: 3 }, {}, {}, { waiting: 0 }] });
  must(await decide(sacco, oldest));
  expect(await waits()).toMatchObject({ waiting: 4, ages: [{}, {}, { waiting: 0 }, {}] });
});

test("a teller's day: entries, members and cash, and the drawer of the session", async () => {
  const sacco = await createSacco(service);
  await moveToNoon(sacco.project);
  must(await sacco.project.session.put(`${V1}/settings`, { tills: 'on' }));
  const counted = moving(100_000, { direction: 'in', memo: 'first cash' });
  await approvedMovement(sacco, sacco.maker.post(`${V1}/cash-adjustments`, counted));
  const till = must(await sacco.admin.post(`${V1}/tills`, { name: 'Till 1' })).body.id;
  const session = must(
    await sacco.maker.post(`${V1}/tills/${till}/sessions`, {
      float: '300.00',
      idempotency_key: crypto.randomUUID(),
    }),
  ).body;
  must(await decide(sacco, session.approval_id));
  const [one, other] = [await newMember(sacco), await newMember(sacco)];
  const deposit = (member: string, minor: number): Promise<Reply> =>
    sacco.maker.post(`${V1}/members/${member}/deposits`, moving(minor));
  must(await deposit(one, 40_000));
  must(await deposit(one, 10_000));
  must(await sacco.maker.post(`${V1}/members/${one}/shares`, moving(5_000, { from: 'savings' })));
  must(await sacco.maker.post(`${V1}/members/${one}/withdrawals`, moving(2_000)));
  const mistaken = must(await deposit(other, 7_000)).body;
  await approvedMovement(
    sacco,
    sacco.maker.post(`${V1}/entries/${mistaken.id}/reverse`, {
      memo: 'not hers',
      idempotency_key: crypto.randomUUID(),
    }),
  );
  const { my_day, today } = await homeOf(sacco.maker);
  const list = must(
    await sacco.maker.get(`${V1}/entries?requested_by=me&from=${today}&to=${today}&limit=100`),
  ).body;
  const shown = must(await sacco.maker.get(`${V1}/till-sessions/${session.id}`)).body;
  expect(my_day).toMatchObject({
    entries: list.entries.length,
    // The counted cash is of no member.
    members_served: 1,
    in_minor: 150_000,
    out_minor: 2_000,
    drawer: {
      session_id: session.id,
      till_name: 'Till 1',
      in_minor: shown.in_minor,
      out_minor: shown.out_minor,
      expected_minor: shown.expected_minor,
    },
  });
  expect(shown.expected_minor).toBe(30_000 + 48_000);
});

test('payments of 24 hours by provider, and what waits; nothing of another project', async () => {
  const project = await createProject(service.anyone);
  const other = await createProject(service.anyone);
  const pay = async (): Promise<string> =>
    must(await project.key.post('/api/v1/payments', paymentBody({ provider: 'manual' }))).body.id;
  const ids = [await pay(), await pay(), await pay(), await pay()];
  const set = (id: string, change: object) => service.ctx.db('payments').where({ id }).update(change);
  const [first, second, third] = ids as [string, string, string];
  const after = (s: number) => service.ctx.db.raw(`created_at + interval '${s} seconds'`);
  // As if it had been told so: no job asks for payments of this provider.
  await set(first, { status: 'completed', completed_at: after(2), has_posting: true, next_poll_at: null });
  await set(second, { status: 'completed', completed_at: after(30), has_posting: true, next_poll_at: null });
  await set(third, { status: 'failed', next_poll_at: null });
  const found = must(await project.key.get('/api/v1/payments/home')).body;
  expect(found).toMatchObject({
    providers: [
      {
        provider: 'manual',
        payments: 4,
        completed: 2,
        failed: 1,
        cancelled: 0,
        under_way: 1,
        success_bps: 6_667,
        p95_ms: 30_000,
      },
    ],
    postings_failed: 0,
    deliveries_failed: 0,
    topups_blocked: 0,
  });
  expect(must(await other.key.get('/api/v1/payments/home')).body).toMatchObject({
    providers: [],
    queues: [
      { queue: 'ledger-postings', waiting: 0, oldest_due_s: 0 },
      { queue: 'webhook-deliveries', waiting: 0, oldest_due_s: 0 },
    ],
  });
  // Their money was never booked, which the verification would find.
  await service.ctx.db('payment_events').whereIn('payment_id', ids).delete();
  await service.ctx.db('payments').whereIn('id', ids).delete();
});

test('without a cooperative there is none of it', async () => {
  const { key } = await createProject(service.anyone);
  expectError(await key.get(`${V1}/home`), 404, 'NOT_FOUND', 'sacco_not_set_up');
});

/** The Monday of a date's week. */
function mondayOf(date: string): string {
  const day = new Date(`${date}T00:00:00Z`);
  const since_monday = (day.getUTCDay() + 6) % 7;
  return new Date(day.getTime() - since_monday * 86_400_000).toISOString().slice(0, 10);
}
