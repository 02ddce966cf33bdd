/** Savings accounts as clients see them. */
import { currencySchema, moneyFields, movementMoneyFields } from '../../../core/common-schemas.ts';
import { money } from '../../../core/money.ts';
import {
  boolean,
  date,
  dateTime,
  integer,
  object,
  oneOf,
  resource,
  string,
  type Wire,
} from '../../../core/schema.ts';
import { savingsKindSchema } from '../products/product.presenter.ts';
import { AT_MATURITY } from '../products/product.model.ts';
import { SAVINGS_ACCOUNT_STATUSES } from './account.model.ts';
import type { SavingsView } from './read-savings.ts';

export const savingsAccountSchema = resource('SavingsAccount', 'One savings account of a member', {
  id: string,
  member_id: string,
  product_id: string,
  product_name: string,
  kind: savingsKindSchema,
  is_default: boolean.describe('It is meant wherever no account is named'),
  status: oneOf(SAVINGS_ACCOUNT_STATUSES),
  currency: currencySchema,
  ...moneyFields('balance', 'available'),
  term: object({
    no: integer.describe('1, and one more for each renewal'),
    starts_on: date,
    matures_on: date,
    ...movementMoneyFields('principal'),
    rate_bps: integer,
    at_maturity: oneOf(AT_MATURITY),
  })
    .nullable()
    .describe('Of a fixed account: the term that runs'),
  opened_on: date.nullable().describe('Null of the default account, which is as old as the membership'),
  closed_at: dateTime.nullable(),
  entry_id: string.describe('Of a fixed account that was opened: its deposit').optional(),
  replayed: boolean.describe('In the answer to opening it').optional(),
});

export function presentSavingsAccount(view: SavingsView): Wire<typeof savingsAccountSchema> {
  const { product, term } = view;
  return {
    id: view.id,
    member_id: view.member_id,
    product_id: product.id,
    product_name: product.name,
    kind: product.kind,
    is_default: view.stored_id === null,
    status: view.status,
    currency: view.currency,
    ...money('balance', view.balance_minor),
    ...money('available', view.available_minor),
    term: term && {
      no: term.no,
      starts_on: term.starts_on,
      matures_on: term.matures_on,
      ...money('principal', term.principal_minor),
      rate_bps: term.rate_bps,
      at_maturity: product.at_maturity ?? 'pay_out',
    },
    opened_on: view.opened_on,
    closed_at: view.closed_at,
  };
}
