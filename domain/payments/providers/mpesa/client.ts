/** Calls to Safaricom's API, with an access token. */
import { toJson } from '../../../../core/json.ts';
import { tokenCache, type FreshToken } from '../../../../core/token-cache.ts';
import { accountKey, callProvider, CREDENTIALS_REFUSED, tokenIn, type ProviderAnswer } from '../http.ts';
import { ProviderUnavailable, type ProviderSetup } from '../provider.port.ts';
import { isTokenRefused } from './answers.rules.ts';
import { marketOf } from './markets.rules.ts';

const tokens = tokenCache();

/** Nothing was sent, or the request was refused only because of its token. */
class NoAccessToken extends ProviderUnavailable {
  constructor(message: string, cause?: unknown) {
    super(message, cause, false);
  }
}

/**
 * @param repeatable whether it does no harm when Safaricom gets it twice
 * @returns the answer, also of a server error, whose body matters here
 * @throws ProviderUnavailable; its `may_have_acted` is false where certainly nothing was done
 */
export async function call(
  setup: ProviderSetup,
  path: string,
  { body, repeatable }: { body: object; repeatable: boolean },
): Promise<ProviderAnswer> {
  const { consumer_key, consumer_secret } = setup.credentials;
  const answer = await tokens.call(
    accountKey(setup.base_url, consumer_key, consumer_secret),
    () => requestToken(setup),
    async (token) => {
      const given = await callProvider(setup, path, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        body: { json: toJson(body) },
        repeatable,
        bare_statuses: CREDENTIALS_REFUSED,
        answers_5xx: () => true,
      });
      return isTokenRefused(given.status_code, given.body) ? { ...given, status_code: 401 } : given;
    },
  );
  if (answer.status_code === 401) throw new NoAccessToken('the access token was refused');
  return answer;
}

/** @throws NoAccessToken */
async function requestToken(setup: ProviderSetup): Promise<FreshToken> {
  const { consumer_key, consumer_secret } = setup.credentials;
  const basic = Buffer.from(`${consumer_key}:${consumer_secret}`).toString('base64');
  const answer = await callProvider(setup, marketOf(setup.credentials).paths.token, {
    method: 'GET',
    headers: { authorization: `Basic ${basic}` },
    repeatable: true,
    bare_statuses: [400, ...CREDENTIALS_REFUSED],
  }).catch((error: unknown) => {
    throw new NoAccessToken('no access token was given', error);
  });
  const token = tokenIn(answer);
  if (!token) throw new NoAccessToken(`no access token was given: answered ${answer.status_code}`);
  return token;
}
