/** How receipts are locked, and follow their entries. */
import { systemNow } from '../../../core/clock.ts';
import { columnsOf } from '../../../db/columns-of.ts';
import type { Transaction } from '../../../db/connection.ts';
import { scheduleRetry } from '../credits/payment-credit.ts';
import type { EndedEntry, EntryEffect } from '../movement.ts';
import { afterEntry } from './receipt.rules.ts';
import { SaccoReceipt, type ReceiptRow } from './receipt.model.ts';
import { RECEIPT_STATE, setReceiptRows } from './receipt.sql.ts';

export async function lockReceipt(trx: Transaction, id: string): Promise<ReceiptRow | undefined> {
  return SaccoReceipt.query(trx).where({ id }).forUpdate().first();
}

export async function setReceipt(trx: Transaction, id: string, change: Partial<ReceiptRow>): Promise<void> {
  await SaccoReceipt.query(trx).where({ id }).patch(change);
}

/** What changes in a receipt that the merchant's balance does not cover. */
export function retryLater(receipt: ReceiptRow): Partial<ReceiptRow> {
  return { ...scheduleRetry(receipt), entry_id: null };
}

type ReceiptState = Pick<ReceiptRow, (typeof RECEIPT_STATE)[number] | 'plan'>;

/** Stores how receipts, which are locked, stand. */
export async function setReceipts(trx: Transaction, receipts: readonly ReceiptState[]): Promise<void> {
  if (receipts.length === 0) return;
  const plan = receipts.map((receipt) => receipt.plan && JSON.stringify(receipt.plan));
  await setReceiptRows(trx, { ...columnsOf(receipts, ...RECEIPT_STATE), plan });
}

/** The receipt once an entry of it has ended; null where that changes nothing. */
export function afterEnded<Row extends ReceiptRow>(receipt: Row, { scope, entry }: EndedEntry): Row | null {
  const change = afterEntry(receipt, entry, scope.clock.now());
  if (change === null) return null;
  if (change === 'retry') return { ...receipt, ...retryLater(receipt) };
  return { ...receipt, ...change, due_at: change.status === 'pending' ? systemNow() : null };
}

/** Records the results of entries of receipts, and goes on with what is left. */
export const recordReceipts: EntryEffect = async ({ trx, enqueue }, ended) => {
  const ids = ended.flatMap(({ entry: { receipt_id } }) => (receipt_id === null ? [] : [receipt_id]));
  if (ids.length === 0) return;
  // Rows are locked in id order, which avoids deadlocks. One entry of a receipt is under way at a time.
  const locked = await SaccoReceipt.query(trx).whereIn('id', ids).orderBy('id').forUpdate();
  const receipts = new Map<string | null, ReceiptRow>(locked.map((row) => [row.id, row]));
  const changed = ended.flatMap((each) => {
    const receipt = receipts.get(each.entry.receipt_id);
    return (receipt && afterEnded(receipt, each)) ?? [];
  });
  await setReceipts(trx, changed);
  if (changed.some(({ status, attempts }) => status === 'pending' && attempts === 0))
    enqueue('allocate-receipts', {});
};
