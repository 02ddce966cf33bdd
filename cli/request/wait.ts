/** Polling until a result is final. */
import { setTimeout as delay } from 'node:timers/promises';
import { textFlag } from '../command.ts';
import { CliError, EXIT, usageError } from '../failure.ts';
import { startProgress } from '../output/progress.ts';
import { tell } from '../output/terminal.ts';

const ASK_EVERY_MS = 500;
const WAIT_S = 60;

/** The value of `--wait-timeout` in seconds. @throws CliError when it is not a number of seconds */
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

interface Waiting {
  /** The id that is printed if the wait ends without a result. */
  what: string;
  timeout_s: number;
  signal: AbortSignal;
  /** The title of the progress on a terminal; null shows none. */
  title?: string | null;
}

/**
 * @param read gets the signal that aborts at the timeout
 * @throws CliError at the timeout
 */
export async function readUntil<Value>(
  read: (within: AbortSignal) => Promise<Value>,
  isFinal: (value: Value) => boolean,
  { what, timeout_s, signal, title = 'Waiting, seconds' }: Waiting,
): Promise<Value> {
  const started = performance.now();
  const time = AbortSignal.timeout(timeout_s * 1_000);
  const within = AbortSignal.any([signal, time]);
  const progress = startProgress(title);
  try {
    for (;;) {
      const value = await read(within);
      if (isFinal(value)) return value;
      progress.show(Math.floor((performance.now() - started) / 1_000));
      await pause(ASK_EVERY_MS, within);
    }
  } catch (error) {
    progress.end();
    tell(`No longer waited for: ${what}`);
    if (time.aborted && !signal.aborted)
      throw new CliError(EXIT.unavailable, `It is not final after ${timeout_s} seconds.`);
    throw error;
  } finally {
    progress.end();
  }
}
