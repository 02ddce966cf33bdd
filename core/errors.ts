/**
 * The error catalogue: every code and every reason that a client can get. API answers, the OpenAPI document and
 * docs/reference/errors.md are all derived from these two tables, so a reason that is not here cannot be answered.
 */

export const ERROR_CODES = {
  VALIDATION_ERROR: {
    status: 400,
    retryable: false,
    when: 'The request is malformed; `details` names each field.',
  },
  UNAUTHORIZED: {
    status: 401,
    retryable: false,
    when: 'No credential, or an unknown, revoked or expired one.',
  },
  FORBIDDEN: { status: 403, retryable: false, when: 'The credential may not do this.' },
  NOT_FOUND: { status: 404, retryable: false, when: 'No such thing in this project and environment.' },
  CONFLICT: { status: 409, retryable: false, when: 'The state of things forbids it now; `reason` says why.' },
  PAYLOAD_TOO_LARGE: { status: 413, retryable: false, when: 'The request is over a size limit.' },
  UNPROCESSABLE: {
    status: 422,
    retryable: false,
    when: 'Well formed, but refused by a rule of the business.',
  },
  RATE_LIMITED: { status: 429, retryable: true, when: 'Too many requests; wait for `Retry-After` seconds.' },
  INTERNAL: { status: 500, retryable: true, when: 'A defect of ours; quote the request id.' },
  SERVICE_UNAVAILABLE: { status: 503, retryable: true, when: 'Ledger, database or queue is out of reach.' },
} as const;

export type ErrorCode = keyof typeof ERROR_CODES;

/** Reason → the code it is answered with and the sentence used when the caller has no better one. */
export const REASONS = {
  above_payoff: ['UNPROCESSABLE', 'The amount is above what closes the loan.'],
  account_not_found: ['NOT_FOUND', 'There is no such ledger account in this project and environment.'],
  account_refused: ['UNPROCESSABLE', 'This account cannot be moved through the generic ledger endpoints.'],
  amount_out_of_bounds: ['UNPROCESSABLE', "The amount is outside the product's bounds."],
  action_not_applicable: ['UNPROCESSABLE', 'This action is not for such a line.'],
  already_booked: ['CONFLICT', 'The payout or fee with this id is booked from another line.'],
  already_captured: ['CONFLICT', 'The hold was already captured.'],
  already_member: ['CONFLICT', 'This customer is a member already.'],
  already_decided: ['CONFLICT', 'This was already decided.'],
  already_voided: ['CONFLICT', 'The hold was already voided.'],
  busy: ['CONFLICT', 'Something else about this is under way. Repeat in a moment.'],
  coverage_insufficient: ['UNPROCESSABLE', 'The pledges together do not cover enough of the loan.'],
  clock_backwards: ['CONFLICT', 'The test clock only moves forward.'],
  combination_refused: [
    'UNPROCESSABLE',
    'A payment goes to one place: a split, a wallet and a SACCO member cannot be combined.',
  ],
  currency_locked: ['CONFLICT', 'The currency cannot change once money has moved.'],
  currency_mismatch: ['UNPROCESSABLE', 'The currencies differ.'],
  customer_not_active: ['CONFLICT', 'The customer is frozen or closed; no money moves.'],
  customer_unknown: ['UNPROCESSABLE', 'There is no such customer in this project and environment.'],
  email_taken: ['CONFLICT', 'A user with this email is already registered.'],
  email_unverified: ['CONFLICT', 'This user has not confirmed the address yet.'],
  endpoint_disabled: ['CONFLICT', 'The webhook endpoint is disabled.'],
  empty_statement: ['UNPROCESSABLE', 'The statement has no entries.'],
  exceeds_credits: ['CONFLICT', 'The account to debit does not hold enough.'],
  exceeds_debits: ['CONFLICT', 'The account to credit cannot take more than was debited from it.'],
  exceeds_payment: ['CONFLICT', 'Refunds cannot exceed the payment.'],
  exceeds_pending_amount: ['UNPROCESSABLE', 'A capture cannot be larger than its hold.'],
  external_ref_taken: ['CONFLICT', 'Another customer has this external reference.'],
  guarantee_unavailable: ['UNPROCESSABLE', "A guarantor's available savings do not cover the pledge."],
  guarantor_invalid: ['UNPROCESSABLE', 'One of the guarantors cannot guarantee this loan.'],
  guarantors_insufficient: ['UNPROCESSABLE', 'The product needs more guarantors.'],
  hold_expired: ['CONFLICT', 'The hold has expired.'],
  id_already_failed: [
    'CONFLICT',
    'This transfer failed before and its id is spent; use a new idempotency key.',
  ],
  idempotency_key_reserved: [
    'VALIDATION_ERROR',
    'Keys with this prefix are reserved for the service itself.',
  ],
  idempotency_key_reused: ['CONFLICT', 'This idempotency key was used for a different request.'],
  income_insufficient: ['UNPROCESSABLE', 'The income account does not hold enough.'],
  insufficient_cash: ['CONFLICT', 'The tills hold less cash than needed.'],
  insufficient_funds: ['CONFLICT', 'There is not enough money.'],
  insufficient_savings: ['CONFLICT', "The member's available savings are not enough."],
  line_already_resolved: ['CONFLICT', 'This line was decided already.'],
  line_resolving: [
    'CONFLICT',
    'What was decided about this line is still being carried out. Repeat in a moment.',
  ],
  invalid_state: ['CONFLICT', 'The present state does not allow this.'],
  kyc_required: ['UNPROCESSABLE', 'The KYC tier that this needs is not reached.'],
  label_taken: ['CONFLICT', 'Another dividend has this label.'],
  limit_exceeded: ['UNPROCESSABLE', "A limit of the customer's KYC tier would be exceeded."],
  not_closable: ['CONFLICT', 'Something of this customer is not over yet.'],
  not_paid: ['CONFLICT', 'The provider does not say that this payment was paid.'],
  not_refundable: ['CONFLICT', 'This payment cannot be refunded now.'],
  loan_not_open: ['UNPROCESSABLE', 'There is no such open loan of this member.'],
  member_no_taken: ['CONFLICT', 'Another member has this number.'],
  member_not_active: ['CONFLICT', 'The state of the member does not allow this.'],
  member_unknown: ['UNPROCESSABLE', 'There is no such member who could be credited.'],
  not_cancellable: ['CONFLICT', 'Only an initiated or pending payment can be cancelled.'],
  overflow: ['UNPROCESSABLE', 'The account cannot hold a balance this large.'],
  owner_protected: ['CONFLICT', "The project's owner cannot be removed or demoted."],
  period_already_rebated: ['CONFLICT', 'Interest paid in this period was rebated already.'],
  phone_taken: ['CONFLICT', 'Another customer has this phone number.'],
  posting_not_failed: ['CONFLICT', 'Only a failed posting can be retried.'],
  product_retired: ['UNPROCESSABLE', 'The product takes no new applications.'],
  provider_id_differs: [
    'UNPROCESSABLE',
    'The statement has another id of the provider than the one that this payment has.',
  ],
  provider_not_configured: ['UNPROCESSABLE', 'This provider has no credentials in this environment.'],
  provider_unknown: ['UNPROCESSABLE', 'There is no such payment provider.'],
  reference_taken: ['CONFLICT', 'A payment with this provider and reference already exists.'],
  run_closed: ['CONFLICT', 'The run is closed: it is only read.'],
  sacco_not_set_up: [
    'NOT_FOUND',
    'The SACCO has no settings yet; an owner or admin sets its currency first.',
  ],
  savings_multiple_exceeded: ['UNPROCESSABLE', "The member's savings do not allow a debt this large."],
  share_capital_insufficient: ['UNPROCESSABLE', 'The member holds too little share capital to borrow.'],
  term_out_of_bounds: ['UNPROCESSABLE', "The term is outside the product's bounds."],
  token_invalid: ['UNPROCESSABLE', 'This token is unknown, was used, or has expired.'],
  too_many_secrets: [
    'CONFLICT',
    'Five earlier secrets of this endpoint still sign along; each does so for 24 hours. Rotate again later.',
  ],
  too_many_endpoints: ['CONFLICT', 'An environment can have 50 webhook endpoints; delete one first.'],
  wallet_not_found: ['NOT_FOUND', 'The customer has no wallet in this currency.'],
  wallet_unknown: ['UNPROCESSABLE', 'The customer has no wallet in this currency.'],
  registration_closed: ['FORBIDDEN', 'Registration is closed on this server.'],
} as const satisfies Record<string, readonly [ErrorCode, string]>;

