/** Refunds, through MTN's Disbursements. Like a request to pay, a refund is made once under the id that we chose. */
import { given } from '../../../../core/given.ts';
import type { PaymentRow } from '../../payment.model.ts';
import type { RefundRow } from '../../refunds/refund.model.ts';
import { amountOf, sanitize, textOf } from '../answer-text.rules.ts';
import { ProviderUnavailable, type ProviderRefund, type ProviderSetup } from '../provider.port.ts';
import { failureCode, isDuplicate, outcomeOf, refusalOf } from './answers.rules.ts';
import { call } from './client.ts';
import { amountText, currencySent, messageText, referenceId } from './requests.rules.ts';

const PATH = '/v1_0/refund';

/** A repeat fetches the status first: only a request that never arrived is sent again. */
export async function refund(
  payment: PaymentRow,
  row: RefundRow,
  setup: ProviderSetup,
): Promise<ProviderRefund> {
  const earlier = row.attempts === 0 ? null : await status(row, setup);
  if (earlier) return earlier;
  const answer = await request(payment, row, setup);
  if (answer.status !== 'failed') return answer;
  // It may be refused because the same request arrived before: one on a connection that was cut, or still on its way.
  return (await status(row, setup)) ?? answer;
}

async function request(payment: PaymentRow, row: RefundRow, setup: ProviderSetup): Promise<ProviderRefund> {
  const message = messageText(row.reason ?? '') || 'Refund';
  const { status_code, body } = await call(setup, 'disbursement', {
    method: 'POST',
    path: PATH,
    headers: { 'x-reference-id': referenceId(row.id) },
    body: {
      amount: amountText(row.amount_minor),
      currency: currencySent(payment.environment, row.currency),
      externalId: row.id,
      payerMessage: message,
      payeeNote: message,
      referenceIdToRefund: referenceId(payment.id),
    },
  });
  if (status_code < 300 || isDuplicate(status_code, body)) return { status: 'pending' };
  const { code, message: said } = refusalOf(body);
  return {
    status: 'failed',
    failure_code: failureCode(code),
    failure_message: sanitize(said ?? `answered ${status_code}`),
  };
}

/** @returns null when the request never arrived @throws ProviderUnavailable, also where it is of another amount */
async function status(row: RefundRow, setup: ProviderSetup): Promise<ProviderRefund | null> {
  const path = `${PATH}/${referenceId(row.id)}`;
  const { status_code, body } = await call(setup, 'disbursement', { method: 'GET', path });
  if (status_code === 404) return null;
  if (status_code >= 300) throw new ProviderUnavailable(`the status was refused: answered ${status_code}`);
  const { status: became, failure_code = 'unspecified', failure_message } = outcomeOf(body);
  if (became === 'pending') return { status: 'pending' };
  if (became === 'completed') {
    if (amountOf(body['amount']) !== row.amount_minor)
      throw new ProviderUnavailable('the refund that was made is of another amount; left for a person');
    return { status: 'succeeded', ...given({ provider_refund_id: textOf(body['financialTransactionId']) }) };
  }
  const message = failure_message && sanitize(failure_message);
  return { status: 'failed', failure_code, ...given({ failure_message: message }) };
}
