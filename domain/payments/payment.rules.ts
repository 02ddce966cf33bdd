/** The payment's state machine and the poller's schedule, as data; and the batch that books a payment. Pure. */
import { derivedUuid, uuidIn } from '../../core/ids.ts';
import { TRANSFER_KINDS, type Transfer } from '../ledger/index.ts';

export const PAYMENT_STATUSES = [
  'initiated',
  'pending',
  'processing',
  'completed',
  'failed',
  'cancelled',
] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/**
 * Where a payment may go. Forward only, save that fresh provider evidence completes a failed or cancelled payment
 * (late success), which is audit-logged.
 */
const TRANSITIONS: Record<PaymentStatus, readonly PaymentStatus[]> = {
  initiated: ['pending', 'processing', 'completed', 'failed', 'cancelled'],
  pending: ['processing', 'completed', 'failed', 'cancelled'],
  processing: ['completed', 'failed', 'cancelled'],
  completed: [],
  failed: ['completed'],
  cancelled: ['completed'],
};

export function mayBecome(from: PaymentStatus, to: PaymentStatus): boolean {
  return TRANSITIONS[from].includes(to);
}

export function isFinal(status: PaymentStatus): boolean {
  return status === 'completed' || status === 'failed' || status === 'cancelled';
}

export function isLateSuccess(from: PaymentStatus, to: PaymentStatus): boolean {
  return isFinal(from) && to === 'completed';
}

/** Seconds from one poll to the next; then hourly. Pattern of providers.md 0.7. */
const POLL_DELAYS_S = [15, 30, 60, 120, 300, 900];
const HOURLY_S = 3_600;
/** The poller gives up a day after a provider's payment would have expired, and leaves the payment to a person. */
const GIVE_UP_AFTER_S = 24 * 3_600;

/**
 * @param polls how many were made already
 * @param age_s seconds since the payment was created
 * @param expiry_s how long the provider lets a payment wait
 * @returns seconds until the next poll, or null when there shall be none
 */
export function nextPollDelay_s(polls: number, age_s: number, expiry_s: number): number | null {
  if (age_s > expiry_s + GIVE_UP_AFTER_S) return null;
  return POLL_DELAYS_S[polls] ?? HOURLY_S;
}

export interface Split {
  subaccount_id: string;
  /** The vendor's share of the payment, 1..10000. */
  share_bps: number;
}

/** The vendor's share in minor units, rounded down; the merchant keeps the remainder. */
export function vendorShare(amount_minor: bigint, split: Split): bigint {
  return (amount_minor * BigInt(split.share_bps)) / 10_000n;
}

export interface Settlement {
  payment_id: string;
  /** Which manual retry this is; refused ids are spent, so each has ids of its own. */
  generation: number;
  amount_minor: bigint;
  split: Split | null;
  provider_clearing_id: string;
  merchant_available_id: string;
  /** Account of the split's vendor. */
  subaccount_id: string | null;
}

/** One atomic batch: the whole amount to the merchant, then the vendor's share from the merchant to the vendor. */
export function settlementChain(settlement: Settlement): Transfer[] {
  const { payment_id, generation, amount_minor, split } = settlement;
  const base = { phase: null, pending_id: null, timeout_s: 0, reference: payment_id, memo: null };
  const chain: Transfer[] = [
    {
      ...base,
      id: derivedUuid(uuidIn(payment_id), 'settlement', String(generation)),
      debit_account_id: settlement.provider_clearing_id,
      credit_account_id: settlement.merchant_available_id,
      amount: amount_minor,
      code: TRANSFER_KINDS.payment_settlement,
    },
  ];
  const share = split ? vendorShare(amount_minor, split) : 0n;
  if (share > 0n && settlement.subaccount_id) {
    chain.push({
      ...base,
      id: derivedUuid(uuidIn(payment_id), 'split', String(generation)),
      debit_account_id: settlement.merchant_available_id,
      credit_account_id: settlement.subaccount_id,
      amount: share,
      code: TRANSFER_KINDS.split,
    });
  }
  return chain;
}
