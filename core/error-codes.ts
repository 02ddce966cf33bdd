/** Error codes: what each status means to a client, and what a client does about it. */

interface CodeFacts {
  status: number;
  /** May a repeat of the unchanged request succeed? */
  retryable: boolean;
  when: string;
  /** What a client does about it. */
  remedy: string;
}

export const ERROR_CODES = {
  VALIDATION_ERROR: {
    status: 400,
    retryable: false,
    when: 'The request is malformed; `details` names each field.',
    remedy: 'Correct the fields that `details` names and send it again.',
  },
  UNAUTHORIZED: {
    status: 401,
    retryable: false,
    when: 'No credential, or an unknown, revoked or expired one.',
    remedy: 'Send a valid API key as `X-API-Key`, or sign in and send the session token as a bearer token.',
  },
  FORBIDDEN: {
    status: 403,
    retryable: false,
    when: 'The credential may not do this.',
    remedy: 'Use a credential of this project whose role may do it; the message says what is needed.',
  },
  NOT_FOUND: {
    status: 404,
    retryable: false,
    when: 'There is no such resource in this project and environment.',
    remedy: 'Check the id, and whether the credential is of the right project and environment.',
  },
  CONFLICT: {
    status: 409,
    retryable: false,
    when: 'The current state forbids it; `reason` says why.',
    remedy: 'Read the current state and decide again. A repeat succeeds only after the state has changed.',
  },
  PAYLOAD_TOO_LARGE: {
    status: 413,
    retryable: false,
    when: 'The request is over a size limit.',
    remedy: 'Send less in one request.',
  },
  UNPROCESSABLE: {
    status: 422,
    retryable: false,
    when: 'The request is well formed, but a business rule rejects it.',
    remedy: 'Change the request, or the setting that `reason` names.',
  },
  RATE_LIMITED: {
    status: 429,
    retryable: true,
    when: 'Too many requests; wait for `Retry-After` seconds.',
    remedy: 'Wait for `Retry-After` seconds, then repeat the request with the same idempotency key.',
  },
  INTERNAL: {
    status: 500,
    retryable: true,
    when: 'A defect of the service; quote the request id.',
    remedy: 'Repeat the request with the same idempotency key. If it persists, report it with `request_id`.',
  },
  SERVICE_UNAVAILABLE: {
    status: 503,
    retryable: true,
    when: 'The ledger, the database or the queue is unreachable.',
    remedy:
      'The outcome may be unknown: wait for `Retry-After` seconds, then repeat the request with the same idempotency key.',
  },
} as const satisfies Record<string, CodeFacts>;

export type ErrorCode = keyof typeof ERROR_CODES;

/** A named rule that rejects requests. */
export interface ReasonFacts {
  code: ErrorCode;
  /** The message unless the caller has a more specific one. */
  message: string;
  /** Why it happens. */
  cause: string;
  /** What a client does about it. */
  remedy: string;
}
