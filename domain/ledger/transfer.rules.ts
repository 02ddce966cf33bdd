/**
 * The ledger's state machine: pure, independent of storage. It evaluates chains in order against accounts, existing
 * transfers, spent ids and pending transfers held in memory, and changes that state exactly as a backend must.
 *
 * Invariant: on both sides of every change each account keeps its limit, and debits equal credits over all accounts.
 */
import type {
  BookedTransfer,
  ChainOutcome,
  AccountBalances,
  LimitRule,
  Transfer,
  TransferError,
} from './backend.port.ts';

/** A transfer as evaluated: booked, with both accounts' counters right after it. */
export interface EvaluatedTransfer extends BookedTransfer {
  debit_after: AccountBalances;
  credit_after: AccountBalances;
}

export interface AccountState extends AccountBalances {
  id: string;
  ledger: number;
  limit: LimitRule;
  /** Timestamp of its latest transfer. */
  last_timestamp: bigint;
}

export type PendingStatus = 'pending' | 'posted' | 'voided' | 'expired';

export interface PendingState {
  id: string;
  debit_account_id: string;
  credit_account_id: string;
  ledger: number;
  amount: bigint;
  code: number;
  status: PendingStatus;
  expires_at: bigint | null;
}

export interface LedgerState {
  accounts: Map<string, AccountState>;
  /** Existing transfers among the ids under evaluation and the pending ids they name. */
  transfers: Map<string, BookedTransfer>;
  failedTransferIds: Map<string, TransferError>;
  pending: Map<string, PendingState>;
  /** Latest timestamp given in this evaluation, by book: transfers of other accounts come after each other, too. */
  latest: Map<number, bigint>;
  /** By book, the open holds between these accounts whose time may come in this evaluation. */
  expiring: Map<number, Expiring>;
}

interface Expiring {
  holds: Set<PendingState>;
  /** None of them is due before. */
  first: bigint;
}

/** What an evaluation adds to the state, for the backend to write. */
export interface Changes {
  transfers: EvaluatedTransfer[];
  failedTransferIds: Map<string, TransferError>;
  /** Pending transfers opened, ended or expired. */
  pending: Map<string, PendingState>;
}

/** AccountBalances are 64-bit in PostgreSQL; a balance beyond this is refused. */
const MAX_COUNTER = 2n ** 63n - 1n;
const MAX_TIMESTAMP = MAX_COUNTER;
const NS_PER_S = 1_000_000_000n;
const NS_PER_MS = 1_000_000n;
const LEDGERS_PER_BOOK = 1_000;

/** The instant of a ledger timestamp, to the millisecond. */
export function instantOf(timestamp: bigint): Date {
  return new Date(Number(timestamp / NS_PER_MS));
}

/** The first timestamp after that millisecond, the finest instant that a client can name; far instants are clamped. */
export function timestampAfter(instant: Date): bigint {
  const after = BigInt(instant.getTime() + 1) * NS_PER_MS;
  if (after < 1n) return 1n;
  return after > MAX_TIMESTAMP ? MAX_TIMESTAMP : after;
}

/** Failures that could have gone otherwise at another time: the id is spent, so a late retry cannot surprise anyone. */
const FAILS_ID: ReadonlySet<TransferError> = new Set([
  'debit_account_not_found',
  'credit_account_not_found',
  'pending_transfer_not_found',
  'exceeds_credits',
  'exceeds_debits',
]);

/**
 * Evaluates chains in order.
 * @param now_ns the book's time; a transfer's timestamp is never before it, and grows along each account and batch
 * @returns an outcome per chain; a replayed chain answers the original transfers
 */
export function evaluateChains(
  state: LedgerState,
  chains: Transfer[][],
  now_ns: bigint,
  changes: Changes,
): ChainOutcome[] {
  return chains.map((chain) => evaluateChain(state, chain, now_ns, changes));
}

