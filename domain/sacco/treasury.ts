/** What the tills hold and what was earned. */
import type { Currency } from '../../core/money.ts';
import type { Scope } from '../../core/scope.ts';
import type { Context } from '../platform/context.ts';
import { accountId, balanceOf, type AccountKind } from '../ledger/index.ts';
import { getSettings } from './settings.ts';

const SHOWN = ['cash_on_hand', 'fee_income', 'interest_income'] as const satisfies AccountKind[];

export interface Treasury extends Record<(typeof SHOWN)[number], bigint> {
  currency: Currency;
}

/** @throws AppError `sacco_not_set_up` */
export async function readTreasury(ctx: Context, scope: Scope): Promise<Treasury> {
  const { currency } = await getSettings(ctx.db, scope);
  const ids = SHOWN.map((kind) => accountId(scope, { kind, currency, owner: '' }));
  const counters = await ctx.ledger.balances(ids, scope.clock.now());
  const balances = SHOWN.map((kind, i) => {
    const found = counters.get(ids[i] as string);
    return [kind, found ? balanceOf(kind, found) : 0n];
  });
  return { currency, ...(Object.fromEntries(balances) as Omit<Treasury, 'currency'>) };
}
