/** What SantimPay's answers mean. Pure; numbers come as their text. */
import { given } from '../../../../core/given.ts';
import type { FailureCode } from '../../payment.rules.ts';
import { amountOf, lookUp, sanitize, textOf } from '../answer-text.rules.ts';
import type { ProviderStatus } from '../provider.port.ts';

type Answer = Record<string, unknown>;

const STATUSES: Record<string, ProviderStatus['status']> = {
  COMPLETED: 'completed',
  SUCCESS: 'completed',
  PENDING: 'pending',
  PROCESSING: 'processing',
  FAILED: 'failed',
  REJECTED: 'failed',
  EXPIRED: 'failed',
  DECLINED: 'failed',
  CANCELLED: 'cancelled',
  CANCELED: 'cancelled',
};

/** @returns null for a status that is not known */
export function statusOf(answer: Answer): ProviderStatus['status'] | null {
  return lookUp(STATUSES, statusName(answer)?.toUpperCase() ?? '');
}

/** Both spellings of the field occur. */
export function statusName(answer: Answer): string | null {
  return textOf(answer['Status']) ?? textOf(answer['status']);
}

/**
 * What the payer was charged for the merchant's request, and SantimPay's commission. `amount` is net of commission:
 * in the SDK's own sample 0.9735 + 0.0265 of commission make the total of 1 that was asked. Where the customer bears
 * the commission it comes on top of what was asked, so `amount` is what to compare (inferred).
 * @returns amount_minor null when there is none that can be read exactly
 */
export function amountTaken(answer: Answer): { amount_minor: bigint | null; fee: string | null } {
  const from_customer = String(answer['commissionFromCustomer']) === 'true';
  return {
    amount_minor: amountOf(answer[from_customer ? 'amount' : 'totalAmount']),
    fee: textOf(answer['commission']),
  };
}

/** An answer about a transaction, as opposed to a refusal to answer. */
export function isTransaction(answer: Answer): boolean {
  return ['txnId', 'thirdPartyId', 'totalAmount'].some((name) => textOf(answer[name]) !== null);
}

/** Refusals come as HTTP 200 too. @returns the message, or null when it is none */
export function refusalIn(answer: Answer): string | null {
  const refused = statusName(answer)?.toLowerCase() === 'declined' && !isTransaction(answer);
  return refused ? (textOf(answer['message']) ?? 'declined') : null;
}

/** The id was used before: its status must be fetched. */
export function isDuplicate(message: string): boolean {
  return /duplicate client reference/i.test(message);
}

export function isNotFound(message: string): boolean {
  return /not found|no transaction|does not exist/i.test(message);
}

const FAILURES: [said: RegExp, code: FailureCode][] = [
  [/phone number must be in the format/i, 'payer_not_found'],
  [/^(?=.*insufficient)(?=.*balance)/is, 'insufficient_funds'],
];

/** From the message of a refusal or a transaction; an unsupported method, or a bad signature, is declined, too. */
export function failureCode(message: string): FailureCode {
  return FAILURES.find(([said]) => said.test(message))?.[1] ?? 'declined';
}

/** @returns why a transaction failed or was cancelled; null while it has not */
export function failureOf(answer: Answer): { failure_code: FailureCode; failure_message?: string } | null {
  const status = statusOf(answer);
  if (status !== 'failed' && status !== 'cancelled') return null;
  const said = textOf(answer['StatusReason']) ?? textOf(answer['message']);
  const message = given({ failure_message: said && sanitize(said) });
  if (status === 'cancelled') return { failure_code: 'cancelled', ...message };
  if (statusName(answer)?.toUpperCase() === 'EXPIRED') return { failure_code: 'expired', ...message };
  return { failure_code: said === null ? 'unspecified' : failureCode(said), ...message };
}
