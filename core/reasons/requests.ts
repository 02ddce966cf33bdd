/** Reasons for refusals of any request: idempotency keys, sign-in, projects, webhook endpoints, the test clock. */
import type { ReasonFacts } from '../error-codes.ts';

export const REQUEST_REASONS = {
  busy: {
    code: 'CONFLICT',
    message: 'Another operation on this is in progress. Repeat in a moment.',
    cause: 'Another movement of the same resource is being booked, or waits for a decision.',
    remedy: 'Repeat the request in a moment, with the same idempotency key.',
  },
  clock_backwards: {
    code: 'CONFLICT',
    message: 'The test clock only moves forward.',
    cause: 'The instant in `now` is before the current time of the test environment.',
    remedy: 'Send a later instant. For an earlier time use another project.',
  },
  demo_not_empty: {
    code: 'CONFLICT',
    message: 'The test environment already has a cooperative.',
    cause: 'The demo data would be mixed with it.',
    remedy: 'Continue with the existing data, or start the service with an empty DATA_DIR.',
  },
  email_taken: {
    code: 'CONFLICT',
    message: 'A user with this email is already registered.',
    cause: 'Somebody registered with this address before.',
    remedy: 'Sign in with this address, or register with another one.',
  },
  email_unverified: {
    code: 'CONFLICT',
    message: 'This user has not confirmed the address yet.',
    cause: 'The server sends e-mail, and the user has not confirmed the address with the token sent to it.',
    remedy: 'Ask the user to confirm the address, then add them again.',
  },
  encryption_key_missing: {
    code: 'UNPROCESSABLE',
    message: 'This server has no ENCRYPTION_KEY, and stores no secrets without one.',
    cause: 'The request contains or creates a secret, which would be stored unencrypted.',
    remedy: 'Set `ENCRYPTION_KEY` on the server, and restart it.',
  },
  endpoint_disabled: {
    code: 'CONFLICT',
    message: 'The webhook endpoint is disabled.',
    cause: 'A redelivery was requested for an endpoint that no longer receives events.',
    remedy: 'Register the address as a new endpoint; it receives later events.',
  },
  endpoint_not_polled: {
    code: 'UNPROCESSABLE',
    message: 'This webhook endpoint receives its events at its URL and cannot be polled.',
    cause: 'The request polls a webhook endpoint that has a URL.',
    remedy: 'Create an endpoint with `mode: "poll"`, or read the deliveries of this one.',
  },
  file_purpose_differs: {
    code: 'UNPROCESSABLE',
    message: 'This file was uploaded for something else.',
    cause: 'The `purpose` of the upload is not what the request uses the file for.',
    remedy: 'Upload the file again with the right `purpose`.',
  },
  file_taken: {
    code: 'CONFLICT',
    message: 'This file belongs to something else already.',
    cause: 'A file belongs to one document, member, consent or cooperative.',
    remedy: 'Upload the file again, and use the new id.',
  },
  file_type_refused: {
    code: 'UNPROCESSABLE',
    message: 'This is no PDF, JPEG, PNG or WebP.',
    cause: 'The content of the file is of another type, whatever its name says, or the file is empty.',
    remedy: 'Save it as PDF, JPEG, PNG or WebP, and upload that.',
  },
  idempotency_key_reserved: {
    code: 'VALIDATION_ERROR',
    message: 'Keys with this prefix are reserved for the service itself.',
    cause: 'The idempotency key starts with `payment:`, `entrance:`, `loan:` or `dividend:`.',
    remedy: 'Use a key without this prefix, for example a UUID.',
  },
  idempotency_key_reused: {
    code: 'CONFLICT',
    message: 'This idempotency key was used for a different request.',
    cause: 'An earlier request with this key had another operation, subject or body.',
    remedy: 'Repeat the earlier request exactly to get its result, or use a new key for a new request.',
  },
  logo_refused: {
    code: 'UNPROCESSABLE',
    message: 'This picture cannot be a logo.',
    cause:
      'A logo is printed, too: a PNG or JPEG of at most 1,000 × 1,000 pixels, whole, and not interlaced. WebP cannot be part of a PDF.',
    remedy: 'Save the picture as PNG or JPEG in a smaller size, and upload that.',
  },
  mail_not_configured: {
    code: 'UNPROCESSABLE',
    message: 'This server has no SMTP_URL, and sends no e-mail without one.',
    cause: 'E-mail was to be sent by the server of `SMTP_URL`, which is not set.',
    remedy: 'Set `SMTP_URL` and `MAIL_FROM` on the server, and restart it.',
  },
  no_outbox: {
    code: 'UNPROCESSABLE',
    message: 'Only the test environment has an outbox: in the live one, messages are sent.',
    cause: 'The outbox of the sandbox was asked for with a live key, or in the live environment.',
    remedy: 'Read `GET /notifications`, or use the test environment.',
  },
  invalid_state: {
    code: 'CONFLICT',
    message: 'The current state does not allow this.',
    cause: 'The resource is in a state that does not allow the request; the message names it.',
    remedy: 'Read the resource again, and send a request that its state allows.',
  },
  key_address_refused: {
    code: 'FORBIDDEN',
    message: 'This API key is not accepted from this address.',
    cause: 'The key has `allowed_ips`, and the request comes from another address.',
    remedy: 'Send the request from an allowed address, or issue a key with other addresses.',
  },
  key_scope_missing: {
    code: 'FORBIDDEN',
    message: 'This API key has no scope for this.',
    cause: 'The key has `scopes`, and none of them includes this request.',
    remedy: 'Use a key with the scope, or one without scopes.',
  },
  owner_protected: {
    code: 'CONFLICT',
    message: "The project's owner cannot be removed or demoted.",
    cause: 'The user to be removed or given another role owns the project.',
    remedy: 'Do not change the owner; give other staff the roles that they need.',
  },
  pdf_busy: {
    code: 'SERVICE_UNAVAILABLE',
    message: 'Too many PDFs are being made at this moment. Wait as long as Retry-After says.',
    cause: 'PDFs are made one after the other, and too many wait already.',
    remedy: 'Repeat the request after `Retry-After` seconds.',
  },
  registration_closed: {
    code: 'FORBIDDEN',
    message: 'Registration is closed on this server.',
    cause: 'The server runs with `OPEN_REGISTRATION=false`.',
    remedy: 'Ask the operator of the server for an account.',
  },
  not_decider_at_request: {
    code: 'FORBIDDEN',
    message:
      'You could not decide on this when it was requested, or were lately appointed by whoever requested it.',
    cause:
      'The project has strict approvals, and the caller joined, was promoted or was restored after the request, or was appointed by the requester within the last 24 hours.',
    remedy: 'Let somebody decide who could when it was requested, or cancel the request and make it again.',
  },
  second_factor_required: {
    code: 'FORBIDDEN',
    message: 'Send a code of your second factor.',
    cause: 'The user has a second factor, and the change of the password came without `code`.',
    remedy: 'Repeat the request with an unused code from the app, or a recovery code, as `code`.',
  },
  token_invalid: {
    code: 'UNPROCESSABLE',
    message: 'This token is unknown, was used, or has expired.',
    cause: 'Tokens sent by e-mail work once and for a limited time.',
    remedy: 'Request a new one.',
  },
  totp_already_enabled: {
    code: 'CONFLICT',
    message: 'A second factor is already enabled.',
    cause: 'The user confirmed one before.',
    remedy: 'Disable it first, with password and code.',
  },
  totp_required: {
    code: 'FORBIDDEN',
    message: 'This needs a second factor.',
    cause:
      'The project requires staff to have a second factor for this (403), or the user has one and no valid `code` was sent at sign-in (401).',
    remedy: 'Set one up with `POST /api/auth/totp`; at sign-in send an unused code from the app.',
  },
  too_many_endpoints: {
    code: 'CONFLICT',
    message: 'An environment can have 50 webhook endpoints; delete one first.',
    cause: 'The environment has reached the limit of webhook endpoints.',
    remedy: 'Delete an unused endpoint, then register the new one.',
  },
  too_many_secrets: {
    code: 'CONFLICT',
    message: 'Five earlier secrets of this endpoint are still valid, each for 24 hours. Rotate again later.',
    cause: 'The secret was rotated five times within 24 hours.',
    remedy: 'Rotate again when the oldest of them is 24 hours old, or register a new endpoint.',
  },
} as const satisfies Record<string, ReasonFacts>;
