/** The ledger accounts of members, and what they hold. */
import type { Currency } from '../../core/money.ts';
import type { Scope } from '../../core/scope.ts';
import type { Queryable } from '../../db/connection.ts';
import { accountId, accounts, openAccounts, ZERO_BALANCES } from '../ledger/index.ts';
import { saccoAccounts } from '../movements/index.ts';
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
  savings_minor: bigint;
  /** Savings that are not on hold. */
  savings_available_minor: bigint;
}

/** What these members hold, in their order; the ledger is asked once. */
export async function holdingsOf(
  { ctx, scope }: { ctx: Pick<ScopedContext['ctx'], 'ledger'>; scope: Scope },
  member_ids: readonly string[],
  currency: Currency,
): Promise<Holdings[]> {
  const ids = member_ids.map((owner) => ({
    savings: accountId(scope, { kind: 'member_savings', currency, owner }),
    shares: accountId(scope, { kind: 'member_shares', currency, owner }),
  }));
  const balances = await accounts.balances(
    { ctx, scope },
    ids.flatMap(({ savings, shares }) => [savings, shares]),
  );
  return ids.map((account) => {
    const savings = balances.get(account.savings) ?? ZERO_BALANCES;
    const shares = balances.get(account.shares) ?? ZERO_BALANCES;
    const savings_minor = savings.credits_posted - savings.debits_posted;
    return {
      savings_minor,
      savings_available_minor: savings_minor - savings.debits_pending,
      shares_minor: shares.credits_posted - shares.debits_posted,
    };
  });
}
