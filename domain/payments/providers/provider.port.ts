/** The port that a payment provider's adapter fills. One folder for each provider; `registry.ts` lists them. */
import type joi from 'joi';
import type { Currency } from '../../../core/money.ts';
import type { Environment } from '../../../core/scope.ts';
import type { FailureCode, NextAction, PaymentStatus } from '../payment.rules.ts';
import type { PaymentRow } from '../payment.model.ts';
import type { RefundRow } from '../refunds/refund.model.ts';
import type { PaybillConfirmationRow } from '../paybills/paybill.model.ts';
import type { ProviderPayouts } from './payout.port.ts';
import type {
  CallbackReading,
  ClaimingSetup,
  ProviderCallback,
  ProviderSetup,
  Remembered,
  StatusSetup,
} from './setup.port.ts';

export type { CallbackReading, ProviderCallback, ProviderSetup, StatusSetup } from './setup.port.ts';

/** What is needed to start a payment: where the provider calls us, and where it sends the payer afterwards. */
export interface CreateSetup extends ProviderSetup {
  callback_url: string;
  return_url: string;
}

/** What is needed to ask for a refund, of which a provider may tell later too. */
export type RefundSetup = ClaimingSetup;

/** One field of what a project configures. */
export interface CredentialField {
  name: string;
  /** Checks the trimmed text. `joi.string().required()` is a field that must be there; `$environment` is the environment. */
  schema: joi.StringSchema;
  /** No secret: it is shown as it is. */
  open?: boolean;
}

interface ProviderDetails extends Remembered {
  /** The id that the provider's statement shows; left out until known. */
  provider_txn_id?: string;
  failure_code?: FailureCode;
  failure_message?: string;
}

/**
 * The provider's status of a payment. A completed one counts only where amount, currency and reference are ours: they are left
 * out by a provider that never reports them, and null where it should have reported them and did not.
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
  /** `test` or `live`, where one system serves both and reports which it was. */
  environment?: string;
  /** The provider's fee as it is written there: it may be finer than minor units. */
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

export interface ProviderRefund extends Remembered {
  status: 'pending' | 'succeeded' | 'failed';
  /** The pending refund is left to a person, who marks how it ended: the provider does nothing about it. */
  waits_for_person?: boolean;
  provider_refund_id?: string;
  failure_code?: FailureCode;
  failure_message?: string;
}

export interface Capabilities {
  /** Has a status API. Without one, only a statement or a person completes a payment. */
  status_api: boolean;
  refunds: boolean;
  partial_refunds: boolean;
  /** Sends money to phones or bank accounts. */
  payouts: boolean;
  /** Callbacks carry a signature that covers what they say. */
  callbacks_signed: boolean;
  /** Requires an https address to call for live payments, or reports only by callback what we need. */
  needs_callback: boolean;
}

/** What may differ from one account with the provider to another. */
export interface ProviderTerms {
  currencies: readonly Currency[];
  capabilities: Capabilities;
  /** The smallest amount that can be charged or refunded, and its multiples: 1n; 100n where only whole units can. */
  amount_step_minor: bigint;
  /** Phones that it accepts, in international form; left out where it accepts any, or needs none. */
  phone_pattern?: RegExp;
  /** Where the provider is, unless configured otherwise; left out where nothing goes over the network. */
  base_urls?: Partial<Record<Environment, string>>;
}

/** A payment before it is stored. */
export interface ProposedPayment {
  amount_minor: bigint;
  currency: Currency;
  reference: string;
  customer_phone: string | null;
  metadata: Record<string, unknown>;
}

// ── money that payers send by themselves, to an account number that they type ─────────────────────────────────────────────

/** What the provider calls with, before the money moves (validation) and after it has (confirmation). */
export interface PaybillNotice {
  /** The provider's id of the transaction, which its statement shows. */
  transaction_id: string;
  /** What the provider calls the account that is paid; null where it does not say. */
  paid_to: string | null;
  amount_minor: bigint;
  /** As the payer typed it; empty where there is nothing to type. */
  account_number: string;
  /** E.164; null where it is masked. */
  payer_phone: string | null;
  payer_name: string | null;
}

/** What a validation is answered. */
export type PaybillVerdict = 'accepted' | 'unknown_account' | 'refused';

/** How the provider says that a transaction stands. */
export type PaybillTransaction =
  | { status: 'pending' }
  /** The provider does not know it, or did not when it was asked. */
  | { status: 'unknown'; asked_at: Date }
  /** It is no payment to this project. */
  | { status: 'refused'; error: 'unknown' | 'not_paid' | 'not_to_us' | 'amount_unreadable' }
  | {
      status: 'completed';
      amount_minor: bigint;
      /** As the provider names them, and nobody else. */
      payer_phone: string | null;
      payer_name: string | null;
    };

/** Without credentials where they cannot be read now. */
type Account = Pick<ProviderSetup, 'credentials'>;

