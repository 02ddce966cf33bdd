/** Why payments, refunds, payment links and ledger movements are refused. */
import type { ReasonFacts } from '../error-codes.ts';

export const PAYMENT_REASONS = {
  account_not_found: {
    code: 'NOT_FOUND',
    message: 'There is no such ledger account in this project and environment.',
    cause: 'The account id is not of this project and environment, or not of an account.',
    remedy: 'Take the id from `GET /api/v1/ledger/accounts`. Nothing was moved and no key was spent.',
  },
  account_refused: {
    code: 'UNPROCESSABLE',
    message: 'This account cannot be moved through the generic ledger endpoints.',
    cause: 'Another part of the service owns the account, or it can only be credited.',
    remedy: 'Use the endpoint of that part (wallets, members, payments), or another account.',
  },
  already_captured: {
    code: 'CONFLICT',
    message: 'The hold was already captured.',
    cause: 'A capture with another amount came before, or the hold is to be voided after its capture.',
    remedy: 'Read the hold; what was captured is moved back by a transfer.',
  },
  already_voided: {
    code: 'CONFLICT',
    message: 'The hold was already voided.',
    cause: 'The money of the hold was released before.',
    remedy: 'Make a new hold, or a transfer.',
  },
  amount_not_supported: {
    code: 'UNPROCESSABLE',
    message: 'The provider cannot charge or refund exactly this amount.',
    cause: 'The provider takes multiples of a smallest amount only, for example whole shillings.',
    remedy: 'Send a multiple of `amount_step_minor` of the provider, or choose another provider.',
  },
  combination_refused: {
    code: 'UNPROCESSABLE',
    message: 'A payment goes to one place: a split, a wallet and a SACCO member cannot be combined.',
    cause: 'The request has more than one of `split`, `metadata.wallet_customer_id` and a SACCO member.',
    remedy: 'Create one payment for each place.',
  },
  currency_mismatch: {
    code: 'UNPROCESSABLE',
    message: 'The currencies differ.',
    cause: 'Accounts, or the amount and what it is for, have different currencies.',
    remedy: 'Send the currency that the account, provider or SACCO has.',
  },
  exceeds_credits: {
    code: 'CONFLICT',
    message: 'The account to debit does not hold enough.',
    cause: 'Its balance less its open holds is smaller than the amount.',
    remedy: 'Send a smaller amount, or wait until the account was credited.',
  },
  exceeds_debits: {
    code: 'CONFLICT',
    message: 'The account to credit cannot take more than was debited from it.',
    cause: 'The account may not be credited past its debits, open holds included.',
    remedy: 'Send a smaller amount, or debit the account first.',
  },
  exceeds_payment: {
    code: 'CONFLICT',
    message: 'Refunds cannot exceed the payment.',
    cause: 'The refunds of this payment, those under way included, would be more than was paid.',
    remedy: 'Refund at most what is left, or leave the amount out to refund all of it.',
  },
  exceeds_pending_amount: {
    code: 'UNPROCESSABLE',
    message: 'A capture cannot be larger than its hold.',
    cause: 'The amount to capture is above the amount of the hold.',
    remedy: 'Capture at most the amount of the hold; move the rest by a transfer.',
  },
  hold_expired: {
    code: 'CONFLICT',
    message: 'The hold has expired.',
    cause: 'The time in `timeout_secs` is over; the money was released.',
    remedy: 'Make a new hold.',
  },
  id_already_failed: {
    code: 'CONFLICT',
    message: 'This transfer was refused before, and its id cannot be used again; use a new idempotency key.',
    cause: 'A transfer with this key was refused by the ledger, which refuses it for good.',
    remedy: 'Repeat the request with a new idempotency key.',
  },
  insufficient_funds: {
    code: 'CONFLICT',
    message: 'There is not enough money.',
    cause: 'The wallet or account to debit holds less than the amount, its open holds left out.',
    remedy: 'Send a smaller amount, or try again once money has come in.',
  },
  not_cancellable: {
    code: 'CONFLICT',
    message: 'Only an initiated or pending payment can be cancelled.',
    cause: 'The provider is already carrying the payment out, or it has ended.',
    remedy: 'Wait for its end; a completed payment can be refunded.',
  },
  not_refundable: {
    code: 'CONFLICT',
    message: 'This payment cannot be refunded now.',
    cause: 'The payment is not completed and booked yet, or its money went to a wallet or to a member.',
    remedy: 'Wait until it is booked; take the money back from where it went first (`reverse` of a top-up).',
  },
  overflow: {
    code: 'UNPROCESSABLE',
    message: 'The account cannot hold a balance this large.',
    cause: 'The sum would be above what an account can hold.',
    remedy: 'Send a smaller amount, or spread it over several accounts.',
  },
  phone_not_supported: {
    code: 'UNPROCESSABLE',
    message: 'The provider does not take payments from this phone.',
    cause: 'The number is of a country or network that the provider does not serve.',
    remedy: 'Ask the payer for a number of the provider, or choose another provider.',
  },
  posting_not_failed: {
    code: 'CONFLICT',
    message: 'Only a failed posting can be retried.',
    cause: 'The posting is booked already, or it is still being tried.',
    remedy: 'Nothing is to be done.',
  },
  provider_not_configured: {
    code: 'UNPROCESSABLE',
    message: 'This provider has no credentials in this environment.',
    cause: 'The project has not set up the provider in this environment, or has deleted its credentials.',
    remedy: 'An owner or admin stores them: `PUT /api/projects/{project}/providers/{provider}`.',
  },
  provider_unknown: {
    code: 'UNPROCESSABLE',
    message: 'There is no such payment provider.',
    cause: 'No provider has this name, or it does not work in this environment.',
    remedy: 'Take a name from `GET /api/projects/{project}/providers`.',
  },
  public_url_required: {
    code: 'UNPROCESSABLE',
    message: 'The provider has to reach this server, which has no public https address.',
    cause: 'A live payment of this provider needs callbacks, and `PUBLIC_URL` is not set or not https.',
    remedy: 'Set `PUBLIC_URL` of the server to the https address at which it is reached from outside.',
  },
  reference_taken: {
    code: 'CONFLICT',
    message: 'A payment with this provider and reference already exists.',
    cause:
      'An earlier payment of this environment has the same provider and reference; the message names it.',
    remedy: 'Go on with that payment, or send a reference of its own for a new one.',
  },
} as const satisfies Record<string, ReasonFacts>;