function evaluateChain(
  state: LedgerState,
  chain: Transfer[],
  now_ns: bigint,
  changes: Changes,
): ChainOutcome {
  // The only transfer of a chain is checked before anything changes, so there is nothing to take back.
  const undo: Undo | null = chain.length > 1 ? [] : null;
  const booked: EvaluatedTransfer[] = [];
  for (const [index, transfer] of chain.entries()) {
    if (state.expiring.size > 0) expireDue(state, transfer, now_ns, undo, changes);
    const error = check(state, transfer);
    if (error === null) {
      booked.push(apply(state, transfer, now_ns, undo, changes));
      continue;
    }
    for (const step of (undo ?? []).toReversed()) step();
    if (error === 'exists' && chain.every((member) => sameTransfer(state.transfers, member))) {
      return {
        status: 'replayed',
        transfers: chain.map((member) => state.transfers.get(member.id) as BookedTransfer),
      };
    }
    if (FAILS_ID.has(error)) {
      state.failedTransferIds.set(transfer.id, error);
      changes.failedTransferIds.set(transfer.id, error);
    }
    return { status: 'refused', index, error };
  }
  for (const transfer of booked) changes.transfers.push(transfer);
  return { status: 'created', transfers: booked };
}

/** True when that very transfer, with the same content, is among the existing ones. */
export function sameTransfer(existing: Map<string, Transfer>, transfer: Transfer): boolean {
  const found = existing.get(transfer.id);
  return found !== undefined && compare(transfer, found) === 'exists';
}

/**
 * The first rule that the transfer breaks, in the order of ledger.md; null when it may be booked. Amounts are positive: the
 * callers' own checks come first, and the database refuses anything else.
 */
function check(state: LedgerState, transfer: Transfer): TransferError | null {
  const existing = state.transfers.get(transfer.id);
  if (existing) return compare(transfer, existing);
  if (state.failedTransferIds.has(transfer.id)) return 'id_already_failed';
  return transfer.phase === 'post' || transfer.phase === 'void'
    ? checkEnding(state, transfer)
    : checkNew(state, transfer);
}

function checkNew(state: LedgerState, transfer: Transfer): TransferError | null {
  if (transfer.debit_account_id === transfer.credit_account_id) return 'accounts_must_be_different';
  if (transfer.pending_id !== null) return 'pending_id_must_be_zero';
  if (transfer.timeout_s !== 0 && transfer.phase !== 'pending')
    return 'timeout_reserved_for_pending_transfer';
  const debit = state.accounts.get(transfer.debit_account_id);
  const credit = state.accounts.get(transfer.credit_account_id);
  if (!debit) return 'debit_account_not_found';
  if (!credit) return 'credit_account_not_found';
  if (debit.ledger !== credit.ledger) return 'accounts_must_have_the_same_ledger';
  return checkRoom(debit, credit, transfer.amount);
}

/** A post or void: its accounts exist, because they must be its pending transfer's. */
function checkEnding(state: LedgerState, transfer: Transfer): TransferError | null {
  const { pending_id } = transfer;
  if (pending_id === null) return 'pending_id_must_not_be_zero';
  if (pending_id === transfer.id) return 'pending_id_must_be_different';
  if (transfer.timeout_s !== 0) return 'timeout_reserved_for_pending_transfer';
  const pending = state.pending.get(pending_id);
  if (!pending)
    return state.transfers.has(pending_id) ? 'pending_transfer_not_pending' : 'pending_transfer_not_found';
  if (pending.debit_account_id !== transfer.debit_account_id)
    return 'pending_transfer_has_different_debit_account_id';
  if (pending.credit_account_id !== transfer.credit_account_id) {
    return 'pending_transfer_has_different_credit_account_id';
  }
  if (pending.code !== transfer.code) return 'pending_transfer_has_different_code';
  if (transfer.amount > pending.amount) return 'exceeds_pending_transfer_amount';
  if (transfer.phase === 'void' && transfer.amount !== pending.amount)
    return 'pending_transfer_has_different_amount';
  if (pending.status === 'posted') return 'pending_transfer_already_posted';
  if (pending.status === 'voided') return 'pending_transfer_already_voided';
  return pending.status === 'expired' ? 'pending_transfer_expired' : null;
}

