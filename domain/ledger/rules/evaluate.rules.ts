/**
 * The ledger's state machine: pure, independent of storage. It evaluates chains in order against the state in memory
 * (state.rules.ts), and changes that state exactly as a backend must.
 *
 * Invariant: before and after every change each account keeps its limit, and debits equal credits over all accounts.
 */
import type { BookedTransfer, ChainOutcome, Transfer } from '../backend.port.ts';
import { copyBalances } from './balances.rules.ts';
import { checkTransfer, FAILS_ID, sameTransfer } from './check.rules.ts';
import { expireDue, openPending, resolvePending, restoring } from './holds.rules.ts';
import type { AccountState, ChainEvaluation, EvaluatedTransfer, Evaluation } from './state.rules.ts';
import { instantOf, scopeNumberOf, timestampFor } from './time.rules.ts';

/** Evaluates chains in order. @returns an outcome per chain; that of a replayed chain has the original transfers */
export function evaluateChains({ state, changes, now_ns }: Evaluation, chains: Transfer[][]): ChainOutcome[] {
  return chains.map((chain) =>
    evaluateChain({ state, changes, now_ns, undo: chain.length > 1 ? [] : null }, chain),
  );
}

function evaluateChain(evaluation: ChainEvaluation, chain: Transfer[]): ChainOutcome {
  const { state, changes, undo } = evaluation;
  const booked: EvaluatedTransfer[] = [];
  for (const [index, transfer] of chain.entries()) {
    if (state.expiring.size > 0) expireDue(evaluation, transfer);
    const error = checkTransfer(state, transfer);
    if (error === null) {
      booked.push(apply(evaluation, transfer));
      continue;
    }
    for (const step of (undo ?? []).toReversed()) step();
    if (error === 'exists' && chain.every((member) => sameTransfer(state.transfers, member))) {
      return {
        status: 'replayed',
        transfers: chain.map((member) => state.transfers.get(member.id) as BookedTransfer),
      };
    }
    if (error === 'id_already_failed')
      return { status: 'refused', index, error, earlier: state.failedTransferIds.get(transfer.id) };
    if (FAILS_ID.has(error)) {
      state.failedTransferIds.set(transfer.id, error);
      changes.failedTransferIds.set(transfer.id, error);
    }
    return { status: 'refused', index, error };
  }
  for (const transfer of booked) changes.transfers.push(transfer);
  return { status: 'created', transfers: booked };
}

/** Books a checked transfer in memory, and adds the steps that revert it to `undo`. */
function apply(evaluation: ChainEvaluation, transfer: Transfer): EvaluatedTransfer {
  const { state, undo } = evaluation;
  const debit = state.accounts.get(transfer.debit_account_id) as AccountState;
  const credit = state.accounts.get(transfer.credit_account_id) as AccountState;
  undo?.push(restoring(debit), restoring(credit), () => state.transfers.delete(transfer.id));
  const timestamp = timestampFor(evaluation, debit, credit);

  if (transfer.phase === 'pending') {
    debit.debits_pending += transfer.amount;
    credit.credits_pending += transfer.amount;
    openPending(evaluation, transfer, { ledger: debit.ledger, timestamp });
  } else {
    if (transfer.phase !== null) {
      const pending = resolvePending(evaluation, transfer);
      debit.debits_pending -= pending.amount;
      credit.credits_pending -= pending.amount;
    }
    if (transfer.phase !== 'void') {
      debit.debits_posted += transfer.amount;
      credit.credits_posted += transfer.amount;
    }
  }
  const scope_number = scopeNumberOf(debit);
  state.latest.set(scope_number, timestamp);
  debit.last_timestamp = timestamp;
  credit.last_timestamp = timestamp;
  const booked = bookedTransfer(transfer, { scope_number, timestamp }, { debit, credit });
  state.transfers.set(transfer.id, booked);
  return booked;
}

/** Written out, because this runs for every transfer and spreading objects costs several times as much. */
function bookedTransfer(
  transfer: Transfer,
  { scope_number, timestamp }: { scope_number: number; timestamp: bigint },
  { debit, credit }: { debit: AccountState; credit: AccountState },
): EvaluatedTransfer {
  return {
    scope_number,
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
    debit_after: copyBalances(debit),
    credit_after: copyBalances(credit),
  };
}
