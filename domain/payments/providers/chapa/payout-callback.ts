/** Reads what Chapa tells of transfers, and asks before it makes one, at the project's own address. */
import { given } from '../../../../core/given.ts';
import { amountOf, textOf } from '../answer-text.rules.ts';
import type { PayoutCallbackReading, PayoutOrder } from '../payout.port.ts';
import type { ProviderCallback, ProviderSetup } from '../provider.port.ts';
import { isAccountOf } from './account.rules.ts';
import { authenticityOf, fieldsOf, isSignedBy, paymentNamedIn } from './callback.ts';

/** The payout that a call is about: transfers are known by `reference` alone, payments by `tx_ref`. */
export function payoutNamedIn(callback: ProviderCallback): string | null {
  return paymentNamedIn(callback) === null ? textOf(fieldsOf(callback)['reference']) : null;
}

/** A webhook tells of an event; the question before a transfer does not. */
export function asksApproval(callback: ProviderCallback): boolean {
  return payoutNamedIn(callback) !== null && textOf(fieldsOf(callback)['event']) === null;
}

export function readPayoutCallback(
  payout: PayoutOrder,
  callback: ProviderCallback,
  { credentials }: ProviderSetup,
): PayoutCallbackReading {
  if (asksApproval(callback)) return readQuestion(payout, callback, credentials['approval_secret']);
  const said = fieldsOf(callback);
  return {
    authenticity: authenticityOf(callback, credentials['webhook_secret']),
    ...given({ claimed_status: textOf(said['event']) }),
  };
}

/** Only what was asked for is approved: this amount to this account. */
function readQuestion(
  { amount_minor, to }: PayoutOrder,
  callback: ProviderCallback,
  approval_secret: string | undefined,
): PayoutCallbackReading {
  const said = fieldsOf(callback);
  const is_ours =
    amountOf(said['amount']) === amount_minor && isAccountOf(to, textOf(said['account_number']) ?? '');
  if (!is_ours) return { authenticity: 'rejected' };
  if (approval_secret === undefined) return { authenticity: 'unverified', claimed_status: 'approval' };
  const signature = callback.headers['chapa-signature'] ?? '';
  const genuine = isSignedBy(callback.body, approval_secret, signature);
  return genuine ? { authenticity: 'verified', claimed_status: 'approval' } : { authenticity: 'rejected' };
}
