/**
 * The portfolio's history, against a naive one: at the end of each month every loan is read by itself and the figures are
 * added up and written down. Whatever happens to the loans afterwards, the history must say the same of that month, whenever
 * it was stored, and where it never was.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chargeLoans, loanPortfolio } from '../../domain/loans/index.ts';
import {
  askWriteOff,
  createSacco,
  decide,
  getLoan,
  must,
  newProduct,
  newSaver,
  openLoan,
  repay,
  scopeNow,
  setTestClock,
  sharedService,
  verifyAll,
  type Reply,
  type Sacco,
  type TestService,
} from '../harness/index.ts';
import { expectInvalid } from '../api/samples.ts';

const RUNS = 3;
const MONTHS = 7;
const DAY_MS = 86_400_000;
const HISTORY = '/api/v1/sacco/portfolio/history';

let service: TestService;

beforeAll(async () => {
  service = await sharedService();
});
afterAll(async () => {
  expect(await verifyAll(service.ctx)).toEqual([]);
  await service.stop();
});

/** Random numbers from a seed, so that a history that fails can be had again. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

interface History {
  sacco: Sacco;
  offset_minutes: number;
  loans: string[];
  /** The latest repayment of each loan. */
  repaid: Map<string, string>;
  /** What was seen at the end of each month. */
  seen: Map<string, object>;
}

async function localNow({ sacco, offset_minutes }: History): Promise<Date> {
  const { clock } = await scopeNow(service, sacco);
  return new Date(clock.now().getTime() + offset_minutes * 60_000);
}

/** Moves the clock to a local moment. */
async function moveTo({ sacco, offset_minutes }: History, local: Date): Promise<void> {
  const now = new Date(local.getTime() - offset_minutes * 60_000).toISOString();
  await setTestClock(sacco.project, now);
}

/** Moves on by days; where a month ends on the way, its last evening is stopped at. */
async function passDays(history: History, days: number): Promise<void> {
  const target = new Date((await localNow(history)).getTime() + days * DAY_MS);
  for (;;) {
    const now = await localNow(history);
    const evening = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1) - 600_000);
    if (evening > target) break;
    if (evening > now) await moveTo(history, evening);
    history.seen.set(evening.toISOString().slice(0, 10), await addedUp(history));
    await moveTo(history, new Date(evening.getTime() + 1_200_000));
  }
  if (target > (await localNow(history))) await moveTo(history, target);
}

const text = (minor: number): string => (minor / 100).toFixed(2);
const bps = (part: number, whole: number): number => (whole === 0 ? 0 : Math.round((part * 10_000) / whole));

/** The figures of all loans as each reads by itself. */
async function addedUp({ sacco, loans }: History): Promise<object> {
  const read = await Promise.all(loans.map((id) => getLoan(sacco, id)));
  const open = read.filter(({ status }: Reply['body']) => status === 'open');
  const sum = (of: Reply['body'][]): number => of.reduce((total, loan) => total + loan.outstanding_minor, 0);
  const late = (days: number): number => sum(open.filter((loan) => loan.days_past_due > days));
  const [all, par30, par90] = [sum(open), late(30), late(90)];
  return {
    active_loans: open.length,
    principal_outstanding: text(all),
    principal_outstanding_minor: all,
    par30: text(par30),
    par30_minor: par30,
    par30_bps: bps(par30, all),
    par90: text(par90),
    par90_minor: par90,
    par90_bps: bps(par90, all),
  };
}

async function open(turn: number): Promise<History> {
  const offset_minutes = [180, -300, 840][turn % 3] as number;
  const sacco = await createSacco(service, { utc_offset_minutes: offset_minutes });
  const history: History = {
    sacco,
    offset_minutes,
    loans: [],
    repaid: new Map(),
    seen: new Map(),
  };
  // Months of every length come, whatever day it is.
  await moveTo(history, new Date(Date.UTC(new Date().getUTCFullYear() + 1, 0, 3, 9)));
  return history;
}

/** One thing that happens to the loans, and perhaps the job that charges them. */
async function happen(
  history: History,
  member: string,
  products: string[],
  random: (n: number) => number,
): Promise<void> {
  const { sacco, loans, repaid } = history;
  const loan = loans[random(loans.length)];
  const status = loan === undefined ? null : (await getLoan(sacco, loan)).status;
  const repayment = repaid.get(loan ?? '');
  const what = random(15);
  if (loan === undefined || what < 3)
    loans.push(
      await openLoan(sacco, {
        product_id: products[random(products.length)] as string,
        member_id: member,
        amount_minor: 1_000 + random(50_000),
        term: 1 + random(5),
      }),
    );
  else if (status === 'open' && what < 9) {
    const { payoff_minor, schedule } = await getLoan(sacco, loan);
    const first = schedule.find(({ unpaid_minor }: Reply['body']) => unpaid_minor > 0);
    const amounts = [payoff_minor, payoff_minor - 20, first?.unpaid_minor ?? 1, 1 + random(20_000)];
    const amount = Math.max(1, Math.min(amounts[random(amounts.length)] as number, payoff_minor));
    repaid.set(loan, must(await repay(sacco, loan, amount)).body.id);
  } else if (repayment !== undefined && what > 9) {
    // Refused where something else has moved the loan since.
    const body = { memo: 'of another loan', idempotency_key: crypto.randomUUID() };
    const asked = await sacco.maker.post(`/api/v1/sacco/entries/${repayment}/reverse`, body);
    if (asked.status < 300) must(await decide(sacco, asked.body.approval_id));
  } else if (status === 'open' && what === 9) {
    must(await decide(sacco, await askWriteOff(sacco, loan)));
  }
  if (random(2) === 0) await chargeLoans(service.ctx);
  if (random(3) === 0) await loanPortfolio.storeMonths(service.ctx, { settling_ms: 0 });
}

