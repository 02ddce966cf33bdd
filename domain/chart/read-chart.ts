/** The chart of accounts with what its accounts hold now. */
import type { Currency } from '../../core/money.ts';
import { findSettings, getSettings } from '../cooperative/index.ts';
import {
  accounts,
  balanceOf,
  totalsByKind,
  ZERO_BALANCES,
  type AccountBalances,
  type AccountKind,
} from '../ledger/index.ts';
import type { ScopedContext } from '../platform/unit.ts';
import { ChartAccount, type ChartAccountRow } from './chart-account.model.ts';
import { SYSTEM_KINDS, type CodeAndName, type SystemKind } from './chart.rules.ts';
import { systemAccounts } from './system-accounts.ts';

export interface ChartRow extends CodeAndName {
  /** Of the ledger's account; null for the system's accounts, which may be many. */
  account_id: string | null;
  kind: AccountKind;
  currency: Currency;
  balance_minor: bigint;
  active: boolean;
}

/** In the order of their codes. @param currency all in use, and the cooperative's own, when left out */
export async function readChart(base: ScopedContext, currency?: Currency): Promise<ChartRow[]> {
  const { ctx, scope } = base;
  const defined = await ChartAccount.query(ctx.db).inScope(scope).whereGiven('currency', currency);
  const rows = [...(await systemRows(base, currency)), ...(await withBalances(base, defined))];
  const key = ({ code, currency: in_currency }: ChartRow): string => `${code} ${in_currency}`;
  return rows.toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
}

/** Every kind in the cooperative's currency, and those that are used in others. */
async function systemRows({ ctx, scope }: ScopedContext, wanted?: Currency): Promise<ChartRow[]> {
  const own = (await findSettings(ctx.db, scope))?.currency;
  const in_use = await accounts.currencies(ctx.db, scope);
  const currencies = [...new Set([...(own ? [own] : []), ...in_use])];
  const names = await systemAccounts(ctx.db, scope);
  const rows = await Promise.all(
    currencies
      .filter((currency) => wanted === undefined || currency === wanted)
      .map(async (currency) => {
        const totals = await totalsByKind(ctx, scope, currency);
        return SYSTEM_KINDS.filter((kind) => currency === own || totals.has(kind)).map((kind) =>
          systemRow(kind, names[kind], { currency, balances: totals.get(kind) }),
        );
      }),
  );
  return rows.flat();
}

function systemRow(
  kind: SystemKind,
  names: CodeAndName,
  { currency, balances = ZERO_BALANCES }: { currency: Currency; balances?: AccountBalances | undefined },
): ChartRow {
  return {
    ...names,
    account_id: null,
    kind,
    currency,
    balance_minor: balanceOf(kind, balances),
    active: true,
  };
}

/** A kind of system account in the cooperative's currency. @throws AppError `sacco_not_set_up` */
export async function readSystemAccount({ ctx, scope }: ScopedContext, kind: SystemKind): Promise<ChartRow> {
  const { currency } = await getSettings(ctx.db, scope);
  const names = await systemAccounts(ctx.db, scope);
  const totals = await totalsByKind(ctx, scope, currency);
  return systemRow(kind, names[kind], { currency, balances: totals.get(kind) });
}

/** Accounts that were defined, with their balances. */
export async function withBalances(
  base: ScopedContext,
  defined: readonly ChartAccountRow[],
): Promise<ChartRow[]> {
  const balances = await accounts.balances(
    base,
    defined.map(({ account_id }) => account_id),
  );
  return defined.map(({ account_id, code, name, kind, currency, active }) => ({
    account_id,
    code,
    name,
    kind,
    currency,
    balance_minor: balanceOf(kind, balances.get(account_id) ?? ZERO_BALANCES),
    active,
  }));
}

/** One account that was defined, with its balance. */
export async function withBalance(base: ScopedContext, row: ChartAccountRow): Promise<ChartRow> {
  const [found] = await withBalances(base, [row]);
  return found as ChartRow;
}
