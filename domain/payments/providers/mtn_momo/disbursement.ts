/** Refunds, through MTN's Disbursements. Like a request to pay, one is known by the id that we chose, and made once. */
import type { PaymentRow } from '../../payment.model.ts';
import type { RefundRow } from '../../refunds/refund.model.ts';
import { shown, textOf } from '../answer-text.rules.ts';
import { ProviderUnavailable, type ProviderRefund, type ProviderSetup } from '../provider.port.ts';
import { amountOf, failureCode, isDuplicate, outcomeOf, refusalOf } from './answers.rules.ts';
import { call } from './client.ts';
import { amountText, currencySent, messageText, referenceId } from './requests.rules.ts';

const PATH = '/v1_0/refund';

/** Asked again, MTN tells how it stands; only one that never arrived is requested again. */
export async function refund(
  payment: PaymentRow,
  row: RefundRow,
  setup: ProviderSetup,
): Promise<ProviderRefund> {
  const earlier = row.attempts === 0 ? null : await status(row, setup);
  if (earlier) return earlier;
  const answer = await request(payment, row, setup);
  if (answer.status !== 'failed') return answer;
  // The same request, sent before on a connection that was cut or still on its way when MTN was asked, may be why this one
  // is refused.
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
    failure_message: shown(said ?? `answered ${status_code}`),
  };
}

/** @returns null when the request never arrived @throws ProviderUnavailable, also where it is another's refund */
async function status(row: RefundRow, setup: ProviderSetup): Promise<ProviderRefund | null> {
  const path = `${PATH}/${referenceId(row.id)}`;
  const { status_code, body } = await call(setup, 'disbursement', { method: 'GET', path });
  if (status_code === 404) return null;
  if (status_code >= 300) throw new ProviderUnavailable(`the status was refused: answered ${status_code}`);
  const { status: became, failure_code = 'unspecified', failure_message } = outcomeOf(body);
  if (became === 'pending') return { status: 'pending' };
  if (became === 'completed') {
    if (amountOf(body) !== row.amount_minor)
      throw new ProviderUnavailable('the refund that was made is of another amount; left for a person');
    const provider_refund_id = textOf(body['financialTransactionId']);
    return { status: 'succeeded', ...(provider_refund_id === null ? {} : { provider_refund_id }) };
  }
  return {
    status: 'failed',
    failure_code,
    ...(failure_message === undefined ? {} : { failure_message: shown(failure_message) }),
  };
}
