import { expect, test } from 'vitest';
import { serverUrls } from '../../core/database-url.rules.ts';

test('one server stays as it is', () => {
  const url = 'postgresql://u:p%40w@db.internal:5433/ushirika?sslmode=require';
  expect(serverUrls(url)).toEqual([url]);
  expect(serverUrls('postgres://db/ushirika')).toEqual(['postgres://db/ushirika']);
});

test('several servers become a URL each, without what concerns only the choice', () => {
  const url = 'postgresql://u:p@a:5432,b,[::1]:5434/ushirika?sslmode=require&target_session_attrs=read-write';
  expect(serverUrls(url)).toEqual([
    'postgresql://u:p@a:5432/ushirika?sslmode=require',
    'postgresql://u:p@b/ushirika?sslmode=require',
    'postgresql://u:p@[::1]:5434/ushirika?sslmode=require',
  ]);
  expect(serverUrls('postgresql://a,b/ushirika?target_session_attrs=primary')).toHaveLength(2);
});

test.each([
  ['mysql://db/x', 'must be postgresql://'],
  ['not a url', 'must be postgresql://'],
  ['postgresql://u:p@a,,b/x', 'must be postgresql://'],
  ['postgresql://u:p@a:none,b/x', 'is not a valid URL'],
  ['postgresql://u:p@a,b/x?target_session_attrs=any', 'target_session_attrs=read-write'],
  ['postgresql://u:p@a,b/x?target_session_attrs=standby', 'target_session_attrs=read-write'],
])('%s is refused', (url, reason) => {
  expect(() => serverUrls(url)).toThrow(reason);
});
