/** Savings products as clients see them. */
import { currencySchema, movementMoneyFields } from '../../../core/common-schemas.ts';
import { money } from '../../../core/money.ts';
import {
  boolean,
  dateTime,
  integer,
  namedChoice,
  oneOf,
  resource,
  string,
  type Wire,
} from '../../../core/schema.ts';
import {
  AT_MATURITY,
  SAVINGS_KINDS,
  SAVINGS_PRODUCT_STATUSES,
  type SavingsProductRow,
} from './product.model.ts';

export const savingsKindSchema = namedChoice(
  'SavingsKind',
  'Whether money comes and goes, stays until the member leaves, or is there for a term',
  SAVINGS_KINDS,
);

export const savingsProductSchema = resource('SavingsProduct', 'The terms of savings accounts', {
  id: string,
  name: string,
  kind: savingsKindSchema,
  currency: currencySchema,
  ...movementMoneyFields('min_balance', 'min_opening'),
  notice_days: integer.describe('From a notice until its money can be withdrawn; 0: none is needed'),
  early_fee_bps: integer.describe('Of a withdrawal without a ripe notice; 0: there is none without'),
  counts_for_multiple: boolean.describe('Whether its accounts count for loans, and can be pledged'),
  ...movementMoneyFields('monthly_fee', 'withdrawal_fee'),
  rate_bps: integer.describe('Interest of a year, in hundredths of a percent'),
  term_days: integer.nullable().describe('Of a fixed account'),
  at_maturity: oneOf(AT_MATURITY)
    .nullable()
    .describe('Of a fixed account: what becomes of the deposit and its interest'),
  status: oneOf(SAVINGS_PRODUCT_STATUSES),
  created_at: dateTime,
  retired_at: dateTime.nullable(),
});

export function presentSavingsProduct(row: SavingsProductRow): Wire<typeof savingsProductSchema> {
  return {
    id: row.id,
    name: row.name,
    kind: row.kind,
    currency: row.currency,
    ...money('min_balance', row.min_balance_minor),
    ...money('min_opening', row.min_opening_minor),
    notice_days: row.notice_days,
    early_fee_bps: row.early_fee_bps,
    counts_for_multiple: row.counts_for_multiple,
    ...money('monthly_fee', row.monthly_fee_minor),
    ...money('withdrawal_fee', row.withdrawal_fee_minor),
    rate_bps: row.rate_bps,
    term_days: row.term_days,
    at_maturity: row.at_maturity,
    status: row.status,
    created_at: row.created_at,
    retired_at: row.retired_at,
  };
}
