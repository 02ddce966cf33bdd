/** Random histories of loans, compared after every event with a naive loan that knows only the formulas. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chargeLoans } from '../../domain/loans/index.ts';
import {
  appliedLoan,
  askWriteOff,
  compareHistories,
  createSacco,
  decide,
  getLoan,
  held,
  moveDays,
  moveToNoon,
  must,
  newProduct,
  newSaver,
  repay,
  startService,
  verifyAll,
  type Sacco,
  type TestService,
} from '../harness/index.ts';
import { NaiveLoan, type NaiveTerms } from './naive-loan.ts';

/** Few enough for half a minute; the shape of schedules is tested by themselves in test/rules. */
const RUNS = 12;
const OWN_SAVINGS = 100;
const GUARANTEED = 10_000;

type Event =
  | { what: 'apply'; terms: NaiveTerms; approve: boolean }
  | { what: 'move clock'; days: number }
  | { what: 'charge' }
  | { what: 'repay'; amount: number; from: 'cash' | 'savings' }
  | { what: 'repay all'; from: 'cash' | 'savings' }
  | { what: 'write off' };

interface Naive {
  day: number;
  savings: bigint;
  guarantor: bigint;
  loan: NaiveLoan | null;
}

interface Pair {
  sacco: Sacco;
  member_id: string;
  guarantor: string;
  loan_id: string | null;
  naive: Naive;
}

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

async function apply(pair: Pair, event: Event): Promise<unknown> {
  const { sacco, loan_id } = pair;
  if (event.what === 'move clock') return void (await moveDays(service, sacco, event.days));
  if (event.what === 'apply') return lend(pair, event);
  if (event.what === 'charge') return void (await chargeLoans(service.ctx));
  if (!loan_id) return undefined;
  if (event.what === 'write off') {
    if ((await getLoan(sacco, loan_id)).status !== 'open') return 'loan_not_open';
    const approval_id = await askWriteOff(sacco, loan_id);
    return must(await decide(sacco, approval_id)).body.entry.status;
  }
  const amount = event.what === 'repay' ? event.amount : (await getLoan(sacco, loan_id)).payoff_minor;
  const { status, body } = await repay(sacco, loan_id, amount === 0 ? 1 : amount, event.from);
  return status < 300 ? (body.error ?? body.status) : body.error.reason;
}

async function lend(pair: Pair, { terms, approve }: Event & { what: 'apply' }): Promise<unknown> {
  const { sacco, member_id, guarantor } = pair;
  const open = pair.loan_id && (await getLoan(sacco, pair.loan_id)).status === 'open';
  if (open) return undefined;
  const product_id = await newProduct(sacco, {
    method: terms.method,
    frequency: terms.frequency,
    rate_bps: Number(terms.rate_bps),
    penalty_bps: Number(terms.penalty_bps),
    grace_days: terms.grace_days,
  });
  const available = must(await sacco.maker.get(`/api/v1/sacco/members/${guarantor}`)).body;
  const pledge = Math.min(GUARANTEED, available.savings_available_minor);
  const { id, approval_id } = await appliedLoan(sacco, {
    product_id,
    member_id,
    amount_minor: Number(terms.principal),
    term: terms.term,
    guarantors: pledge > 0 ? [{ member_id: guarantor, amount_minor: pledge }] : [],
  });
  if (!approve) {
    must(await decide(sacco, approval_id, 'reject', { note: 'no' }));
    return 'rejected';
  }
  pair.loan_id = id;
  return must(await decide(sacco, approval_id)).body.entry.status;
}

function applyNaive(naive: Naive, event: Event): unknown {
  const { loan } = naive;
  if (event.what === 'move clock') return void (naive.day += event.days);
  if (event.what === 'charge') return undefined;
  if (event.what === 'apply') {
    if (loan?.status === 'open') return undefined;
    if (!event.approve) return 'rejected';
    const { principal } = event.terms;
    naive.loan = new NaiveLoan(event.terms);
    naive.day = 0;
    // 1 % fee.
    naive.savings += principal - (principal + 50n) / 100n;
    return 'posted';
  }
  if (!loan) return undefined;
  if (loan.status !== 'open') return 'loan_not_open';
  loan.charge(naive.day);
  if (event.what === 'write off') {
    naive.guarantor -= [naive.guarantor, BigInt(GUARANTEED), loan.payoff].reduce((a, b) => (a < b ? a : b));
    loan.status = 'written_off';
    return 'posted';
  }
  const amount = event.what === 'repay' ? BigInt(event.amount) : loan.payoff;
  if (amount > loan.payoff) return 'above_payoff';
  if (event.from === 'savings' && naive.savings < amount) return 'insufficient_savings';
  if (event.from === 'savings') naive.savings -= amount;
  loan.repay(amount);
  return 'posted';
}

