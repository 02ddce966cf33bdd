/** Graceful shutdown: on SIGINT or SIGTERM a process closes what it opened, within a bounded time. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from './log.ts';

/** After this time the process exits anyway; unfinished work is in the database. */
const DEADLINE_MS = 25_000;
/** After this time only the resource that was opened first, an embedded database, is waited for. */
const CLOSE_WITHIN_MS = 12_000;

/** Time to close after the process has lost something that it depends on. */
const FAIL_WITHIN_MS = 5_000;

export type Closer = () => Promise<unknown>;

export interface Ending {
  /** Has the shutdown begun? */
  hasBegun(): boolean;
  /** Prints the sentence and ends the process with exit code 1. */
  fail(sentence: string): void;
}

/** Closes and ends the process on a signal. */
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
    // Under npm, Ctrl-C reaches this process twice: once from the terminal, once from npm.
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
 * Closes in reverse order of opening, and continues when one fails. Only the first opened is waited for without limit.
 * Each is closed once: a second call continues where the first one is.
 * @param opening adds to `opened` until it settles
 * @throws the first error
 */
export async function closeInOrder(opened: Closer[], opening?: Promise<unknown>): Promise<void> {
  const late = delay(CLOSE_WITHIN_MS).then(() => {
    throw new Error(`not closed within ${CLOSE_WITHIN_MS} ms`);
  });
  late.catch(() => undefined);
  const faults: unknown[] = [];
  // A failed start is reported by its caller.
  await Promise.race([opening?.catch(() => undefined), late]).catch((error: unknown) => faults.push(error));
  for (let close = opened.pop(); close; close = opened.pop()) {
    const closed = close();
    await (opened.length > 0 ? Promise.race([closed, late]) : closed).catch((error: unknown) =>
      faults.push(error),
    );
  }
  if (faults.length > 0) throw faults[0];
}

/** Closes all concurrently. @throws the first error, once all are closed */
export async function closeTogether(opened: Closer[]): Promise<void> {
  const ends = await Promise.allSettled(opened.map((close) => close()));
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed) throw failed.reason;
}

/**
 * Runs a program's main function once the rest of its module, which may define constants, is evaluated. A failure prints one
 * readable line, and a stack trace only for a defect.
 */
export function run(main: () => Promise<void>): void {
  Promise.resolve()
    .then(main)
    .catch((error: unknown) => {
      process.stderr.write(`${sentenceFor(error)}\n`);
      process.exit(1);
    });
}

function sentenceFor(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'ConfigError' || error.name === 'UsageError') return error.message;
  const {
    code = '',
    address,
    port,
    path,
  } = error as Partial<NodeJS.ErrnoException> & {
    address?: string;
    port?: number;
  };
  // Of the command line.
  if (code.startsWith('ERR_PARSE_ARGS')) return error.message;
  if (path !== undefined && CLOSED_FILES.has(code)) return `The file ${path} cannot be used (${code}).`;
  if (NOTHING_ANSWERS.has(code)) {
    const where = address ? ` at ${address}:${port}` : '';
    return `Nothing answers${where} (${code}). Is the database of DATABASE_URL running and reachable?`;
  }
  const refused = DATABASE_REFUSALS.find(([said]) => said.test(`${code} ${error.message}`))?.[1];
  // The driver may put the failed statement before the server's message.
  if (refused) return `The database of DATABASE_URL ${refused} (${error.message.split(' - ').at(-1)})`;
  return error.stack ?? error.message;
}

const CLOSED_FILES = new Set(['EACCES', 'EISDIR', 'ENOENT', 'ENOSPC', 'ENOTDIR', 'EPERM', 'EROFS']);

const NOTHING_ANSWERS = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'ETIMEDOUT',
]);

/** Why PostgreSQL rejects the connection, by SQLSTATE or message; messages name the database or user, never the password. */
const DATABASE_REFUSALS: [said: RegExp, sentence: string][] = [
  [/^3D000/, 'does not exist: create it, or correct the URL'],
  [/^28P01/, 'rejects the password: correct it in the URL'],
  [/SASL/, 'requires a password: add it to the URL'],
  [/^28000/, 'rejects the user: correct the URL, or pg_hba.conf'],
  [/^42501/, 'does not allow this to the user of the URL: that user must own it'],
  [/^53300/, 'accepts no more connections'],
  [
    /timeout expired/,
    'accepts connections but does not answer: see whether it is overloaded, or not PostgreSQL',
  ],
  // The last is the driver's message for a statement on a connection that has ended.
  [
    /^57P0[12]|Connection terminated|connection error and is not queryable/,
    'ended the connection: start again in a moment',
  ],
  [/^57P03/, 'is not ready: start again in a moment'],
  [
    /unsupported startup parameter/,
    'is behind a pooler: set DATABASE_DIRECT_URL to PostgreSQL itself, and what can go through the pooler then does',
  ],
  [/does not support SSL/, 'does not support TLS: remove sslmode from the URL'],
];

/** The command line or the environment is wrong; the message says what to do. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UsageError';
  }
}
