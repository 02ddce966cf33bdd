/** Holds as clients see them. */
import { currencySchema, movementMoneyFields } from '../../../core/common-schemas.ts';
import { encodeId } from '../../../core/ids.ts';
import { money } from '../../../core/money.ts';
import { boolean, dateTime, integer, oneOf, resource, string, type Wire } from '../../../core/schema.ts';
import { HOLD_STATUSES, type HoldRow, type HoldStatus } from './hold.model.ts';

export const holdSchema = resource('Hold', 'Money set aside until it is captured, voided or expired', {
  id: string,
  status: oneOf(HOLD_STATUSES),
  debit_account_id: string,
  credit_account_id: string,
  ...movementMoneyFields('amount', 'captured'),
  currency: currencySchema,
  reference: string,
  memo: string.nullable(),
  timeout_secs: integer.nullable().describe('null: it never expires'),
  expires_at: dateTime.nullable(),
  created_at: dateTime,
  replayed: boolean.describe('In the answer to creating or capturing it').optional(),
});

export function presentHold(hold: HoldRow): Wire<typeof holdSchema> {
  return {
    id: encodeId('hold', hold.id),
    // Requested and refused ones are never shown.
    status: hold.status as HoldStatus,
    debit_account_id: encodeId('account', hold.debit_account_id),
    credit_account_id: encodeId('account', hold.credit_account_id),
    ...money('amount', hold.amount_minor),
    ...money('captured', hold.captured_minor),
    currency: hold.currency,
    reference: hold.reference,
    memo: hold.memo,
    timeout_secs: hold.timeout_s === 0 ? null : hold.timeout_s,
    expires_at: hold.expires_at,
    created_at: hold.created_at,
  };
}
