/** Orderly ends: on SIGINT or SIGTERM a process closes what it opened, in a bounded time. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from './log.ts';

/** After this long a process that cannot finish ends anyway; everything it left is in rows. */
const DEADLINE_MS = 25_000;
/** What is not closed by then is left to itself: the rest belongs to what was opened first, an embedded database. */
const CLOSE_WITHIN_MS = 12_000;

export type Closer = () => Promise<unknown>;

/** @returns whether such a signal has come */
export function closeOnSignal(log: Logger, close: () => Promise<void>): () => boolean {
  let closing = false;
  const end = (signal: NodeJS.Signals): void => {
    // Ctrl-C reaches this process twice under npm: once from the terminal, once from npm itself.
    if (closing) return;
    closing = true;
    log.info({ signal }, 'closing');
    const late = setTimeout(() => process.exit(1), DEADLINE_MS);
    late.unref();
    close().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'could not close in order');
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
  return () => closing;
}

/**
 * Closes the last opened first, and each whatever became of the others. Only the first opened is waited for without
 * limit. Each is closed once, so that a second call goes on where the first one is.
 *
 * @param opening adds to `opened` until it settles
 * @throws what went wrong first
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

/** Closes all at the same moment. @throws what went wrong first, once all are done */
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
  const { code, address, port } = error as { code?: string; address?: string; port?: number };
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === 'ETIMEDOUT') {
    const where = address ? ` at ${address}:${port}` : '';
    return `Nothing answers${where} (${code}). Is the database of DATABASE_URL running and reachable?`;
  }
  return error.stack ?? error.message;
}

/** The command line or the environment is not right; the message says what to do. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UsageError';
  }
}
