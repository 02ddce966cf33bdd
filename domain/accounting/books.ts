/** Trial balance, income statement and balance sheet of a scope, each from one snapshot of the ledger's totals. */
import { instantsOf, localDateAt } from '../../core/local-date.ts';
import type { Currency } from '../../core/money.ts';
import type { Scope } from '../../core/scope.ts';
import type { Queryable } from '../../db/connection.ts';
import { listChartAccounts } from '../chart/index.ts';
import { countAccounts, posted } from '../ledger/index.ts';
import type { Context } from '../platform/context.ts';
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
  return trialBalanceOf(ctx, scope, days, currency);
}

/** The trial balance of a checked range. */
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
  return { as_of: date, currencies: balanceSheet(sums, await definedAccounts(ctx, scope)) };
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
