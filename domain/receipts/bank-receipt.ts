/** Money that came into a bank account and that nobody can identify yet: a receipt like any other, without a payment. */
import { newId } from '../../core/ids.ts';
import { insertAll } from '../../db/insert-many.ts';
import { scopeColumns } from '../../db/model.ts';
import {
  defineMovement,
  leg,
  receiptRows,
  requestEntry,
  type MovementRequest,
  type RequestedEntry,
  type Reversal,
} from '../movements/index.ts';
import type { Caller } from '../platform/unit.ts';
import { getReceipt } from './read-receipts.ts';
import { notOpen } from './request-allocation.ts';

const { SaccoReceipt } = receiptRows;

/** The receipt is stored with the result of its entry: one that is not booked has none. */
const openReceipts: typeof receiptRows.record = async ({ trx }, ended) => {
  const posted = ended.filter(({ entry }) => entry.status === 'posted');
  const receipts = posted.map(({ scope, entry }) => ({
    id: entry.receipt_id,
    ...scopeColumns(scope),
    payment_id: null,
    amount_minor: entry.amount_minor,
    currency: entry.currency,
    account_number: '',
    reference: entry.reference,
    memo: entry.memo,
    status: 'unallocated',
    unallocated_minor: entry.amount_minor,
    booked: true,
    received_at: entry.posted_at,
  }));
  await insertAll(trx, SaccoReceipt.tableName, receipts);
};

/** Back to who sent it, by the bank; or because it was entered by mistake. */
const reversal: Reversal = {
  lock: ({ trx }, { receipt_id }) => receiptRows.lock(trx, receipt_id as string),
  refusal: async (db, scope, { receipt_id }) => notOpen(await getReceipt(db, scope, receipt_id as string)),
  onApproved: ({ trx }, { id, receipt_id }) =>
    receiptRows.set(trx, receipt_id as string, { status: 'resolving', entry_id: id }),
  onEnded: receiptRows.record,
};

/** In the currency of the bank account, which may be another than the cooperative's. */
export const BANK_RECEIPT = defineMovement({
  title: 'Unallocated money that came into the bank',
  kind: 'unallocated_receipt',
  source: 'bank',
  legs: [leg('bank', 'unallocated')],
  in_account_currency: true,
  reversal,
  onEnded: openReceipts,
});

export interface BankReceiptRequest extends Omit<MovementRequest, 'till'> {
  /** Code or id of a bank account. */
  account: string;
  /** The bank's. */
  reference: string;
  memo: string;
}

/** Books it as unallocated. @throws AppError as `requestEntry` */
export function receiveAtBank(caller: Caller, body: BankReceiptRequest): Promise<RequestedEntry> {
  const { amount_minor, memo } = body;
  return requestEntry(caller, {
    operation: ['POST sacco unallocated'],
    body,
    entry: () => ({
      kind: 'unallocated_receipt',
      source: 'bank',
      member_id: null,
      amount_minor,
      receipt_id: newId('receipt'),
      memo,
    }),
  });
}
