/** Reads what Chapa tells and asks about transfers, at the project's own address. */
import { given } from '../../../../core/given.ts';
import { amountOf, textOf } from '../answer-text.rules.ts';
import type { PayoutCallbackReading, PayoutOrder } from '../payout.port.ts';
import type { ProviderCallback, ProviderSetup } from '../provider.port.ts';
import { authenticityOf, fieldsOf, isSigned, paymentNamedIn } from './callback.ts';
import { accountOf } from './account.rules.ts';

/** The payout that a webhook or a question is about: transfers are known by `reference`, payments by `tx_ref`. */
export function payoutNamedIn(callback: ProviderCallback): string | null {
  return paymentNamedIn(callback) === null ? textOf(fieldsOf(callback)['reference']) : null;
}

export function readPayoutCallback(
  _payout: PayoutOrder,
  callback: ProviderCallback,
  { credentials }: ProviderSetup,
): PayoutCallbackReading {
  const said = fieldsOf(callback);
  return {
    authenticity: authenticityOf(callback, credentials['webhook_secret']),
    ...given({ claimed_status: textOf(said['event']) ?? textOf(said['status']) }),
  };
}
