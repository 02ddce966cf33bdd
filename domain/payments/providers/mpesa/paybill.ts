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
import { isRefused, isThrottled, messageOf } from './answers.rules.ts';
import { isAllowed } from './callback.ts';
import { readResult } from './callback.rules.ts';
import { call } from './client.ts';
import { hasInitiator } from './credentials.ts';
import { askStatus, resultIn, resultUrl, TOPIC_PARAMETER, wasJustNow } from './initiator.ts';
import { marketOf } from './markets.rules.ts';
import { readNoticeBody, validationAnswer, verdictOf } from './paybill.rules.ts';

/** The name under which the answer is reported, and kept. */
const TOPIC = 'status-paybill';

const calls: PaybillCalls = {
  problem(credentials) {
    return hasInitiator(credentials)
      ? null
      : 'M-PESA is asked whether each payment was made: save initiator_name, initiator_password and certificate_pem first.';
  },

  registeredAs: ({ credentials }, confirmation_url) => `${credentials['shortcode']} ${confirmation_url}`,

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
    const { status_code, body: answer } = await call(setup, path, { body, repeatable: true });
    if (isThrottled(answer)) throw new ProviderUnavailable('there were too many requests', undefined, false);
    if (status_code < 300 && isAccepted(answer)) return;
    const message = messageOf(answer) ?? `answered ${status_code}`;
    if (!isRefused(status_code, answer)) throw new ProviderUnavailable(message);
    throw refusal('paybill_refused', `M-PESA refused the addresses: ${sanitize(message)}`);
  },

  readNotice(callback, { credentials }) {
    const { callback_ip_allowlist = '', shortcode } = credentials;
    return isAllowed(callback.ip, callback_ip_allowlist) ? readNoticeBody(callback.body, shortcode) : null;
  },

  answerTo: validationAnswer,

  readAnswer({ query, body, ip }, { credentials }) {
    if (!isAllowed(ip, credentials['callback_ip_allowlist'] ?? '')) return null;
    if (new URLSearchParams(query).get(TOPIC_PARAMETER) !== TOPIC) return null;
    const result = readResult(readJsonObject(body.toString('utf8')));
    return result && { [TOPIC]: toJson(result) };
  },
};

export const paybill: PaybillAdapter = {
  calls,

  async fetchTransaction(confirmation, setup) {
    const { transaction_id } = confirmation;
    const { shortcode = '' } = setup.credentials;
    const answer = resultIn(confirmation, TOPIC);
    const verdict = answer && verdictOf(answer, { transaction_id, shortcode });
    if (verdict?.status === 'completed' || verdict?.status === 'refused') return verdict;
    const status = verdict?.status ?? 'pending';
    if (wasJustNow(confirmation.provider_data['asked_at'])) return { status };
    await askStatus(setup, { TransactionID: transaction_id }, resultUrl(setup, TOPIC));
    return { status, remember: { asked_at: systemNow().toISOString() } };
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
