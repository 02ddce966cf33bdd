/** How histories begin, and some that lead to every answer that matters, and to a death at every step of a loan and of a dividend. */
import type { Amount, Concurrent, Death, Event, Person, ProductTerms, Verb, Wave } from './lending-events.ts';

const TERMS: ProductTerms = {
  principal: 60_000n,
  rate_bps: 5_200n,
  method: 'declining',
  frequency: 'weekly',
  term: 4,
  penalty_bps: 500n,
  grace_days: 5,
  savings_multiple_bps: null,
};
const SMALL: ProductTerms = { ...TERMS, principal: 6_000n, method: 'flat', frequency: 'monthly' };

const apply = (borrower: number, terms: ProductTerms, ...pledges: [bigint, bigint]): Event => ({
  what: 'apply',
  borrower,
  terms,
  pledges,
  by: 'maker',
});
const decide = (by: Person, dies: Death = null, which = 0, verb: Verb = 'approve'): Concurrent => ({
  what: 'decide',
  which,
  by,
  verb,
  dies,
});
const repay = (amount: Amount, from: 'cash' | 'savings' = 'cash', dies: Death = null): Concurrent => ({
  what: 'repay',
  which: 0,
  amount,
  from,
  by: 'maker',
  dies,
});
const move = (what: 'deposit' | 'withdraw' | 'shares', member: number, amount: bigint): Concurrent => ({
  what,
  member,
  amount,
});
const declare = (share_rate_bps: bigint, interest_rebate_bps: bigint): Event => ({
  what: 'declare',
  by: 'maker',
  share_rate_bps,
  interest_rebate_bps,
  paid_from: 'interest_income',
});
const days = (count: number): Event => ({ what: 'move clock', days: count });
const charge = (dies: Death = null): Concurrent => ({ what: 'charge', dies });
const credit = (dies: Death = null): Concurrent => ({ what: 'credit', which: 0, dies });
const payOut = (dies: Death = null): Concurrent => ({ what: 'pay out', which: 0, dies });
const retry: Concurrent = { what: 'retry', which: 0 };
const pay = (amount: Amount): Concurrent => ({ what: 'pay', which: 0, amount });
const write_off: Concurrent = { what: 'write off', which: 0, by: 'maker' };
const sweep: Event = { what: 'sweep' };
const reverse = (which = 0, dies: Death = null): Concurrent => ({
  what: 'reverse',
  which,
  by: 'maker',
  dies,
});
const provide: Concurrent = { what: 'provide', by: 'maker' };
const close = (days_ago: number): Event => ({ what: 'close', days_ago, by: 'admin' });
const reopen: Event = { what: 'reopen', which: 0, by: 'admin' };

/** Two loans of different members with one guarantor, so that whatever comes next happens to loans. */
export const TWO_LOANS: Wave[] = [
  [apply(0, TERMS, 10_000n, 5_000n)],
  [decide('checker')],
  [apply(1, SMALL, 3_000n, 0n)],
  [decide('owner')],
];

export const EVERY_ANSWER: Wave[] = [
  [apply(0, TERMS, 10_000n, 5_000n)],
  [apply(1, SMALL, 25_000n, 0n)],
  [apply(1, { ...TERMS, savings_multiple_bps: 30_000 }, 0n, 0n)],
  [decide('maker')],
  [decide('checker', 'before')],
  [sweep],
  [decide('checker')],
  [days(9)],
  [charge('after')],
  [days(8)],
  [sweep],
  [repay(5_000n)],
  [move('withdraw', 0, 60_000n)],
  [repay(20_000n, 'savings')],
  [repay('above payoff')],
  [repay(3_000n, 'savings', 'after')],
  [repay(2_000n)],
  [days(1)],
  [repay(1_000n)],
  [sweep],
  [{ what: 'repeat', which: 0, dies: null }],
  [move('shares', 0, 10_000n)],
  [move('shares', 3, 5_000n)],
  [declare(3_000n, 0n)],
  [declare(100n, 2_500n)],
  [declare(0n, 2_500n)],
  [decide('checker')],
  [payOut('before')],
  [sweep],
  [payOut(), payOut(), retry, charge(), repay(700n)],
  [pay(4_000n)],
  [credit('after')],
  [sweep],
  [apply(1, SMALL, 0n, 3_000n)],
  [move('withdraw', 3, 13_000n)],
  [decide('admin')],
  [write_off],
  [write_off],
  [repay(900n), repay(800n, 'savings'), charge(), credit(), pay(500n)],
  [decide('checker', 'after')],
  [repay(1n)],
  [sweep],
  [repay(1n)],
  [credit()],
  [apply(0, SMALL, 5_000n, 1_000n)],
  [apply(1, { ...SMALL, method: 'declining', frequency: 'biweekly' }, 9_000n, 500n)],
  [decide('checker', 'after', 0), decide('owner', null, 1), move('withdraw', 2, 9_000n)],
  [days(24)],
  [days(24)],
  [repay('payoff'), repay('payoff'), repay(2_000n, 'cash', 'before'), charge('before'), pay('above payoff')],
  [credit('before')],
  [sweep],
  [apply(0, SMALL, 0n, 100n)],
  [decide('owner', null, 0, 'reject')],
  [apply(0, SMALL, 0n, 100n)],
  [decide('admin', null, 0, 'cancel')],
];

/** The same for what is taken back, provided for, and closed. */
export const EVERY_CORRECTION: Wave[] = [
  [apply(0, TERMS, 10_000n, 5_000n)],
  [decide('checker')],
  [provide],
  [decide('checker', 'before')],
  [sweep],
  [repay(5_000n)],
  [repay(3_000n, 'savings')],
  [reverse(1)],
  [reverse()],
  [reverse()],
  [decide('maker')],
  [decide('checker', 'after')],
  [sweep],
  [reverse()],
  [reverse(1)],
  [decide('owner', null, 0, 'reject')],
  [reverse(1)],
  [days(3)],
  [close(1)],
  [decide('checker')],
  [decide('owner', null, 1)],
  [reverse(1)],
  [reopen],
  [decide('checker')],
  [reverse(1)],
  [days(4)],
  [decide('checker', 'before')],
  [sweep],
  [decide('checker')],
  [provide],
  [decide('owner')],
  [repay('payoff')],
  [reverse()],
  [move('withdraw', 2, 25_000n)],
  [decide('checker')],
  [provide],
  [decide('checker', 'after')],
  [sweep],
  [move('deposit', 2, 25_000n)],
  [reverse()],
  [decide('checker', 'after')],
  [sweep],
  [move('withdraw', 0, 60_000n)],
  [repay(20_000n, 'savings')],
  [reverse()],
  [repay(2_000n)],
  [repay(1_000n, 'savings')],
  [reverse()],
  [repay(700n), decide('checker'), charge(), pay(500n), reverse(1)],
  [credit()],
  [reverse()],
  [days(9)],
  [provide, reverse(1), provide, charge()],
  [decide('checker'), decide('owner', null, 1), decide('admin', null, 2), repay(900n)],
  [sweep],
  [close(0)],
  [close(2)],
  [close(3)],
  [decide('owner', null, 0, 'cancel')],
];
