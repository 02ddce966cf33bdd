/** Why a request is refused whatever it is about: idempotency keys, sign-in, projects, webhook endpoints, the test clock. */
import type { ReasonFacts } from '../error-codes.ts';

export const REQUEST_REASONS = {
  busy: {
    code: 'CONFLICT',
    message: 'Another operation on this is in progress. Repeat in a moment.',
    cause: 'Another movement of the same thing is being booked, or waits for its decision.',
    remedy: 'Repeat the request in a moment, with the same idempotency key.',
  },
  clock_backwards: {
    code: 'CONFLICT',
    message: 'The test clock only moves forward.',
    cause: 'The instant in `now` is before the present time of the test environment.',
    remedy: 'Send a later instant. For an earlier time use another project.',
  },
  demo_not_empty: {
    code: 'CONFLICT',
    message: 'There is a cooperative in the test environment already.',
    cause: 'The data of the demonstration would be mixed with it.',
    remedy: 'Go on with what is there, or start the service with an empty DATA_DIR.',
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
    cause: 'The server sends e-mail, and the user has not sent back the token that came to the address.',
    remedy: 'The user confirms the address; then add them again.',
  },
  encryption_key_missing: {
    code: 'UNPROCESSABLE',
    message: 'This server has no ENCRYPTION_KEY, and stores no secrets without one.',
    cause: 'The request carries or makes a secret, which would have to be stored in clear.',
    remedy: 'Whoever runs the server sets `ENCRYPTION_KEY`, and restarts it.',
  },
  endpoint_disabled: {
    code: 'CONFLICT',
    message: 'The webhook endpoint is disabled.',
    cause: 'A redelivery was asked for to an endpoint that receives nothing any more.',
    remedy: 'Register the address as a new endpoint; it receives the events from then on.',
  },
  endpoint_not_polled: {
    code: 'UNPROCESSABLE',
    message: 'Events are sent to this webhook endpoint; it cannot be asked for them.',
    cause: 'Events were asked for at a webhook endpoint with a URL.',
    remedy: 'Make an endpoint with `mode: "poll"`, or read the deliveries of this one.',
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
  invalid_state: {
    code: 'CONFLICT',
    message: 'The present state does not allow this.',
    cause: 'What the request is about is in a state in which this cannot be done; the message names it.',
    remedy: 'Read it again, and do what its present state allows.',
  },
  key_address_refused: {
    code: 'FORBIDDEN',
    message: 'This API key is not taken from this address.',
    cause: 'The key has `allowed_ips`, and the request comes from none of them.',
    remedy: 'Send it from one of those addresses, or issue a key with other ones.',
  },
  key_scope_missing: {
    code: 'FORBIDDEN',
    message: 'This API key has no scope for this.',
    cause: 'The key has `scopes`, and this part of the API, or changing it, belongs to none of them.',
    remedy: 'Use a key with the scope, or one without scopes.',
  },
  owner_protected: {
    code: 'CONFLICT',
    message: "The project's owner cannot be removed or demoted.",
    cause: 'The user to remove or to give another role owns the project.',
    remedy: 'Leave the owner as they are; give other staff the roles that they need.',
  },
  registration_closed: {
    code: 'FORBIDDEN',
    message: 'Registration is closed on this server.',
    cause: 'The server runs with `OPEN_REGISTRATION=false`.',
    remedy: 'Ask the operator of the server for an account.',
  },
  token_invalid: {
    code: 'UNPROCESSABLE',
    message: 'This token is unknown, was used, or has expired.',
    cause: 'Tokens that are sent by e-mail work once and for a limited time.',
    remedy: 'Ask for a new one.',
  },
  totp_already_enabled: {
    code: 'CONFLICT',
    message: 'There is a second factor already.',
    cause: 'The user confirmed one before.',
    remedy: 'Disable it first, with password and code.',
  },
  totp_required: {
    code: 'FORBIDDEN',
    message: 'This needs a second factor.',
    cause:
      'The project requires staff to have a second factor for this (403), or the user has one and no valid `code` was sent at sign-in (401).',
    remedy: 'Set one up with `POST /api/auth/totp`; at sign-in send a code of the app that was not used yet.',
  },
  too_many_endpoints: {
    code: 'CONFLICT',
    message: 'An environment can have 50 webhook endpoints; delete one first.',
    cause: 'The environment has as many webhook endpoints as it can have.',
    remedy: 'Delete an endpoint that is not used any more, then register the new one.',
  },
  too_many_secrets: {
    code: 'CONFLICT',
    message:
      'Five earlier secrets of this endpoint still sign along; each does so for 24 hours. Rotate again later.',
    cause: 'The secret was rotated five times within 24 hours.',
    remedy: 'Rotate again when the oldest of them is 24 hours old, or register a new endpoint.',
  },
} as const satisfies Record<string, ReasonFacts>;
