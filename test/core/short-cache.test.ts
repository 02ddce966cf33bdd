/** What is read once for all who ask within some time. */
import { expect, test, vi } from 'vitest';
import { shortCache } from '../../core/short-cache.ts';

const source = {};

test('is read once for all who ask meanwhile, and again once it is old', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    const cached = shortCache<number>({ keep_ms: 1_000, max_kept: 10 });
    let reads = 0;
    const read = () => Promise.resolve(++reads);
    expect(await Promise.all([1, 2, 3].map(() => cached(source, 'a', read)))).toEqual([1, 1, 1]);
    vi.advanceTimersByTime(999);
    expect(await cached(source, 'a', read)).toBe(1);
    expect(await cached(source, 'b', read)).toBe(2);
    vi.advanceTimersByTime(1);
    expect(await cached(source, 'a', read)).toBe(3);
  } finally {
    vi.useRealTimers();
  }
});

test('what takes long is not begun again before it has ended, and is as old as its end', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    const cached = shortCache<string>({ keep_ms: 1_000, max_kept: 10 });
    let end = (_value: string): void => undefined;
    const first = cached(source, 'a', () => new Promise((resolve) => (end = resolve)));
    vi.advanceTimersByTime(5_000);
    const second = cached(source, 'a', () => Promise.resolve('read twice'));
    end('once');
    expect(await Promise.all([first, second])).toEqual(['once', 'once']);
    expect(await cached(source, 'a', () => Promise.resolve('read again'))).toBe('once');
  } finally {
    vi.useRealTimers();
  }
});

test('an error is told to all who asked, and is not kept', async () => {
  const cached = shortCache<string>({ keep_ms: 1_000, max_kept: 10 });
  const failing = () => Promise.reject(new Error('no answer'));
  const both = [1, 2].map(() => cached(source, 'a', failing));
  for (const each of both) await expect(each).rejects.toThrow('no answer');
  expect(await cached(source, 'a', () => Promise.resolve('there'))).toBe('there');
});

test('who asks another source does not wait for one that is silent', async () => {
  const cached = shortCache<string>({ keep_ms: 1_000, max_kept: 10 });
  void cached(source, 'a', () => new Promise(() => undefined));
  expect(await cached({}, 'a', () => Promise.resolve('the other one'))).toBe('the other one');
});

test('keeps no more than it may; the oldest goes first', async () => {
  const cached = shortCache<string>({ keep_ms: 1_000, max_kept: 2 });
  const read = (value: string) => () => Promise.resolve(value);
  for (const key of ['a', 'b', 'c']) await cached(source, key, read(`${key}1`));
  expect(await cached(source, 'c', read('c2'))).toBe('c1');
  expect(await cached(source, 'a', read('a2'))).toBe('a2');
});
