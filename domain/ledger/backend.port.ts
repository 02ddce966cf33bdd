/**
 * The ledger's port: what any backend (PostgreSQL, TigerBeetle) offers, in TigerBeetle's vocabulary. Nothing outside
 * this folder knows which backend runs. Ids are uuids, amounts are minor units.
 */

import type { Transaction } from '../../db/connection.ts';

/** 'debits' — debits may not pass credits; 'credits' — the mirror. */
export type LimitRule = 'none' | 'debits' | 'credits';

export interface NewAccount {
  id: string;
  /** Scope and currency in one number (scope number * 1000 + ISO numeric currency); transfers stay within one ledger. */
  ledger: number;
  limit: LimitRule;
  /** Number of its kind. */
  code: number;
}

/** The four sums of an account; none is ever negative. */
export interface AccountBalances {
  debits_pending: bigint;
  debits_posted: bigint;
  credits_pending: bigint;
  credits_posted: bigint;
}

export type Phase = 'pending' | 'post' | 'void';

export interface Transfer {
  id: string;
  debit_account_id: string;
  credit_account_id: string;
  /** > 0. Of a post: what is captured, up to the pending amount. Of a void: the pending amount. */
  amount: bigint;
  /** Number of the transfer's kind; a post or void carries its pending transfer's. */
  code: number;
  /** null for a plain transfer. */
  phase: Phase | null;
  /** The pending transfer that a post or void resolves. */
  pending_id: string | null;
  /** After how many seconds a pending transfer expires; 0: never. */
  timeout_s: number;
  reference: string;
  memo: string | null;
}

export interface BookedTransfer extends Transfer {
  /** The transfer's place in the total order: nanoseconds since the epoch, unique and strictly increasing in every scope. */
  timestamp: bigint;
  /** On the clock of its scope (project and environment). */
  created_at: Date;
}

/** A transfer in the history of one of its accounts, with that account's balances right after it. */
export interface HistoryEntry extends BookedTransfer {
  after: AccountBalances;
}

/** A moment in an account's history: right after its last transfer up to a timestamp. */
export interface AccountPoint {
  account_id: string;
  timestamp: bigint;
}

/** What was posted on the accounts of a kind by the transfers of a kind, in minor units. */
export interface PostedTotal {
  /** As in NewAccount. */
  ledger: number;
  account_code: number;
  transfer_code: number;
  debits: bigint;
  credits: bigint;
  /** Of the last transfer that counts. */
  last_timestamp: bigint;
}

/** Transfers that moved money; holds and their releases do not. */
export interface TransferRange {
  /** Of one scope. */
  ledgers: number[];
  from: Date;
  before: Date;
  /** Only those after this timestamp. */
  after?: bigint | undefined;
  transfer_code?: number | undefined;
  /** Only those with an account of that kind on either side. */
  account_code?: number | undefined;
  /** Only those with one of these accounts on either side. */
  account_ids?: string[] | undefined;
}

export type TransferError =
  | 'exists'
  | 'exists_with_different_flags'
  | 'exists_with_different_pending_id'
  | 'exists_with_different_timeout'
  | 'exists_with_different_debit_account_id'
  | 'exists_with_different_credit_account_id'
  | 'exists_with_different_amount'
  | 'exists_with_different_user_data_128'
  | 'exists_with_different_code'
  | 'id_already_failed'
  | 'accounts_must_be_different'
  | 'pending_id_must_be_zero'
  | 'pending_id_must_not_be_zero'
  | 'pending_id_must_be_different'
  | 'timeout_reserved_for_pending_transfer'
  | 'debit_account_not_found'
  | 'credit_account_not_found'
  | 'accounts_must_have_the_same_ledger'
  | 'pending_transfer_not_found'
  | 'pending_transfer_not_pending'
  | 'pending_transfer_has_different_debit_account_id'
  | 'pending_transfer_has_different_credit_account_id'
  | 'pending_transfer_has_different_code'
  | 'exceeds_pending_transfer_amount'
  | 'pending_transfer_has_different_amount'
  | 'pending_transfer_already_posted'
  | 'pending_transfer_already_voided'
  | 'pending_transfer_expired'
  | 'overflows_debits'
  | 'overflows_credits'
  | 'exceeds_credits'
  | 'exceeds_debits';

