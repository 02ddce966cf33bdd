/** Paybills and their confirmations, as staff and clients see them. */
import { currencySchema, environmentSchema, nullableMoneyFields } from '../../../core/common-schemas.ts';
import { moneyOrNull } from '../../../core/money.ts';
import { boolean, dateTime, oneOf, resource, string, url, type Wire } from '../../../core/schema.ts';
import {
  CONFIRMATION_ERRORS,
  CONFIRMATION_STATUSES,
  type PaybillConfirmationRow,
  type PaybillRow,
} from './paybill.model.ts';

export const paybillFields = {
  enabled: boolean,
  reject_unknown: boolean.describe(
    'Whether the payer of an account number that belongs to nobody is refused at the provider',
  ),
  registered_at: dateTime.nullable().describe('When the provider was last told the addresses; null before'),
};

export const paybillSchema = resource(
  'Paybill',
  'Whether a project takes payments that payers send by themselves',
  {
    provider: string,
    environment: environmentSchema,
    ...paybillFields,
    confirmation_url: url.describe('The provider calls it after each payment. Keep it secret'),
    validation_url: url.describe(
      'The provider calls it before each payment, where it validates. Keep it secret',
    ),
  },
);

export interface PaybillView {
  paybill: PaybillRow;
  confirmation_url: string;
  validation_url: string;
}

export function presentPaybill({
  paybill,
  confirmation_url,
  validation_url,
}: PaybillView): Wire<typeof paybillSchema> {
  const { provider, environment, enabled, reject_unknown, registered_at } = paybill;
  return {
    provider,
    environment,
    enabled,
    reject_unknown,
    registered_at,
    confirmation_url,
    validation_url,
  };
}

export const paybillConfirmationSchema = resource(
  'PaybillConfirmation',
  'What a provider said of a payment that its payer sent without a prompt',
  {
    id: string,
    provider: string,
    transaction_id: string.describe("The provider's"),
    ...nullableMoneyFields('amount'),
    currency: currencySchema,
    account_number: string.describe(
      'As the confirmation claims; so are amount and payer, which are null where a person entered it',
    ),
    payer_phone: string.nullable(),
    payer_name: string.nullable(),
    status: oneOf(CONFIRMATION_STATUSES).describe(
      '`pending`: the provider is being asked; `refused`: it does not confirm it, and nothing is booked',
    ),
    error: oneOf(CONFIRMATION_ERRORS)
      .nullable()
      .describe(
        'Why it counts for nothing. `unknown`: the provider does not know it; `not_paid`: it failed or was reversed; `not_to_us`: the money went elsewhere; `amount_differs`: the payment that has this transaction is of another amount',
      ),
    payment_id: string.nullable().describe('The payment that it became'),
    received_at: dateTime,
    next_attempt_at: dateTime
      .nullable()
      .describe(
        'When the provider is asked next; null for a pending one that was asked too often: ask again',
      ),
    ended_at: dateTime.nullable(),
  },
);

export function presentConfirmation(row: PaybillConfirmationRow): Wire<typeof paybillConfirmationSchema> {
  return {
    id: row.id,
    provider: row.provider,
    transaction_id: row.transaction_id,
    ...moneyOrNull('amount', row.amount_minor),
    currency: row.currency,
    account_number: row.account_number,
    payer_phone: row.payer_phone,
    payer_name: row.payer_name,
    status: row.status,
    error: row.error,
    payment_id: row.payment_id,
    received_at: row.received_at,
    next_attempt_at: row.next_attempt_at,
    ended_at: row.ended_at,
  };
}
