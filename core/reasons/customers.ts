/** Reasons for refusals about customers, their documents and their wallets. */
import type { ReasonFacts } from '../error-codes.ts';

export const CUSTOMER_REASONS = {
  customer_not_active: {
    code: 'CONFLICT',
    message: 'The customer is frozen or closed; no money moves.',
    cause: 'Somebody froze or closed the customer.',
    remedy: 'Unfreeze the customer. A closed customer stays closed: create a new one.',
  },
  customer_unknown: {
    code: 'UNPROCESSABLE',
    message: 'There is no such customer in this project and environment.',
    cause: 'The customer id in the body does not belong to this project and environment.',
    remedy: 'Take the id from `GET /api/v1/customers` with the same credential.',
  },
  external_ref_taken: {
    code: 'CONFLICT',
    message: 'Another customer has this external reference.',
    cause: '`external_ref` is unique in an environment.',
    remedy: 'Find that customer with `GET /api/v1/customers?q=`, or send another reference.',
  },
  kyc_required: {
    code: 'UNPROCESSABLE',
    message: 'The customer has not reached the required KYC tier.',
    cause: "The customer's tier is too low, or a document is missing, expired or not accepted.",
    remedy: 'See `GET /api/v1/customers/{id}/kyc/requirements`, upload what is missing and have it reviewed.',
  },
  limit_exceeded: {
    code: 'UNPROCESSABLE',
    message: "A limit of the customer's KYC tier would be exceeded.",
    cause: "The balance, the movement or the day's total would exceed the limit that the message names.",
    remedy: 'Send less, wait for the next day (UTC), or raise the tier of the customer.',
  },
  not_closable: {
    code: 'CONFLICT',
    message: 'This customer still has open business.',
    cause: 'A balance, a membership, a loan or a payment is still open; the message names it.',
    remedy: 'Close what the message names, then repeat the request.',
  },
  phone_taken: {
    code: 'CONFLICT',
    message: 'Another customer has this phone number.',
    cause: 'Phone numbers are unique in an environment, in any notation.',
    remedy: 'Find that customer with `GET /api/v1/customers?q=`, or send another number.',
  },
  wallet_not_found: {
    code: 'NOT_FOUND',
    message: 'The customer has no wallet in this currency.',
    cause: 'A movement needs an open wallet in its currency.',
    remedy: 'Open it with `POST /api/v1/customers/{id}/wallets`, or send another currency.',
  },
  wallet_unknown: {
    code: 'UNPROCESSABLE',
    message: 'The customer has no wallet in this currency.',
    cause: 'The payment would top up a wallet that is not open.',
    remedy: "Open the wallet first, or create the payment in the currency of one of the customer's wallets.",
  },
} as const satisfies Record<string, ReasonFacts>;
