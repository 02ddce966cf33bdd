/** Calls to MTN MoMo, with an access token of the product that is called. */
import { toJson } from '../../../../core/json.ts';
import { tokenCache, type FreshToken } from '../../../../core/token-cache.ts';
import { accountKey, callProvider, CREDENTIALS_REFUSED, tokenIn, type ProviderAnswer } from '../http.ts';
import { ProviderUnavailable, type ProviderSetup } from '../provider.port.ts';
import { isRefused, refusalOf } from './answers.rules.ts';

const tokens = tokenCache();

/** MTN's products, each with keys of its own. */
export type Product = 'collection' | 'disbursement';

interface Call {
  method: 'GET' | 'POST';
  /** After the product. */
  path: string;
  headers?: Record<string, string>;
  body?: object;
}

/**
 * Every call may be repeated: each request carries its own id. What pays out is sent once all the same: only then does an answer that
 * refuses the keys, or comes too early, say that nothing was done.
 * @throws ProviderUnavailable, also where the access token is refused twice
 */
export async function call(
  setup: ProviderSetup,
  product: Product,
  { method, path, headers = {}, body }: Call,
): Promise<ProviderAnswer> {
  const keys = keysOf(setup, product);
  const answer = await tokens.call(
    accountKey(setup.base_url, product, keys),
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
        repeatable: method === 'GET' || product !== 'disbursement',
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
      undefined,
      false,
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
  const answer = await callProvider(setup, `/${product}/token/`, {
    method: 'POST',
    headers: { authorization: `Basic ${basic}`, 'ocp-apim-subscription-key': subscription_key },
    repeatable: true,
    bare_statuses: [400, ...CREDENTIALS_REFUSED],
  }).catch((error: unknown) => {
    throw new ProviderUnavailable('no access token was given', error, false);
  });
  const token = tokenIn(answer);
  if (!token)
    throw new ProviderUnavailable(
      `no access token was given: answered ${answer.status_code}`,
      undefined,
      false,
    );
  return token;
}
