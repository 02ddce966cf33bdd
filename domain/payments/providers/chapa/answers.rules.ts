/** What Chapa's answers mean. Pure; numbers come as their text. */
import { parseDecimal } from '../../../../core/money.ts';
import type { FailureCode } from '../../payment.rules.ts';
import { shown, textOf } from '../answer-text.rules.ts';
import type { ProviderRefund, ProviderStatus } from '../provider.port.ts';

type Answer = Record<string, unknown>;

const STATUSES: Record<string, ProviderStatus['status']> = {
  success: 'completed',
  // The payment was made; what happened to it since is its refund's business.
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
  if (typeof message !== 'object' || message === null) return shown(textOf(message) ?? 'declined');
  const problems = Object.entries(message).map(([field, problem]) => `${field}: ${String(problem)}`);
  return shown(problems.join('; ') || 'declined');
}

/** The reference was used before: what became of it must be looked up. */
export function isDuplicate(message: string): boolean {
  return /reference|tx_ref/i.test(message) && /used|exist|taken|duplicate/i.test(message);
}

/** @returns declined when nothing more exact is said */
export function failureCode(message: string): FailureCode {
  return FAILURES.find(([said]) => said.test(message))?.[1] ?? 'declined';
}

/** What the answer about a transaction says. Without data nobody has paid yet. */
export function statusOf(answer: Answer): ProviderStatus {
  const data = dataOf(answer);
  if (!data) return { status: 'pending' };
  const name = textOf(data['status'])?.toLowerCase() ?? 'pending';
  const known = Object.hasOwn(STATUSES, name) ? STATUSES[name] : undefined;
  const said = messageOf(answer);
  const cancelled = name === 'failed/cancelled' && /cancel/i.test(said);
  const status = cancelled ? 'cancelled' : (known ?? 'pending');
  const mode = textOf(data['mode'])?.toLowerCase();
  const provider_txn_id = textOf(data['reference']);
  const fee = textOf(data['charge']);
  return {
    status,
    amount_minor: amountOf(data['amount']),
    currency: textOf(data['currency']),
    reference: textOf(data['tx_ref']),
    ...(mode === undefined ? {} : { environment: mode }),
    ...(provider_txn_id === null ? {} : { provider_txn_id }),
    ...(fee === null ? {} : { fee }),
    ...(known ? {} : { unknown_status: shown(name) }),
    ...(status === 'failed' || status === 'cancelled'
      ? { failure_code: failureCode(said), failure_message: said }
      : {}),
  };
}

/** Was the money of a completed payment given back? */
export function isRefunded(answer: Answer): boolean {
  const name = textOf(dataOf(answer)?.['status'])?.toLowerCase();
  return name === 'refunded' || name === 'reversed';
}

/** @returns null when it cannot be read exactly */
function amountOf(value: unknown): bigint | null {
  const text = textOf(value);
  const amount_minor = text === null ? null : parseDecimal(text);
  return typeof amount_minor === 'bigint' ? amount_minor : null;
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

/** How a refund stands, as its own status says; pending for any word that is no ending. */
export function refundStatusOf(answer: Answer): ProviderRefund['status'] {
  const name = textOf(dataOf(answer)?.['status'])?.toLowerCase() ?? '';
  return Object.hasOwn(REFUND_ENDINGS, name) ? (REFUND_ENDINGS[name] ?? 'pending') : 'pending';
}
