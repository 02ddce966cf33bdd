import { describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from '../../core/config.ts';
import { parseRedisUrl } from '../../core/redis-url.ts';

const nothing = { username: undefined, password: undefined };

describe('the forms of REDIS_URL', () => {
  test.each([
    'redis://cache',
    'redis://cache:6379/2',
    'rediss://user:p%40ss@cache:6380',
    'redis://:secret@[::1]:6379',
  ])('%s is one server', (url) => {
    expect(parseRedisUrl(url)).toEqual({ kind: 'server', url });
  });

  test('sentinels and the name of their master', () => {
    expect(parseRedisUrl('redis+sentinel://a:26380,b,[::1]:1/my-master')).toEqual({
      kind: 'sentinel',
      ...nothing,
      tls: false,
      sentinels: [
        { host: 'a', port: 26_380 },
        { host: 'b', port: 26_379 },
        { host: '::1', port: 1 },
      ],
      sentinel_username: undefined,
      sentinel_password: undefined,
      master: 'my-master',
      db: 0,
    });
  });

  test('passwords of the servers and of the sentinels, TLS and a database', () => {
    expect(
      parseRedisUrl('rediss+sentinel://u:a%2Fb:c@a,b/m/3?sentinel_username=s&sentinel_password=%25%26'),
    ).toMatchObject({
      username: 'u',
      password: 'a/b:c',
      tls: true,
      sentinel_username: 's',
      sentinel_password: '%&',
      master: 'm',
      db: 3,
    });
  });

  test('nodes of a cluster', () => {
    expect(parseRedisUrl('redis+cluster://a:7000,b')).toEqual({
      kind: 'cluster',
      ...nothing,
      tls: false,
      nodes: [
        { host: 'a', port: 7_000 },
        { host: 'b', port: 6_379 },
      ],
    });
    expect(parseRedisUrl('rediss+cluster://:secret@a/')).toMatchObject({ password: 'secret', tls: true });
  });
});

test.each([
  ['localhost:6379', 'must be like redis://host:6379'],
  ['http://:opensesame@redis', 'must be like'],
  ['redis+sentinel://', 'must be like'],
  ['redis+replica://a', 'must be like'],
  ['redis+sentinel://:opensesame@a,b', 'must name the master'],
  ['redis+sentinel://a,b/', 'must name the master'],
  ['redis+sentinel://a,b/m/x', 'must name the master'],
  ['redis+sentinel://a,b/m/0/1', 'must name the master'],
  ['redis+sentinel://a,,b/m', 'must have addresses like host:port'],
  ['redis+sentinel://a:x/m', 'must have addresses like host:port'],
  ['redis+sentinel://a:99999/m', 'must have addresses like host:port'],
  ['redis+sentinel://a/m?password=opensesame', 'may only have the parameters sentinel_username'],
  ['redis+cluster://a,b/1', 'must end after the addresses'],
  ['redis+cluster://opensesame%@a,b', 'must have a % in names'],
])('%s is refused with a sentence, which does not repeat it', (REDIS_URL, sentence) => {
  let refusal: unknown;
  try {
    readConfig({ REDIS_URL });
  } catch (error) {
    refusal = error;
  }
  expect(refusal).toBeInstanceOf(ConfigError);
  const { problems } = refusal as ConfigError;
  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatch(/^"REDIS_URL" m/);
  expect(problems[0]).toContain(sentence);
  expect(problems[0]).not.toContain('opensesame');
});
