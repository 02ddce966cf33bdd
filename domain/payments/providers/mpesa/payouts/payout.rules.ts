/**
 * The next step of a payout (B2C) that was requested, from what M-PESA told of it. It is requested once. Its result comes later and
 * unsigned, so it is a hint only: what counts is the answer to a question about the transaction's status. Pure.
 */
import { formatMinor, parseDecimal } from '../../../../../core/money.ts';
import type { FailureCode } from '../../../payment.rules.ts';
import { lookUp, textOf } from '../../answer-text.rules.ts';
import type { LaterResult } from '../callback.rules.ts';
import {
  isInitiatorRefused,
  isUnknownTransaction,
  NOT_MADE,
  transactionStatus,
} from '../transaction-status.rules.ts';

/** Under which id the status was asked for: that of the conversation, or of the transaction that the result names. */
export type AskedBy = 'conversation' | 'transaction';

export interface RequestedPayout {
  /** `OriginatorConversationID` of the request. */
  id: string;
  /** M-PESA's id of the conversation; null where the answer to the request was lost. */
  conversation_id: string | null;
  amount_minor: bigint;
  /** As `PartyB` of the request. */
  phone: string;
  /** Null until M-PESA has told it. */
  result: LaterResult | null;
  /** The last answers about the status, since the result. */
  answers: Record<AskedBy, LaterResult | null>;
  /** Whether the answer by the conversation came so late that the request cannot be in a queue any more. */
  answered_late: boolean;
  /** How the status was asked for last. */
  asked_by: AskedBy | null;
  /** Every answer starts an attempt: the same question is not asked again immediately. */
  asked_just_now: boolean;
}

export type Step =
  | { kind: 'succeeded'; receipt: string | null; fee: string | null }
  | { kind: 'failed'; failure_code: FailureCode; message: string | null }
  /** Undecided; M-PESA is asked for the status. */
  | { kind: 'ask'; asked_by: AskedBy }
  | { kind: 'wait' };

const FAILURES: Record<string, FailureCode> = {
  '1': 'insufficient_funds',
  '2': 'limit_reached',
  '3': 'limit_reached',
  '4': 'limit_reached',
  '8': 'limit_reached',
  '17': 'system_busy',
  '26': 'system_busy',
  '2040': 'payee_not_found',
};

/** A request under the same id was received before: the result is about the second one. */
const DUPLICATE = '15';

export function nextStep(payout: RequestedPayout): Step {
  const { result, answers, answered_late, asked_by, asked_just_now } = payout;
  const by_conversation = verdict(payout, 'conversation');
  const by_transaction = verdict(payout, 'transaction');
  const made = by_conversation === 'made' ? 'conversation' : by_transaction === 'made' ? 'transaction' : null;
  if (made) return succeeded(answers[made] as LaterResult, result);
  if (by_conversation === 'not_made' || by_transaction === 'not_made') return failed(result);
  const verdicts = [by_conversation, by_transaction];
  if (saysFailed(result)) {
    // The transaction that the result names may be invented, as the result itself; the conversation is ours.
    if (by_conversation === 'not_there' && answered_late) return failed(result);
    if (isInitiatorRefused(result) && verdicts.includes('initiator_refused')) return failed(result);
  }
  // In turns, where both ids are known: not every system finds a payout by its conversation.
  const next: AskedBy =
    result?.transaction_id && asked_by === 'conversation' ? 'transaction' : 'conversation';
  const is_new = asked_by !== next && answers[next] === null;
  return is_new || !asked_just_now ? { kind: 'ask', asked_by: next } : { kind: 'wait' };
}

type Verdict = 'made' | 'not_made' | 'not_there' | 'initiator_refused' | 'nothing';

/** What an answer about the status proves. */
export function verdict(payout: RequestedPayout, asked_by: AskedBy): Verdict {
  const answer = payout.answers[asked_by];
  if (!answer?.result_code) return 'nothing';
  if (isInitiatorRefused(answer)) return 'initiator_refused';
  if (answer.result_code !== '0') return isUnknownTransaction(answer) ? 'not_there' : 'nothing';
  if (!isOurs(payout, answer)) return 'nothing';
  const { name, amount_minor } = transactionStatus(answer);
  if (NOT_MADE.has(name)) return 'not_made';
  const same_amount = amount_minor === null || amount_minor === payout.amount_minor;
  return name === 'completed' && same_amount ? 'made' : 'nothing';
}

/** Nothing in the answer is another transaction's: the result, which names the receipt that is asked about, is only a hint. */
function isOurs(payout: RequestedPayout, { parameters }: LaterResult): boolean {
  const receiver = /^\d+(?=\s|$)/.exec(textOf(parameters['CreditPartyName']) ?? '')?.[0] ?? payout.phone;
  const conversation_id = textOf(parameters['ConversationID']) ?? payout.conversation_id;
  const same_conversation = payout.conversation_id === null || conversation_id === payout.conversation_id;
  return receiver === payout.phone && same_conversation;
}

/** Whether a result says that the payout was made. */
export function saysMade({ result_code }: LaterResult): boolean {
  return result_code === '0';
}

/** Whether a result says that the payout was not made. In one sample the description of another code than 0 is "processed successfully". */
function saysFailed(result: LaterResult | null): result is LaterResult {
  const code = result?.result_code ?? null;
  return code !== null && code !== '0' && code !== DUPLICATE && !/success/i.test(result?.description ?? '');
}

function succeeded(answer: LaterResult, result: LaterResult | null): Step {
  const receipt = transactionStatus(answer).receipt ?? result?.transaction_id ?? null;
  return { kind: 'succeeded', receipt, fee: feeIn(answer) };
}

function failed(result: LaterResult | null): Step {
  const code = saysFailed(result) ? result.result_code : null;
  return {
    kind: 'failed',
    failure_code: lookUp(FAILURES, code ?? '') ?? 'declined',
    message: code === null ? null : (result?.description ?? null),
  };
}

/** `Fee For B2C Payment|KES|22.40`, several with `&` between them. @returns null where there is none that can be read */
export function feeIn({ parameters }: LaterResult): string | null {
  const charges = textOf(parameters['DebitPartyCharges'])?.split('&') ?? [];
  const amounts = charges.map((charge) => parseDecimal(charge.split('|')[2] ?? ''));
  const fee_minor = amounts.reduce<bigint | null>(
    (sum, amount) => (sum !== null && typeof amount === 'bigint' ? sum + amount : null),
    0n,
  );
  return charges.length > 0 && fee_minor !== null ? formatMinor(fee_minor) : null;
}

/** Whether a result belongs to the conversation of the payout, as far as its ids are known. */
export function isOfConversation(
  { originator_conversation_id, conversation_id }: LaterResult,
  payout: Pick<RequestedPayout, 'id' | 'conversation_id'>,
): boolean {
  if (originator_conversation_id === payout.id) return true;
  return conversation_id !== null && conversation_id === payout.conversation_id;
}
