/** Trial balance, income statement and balance sheet as clients see them, and as rows of CSV. */
import { currencySchema, moneyFields, nullableSumFields } from '../../core/common-schemas.ts';
import { csvOf } from '../../core/csv.ts';
import { encodeId } from '../../core/ids.ts';
import { money, moneyOrNull } from '../../core/money.ts';
import {
  arrayOf,
  boolean,
  date,
  integer,
  object,
  oneOf,
  resource,
  string,
  type Wire,
} from '../../core/schema.ts';
import { accountKindSchema } from '../ledger/index.ts';
import type { BalanceSheet, IncomeStatement, TrialBalance } from './books.ts';
import { cashPlaceFields } from '../tills/index.ts';
import type {
  BalanceSheetSection,
  CashPartRow,
  CurrencyIncome,
  ListedAccount,
  TrialBalanceRow,
} from './books.rules.ts';

const movedFields = moneyFields('opening_balance', 'debits', 'credits', 'closing_balance');

/** Of a row about one account that the cooperative has defined; a row about all accounts of a kind has none of them. */
const listedFields = {
  account_id: string.describe('Of a bank or general account'),
  code: string.describe('Its code in the chart of accounts'),
  name: string,
};
const optionalFields = {
  account_id: listedFields.account_id.optional(),
  code: listedFields.code.optional(),
  name: string.optional(),
};
/** In a table every row has every column. */
const nullableFields = {
  account_id: string.nullable(),
  code: string.nullable(),
  name: string.nullable(),
};

const listed = ({ account_id, code, name }: ListedAccount) => ({
  account_id: encodeId('account', account_id),
  code,
  name,
});

const NOT_LISTED = { account_id: null, code: null, name: null };

const trialBalanceRowFields = {
  kind: accountKindSchema,
  class: oneOf(['asset', 'liability', 'equity', 'income', 'expense']),
  normal_side: oneOf(['debit', 'credit']).describe('The side on which the balances are positive'),
  accounts: integer.describe('How many accounts of the kind there are now'),
  ...movedFields,
};

export const trialBalanceSchema = resource(
  'TrialBalance',
  'What every kind of account held at the beginning and the end of days, and what was posted in between',
  {
    from: date,
    to: date,
    currencies: arrayOf(
      object({
        currency: currencySchema,
        rows: arrayOf(
          object({
            ...trialBalanceRowFields,
            ...optionalFields,
            parts: arrayOf(object({ ...cashPlaceFields, ...movedFields }))
              .describe('Of cash where the cooperative has tills: the vault, then each till')
              .optional(),
          }),
        ),
        ...moneyFields('total_debits', 'total_credits'),
        balanced: boolean.describe(
          'Whether debits equal credits, and the closing balances of both sides too',
        ),
      }),
    ),
  },
);

const INCOME = [
  'interest_income',
  'fee_income',
  'savings_interest',
  'loan_losses',
  'operating_expenses',
  'surplus',
  'distributed',
  'general_income',
  'general_expenses',
] as const;

export const incomeStatementSchema = resource(
  'IncomeStatement',
  'What was earned and spent in a range of days. `surplus` is before dividends, which are `distributed`',
  {
    from: date,
    to: date,
    currencies: arrayOf(
      object({
        currency: currencySchema,
        ...moneyFields(...INCOME),
        accounts: arrayOf(
          object({ kind: accountKindSchema, ...listedFields, ...moneyFields('amount') }),
        ).describe('General income and expenses by account'),
      }),
    ),
  },
);

const sectionSchema = object({
  ...moneyFields('total'),
  kinds: arrayOf(
    object({
      kind: accountKindSchema,
      ...optionalFields,
      ...moneyFields('amount'),
      parts: arrayOf(object({ ...cashPlaceFields, ...moneyFields('amount') }))
        .describe('Of cash where the cooperative has tills: the vault, then each till')
        .optional(),
    }),
  ),
});

export const balanceSheetSchema = resource(
  'BalanceSheet',
  'What is owned and owed at the end of a day. The total of equity includes the accumulated surplus',
  {
    as_of: date,
    currencies: arrayOf(
      object({
        currency: currencySchema,
        assets: sectionSchema,
        liabilities: sectionSchema,
        equity: sectionSchema,
        ...moneyFields('accumulated_surplus'),
        balanced: boolean,
      }),
    ),
  },
);

const presentRow = (row: TrialBalanceRow) => ({
  kind: row.kind,
  class: row.class,
  normal_side: row.normal_side,
  accounts: row.accounts,
  ...presentMoved(row),
});

type Moved = Pick<CashPartRow, `${'opening_balance' | 'debits' | 'credits' | 'closing_balance'}_minor`>;

const presentMoved = (moved: Moved) => ({
  ...money('opening_balance', moved.opening_balance_minor),
  ...money('debits', moved.debits_minor),
  ...money('credits', moved.credits_minor),
  ...money('closing_balance', moved.closing_balance_minor),
});

const presentRowWithParts = (row: TrialBalanceRow) => ({
  ...presentRow(row),
  ...(row.account ? listed(row.account) : {}),
  ...(row.parts && {
    parts: row.parts.map(({ till_id, name, ...moved }) => ({ till: till_id, name, ...presentMoved(moved) })),
  }),
});

