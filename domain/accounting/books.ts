/** Trial balance, income statement and balance sheet of a scope, each from one snapshot of the ledger's totals. */
import { instantsOf, localDateAt } from '../../core/local-date.ts';
import type { Currency } from '../../core/money.ts';
import type { Scope } from '../../core/scope.ts';
import type { Queryable } from '../../db/connection.ts';
import { listChartAccounts } from '../chart/index.ts';
import { balanceOf, countAccounts, posted, ZERO_BALANCES } from '../ledger/index.ts';
import type { Context } from '../platform/context.ts';
import { readCashPartsAt, type CashPartAt } from '../tills/index.ts';
import {
  balanceSheet,
  incomeStatement,
  trialBalance,
  type CurrencyBalanceSheet,
  type CurrencyIncome,
  type CurrencyTrialBalance,
  type DefinedAccounts,
  type PostedRange,
} from './books.rules.ts';
import { daysOf, utcOffsetOf, type DateRange, type Days } from './days.ts';

type Sources = Pick<Context, 'ledger'> & { db: Queryable };

export interface TrialBalance {
  from: string;
  to: string;
  currencies: CurrencyTrialBalance[];
}

/** @throws AppError VALIDATION_ERROR for an invalid range of days */
export async function readTrialBalance(
  ctx: Sources,
  scope: Scope,
  { currency, ...range }: DateRange & { currency?: Currency | undefined },
): Promise<TrialBalance> {
  const days = await daysOf(ctx.db, scope, range);
  const { currencies, ...found } = await trialBalanceOf(ctx, scope, days, currency);
  const parts = await readCashPartsAt(ctx, scope, [days.begins, days.ends]);
  return { ...found, currencies: parts ? currencies.map((each) => withTills(each, parts)) : currencies };
}

/** The vault and the tills beside the row of cash. */
function withTills({ rows, ...each }: CurrencyTrialBalance, parts: CashPartAt[]): CurrencyTrialBalance {
  const own = parts.filter(({ currency }) => currency === each.currency);
  const of_cash = own.map(({ till_id, name, at: [before, after] }) => ({
    till_id,
    name,
    opening_balance_minor: balanceOf('cash_on_hand', before ?? ZERO_BALANCES),
    debits_minor: (after?.debits_posted ?? 0n) - (before?.debits_posted ?? 0n),
    credits_minor: (after?.credits_posted ?? 0n) - (before?.credits_posted ?? 0n),
    closing_balance_minor: balanceOf('cash_on_hand', after ?? ZERO_BALANCES),
  }));
  if (of_cash.length === 0) return { rows, ...each };
  return {
    ...each,
    rows: rows.map((row) => (row.kind === 'cash_on_hand' ? { ...row, parts: of_cash } : row)),
  };
}

/** The trial balance of a checked range, without the parts of cash. */
export async function trialBalanceOf(
  ctx: Sources,
  scope: Scope,
  days: Omit<Days, 'utc_offset_minutes'>,
  currency?: Currency,
): Promise<TrialBalance> {
  // Read first: a kind must be counted before anything is posted on its accounts.
  const posted = await readRange(ctx, scope, days, currency);
  const counts = await countAccounts(ctx.db, scope);
  const wanted = counts.filter((each) => currency === undefined || each.currency === currency);
  const defined = await definedAccounts(ctx, scope);
  return { from: days.from, to: days.to, currencies: trialBalance(posted, wanted, defined) };
}

export interface IncomeStatement {
  from: string;
  to: string;
  currencies: CurrencyIncome[];
}

/** @throws AppError VALIDATION_ERROR for an invalid range of days */
export async function readIncomeStatement(
  ctx: Sources,
  scope: Scope,
  range: DateRange,
): Promise<IncomeStatement> {
  const days = await daysOf(ctx.db, scope, range);
  const posted = await readRange(ctx, scope, days);
  const defined = await definedAccounts(ctx, scope);
  return { from: days.from, to: days.to, currencies: incomeStatement(posted, defined) };
}

export interface BalanceSheet {
  as_of: string;
  currencies: CurrencyBalanceSheet[];
}

/** @param as_of local date, whose postings count; today when left out */
export async function readBalanceSheet(ctx: Sources, scope: Scope, as_of?: string): Promise<BalanceSheet> {
  const utc_offset_minutes = await utcOffsetOf(ctx.db, scope);
  const date = as_of ?? localDateAt(scope.clock.now(), utc_offset_minutes);
  const { ends } = instantsOf(date, date, utc_offset_minutes);
  const [sums = EMPTY] = await posted.readSums(ctx, scope, [ends]);
  const sheets = balanceSheet(sums, await definedAccounts(ctx, scope));
  const parts = await readCashPartsAt(ctx, scope, [ends]);
  const currencies = sheets.map((sheet) => {
    const own = parts?.filter(({ currency }) => currency === sheet.currency) ?? [];
    if (own.length === 0) return sheet;
    const of_cash = own.map(({ till_id, name, at: [held] }) => ({
      till_id,
      name,
      amount_minor: balanceOf('cash_on_hand', held ?? ZERO_BALANCES),
    }));
    const kinds = sheet.assets.kinds.map((each) =>
      each.kind === 'cash_on_hand' ? { ...each, parts: of_cash } : each,
    );
    return { ...sheet, assets: { ...sheet.assets, kinds } };
  });
  return { as_of: date, currencies };
}

const EMPTY: posted.PostedSums = { kinds: [], accounts: [] };

/** Read after the sums: an account is in the chart before anything is posted on it. */
async function definedAccounts({ db }: Sources, scope: Scope): Promise<DefinedAccounts> {
  const accounts = await listChartAccounts(db, scope);
  return new Map(accounts.map((account) => [account.account_id, account]));
}

async function readRange(
  ctx: Sources,
  scope: Scope,
  { begins, ends }: Pick<Days, 'begins' | 'ends'>,
  currency?: Currency,
): Promise<PostedRange> {
  const [opening = EMPTY, closing = EMPTY] = await posted.readSums(ctx, scope, [begins, ends], currency);
  return { opening, closing };
}
