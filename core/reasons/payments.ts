/** Reasons for refusals of payments, refunds, payment links and ledger movements. */
import type { ReasonFacts } from '../error-codes.ts';

export const PAYMENT_REASONS = {
  account_not_found: {
    code: 'NOT_FOUND',
    message: 'There is no such account in this project and environment.',
    cause: 'The id or code does not belong to an account of this project and environment.',
    remedy:
      'Take the id from `GET /api/v1/ledger/accounts`, or the code of a bank or general account from `GET /api/v1/accounting/chart`. Nothing was moved and no key was used.',
  },
  account_refused: {
    code: 'UNPROCESSABLE',
    message: 'This request cannot move money of this account.',
    cause:
      'Another part of the service owns the account, it can only be credited, or the request needs an account of another kind, such as a bank.',
    remedy:
      'Use the endpoint of that part (wallets, members, payments), or another account; `GET /api/v1/accounting/chart` lists bank and general accounts with their kinds.',
  },
  already_captured: {
    code: 'CONFLICT',
    message: 'The hold was already captured.',
    cause: 'The hold was captured with another amount before, or a captured hold cannot be voided.',
    remedy: 'Read the hold; move a captured amount back with a transfer.',
  },
  already_voided: {
    code: 'CONFLICT',
    message: 'The hold was already voided.',
    cause: 'The money of the hold was released before.',
    remedy: 'Create a new hold, or a transfer.',
  },
  amount_not_supported: {
    code: 'UNPROCESSABLE',
    message: 'The provider cannot charge or refund exactly this amount.',
    cause: 'The provider accepts only multiples of a smallest amount, for example whole shillings.',
    remedy: 'Send a multiple of `amount_step_minor` of the provider, or choose another provider.',
  },
  paybill_not_supported: {
    code: 'UNPROCESSABLE',
    message: 'Payments without a prompt cannot be taken from this provider.',
    cause:
      'The provider does not tell this service about them, or the credentials lack what it needs to be asked about them.',
    remedy: 'Save the credentials that the message names, or use a provider whose `paybill` is not null.',
  },
  sender_unknown: {
    code: 'UNPROCESSABLE',
    message: 'The phone of the sender is not known.',
    cause:
      'The provider masked it, and has not named it when it was asked about the transaction; or the money came into a bank account.',
    remedy:
      'Ask the provider who sent it and return the money there, or allocate it. Money at the bank goes back by the reversal of its entry.',
  },
  paybill_refused: {
    code: 'UNPROCESSABLE',
    message: 'The provider refused the addresses for payments without a prompt.',
    cause: 'It has other addresses for the shortcode, or does not offer this to the account.',
    remedy: 'Have the earlier addresses deleted at the provider, and try again.',
  },
  combination_refused: {
    code: 'UNPROCESSABLE',
    message: 'A payment has one destination: a split, a wallet and a SACCO member cannot be combined.',
    cause: 'The request has more than one of `split`, `metadata.wallet_customer_id` and a SACCO member.',
    remedy: 'Create one payment per destination.',
  },
  currency_mismatch: {
    code: 'UNPROCESSABLE',
    message: 'The currencies differ.',
    cause: 'The accounts, or the amount and its destination, have different currencies.',
    remedy: 'Send the currency of the account, provider or SACCO.',
  },
  exceeds_credits: {
    code: 'CONFLICT',
    message: 'The available balance of the account to debit is too low.',
    cause: 'Its balance less its open holds is smaller than the amount.',
    remedy: 'Send a smaller amount, or wait until the account is credited.',
  },
  exceeds_debits: {
    code: 'CONFLICT',
    message: 'The account to credit cannot receive more than was debited from it.',
    cause: 'The account may not be credited beyond its debits, open holds included.',
    remedy: 'Send a smaller amount, or debit the account first.',
  },
  exceeds_payment: {
    code: 'CONFLICT',
    message: 'Refunds cannot exceed the payment.',
    cause: 'The refunds of this payment, open ones included, would exceed the amount paid.',
    remedy: 'Refund at most the remaining amount, or omit the amount to refund all of it.',
  },
  exceeds_pending_amount: {
    code: 'UNPROCESSABLE',
    message: 'A capture cannot be larger than its hold.',
    cause: 'The amount to capture exceeds the amount of the hold.',
    remedy: 'Capture at most the amount of the hold; move the rest with a transfer.',
  },
  hold_expired: {
    code: 'CONFLICT',
    message: 'The hold has expired.',
    cause: 'The time in `timeout_secs` has passed; the money was released.',
    remedy: 'Create a new hold.',
  },
  id_already_failed: {
    code: 'CONFLICT',
    message: 'This transfer was refused before, and its id cannot be used again; use a new idempotency key.',
    cause: 'The ledger refused a transfer with this key, and will always refuse it.',
    remedy: 'Repeat the request with a new idempotency key.',
  },
  insufficient_funds: {
    code: 'CONFLICT',
    message: 'There is not enough money.',
    cause: 'The available balance of the wallet or account to debit is below the amount.',
    remedy: 'Send a smaller amount, or retry once money has arrived.',
  },
  insufficient_float: {
    code: 'CONFLICT',
    message: 'The providers hold less money than the payout needs.',
    cause:
      'What providers have collected and not paid out, less open holds, is below the amount, though the balance covers it.',
    remedy: 'Top up the account with the provider and book it, or send a smaller amount.',
  },
  link_being_paid: {
    code: 'CONFLICT',
    message: 'Somebody is paying this link.',
    cause:
      'A one-time payment link has one payment under way; the message says until when it keeps others away.',
    remedy: 'Wait until that payment has ended, or cancel it.',
  },
  not_cancellable: {
    code: 'CONFLICT',
    message: 'Only an initiated or pending payment can be cancelled.',
    cause: 'The provider is already processing the payment, or the payment has ended.',
    remedy: 'Wait for the outcome; a completed payment can be refunded.',
  },
  not_refundable: {
    code: 'CONFLICT',
    message: 'This payment cannot be refunded now.',
    cause: 'The payment is not completed and booked yet, or was credited to a wallet or a member.',
    remedy: 'Wait until it is booked; first reverse a credited top-up (`reverse`).',
  },
  overflow: {
    code: 'UNPROCESSABLE',
    message: 'The balance of the account would be too large.',
    cause: 'The sum would exceed the largest possible balance.',
    remedy: 'Send a smaller amount, or use several accounts.',
  },
  payout_limit_exceeded: {
    code: 'UNPROCESSABLE',
    message: 'The payout is above a limit of the project.',
    cause:
      'The amount, or the sum of the day with it, is above what the owner allows the provider to pay out.',
    remedy: 'Send a smaller amount or wait for the next day (UTC); the owner can raise the limit.',
  },
  payouts_disabled: {
    code: 'CONFLICT',
    message: 'Payouts by this provider are turned off.',
    cause: 'The owner has not enabled payouts for the provider in this environment, or has turned them off.',
    remedy: 'The owner enables them: `PUT /api/projects/{project}/providers/{provider}/payouts`.',
  },
  payouts_not_supported: {
    code: 'UNPROCESSABLE',
    message: 'This provider sends no money.',
    cause: 'The provider has no interface for payouts, or the account with it lacks what payouts need.',
    remedy: 'Choose a provider whose `capabilities.payouts` is true, or complete its credentials.',
  },
  phone_not_supported: {
    code: 'UNPROCESSABLE',
    message: 'The provider does not accept payments from this phone.',
    cause: 'The number belongs to a country or network that the provider does not serve.',
    remedy: 'Ask the payer for a number that the provider serves, or choose another provider.',
  },
  posting_not_failed: {
    code: 'CONFLICT',
    message: 'Only a failed posting can be retried.',
    cause: 'The posting is already posted, or is still pending.',
    remedy: 'No action is needed.',
  },
  provider_id_taken: {
    code: 'CONFLICT',
    message: 'This id of the provider belongs to another payment.',
    cause:
      'An id that a provider gives belongs to one payment; the message and the timeline name the one that has it.',
    remedy: 'Find out at the provider which of the payments was paid.',
  },
  provider_not_configured: {
    code: 'UNPROCESSABLE',
    message: 'This provider has no credentials in this environment.',
    cause: 'The project has not configured the provider in this environment, or has deleted its credentials.',
    remedy: 'An owner or admin saves them: `PUT /api/projects/{project}/providers/{provider}`.',
  },
  provider_unknown: {
    code: 'UNPROCESSABLE',
    message: 'There is no such payment provider.',
    cause: 'No provider has this name, or it is not available in this environment.',
    remedy: 'Take a name from `GET /api/projects/{project}/providers`.',
  },
  public_url_required: {
    code: 'UNPROCESSABLE',
    message: 'The provider needs to call this server, which has no public https address.',
    cause: 'A live payment with this provider needs callbacks, and `PUBLIC_URL` is not set or not https.',
    remedy: "Set `PUBLIC_URL` to the server's public https address.",
  },
  reference_taken: {
    code: 'CONFLICT',
    message: 'A payment or payout with this reference already exists.',
    cause:
      'An earlier payment of this environment has the same provider and reference, or an earlier payout that did not fail has the reference; the message names it.',
    remedy: 'Continue with that one, or send another reference for a new one.',
  },
} as const satisfies Record<string, ReasonFacts>;
