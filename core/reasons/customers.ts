/** Why customers, their documents and their wallets are refused something. */
import type { ReasonFacts } from '../error-codes.ts';

export const CUSTOMER_REASONS = {
  customer_not_active: {
    code: 'CONFLICT',
    message: 'The customer is frozen or closed; no money moves.',
    cause: 'Somebody froze the customer, or closed them.',
    remedy: 'Unfreeze the customer. A closed customer stays closed: create a new one.',
  },
  customer_unknown: {
    code: 'UNPROCESSABLE',
    message: 'There is no such customer in this project and environment.',
    cause: 'The customer id in the body is not of this project and environment.',
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
    message: 'The KYC tier that this needs is not reached.',
    cause: 'The customer has too low a tier, or a document is missing, expired or not accepted.',
    remedy: 'See `GET /api/v1/customers/{id}/kyc/requirements`, upload what is missing and have it reviewed.',
  },
  limit_exceeded: {
    code: 'UNPROCESSABLE',
    message: "A limit of the customer's KYC tier would be exceeded.",
    cause: 'The balance, the single movement or the day would be above the limit that the message names.',
    remedy: 'Send less, wait for the next day (UTC), or raise the tier of the customer.',
  },
  not_closable: {
    code: 'CONFLICT',
    message: 'Something of this customer is not over yet.',
    cause: 'Money, a membership, a loan or a payment is still open; the message names it.',
    remedy: 'End what the message names, then repeat the request.',
  },
  phone_taken: {
    code: 'CONFLICT',
    message: 'Another customer has this phone number.',
    cause: 'Phone numbers are unique in an environment, however they are spelled.',
    remedy: 'Find that customer with `GET /api/v1/customers?q=`, or send another number.',
  },
  wallet_not_found: {
    code: 'NOT_FOUND',
    message: 'The customer has no wallet in this currency.',
    cause: 'A movement needs a wallet that is open in its currency.',
    remedy: 'Open it with `POST /api/v1/customers/{id}/wallets`, or send another currency.',
  },
  wallet_unknown: {
    code: 'UNPROCESSABLE',
    message: 'The customer has no wallet in this currency.',
    cause: 'A payment is to top up a wallet that is not open.',
    remedy: 'Open the wallet first, or create the payment in a currency in which there is one.',
  },
} as const satisfies Record<string, ReasonFacts>;
