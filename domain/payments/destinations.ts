/**
 * Where the money of some payments goes on to once it is booked: a customer's wallet, a SACCO member. The room that takes
 * it fills this port, and is called in the transactions that change the payment, so that its own row never lags behind.
 */
import { refusal } from '../../core/errors.ts';
import type { Scope } from '../../core/scope.ts';
import type { Transaction } from '../../db/connection.ts';
import type { JobName, JobPayloads } from '../../jobs/registry.ts';
import type { Context } from '../platform/context.ts';
import { saccoCredits } from '../sacco/index.ts';
import { topupCredits } from '../wallets/index.ts';
import type { PaymentRequest } from './create-payment.ts';
import type { PaymentRow } from './payment.ts';
import type { RefundOutcome } from './refunds/refund.ts';

/** Which room the money of a payment goes on to. */
export type CreditTo = 'wallet' | 'sacco';

/** The jobs that are about one payment. */
type PaymentJob = {
  [Name in JobName]: JobPayloads[Name] extends { payment_id: string } ? Name : never;
}[JobName];

export interface CreditRoom {
  /** The metadata key that names who is to be credited. */
  metadata_key: string;
  /** @throws AppError when the money of this payment could never be credited */
  accept(ctx: Context, scope: Scope, request: PaymentRequest): Promise<void>;
  /** The payment is being stored. */
  created(trx: Transaction, scope: Scope, payment: PaymentRow): Promise<void>;
  /** The payment completed, failed or was cancelled; a late success completes it after the others. */
  ended(trx: Transaction, scope: Scope, payment: PaymentRow): Promise<void>;
  /** The money of these payments, of any project, has reached the merchants' balances. */
  booked(trx: Transaction, payment_ids: string[]): Promise<void>;
  /** Run for each booked payment. */
  job: PaymentJob;
  /** A refund wants the money. @throws AppError `not_refundable` when it has gone on already */
  refunding(trx: Transaction, scope: Scope, payment: PaymentRow, amount_minor: bigint): Promise<void>;
  /** That refund is over. */
  refundEnded(trx: Transaction, scope: Scope, payment_id: string, outcome: RefundOutcome): Promise<void>;
}

/** Asked for when needed: the rooms know of each other, so none is there before the other. */
function rooms(): Record<CreditTo, CreditRoom> {
  return { wallet: topupCredits, sacco: saccoCredits };
}

/** The room that this payment's metadata names. @throws AppError `combination_refused` when it names more than one */
export function creditOf({
  metadata = {},
  split,
}: Pick<PaymentRequest, 'metadata' | 'split'>): CreditTo | null {
  const named = (Object.keys(rooms()) as CreditTo[]).filter(
    (name) => metadata[creditRoom(name).metadata_key] !== undefined,
  );
  if (named.length > 1) throw refusal('combination_refused');
  if (named[0] && split) throw refusal('combination_refused');
  return named[0] ?? null;
}

export function creditRoom(name: CreditTo): CreditRoom {
  return rooms()[name];
}
