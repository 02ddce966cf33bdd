/**
 * The next step of a refund by reversal, from what is known of it. A reversal is requested once: M-PESA would take a second
 * request for a second reversal. Its result comes later; a result other than success, or none, is confirmed by asking for the
 * transaction's status, which is answered later, too. Pure.
 */
import type { LaterResult } from './callback.rules.ts';
import { isUnknownTransaction, NOT_MADE, transactionStatus } from './transaction-status.rules.ts';

/** Under which id the status was asked for: the payment's receipt, or the reversal's own transaction id. */
export type AskedBy = 'receipt' | 'transaction';

export interface Reversal {
  requested: boolean;
  /** Null until M-PESA has reported it. */
  result: LaterResult | null;
  /** The last answers about the status. */
  statuses: Record<AskedBy, LaterResult | null>;
  /** How the status was asked for last. */
  asked_by: AskedBy | null;
  /** Every answer starts an attempt: the same question is not asked again immediately. */
  asked_just_now: boolean;
  /** Of the payment. */
  receipt: string;
  /** Of the refund. */
  amount_minor: bigint;
  /** No other refund of the payment is under way or was made: if it is reversed, this refund did it. */
  is_only_refund: boolean;
}

export type Step =
  | { kind: 'request' }
  /** Undecided; M-PESA is asked for the status of this transaction. */
  | { kind: 'ask_status'; asked_by: AskedBy; transaction_id: string }
  | { kind: 'wait' }
  | { kind: 'succeeded'; transaction_id: string | null }
  | { kind: 'failed'; message: string | null };

export function nextStep(reversal: Reversal): Step {
  const { requested, result, asked_by, receipt } = reversal;
  if (!requested) return { kind: 'request' };
  const transaction_id = result?.transaction_id ?? null;
  const by_receipt = statusSays(reversal, 'receipt');
  const by_transaction = statusSays(reversal, 'transaction');
  if (result?.result_code === '0' || by_receipt === 'reversed' || by_transaction === 'reversed')
    return { kind: 'succeeded', transaction_id };
  // In one sample the code is not 0 and the description says "processed successfully".
  const says_failed = result !== null && !/success/i.test(result.description ?? '');
  const is_confirmed =
    by_receipt === 'not_reversed' && (transaction_id === null || by_transaction === 'not_reversed');
  if (says_failed && is_confirmed) return { kind: 'failed', message: result.description };
  // In turns, where both ids are known: not every system finds the reversal under its own.
  const question: Step & { kind: 'ask_status' } =
    transaction_id !== null && asked_by !== 'transaction'
      ? { kind: 'ask_status', asked_by: 'transaction', transaction_id }
      : { kind: 'ask_status', asked_by: 'receipt', transaction_id: receipt };
  const is_new = asked_by !== question.asked_by && reversal.statuses[question.asked_by] === null;
  return is_new || !reversal.asked_just_now ? question : { kind: 'wait' };
}

/** Whether the last answer about a transaction's status proves the reversal. */
export function statusSays(
  { statuses, receipt, amount_minor, is_only_refund }: Reversal,
  asked_by: AskedBy,
): 'reversed' | 'not_reversed' | 'nothing' {
  const answer = statuses[asked_by];
  if (!answer?.result_code) return 'nothing';
  if (answer.result_code !== '0') return isUnknownTransaction(answer) ? 'not_reversed' : 'nothing';
  const status = transactionStatus(answer);
  const is_payment = status.receipt === null ? asked_by === 'receipt' : status.receipt === receipt;
  if (is_payment) {
    if (status.name.includes('revers')) return is_only_refund ? 'reversed' : 'nothing';
    return status.name === 'completed' ? 'not_reversed' : 'nothing';
  }
  if (NOT_MADE.has(status.name)) return 'not_reversed';
  const same_amount = status.amount_minor === null || status.amount_minor === amount_minor;
  return status.name === 'completed' && same_amount ? 'reversed' : 'nothing';
}
