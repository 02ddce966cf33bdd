/** Money that goes out, through MTN's Disbursements. Like a request to pay, each is made once under the id that we chose. */
import { given } from '../../../../core/given.ts';
import type { Currency } from '../../../../core/money.ts';
import type { Environment } from '../../../../core/scope.ts';
import type { FailureCode } from '../../payment.rules.ts';
import { amountOf, sanitize, textOf } from '../answer-text.rules.ts';
import { ProviderUnavailable, type ProviderSetup } from '../provider.port.ts';
import { failureCode, isDuplicate, isTimeout, outcomeOf, refusalOf } from './answers.rules.ts';
import { call } from './client.ts';
import { amountText, currencySent, messageText, referenceId } from './requests.rules.ts';

/** What is made of one kind: refunds or transfers. */
export interface Disbursement {
  /** After the product. */
  path: '/v1_0/refund' | '/v1_0/transfer';
  /** Ours: the reference and `externalId` follow from it. */
  id: string;
  amount_minor: bigint;
  currency: Currency;
  environment: Environment;
}

/** What only some carry. */
interface Details {
  /** Both sides see it. */
  message: string;
  /** Where nothing of the message can be sent. */
  default_message: string;
  fields: object;
  headers?: Record<string, string>;
}

export type Disbursed =
  | { status: 'pending' }
  | { status: 'succeeded'; financial_transaction_id: string | null }
  | { status: 'failed'; failure_code: FailureCode; failure_message?: string };

/** @throws ProviderUnavailable */
export async function disburse(
  disbursement: Disbursement,
  details: Details,
  setup: ProviderSetup,
): Promise<Disbursed> {
  const answer = await request(disbursement, details, setup);
  if (answer.status !== 'failed') return answer;
  // It may be refused because the same request arrived before: one on a connection that was cut, or still on its way.
  return (await fetchDisbursement(disbursement, setup)) ?? answer;
}

async function request(
  { path, id, amount_minor, currency, environment }: Disbursement,
  { message, default_message, fields, headers = {} }: Details,
  setup: ProviderSetup,
): Promise<Disbursed> {
  const text = messageText(message) || default_message;
  const { status_code, body } = await call(setup, 'disbursement', {
    method: 'POST',
    path,
    headers: { 'x-reference-id': referenceId(id), ...headers },
    body: {
      amount: amountText(amount_minor),
      currency: currencySent(environment, currency),
      externalId: id,
      payerMessage: text,
      payeeNote: text,
      ...fields,
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
export async function fetchDisbursement(
  { path, id, amount_minor }: Disbursement,
  setup: ProviderSetup,
): Promise<Disbursed | null> {
  const { status_code, body } = await call(setup, 'disbursement', {
    method: 'GET',
    path: `${path}/${referenceId(id)}`,
  });
  if (status_code === 404) return null;
  if (status_code >= 300) throw new ProviderUnavailable(`the status was refused: answered ${status_code}`);
  if (isTimeout(body)) return { status: 'pending' };
  const { status, failure_code = 'unspecified', failure_message } = outcomeOf(body);
  if (status === 'pending') return { status };
  if (status === 'completed') {
    if (amountOf(body['amount']) !== amount_minor)
      throw new ProviderUnavailable('what was made is of another amount; left for a person');
    return { status: 'succeeded', financial_transaction_id: textOf(body['financialTransactionId']) };
  }
  return {
    status: 'failed',
    failure_code,
    ...given({ failure_message: failure_message && sanitize(failure_message) }),
  };
}
