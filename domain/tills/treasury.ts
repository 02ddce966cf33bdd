/** What the tills and bank accounts hold, and what was earned. */
import type { Currency } from '../../core/money.ts';
import type { ScopedContext } from '../platform/unit.ts';
import {
  accountId,
  accounts,
  balanceOf,
  totalsByKind,
  ZERO_BALANCES,
  type AccountKind,
} from '../ledger/index.ts';
import { getSettings } from '../cooperative/index.ts';
import { readCashParts, type CashPart } from './cash-parts.ts';

const SHOWN = ['cash_on_hand', 'fee_income', 'interest_income'] as const satisfies AccountKind[];

export interface Treasury extends Record<(typeof SHOWN)[number], bigint> {
  currency: Currency;
  /** All bank accounts together. */
  banks: bigint;
  /** The vault and the tills; null where all cash is one account. */
  parts: CashPart[] | null;
}

/** @throws AppError `sacco_not_set_up` */
export async function readTreasury({ ctx, scope }: ScopedContext): Promise<Treasury> {
  const { currency } = await getSettings(ctx.db, scope);
  const parts = await readCashParts({ ctx, scope });
  const ids = SHOWN.map((kind) => accountId(scope, { kind, currency, owner: '' }));
  const found = await accounts.balances({ ctx, scope }, ids);
  const balances = SHOWN.map((kind, i) => {
    const balances_of = found.get(ids[i] as string);
    return [kind, balances_of ? balanceOf(kind, balances_of) : 0n];
  });
  const shown = Object.fromEntries(balances) as Record<(typeof SHOWN)[number], bigint>;
  if (parts) shown.cash_on_hand = parts.reduce((sum, { balance_minor }) => sum + balance_minor, 0n);
  const banks = balanceOf('bank', (await totalsByKind(ctx, scope, currency)).get('bank') ?? ZERO_BALANCES);
  return { currency, banks, parts, ...shown };
}
