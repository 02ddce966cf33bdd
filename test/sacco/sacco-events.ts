/** The random events of a SACCO's history, as data. */
import fc from 'fast-check';
import { PEOPLE, type Crash, type EntryRequest, type Name, type Requester } from './naive-entry.ts';

export const CUSTOMERS = 3;

export type Event =
  | { what: 'join'; customer: number; own: string | undefined; pay_fee: boolean; crash: Crash }
  | { what: 'request'; customer: number; by: Requester; entry: EntryRequest; crash: Crash }
  | { what: 'repeat'; which: number; crash: Crash }
  | { what: 'reverse'; which: number; by: Requester }
  | { what: 'approve'; which: number; by: Name; crash: Crash }
  | { what: 'reject'; which: number; by: Name }
  | { what: 'cancel'; which: number; by: Requester }
  | { what: 'suspend' | 'reactivate' | 'freeze' | 'unfreeze'; customer: number }
  | { what: 'pay'; customer: number; amount: number; purpose: 'savings' | 'shares' }
  | { what: 'spend'; amount: number }
  | { what: 'credit'; which: number; crash: Crash }
  | { what: 'refund'; which: number }
  | { what: 'end refund'; which: number; succeeded: boolean }
  | { what: 'settings'; threshold: number | null; fee: number; offset_hours: number }
  | { what: 'close'; days_ago: number; by: Name }
  | { what: 'reopen'; which: number; by: Name }
  | { what: 'advance clock' | 'sweep' };

const customer = fc.nat({ max: CUSTOMERS - 1 });
const amount = fc.integer({ min: 1, max: 40 });
const crash = fc.oneof(
  { arbitrary: fc.constant(null), weight: 6 },
  { arbitrary: fc.constantFrom<Crash>('before', 'after'), weight: 1 },
);
const which = fc.nat({ max: 4 });
const person = fc.constantFrom(...PEOPLE);
const requester = fc.constantFrom<Requester>(...PEOPLE, 'key');
const what = <Word extends string>(...words: Word[]) => fc.constantFrom(...words);
const KINDS = {
  deposit: 3,
  withdrawal: 3,
  'shares from cash': 1,
  'shares from savings': 1,
  'cash in': 1,
  'cash out': 1,
  expense: 1,
  'deposit from bank': 2,
  'withdrawal to bank': 1,
  'cash to bank': 2,
  'cash from bank': 1,
  'expense by bank': 1,
  journal: 1,
  exit: 1,
} satisfies Record<EntryRequest['kind'], number>;
const entry_request: fc.Arbitrary<EntryRequest> = fc.record({
  kind: fc.oneof(
    ...(Object.keys(KINDS) as EntryRequest['kind'][]).map((kind) => ({
      arbitrary: fc.constant(kind),
      weight: KINDS[kind],
    })),
  ),
  amount,
});

/** Events that move money. */
export const moving: fc.Arbitrary<Event> = fc.oneof(
  {
    arbitrary: fc.record({ what: what('request'), customer, by: requester, entry: entry_request, crash }),
    weight: 8,
  },
  { arbitrary: fc.record({ what: what('repeat'), which, crash }), weight: 2 },
  { arbitrary: fc.record({ what: what('reverse'), which: fc.nat({ max: 8 }), by: requester }), weight: 3 },
  { arbitrary: fc.record({ what: what('approve'), which, by: person, crash }), weight: 4 },
  { arbitrary: fc.record({ what: what('reject'), which, by: person }), weight: 2 },
  { arbitrary: fc.record({ what: what('cancel'), which, by: requester }), weight: 2 },
  {
    arbitrary: fc.record({ what: what('pay'), customer, amount, purpose: what('savings', 'shares') }),
    weight: 2,
  },
  { arbitrary: fc.record({ what: what('credit'), which, crash }), weight: 2 },
  { arbitrary: fc.record({ what: what('refund'), which }), weight: 1 },
  { arbitrary: fc.record({ what: what('end refund'), which, succeeded: fc.boolean() }), weight: 1 },
  { arbitrary: fc.record({ what: what('spend'), amount }), weight: 1 },
);
export const joining: fc.Arbitrary<Event> = fc.record({
  what: what('join'),
  customer,
  own: fc.constantFrom(undefined, undefined, undefined, 'M00002', 'OWN-1'),
  pay_fee: fc.boolean(),
  crash,
});
/** Events that change what is allowed, or the time. */
export const changing: fc.Arbitrary<Event> = fc.oneof(
  fc.record({
    what: what('suspend', 'reactivate', 'reactivate', 'freeze', 'unfreeze', 'unfreeze'),
    customer,
  }),
  fc.record({
    what: what('settings'),
    threshold: fc.option(fc.integer({ min: 0, max: 60 })),
    fee: fc.constantFrom(0, 10),
    offset_hours: fc.constantFrom(3, 3, 0),
  }),
  fc.record({ what: what('advance clock', 'advance clock', 'sweep') }),
);

