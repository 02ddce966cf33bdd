/** Calls to telebirr's gateway: the access token, the envelope of a request, and its signature. */
import { randomBytes } from 'node:crypto';
import { systemNow } from '../../../../core/clock.ts';
import { toJson } from '../../../../core/json.ts';
import { tokenCache, type FreshToken } from '../../../../core/token-cache.ts';
import { textOf } from '../answer-text.rules.ts';
import { accountKey, callProvider, CREDENTIALS_REFUSED, type ProviderAnswer } from '../http.ts';
import { ProviderUnavailable, type ProviderSetup } from '../provider.port.ts';
import { refusesToken, tokenLife_s } from './answers.rules.ts';
import type { Account } from './credentials.ts';
import { SIGN_TYPE, signMessage } from './signature.ts';

const VERSION = '1.0';
/** The gateway requires 32 letters and digits: these bytes in hexadecimal. */
const NONCE_BYTES = 16;

/** With an empty body: the gateway does not offer that call, to this merchant or at all. */
const NOT_OFFERED = 404;

export class CallNotOffered extends ProviderUnavailable {
  constructor() {
    super('the gateway does not offer this call', undefined, false);
  }
}

const tokens = tokenCache();

/** Where a project reaches telebirr, and as whom. */
interface Gateway {
  setup: ProviderSetup;
  account: Account;
}

interface Operation {
  path: string;
  /** telebirr's name of the operation, which the signed message repeats. */
  method: string;
}

/** Seconds since the epoch, as text. */
export function timestamp(): string {
  return Math.floor(systemNow().getTime() / 1_000).toString();
}

export function nonce(): string {
  return randomBytes(NONCE_BYTES).toString('hex');
}

/**
 * Asks the gateway to do something, with a token and a signature.
 * @returns the gateway's answer, which may be a refusal
 * @throws CallNotOffered; ProviderUnavailable, also where the token is refused twice
 */
export async function callGateway(
  gateway: Gateway,
  { path, method }: Operation,
  biz_content: Record<string, string>,
): Promise<ProviderAnswer> {
  const { setup, account } = gateway;
  const message = { timestamp: timestamp(), nonce_str: nonce(), method, version: VERSION, biz_content };
  const sign = signMessage(message, account.private_key, account.padding);
  const json = toJson({ ...message, sign, sign_type: SIGN_TYPE });
  const answer = await tokens.call(
    accountKey(setup.base_url, account.fabric_app_id, account.app_secret),
    () => fetchToken(gateway),
    (token) => post(gateway, path, { json, token }),
  );
  if (answer.status_code === 401) throw new ProviderUnavailable('the access token was refused');
  if (answer.status_code === NOT_OFFERED && Object.keys(answer.body).length === 0) throw new CallNotOffered();
  return answer;
}

async function post(
  { setup, account: { fabric_app_id, ca_pem } }: Gateway,
  path: string,
  { json, token }: { json: string; token: string | null },
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
async function fetchToken(gateway: Gateway): Promise<FreshToken> {
  const json = toJson({ appSecret: gateway.account.app_secret });
  const { status_code, body } = await post(gateway, '/payment/v1/token', { json, token: null });
  const token = textOf(body['token']);
  if (status_code >= 400 || token === null) throw new ProviderUnavailable('no access token was given');
  return { token, expires_in_s: tokenLife_s(body, systemNow().getTime()) };
}