/** Same id: is it the same transfer? The order of comparisons is TigerBeetle's. */
export function compare(transfer: Transfer, existing: Transfer): TransferError {
  if (transfer.phase !== existing.phase) return 'exists_with_different_flags';
  if (transfer.pending_id !== existing.pending_id) return 'exists_with_different_pending_id';
  if (transfer.timeout_s !== existing.timeout_s) return 'exists_with_different_timeout';
  if (transfer.debit_account_id !== existing.debit_account_id)
    return 'exists_with_different_debit_account_id';
  if (transfer.credit_account_id !== existing.credit_account_id)
    return 'exists_with_different_credit_account_id';
  if (transfer.amount !== existing.amount) return 'exists_with_different_amount';
  if (transfer.reference !== existing.reference || transfer.memo !== existing.memo) {
    return 'exists_with_different_user_data_128';
  }
  if (transfer.code !== existing.code) return 'exists_with_different_code';
  return 'exists';
}

function checkRoom(debit: AccountState, credit: AccountState, amount: bigint): TransferError | null {
  const debits = debit.debits_pending + debit.debits_posted + amount;
  const credits = credit.credits_pending + credit.credits_posted + amount;
  if (debits > MAX_COUNTER) return 'overflows_debits';
  if (credits > MAX_COUNTER) return 'overflows_credits';
  if (debit.limit === 'debits' && debits > debit.credits_posted) return 'exceeds_credits';
  if (credit.limit === 'credits' && credits > credit.debits_posted) return 'exceeds_debits';
  return null;
}

/** Steps that take a chain's changes back, to be run in reverse. */
type Undo = (() => void)[];

/** Books a checked transfer in memory, and notes how to take it back. */
function apply(
  state: LedgerState,
  transfer: Transfer,
  now_ns: bigint,
  undo: Undo | null,
  changes: Changes,
): EvaluatedTransfer {
  const debit = state.accounts.get(transfer.debit_account_id) as AccountState;
  const credit = state.accounts.get(transfer.credit_account_id) as AccountState;
  undo?.push(restoring(debit), restoring(credit), () => state.transfers.delete(transfer.id));
  const timestamp = timestampFor(state, debit, credit, now_ns);

  if (transfer.phase === 'pending') {
    debit.debits_pending += transfer.amount;
    credit.credits_pending += transfer.amount;
    openPending(state, transfer, debit.ledger, timestamp, undo, changes);
  } else {
    if (transfer.phase !== null) {
      const pending = endPending(state, transfer, undo, changes);
      debit.debits_pending -= pending.amount;
      credit.credits_pending -= pending.amount;
    }
    if (transfer.phase !== 'void') {
      debit.debits_posted += transfer.amount;
      credit.credits_posted += transfer.amount;
    }
  }
  state.latest.set(scopeNumberOf(debit), timestamp);
  debit.last_timestamp = timestamp;
  credit.last_timestamp = timestamp;
  const booked = bookedTransfer(transfer, timestamp, debit, credit);
  state.transfers.set(transfer.id, booked);
  return booked;
}

/** Written out, because this runs for every transfer and spreading objects costs several times as much. */
function bookedTransfer(
  transfer: Transfer,
  timestamp: bigint,
  debit: AccountState,
  credit: AccountState,
): EvaluatedTransfer {
  return {
    id: transfer.id,
    debit_account_id: transfer.debit_account_id,
    credit_account_id: transfer.credit_account_id,
    amount: transfer.amount,
    code: transfer.code,
    phase: transfer.phase,
    pending_id: transfer.pending_id,
    timeout_s: transfer.timeout_s,
    reference: transfer.reference,
    memo: transfer.memo,
    timestamp,
    created_at: instantOf(timestamp),
    debit_after: countersOf(debit),
    credit_after: countersOf(credit),
  };
}

function restoring(account: AccountState): () => void {
  const before = { ...account };
  return () => Object.assign(account, before);
}

function openPending(
  state: LedgerState,
  transfer: Transfer,
  ledger: number,
  timestamp: bigint,
  undo: Undo | null,
  changes: Changes,
): void {
  const pending: PendingState = {
    id: transfer.id,
    debit_account_id: transfer.debit_account_id,
    credit_account_id: transfer.credit_account_id,
    ledger,
    amount: transfer.amount,
    code: transfer.code,
    status: 'pending',
    expires_at: transfer.timeout_s === 0 ? null : timestamp + BigInt(transfer.timeout_s) * NS_PER_S,
  };
  state.pending.set(pending.id, pending);
  changes.pending.set(pending.id, pending);
  watchExpiry(state, pending);
  undo?.push(() => {
    state.pending.delete(pending.id);
    changes.pending.delete(pending.id);
    state.expiring.get(scopeNumberOf(pending))?.holds.delete(pending);
  });
}

