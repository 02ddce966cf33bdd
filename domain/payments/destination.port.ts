/**
 * The port of modules that credit the money of some payments once it is booked: to a customer's wallet, to a SACCO member. Its
 * implementations are called in the transactions that change the payment, so that their own rows never lag behind.
 */
import type { Currency } from '../../core/money.ts';
import type { Scope } from '../../core/scope.ts';
import type { Queryable } from '../../db/connection.ts';
import type { ScopedUnit, Unit } from '../platform/unit.ts';
import type { PaymentStatus, RefundOutcome } from './payment.rules.ts';

export type PaymentDestinationKind = 'wallet' | 'sacco' | 'receipt';

/** What a destination needs to know of a payment. */
export interface DestinedPayment {
  id: string;
  amount_minor: bigint;
  currency: Currency;
  metadata: Record<string, unknown>;
  /** Of one that came by paybill: the account number that its payer typed. */
  account_number: string | null;
  provider_txn_id: string | null;
  customer_phone: string | null;
  provider_data: Record<string, string>;
  status: PaymentStatus;
  created_at: Date;
}

export interface PaymentDestination {
  /** The metadata key that names whom to credit; null where no request names it. */
  metadata_key: string | null;
  /** @throws AppError when the money of this payment could never be credited */
  validate(
    db: Queryable,
    scope: Scope,
    request: Pick<DestinedPayment, 'metadata' | 'currency' | 'amount_minor'>,
  ): Promise<void>;
  /** These payments, of any project, are being stored. @throws AppError when one of them could never be credited */
  onCreated(unit: Unit, created: { scope: Scope; row: DestinedPayment }[]): Promise<void>;
  /** The payment completed, failed or was cancelled; a late success completes it after the others. */
  onFinal(unit: ScopedUnit, payment: DestinedPayment): Promise<void>;
  /** The money of these payments, of any project, has reached the merchants' balances: it is to be credited. */
  onPosted(unit: Unit, payment_ids: string[]): Promise<void>;
  /** A refund is requested. @throws AppError `not_refundable` when the money was credited already */
  onRefundRequested(unit: ScopedUnit, payment: DestinedPayment, amount_minor: bigint): Promise<void>;
  /** That refund has ended: where it did not succeed, the money is to be credited after all. */
  onRefundResolved(unit: ScopedUnit, payment_id: string, outcome: RefundOutcome): Promise<void>;
}

export type PaymentDestinations = Record<PaymentDestinationKind, PaymentDestination>;

declare module '../platform/context.ts' {
  interface Context {
    /** What credits a completed payment to a wallet or a member. */
    destinations: PaymentDestinations;
  }
}
