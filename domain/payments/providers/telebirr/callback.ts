/** Reads telebirr's notifications. They are signed like our messages; without telebirr's key they are only hints. */
import { given } from '../../../../core/given.ts';
import { readJsonObject } from '../../../../core/json.ts';
import type { PaymentRow } from '../../payment.model.ts';
import type { CallbackReading, ProviderCallback, ProviderSetup } from '../provider.port.ts';
import { fieldOf, statusName, statusOf, transactionId } from './answers.rules.ts';
import { accountOf } from './credentials.ts';
import { telebirrId } from './order.rules.ts';
import { isSignedBy } from './signature.ts';

export function readCallback(
  payment: PaymentRow,
  { body }: ProviderCallback,
  { credentials }: ProviderSetup,
): CallbackReading {
  const said = readJsonObject(body.toString('utf8')) ?? {};
  const { platform_public_key: key, padding } = accountOf(credentials);
  const reference = fieldOf(said, 'merch_order_id');
  if (reference !== null && reference !== telebirrId(payment.id)) return { authenticity: 'rejected' };
  if (key && !isSignedBy(said, key, padding)) return { authenticity: 'rejected' };
  const claimed_status = statusName(said);
  return {
    authenticity: key ? 'verified' : 'unverified',
    ...given({ provider_txn_id: transactionId(said), claimed_status }),
    claims_paid: statusOf(claimed_status) === 'completed',
  };
}
