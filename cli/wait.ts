/** Asking again until something is final. */
import { setTimeout as delay } from 'node:timers/promises';
import { textFlag } from './command.ts';
import { CliError, EXIT, usageError } from './failure.ts';

const ASK_EVERY_MS = 500;
const WAIT_S = 60;

/** Of `--wait-timeout`, in seconds. @throws CliError where it is none */
export function waitTimeout(flags: Record<string, unknown>): number {
  const given = textFlag(flags, 'waitTimeout');
  if (given === undefined) return WAIT_S;
  const seconds = /^\d{1,6}$/.test(given) ? Number(given) : 0;
  if (seconds <= 0) throw usageError('--wait-timeout must be a number of seconds.');
  return seconds;
}

/** @throws the reason of the signal once it is aborted */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal }).catch((error: unknown) => {
    signal.throwIfAborted();
    throw error;
  });
}

/**
 * @param isFinal whether what was read is to be waited for no longer
 * @throws CliError where the time is over
 */
export async function readUntil<Value>(
  read: () => Promise<Value>,
  isFinal: (value: Value) => boolean,
  { timeout_s, signal }: { timeout_s: number; signal: AbortSignal },
): Promise<Value> {
  const give_up_at = performance.now() + timeout_s * 1_000;
  for (;;) {
    const value = await read();
    if (isFinal(value)) return value;
    if (performance.now() >= give_up_at)
      throw new CliError(EXIT.unavailable, `It is not final after ${timeout_s} seconds.`);
    await pause(ASK_EVERY_MS, signal);
  }
}
