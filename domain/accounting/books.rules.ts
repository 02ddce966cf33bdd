/** Trial balance, income statement and balance sheet from what was posted by kind. Pure; amounts are minor units. */
import type { Currency } from '../../core/money.ts';
import {
  ACCOUNT_KIND_NAMES,
  ACCOUNT_KINDS,
  type AccountClass,
  type AccountKind,
  type posted,
  type Side,
} from '../ledger/index.ts';

export interface KindCount {
  currency: Currency;
  kind: AccountKind;
  accounts: number;
}

export interface TrialBalanceRow {
  kind: AccountKind;
  class: AccountClass;
  normal_side: Side;
  accounts: number;
  opening_balance_minor: bigint;
  debits_minor: bigint;
  credits_minor: bigint;
  closing_balance_minor: bigint;
  /** Of cash where the cooperative has tills: the vault and each till. */
  parts?: CashPartRow[];
}

export interface CashPartRow extends Pick<
  TrialBalanceRow,
  'opening_balance_minor' | 'debits_minor' | 'credits_minor' | 'closing_balance_minor'
> {
  till_id: string | null;
  name: string;
}

export interface CurrencyTrialBalance {
  currency: Currency;
  rows: TrialBalanceRow[];
  total_debits_minor: bigint;
  total_credits_minor: bigint;
  balanced: boolean;
}

/** What was posted before the first day, and by the end of the last. */
export interface PostedRange {
  opening: posted.PostedSum[];
  closing: posted.PostedSum[];
}

type Movement = Pick<posted.PostedSum, 'debits_minor' | 'credits_minor'>;

const SIDE_OF_CLASS: Record<AccountClass, Side> = {
  asset: 'debit',
  expense: 'debit',
  liability: 'credit',
  equity: 'credit',
  income: 'credit',
};

const onSide = (side: Side, { debits_minor, credits_minor }: Movement): bigint =>
  side === 'debit' ? debits_minor - credits_minor : credits_minor - debits_minor;

function sumOf(sums: readonly Movement[]): Movement {
  return {
    debits_minor: total(sums.map((each) => each.debits_minor)),
    credits_minor: total(sums.map((each) => each.credits_minor)),
  };
}

const total = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, each) => sum + each, 0n);

/** The account kinds that a scope uses, in the order of the table, by currency. */
export function trialBalance({ opening, closing }: PostedRange, counts: KindCount[]): CurrencyTrialBalance[] {
  return currenciesOf(counts).map((currency) => {
    const rows = ACCOUNT_KIND_NAMES.flatMap((kind): TrialBalanceRow[] => {
      const count = counts.find((each) => each.currency === currency && each.kind === kind);
      const is = (each: posted.PostedSum): boolean => each.currency === currency && each.kind === kind;
      if (!count) return [];
      const [before, after] = [sumOf(opening.filter(is)), sumOf(closing.filter(is))];
      const { normal } = ACCOUNT_KINDS[kind];
      return [
        {
          kind,
          class: ACCOUNT_KINDS[kind].class,
          normal_side: normal,
          accounts: count.accounts,
          opening_balance_minor: onSide(normal, before),
          debits_minor: after.debits_minor - before.debits_minor,
          credits_minor: after.credits_minor - before.credits_minor,
          closing_balance_minor: onSide(normal, after),
        },
      ];
    });
    const [total_debits_minor, total_credits_minor] = [
      total(rows.map((row) => row.debits_minor)),
      total(rows.map((row) => row.credits_minor)),
    ];
    const signed = rows.map((row) =>
      row.normal_side === 'debit' ? row.closing_balance_minor : -row.closing_balance_minor,
    );
    const balanced = total_debits_minor === total_credits_minor && total(signed) === 0n;
    return { currency, rows, total_debits_minor, total_credits_minor, balanced };
  });
}

function currenciesOf(rows: readonly { currency: Currency }[]): Currency[] {
  return [...new Set(rows.map(({ currency }) => currency))].toSorted();
}

