/** Trial balance, income statement and balance sheet from what was posted by kind. Pure; amounts are minor units. */
import type { Currency } from '../../core/money.ts';
import {
  ACCOUNT_KIND_NAMES,
  ACCOUNT_KINDS,
  accounts as ledgerAccounts,
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

/** An account of the chart that is listed on its own. */
export interface ListedAccount {
  account_id: string;
  code: string;
  name: string;
}

/** The accounts that were defined in the chart, by their ids. */
export type DefinedAccounts = ReadonlyMap<string, ListedAccount>;

/** A row of a report: all accounts of a kind, or one account of the chart. */
export interface ReportedAccount {
  kind: AccountKind;
  /** Null: all accounts of the kind. */
  account: ListedAccount | null;
}

export interface TrialBalanceRow extends ReportedAccount {
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
  opening: posted.PostedSums;
  closing: posted.PostedSums;
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

/** What was posted on an account that was defined. */
interface DefinedSum extends Movement {
  kind: AccountKind;
  account: ListedAccount;
}

const NOTHING: Movement = { debits_minor: 0n, credits_minor: 0n };

/** The accounts of those kinds that a cooperative defines, in the order of their codes. */
function definedSums(
  { accounts }: posted.PostedSums,
  defined: DefinedAccounts,
  is: (sum: posted.AccountSum) => boolean,
): DefinedSum[] {
  return accounts
    .filter(is)
    .map((sum) => {
      const { account_id, owner, kind, debits_minor, credits_minor } = sum;
      const { code, name } = defined.get(account_id) ?? { code: owner, name: owner };
      return { kind, account: { account_id, code, name }, debits_minor, credits_minor };
    })
    .toSorted((a, b) => (a.account.code < b.account.code ? -1 : 1));
}

/** Those of which anything was posted: a report of a day that is over leaves out what was defined since. */
const wasMoved = ({ debits_minor, credits_minor }: Movement): boolean =>
  debits_minor !== 0n || credits_minor !== 0n;

/**
 * The account kinds that a scope uses, in the order of the table, by currency; of the kinds that it defines the accounts of,
 * a row for each account.
 */
export function trialBalance(
  { opening, closing }: PostedRange,
  counts: KindCount[],
  defined: DefinedAccounts,
): CurrencyTrialBalance[] {
  return currenciesOf(counts).map((currency) => {
    const rowOf = (
      { kind, account }: ReportedAccount,
      accounts: number,
      [before, after]: readonly [Movement, Movement],
    ): TrialBalanceRow => {
      const { normal, class: of_class } = ACCOUNT_KINDS[kind];
      return {
        kind,
        account,
        class: of_class,
        normal_side: normal,
        accounts,
        opening_balance_minor: onSide(normal, before),
        debits_minor: after.debits_minor - before.debits_minor,
        credits_minor: after.credits_minor - before.credits_minor,
        closing_balance_minor: onSide(normal, after),
      };
    };
    const rows = ACCOUNT_KIND_NAMES.flatMap((kind): TrialBalanceRow[] => {
      const is = (each: { currency: Currency; kind: AccountKind }): boolean =>
        each.currency === currency && each.kind === kind;
      if (ledgerAccounts.isDefinedKind(kind)) {
        const before = new Map(opening.accounts.filter(is).map((sum) => [sum.account_id, sum]));
        return definedSums(closing, defined, is).map((after) =>
          rowOf(after, 1, [before.get(after.account.account_id) ?? NOTHING, after]),
        );
      }
      const count = counts.find(is);
      if (!count) return [];
      const sums = [sumOf(opening.kinds.filter(is)), sumOf(closing.kinds.filter(is))] as const;
      return [rowOf({ kind, account: null }, count.accounts, sums)];
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
  general_income_minor: bigint;
  general_expenses_minor: bigint;
  /** Of general income and expenses: what each account adds, by code. */
  accounts: { kind: AccountKind; account: ListedAccount; amount_minor: bigint }[];
  surplus_minor: bigint;
  distributed_minor: bigint;
}

/** Transfer kinds that distribute income to members: a distribution does not lower income. */
const USE_OF_INCOME: Readonly<Record<string, 'distributed' | 'savings_interest'>> = {
  dividend: 'distributed',
  savings_interest: 'savings_interest',
};

export function incomeStatement(
  { opening, closing }: PostedRange,
  defined: DefinedAccounts,
): CurrencyIncome[] {
  return currenciesOf(closing.kinds).map((currency) => {
    /** The amount of one side in the range. */
    const moved = (side: Side, is: (sum: posted.PostedSum) => boolean): bigint => {
      const of = (sums: posted.PostedSum[]): bigint =>
        onSide(side, sumOf(sums.filter((each) => each.currency === currency && is(each))));
      return of(closing.kinds) - of(opening.kinds);
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
    const general_income_minor = earned('general_income');
    const general_expenses_minor = spent('general_expense');
    const before = new Map(opening.accounts.map((sum) => [sum.account_id, sum]));
    const accounts = (['general_income', 'general_expense'] as const).flatMap((kind) =>
      definedSums(
        closing,
        defined,
        (each) => each.currency === currency && each.kind === kind && wasMoved(each),
      ).map(({ account, ...moved }) => {
        const side = ACCOUNT_KINDS[kind].normal;
        const until = onSide(side, before.get(account.account_id) ?? NOTHING);
        return { kind, account, amount_minor: onSide(side, moved) - until };
      }),
    );
    return {
      currency,
      interest_income_minor,
      fee_income_minor,
      savings_interest_minor,
      loan_losses_minor,
      operating_expenses_minor,
      general_income_minor,
      general_expenses_minor,
      accounts,
      surplus_minor:
        interest_income_minor +
        fee_income_minor +
        general_income_minor -
        general_expenses_minor -
        savings_interest_minor -
        loan_losses_minor -
        operating_expenses_minor,
      distributed_minor: used('distributed'),
    };
  });
}

export interface BalanceSheetSection {
  total_minor: bigint;
  kinds: SheetRow[];
}

/** A kind of account, or one account of those that the cooperative defines. */
export interface SheetRow extends ReportedAccount {
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

export function balanceSheet(sums: posted.PostedSums, defined: DefinedAccounts): CurrencyBalanceSheet[] {
  return currenciesOf(sums.kinds).map((currency) => {
    const section = (of_class: AccountClass): BalanceSheetSection => {
      const amountOf = (moved: Movement): bigint => onSide(SIDE_OF_CLASS[of_class], moved);
      const kinds = ACCOUNT_KIND_NAMES.flatMap((kind): BalanceSheetSection['kinds'] => {
        const is = (each: { currency: Currency; kind: AccountKind }): boolean =>
          each.currency === currency && each.kind === kind;
        if (ACCOUNT_KINDS[kind].class !== of_class) return [];
        if (ledgerAccounts.isDefinedKind(kind))
          return definedSums(sums, defined, (sum) => is(sum) && wasMoved(sum)).map(
            ({ account, ...moved }) => ({
              kind,
              account,
              amount_minor: amountOf(moved),
            }),
          );
        const of_kind = sums.kinds.filter(is);
        if (of_kind.length === 0) return [];
        return [{ kind, account: null, amount_minor: amountOf(sumOf(of_kind)) }];
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
