/** What an import books, from lines without errors. Pure. */
import { ACCOUNT_KINDS, type AccountKind, type Side } from '../ledger/index.ts';
import type { saccoAccounts } from '../movements/index.ts';
import type { ImportLines } from './read-files.ts';

/** A balance of a bank or general account. */
export interface BookedAccount {
  kind: saccoAccounts.SaccoAccountKind;
  owner: string;
  side: Side;
  amount_minor: bigint;
}

/** Sums by kind of account, on its normal side, in minor units. */
export type Totals = ReadonlyMap<AccountKind, bigint>;

function sumOf<Item>(items: readonly Item[], of: (item: Item) => bigint): bigint {
  return items.reduce((sum, item) => sum + of(item), 0n);
}

/** What opening balances are left with is the difference of all others. */
export function totalsOf(
  { members, loans }: ImportLines,
  accounts: readonly BookedAccount[],
  cash_on_hand_minor: bigint,
): Totals {
  const totals = new Map<AccountKind, bigint>([
    ['member_savings', sumOf(members, ({ savings_minor }) => savings_minor)],
    ['member_shares', sumOf(members, ({ shares_minor }) => shares_minor)],
    ['loan_principal', sumOf(loans, ({ outstanding_minor }) => outstanding_minor)],
    ['interest_receivable', sumOf(loans, ({ charges_due_minor }) => charges_due_minor)],
    ['cash_on_hand', cash_on_hand_minor],
  ]);
  for (const { kind, side, amount_minor } of accounts) {
    const change = ACCOUNT_KINDS[kind].normal === side ? amount_minor : -amount_minor;
    totals.set(kind, (totals.get(kind) ?? 0n) + change);
  }
  const difference = [...totals].reduce(
    (sum, [kind, amount]) => (ACCOUNT_KINDS[kind].normal === 'debit' ? sum + amount : sum - amount),
    0n,
  );
  return totals.set('opening_balances', difference);
}

/** Balances of the cooperative's own accounts that one entry books. */
const MAX_LINES_PER_ENTRY = 50;

/** In the parts that entries book. */
export function accountEntries(accounts: readonly BookedAccount[]): BookedAccount[][] {
  const entries: BookedAccount[][] = [];
  for (let at = 0; at < accounts.length; at += MAX_LINES_PER_ENTRY)
    entries.push(accounts.slice(at, at + MAX_LINES_PER_ENTRY));
  return entries;
}
