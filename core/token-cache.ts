/** Access tokens of other systems, kept until shortly before they expire. */
import { systemNow } from './clock.ts';

/** A token that expires within this time is no longer used: the call that carries it may take that long. */
const SPARE_MS = 60_000;

export interface FreshToken {
  token: string;
  expires_in_s: number;
}

interface KeptToken {
  token: Promise<string>;
  /** Milliseconds since the epoch; Infinity while the token is being fetched. */
  usable_until_ms: number;
}

export interface TokenCache {
  /**
   * Makes a call with a token, and once more with a new one when the answer is 401.
   * @param key names the account whose token it is
   * @param fetchToken called once, however many calls wait for the token; all of them get its error
   */
  call<Answer extends { status_code: number }>(
    key: string,
    fetchToken: () => Promise<FreshToken>,
    request: (token: string) => Promise<Answer>,
  ): Promise<Answer>;
}

export function tokenCache(): TokenCache {
  const kept = new Map<string, KeptToken>();

  function tokenOf(key: string, fetchToken: () => Promise<FreshToken>): KeptToken {
    const now_ms = systemNow().getTime();
    for (const [each, { usable_until_ms }] of kept) if (usable_until_ms <= now_ms) kept.delete(each);
    const found = kept.get(key);
    if (found) return found;
    const entry: KeptToken = {
      usable_until_ms: Infinity,
      token: Promise.resolve()
        .then(fetchToken)
        .then(({ token, expires_in_s }) => {
          entry.usable_until_ms = now_ms + expires_in_s * 1_000 - SPARE_MS;
          return token;
        }),
    };
    entry.token.catch(() => forget(key, entry));
    kept.set(key, entry);
    return entry;
  }

  /** Unless another token has taken its place. */
  function forget(key: string, entry: KeptToken): void {
    if (kept.get(key) === entry) kept.delete(key);
  }

  return {
    async call(key, fetchToken, request) {
      const first = tokenOf(key, fetchToken);
      const answer = await request(await first.token);
      if (answer.status_code !== 401) return answer;
      forget(key, first);
      return request(await tokenOf(key, fetchToken).token);
    },
  };
}