async function states({ sacco, member_id, guarantor, loan_id, naive }: Pair): Promise<[unknown, unknown]> {
  const real = loan_id ? await getLoan(sacco, loan_id) : null;
  // What is read counts what has fallen due, whether or not the job has been there.
  naive.loan?.charge(naive.day);
  const { loan } = naive;
  return [
    {
      savings: (await held(sacco.maker, member_id))['savings'],
      guarantor: (await held(sacco.maker, guarantor))['savings'],
      loan: real && {
        status: real.status,
        outstanding: real.outstanding_minor,
        charges_due: real.charges_due_minor,
        payoff: real.payoff_minor,
        days_past_due: real.days_past_due,
        schedule: real.schedule.map((line: Record<string, unknown>) => ({
          principal_minor: line['principal_minor'],
          interest_minor: line['interest_minor'],
          penalty_minor: line['penalty_minor'],
          paid_minor: line['paid_minor'],
        })),
      },
    },
    {
      savings: Number(naive.savings),
      guarantor: Number(naive.guarantor),
      loan: loan && {
        status: loan.status,
        outstanding: Number(loan.outstanding),
        charges_due: Number(loan.charges_due),
        payoff: Number(loan.payoff),
        days_past_due: loan.daysPastDue(naive.day),
        schedule: loan.schedule(),
      },
    },
  ];
}

const what = <What extends string>(...names: What[]): fc.Arbitrary<What> => fc.constantFrom(...names);
const terms: fc.Arbitrary<NaiveTerms> = fc.record({
  principal: fc.bigInt({ min: 1_000n, max: 60_000n }),
  rate_bps: fc.constantFrom(0n, 1_200n, 5_200n),
  method: what('flat', 'declining'),
  frequency: what('weekly', 'biweekly'),
  term: fc.integer({ min: 1, max: 6 }),
  penalty_bps: fc.constantFrom(0n, 500n),
  grace_days: fc.constantFrom(0, 5),
});
const applying: fc.Arbitrary<Event> = fc.record({
  what: what('apply'),
  terms,
  approve: fc.constantFrom(true, true, true, false),
});
const from = what('cash', 'savings');
const events: fc.Arbitrary<Event> = fc.oneof(
  { arbitrary: applying, weight: 2 },
  { arbitrary: fc.record({ what: what('move clock'), days: fc.integer({ min: 1, max: 20 }) }), weight: 5 },
  { arbitrary: fc.record({ what: what('charge') }), weight: 2 },
  {
    arbitrary: fc.record({ what: what('repay'), amount: fc.integer({ min: 1, max: 20_000 }), from }),
    weight: 6,
  },
  { arbitrary: fc.record({ what: what('repay all'), from }), weight: 1 },
  { arbitrary: fc.record({ what: what('write off') }), weight: 1 },
);

const FIRST: Event = {
  what: 'apply',
  terms: {
    principal: 60_000n,
    rate_bps: 5_200n,
    method: 'declining',
    frequency: 'weekly',
    term: 4,
    penalty_bps: 500n,
    grace_days: 5,
  },
  approve: true,
};

test('whatever happens to a loan, it stands as a naive one', { timeout: 240_000 }, async () => {
  const answers = await compareHistories<Event, Pair>({
    events: fc.array(events, { minLength: 10, maxLength: 20, size: 'max' }).map((more) => [FIRST, ...more]),
    example: [
      FIRST,
      { what: 'move clock', days: 15 },
      { what: 'charge' },
      { what: 'repay', amount: 20_000, from: 'savings' },
      { what: 'repay', amount: 39_990, from: 'savings' },
      { what: 'repay', amount: 39_990, from: 'cash' },
      { what: 'repay', amount: 3_000, from: 'savings' },
      { what: 'repay', amount: 60_001, from: 'cash' },
      { what: 'move clock', days: 40 },
      { what: 'repay all', from: 'cash' },
      { what: 'repay', amount: 1, from: 'cash' },
      { what: 'apply', terms: { ...FIRST.terms, method: 'flat', principal: 8_000n }, approve: true },
      { what: 'move clock', days: 9 },
      { what: 'write off' },
    ],
    runs: RUNS,
    async open() {
      const sacco = await createSacco(service);
      await moveToNoon(sacco.project);
      return {
        sacco,
        member_id: await newSaver(sacco, OWN_SAVINGS),
        guarantor: await newSaver(sacco, 2 * GUARANTEED),
        loan_id: null,
        naive: { day: 0, savings: BigInt(OWN_SAVINGS), guarantor: BigInt(2 * GUARANTEED), loan: null },
      };
    },
    async apply(pair, event) {
      const answer = await apply(pair, event);
      const expected = applyNaive(pair.naive, event);
      const [real, naive] = await states(pair);
      expect(real, fc.stringify(event)).toEqual(naive);
      return [answer, expected];
    },
    sweep: async () => void (await chargeLoans(service.ctx)),
    states,
  });
  expect(await verifyAll(service.ctx)).toEqual([]);
  expect([...answers]).toEqual(
    expect.arrayContaining(['posted', 'insufficient_savings', 'above_payoff', 'loan_not_open']),
  );
});