export type Reason = keyof typeof REASONS;

/** One cause among several: a field (`path`) or a line of a statement (`line_no`). */
export interface ErrorDetail {
  path?: string;
  line_no?: number;
  message: string;
}

interface ErrorExtras {
  reason?: Reason;
  details?: ErrorDetail[];
  retry_after_s?: number;
  cause?: unknown;
}

/** An answer to the client that is not a success. Anything else that is thrown is a defect and answers 500. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly reason: Reason | undefined;
  readonly details: ErrorDetail[] | undefined;
  readonly retry_after_s: number | undefined;

  constructor(code: ErrorCode, message: string, extras: ErrorExtras = {}) {
    super(message, { cause: extras.cause });
    this.name = 'AppError';
    this.code = code;
    this.reason = extras.reason;
    this.details = extras.details;
    this.retry_after_s = extras.retry_after_s;
  }

  get status(): number {
    return ERROR_CODES[this.code].status;
  }
}

/** A refusal by a named rule; the reason decides code and status. */
export function refusal(reason: Reason, message?: string, details?: ErrorDetail[]): AppError {
  const [code, sentence] = REASONS[reason];
  return new AppError(code, message ?? sentence, { reason, ...(details ? { details } : {}) });
}

/** A malformed request, naming every field at fault. */
export function invalid(details: ErrorDetail[]): AppError {
  const first = details[0];
  const message =
    details.length === 1 && first ? first.message : `${details.length} things in this request are not right.`;
  return new AppError('VALIDATION_ERROR', message, { details });
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

/** A dependency is out of reach or its answer unknown; the client may repeat the same request. */
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
