/** The errors: one class for each status, all derived from `UshirikaError`. None holds a credential. */
import type { Reason } from './generated/models.ts';

export interface ErrorDetail {
  /** The invalid field, by its name on the wire: `amount_minor`. */
  path?: string;
  /** The invalid line of a statement. */
  lineNo?: number;
  message: string;
}

/** The `error` object of an answer, unchanged. */
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
  /** The status of the answer; undefined without an answer. */
  readonly status: number | undefined;
  /** For example `CONFLICT`; undefined if the answer was not from the API. */
  readonly code: string | undefined;
  /** The rule that rejected the request, to branch on. The API may add more. */
  readonly reason: Reason | undefined;
  /** The causes, if there are several. */
  readonly details: readonly ErrorDetail[];
  /** Quote it when you report a defect. */
  readonly requestId: string | undefined;
  /** Number of attempts. */
  readonly attempts: number;
  /** Send the request again with this key to repeat it safely. */
  readonly idempotencyKey: string | undefined;
  /** The error object of the API, unchanged. */
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

/** 400: the request is malformed; `details` names each cause. */
export class ValidationError extends UshirikaError {
  override readonly name = 'ValidationError';
}
/** 401: the credential is missing, unknown, revoked or expired. */
export class AuthenticationError extends UshirikaError {
  override readonly name = 'AuthenticationError';
}
/** 403: the credential may not do this. */
export class PermissionDeniedError extends UshirikaError {
  override readonly name = 'PermissionDeniedError';
}
/** 404: there is no such resource in this project and environment. */
export class NotFoundError extends UshirikaError {
  override readonly name = 'NotFoundError';
}
/** 409: the current state forbids it; `reason` names the rule. */
export class ConflictError extends UshirikaError {
  override readonly name = 'ConflictError';
}
/** 413: the request is over a size limit. */
export class PayloadTooLargeError extends UshirikaError {
  override readonly name = 'PayloadTooLargeError';
}
/** 422: the request is well formed, but a business rule rejects it; `reason` names the rule. */
export class UnprocessableError extends UshirikaError {
  override readonly name = 'UnprocessableError';
}
/** 429, after all attempts. */
export class RateLimitError extends UshirikaError {
  override readonly name = 'RateLimitError';
}
/** 500: a defect of the service. */
export class InternalServerError extends UshirikaError {
  override readonly name = 'InternalServerError';
}
/** 502, 503 or 504, after all attempts. */
export class ServiceUnavailableError extends UshirikaError {
  override readonly name = 'ServiceUnavailableError';
}
/** No answer: the request may have been carried out or not. `cause` is the error of the runtime. */
export class APIConnectionError extends UshirikaError {
  override readonly name: string = 'APIConnectionError';
}
/** No complete answer within the time limit of an attempt. */
export class APITimeoutError extends APIConnectionError {
  override readonly name = 'APITimeoutError';
}
/** The webhook was not signed with the secret, is too old, or is invalid. */
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

/** @returns the readable fields of the answer's `error`, which may be from a gateway; undefined if there are none */
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

/** The error for an unsuccessful answer. */
export function errorForStatus(facts: ErrorFacts & { status: number }): UshirikaError {
  const Class = CLASSES[facts.status] ?? UshirikaError;
  return new Class(facts.body?.message ?? `The service answered ${facts.status}.`, facts);
}

/** Was the request rejected for that reason? Narrows the type of `error.reason`. */
export function isReason<const R extends Reason>(
  error: unknown,
  reason: R,
): error is UshirikaError & { readonly reason: R } {
  return error instanceof UshirikaError && error.reason === reason;
}
