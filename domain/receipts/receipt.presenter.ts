/** Money that belongs to nobody yet, as clients see it. */
import { currencySchema, moneyFields, reasonSchema } from '../../core/common-schemas.ts';
import { money } from '../../core/money.ts';
import { boolean, dateTime, oneOf, resource, string, type Wire } from '../../core/schema.ts';
import type { Queryable } from '../../db/connection.ts';
import { memberSummaries, memberSummarySchema } from '../cooperative/index.ts';
import { receiptRows } from '../movements/index.ts';

export const receiptSchema = resource('Receipt', 'Money that came without a prompt', {
  id: string,
  payment_id: string.nullable().describe('Null where it came into a bank account'),
  status: oneOf(receiptRows.STATUSES).describe(
    '`unallocated`: it belongs to nobody yet; `resolving`: a second person decides whose it is; `refunding`: it is going back to its sender',
  ),
  ...moneyFields('amount', 'credited', 'unallocated'),
  currency: currencySchema,
  account_number: string.describe('As the payer typed it; empty where it came into a bank account'),
  payer_phone: string.nullable(),
  payer_name: string.nullable(),
  reference: string.nullable().describe("The provider's id of the transaction, or the bank's reference"),
  memo: string.nullable().describe('Of money that came into the bank: what is known of it'),
  member: memberSummarySchema.nullable().describe('Whose it is by the account number'),
  loan_id: string.nullable().describe('The loan that the account number names'),
  matched_by: oneOf(receiptRows.MATCHES).nullable(),
  reason: reasonSchema.nullable().describe('Why it is, or was, unallocated'),
  entry_id: string
    .nullable()
    .describe('The movement that is being booked, waits for a checker, or was the last'),
  approval_id: string.nullable().describe('Of a refund: what a second person is to decide, or has decided'),
  payout_id: string.nullable().describe('Of a refund: the payout that sends it'),
  received_at: dateTime,
  resolved_at: dateTime.nullable(),
  replayed: boolean.describe('In the answer to asking for a refund').optional(),
});

type ReceiptWire = Wire<typeof receiptSchema>;

export async function presentReceipts(
  db: Queryable,
  rows: readonly receiptRows.ReceiptRow[],
): Promise<ReceiptWire[]> {
  const members = await memberSummaries(db, rows);
  return rows.map((row) => ({
    id: row.id,
    payment_id: row.payment_id,
    status: row.status,
    ...money('amount', row.amount_minor),
    ...money('credited', row.credited_minor),
    ...money('unallocated', row.unallocated_minor),
    currency: row.currency,
    account_number: row.account_number,
    payer_phone: row.payer_phone,
    payer_name: row.payer_name,
    reference: row.reference,
    memo: row.memo,
    member: members(row.member_id),
    loan_id: row.loan_id,
    matched_by: row.matched_by,
    reason: row.reason,
    entry_id: row.entry_id,
    approval_id: row.approval_id,
    payout_id: row.payout_id,
    received_at: row.received_at,
    resolved_at: row.resolved_at,
  }));
}

export async function presentReceipt(db: Queryable, row: receiptRows.ReceiptRow): Promise<ReceiptWire> {
  const [presented] = await presentReceipts(db, [row]);
  return presented as ReceiptWire;
}