/** What became of a chain: booked now, booked before with the same content, or refused as a whole. */
export type ChainOutcome =
  | { status: 'created' | 'replayed'; transfers: BookedTransfer[] }
  | {
      status: 'refused';
      index: number;
      error: TransferError;
      /** With `id_already_failed`: what it failed for the first time, as far as it is known. */
      earlier?: TransferError | undefined;
    };

export interface TransferPoster {
  /**
   * Books chains in order; each is all or nothing and fails independently of the others.
   * @param now the scope's present time; hold expiry compares with it
   * @throws AppError SERVICE_UNAVAILABLE when the outcome is not known; repeating the same chains is safe
   */
  post(chains: Transfer[][], now: Date): Promise<ChainOutcome[]>;
}

export interface LedgerBackend extends TransferPoster {
  readonly name: 'postgres' | 'tigerbeetle';
  /** Whether `created_at` of what is booked after a seal is never before the sealed instant; else its totals alone are sealed. */
  readonly seals_created_at: boolean;
  /**
   * Books within a transaction of the service's database, which so commits its rows and their transfers at once. Of what others
   * may lock before they book, nothing is locked after it; audit heads come last. Null where the ledger is a system of its own.
   * @throws RequiresSeparateTransaction where chains must be booked by `post` of the backend itself; nothing was written then
   */
  within: ((trx: Transaction) => TransferPoster) | null;
  /** Opens what is not open yet. @throws when one of them exists with another limit, ledger or kind; the others are open then */
  openAccounts(accounts: NewAccount[]): Promise<void>;
  /**
   * The four sums by account id; unknown ids are left out.
   * @param now the scope's present time: holds that have expired by then do not count
   */
  balances(account_ids: string[], now: Date): Promise<Map<string, AccountBalances>>;
  /**
   * The sums of the balances of a ledger's accounts, by the number of their kind.
   * @param ledger as in NewAccount
   */
  totals(ledger: number): Promise<Map<number, AccountBalances>>;
  /**
   * What was posted on the accounts of each kind before each of these instants, in one snapshot. It takes the same time
   * however long the history is.
   */
  postedBefore(ledgers: number[], moments: Date[]): Promise<PostedTotal[][]>;
  /** Booked transfers by id; unknown ids are left out. */
  transfers(ids: string[]): Promise<Map<string, BookedTransfer>>;
  /** The four sums at an instant: after the last transfer by then, less the holds expired by then; before the first all zero. */
  balancesAt(account_id: string, at: Date): Promise<AccountBalances>;
  /** The four sums as that transfer left them, in the order of the points; all zero before an account's first. */
  balancesAfter(points: AccountPoint[]): Promise<AccountBalances[]>;
  /** An account's transfers, newest first, before a timestamp when one is given. */
  history(account_id: string, limit: number, before?: bigint): Promise<HistoryEntry[]>;
  /**
   * From now on nothing of these ledgers, which are all of one scope, counts in totals before that instant, which has passed;
   * `seals_created_at` says whether `created_at` agrees.
   */
  seal(ledgers: number[], before: Date): Promise<void>;
  /** The scope's transfers in that range, oldest first. What is booked later comes after all that was read. */
  transfersIn(range: TransferRange, limit: number): Promise<BookedTransfer[]>;
  /**
   * Recomputes the totals of all ledgers from their transfers.
   * @param snapshot of the database in which they are stored
   * @returns a sentence for each that differs
   */
  differingTotals(snapshot: Transaction): AsyncIterable<string>;
  /** Brings totals up to date that a backend keeps after booking, so that nobody who reads them waits for it. */
  advanceTotals(): Promise<void>;
  /** Releases holds that have expired by then. @returns how many; repeat while it is not 0 */
  expireHolds(now: Date, scopes: ScopeChoice): Promise<number>;
  /** Throws when the backend is out of reach. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** The number of one scope, or all but some. */
export type ScopeChoice = number | { except: readonly number[] };

export interface BatchObserver {
  /** Called after each commit, for the metrics. */
  committed(transfers: number, seconds: number): void;
}
