/** Payouts to M-PESA subscribers: business to customer (B2C). payout.rules.ts decides each step after the request. */
import { createHmac } from 'node:crypto';
import { systemNow } from '../../../../../core/clock.ts';
import { refusal } from '../../../../../core/errors.ts';
import { given } from '../../../../../core/given.ts';
import { sanitize, textOf } from '../../answer-text.rules.ts';
import type { PayoutOrder, PayoutSetup, ProviderPayout } from '../../payout.port.ts';
import type { ProviderSetup } from '../../provider.port.ts';
import { messageOf } from '../answers.rules.ts';
import { hasInitiator, payerOf } from '../credentials.ts';
import {
  askStatus,
  REQUESTED,
  requestFields,
  requestOnce,
  resultIn,
  resultUrl,
  wasJustNow,
  type TransactionKey,
} from '../initiator.ts';
import { marketOf } from '../markets.rules.ts';
import { remarksOf, wholeAmount } from '../requests.rules.ts';
import { nextStep, type AskedBy, type RequestedPayout } from './payout.rules.ts';

/** The name under which the result is reported, and kept with the payout. */
export const RESULT = 'payout';

/** So long after it was requested a payout that M-PESA does not know is in no queue any more. */
const LEFT_QUEUES_AFTER_MS = 5 * 60_000;

/** @throws AppError `provider_not_configured` */
export function checkCredentials(credentials: Record<string, string>): void {
  if (!hasInitiator(credentials))
    throw refusal(
      'provider_not_configured',
      'Payouts by M-PESA need initiator_name, initiator_password and certificate_pem.',
    );
}

export async function send(payout: PayoutOrder, setup: PayoutSetup): Promise<ProviderPayout> {
  const payer = asPayer(setup);
  const { credentials } = payer;
  const { outcome, answer } = await requestOnce(payer, marketOf(credentials).paths.payout, {
    OriginatorConversationID: payout.id,
    InitiatorName: credentials['initiator_name'],
    ...requestFields(
      credentials,
      credentials['payout_command'] ?? 'BusinessPayment',
      resultUrl(setup, RESULT),
    ),
    Amount: wholeAmount(payout.amount_minor),
    PartyA: credentials['shortcode'],
    PartyB: phoneOf(payout),
    Remarks: remarksOf(payout.narration),
  });
  if (outcome === 'refused') {
    const message = messageOf(answer);
    return {
      status: 'failed',
      failure_code: 'declined',
      ...given({ failure_message: message && sanitize(message) }),
    };
  }
  return { status: 'pending', remember: given({ conversation_id: textOf(answer['ConversationID']) }) };
}

/** @returns null where it was certainly not requested yet @throws ProviderUnavailable */
export async function fetch(payout: PayoutOrder, setup: PayoutSetup): Promise<ProviderPayout | null> {
  if (payout.provider_data[REQUESTED] === undefined) return null;
  const step = nextStep(requestedPayout(payout, setup));
  switch (step.kind) {
    case 'succeeded':
      return { status: 'succeeded', ...given({ provider_txn_id: step.receipt, fee: step.fee }) };
    case 'failed': {
      const failure_message = step.message && sanitize(step.message);
      return { status: 'failed', failure_code: step.failure_code, ...given({ failure_message }) };
    }
    case 'wait':
      return { status: 'pending' };
    case 'ask':
      break;
  }
  const { asked_by } = step;
  const topic = statusTopic(payout, asked_by, setup);
  await askStatus(asPayer(setup), keyOf(payout, asked_by, setup), resultUrl(setup, topic));
  return { status: 'pending', remember: { asked_by, asked_at: systemNow().toISOString() } };
}

function requestedPayout(payout: PayoutOrder, setup: ProviderSetup): RequestedPayout {
  const { conversation_id = null, asked_by, asked_at } = payout.provider_data;
  const answer = (by: AskedBy): RequestedPayout['result'] => resultIn(payout, statusTopic(payout, by, setup));
  return {
    id: payout.id,
    conversation_id,
    amount_minor: payout.amount_minor,
    phone: phoneOf(payout),
    result: resultIn(payout, RESULT),
    answers: { conversation: answer('conversation'), transaction: answer('transaction') },
    answered_late: wasLate(payout, statusTopic(payout, 'conversation', setup)),
    asked_by: asked_by === 'conversation' || asked_by === 'transaction' ? asked_by : null,
    asked_just_now: wasJustNow(asked_at),
  };
}

/** Whether an answer came when the request had left every queue. */
function wasLate({ provider_data }: PayoutOrder, topic: string): boolean {
  const { [REQUESTED]: requested_at = '', [toldAt(topic)]: told_at = '' } = provider_data;
  return Date.parse(told_at) - Date.parse(requested_at) >= LEFT_QUEUES_AFTER_MS;
}

/** The name under which it is kept when an answer came. */
export function toldAt(topic: string): string {
  return `${topic}-at`;
}

function keyOf(payout: PayoutOrder, asked_by: AskedBy, { credentials }: ProviderSetup): TransactionKey {
  if (asked_by === 'transaction') return { TransactionID: resultIn(payout, RESULT)?.transaction_id ?? '' };
  const { id } = payout;
  return {
    OriginalConversationID: id,
    ...(credentials['country'] === 'ET' ? { OriginatorConversationID: id } : {}),
  };
}

/**
 * The name under which a question about the status is answered. It cannot be guessed from the address of the result, so that whoever
 * came to know that one, and sends a result of his own, does not also answer the question that follows it.
 */
export function statusTopic(
  { id }: Pick<PayoutOrder, 'id'>,
  asked_by: AskedBy,
  { credentials }: Pick<ProviderSetup, 'credentials'>,
): string {
  const secret = credentials['consumer_secret'] ?? '';
  const digits = createHmac('sha256', secret).update(`status:${id}:${asked_by}`).digest('hex');
  return `status-${digits.slice(0, 40)}`;
}

/** Country code and number without plus. */
function phoneOf({ to }: PayoutOrder): string {
  return (to.phone ?? '').replace(/^\+/, '');
}

/** The same, as the organisation and the operator that pay out. */
function asPayer(setup: PayoutSetup): PayoutSetup {
  return { ...setup, credentials: { ...setup.credentials, ...payerOf(setup.credentials) } };
}
