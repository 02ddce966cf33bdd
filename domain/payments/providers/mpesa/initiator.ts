/**
 * Requests of an initiator, an operator of the organisation. M-PESA accepts one and tells its result later, at an address that the
 * request names.
 */
import type { KeyObject } from 'node:crypto';
import { CLOCK_SLACK_MS, systemNow } from '../../../../core/clock.ts';
import { readJsonObject } from '../../../../core/json.ts';
import { textOf } from '../answer-text.rules.ts';
import { ProviderUnavailable } from '../provider.port.ts';
import type { ClaimingSetup, StatusSetup } from '../setup.port.ts';
import { isDuplicate, isRefused, isThrottled, messageOf } from './answers.rules.ts';
import type { LaterResult } from './callback.rules.ts';
import { call } from './client.ts';
import { marketOf } from './markets.rules.ts';
import { readCertificate, securityCredential } from './security-credential.ts';

/** The parameter of the address at which a result is reported. */
export const TOPIC_PARAMETER = 'about';
/** Added to the topic in the address that is called when M-PESA gives up waiting: it says nothing about the outcome. */
export const TIMEOUT_SUFFIX = '-timeout';
/** The claim under which the one request that moves money is sent. */
export const REQUESTED = 'requested_at';
/** Less than any pause between two attempts. */
const ASK_AGAIN_AFTER_MS = 10_000;

/** The address at which a result is reported: the payment's or payout's own, with the topic. */
export function resultUrl({ callback_url }: Pick<StatusSetup, 'callback_url'>, topic: string): string {
  return `${callback_url}?${TOPIC_PARAMETER}=${topic}`;
}

/** The result that was reported under a topic; null where there is none. */
export function resultIn(
  { provider_data }: { provider_data: Record<string, string> },
  topic: string,
): LaterResult | null {
  const text = provider_data[topic];
  return text === undefined ? null : (readJsonObject(text) as LaterResult | null);
}

/** @param asked_at when M-PESA was asked last */
export function wasJustNow(asked_at: string | undefined): boolean {
  if (asked_at === undefined) return false;
  const since_ms = systemNow().getTime() - Date.parse(asked_at);
  return since_ms < ASK_AGAIN_AFTER_MS && since_ms > -CLOCK_SLACK_MS;
}

/** What every request of an initiator carries, under names that all of them share. */
export function requestFields(
  { initiator_password = '', certificate_pem = '' }: Record<string, string>,
  command: string,
  result_url: string,
): Record<string, string> {
  return {
    SecurityCredential: securityCredential(initiator_password, certificateOf(certificate_pem)),
    CommandID: command,
    ResultURL: result_url,
    QueueTimeOutURL: `${result_url}${TIMEOUT_SUFFIX}`,
    Remarks: command,
  };
}

function certificateOf(text: string): KeyObject {
  const key = readCertificate(text);
  if (!key) throw new Error("Safaricom's certificate was checked when it was saved and cannot be read now");
  return key;
}

/** What became of a request that is sent once. */
export interface Requested {
  /** `under_way`: an earlier request of the same thing may have been accepted. */
  outcome: 'accepted' | 'under_way' | 'refused';
  answer: Record<string, unknown>;
}

/**
 * Sends a request that moves money, once: M-PESA may carry out a second one, too.
 * @param body complete: a request that cannot be composed is not claimed
 * @throws ProviderUnavailable when the outcome is not known; the claim is released where certainly nothing was done
 */
export async function requestOnce(setup: ClaimingSetup, path: string, body: object): Promise<Requested> {
  if (!(await setup.claimOnce(REQUESTED))) return { outcome: 'under_way', answer: {} };
  try {
    const { status_code, body: answer } = await call(setup, path, { body, repeatable: false });
    if (isThrottled(answer)) throw new ProviderUnavailable('there were too many requests', undefined, false);
    if (status_code < 300 && textOf(answer['ResponseCode']) === '0') return { outcome: 'accepted', answer };
    if (isDuplicate(answer)) return { outcome: 'under_way', answer };
    if (!isRefused(status_code, answer)) throw new ProviderUnavailable(`answered ${status_code}`);
    return { outcome: 'refused', answer };
  } catch (error) {
    // With any other error it is unknown whether it was requested.
    if (error instanceof ProviderUnavailable && !error.may_have_acted) await setup.releaseClaim(REQUESTED);
    throw error;
  }
}

/** What a transaction is known by: its receipt or own id, or the conversation in which it was requested. */
export type TransactionKey =
  | { TransactionID: string }
  // Ethiopia's spelling is the second one.
  | { OriginalConversationID: string; OriginatorConversationID?: string };

/**
 * Asks for a transaction's status, which is reported later.
 * @throws ProviderUnavailable
 */
export async function askStatus(
  setup: StatusSetup,
  transaction: TransactionKey,
  result_url: string,
): Promise<void> {
  const { credentials } = setup;
  const body = {
    Initiator: credentials['initiator_name'],
    ...requestFields(credentials, 'TransactionStatusQuery', result_url),
    Occasion: '',
    ...transaction,
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
