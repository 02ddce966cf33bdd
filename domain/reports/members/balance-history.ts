/** What a member held at the ends of the months of the last year, and holds now, account by account. */
import { addDays, localDateAt, startOfDay } from '../../../core/local-date.ts';
import type { Currency } from '../../../core/money.ts';
import { getMember, getSettings } from '../../cooperative/index.ts';
import { accountId, balanceOf, posted } from '../../ledger/index.ts';
import { saccoAccounts } from '../../movements/index.ts';
import type { ScopedContext } from '../../platform/unit.ts';
import { readSavings } from '../../savings/index.ts';
import { monthEndsUntil } from '../held.rules.ts';

interface BalancesOfAccount {
  kind: 'savings' | 'shares';
  /** Of savings. */
  savings_account_id: string | null;
  product_name: string | null;
  /** One for each day; minor units. */
  balances_minor: bigint[];
}

export interface BalanceHistory {
  member_id: string;
  currency: Currency;
  /** Local dates, oldest first: the ends of months, and today. A balance is that at the end of the day. */
  days: string[];
  /** Savings accounts that are open, the default one first, then shares. */
  accounts: BalancesOfAccount[];
}

/** @throws AppError NOT_FOUND, `sacco_not_set_up` */
export async function readBalanceHistory(base: ScopedContext, member_id: string): Promise<BalanceHistory> {
  const { ctx, scope } = base;
  await getMember(ctx.db, scope, member_id);
  const { currency, utc_offset_minutes } = await getSettings(ctx.db, scope);
  const days = monthEndsUntil(localDateAt(scope.clock.now(), utc_offset_minutes));
  const [savings = []] = await readSavings(base, [member_id], currency);
  const shown = [
    ...savings.map(({ id, stored_id, product }) => ({
      kind: 'savings' as const,
      account: { kind: 'member_savings' as const, currency, member_id, savings_account_id: stored_id },
      savings_account_id: id,
      product_name: product.name,
    })),
    {
      kind: 'shares' as const,
      account: { kind: 'member_shares' as const, currency, member_id },
      savings_account_id: null,
      product_name: null,
    },
  ];
  const balances = await posted.readBalances(ctx, scope, {
    account_ids: shown.map(({ account: { kind, ...owners } }) =>
      accountId(
        scope,
        saccoAccounts.accountKeyOf(kind, { loan_id: null, savings_account_id: null, ...owners }),
      ),
    ),
    currency,
    moments: days.map((day) => startOfDay(addDays(day, 1), utc_offset_minutes)),
  });
  const accounts = shown.map(({ account, ...about }, i) => ({
    ...about,
    balances_minor: (balances[i] ?? []).map((each) => balanceOf(account.kind, each)),
  }));
  return { member_id, currency, days, accounts };
}
