/** What the tills, bank accounts and providers hold, and what was earned. */
import type { Currency } from '../../core/money.ts';
import type { ScopedContext } from '../platform/unit.ts';
import { listChartAccounts } from '../chart/index.ts';
import {
  accountId,
  accounts,
  availableOf,
  balanceOf,
  ZERO_BALANCES,
  type AccountKind,
} from '../ledger/index.ts';
import { getSettings } from '../cooperative/index.ts';
import { readCashParts, type CashPart } from './cash-parts.ts';

const SHOWN = [
  'cash_on_hand',
  'provider_clearing',
  'fee_income',
  'interest_income',
] as const satisfies AccountKind[];

export interface Treasury extends Record<(typeof SHOWN)[number], bigint> {
  currency: Currency;
  /** All bank accounts together. */
  banks: bigint;
  /** What of `provider_clearing` is not on hold for payouts. */
  providers_available: bigint;
  /** The vault and the tills; null where all cash is one account. */
  parts: CashPart[] | null;
}

/** @throws AppError `sacco_not_set_up` */
export async function readTreasury({ ctx, scope }: ScopedContext): Promise<Treasury> {
  const { currency } = await getSettings(ctx.db, scope);
  const parts = await readCashParts({ ctx, scope });
  const defined = await listChartAccounts(ctx.db, scope);
  const bank_ids = defined
    .filter((account) => account.kind === 'bank' && account.currency === currency)
    .map(({ account_id }) => account_id);
  const shown_ids = SHOWN.map((kind) => accountId(scope, { kind, currency, owner: '' }));
  const found = await accounts.balances({ ctx, scope }, [...shown_ids, ...bank_ids]);
  const held = (kind: AccountKind, id: string): bigint => balanceOf(kind, found.get(id) ?? ZERO_BALANCES);
  const shown = Object.fromEntries(
    SHOWN.map((kind, i) => [kind, held(kind, shown_ids[i] as string)]),
  ) as Record<(typeof SHOWN)[number], bigint>;
  if (parts) shown.cash_on_hand = parts.reduce((sum, { balance_minor }) => sum + balance_minor, 0n);
  const providers_id = accountId(scope, { kind: 'provider_clearing', currency, owner: '' });
  const providers_available = availableOf('provider_clearing', found.get(providers_id) ?? ZERO_BALANCES);
  const banks = bank_ids.reduce((sum, id) => sum + held('bank', id), 0n);
  return { currency, banks, providers_available, parts, ...shown };
}