export interface CurrencyIncome {
  currency: Currency;
  interest_income_minor: bigint;
  fee_income_minor: bigint;
  savings_interest_minor: bigint;
  loan_losses_minor: bigint;
  operating_expenses_minor: bigint;
  surplus_minor: bigint;
  distributed_minor: bigint;
}

/** Transfer kinds that distribute income to members: a distribution does not lower income. */
const USE_OF_INCOME: Readonly<Record<string, 'distributed' | 'savings_interest'>> = {
  dividend: 'distributed',
  savings_interest: 'savings_interest',
};

export function incomeStatement({ opening, closing }: PostedRange): CurrencyIncome[] {
  return currenciesOf(closing).map((currency) => {
    /** The amount of one side in the range. */
    const moved = (side: Side, is: (sum: posted.PostedSum) => boolean): bigint => {
      const of = (sums: posted.PostedSum[]): bigint =>
        onSide(side, sumOf(sums.filter((each) => each.currency === currency && is(each))));
      return of(closing) - of(opening);
    };
    const earned = (kind: AccountKind): bigint =>
      moved('credit', (each) => each.kind === kind && !(each.transfer_kind in USE_OF_INCOME));
    const used = (use: 'distributed' | 'savings_interest'): bigint =>
      moved(
        'debit',
        (each) => ACCOUNT_KINDS[each.kind].class === 'income' && USE_OF_INCOME[each.transfer_kind] === use,
      );
    const spent = (kind: AccountKind): bigint => moved('debit', (each) => each.kind === kind);
    const interest_income_minor = earned('interest_income');
    const fee_income_minor = earned('fee_income');
    const savings_interest_minor = used('savings_interest');
    const loan_losses_minor = spent('loan_losses');
    const operating_expenses_minor = spent('operating_expenses');
    return {
      currency,
      interest_income_minor,
      fee_income_minor,
      savings_interest_minor,
      loan_losses_minor,
      operating_expenses_minor,
      surplus_minor:
        interest_income_minor +
        fee_income_minor -
        savings_interest_minor -
        loan_losses_minor -
        operating_expenses_minor,
      distributed_minor: used('distributed'),
    };
  });
}

export interface BalanceSheetSection {
  total_minor: bigint;
  kinds: SheetKind[];
}

export interface SheetKind {
  kind: AccountKind;
  amount_minor: bigint;
  /** Of cash where the cooperative has tills: the vault and each till. */
  parts?: { till_id: string | null; name: string; amount_minor: bigint }[];
}

export interface CurrencyBalanceSheet {
  currency: Currency;
  assets: BalanceSheetSection;
  liabilities: BalanceSheetSection;
  /** Its total includes the accumulated surplus. */
  equity: BalanceSheetSection;
  accumulated_surplus_minor: bigint;
  balanced: boolean;
}

export function balanceSheet(all_sums: readonly posted.PostedSum[]): CurrencyBalanceSheet[] {
  return currenciesOf(all_sums).map((currency) => {
    const section = (of_class: AccountClass): BalanceSheetSection => {
      const kinds = ACCOUNT_KIND_NAMES.flatMap((kind) => {
        const sums = all_sums.filter((each) => each.currency === currency && each.kind === kind);
        if (ACCOUNT_KINDS[kind].class !== of_class || sums.length === 0) return [];
        return [{ kind, amount_minor: onSide(SIDE_OF_CLASS[of_class], sumOf(sums)) }];
      });
      return { total_minor: total(kinds.map(({ amount_minor }) => amount_minor)), kinds };
    };
    const [assets, liabilities, owned] = [section('asset'), section('liability'), section('equity')];
    const accumulated_surplus_minor = section('income').total_minor - section('expense').total_minor;
    const equity = { ...owned, total_minor: owned.total_minor + accumulated_surplus_minor };
    return {
      currency,
      assets,
      liabilities,
      equity,
      accumulated_surplus_minor,
      balanced: assets.total_minor === liabilities.total_minor + equity.total_minor,
    };
  });
}
