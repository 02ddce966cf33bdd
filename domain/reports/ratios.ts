/**
 * The ratios of a day: of its balance sheet, and for today of the loan book. Each ratio has both its amounts from one of them, and
 * so from one moment.
 */
import { invalidField } from '../../core/errors.ts';
import { localDateAt } from '../../core/local-date.ts';
import type { Currency } from '../../core/money.ts';
import { readBalanceSheet, type BalanceSheet } from '../accounting/index.ts';
import { getSettings } from '../cooperative/index.ts';
import type { AccountKind } from '../ledger/index.ts';
import { loanBook, loanPortfolio } from '../loans/index.ts';
import type { ScopedContext } from '../platform/unit.ts';
import { ratiosOf, type LateLoans, type Ratio, type SheetFigures } from './ratios.rules.ts';

export interface Ratios {
  as_of: string;
  currency: Currency;
  ratios: Ratio[];
}

/** Days past due from which loans are on time, late as in PAR30, and late by more than a year. */
const LATE_FROM_DAYS = [0, loanPortfolio.PAR_DAYS.par30 + 1, 366];

/**
 * @param as_of local date; today when left out
 * @throws AppError VALIDATION_ERROR for a day ahead, `sacco_not_set_up`
 */
export async function readRatios({ ctx, scope }: ScopedContext, as_of?: string): Promise<Ratios> {
  const { currency, utc_offset_minutes } = await getSettings(ctx.db, scope);
  const today = localDateAt(scope.clock.now(), utc_offset_minutes);
  const date = as_of ?? today;
  if (date > today) throw invalidField('as_of', '"as_of" must not be after today');
  const { currencies } = await readBalanceSheet(ctx, scope, date);
  const sheet = currencies.find((each) => each.currency === currency);
  const outstanding = date === today ? await loanBook.readOutstanding(ctx.db, scope, LATE_FROM_DAYS) : null;
  return { as_of: date, currency, ratios: ratiosOf(figuresOf(sheet), outstanding && lateLoans(outstanding)) };
}

/** @param by_days of loans on time, late, and a year late */
function lateLoans({ by_days, allowance_minor: allowance }: loanBook.Outstanding): LateLoans {
  const [on_time = 0n, late = 0n, late_a_year = 0n] = by_days;
  return { outstanding: on_time + late + late_a_year, late: late + late_a_year, late_a_year, allowance };
}

type Sheet = BalanceSheet['currencies'][number];

/** @param sheet undefined where nothing was ever booked */
function figuresOf(sheet: Sheet | undefined): SheetFigures {
  const kinds = sheet ? [...sheet.assets.kinds, ...sheet.liabilities.kinds, ...sheet.equity.kinds] : [];
  const held = (...wanted: AccountKind[]): bigint =>
    kinds.reduce((sum, { kind, amount_minor }) => (wanted.includes(kind) ? sum + amount_minor : sum), 0n);
  const savings = held('member_savings');
  const general_liabilities = held('general_liability');
  return {
    assets: sheet?.assets.total_minor ?? 0n,
    loans: held('loan_principal'),
    // A contra-asset.
    allowance: -held('loan_loss_allowance'),
    savings,
    shares: held('member_shares'),
    equity: sheet?.equity.total_minor ?? 0n,
    liquid: held('cash_on_hand', 'bank', 'provider_clearing'),
    payable: (sheet?.liabilities.total_minor ?? 0n) - savings - general_liabilities,
    general_liabilities,
  };
}
