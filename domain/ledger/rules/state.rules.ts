/**
 * What an evaluation of transfers reads and changes, held in memory: accounts, existing transfers and holds. Pure types, shared by
 * the rules and by the backend that reads and writes them.
 */
import type { AccountBalances, BookedTransfer, LimitRule, TransferError } from '../backend.port.ts';

/** A transfer as evaluated: booked, with the balances of both accounts right after it. */
export interface EvaluatedTransfer extends BookedTransfer {
  scope_number: number;
  debit_after: AccountBalances;
  credit_after: AccountBalances;
}

export interface AccountState extends AccountBalances {
  id: string;
  ledger: number;
  /** Number of its kind. */
  code: number;
  limit: LimitRule;
  /** Timestamp of its latest transfer. */
  last_timestamp: bigint;
}

export type PendingStatus = 'pending' | 'posted' | 'voided' | 'expired';

/** A hold: a pending transfer and what became of it. */
export interface PendingState {
  id: string;
  debit_account_id: string;
  credit_account_id: string;
  ledger: number;
  amount: bigint;
  code: number;
  status: PendingStatus;
  /** Nanoseconds since the epoch; null: never. */
  expires_at: bigint | null;
}

export interface LedgerState {
  accounts: Map<string, AccountState>;
  /** Existing transfers among the ids under evaluation and the pending ids that they name. */
  transfers: Map<string, BookedTransfer>;
  failedTransferIds: Map<string, TransferError>;
  pending: Map<string, PendingState>;
  /** Latest timestamp assigned in this evaluation, by scope number: transfers of other accounts follow each other, too. */
  latest: Map<number, bigint>;
  /** By scope number, the open holds between these accounts that may expire in this evaluation. */
  expiring: Map<number, Expiring>;
}

export interface Expiring {
  holds: Set<PendingState>;
  /** None of them expires before. */
  first: bigint;
}

/** What an evaluation adds to the state, for the backend to write. */
export interface Changes {
  transfers: EvaluatedTransfer[];
  failedTransferIds: Map<string, TransferError>;
  /** Holds opened, resolved or expired. */
  pending: Map<string, PendingState>;
}

/** Chains under evaluation. */
export interface Evaluation {
  state: LedgerState;
  changes: Changes;
  /** The scope's time: a transfer's timestamp is never before it, and grows along each account and batch. */
  now_ns: bigint;
}

/** A chain under evaluation, all of which is reverted when one of its transfers fails. */
export interface ChainEvaluation extends Evaluation {
  /** Steps that revert its changes, to be run in reverse; null where it has one transfer, which is checked before anything changes. */
  undo: (() => void)[] | null;
}

/** Balances and timestamps are 64-bit integers in PostgreSQL. */
export const MAX_INT64 = 2n ** 63n - 1n;
