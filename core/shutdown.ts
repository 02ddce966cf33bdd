/** Orderly shutdown: on SIGINT or SIGTERM a process closes what it opened, in a bounded time. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from './log.ts';

/** A process that has not finished by then exits anyway; unfinished work is in the database. */
const DEADLINE_MS = 25_000;
/** What is not closed by then is not waited for: the remaining time is for what was opened first, an embedded database. */
const CLOSE_WITHIN_MS = 12_000;

/** What the process depends on is gone for good: what can be closed without it closes within this. */
const FAIL_WITHIN_MS = 5_000;

export type Closer = () => Promise<unknown>;

export interface Ending {
  /** Whether the end has begun. */
  hasBegun(): boolean;
  /** Ends the process with 1, because of what the sentence says. */
  fail(sentence: string): void;
}

/** On a signal, closes and ends the process. */
export function closeOnSignal(log: Logger, close: () => Promise<void>): Ending {
  let ending = false;
  const end = (code: number, within_ms: number): void => {
    ending = true;
    setTimeout(() => process.exit(1), within_ms).unref();
    close().then(
      () => process.exit(code),
      (error: unknown) => {
        log.error({ err: error }, 'could not close in order');
        process.exit(1);
      },
    );
  };
  const onSignal = (signal: NodeJS.Signals): void => {
    // Ctrl-C reaches this process twice under npm: once from the terminal, once from npm itself.
    if (ending) return;
    log.info({ signal }, 'closing');
    end(0, DEADLINE_MS);
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  return {
    hasBegun: () => ending,
    fail(sentence) {
      if (ending) return;
      process.stderr.write(`${sentence}\n`);
      end(1, FAIL_WITHIN_MS);
    },
  };
}

/**
 * Closes the last opened first, and every one even when another fails. Only the first opened is waited for without limit.
 * Each is closed once: a second call continues where the first one is.
 *
 * @param opening adds to `opened` until it settles
 * @throws the first error
 */
export async function closeInOrder(opened: Closer[], opening?: Promise<unknown>): Promise<void> {
  const late = delay(CLOSE_WITHIN_MS).then(() => {
    throw new Error(`not closed within ${CLOSE_WITHIN_MS} ms`);
  });
  late.catch(() => undefined);
  const faults: unknown[] = [];
  // The caller of the start reports its failure.
  await Promise.race([opening?.catch(() => undefined), late]).catch((error: unknown) => faults.push(error));
  for (let close = opened.pop(); close; close = opened.pop()) {
    const closed = close();
    await (opened.length > 0 ? Promise.race([closed, late]) : closed).catch((error: unknown) =>
      faults.push(error),
    );
  }
  if (faults.length > 0) throw faults[0];
}

/** Closes all at the same time. @throws the first error, once all are closed */
export async function closeTogether(opened: Closer[]): Promise<void> {
  const ends = await Promise.allSettled(opened.map((close) => close()));
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed) throw failed.reason;
}

/** Runs a program's main function; a failure is one readable line, not a stack trace, unless it is a defect. */
export function run(main: () => Promise<void>): void {
  main().catch((error: unknown) => {
    process.stderr.write(`${sentenceFor(error)}\n`);
    process.exit(1);
  });
}

function sentenceFor(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'ConfigError' || error.name === 'UsageError') return error.message;
  const { code = '', address, port } = error as { code?: string; address?: string; port?: number };
  if (NOTHING_ANSWERS.has(code)) {
    const where = address ? ` at ${address}:${port}` : '';
    return `Nothing answers${where} (${code}). Is the database of DATABASE_URL running and reachable?`;
  }
  const refused = DATABASE_REFUSALS.find(([said]) => said.test(`${code} ${error.message}`))?.[1];
  // Before its own words may stand the statement that failed.
  if (refused) return `The database of DATABASE_URL ${refused} (${error.message.split(' - ').at(-1)})`;
  return error.stack ?? error.message;
}

const NOTHING_ANSWERS = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'ETIMEDOUT',
]);

/** Why PostgreSQL lets nobody in, by its SQLSTATE or the driver's words; these name the database or user, never the password. */
const DATABASE_REFUSALS: [said: RegExp, sentence: string][] = [
  [/^3D000/, 'does not exist: create it, or correct the URL'],
  [/^28P01/, 'refuses the password: correct it in the URL'],
  [/SASL/, 'wants a password: put it into the URL'],
  [/^28000/, 'refuses the user: correct the URL, or pg_hba.conf'],
  [/^42501/, 'does not let the user of the URL do this: that user has to own it'],
  [/^53300/, 'takes no more connections'],
  [/^57P03/, 'is not ready: start again in a moment'],
  [/does not support SSL/, 'speaks no TLS: leave sslmode out of the URL'],
];

/** The command line or the environment is wrong; the message tells a person what to do. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UsageError';
  }
}
