/** Payments by paybill on their way to members: each has a receipt, whose parts are booked once the payment is. */
import { systemNow } from '../../core/clock.ts';
import { refusal } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { insertAll } from '../../db/insert-many.ts';
import { scopeColumns } from '../../db/model.ts';
import { receiptRows } from '../movements/index.ts';
import type { PaymentDestination } from '../payments/index.ts';

const { SaccoReceipt } = receiptRows;

export const receiptDestination: PaymentDestination = {
  metadata_key: null,

  validate: () => Promise.resolve(),

  async onCreated({ trx }, created) {
    const receipts = created.map(({ scope, row }) => ({
      id: newId('receipt'),
      ...scopeColumns(scope),
      payment_id: row.id,
      amount_minor: row.amount_minor,
      currency: row.currency,
      account_number: row.account_number ?? '',
      payer_phone: row.customer_phone,
      payer_name: row.provider_data['payer_name'] ?? null,
      reference: row.provider_txn_id,
      received_at: row.created_at,
    }));
    await insertAll(trx, SaccoReceipt.tableName, receipts);
  },

  onFinal: () => Promise.resolve(),

  async onPosted({ trx, enqueue }, payment_ids) {
    await SaccoReceipt.query(trx)
      .whereIn('payment_id', payment_ids)
      .patch({ booked: true, due_at: systemNow() });
    enqueue('allocate-receipts', {});
  },

  onRefundRequested() {
    throw refusal(
      'not_refundable',
      "Money that came by paybill is a member's, or unallocated: return it by a withdrawal, or refund the receipt under /api/v1/sacco/unallocated.",
    );
  },

  onRefundResolved: () => Promise.resolve(),
};
