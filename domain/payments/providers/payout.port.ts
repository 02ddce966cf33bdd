/** The part of a provider's port by which it sends money to a phone or to a bank account. */
import type { Currency } from '../../../core/money.ts';
import type { Environment } from '../../../core/scope.ts';
import type { FailureCode } from '../payment.rules.ts';
import type {
  CallbackReading,
  ClaimingSetup,
  ProviderCallback,
  ProviderSetup,
  Remembered,
} from './setup.port.ts';

/** Who is paid: a phone, the wallet of a phone at an institution with a code, or an account of a bank. */
export type PayoutDestination =
  | { phone: string; bank_code?: string }
  | { phone?: undefined; bank_code: string; account_number: string; account_name: string };

/** `wallet` is a phone with the `bank_code` of the institution that keeps the wallet. */
export const PAYOUT_DESTINATION_KINDS = ['phone', 'wallet', 'bank'] as const;
export type PayoutDestinationKind = (typeof PAYOUT_DESTINATION_KINDS)[number];

export function destinationKindOf(to: PayoutDestination): PayoutDestinationKind {
  if (to.phone === undefined) return 'bank';
  return to.bank_code === undefined ? 'phone' : 'wallet';
}

/** A payout before it is stored. */
export interface ProposedPayout {
  amount_minor: bigint;
  currency: Currency;
  /** As the client chose it: any text. */
  reference: string;
  narration: string | null;
  to: PayoutDestination;
}

/** A payout as an adapter sees it. Its id is the id under which the provider knows it. */
export interface PayoutOrder extends ProposedPayout {
  /** `pyo_` and 26 characters: see `decodeId` for its uuid. */
  id: string;
  project_id: string;
  environment: Environment;
  /** The id that the provider's statement shows; null until known. */
  provider_txn_id: string | null;
  /** What the adapter remembers of it, and the claims that it took. */
  provider_data: Record<string, string>;
  created_at: Date;
  /** On the project's clock; null before the first `send`. */
  sent_at: Date | null;
}

/** `callback_url` is the payout's own address. */
export type PayoutSetup = ClaimingSetup;

/** What a provider says of a payout. Only `succeeded` and `failed` end it: everything else is `pending`. */
export interface ProviderPayout extends Remembered {
  status: 'pending' | 'succeeded' | 'failed';
  /** The pending payout is left to a person, who marks how it ended: the provider does nothing about it. */
  waits_for_person?: boolean;
  /** When the first question is worth while, in milliseconds; the usual schedule when left out. */
  check_after_ms?: number;
  provider_txn_id?: string;
  /** The provider's fee as it is written there: it may be finer than minor units. */
  fee?: string;
  failure_code?: FailureCode;
  failure_message?: string;
}

/** A callback is a hint to ask, never evidence; what a provider tells only once is remembered, for `fetch` to read. */
export type PayoutCallbackReading = Pick<CallbackReading, 'authenticity' | 'remember' | 'claimed_status'>;

export interface ProviderPayouts {
  destinations: readonly PayoutDestinationKind[];
  /** So long after it was sent a payout without a result is `unknown`, in seconds. */
  unknown_after_s: number;
  /** @throws AppError naming the credentials that payouts need besides; called with opened ones when an owner enables payouts */
  checkCredentials?(credentials: Record<string, string>): void;
  /**
   * Secrets may come masked.
   * @throws AppError `phone_not_supported`, `amount_not_supported` and the like, for what the terms do not say
   */
  validate?(payout: ProposedPayout, credentials: Record<string, string>): void;
  /**
   * Sends the money, under the payout's id. It is called once, once more where `fetch` has answered null, and again where the first
   * call ended in `ProviderUnavailable` that says that it cannot have acted.
   * @throws ProviderUnavailable when the outcome is not known: it is asked for, and not sent again
   */
  send(payout: PayoutOrder, setup: PayoutSetup): Promise<ProviderPayout>;
  /**
   * @returns null when the payout is not known there, and sending it again under its id cannot pay twice: because the provider
   * refuses or ignores an id that it knows, or because the claim of `claimOnce` was never taken. It does not say that what was sent
   * will not be paid: what is on hold stays so.
   * @throws ProviderUnavailable
   */
  fetch(payout: PayoutOrder, setup: PayoutSetup): Promise<ProviderPayout | null>;
  /** Left out where the provider never calls the payout's own address, nor that of the project about payouts. */
  readCallback?(payout: PayoutOrder, callback: ProviderCallback, setup: ProviderSetup): PayoutCallbackReading;
  /**
   * The id of the payout that a call to the address of the project speaks of; null where it speaks of something else. A payout
   * that is not ours, or is not under way, is only acknowledged.
   */
  payoutNamedIn?(callback: ProviderCallback): string | null;
  /** Whether such a call asks before the provider pays: a refusal is answered 400, which stops the payout there. */
  asksApproval?(callback: ProviderCallback): boolean;
}