export function presentTrialBalance({ from, to, currencies }: TrialBalance): Wire<typeof trialBalanceSchema> {
  return {
    from,
    to,
    currencies: currencies.map((each) => ({
      currency: each.currency,
      rows: each.rows.map(presentRowWithParts),
      ...money('total_debits', each.total_debits_minor),
      ...money('total_credits', each.total_credits_minor),
      balanced: each.balanced,
    })),
  };
}

/** A line for each kind of account, and for each that was defined. */
export function trialBalanceCsv({ currencies }: TrialBalance): AsyncIterable<string> {
  const rows = currencies.flatMap(({ currency, rows: of_currency }) =>
    of_currency.map((row) => ({
      currency,
      ...presentRow(row),
      ...(row.account ? listed(row.account) : NOT_LISTED),
    })),
  );
  return csvOf(object({ currency: currencySchema, ...trialBalanceRowFields, ...nullableFields }), rows);
}

const presentIncome = (each: CurrencyIncome) => ({
  currency: each.currency,
  ...money('interest_income', each.interest_income_minor),
  ...money('fee_income', each.fee_income_minor),
  ...money('savings_interest', each.savings_interest_minor),
  ...money('loan_losses', each.loan_losses_minor),
  ...money('operating_expenses', each.operating_expenses_minor),
  ...money('general_income', each.general_income_minor),
  ...money('general_expenses', each.general_expenses_minor),
  ...money('surplus', each.surplus_minor),
  ...money('distributed', each.distributed_minor),
});

export function presentIncomeStatement({
  from,
  to,
  currencies,
}: IncomeStatement): Wire<typeof incomeStatementSchema> {
  return {
    from,
    to,
    currencies: currencies.map((each) => ({
      ...presentIncome(each),
      accounts: each.accounts.map(({ kind, account, amount_minor }) => ({
        kind,
        ...listed(account),
        ...money('amount', amount_minor),
      })),
    })),
  };
}

const NO_SUMS = {
  ...moneyOrNull('interest_income', null),
  ...moneyOrNull('fee_income', null),
  ...moneyOrNull('savings_interest', null),
  ...moneyOrNull('loan_losses', null),
  ...moneyOrNull('operating_expenses', null),
  ...moneyOrNull('surplus', null),
  ...moneyOrNull('distributed', null),
  ...moneyOrNull('general_income', null),
  ...moneyOrNull('general_expenses', null),
};

const incomeLineSchema = object({
  currency: currencySchema,
  ...nullableSumFields(...INCOME),
  kind: accountKindSchema.nullable(),
  ...nullableFields,
  ...nullableSumFields('amount'),
});

/** A line for each currency, followed by one for each account of general income and expenses. */
export function incomeStatementCsv({ currencies }: IncomeStatement): AsyncIterable<string> {
  const rows = currencies.flatMap((each): Wire<typeof incomeLineSchema>[] => [
    { ...presentIncome(each), kind: null, ...NOT_LISTED, ...moneyOrNull('amount', null) },
    ...each.accounts.map(({ kind, account, amount_minor }) => ({
      currency: each.currency,
      ...NO_SUMS,
      kind,
      ...listed(account),
      ...money('amount', amount_minor),
    })),
  ]);
  return csvOf(incomeLineSchema, rows);
}

const presentSection = ({ total_minor, kinds }: BalanceSheetSection) => ({
  ...money('total', total_minor),
  kinds: kinds.map(({ kind, account, amount_minor, parts }) => ({
    kind,
    ...(account ? listed(account) : {}),
    ...money('amount', amount_minor),
    ...(parts && {
      parts: parts.map(({ till_id, name, amount_minor: part_minor }) => ({
        till: till_id,
        name,
        ...money('amount', part_minor),
      })),
    }),
  })),
});

export function presentBalanceSheet({ as_of, currencies }: BalanceSheet): Wire<typeof balanceSheetSchema> {
  return {
    as_of,
    currencies: currencies.map((each) => ({
      currency: each.currency,
      assets: presentSection(each.assets),
      liabilities: presentSection(each.liabilities),
      equity: presentSection(each.equity),
      ...money('accumulated_surplus', each.accumulated_surplus_minor),
      balanced: each.balanced,
    })),
  };
}

const SECTIONS = ['assets', 'liabilities', 'equity'] as const;

/** A line for each kind of account, and one for the accumulated surplus. */
export function balanceSheetCsv({ currencies }: BalanceSheet): AsyncIterable<string> {
  const rows = currencies.flatMap((each) => [
    ...SECTIONS.flatMap((section) =>
      each[section].kinds.map(({ kind, account, amount_minor }) => ({
        currency: each.currency,
        section,
        kind: kind as string,
        ...money('amount', amount_minor),
        ...(account ? listed(account) : NOT_LISTED),
      })),
    ),
    {
      currency: each.currency,
      section: 'equity' as const,
      kind: 'accumulated_surplus',
      ...money('amount', each.accumulated_surplus_minor),
      ...NOT_LISTED,
    },
  ]);
  const line = object({
    currency: currencySchema,
    section: oneOf(SECTIONS),
    kind: string,
    ...moneyFields('amount'),
    ...nullableFields,
  });
  return csvOf(line, rows);
}
