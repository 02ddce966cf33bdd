/** Refunds: reversals of collected payments. reversal.rules.ts decides each step. */
import type { KeyObject } from 'node:crypto';
import { CLOCK_SLACK_MS, systemNow } from '../../../../core/clock.ts';
import { given } from '../../../../core/given.ts';
import { readJsonObject } from '../../../../core/json.ts';
import type { PaymentRow } from '../../payment.model.ts';
import type { RefundRow } from '../../refunds/refund.model.ts';
import { sanitize, textOf } from '../answer-text.rules.ts';
import { isOnlyRefund } from '../only-refund.rules.ts';
import {
  ProviderUnavailable,
  type ProviderRefund,
  type RefundSetup,
  type StatusSetup,
} from '../provider.port.ts';
import { isRefused, isThrottled, messageOf } from './answers.rules.ts';
import type { LaterResult } from './callback.rules.ts';
import { call } from './client.ts';
import { marketOf } from './markets.rules.ts';
import { pushAmount } from './push.rules.ts';
import { nextStep, type AskedBy, type Reversal } from './reversal.rules.ts';
import { readCertificate, securityCredential } from './security-credential.ts';

/** The claim under which the one request for a reversal is sent. */
const REQUESTED = 'requested_at';

/** The parameter of the address at which a result is reported. */
export const TOPIC_PARAMETER = 'about';
/** Less than any pause between two attempts. */
const ASK_AGAIN_AFTER_MS = 10_000;

/** What a result is about. */
export type Topic = 'reversal' | `status-${AskedBy}`;

/** The name under which a result about the refund is reported, and kept with the payment. */
export function topicOf(topic: Topic, { id }: Pick<RefundRow, 'id'>): string {
  return `${topic}-${id}`;
}

export async function refundByReversal(
  payment: PaymentRow,
  refund: RefundRow,
  setup: RefundSetup,
): Promise<ProviderRefund> {
  const receipt = payment.provider_txn_id;
  if (receipt === null) return { status: 'pending' };
  const step = nextStep(reversalOf(payment, refund, receipt));
  switch (step.kind) {
    case 'succeeded':
      return { status: 'succeeded', ...given({ provider_refund_id: step.transaction_id }) };
    case 'failed':
      return failed(step.message);
    case 'wait':
      return { status: 'pending' };
    case 'request':
      return request(payment, refund, setup);
    case 'ask_status':
      break;
  }
  const { asked_by, transaction_id } = step;
  await askStatus(setup, transaction_id, resultUrl(setup, topicOf(`status-${asked_by}`, refund)));
  return { status: 'pending', remember: { asked_by, asked_at: systemNow().toISOString() } };
}

function reversalOf(payment: PaymentRow, refund: RefundRow, receipt: string): Reversal {
  const told = (topic: Topic): LaterResult | null => resultIn(payment, topicOf(topic, refund));
  const { asked_by, asked_at } = refund.provider_data;
  return {
    requested: refund.provider_data[REQUESTED] !== undefined,
    result: told('reversal'),
    statuses: { receipt: told('status-receipt'), transaction: told('status-transaction') },
    asked_by: asked_by === 'receipt' || asked_by === 'transaction' ? asked_by : null,
    asked_just_now: wasJustNow(asked_at),
    receipt,
    amount_minor: refund.amount_minor,
    is_only_refund: isOnlyRefund(payment, refund),
  };
}

/** The address at which a result is reported: the payment's own, with the topic. */
export function resultUrl({ callback_url }: StatusSetup, topic: string): string {
  return `${callback_url}?${TOPIC_PARAMETER}=${topic}`;
}

/** @param asked_at when M-PESA was asked last */
export function wasJustNow(asked_at: string | undefined): boolean {
  if (asked_at === undefined) return false;
  const since_ms = systemNow().getTime() - Date.parse(asked_at);
  return since_ms < ASK_AGAIN_AFTER_MS && since_ms > -CLOCK_SLACK_MS;
}

/** The result that was reported under a topic; null where there is none. */
export function resultIn(
  { provider_data }: Pick<PaymentRow, 'provider_data'>,
  topic: string,
): LaterResult | null {
  const text = provider_data[topic];
  return text === undefined ? null : (readJsonObject(text) as LaterResult | null);
}

async function request(payment: PaymentRow, refund: RefundRow, setup: RefundSetup): Promise<ProviderRefund> {
  const { credentials } = setup;
  const result_url = resultUrl(setup, topicOf('reversal', refund));
  const body = {
    ...initiatorFields(credentials, 'TransactionReversal', result_url),
    TransactionID: payment.provider_txn_id,
    Amount: pushAmount(refund.amount_minor),
    ReceiverParty: credentials['shortcode'],
    // The misspelling is Safaricom's.
    RecieverIdentifierType: '11',
    ...(credentials['country'] === 'ET'
      ? {
          OriginatorConversationID: refund.id,
          OriginalConcersationID: payment.provider_data['merchant_request_id'] ?? payment.id,
        }
      : {}),
  };
  // Claimed last: a request that cannot be composed was not sent.
  if (!(await setup.claimOnce(REQUESTED))) return { status: 'pending' };
  const path = marketOf(credentials).paths.reversal;
  const answer = await call(setup, path, { body, repeatable: false }).catch(async (error: unknown) => {
    // With any other error it is unknown whether it was requested.
    if (error instanceof ProviderUnavailable && !error.may_have_acted) await setup.releaseClaim(REQUESTED);
    throw error;
  });
  if (isThrottled(answer.body)) {
    await setup.releaseClaim(REQUESTED);
    throw new ProviderUnavailable('there were too many requests', undefined, false);
  }
  const { status_code, body: said } = answer;
  if (status_code < 300 && textOf(said['ResponseCode']) === '0') return { status: 'pending' };
  if (!isRefused(status_code, said)) throw new ProviderUnavailable(`answered ${status_code}`);
  return failed(messageOf(said));
}

function failed(message: string | null): ProviderRefund {
  const failure_message = message === null ? null : sanitize(message);
  return { status: 'failed', failure_code: 'declined', ...given({ failure_message }) };
}

/**
 * Asks for a transaction's status, which is reported later.
 * @param transaction_id a payment's receipt, or a reversal's own id
 * @throws ProviderUnavailable
 */
export async function askStatus(
  setup: StatusSetup,
  transaction_id: string,
  result_url: string,
): Promise<void> {
  const { credentials } = setup;
  const body = {
    ...initiatorFields(credentials, 'TransactionStatusQuery', result_url),
    TransactionID: transaction_id,
    PartyA: credentials['shortcode'],
    IdentifierType: '4',
  };
  const path = marketOf(credentials).paths.transaction_status;
  const { status_code, body: answer } = await call(setup, path, { body, repeatable: true });
  if (status_code >= 300 || textOf(answer['ResponseCode']) !== '0')
    throw new ProviderUnavailable(
      `the question about a status was refused: ${messageOf(answer) ?? String(status_code)}`,
    );
}

function initiatorFields(
  { initiator_name, initiator_password = '', certificate_pem = '' }: Record<string, string>,
  command: string,
  result_url: string,
): Record<string, string | undefined> {
  return {
    Initiator: initiator_name,
    SecurityCredential: securityCredential(initiator_password, certificateOf(certificate_pem)),
    CommandID: command,
    ResultURL: result_url,
    QueueTimeOutURL: `${result_url}-timeout`,
    Remarks: command,
    Occasion: '',
  };
}

function certificateOf(text: string): KeyObject {
  const key = readCertificate(text);
  if (!key) throw new Error("Safaricom's certificate was checked when it was saved and cannot be read now");
  return key;
}
