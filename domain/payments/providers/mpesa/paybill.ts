/**
 * Payments that payers make by themselves, to the paybill (C2B). A confirmation is not signed: M-PESA is asked for the status of
 * its transaction, which is answered later.
 */
import { systemNow } from '../../../../core/clock.ts';
import { refusal } from '../../../../core/errors.ts';
import { readJsonObject, toJson } from '../../../../core/json.ts';
import { sanitize, textOf } from '../answer-text.rules.ts';
import type { PaybillAdapter, PaybillCalls } from '../provider.port.ts';
import { ProviderUnavailable } from '../provider.port.ts';
import { isRefused, isTaken, isThrottled, messageOf } from './answers.rules.ts';
import { isAllowed } from './callback.ts';
import { readResult } from './callback.rules.ts';
import { call } from './client.ts';
import { hasInitiator } from './credentials.ts';
import { askStatus, resultIn, resultUrl, TOPIC_PARAMETER } from './initiator.ts';
import { marketOf } from './markets.rules.ts';
import { readNoticeBody, validationAnswer, verdictOf } from './paybill.rules.ts';

/** The name under which the last answer is kept, with the moment of its question. */
const ANSWER = 'status-paybill';
const ASKED_AT = 'status-paybill-asked_at';
/** The name under which an answer is reported: it says when the question was asked. */
const TOPIC = /^status-paybill-(\d{13})$/;

const calls: PaybillCalls = {
  problem(credentials) {
    if (!hasInitiator(credentials))
      return 'M-PESA is asked whether each payment was made: save initiator_name, initiator_password and certificate_pem first.';
    // What a payer pays to a till names no account number, by which a payment to a prompt of ours is known.
    return credentials['transaction_type'] === 'CustomerBuyGoodsOnline'
      ? 'Payments to a till (CustomerBuyGoodsOnline) name no account number. Use a paybill.'
      : null;
  },

  accountName: (credentials) => credentials['shortcode'] ?? '',

  async register(setup, { confirmation_url, validation_url }) {
    const { credentials } = setup;
    const { register_urls } = marketOf(credentials).paths;
    const is_ethiopian = credentials['country'] === 'ET';
    const path = is_ethiopian
      ? `${register_urls}?apikey=${encodeURIComponent(credentials['consumer_key'] ?? '')}`
      : register_urls;
    const body = {
      ShortCode: credentials['shortcode'],
      // A validation that is not answered in time does not keep the payer from paying.
      ResponseType: 'Completed',
      ...(is_ethiopian ? { CommandID: 'RegisterURL' } : {}),
      ConfirmationURL: confirmation_url,
      ValidationURL: validation_url,
    };
    const { status_code, body: answer } = await call(setup, path, { body, repeatable: false });
    if (isThrottled(answer)) throw new ProviderUnavailable('there were too many requests', undefined, false);
    if (status_code < 300 && isAccepted(answer)) return 'registered';
    if (isTaken(answer)) return 'taken';
    const message = messageOf(answer) ?? `answered ${status_code}`;
    if (!isRefused(status_code, answer)) throw new ProviderUnavailable(message);
    throw refusal('paybill_refused', `M-PESA refused the addresses: ${sanitize(message)}`);
  },

  readNotice: ({ ip, body }, { credentials }) =>
    isAllowed(ip, credentials['callback_ip_allowlist'] ?? '') ? readNoticeBody(body) : null,

  answerTo: validationAnswer,

  readAnswer({ query, body, ip }, { credentials }) {
    if (!isAllowed(ip, credentials['callback_ip_allowlist'] ?? '')) return null;
    const [, asked_at] = TOPIC.exec(new URLSearchParams(query).get(TOPIC_PARAMETER) ?? '') ?? [];
    const result = readResult(readJsonObject(body.toString('utf8')));
    if (asked_at === undefined || !result) return null;
    return { [ANSWER]: toJson(result), [ASKED_AT]: asked_at };
  },

  answered(confirmation) {
    const answer = resultIn(confirmation, ANSWER);
    if (!answer) return { status: 'pending' };
    const asked_at = new Date(Number(confirmation.provider_data[ASKED_AT]));
    return verdictOf(answer, { ...confirmation, asked_at });
  },
};

export const paybill: PaybillAdapter = {
  calls,

  async fetchTransaction({ transaction_id }, setup) {
    const topic = `${ANSWER}-${systemNow().getTime()}`;
    await askStatus(setup, { TransactionID: transaction_id }, resultUrl(setup, topic));
    return { status: 'pending' };
  },
};

/** In Ethiopia the answer is an HTTP status in a header object. */
function isAccepted(answer: Record<string, unknown>): boolean {
  const header = answer['header'];
  const code =
    typeof header === 'object' && header !== null
      ? textOf((header as Record<string, unknown>)['responseCode'])
      : textOf(answer['ResponseCode']);
  // Zeros, as many as there are.
  return code === '200' || /^0+$/.test(code ?? '');
}
