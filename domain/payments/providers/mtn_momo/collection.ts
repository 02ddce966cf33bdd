/** Collects a payment: the payer approves it on the phone. MTN accepts a request once under the id that we chose. */
import { given } from '../../../../core/given.ts';
import type { PaymentRow } from '../../payment.model.ts';
import { amountOf, sanitize, textOf } from '../answer-text.rules.ts';
import {
  ProviderUnavailable,
  type CreateSetup,
  type ProviderCreated,
  type ProviderSetup,
  type ProviderStatus,
} from '../provider.port.ts';
import { failureCode, isDuplicate, outcomeOf, refusalOf } from './answers.rules.ts';
import { call } from './client.ts';
import {
  amountText,
  callbackHeader,
  currencySent,
  messageText,
  msisdn,
  referenceId,
} from './requests.rules.ts';

const PATH = '/v1_0/requesttopay';

export async function requestToPay(payment: PaymentRow, setup: CreateSetup): Promise<ProviderCreated> {
  const message = messageText(payment.reference) || 'Payment';
  const { status_code, body } = await call(setup, 'collection', {
    method: 'POST',
    path: PATH,
    headers: { 'x-reference-id': referenceId(payment.id), ...callbackHeader(setup) },
    body: {
      amount: amountText(payment.amount_minor),
      currency: currencySent(payment.environment, payment.currency),
      externalId: payment.id,
      payer: { partyIdType: 'MSISDN', partyId: msisdn(payment.customer_phone ?? '') },
      payerMessage: message,
      payeeNote: message,
    },
  });
  const pending: ProviderCreated = {
    status: 'pending',
    next_action: { type: 'prompt', message: 'Approve the payment on your phone with your MoMo PIN.' },
  };
  if (status_code < 300) return pending;
  // An earlier request has arrived, though its answer was lost: the status is fetched immediately.
  if (isDuplicate(status_code, body)) return { ...pending, check_after_ms: 0 };
  const { code, message: said } = refusalOf(body);
  return {
    status: 'failed',
    failure_code: failureCode(code),
    failure_message: sanitize(said ?? `answered ${status_code}`),
  };
}

/** @returns null when no request of this payment ever arrived @throws ProviderUnavailable */
export async function fetchStatus(payment: PaymentRow, setup: ProviderSetup): Promise<ProviderStatus | null> {
  const path = `${PATH}/${referenceId(payment.id)}`;
  const { status_code, body } = await call(setup, 'collection', { method: 'GET', path });
  if (status_code === 404) return null;
  if (status_code >= 300) throw new ProviderUnavailable(`the status was refused: answered ${status_code}`);
  const { failure_message, unknown_status, ...outcome } = outcomeOf(body);
  const currency = textOf(body['currency']);
  const is_ours = currency === currencySent(payment.environment, payment.currency);
  return {
    ...outcome,
    amount_minor: amountOf(body['amount']),
    currency: is_ours ? payment.currency : currency,
    reference: textOf(body['externalId']),
    ...given({
      failure_message: failure_message && sanitize(failure_message),
      unknown_status: unknown_status && sanitize(unknown_status),
      provider_txn_id: textOf(body['financialTransactionId']),
    }),
  };
}
