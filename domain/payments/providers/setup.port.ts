/** What a provider's adapter is given with every call, and how it reads callbacks: the same for payments, refunds and payouts. */
import type { Circuit } from '../../../core/circuit.ts';
import type { Environment } from '../../../core/scope.ts';

/** Where one project reaches a provider, and as whom. */
export interface ProviderSetup {
  /** The provider's name, for what is counted of the calls to it. */
  provider: string;
  environment: Environment;
  /** What the project configured, by field; empty where nothing is needed. */
  credentials: Record<string, string>;
  /** Without a trailing slash; of the payment's own environment, so that test keys never reach a live system. */
  base_url: string;
  /** Where payers' browsers reach the provider, where that is configured apart from `base_url`; null otherwise. */
  web_base_url: string | null;
  /** How long one call may take, its answer included. */
  deadline_ms: number;
  /** Before the provider's system. */
  circuit: Circuit;
}

/** What is needed to fetch a status: a provider may answer later, at the own address of what it is about. */
export interface StatusSetup extends ProviderSetup {
  callback_url: string;
}

/** What is needed to send something that must not be sent twice. */
export interface ClaimingSetup extends StatusSetup {
  /**
   * For a request that must be sent once, because the provider does not know a repetition: to be claimed before.
   * @param name under which the time of the claim is stored in `provider_data`
   * @returns false when it was claimed before
   */
  claimOnce(name: string): Promise<boolean>;
  /** Gives a claim back, because what was claimed certainly did not happen. */
  releaseClaim(name: string): Promise<void>;
}

/** What an adapter will need again: it is stored with the payment, refund or payout, in addition to earlier values. */
export interface Remembered {
  remember?: Record<string, string>;
}

export interface ProviderCallback {
  /** By lower-case name. */
  headers: Record<string, string | undefined>;
  /** What came behind the `?`. */
  query: string;
  body: Buffer;
  /** The caller's address, as far as the proxies before us are trusted. */
  ip: string;
}

/** A callback is a hint to ask, never evidence. */
export interface CallbackReading extends Remembered {
  /** `unverified`: there is no signature or no key to check it with. `rejected`: it is not the provider's. */
  authenticity: 'verified' | 'unverified' | 'rejected';
  provider_txn_id?: string;
  claimed_status?: string;
  /** Does it say that the payer has paid? */
  claims_paid?: boolean;
  /**
   * The amount that the payer paid, where nothing else reports it; null when it cannot be read. When it differs from the payment's
   * amount the callback is ignored and shown to a person.
   */
  amount_minor?: bigint | null;
}
