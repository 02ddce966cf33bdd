/** The ledger accounts of members, and what they hold. */
import type { Currency } from '../../core/money.ts';
import type { Queryable } from '../../db/connection.ts';
import { accountId, accounts, openAccounts, ZERO_BALANCES } from '../ledger/index.ts';
import { saccoAccounts } from '../movements/index.ts';
import { readSavings, type SavingsView } from '../savings/index.ts';
import type { ScopedContext } from '../platform/unit.ts';

/** Accounts opened in one call. */
const MAX_OPENED_AT_ONCE = 1_000;

/** Opening what is open already changes nothing. */
export async function openMemberAccounts(
  { ctx, scope, db = ctx.db }: ScopedContext & { db?: Queryable },
  member_ids: string[],
  currency: Currency,
): Promise<void> {
  const opened = member_ids.flatMap((owner) =>
    saccoAccounts.OPENED_ON_JOINING.map((kind) => ({ scope, key: { kind, currency, owner } })),
  );
  for (let i = 0; i < opened.length; i += MAX_OPENED_AT_ONCE)
    await openAccounts(db, ctx.ledger, opened.slice(i, i + MAX_OPENED_AT_ONCE));
}

/** What a member holds, in minor units. */
export interface Holdings {
  shares_minor: bigint;
  /** Of the default savings account. */
  savings_minor: bigint;
  /** What of it is not on hold. */
  savings_available_minor: bigint;
  /** Of all savings accounts. */
  savings_total_minor: bigint;
  /** Every savings account, the default one first. */
  accounts: SavingsView[];
}

/** What these members hold, in their order; the ledger is asked once for shares, and once for savings. */
export async function holdingsOf(
  { ctx, scope, db = ctx.db }: ScopedContext & { db?: Queryable },
  member_ids: readonly string[],
  currency: Currency,
): Promise<Holdings[]> {
  const ids = member_ids.map((owner) => accountId(scope, { kind: 'member_shares', currency, owner }));
  const [savings, balances] = await Promise.all([
    readSavings({ ctx, scope, db }, member_ids, currency),
    accounts.balances({ ctx, scope }, ids),
  ]);
  return ids.map((id, i) => {
    const shares = balances.get(id) ?? ZERO_BALANCES;
    const of_member = savings[i] as SavingsView[];
    const own = of_member[0] as SavingsView;
    return {
      savings_minor: own.balance_minor,
      savings_available_minor: own.available_minor,
      savings_total_minor: of_member.reduce((total, { balance_minor }) => total + balance_minor, 0n),
      accounts: of_member,
      shares_minor: shares.credits_posted - shares.debits_posted,
    };
  });
}
