/** Refunds: reversals of collected payments. reversal.rules.ts decides each step. */
import { systemNow } from '../../../../core/clock.ts';
import { given } from '../../../../core/given.ts';
import type { PaymentRow } from '../../payment.model.ts';
import type { RefundRow } from '../../refunds/refund.model.ts';
import { sanitize } from '../answer-text.rules.ts';
import { isOnlyRefund } from '../only-refund.rules.ts';
import type { ProviderRefund, RefundSetup } from '../provider.port.ts';
import { messageOf } from './answers.rules.ts';
import type { LaterResult } from './callback.rules.ts';
import {
  askStatus,
  REQUESTED,
  requestFields,
  requestOnce,
  resultIn,
  resultUrl,
  wasJustNow,
} from './initiator.ts';
import { marketOf } from './markets.rules.ts';
import { wholeAmount } from './requests.rules.ts';
import { nextStep, type AskedBy, type Reversal } from './reversal.rules.ts';

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
  const topic = topicOf(`status-${asked_by}`, refund);
  await askStatus(setup, { TransactionID: transaction_id }, resultUrl(setup, topic));
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

async function request(payment: PaymentRow, refund: RefundRow, setup: RefundSetup): Promise<ProviderRefund> {
  const { credentials } = setup;
  const { outcome, answer } = await requestOnce(setup, marketOf(credentials).paths.reversal, {
    Initiator: credentials['initiator_name'],
    ...requestFields(credentials, 'TransactionReversal', resultUrl(setup, topicOf('reversal', refund))),
    Occasion: '',
    TransactionID: payment.provider_txn_id,
    Amount: wholeAmount(refund.amount_minor),
    ReceiverParty: credentials['shortcode'],
    // The misspelling is Safaricom's.
    RecieverIdentifierType: '11',
    ...(credentials['country'] === 'ET'
      ? {
          OriginatorConversationID: refund.id,
          OriginalConcersationID: payment.provider_data['merchant_request_id'] ?? payment.id,
        }
      : {}),
  });
  return outcome === 'refused' ? failed(messageOf(answer)) : { status: 'pending' };
}

function failed(message: string | null): ProviderRefund {
  const failure_message = message === null ? null : sanitize(message);
  return { status: 'failed', failure_code: 'declined', ...given({ failure_message }) };
}
