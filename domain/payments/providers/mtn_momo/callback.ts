/** Reads MTN's callbacks: the status as it answers it, unsigned, sent once. */
import { readJsonObject } from '../../../../core/json.ts';
import type { PaymentRow } from '../../payment.model.ts';
import { textOf } from '../answer-text.rules.ts';
import type { CallbackReading, ProviderCallback } from '../provider.port.ts';
import { outcomeOf } from './answers.rules.ts';

export function readCallback(payment: PaymentRow, { body }: ProviderCallback): CallbackReading {
  const said = readJsonObject(body.toString('utf8')) ?? {};
  const reference = textOf(said['externalId']);
  if (reference !== null && reference !== payment.id) return { authenticity: 'rejected' };
  const provider_txn_id = textOf(said['financialTransactionId']);
  const claimed_status = textOf(said['status']);
  return {
    authenticity: 'unverified',
    ...(provider_txn_id === null ? {} : { provider_txn_id }),
    ...(claimed_status === null ? {} : { claimed_status }),
    claims_paid: outcomeOf(said).status === 'completed',
  };
}
