/** Tokens of other systems: fetched once, used until shortly before they expire, replaced when refused. */
import { beforeEach, expect, test, vi } from 'vitest';
import { tokenCache, type FreshToken, type TokenCache } from '../../core/token-cache.ts';

let cache: TokenCache;
let fetched: number;
let used: string[];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  cache = tokenCache();
  fetched = 0;
  used = [];
});

const fetchToken = (): Promise<FreshToken> =>
  Promise.resolve({ token: `token ${++fetched}`, expires_in_s: 3_600 });

function call(key = 'a', statuses: number[] = [200], fetch = fetchToken): Promise<{ status_code: number }> {
  return cache.call(key, fetch, (token) => {
    used.push(token);
    return Promise.resolve({ status_code: statuses.shift() ?? 200 });
  });
}

test('a token is fetched once for all calls of an account, also for those at once', async () => {
  await Promise.all([call(), call(), call('b')]);
  await call();
  expect(fetched).toBe(2);
  expect(used.toSorted()).toEqual(['token 1', 'token 1', 'token 1', 'token 2']);
});

test('a minute before it expires it is fetched anew', async () => {
  await call();
  vi.setSystemTime(Date.now() + 3_539_000);
  await call();
  expect(fetched).toBe(1);
  vi.setSystemTime(Date.now() + 1_000);
  await call();
  expect(used).toEqual(['token 1', 'token 1', 'token 2']);
});

test('one that is refused is replaced, once', async () => {
  expect(await call('a', [401, 200])).toEqual({ status_code: 200 });
  expect(await call('a', [401, 401, 200])).toEqual({ status_code: 401 });
  expect(used).toEqual(['token 1', 'token 2', 'token 2', 'token 3']);
});

test('calls that are refused at once share the new one', async () => {
  await call();
  await Promise.all([call('a', [401]), call('a', [401])]);
  expect(fetched).toBe(2);
});

test('one that could not be fetched is asked for again', async () => {
  await expect(call('a', [], () => Promise.reject(new Error('no answer')))).rejects.toThrow('no answer');
  expect(await call()).toEqual({ status_code: 200 });
});
