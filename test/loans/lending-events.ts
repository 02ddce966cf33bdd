/** The random events of loans and dividends of a SACCO, as data. */
import fc from 'fast-check';
import type { NaiveTerms } from './naive-loan.ts';

/** Where the process dies: before the ledger has booked, or after, and before it recorded that. */
export type Death = 'before' | 'after' | null;

export const STAFF = ['maker', 'checker', 'admin', 'owner'] as const;
export type Person = (typeof STAFF)[number];
export type Manager = 'admin' | 'owner';
export const DECIDERS = ['checker', 'admin', 'owner'] as const;

/** Of the members; the others guarantee. */
export const BORROWERS = 2;
export const MEMBERS = 4;

export interface ProductTerms extends NaiveTerms {
  /** Null: savings set no limit. */
  savings_multiple_bps: number | null;
}

export type Verb = 'approve' | 'reject' | 'cancel';
export type Amount = bigint | 'payoff' | 'above payoff';

/** What may happen at the same moment as others of these. `which` counts back from the newest. */
export type Concurrent =
  | { what: 'decide'; which: number; by: Person; verb: Verb; dies: Death }
  | { what: 'repay'; which: number; amount: Amount; from: 'cash' | 'savings'; by: Person; dies: Death }
  | { what: 'repeat'; which: number; dies: Death }
  | { what: 'pay'; which: number; amount: Amount }
  | { what: 'credit'; which: number; dies: Death }
  | { what: 'charge'; dies: Death }
  | { what: 'write off'; which: number; by: Person }
  | { what: 'deposit' | 'withdraw' | 'shares'; member: number; amount: bigint }
  | { what: 'reverse'; which: number; by: Person; dies: Death }
  | { what: 'provide'; by: Person }
  | { what: 'pay out'; which: number; dies: Death }
  | { what: 'retry'; which: number };

/** What happens by itself. */
export type Single =
  | { what: 'apply'; borrower: number; terms: ProductTerms; pledges: [bigint, bigint]; by: Person }
  | {
      what: 'declare';
      by: Person;
      share_rate_bps: bigint;
      interest_rebate_bps: bigint;
      paid_from: 'interest_income' | 'fee_income';
    }
  | { what: 'close'; days_ago: number; by: Manager }
  | { what: 'reopen'; which: number; by: Manager }
  | { what: 'move clock'; days: number }
  | { what: 'sweep' };

export type Event = Single | Concurrent;
/** Events that happen at the same moment. */
export type Wave = Event[];

const word = <Word extends string>(...words: Word[]): fc.Arbitrary<Word> => fc.constantFrom(...words);
const minor = (max: bigint): fc.Arbitrary<bigint> => fc.bigInt({ min: 1n, max });
const by = fc.constantFrom(...STAFF);
const which = fc.nat({ max: 3 });
const dies: fc.Arbitrary<Death> = fc.oneof(
  { arbitrary: fc.constant(null), weight: 5 },
  { arbitrary: word('before', 'after'), weight: 1 },
);

const terms: fc.Arbitrary<ProductTerms> = fc.record({
  principal: minor(60_000n),
  rate_bps: fc.constantFrom(0n, 1_200n, 5_200n),
  method: word('flat', 'declining'),
  frequency: word('weekly', 'biweekly', 'monthly'),
  term: fc.integer({ min: 1, max: 5 }),
  penalty_bps: fc.constantFrom(0n, 500n),
  grace_days: fc.constantFrom(0, 5),
  savings_multiple_bps: fc.constantFrom(null, null, null, 30_000),
});
const pledge = fc.oneof(fc.constant(0n), minor(9_000n), minor(25_000n));
const amount: fc.Arbitrary<Amount> = fc.oneof(
  { arbitrary: minor(20_000n), weight: 6 },
  { arbitrary: word('payoff', 'above payoff'), weight: 1 },
);

const events = <What extends Event>(weight: number, of: fc.Arbitrary<What>) => ({ arbitrary: of, weight });
const concurrent: fc.Arbitrary<Concurrent> = fc.oneof(
  events(
    4,
    fc.record({
      what: word('decide'),
      which,
      by: fc.constantFrom(...DECIDERS),
      verb: word<Verb>('approve', 'approve', 'approve', 'approve', 'reject', 'cancel'),
      dies,
    }),
  ),
  events(6, fc.record({ what: word('repay'), which, amount, from: word('cash', 'savings'), by, dies })),
  events(1, fc.record({ what: word('repeat'), which, dies })),
  events(2, fc.record({ what: word('pay'), which, amount })),
  events(3, fc.record({ what: word('credit'), which, dies })),
  events(2, fc.record({ what: word('charge'), dies })),
  events(1, fc.record({ what: word('write off'), which, by })),
  events(
    2,
    fc.record({
      what: word('deposit', 'withdraw', 'shares'),
      member: fc.nat({ max: MEMBERS - 1 }),
      amount: minor(9_000n),
    }),
  ),
  events(4, fc.record({ what: word('reverse'), which: fc.nat({ max: 2 }), by, dies })),
  events(1, fc.record({ what: word('provide'), by })),
  events(2, fc.record({ what: word('pay out'), which: fc.nat({ max: 1 }), dies })),
  events(1, fc.record({ what: word('retry'), which: fc.nat({ max: 1 }) })),
);
const single: fc.Arbitrary<Single> = fc.oneof(
  events(
    3,
    fc.record({
      what: word('apply'),
      borrower: fc.nat({ max: BORROWERS - 1 }),
      terms,
      pledges: fc.tuple(pledge, pledge),
      by,
    }),
  ),
  events(
    1,
    fc.record({
      what: word('declare'),
      by,
      share_rate_bps: fc.constantFrom(0n, 300n, 3_000n),
      interest_rebate_bps: fc.constantFrom(0n, 0n, 2_500n),
      paid_from: word('interest_income', 'fee_income'),
    }),
  ),
  events(1, fc.record({ what: word('close'), days_ago: fc.nat({ max: 8 }), by: word('admin', 'owner') })),
  events(1, fc.record({ what: word('reopen'), which: fc.nat({ max: 1 }), by: word('admin', 'owner') })),
  events(4, fc.record({ what: word('move clock'), days: fc.integer({ min: 1, max: 24 }) })),
  events(3, fc.record({ what: word('sweep') })),
);

export const waves: fc.Arbitrary<Wave[]> = fc.array(
  fc.oneof(
    { arbitrary: single.map((event): Wave => [event]), weight: 5 },
    { arbitrary: concurrent.map((event): Wave => [event]), weight: 8 },
    {
      arbitrary: fc.array(concurrent, { minLength: 2, maxLength: 6, size: 'max' }) as fc.Arbitrary<Wave>,
      weight: 2,
    },
  ),
  { minLength: 30, maxLength: 50, size: 'max' },
);
