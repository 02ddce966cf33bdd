/** What the naive SACCO keeps, and how an entry changes its balances. */

/** Where the process dies: before the ledger has booked, or after, and before it recorded that. */
export type Crash = 'before' | 'after' | null;

export const PEOPLE = ['maker', 'checker', 'admin', 'owner'] as const;
export type Name = (typeof PEOPLE)[number];
/** Who requests: a person, or the API key that the admin has issued. */
export type Requester = Name | 'key';

export interface NaiveMember {
  customer: number;
  no: string;
  status: 'active' | 'suspended' | 'exiting' | 'exited';
  fee_paid: boolean;
  fee: Entry | null;
}

export interface NaivePayment {
  member: NaiveMember;
  amount: number;
  purpose: 'savings' | 'shares';
  status: 'pending' | 'posting' | 'credited' | 'failed' | 'cancelled' | 'refunded';
  refund: 'none' | 'open' | 'succeeded';
  /** The merchant's balance did not cover its credit. */
  was_short: boolean;
}

export interface EntryRequest {
  kind:
    | 'deposit'
    | 'withdrawal'
    | 'shares from cash'
    | 'shares from savings'
    | 'cash in'
    | 'cash out'
    | 'expense'
    | 'deposit from bank'
    | 'withdrawal to bank'
    | 'cash to bank'
    | 'cash from bank'
    | 'expense by bank'
    | 'journal'
    | 'exit';
  /** Of an exit it follows from what is held. */
  amount: number;
}

/** How booking an entry changes the balances. */
export interface Effect {
  cash?: number;
  counted?: number;
  fees?: number;
  /** On operating expenses. */
  spent?: number;
  bank?: number;
  /** On a general asset. */
  equipment?: number;
  merchant?: number;
  savings?: number;
  shares?: number;
}
export type AccountName = keyof Effect;

export interface Entry {
  kind: EntryRequest['kind'] | 'fee' | 'paid savings' | 'paid shares' | 'reversal';
  /** Of a reversal: what it takes back. */
  reverses: Entry | null;
  member: NaiveMember | null;
  amount: number;
  effect: Effect;
  status: 'pending' | 'posting' | 'awaiting_approval' | 'posted' | 'failed' | 'rejected' | 'cancelled';
  error: string | null;
  requested_at: number;
  /** By the days as they were counted then. */
  requested_on: number;
  /** Null until the ledger has it. */
  booked_at: number | null;
  by: Requester | 'system';
  approval: 'pending' | 'approved' | 'rejected' | 'cancelled' | null;
  payment: NaivePayment | null;
  ledger: 'not_sent' | 'booked' | 'refused';
  /** By the ledger. */
  refused_for: string | null;
}

export function effectOf(kind: EntryRequest['kind'], amount: number): Effect {
  switch (kind) {
    case 'deposit':
      return { cash: amount, savings: amount };
    case 'withdrawal':
      return { cash: -amount, savings: -amount };
    case 'shares from cash':
      return { cash: amount, shares: amount };
    case 'shares from savings':
      return { savings: -amount, shares: amount };
    case 'cash in':
      return { cash: amount, counted: amount };
    case 'cash out':
      return { cash: -amount, counted: -amount };
    case 'expense':
      return { cash: -amount, spent: amount };
    case 'deposit from bank':
      return { bank: amount, savings: amount };
    case 'withdrawal to bank':
      return { bank: -amount, savings: -amount };
    case 'cash to bank':
      return { cash: -amount, bank: amount };
    case 'cash from bank':
      return { cash: amount, bank: -amount };
    case 'expense by bank':
      return { bank: -amount, spent: amount };
    case 'journal':
      return { bank: -amount, equipment: amount };
    case 'exit':
    default:
      return {};
  }
}

export const REVERSIBLE = new Set<Entry['kind']>([
  'deposit',
  'withdrawal',
  'shares from cash',
  'shares from savings',
  'cash in',
  'cash out',
  'expense',
  'deposit from bank',
  'withdrawal to bank',
  'cash to bank',
  'cash from bank',
  'expense by bank',
  'journal',
]);

/** What takes it back. */
export function opposite(effect: Effect): Effect {
  return Object.fromEntries(Object.entries(effect).map(([account, change]) => [account, 0 - change]));
}

/** What is short for this entry, the member's savings before the tills and the bank. */
export function shortOf({ effect }: Entry, holds: (account: AccountName) => number): string | null {
  const short = (account: AccountName): boolean =>
    (effect[account] ?? 0) < 0 && holds(account) < -(effect[account] ?? 0);
  if (short('savings')) return 'insufficient_savings';
  if (short('shares')) return 'insufficient_shares';
  if (short('merchant')) return 'insufficient_funds';
  if (short('bank')) return 'insufficient_bank';
  return short('cash') ? 'insufficient_cash' : null;
}

/** A status, with the error when there is one. */
export function answerOf({ status, error }: { status: string; error: string | null }): string {
  return error ? `${status} ${error}` : status;
}

export function personBehind<By extends string>(by: By): By | 'admin' {
  return by === 'key' ? 'admin' : by;
}

export function drop(entry: Entry, decision: 'rejected' | 'cancelled'): string {
  entry.approval = decision;
  entry.status = decision;
  if (entry.kind === 'exit' && entry.member) entry.member.status = 'active';
  return decision;
}
