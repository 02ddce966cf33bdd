import { expect, test, vi } from 'vitest';
import { withDeadline } from '../../core/deadline.ts';

const never = new Promise<never>(() => undefined);

test('work that ends in time is the answer, as it ends', async () => {
  const late = vi.fn<() => void>();
  expect(await withDeadline(Promise.resolve(7), 60_000, late)).toBe(7);
  await expect(withDeadline(Promise.reject(new Error('broken')), 60_000, late)).rejects.toThrow('broken');
  expect(late).not.toHaveBeenCalled();
});

test('work that does not is replaced by what is done about it', async () => {
  expect(await withDeadline(never, 1, () => 'late')).toBe('late');
  const fail = () => {
    throw new Error('late');
  };
  await expect(withDeadline(never, 1, fail)).rejects.toThrow('late');
});

test('what late work comes to is ignored, also when it fails', async () => {
  const unhandled = vi.fn<() => void>();
  process.once('unhandledRejection', unhandled);
  let end = (_error: Error): void => undefined;
  const work = new Promise<never>((_resolve, reject) => {
    end = reject;
  });
  expect(await withDeadline(work, 1, () => null)).toBeNull();
  end(new Error('too late'));
  await new Promise(setImmediate);
  process.off('unhandledRejection', unhandled);
  expect(unhandled).not.toHaveBeenCalled();
});

test('no timer is left', async () => {
  vi.useFakeTimers();
  try {
    await withDeadline(Promise.resolve(), 60_000, () => null);
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});
