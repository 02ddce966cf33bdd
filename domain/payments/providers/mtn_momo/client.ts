/** Calls to MTN MoMo, with an access token of the product that is called. */
import { createHash } from 'node:crypto';
import { toJson } from '../../../../core/json.ts';
import { tokenCache, type FreshToken } from '../../../../core/token-cache.ts';
import { textOf } from '../answer-text.rules.ts';
import { callProvider, CREDENTIALS_REFUSED, type ProviderAnswer } from '../http.ts';
import { ProviderUnavailable, type ProviderSetup } from '../provider.port.ts';
import { isRefused, refusalOf } from './answers.rules.ts';

const tokens = tokenCache();

/** What MTN sells apart, each with keys of its own. */
export type Product = 'collection' | 'disbursement';

interface Call {
  method: 'GET' | 'POST';
  /** Behind the product. */
  path: string;
  headers?: Record<string, string>;
  body?: object;
}

/**
 * Every call may be repeated: what is asked for carries its own id.
 * @throws ProviderUnavailable, also where the access token is refused twice
 */
export async function call(
  setup: ProviderSetup,
  product: Product,
  { method, path, headers = {}, body }: Call,
): Promise<ProviderAnswer> {
  const keys = keysOf(setup, product);
  const answer = await tokens.call(
    accountKey(setup, product, keys),
    () => requestToken(setup, product, keys),
    async (token) => {
      const given = await callProvider(setup, `/${product}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          'ocp-apim-subscription-key': keys.subscription_key,
          'x-target-environment': setup.credentials['target_environment'] ?? '',
          ...headers,
        },
        ...(body === undefined ? {} : { body: { json: toJson(body) } }),
        repeatable: true,
        empty_answers: true,
        bare_statuses: CREDENTIALS_REFUSED,
        answers_5xx: isRefused,
      });
      return CREDENTIALS_REFUSED.includes(given.status_code) ? { ...given, status_code: 401 } : given;
    },
  );
  if (answer.status_code === 401)
    throw new ProviderUnavailable(
      `the keys were refused: ${refusalOf(answer.body).message ?? answer.status_code}`,
    );
  return answer;
}

interface Keys {
  subscription_key: string;
  api_user: string;
  api_key: string;
}

function keysOf({ credentials }: ProviderSetup, product: Product): Keys {
  const prefix = product === 'disbursement' ? 'disbursement_' : '';
  const of = (name: string): string => credentials[prefix + name] ?? '';
  return {
    subscription_key: of('subscription_key'),
    api_user: of('api_user'),
    api_key: of('api_key'),
  };
}

/** @throws ProviderUnavailable */
async function requestToken(setup: ProviderSetup, product: Product, keys: Keys): Promise<FreshToken> {
  const { subscription_key, api_user, api_key } = keys;
  const basic = Buffer.from(`${api_user}:${api_key}`).toString('base64');
  const { status_code, body } = await callProvider(setup, `/${product}/token/`, {
    method: 'POST',
    headers: { authorization: `Basic ${basic}`, 'ocp-apim-subscription-key': subscription_key },
    repeatable: true,
    bare_statuses: [400, ...CREDENTIALS_REFUSED],
  });
  const token = textOf(body['access_token']);
  if (status_code >= 300 || token === null)
    throw new ProviderUnavailable(`no access token was given: answered ${status_code}`);
  // Of a life that cannot be read, the token serves this call alone.
  const expires_in_s = Number(textOf(body['expires_in']) ?? 0);
  return { token, expires_in_s: Number.isFinite(expires_in_s) ? expires_in_s : 0 };
}

/** Two projects with one account share its token; whoever enters a wrong key gets nobody's. */
function accountKey({ base_url }: ProviderSetup, product: Product, keys: Keys): string {
  return createHash('sha256')
    .update(toJson([base_url, product, keys]))
    .digest('base64');
}
