/** The states of a receipt, and what an entry that has ended changes in it. Pure. */
import type { EntryRow } from '../entries/entry.model.ts';

export const RECEIPT_STATUSES = [
  // The next part is to be booked.
  'pending',
  // A part is being booked.
  'allocating',
  'allocated',
  // It belongs to nobody yet.
  'unallocated',
  // Somebody has said whose it is: a checker decides, or it is being booked. Or it is going back by the bank.
  'resolving',
  // It is going back to its sender by a payout.
  'refunding',
  'refunded',
] as const;
export type ReceiptStatus = (typeof RECEIPT_STATUSES)[number];

/** By what the account number named the member. */
export const MATCHES = ['member_no', 'loan', 'phone'] as const;
export type Matched = (typeof MATCHES)[number];

/** What is to be booked to the member. */
export interface PlannedPart {
  /** That of a movement by a payment. */
  purpose: string;
  loan_id: string | null;
  /** Minor units as text: JSON numbers are read as floats. */
  amount_minor: string;
}

interface ReceiptState {
  status: ReceiptStatus;
  entry_id: string | null;
  plan: PlannedPart[] | null;
  amount_minor: bigint;
  credited_minor: bigint;
}

type Changes = Partial<ReceiptState> & {
  unallocated_minor?: bigint;
  attempts?: number;
  resolved_at?: Date;
};

/**
 * What an entry of the receipt, posted or failed, changes in it.
 * @param now on the clock of the scope
 * @returns null where it is not the entry that the receipt waits for
 */
export function afterEntry(receipt: ReceiptState, entry: EntryRow, now: Date): Changes | 'retry' | null {
  if (receipt.entry_id !== entry.id) return null;
  const { amount_minor, kind, status } = entry;
  if (receipt.status === 'resolving') {
    if (status !== 'posted') return { status: 'unallocated', entry_id: null };
    if (kind === 'reversal') return { status: 'refunded', unallocated_minor: 0n, resolved_at: now };
    const credited_minor = receipt.credited_minor + amount_minor;
    return { status: 'allocated', credited_minor, unallocated_minor: 0n, resolved_at: now };
  }
  if (receipt.status !== 'allocating') return null;
  if (status !== 'posted') return 'retry';
  if (kind === 'unallocated_receipt')
    return { status: 'unallocated', entry_id: null, unallocated_minor: amount_minor, plan: null };
  const credited_minor = receipt.credited_minor + amount_minor;
  const plan = (receipt.plan ?? []).slice(1);
  return credited_minor === receipt.amount_minor
    ? { status: 'allocated', credited_minor, plan: null, attempts: 0, resolved_at: now }
    : { status: 'pending', credited_minor, plan, attempts: 0 };
}
