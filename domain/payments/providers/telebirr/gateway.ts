/** Calls to telebirr's gateway: the access token, the envelope around what is asked, and its signature. */
import { createHash, randomBytes } from 'node:crypto';
import { systemNow } from '../../../../core/clock.ts';
import { toJson } from '../../../../core/json.ts';
import { tokenCache, type FreshToken } from '../../../../core/token-cache.ts';
import { textOf } from '../answer-text.rules.ts';
import { callProvider, CREDENTIALS_REFUSED, type ProviderAnswer } from '../http.ts';
import { ProviderUnavailable, type ProviderSetup } from '../provider.port.ts';
import { refusesToken, tokenLife_s } from './answers.rules.ts';
import type { Account } from './credentials.ts';
import { SIGN_TYPE, signMessage } from './signature.ts';

const VERSION = '1.0';
/** Of hexadecimal digits: the gateway wants 32 letters and digits. */
const NONCE_BYTES = 16;

/** Without a word: the gateway does not offer that call, to this merchant or at all. */
const NOT_OFFERED = 404;

export class CallNotOffered extends ProviderUnavailable {
  constructor() {
    super('the gateway does not offer this call', undefined, false);
  }
}

const tokens = tokenCache();

/** Seconds since the epoch, as text. */
export function timestamp(): string {
  return Math.floor(systemNow().getTime() / 1_000).toString();
}

export function nonce(): string {
  return randomBytes(NONCE_BYTES).toString('hex');
}

/**
 * Asks the gateway to do something, with a token and a signature.
 * @param method what telebirr calls it; the path alone does not count
 * @returns the gateway's answer, which may be a refusal
 * @throws CallNotOffered; ProviderUnavailable, also where the token is refused twice
 */
export async function callGateway(
  setup: ProviderSetup,
  account: Account,
  path: string,
  method: string,
  biz_content: Record<string, string>,
): Promise<ProviderAnswer> {
  const message = { timestamp: timestamp(), nonce_str: nonce(), method, version: VERSION, biz_content };
  const sign = signMessage(message, account.private_key, account.padding);
  const json = toJson({ ...message, sign, sign_type: SIGN_TYPE });
  const answer = await tokens.call(
    accountKey(setup, account),
    () => fetchToken(setup, account),
    (token) => post(setup, account, path, json, token),
  );
  if (answer.status_code === 401) throw new ProviderUnavailable('the access token was refused');
  if (answer.status_code === NOT_OFFERED && Object.keys(answer.body).length === 0) throw new CallNotOffered();
  return answer;
}

async function post(
  setup: ProviderSetup,
  { fabric_app_id, ca_pem }: Account,
  path: string,
  json: string,
  token: string | null,
): Promise<ProviderAnswer> {
  const answer = await callProvider(setup, path, {
    method: 'POST',
    // The token begins with "Bearer " already.
    headers: { 'x-app-key': fabric_app_id, ...(token === null ? {} : { authorization: token }) },
    body: { json },
    bare_statuses: [...CREDENTIALS_REFUSED, NOT_OFFERED],
    ...(ca_pem === null ? {} : { ca_pem }),
  });
  return token !== null && refusesToken(answer) ? { ...answer, status_code: 401 } : answer;
}

/** @throws ProviderUnavailable */
async function fetchToken(setup: ProviderSetup, account: Account): Promise<FreshToken> {
  const json = toJson({ appSecret: account.app_secret });
  const { status_code, body } = await post(setup, account, '/payment/v1/token', json, null);
  const token = textOf(body['token']);
  if (status_code >= 400 || token === null) throw new ProviderUnavailable('no access token was given');
  return { token, expires_in_s: tokenLife_s(body, systemNow().getTime()) };
}

/** Two projects with one account share its token; whoever enters a wrong secret gets nobody's. */
function accountKey({ base_url }: ProviderSetup, { fabric_app_id, app_secret }: Account): string {
  return createHash('sha256')
    .update(toJson([base_url, fabric_app_id, app_secret]))
    .digest('base64');
}
