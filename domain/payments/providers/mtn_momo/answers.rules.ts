/** What MTN MoMo's answers mean. Pure; numbers come as their text. */
import { given } from '../../../../core/given.ts';
import type { FailureCode } from '../../payment.rules.ts';
import { lookUp, textOf } from '../answer-text.rules.ts';

type Answer = Record<string, unknown>;
type Status = 'pending' | 'completed' | 'failed' | 'cancelled';

const STATUSES: Record<string, Status> = {
  PENDING: 'pending',
  CREATED: 'pending',
  ONGOING: 'pending',
  SUCCESSFUL: 'completed',
  FAILED: 'failed',
  // Statuses by themselves in some versions, reasons of `FAILED` in others.
  REJECTED: 'cancelled',
  TIMEOUT: 'failed',
};

/** Reasons of `FAILED`: the status and the failure code. */
const REASONS: Record<string, [Status, failure_code: FailureCode]> = {
  APPROVAL_REJECTED: ['cancelled', 'not_approved'],
  PAYMENT_NOT_APPROVED: ['cancelled', 'not_approved'],
  TRANSACTION_CANCELED: ['cancelled', 'cancelled'],
  EXPIRED: ['failed', 'expired'],
  COULD_NOT_PERFORM_TRANSACTION: ['failed', 'expired'],
  NOT_ENOUGH_FUNDS: ['failed', 'insufficient_funds'],
  PAYER_NOT_FOUND: ['failed', 'payer_not_found'],
  PAYEE_NOT_FOUND: ['failed', 'payee_not_found'],
  PAYEE_NOT_ALLOWED_TO_RECEIVE: ['failed', 'declined'],
  PAYER_LIMIT_REACHED: ['failed', 'limit_reached'],
  INVALID_CURRENCY: ['failed', 'declined'],
  INVALID_CALLBACK_URL_HOST: ['failed', 'declined'],
  // Usually a lack of funds, but not always.
  INTERNAL_PROCESSING_ERROR: ['failed', 'unspecified'],
  SERVICE_UNAVAILABLE: ['failed', 'system_busy'],
  PAYER_DELAYED: ['pending', 'unspecified'],
  PAYEE_DELAYED: ['pending', 'unspecified'],
  ONGOING: ['pending', 'unspecified'],
};

export interface Outcome {
  status: Status;
  /** Only where it failed or was cancelled. */
  failure_code?: FailureCode;
  failure_message?: string;
  /** A name that we do not know; the payment is then pending. */
  unknown_status?: string;
}

/** The outcome of a request to pay, of a refund or of a transfer. */
export function outcomeOf(answer: Answer): Outcome {
  const name = textOf(answer['status'])?.toUpperCase() ?? '';
  const status = lookUp(STATUSES, name);
  if (status === null) return { status: 'pending', unknown_status: name };
  if (status === 'pending' || status === 'completed') return { status };
  const { code, message } = reasonOf(answer);
  const [became, failure_code] = effectOf(code ?? name, status);
  if (became === 'pending') return { status: 'pending' };
  return { status: became, failure_code, ...given({ failure_message: message }) };
}

/** A status that says no more than that somebody stopped waiting. Of money that goes out it is no end. */
export function isTimeout(answer: Answer): boolean {
  const code = reasonOf(answer).code ?? 'TIMEOUT';
  return textOf(answer['status'])?.toUpperCase() === 'TIMEOUT' && code === 'TIMEOUT';
}

/** The status of a payment that failed for that reason, and its failure code. */
function effectOf(code: string, status: Status): [Status, FailureCode] {
  const known = lookUp(REASONS, code);
  if (known) return known;
  if (code.startsWith('NOT_ALLOWED')) return ['failed', 'declined'];
  if (code === 'REJECTED') return ['cancelled', 'not_approved'];
  if (code === 'TIMEOUT') return ['failed', 'expired'];
  return [status, 'unspecified'];
}

/** Text in some versions, an object in others. */
export function reasonOf({ reason }: Answer): { code: string | null; message: string | null } {
  const fields = typeof reason === 'object' && reason !== null ? (reason as Answer) : { code: reason };
  const code = textOf(fields['code'])?.toUpperCase() ?? null;
  return { code, message: textOf(fields['message']) ?? code };
}

/** The code and the message of a refusal. */
export function refusalOf(answer: Answer): { code: string | null; message: string | null } {
  const code = textOf(answer['code'])?.toUpperCase() ?? null;
  return { code, message: textOf(answer['message']) ?? code };
}

/** Codes that come with 500 and refuse the request for good. With all others the outcome is unknown. */
const REFUSED_FOR_GOOD = new Set([
  'NOT_ENOUGH_FUNDS',
  'PAYER_NOT_FOUND',
  'PAYEE_NOT_FOUND',
  'PAYEE_NOT_ALLOWED_TO_RECEIVE',
  'PAYER_LIMIT_REACHED',
  'INVALID_CURRENCY',
  'INVALID_CALLBACK_URL_HOST',
]);

/** Whether the answer refuses the request, whatever its HTTP status: a refusal is no fault of MTN's system. */
export function isRefused(answer: Answer): boolean {
  const code = refusalOf(answer).code ?? '';
  return REFUSED_FOR_GOOD.has(code) || code.startsWith('NOT_ALLOWED');
}

export function failureCode(code: string | null): FailureCode {
  return effectOf(code ?? '', 'failed')[1];
}

/** The id was used before: an earlier request has arrived. */
export function isDuplicate(status_code: number, answer: Answer): boolean {
  return status_code === 409 && (refusalOf(answer).code ?? DUPLICATE) === DUPLICATE;
}

const DUPLICATE = 'RESOURCE_ALREADY_EXIST';
