/** How holds open, resolve and expire in the state of an evaluation, and how each change is reverted. Pure. */
import type { Transfer } from '../backend.port.ts';
import type { AccountState, ChainEvaluation, LedgerState, PendingState } from './state.rules.ts';
import { MAX_TIMESTAMP, NS_PER_S, scopeNumberOf, timestampFor } from './time.rules.ts';

/** @returns the step that sets the account back to what it is now */
export function restoring(account: AccountState): () => void {
  const before = { ...account };
  return () => Object.assign(account, before);
}

export function openPending(
  { state, changes, undo }: ChainEvaluation,
  transfer: Transfer,
  { ledger, timestamp }: { ledger: number; timestamp: bigint },
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

/** Marks the hold of a post or void, which the caller has checked, as posted or voided. */
export function resolvePending({ state, changes, undo }: ChainEvaluation, transfer: Transfer): PendingState {
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

/** Lets the evaluation release an open hold as soon as a transfer follows its expiry. Both its accounts must be in the state. */
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

/** Before a transfer is checked: holds that have expired by the timestamp that it would get no longer count. */
export function expireDue(evaluation: ChainEvaluation, transfer: Transfer): void {
  const { state, undo } = evaluation;
  const debit = state.accounts.get(transfer.debit_account_id);
  const credit = state.accounts.get(transfer.credit_account_id);
  const expiring = debit && state.expiring.get(scopeNumberOf(debit));
  if (!expiring || !credit) return;
  const timestamp = timestampFor(evaluation, debit, credit);
  if (timestamp < expiring.first) return;
  const watched = [...expiring.holds];
  expiring.holds.clear();
  expiring.first = MAX_TIMESTAMP;
  for (const hold of watched) {
    if ((hold.expires_at as bigint) > timestamp) watchExpiry(state, hold);
    else if (hold.status === 'pending') expire(evaluation, hold);
    // A resolved hold is open again if this chain, which may have resolved it, is reverted.
    else undo?.push(() => watchExpiry(state, hold));
  }
}

function expire({ state, changes, undo }: ChainEvaluation, hold: PendingState): void {
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

/**
 * Takes an expired hold off both accounts. The caller has checked that it is open and expired. Every later transfer of these
 * accounts gets a timestamp after the expiry: so the balances stored with a transfer include the hold exactly when that
 * transfer is from before the expiry.
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
