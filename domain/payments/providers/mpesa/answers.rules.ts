/** What M-PESA's answers mean. Pure; numbers come as their text. */
import { given } from '../../../../core/given.ts';
import type { FailureCode } from '../../payment.rules.ts';
import { lookUp, textOf } from '../answer-text.rules.ts';
import type { ProviderStatus } from '../provider.port.ts';

type Answer = Record<string, unknown>;

/** The payer has not answered the prompt. The same code on a push means that the push was refused. */
const STILL_WAITING = '500.001.1001';
const INVALID_TOKEN = '404.001.03';

/** How a push ended, by `ResultCode`. Any other but 0 is a failure too. */
const FAILURES: Record<string, [status: 'failed' | 'cancelled', failure_code: FailureCode]> = {
  '1032': ['cancelled', 'cancelled'],
  '1': ['failed', 'insufficient_funds'],
  '2001': ['failed', 'wrong_pin'],
  '1037': ['failed', 'unreachable'],
  '1019': ['failed', 'expired'],
  '1001': ['failed', 'subscriber_locked'],
  '1025': ['failed', 'push_error'],
  '9999': ['failed', 'push_error'],
  '17': ['failed', 'system_busy'],
  '26': ['failed', 'system_busy'],
};
/** Not on Safaricom's list and answered all the same while the payer has not decided: "still under processing". */
const UNDER_PROCESSING = '4999';

export type PushOutcome = Pick<ProviderStatus, 'failure_code' | 'failure_message'> & {
  status: 'pending' | 'completed' | 'failed' | 'cancelled';
};

/** @param code `ResultCode` of an answer or a callback; null where there is none yet */
export function outcomeOf(code: string | null, description: string | null): PushOutcome {
  if (code === null || code === UNDER_PROCESSING) return { status: 'pending' };
  if (code === '0') return { status: 'completed' };
  const [status, failure_code] = lookUp(FAILURES, code) ?? (['failed', 'unspecified'] as const);
  return { status, failure_code, ...given({ failure_message: description }) };
}

export function isAwaitingPayer(answer: Answer): boolean {
  return textOf(answer['errorCode']) === STILL_WAITING;
}

/** Instead of being refused, the request is kept by M-PESA's gateway and passed on later. */
const CACHED = '100000000';

/** Whether a request was certainly refused: a server error, or an answer without any code, does not prove that. */
export function isRefused(status_code: number, answer: Answer): boolean {
  if (status_code >= 400) return status_code < 500;
  const code = textOf(answer['ResponseCode']) ?? textOf(answer['errorCode']);
  return code !== null && code !== CACHED;
}

/** An earlier request under the same `OriginatorConversationID` has arrived. */
export function isDuplicate(answer: Answer): boolean {
  return /duplicate/i.test(messageOf(answer) ?? '');
}

/** A push is refused with a server error of this code too. */
export function isPushRefused(status_code: number, answer: Answer): boolean {
  return isRefused(status_code, answer) || textOf(answer['errorCode']) === STILL_WAITING;
}

/** The access token is not, or no longer, valid: nothing was done, and a new one will do. */
export function isTokenRefused(status_code: number, answer: Answer): boolean {
  return status_code === 401 || status_code === 403 || textOf(answer['errorCode']) === INVALID_TOKEN;
}

/** The gateway in front of M-PESA refused a request that came too soon after others; M-PESA never saw it. */
export function isThrottled(answer: Answer): boolean {
  return ['500.003.02', '500.003.03'].includes(textOf(answer['errorCode']) ?? '');
}

/** The shortcode has addresses for payments without a prompt already: said with a server error. */
const URLS_TAKEN = '500.003.1001';

export function isTaken(answer: Answer): boolean {
  return textOf(answer['errorCode']) === URLS_TAKEN || /already registered/i.test(messageOf(answer) ?? '');
}

/** The message of a refusal. */
export function messageOf(answer: Answer): string | null {
  return (
    textOf(answer['errorMessage']) ?? textOf(answer['ResponseDescription']) ?? textOf(answer['ResultDesc'])
  );
}

/** The failure code of a refused push, from the refusal's message. */
export function pushFailureCode(message: string): FailureCode {
  if (/lock subscriber|already in/i.test(message)) return 'subscriber_locked';
  if (/busy|spike|quota/i.test(message)) return 'system_busy';
  return 'push_error';
}
