/** Calls to Safaricom's API, with an access token. */
import { createHash } from 'node:crypto';
import { toJson } from '../../../../core/json.ts';
import { tokenCache, type FreshToken } from '../../../../core/token-cache.ts';
import { textOf } from '../answer-text.rules.ts';
import { callProvider, CREDENTIALS_REFUSED, type ProviderAnswer } from '../http.ts';
import { ProviderUnavailable, type ProviderSetup } from '../provider.port.ts';
import { isTokenRefused } from './answers.rules.ts';
import { marketOf } from './markets.rules.ts';

const tokens = tokenCache();

/** Nothing was sent, or what was sent was refused for its token alone. */
class NoAccessToken extends ProviderUnavailable {
  constructor(message: string, cause?: unknown) {
    super(message, cause, false);
  }
}

/**
 * @param repeatable whether it does no harm when Safaricom gets it twice
 * @returns the answer, also a server error's, which says more than that here
 * @throws ProviderUnavailable, which says where certainly nothing was done
 */
export async function call(
  setup: ProviderSetup,
  path: string,
  body: object,
  { repeatable }: { repeatable: boolean },
): Promise<ProviderAnswer> {
  const answer = await tokens.call(
    accountKey(setup),
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
  const { status_code, body } = await callProvider(setup, marketOf(setup.credentials).paths.token, {
    method: 'GET',
    headers: { authorization: `Basic ${basic}` },
    repeatable: true,
    bare_statuses: [400, ...CREDENTIALS_REFUSED],
  }).catch((error: unknown) => {
    throw new NoAccessToken('no access token was given', error);
  });
  const token = textOf(body['access_token']);
  if (status_code >= 300 || token === null)
    throw new NoAccessToken(`no access token was given: answered ${status_code}`);
  // Text or number; of one that cannot be read, the token serves this call alone.
  const expires_in_s = Number(textOf(body['expires_in']) ?? 0);
  return { token, expires_in_s: Number.isFinite(expires_in_s) ? expires_in_s : 0 };
}

/** Two projects with one account share its token; whoever enters a wrong secret gets nobody's. */
function accountKey({ base_url, credentials }: ProviderSetup): string {
  const { consumer_key, consumer_secret } = credentials;
  return createHash('sha256')
    .update(toJson([base_url, consumer_key, consumer_secret]))
    .digest('base64');
}
