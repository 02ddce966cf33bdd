/**
 * The error catalogue: every code and every reason that a client can receive. API responses, the OpenAPI document, the page
 * /docs/errors and docs/reference/errors.md are derived from these two tables, so a reason that is not listed here cannot be
 * sent.
 */
import { ERROR_CODES, type ErrorCode, type ReasonFacts } from './error-codes.ts';
import { CUSTOMER_REASONS } from './reasons/customers.ts';
import { PAYMENT_REASONS } from './reasons/payments.ts';
import { RECONCILIATION_REASONS } from './reasons/reconciliation.ts';
import { REQUEST_REASONS } from './reasons/requests.ts';
import { SACCO_REASONS } from './reasons/sacco.ts';

export { ERROR_CODES, type ErrorCode };

/** Reason → its code, its default message, its cause and remedy. */
export const REASONS = {
  ...REQUEST_REASONS,
  ...PAYMENT_REASONS,
  ...CUSTOMER_REASONS,
  ...SACCO_REASONS,
  ...RECONCILIATION_REASONS,
} as const satisfies Record<string, ReasonFacts>;

export type Reason = keyof typeof REASONS;

export function isReason(text: string | null): text is Reason {
  return text !== null && Object.hasOwn(REASONS, text);
}

/** One cause among several: a field (`path`), or a line of a file (`line_no`) and its column. */
export interface ErrorDetail {
  path?: string;
  /** Which of several files. */
  file?: string;
  line_no?: number;
  column?: string | null;
  message: string;
}

interface ErrorExtras {
  reason?: Reason;
  details?: ErrorDetail[];
  /** The number of causes that `details` leaves out. */
  details_omitted?: number;
  retry_after_s?: number;
  cause?: unknown;
}

/** An unsuccessful response to the client. Anything else that is thrown is a defect and answers 500. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly reason: Reason | undefined;
  readonly details: ErrorDetail[] | undefined;
  readonly details_omitted: number;
  readonly retry_after_s: number | undefined;

  constructor(code: ErrorCode, message: string, extras: ErrorExtras = {}) {
    super(message, { cause: extras.cause });
    this.name = 'AppError';
    this.code = code;
    this.reason = extras.reason;
    this.details = extras.details;
    this.details_omitted = extras.details_omitted ?? 0;
    this.retry_after_s = extras.retry_after_s;
  }

  get status(): number {
    return ERROR_CODES[this.code].status;
  }
}

/** A rejection by a named rule; the reason decides code and status. */
export function refusal(reason: Reason, message?: string, details?: ErrorDetail[]): AppError {
  const { code, message: sentence } = REASONS[reason];
  return new AppError(code, message ?? sentence, { reason, ...(details ? { details } : {}) });
}

/**
 * A malformed request, naming the invalid fields.
 *
 * @param details_omitted the number of invalid fields that `details` leaves out
 */
export function invalid(details: ErrorDetail[], details_omitted = 0): AppError {
  const count = details.length + details_omitted;
  const [first] = details;
  const message = count === 1 && first ? first.message : `${count} fields are invalid; see details.`;
  return new AppError('VALIDATION_ERROR', message, { details, details_omitted });
}

export function invalidField(path: string, message: string): AppError {
  return invalid([{ path, message }]);
}

export function notFound(what: string): AppError {
  return new AppError('NOT_FOUND', `There is no such ${what} in this project and environment.`);
}

export function forbidden(message: string): AppError {
  return new AppError('FORBIDDEN', message);
}

export function unauthorized(message = 'Send a valid API key or session token.'): AppError {
  return new AppError('UNAUTHORIZED', message);
}

/** Is the outcome unknown because a dependency was unreachable? */
export function isUnavailable(error: unknown): error is AppError {
  return error instanceof AppError && error.code === 'SERVICE_UNAVAILABLE';
}

/** A dependency is unreachable or its answer unknown; the client may repeat the same request. */
export function unavailable(what: string, cause?: unknown): AppError {
  return new AppError(
    'SERVICE_UNAVAILABLE',
    `The ${what} is out of reach at the moment. Repeat the request in a moment.`,
    {
      retry_after_s: 1,
      cause,
    },
  );
}
