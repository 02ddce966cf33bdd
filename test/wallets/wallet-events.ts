/** The random events of a history of wallets and top-ups, as data. */
import fc from 'fast-check';
import type { Crash, Limits } from './naive-wallets.ts';

export const CUSTOMERS = 3;

export type Event =
  | { what: 'deposit' | 'withdraw'; customer: number; amount: number; crash: Crash }
  | { what: 'transfer'; from: number; step: number; amount: number; crash: Crash }
  | { what: 'repeat'; which: number; crash: Crash }
  | { what: 'freeze' | 'unfreeze'; customer: number }
  | { what: 'limits'; limits: Limits }
  | { what: 'next day' | 'sweep' }
  | { what: 'pay'; customer: number; amount: number }
  | { what: 'credit' | 'retry' | 'reverse'; which: number; crash: Crash }
  | { what: 'refund'; which: number }
  | { what: 'end refund'; which: number; succeeded: boolean };

const customer = fc.nat({ max: CUSTOMERS - 1 });
const amount = fc.integer({ min: 1, max: 60 });
const crash = fc.oneof(
  { arbitrary: fc.constant(null), weight: 5 },
  { arbitrary: fc.constantFrom<Crash>('before', 'after'), weight: 1 },
);
const which = fc.nat({ max: 5 });
const limits: fc.Arbitrary<Limits> = fc.record(
  {
    max_balance_minor: fc.integer({ min: 20, max: 120 }),
    max_single_minor: fc.integer({ min: 10, max: 60 }),
    max_daily_out_minor: fc.integer({ min: 10, max: 120 }),
  },
  { requiredKeys: [] },
);
const what = <Name extends string>(...names: Name[]) => fc.constantFrom(...names);

/** Events that move money. */
export const moving: fc.Arbitrary<Event> = fc.oneof(
  fc.record({ what: what('deposit', 'withdraw'), customer, amount, crash }),
  fc.record({ what: what('transfer'), from: customer, step: fc.constantFrom(1, 2), amount, crash }),
  fc.record({ what: what('repeat'), which, crash }),
  fc.record({ what: what('pay'), customer, amount }),
  fc.record({ what: what('credit', 'credit', 'retry', 'reverse'), which, crash }),
  fc.record({ what: what('refund'), which }),
  fc.record({ what: what('end refund'), which, succeeded: fc.boolean() }),
);
/** Events that change what is allowed, or the time. */
export const changing: fc.Arbitrary<Event> = fc.oneof(
  fc.record({ what: what('freeze', 'unfreeze', 'unfreeze'), customer }),
  fc.record({ what: what('limits'), limits }),
  fc.record({ what: what('next day', 'sweep', 'sweep') }),
);

/** Leads to every answer that matters. */
export const EVERY_ANSWER: Event[] = [
  { what: 'deposit', customer: 0, amount: 30, crash: null },
  { what: 'repeat', which: 0, crash: null },
  { what: 'withdraw', customer: 0, amount: 31, crash: null },
  { what: 'withdraw', customer: 0, amount: 5, crash: 'after' },
  { what: 'pay', customer: 1, amount: 20 },
  { what: 'credit', which: 0, crash: null },
  { what: 'refund', which: 0 },
  { what: 'limits', limits: { max_single_minor: 10 } },
  { what: 'transfer', from: 0, step: 1, amount: 11, crash: null },
  { what: 'freeze', customer: 0 },
  { what: 'transfer', from: 0, step: 1, amount: 1, crash: null },
];