const manager = fc.constantFrom<Name>('admin', 'owner');
/** Events about accounting periods. */
export const closing: fc.Arbitrary<Event> = fc.oneof(
  { arbitrary: fc.record({ what: what('close'), days_ago: fc.nat({ max: 2 }), by: manager }), weight: 2 },
  { arbitrary: fc.record({ what: what('reopen'), which: fc.nat({ max: 1 }), by: manager }), weight: 1 },
);

const request = (by: Requester, kind: EntryRequest['kind'], sum: number, crash_at: Crash = null): Event => ({
  what: 'request',
  customer: 0,
  by,
  entry: { kind, amount: sum },
  crash: crash_at,
});

/** The clock's steps in turn, whichever comes first, are of a day. */
const A_DAY_LATER: Event[] = Array.from({ length: 4 }, () => ({ what: 'advance clock' }));

/** Leads to every answer that matters. */
export const EVERY_ANSWER: Event[] = [
  request('maker', 'deposit', 40),
  { what: 'repeat', which: 0, crash: null },
  request('maker', 'deposit', 40, 'after'),
  request('maker', 'deposit from bank', 9),
  request('maker', 'cash to bank', 5),
  { what: 'approve', which: 0, by: 'checker', crash: 'after' },
  { what: 'sweep' },
  request('maker', 'journal', 14),
  { what: 'approve', which: 0, by: 'checker', crash: null },
  request('maker', 'expense by bank', 1),
  { what: 'approve', which: 0, by: 'checker', crash: null },
  { what: 'reverse', which: 1, by: 'maker' },
  { what: 'approve', which: 0, by: 'checker', crash: 'before' },
  { what: 'sweep' },
  request('maker', 'withdrawal', 31),
  { what: 'approve', which: 0, by: 'maker', crash: null },
  { what: 'approve', which: 0, by: 'checker', crash: null },
  { what: 'approve', which: 0, by: 'checker', crash: null },
  { what: 'settings', threshold: null, fee: 0, offset_hours: 3 },
  request('maker', 'withdrawal', 1000),
  request('maker', 'deposit', 5),
  { what: 'reverse', which: 0, by: 'maker' },
  { what: 'reverse', which: 1, by: 'maker' },
  { what: 'approve', which: 0, by: 'checker', crash: 'after' },
  { what: 'sweep' },
  { what: 'reverse', which: 1, by: 'maker' },
  { what: 'reverse', which: 0, by: 'maker' },
  request('maker', 'deposit', 7),
  { what: 'reverse', which: 0, by: 'maker' },
  request('maker', 'exit', 0),
  request('maker', 'withdrawal', 80),
  { what: 'approve', which: 0, by: 'checker', crash: null },
  { what: 'suspend', customer: 0 },
  request('maker', 'withdrawal', 1),
  // It is near midnight: the next day begins, and the day of all that was booked is closed.
  request('maker', 'deposit', 3),
  { what: 'reverse', which: 0, by: 'maker' },
  request('maker', 'deposit', 4, 'before'),
  { what: 'close', days_ago: 0, by: 'admin' },
  ...A_DAY_LATER,
  { what: 'close', days_ago: 1, by: 'admin' },
  { what: 'sweep' },
  { what: 'close', days_ago: 1, by: 'admin' },
  { what: 'close', days_ago: 1, by: 'owner' },
  { what: 'settings', threshold: null, fee: 0, offset_hours: 0 },
  { what: 'approve', which: 0, by: 'admin', crash: null },
  { what: 'approve', which: 0, by: 'checker', crash: null },
  { what: 'approve', which: 1, by: 'checker', crash: null },
  request('maker', 'deposit', 6),
  { what: 'reverse', which: 2, by: 'maker' },
  { what: 'close', days_ago: 1, by: 'owner' },
  { what: 'reopen', which: 0, by: 'owner' },
  { what: 'approve', which: 0, by: 'checker', crash: null },
  { what: 'reopen', which: 0, by: 'owner' },
  { what: 'reverse', which: 2, by: 'maker' },
  ...A_DAY_LATER,
  { what: 'close', days_ago: 1, by: 'owner' },
  { what: 'reject', which: 0, by: 'checker' },
  { what: 'close', days_ago: 2, by: 'owner' },
  { what: 'approve', which: 0, by: 'admin', crash: null },
];
