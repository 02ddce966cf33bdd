/** Orderly ends: on SIGINT or SIGTERM a process closes what it opened, in a bounded time. */
import type { Logger } from './log.ts';

/** After this long a process that cannot finish ends anyway; everything it left is in rows. */
const DEADLINE_MS = 25_000;

/** @returns tells whether such a signal has come */
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

/** The command line or the surroundings are not right; the message tells a person what to do. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UsageError';
  }
}