async function expectSame({ sacco, seen }: History): Promise<void> {
  const months = [...seen.keys()].map((day) => day.slice(0, 7));
  const { clock } = await scopeNow(service, sacco);
  const to = new Date(clock.now().getTime() + 45 * DAY_MS).toISOString().slice(0, 7);
  const { history } = must(await sacco.maker.get(`${HISTORY}?from=${months[0]}&to=${to}`)).body;
  const expected = [...seen].map(([month_end, figures]) => ({ month_end, ...figures }));
  expect(history.slice(0, -1)).toEqual(expected);
  // The month under way is the portfolio.
  const {
    charges_due: _due,
    charges_due_minor: _due_minor,
    ...now
  } = must(await sacco.maker.get('/api/v1/sacco/portfolio')).body;
  const { month_end, ...last } = history.at(-1);
  expect(last).toEqual(now);
  expect(month_end > (expected.at(-1)?.month_end ?? '')).toBe(true);
  // A part of the history says the same.
  const [from, until] = [months[1], months.at(-2)];
  const { history: part } = must(await sacco.maker.get(`${HISTORY}?from=${from}&to=${until}`)).body;
  expect(part).toEqual(expected.slice(1, -1));
}

test.each(Array.from({ length: RUNS }, (_none, run) => run))(
  'months that are over read as they were when they ended, history %i',
  { timeout: 120_000 },
  async (run) => {
    const seed = Date.now() + run;
    const random = randomFrom(seed);
    const history = await open(run);
    const { sacco } = history;
    const products = await Promise.all(
      [
        { method: 'flat', frequency: 'monthly', penalty_bps: 500, grace_days: 5 },
        { method: 'declining', frequency: 'weekly', penalty_bps: 500, grace_days: 0 },
        { method: 'declining', frequency: 'monthly', rate_bps: 0, penalty_bps: 0 },
        { method: 'declining', frequency: 'biweekly', rate_bps: 5_200, penalty_bps: 1_000, grace_days: 40 },
      ].map((terms) => newProduct(sacco, terms)),
    );
    const member = await newSaver(sacco, 5_000_000);
    while (history.seen.size < MONTHS) {
      await happen(history, member, products, random);
      await passDays(history, random(24));
    }
    try {
      await expectSame(history);
      await service.ctx.db('sacco_portfolio_months').where({ project_id: sacco.project.id }).delete();
      await expectSame(history);
      await loanPortfolio.storeMonths(service.ctx, { settling_ms: 0 });
      await expectSame(history);
    } catch (error) {
      throw new Error(`seed ${seed}`, { cause: error });
    }
  },
);

test('a loan that owes nothing but interest that fell due counts as late, whole', async () => {
  const history = await open(0);
  const { sacco, loans } = history;
  const product_id = await newProduct(sacco, { method: 'flat', penalty_bps: 0 });
  const loan = await openLoan(sacco, {
    product_id,
    member_id: await newSaver(sacco, 100),
    amount_minor: 60_000,
    term: 6,
  });
  loans.push(loan);
  // Nothing is charged yet: all of it is principal of the first installments.
  must(await repay(sacco, loan, 40_000));
  await passDays(history, 100);
  const par30 = [...history.seen.values()].map((figures) => (figures as Reply['body']).par30_minor);
  expect(par30).toEqual([0, 0, 20_000]);
  await expectSame(history);
});

describe('the months asked for', () => {
  let sacco: Sacco;
  beforeAll(async () => {
    sacco = await createSacco(service);
  });

  test('are there whether or not anything was lent; those to come are left out', async () => {
    const month = new Date().toISOString().slice(0, 7);
    const { history } = must(await sacco.maker.get(`${HISTORY}?from=2024-01&to=2024-03`)).body;
    expect(history.map((each: Reply['body']) => each.month_end)).toEqual([
      '2024-01-31',
      '2024-02-29',
      '2024-03-31',
    ]);
    expect(history[1]).toMatchObject({ active_loans: 0, principal_outstanding: '0.00', par30_bps: 0 });
    expect(must(await sacco.maker.get(`${HISTORY}?from=${month}&to=${month}`)).body.history).toHaveLength(1);
    expect(must(await sacco.maker.get(`${HISTORY}?from=9999-01&to=9999-12`)).body.history).toEqual([]);
    expect(must(await sacco.maker.get(`${HISTORY}?from=2020-01&to=2024-12`)).body.history).toHaveLength(60);
  });

  test.each([
    ['from=2024-01', 'to'],
    ['to=2024-01', 'from'],
    ['from=2024-02&to=2024-01', 'to'],
    ['from=2020-01&to=2025-01', 'from'],
    ['from=0001-01&to=9999-12', 'from'],
    ['from=2024-13&to=2025-01', 'from'],
    ['from=2024-1&to=2025-01', 'from'],
    ['from=0000-01&to=0000-02', 'from'],
    ['from=2024-01&to=2024-01-31', 'to'],
    ['from=2024-01&to=2024-02&limit=1', 'limit'],
  ])('are refused as %s', async (query, field) => {
    expectInvalid(await sacco.maker.get(`${HISTORY}?${query}`), field);
  });

  test('are those of the SACCO that asks', async () => {
    const other = await createSacco(service);
    const product_id = await newProduct(other);
    await openLoan(other, { product_id, member_id: await newSaver(other, 100), amount_minor: 10_000 });
    const month = new Date().toISOString().slice(0, 7);
    const read = async (of: Sacco) =>
      must(await of.maker.get(`${HISTORY}?from=${month}&to=${month}`)).body.history[0].active_loans;
    expect([await read(sacco), await read(other)]).toEqual([0, 1]);
  });
});
