/** The errors that are thrown: one class for each status, all of them `UshirikaError`. None holds a credential. */
import type { Reason } from './generated/models.ts';

export interface ErrorDetail {
  /** The field at fault, by its name on the wire: `amount_minor`. */
  path?: string;
  /** The line of a statement at fault. */
  lineNo?: number;
  message: string;
}

/** The `error` object of an answer, as it came. */
export interface WireError {
  code: string;
  message: string;
  reason?: string;
  details?: { path?: string; line_no?: number; message: string }[];
  details_omitted?: number;
  doc_url?: string;
  request_id?: string;
}

export interface ErrorFacts {
  status?: number | undefined;
  body?: WireError | undefined;
  requestId?: string | undefined;
  attempts?: number | undefined;
  idempotencyKey?: string | undefined;
  cause?: unknown;
}

export class UshirikaError extends Error {
  override readonly name: string = 'UshirikaError';
  /** Of the answer; undefined where there was none. */
  readonly status: number | undefined;
  /** `CONFLICT` and the like; undefined where the answer was not the API's. */
  readonly code: string | undefined;
  /** The rule that refused, to branch on. More can be added to the API. */
  readonly reason: Reason | undefined;
  /** Where there are several causes. */
  readonly details: readonly ErrorDetail[];
  /** Quote it when reporting a defect. */
  readonly requestId: string | undefined;
  /** How many times the request was sent. */
  readonly attempts: number;
  /** Under which the same request can be sent again, with no risk of doing it twice. */
  readonly idempotencyKey: string | undefined;
  /** The API's own error object, as it came. */
  readonly body: WireError | undefined;

  constructor(message: string, facts: ErrorFacts = {}) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause });
    const { body } = facts;
    this.status = facts.status;
    this.code = body?.code;
    this.reason = body?.reason;
    this.details =
      body?.details?.map(({ path, line_no, message: text }) => ({
        ...(path === undefined ? {} : { path }),
        ...(line_no === undefined ? {} : { lineNo: line_no }),
        message: text,
      })) ?? [];
    this.requestId = body?.request_id ?? facts.requestId;
    this.attempts = facts.attempts ?? 0;
    this.idempotencyKey = facts.idempotencyKey;
    this.body = body;
  }
}

/** 400: something in the request is not as it must be; `details` says what. */
export class ValidationError extends UshirikaError {
  override readonly name = 'ValidationError';
}
/** 401: no credential, or one that is unknown, revoked or expired. */
export class AuthenticationError extends UshirikaError {
  override readonly name = 'AuthenticationError';
}
/** 403: a credential that may not do this. */
export class PermissionDeniedError extends UshirikaError {
  override readonly name = 'PermissionDeniedError';
}
/** 404: no such thing in this project and environment. */
export class NotFoundError extends UshirikaError {
  override readonly name = 'NotFoundError';
}
/** 409: the state forbids it now; `reason` says which rule. */
export class ConflictError extends UshirikaError {
  override readonly name = 'ConflictError';
}
/** 413: over a limit of size. */
export class PayloadTooLargeError extends UshirikaError {
  override readonly name = 'PayloadTooLargeError';
}
/** 422: well formed, but refused by a rule of the business; `reason` says which. */
export class UnprocessableError extends UshirikaError {
  override readonly name = 'UnprocessableError';
}
/** 429, after the tries were used up. */
export class RateLimitError extends UshirikaError {
  override readonly name = 'RateLimitError';
}
/** 500: a defect of the service. */
export class InternalServerError extends UshirikaError {
  override readonly name = 'InternalServerError';
}
/** 502, 503 or 504, after the tries were used up. */
export class ServiceUnavailableError extends UshirikaError {
  override readonly name = 'ServiceUnavailableError';
}
/** No answer: what was asked for may have been done or not. `cause` is what the runtime says of it. */
export class APIConnectionError extends UshirikaError {
  override readonly name: string = 'APIConnectionError';
}
/** No whole answer within the time limit of a try. */
export class APITimeoutError extends APIConnectionError {
  override readonly name = 'APITimeoutError';
}
/** A webhook that was not signed with the secret, is too old, or is no webhook. */
export class WebhookVerificationError extends UshirikaError {
  override readonly name = 'WebhookVerificationError';
}

const CLASSES: Record<number, new (message: string, facts: ErrorFacts) => UshirikaError> = {
  400: ValidationError,
  401: AuthenticationError,
  403: PermissionDeniedError,
  404: NotFoundError,
  409: ConflictError,
  413: PayloadTooLargeError,
  422: UnprocessableError,
  429: RateLimitError,
  500: InternalServerError,
  502: ServiceUnavailableError,
  503: ServiceUnavailableError,
  504: ServiceUnavailableError,
};

/** @returns what can be read of an answer's `error`, which can be of a gateway; undefined where that is nothing */
export function wireErrorIn(answer: unknown): WireError | undefined {
  const { error } = fieldsOf(answer);
  const { message, code, reason, request_id, details, ...others } = fieldsOf(error);
  const told = Object.entries({ code, reason, request_id }).filter(([, each]) => typeof each === 'string');
  if (typeof message !== 'string' && told.length === 0) return undefined;
  return {
    ...others,
    ...Object.fromEntries(told),
    ...(Array.isArray(details) ? { details: details.filter(isDetail) } : {}),
    ...(typeof message === 'string' ? { message } : {}),
  } as WireError;
}

function isDetail(value: unknown): value is { message: string } {
  return typeof fieldsOf(value)['message'] === 'string';
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/** The error for an answer that is no success. */
export function errorForStatus(facts: ErrorFacts & { status: number }): UshirikaError {
  const Class = CLASSES[facts.status] ?? UshirikaError;
  return new Class(facts.body?.message ?? `The service answered ${facts.status}.`, facts);
}

/** Was it refused for that reason? After it, `error.reason` is known to the compiler. */
export function isReason<const R extends Reason>(
  error: unknown,
  reason: R,
): error is UshirikaError & { readonly reason: R } {
  return error instanceof UshirikaError && error.reason === reason;
}
