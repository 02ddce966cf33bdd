/** The ledger accounts of the SACCO and of its members, and what they hold. */
import type { Currency } from '../../../core/money.ts';
import type { Scope } from '../../../core/scope.ts';
import type { Queryable } from '../../../db/connection.ts';
import { OPENED_ON_JOINING, SACCO_ACCOUNTS, type SaccoAccountKind } from '../accounts.rules.ts';
import type { Context } from '../../platform/context.ts';
import { accountId, openAccounts, type AccountKey, type LedgerBackend } from '../../ledger/index.ts';

/** Whose accounts a movement touches. */
interface AccountOwners {
  currency: Currency;
  member_id: string | null;
  loan_id: string | null;
}

/** The account of that kind: the member's or loan's own, or the SACCO's. */
export function accountKeyOf(
  kind: SaccoAccountKind,
  { currency, member_id, loan_id }: AccountOwners,
): AccountKey {
  const { owner } = SACCO_ACCOUNTS[kind];
  if (owner === 'sacco') return { kind, currency, owner: '' };
  const id = owner === 'member' ? member_id : loan_id;
  if (!id) throw new Error(`${kind} needs a ${owner}`);
  return { kind, currency, owner: id };
}

/** Accounts opened in one call. */
const MAX_OPENED_AT_ONCE = 1_000;

/** Opening what is open already changes nothing. */
export async function openMemberAccounts(
  db: Queryable,
  ledger: LedgerBackend,
  scope: Scope,
  member_ids: string[],
  currency: Currency,
): Promise<void> {
  const accounts = member_ids.flatMap((owner) =>
    OPENED_ON_JOINING.map((kind) => ({ scope, key: { kind, currency, owner } })),
  );
  for (let i = 0; i < accounts.length; i += MAX_OPENED_AT_ONCE)
    await openAccounts(db, ledger, accounts.slice(i, i + MAX_OPENED_AT_ONCE));
}

/** What a member holds, in minor units. */
export interface Holdings {
  shares_minor: bigint;
  savings_minor: bigint;
  /** Savings that no guarantee holds. */
  savings_available_minor: bigint;
}

/** What these members hold, in their order, with one look at the ledger. */
export async function holdingsOf(
  ctx: Pick<Context, 'ledger'>,
  scope: Scope,
  member_ids: string[],
  currency: Currency,
): Promise<Holdings[]> {
  const ids = member_ids.map((owner) => ({
    savings: accountId(scope, { kind: 'member_savings', currency, owner }),
    shares: accountId(scope, { kind: 'member_shares', currency, owner }),
  }));
  const counters = await ctx.ledger.balances(
    ids.flatMap(({ savings, shares }) => [savings, shares]),
    scope.clock.now(),
  );
  return ids.map(({ savings, shares }) => {
    const s = counters.get(savings);
    const h = counters.get(shares);
    const savings_minor = s ? s.credits_posted - s.debits_posted : 0n;
    return {
      savings_minor,
      savings_available_minor: s ? savings_minor - s.debits_pending : 0n,
      shares_minor: h ? h.credits_posted - h.debits_posted : 0n,
    };
  });
}
