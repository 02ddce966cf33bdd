/**
 * Money out of the merchant's deposit: refunds and payouts. Its id is ours and unique at SantimPay: one that may have arrived is
 * looked up under it before it is asked for again.
 */
import { given } from '../../../../core/given.ts';
import { parseDecimal } from '../../../../core/money.ts';
import type { FailureCode } from '../../payment.rules.ts';
import { sanitize, textOf } from '../answer-text.rules.ts';
import { ProviderUnavailable, type StatusSetup } from '../provider.port.ts';
import { failureCode, failureOf, isDuplicate, statusOf } from './answers.rules.ts';
import { call, fetchTransaction, refusalOf, signedFields } from './gateway.ts';

export interface PayoutTransfer {
  id: string;
  amount_minor: bigint;
  reason: string;
  /** The channel's id at SantimPay. */
  method: string;
  /** A phone in international form, or the number of a bank account. */
  receiver: string;
}

export type Transferred =
  | { status: 'pending' | 'succeeded'; txn_id?: string; commission?: string }
  | { status: 'failed'; failure_code: FailureCode; failure_message?: string; txn_id?: string };

/** @throws ProviderUnavailable */
export async function transferOut(transfer: PayoutTransfer, setup: StatusSetup): Promise<Transferred> {
  const { id, amount_minor, reason, method, receiver } = transfer;
  const channel = { paymentMethod: method, phoneNumber: receiver };
  const request = {
    id,
    clientReference: id,
    ...signedFields({ amount_minor, reason }, setup, channel),
    receiverAccountNumber: receiver,
    paymentMethod: method,
    notifyUrl: setup.callback_url,
  };
  const answer = await call(setup, '/payout-transfer', { body: request, repeatable: false });
  const refusal = refusalOf(answer);
  // A duplicate arrived before, or while this one was on its way: the next attempt fetches its status.
  if (refusal === null || isDuplicate(refusal)) return { status: 'pending' };
  // An earlier request, which was still on its way when it was looked up, may be why this one is refused.
  const made = await fetchTransfer(transfer, setup);
  return made ?? { status: 'failed', failure_code: failureCode(refusal), failure_message: sanitize(refusal) };
}

/**
 * @returns null when SantimPay does not know it
 * @throws ProviderUnavailable also when what was made is not what was asked for: left for a person
 */
export async function fetchTransfer(
  { id, amount_minor }: Pick<PayoutTransfer, 'id' | 'amount_minor'>,
  setup: StatusSetup,
): Promise<Transferred | null> {
  const made = await fetchTransaction(id, setup);
  if (!made) return null;
  const amounts = ['amount', 'totalAmount'].map((name) => parseDecimal(textOf(made[name]) ?? ''));
  if (!amounts.includes(amount_minor))
    throw new ProviderUnavailable('the payout that was made is of another amount');
  const details = given({ txn_id: textOf(made['txnId']) });
  const failure = failureOf(made);
  if (failure) return { status: 'failed', ...failure, ...details };
  const status = statusOf(made) === 'completed' ? 'succeeded' : 'pending';
  return { status, ...details, ...given({ commission: textOf(made['commission']) }) };
}
