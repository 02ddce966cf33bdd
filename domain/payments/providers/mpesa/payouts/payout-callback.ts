/** Reads what M-PESA calls a payout's address with: the result, a time-out, and answers about the status. */
import { systemNow } from '../../../../../core/clock.ts';
import { readJsonObject, toJson } from '../../../../../core/json.ts';
import type { PayoutCallbackReading, PayoutOrder } from '../../payout.port.ts';
import type { ProviderCallback, ProviderSetup } from '../../provider.port.ts';
import { isAllowed } from '../callback.ts';
import { readResult } from '../callback.rules.ts';
import { resultIn, TOPIC_PARAMETER } from '../initiator.ts';
import { RESULT, statusTopic, toldAt } from './payout.ts';
import { isOfConversation, saysMade } from './payout.rules.ts';

export function readCallback(
  payout: PayoutOrder,
  callback: ProviderCallback,
  setup: ProviderSetup,
): PayoutCallbackReading {
  if (!isAllowed(callback.ip, setup.credentials['callback_ip_allowlist'] ?? ''))
    return { authenticity: 'rejected' };
  const topic = new URLSearchParams(callback.query).get(TOPIC_PARAMETER) ?? '';
  const answers = [statusTopic(payout, 'conversation', setup), statusTopic(payout, 'transaction', setup)];
  const result = readResult(readJsonObject(callback.body.toString('utf8')));
  // That M-PESA gave up waiting says nothing about the payout; it is worth a question.
  if (!result || ![RESULT, ...answers].includes(topic)) return { authenticity: 'unverified' };
  const claimed_status = `${topic === RESULT ? RESULT : 'status'}: ${result.result_code ?? ''}`;
  // Only whoever was asked knows the address of an answer.
  if (topic !== RESULT)
    return {
      authenticity: 'verified',
      claimed_status,
      remember: { [topic]: toJson(result), [toldAt(topic)]: systemNow().toISOString() },
    };
  const { conversation_id = null } = payout.provider_data;
  if (!isOfConversation(result, { id: payout.id, conversation_id })) return { authenticity: 'rejected' };
  // The first result is kept, unless it says that the payout was not made and this one that it was: neither is proven, and one pays.
  // What was answered before it says nothing about what became of the payout since.
  const first = resultIn(payout, RESULT);
  const is_kept = first === null || (!saysMade(first) && saysMade(result));
  return {
    authenticity: 'unverified',
    claimed_status,
    ...(!is_kept
      ? {}
      : { remember: { [RESULT]: toJson(result), ...Object.fromEntries(answers.map((name) => [name, ''])) } }),
  };
}
