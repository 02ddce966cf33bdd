/** What Chapa's answers mean. Pure; numbers come as their text. */
import { given } from '../../../../core/given.ts';
import type { FailureCode } from '../../payment.rules.ts';
import { amountOf, lookUp, sanitize, textOf } from '../answer-text.rules.ts';
import type { ProviderRefund, ProviderStatus } from '../provider.port.ts';

type Answer = Record<string, unknown>;

const STATUSES: Record<string, ProviderStatus['status']> = {
  success: 'completed',
  // The payment was made; its refund records what happened since.
  refunded: 'completed',
  reversed: 'completed',
  failed: 'failed',
  'failed/cancelled': 'failed',
  pending: 'pending',
};

const FAILURES: [said: RegExp, code: FailureCode][] = [
  [/insufficient|not enough/i, 'insufficient_funds'],
  [/cancel/i, 'cancelled'],
  [/expired|timed? ?out/i, 'expired'],
  [/limit/i, 'limit_reached'],
];

/** The fields about the transaction; null before the payer has paid, and in refusals. */
export function dataOf(answer: Answer): Answer | null {
  const data = answer['data'];
  return typeof data === 'object' && data !== null && !Array.isArray(data) ? (data as Answer) : null;
}

/** Text, or an object of the fields at fault, each with a list of problems. */
export function messageOf(answer: Answer): string {
  const message = answer['message'];
  if (typeof message !== 'object' || message === null) return sanitize(textOf(message) ?? 'declined');
  const problems = Object.entries(message).map(([field, problem]) => `${field}: ${String(problem)}`);
  return sanitize(problems.join('; ') || 'declined');
}

/** The reference was used before: its status must be fetched. */
export function isDuplicate(message: string): boolean {
  return /reference|tx_ref/i.test(message) && /used|exist|taken|duplicate/i.test(message);
}

/** @returns declined when nothing more exact is said */
export function failureCode(message: string): FailureCode {
  return FAILURES.find(([said]) => said.test(message))?.[1] ?? 'declined';
}

/** The status in an answer about a transaction. Without data nobody has paid yet. */
export function statusOf(answer: Answer): ProviderStatus {
  const data = dataOf(answer);
  if (!data) return { status: 'pending' };
  const name = textOf(data['status'])?.toLowerCase() ?? 'pending';
  const known = lookUp(STATUSES, name);
  const said = messageOf(answer);
  const cancelled = name === 'failed/cancelled' && /cancel/i.test(said);
  const status = cancelled ? 'cancelled' : (known ?? 'pending');
  return {
    status,
    amount_minor: amountOf(data['amount']),
    currency: textOf(data['currency']),
    reference: textOf(data['tx_ref']),
    ...given({
      environment: textOf(data['mode'])?.toLowerCase(),
      provider_txn_id: textOf(data['reference']),
      fee: textOf(data['charge']),
      unknown_status: known ? null : sanitize(name),
    }),
    ...(status === 'failed' || status === 'cancelled'
      ? { failure_code: failureCode(said), failure_message: said }
      : {}),
  };
}

/** Whether the money of a completed payment was refunded. */
export function isRefunded(answer: Answer): boolean {
  const name = textOf(dataOf(answer)?.['status'])?.toLowerCase();
  return name === 'refunded' || name === 'reversed';
}

const REFUND_ENDINGS: Record<string, ProviderRefund['status']> = {
  success: 'succeeded',
  successful: 'succeeded',
  completed: 'succeeded',
  refunded: 'succeeded',
  reversed: 'succeeded',
  failed: 'failed',
  rejected: 'failed',
  declined: 'failed',
};

/** The status of a refund; pending for every name that is not final. */
export function refundStatusOf(answer: Answer): ProviderRefund['status'] {
  const name = textOf(dataOf(answer)?.['status'])?.toLowerCase() ?? '';
  return lookUp(REFUND_ENDINGS, name) ?? 'pending';
}
