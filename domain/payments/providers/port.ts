/** The port that a payment provider's adapter fills. One folder or file per provider; `index.ts` lists them. */
import type { Currency } from '../../../core/money.ts';
import type { PaymentStatus } from '../payment.rules.ts';
import type { PaymentRow } from '../payment.ts';
import type { RefundRow } from '../refund.ts';

export type NextAction = { type: 'redirect'; url: string } | { type: 'prompt'; message: string };

/** What the provider says of a payment. */
export interface ProviderStatus {
  status: Exclude<PaymentStatus, 'initiated'>;
  /** What the provider took, in minor units; left out where its answer carries none. */
  amount_minor?: bigint;
  currency?: string;
  provider_txn_id?: string;
  failure_code?: string;
  failure_message?: string;
}

export interface ProviderCreated extends ProviderStatus {
  next_action?: NextAction;
  /** When the first poll is worth while, in milliseconds; the usual schedule when left out. */
  check_after_ms?: number;
}

export interface ProviderRefund {
  status: 'pending' | 'succeeded' | 'failed';
  provider_refund_id?: string;
  failure_code?: string;
  failure_message?: string;
}

export interface Provider {
  name: string;
  currencies: readonly Currency[];
  environments: readonly ('test' | 'live')[];
  needs_phone: boolean;
  capabilities: { status_api: boolean; refunds: boolean; partial_refunds: boolean };
  /** How long a payment may wait for its payer, in seconds. */
  expiry_s: number;
  /**
   * Asks the provider to collect the payment. The provider-side id is the payment's own, stored before the call.
   * @throws ProviderUnavailable when the outcome is not known: the poller finds out
   */
  create(payment: PaymentRow): Promise<ProviderCreated>;
  /** @throws ProviderUnavailable */
  fetchStatus(payment: PaymentRow): Promise<ProviderStatus>;
  /**
   * Asks for a refund under the refund's own id, or, asked again, how it stands. Left out where there is no such API.
   * @throws ProviderUnavailable when the outcome is not known
   */
  refund?(payment: PaymentRow, refund: RefundRow): Promise<ProviderRefund>;
}

/** No answer, or none that can be read: what was asked may or may not have happened. */
export class ProviderUnavailable extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'ProviderUnavailable';
  }
}
