/** The port that a payment provider's adapter fills. One folder or file per provider; `index.ts` lists them. */
import type { Currency } from '../../../core/money.ts';
import type { Environment } from '../../../core/scope.ts';
import type { NextAction, PaymentStatus } from '../payment.rules.ts';
import type { PaymentRow } from '../payment.model.ts';
import type { RefundRow } from '../refunds/refund.model.ts';

/** Where one project reaches a provider, and as whom. */
export interface ProviderSetup {
  /** What the project configured, by field; empty where nothing is needed. */
  credentials: Record<string, string>;
  /** Without a trailing slash; of the payment's own environment, so that test keys never reach a live system. */
  base_url: string;
  /** How long one call may take, its answer included. */
  deadline_ms: number;
}

/** What is needed once, to start a payment: where the provider calls us, and where it sends the payer afterwards. */
export interface CreateSetup extends ProviderSetup {
  callback_url: string;
  return_url: string;
}

/** One field of what a project configures. */
export interface CredentialField {
  name: string;
  optional: boolean;
  /** No secret: it is shown as it is. */
  open?: boolean;
  /** @returns what is wrong with the text, as the end of a sentence that begins with the field's name; null when nothing is */
  problem: (text: string) => string | null;
}

interface ProviderDetails {
  provider_txn_id?: string;
  failure_code?: string;
  failure_message?: string;
}

/**
 * What the provider says of a payment. A completed one counts only where amount, currency and reference are ours: they
 * are left out by a provider that never says them, and null where it should have said them and did not.
 */
export interface ProviderStatus extends ProviderDetails {
  status: Exclude<PaymentStatus, 'initiated'>;
  /** Where the payment has none yet. */
  next_action?: NextAction;
  /** What the payer was charged for us, in minor units. */
  amount_minor?: bigint | null;
  currency?: string | null;
  /** The provider-side id that we chose. */
  reference?: string | null;
  /** What the provider keeps, in its own spelling: it may be finer than minor units. */
  fee?: string;
  /** A status name that we do not know; the payment is then said to be pending. */
  unknown_status?: string;
}

/** The answer to `create` never completes a payment: only a status that was asked for does. */
export interface ProviderCreated extends ProviderDetails {
  status: 'pending' | 'processing' | 'failed';
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

export interface ProviderCallback {
  /** By lower-case name. */
  headers: Record<string, string | undefined>;
  /** What came behind the `?`. */
  query: string;
  body: Buffer;
}

/** A callback is a hint to ask, never evidence. */
export interface CallbackReading {
  /** `unverified`: there is no signature or no key to check it with. `rejected`: it is not the provider's. */
  authenticity: 'verified' | 'unverified' | 'rejected';
  provider_txn_id?: string;
  claimed_status?: string;
  /** Does it say that the payer has paid? */
  claims_paid?: boolean;
}

export interface Provider {
  name: string;
  currencies: readonly Currency[];
  environments: readonly ('test' | 'live')[];
  needs_phone: boolean;
  capabilities: { status_api: boolean; refunds: boolean; partial_refunds: boolean };
  /** How long a payment may wait for its payer, in seconds. */
  expiry_s: number;
  /** What a project must configure before it can use the provider; left out where nothing is needed. */
  credentials?: readonly CredentialField[];
  /**
   * The currency of a project's account, where requests name none: whatever amount is asked for, the payer is charged in
   * that one. Left out where requests name the currency.
   */
  account_currency?: (credentials: Record<string, string>) => Currency;
  /** Where the provider is, unless configured otherwise; left out where nothing goes over the network. */
  base_urls?: Record<Environment, string>;
  /**
   * Asks the provider to collect the payment. The provider-side id is the payment's own, stored before the call.
   * @throws ProviderUnavailable when the outcome is not known: the poller finds out
   */
  create(payment: PaymentRow, setup: CreateSetup): Promise<ProviderCreated>;
  /**
   * @returns null when the provider does not know the payment (yet)
   * @throws ProviderUnavailable
   */
  fetchStatus(payment: PaymentRow, setup: ProviderSetup): Promise<ProviderStatus | null>;
  /**
   * Asks for a refund under the refund's own id, or, asked again, how it stands. Left out where there is no such API.
   * @throws ProviderUnavailable when the outcome is not known
   */
  refund?(payment: PaymentRow, refund: RefundRow, setup: ProviderSetup): Promise<ProviderRefund>;
  /** Left out where the provider never calls. */
  readCallback?(payment: PaymentRow, callback: ProviderCallback, setup: ProviderSetup): CallbackReading;
}

/** No answer, or none that can be read: what was asked may or may not have happened. */
export class ProviderUnavailable extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'ProviderUnavailable';
  }
}