/** How a provider tells us about such payments. */
export interface PaybillCalls {
  /** Why this account cannot take such payments; null when it can. */
  problem(credentials: Record<string, string>): string | null;
  /** What the provider calls the account. */
  accountName(credentials: Record<string, string>): string;
  /**
   * Tells the provider the two addresses.
   * @returns `taken`: it has addresses of the account already, and keeps them
   * @throws AppError `paybill_refused`; ProviderUnavailable
   */
  register(
    setup: ProviderSetup,
    addresses: { confirmation_url: string; validation_url: string },
  ): Promise<'registered' | 'taken'>;
  /** @returns null when it is not the provider's, or cannot be read */
  readNotice(callback: ProviderCallback, setup: Account): PaybillNotice | null;
  /** The body that a validation is answered with. */
  answerTo(verdict: PaybillVerdict): Record<string, unknown>;
  /** @returns what to keep of an answer that came later; null when it is none */
  readAnswer(callback: ProviderCallback, setup: Account): Record<string, string> | null;
  /** What the answer that was kept says; pending where it decides nothing, or there is none. */
  answered(confirmation: PaybillConfirmationRow): PaybillTransaction;
}

export interface PaybillAdapter {
  /** Left out where nobody calls. */
  calls?: PaybillCalls;
  /** Asks the provider. It is pending where the answer comes later. @throws ProviderUnavailable */
  fetchTransaction(confirmation: PaybillConfirmationRow, setup: StatusSetup): Promise<PaybillTransaction>;
}

// ── the provider ─────────────────────────────────────────────────────────────────────────────────────────────────────────

export interface Provider extends ProviderTerms {
  /** As clients write it: `[a-z0-9_]`. */
  name: string;
  /** As people write it. */
  title: string;
  /** The hint for payers beside the title; null where the title is enough. */
  payer_hint: string | null;
  environments: readonly Environment[];
  needs_phone: boolean;
  /** How long a payment may wait for its payer, in seconds. */
  expiry_s: number;
  /** Nobody can pay a payment that was cancelled here. Left out where the payer still can, because the provider is not notified. */
  cancelled_is_unpayable?: true;
  /** What a project configures; with a field that is required, before it can use the provider. Left out where there is nothing. */
  credentials?: readonly CredentialField[];
  /** Rules between the fields, e.g. that several are required together. */
  credentialRules?: (schema: joi.ObjectSchema) => joi.ObjectSchema;
  /**
   * What of the terms is different for an account. Secrets may come masked: decide by open fields, and by which are there.
   */
  termsOfAccount?: (credentials: Record<string, string>) => Partial<ProviderTerms>;
  /** In the addresses of callbacks, where the name will not do. */
  callback_segment?: string;
  /** Payment ids and tokens that match cannot be part of a callback's address: others are drawn. */
  callback_address_refused?: RegExp;
  /** What callbacks are answered once they are stored; `{ received: true }` when left out. */
  callback_answer?: Record<string, unknown>;
  /**
   * Asking again to collect a payment under the same id never charges twice. A payment that never reached the provider is
   * then submitted again.
   */
  create_repeatable: boolean;
  /** @throws AppError `phone_not_supported`, `amount_not_supported` and the like, for what the terms do not say */
  validate?(payment: ProposedPayment, credentials: Record<string, string>): void;
  /**
   * Asks the provider to collect the payment. The provider-side id is the payment's own, stored before the call.
   * @throws ProviderUnavailable when the outcome is not known: the poller finds out
   */
  create(payment: PaymentRow, setup: CreateSetup): Promise<ProviderCreated>;
  /**
   * @returns null when the provider does not know the payment (yet)
   * @throws ProviderUnavailable
   */
  fetchStatus(payment: PaymentRow, setup: StatusSetup): Promise<ProviderStatus | null>;
  /** Whether `fetchStatus` works for this payment; left out where it works for all. */
  canBeAsked?(payment: PaymentRow): boolean;
  /**
   * Requests a refund under the refund's own id; a repeat fetches its status. Left out where there is no such API.
   * @throws ProviderUnavailable when the outcome is not known
   */
  refund?(payment: PaymentRow, refund: RefundRow, setup: RefundSetup): Promise<ProviderRefund>;
  /**
   * What the provider's statement calls a payment, where that is neither its reference nor its id. It is one of both, or ends
   * with the last twelve characters of the id.
   */
  statementReference?(payment: Pick<PaymentRow, 'id' | 'reference'>): string;
  /** How a refund ended is known by the provider's own id of it, not by ours: two refunds with one id would both succeed. */
  refund_known_by_its_id?: true;
  /** A refund names the provider's id of the payment: until that is known, a refund waits. */
  refund_needs_txn_id?: boolean;
  /** Money that payers send by themselves; left out where the provider does not tell us about it. */
  paybill?: PaybillAdapter;
  /** Left out where the provider sends no money. */
  payouts?: ProviderPayouts;
  /** Left out where the provider never calls. */
  readCallback?(payment: PaymentRow, callback: ProviderCallback, setup: ProviderSetup): CallbackReading;
  /**
   * The id, as we gave it to the provider, of the payment that a callback speaks of; null where it names none. With it, the
   * provider also calls one address for all payments of a project, `webhook_url`, which is shown to its staff.
   */
  paymentNamedIn?(callback: ProviderCallback): string | null;
}

/** No answer, or none that can be read: what was asked may or may not have happened. */
export class ProviderUnavailable extends Error {
  /** False where it certainly did not: it was not sent, or was refused as not from us. */
  readonly may_have_acted: boolean;

  constructor(message: string, cause?: unknown, may_have_acted = true) {
    super(message, { cause });
    this.name = 'ProviderUnavailable';
    this.may_have_acted = may_have_acted;
  }
}