/** Has the evaluation release an open hold once a transfer comes after its end. Both its accounts must be in the state. */
export function watchExpiry(state: LedgerState, pending: PendingState): void {
  if (pending.expires_at === null) return;
  const expiring = state.expiring.get(scopeNumberOf(pending));
  if (!expiring) {
    state.expiring.set(scopeNumberOf(pending), { holds: new Set([pending]), first: pending.expires_at });
    return;
  }
  expiring.holds.add(pending);
  if (pending.expires_at < expiring.first) expiring.first = pending.expires_at;
}

/** Before a transfer is judged: what is over by the timestamp that it would get no longer counts. */
function expireDue(
  state: LedgerState,
  transfer: Transfer,
  now_ns: bigint,
  undo: Undo | null,
  changes: Changes,
): void {
  const debit = state.accounts.get(transfer.debit_account_id);
  const credit = state.accounts.get(transfer.credit_account_id);
  const expiring = debit && state.expiring.get(scopeNumberOf(debit));
  if (!expiring || !credit) return;
  const timestamp = timestampFor(state, debit, credit, now_ns);
  if (timestamp < expiring.first) return;
  const watched = [...expiring.holds];
  expiring.holds.clear();
  expiring.first = MAX_TIMESTAMP;
  for (const hold of watched) {
    if ((hold.expires_at as bigint) > timestamp) watchExpiry(state, hold);
    else if (hold.status === 'pending') expire(state, hold, undo, changes);
    // One that has ended is open again if this chain, which may have ended it, is taken back.
    else undo?.push(() => watchExpiry(state, hold));
  }
}

function expire(state: LedgerState, hold: PendingState, undo: Undo | null, changes: Changes): void {
  const changed = changes.pending.has(hold.id);
  for (const id of [hold.debit_account_id, hold.credit_account_id])
    undo?.push(restoring(state.accounts.get(id) as AccountState));
  expirePending(state.accounts, hold);
  changes.pending.set(hold.id, hold);
  undo?.push(() => {
    hold.status = 'pending';
    if (!changed) changes.pending.delete(hold.id);
    watchExpiry(state, hold);
  });
}

function endPending(
  state: LedgerState,
  transfer: Transfer,
  undo: Undo | null,
  changes: Changes,
): PendingState {
  const pending = state.pending.get(transfer.pending_id as string) as PendingState;
  const changed = changes.pending.has(pending.id);
  pending.status = transfer.phase === 'post' ? 'posted' : 'voided';
  changes.pending.set(pending.id, pending);
  undo?.push(() => {
    pending.status = 'pending';
    if (!changed) changes.pending.delete(pending.id);
  });
  return pending;
}

/**
 * Takes an expired hold off both accounts. The caller has checked that it is open and expired. Whatever is booked there
 * from now on comes after its end: so the counters kept with a transfer hold it exactly when they are from before its end.
 */
export function expirePending(accounts: Map<string, AccountState>, pending: PendingState): void {
  const debit = accounts.get(pending.debit_account_id) as AccountState;
  const credit = accounts.get(pending.credit_account_id) as AccountState;
  debit.debits_pending -= pending.amount;
  credit.credits_pending -= pending.amount;
  const last = (pending.expires_at as bigint) - 1n;
  for (const account of [debit, credit]) if (account.last_timestamp < last) account.last_timestamp = last;
  pending.status = 'expired';
}

/** Not before the book's time, and after all that these accounts and this evaluation have seen. */
function timestampFor(state: LedgerState, debit: AccountState, credit: AccountState, now_ns: bigint): bigint {
  let last = state.latest.get(scopeNumberOf(debit)) ?? 0n;
  if (debit.last_timestamp > last) last = debit.last_timestamp;
  if (credit.last_timestamp > last) last = credit.last_timestamp;
  return last >= now_ns ? last + 1n : now_ns;
}

export function scopeNumberOf({ ledger }: { ledger: number }): number {
  return Math.floor(ledger / LEDGERS_PER_BOOK);
}

function countersOf(account: AccountBalances): AccountBalances {
  return {
    debits_pending: account.debits_pending,
    debits_posted: account.debits_posted,
    credits_pending: account.credits_pending,
    credits_posted: account.credits_posted,
  };
}
