/**
 * Makes PDFs in a thread of its own, so that no request waits for one: drawing a long statement takes a second of a core. What is
 * made at the same time, what waits, how long and with how much memory are bounded.
 */
import { Worker } from 'node:worker_threads';
import { limitFairly } from '../concurrency.ts';
import { AppError, REASONS } from '../errors.ts';
import type { Paper } from './paper.ts';
import type { PdfAnswer } from './pdf-worker.ts';

export interface PdfMaker {
  /**
   * @param caller a project; each has its share of the queue
   * @param describe called once it is this one's turn, so that what waits holds no rows
   * @throws AppError `pdf_busy` where too many wait, or one waits for too long; SERVICE_UNAVAILABLE where making it takes too long
   */
  make(caller: string, describe: () => Promise<Paper>): Promise<Uint8Array>;
  /** Ends the thread. */
  close(): Promise<void>;
}

export interface PdfLimits {
  /** Beside the one that is being made. */
  max_waiting: number;
  max_waiting_per_caller: number;
  max_wait_ms: number;
  /** The longest paper takes a few seconds. */
  make_ms: number;
  /** Of the thread, its heap. */
  memory_mb: number;
  /** Until the thread is ended, after its last paper. */
  idle_ms: number;
}

/** One at a time, which leaves the other cores to requests. Clients commonly wait for a minute. */
export const PDF_LIMITS: PdfLimits = {
  max_waiting: 40,
  max_waiting_per_caller: 20,
  max_wait_ms: 40_000,
  make_ms: 20_000,
  memory_mb: 256,
  idle_ms: 60_000,
};

/** A client that asks again at once would only wait again. */
const RETRY_AFTER_S = 5;

export function pdfMaker(limits: PdfLimits = PDF_LIMITS): PdfMaker {
  const inTurn = limitFairly({
    ...limits,
    at_once: 1,
    full: () =>
      new AppError('SERVICE_UNAVAILABLE', REASONS.pdf_busy.message, {
        reason: 'pdf_busy',
        retry_after_s: RETRY_AFTER_S,
      }),
  });
  let thread: PdfThread | null = null;
  return {
    make: (caller, describe) =>
      inTurn(caller, async () => {
        const paper = await describe();
        thread ??= new PdfThread(limits, (ended) => {
          if (thread === ended) thread = null;
        });
        return thread.draw(paper);
      }),
    async close() {
      await thread?.end();
    },
  };
}

/** A thread, and what it is at. */
class PdfThread {
  readonly #worker: Worker;
  readonly #limits: PdfLimits;
  readonly #gone: (me: PdfThread) => void;
  #idle: NodeJS.Timeout | undefined;
  #has_ended = false;

  /** @param gone called when it takes no more; another may have taken its place before */
  constructor(limits: PdfLimits, gone: (me: PdfThread) => void) {
    this.#limits = limits;
    this.#gone = gone;
    // The file beside this one, as it is written or as it is built.
    const file = `./pdf-worker${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`;
    this.#worker = new Worker(new URL(file, import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: limits.memory_mb },
    });
    // It may fail also between two papers, or while it ends: what nobody listens to would end the process.
    this.#worker.on('error', () => void this.end()).on('exit', () => void this.end());
  }

  async draw(paper: Paper): Promise<Uint8Array> {
    clearTimeout(this.#idle);
    try {
      const answer = await this.#answerTo(paper);
      if ('error' in answer) throw new Error(answer.error);
      return answer.bytes;
    } finally {
      if (!this.#has_ended) this.#idle = setTimeout(() => void this.end(), this.#limits.idle_ms).unref();
    }
  }

  end(): Promise<number> {
    clearTimeout(this.#idle);
    this.#has_ended = true;
    this.#gone(this);
    return this.#worker.terminate();
  }

  #answerTo(paper: Paper): Promise<PdfAnswer> {
    return new Promise((resolve, reject) => {
      const worker = this.#worker;
      worker.ref();
      const timer = setTimeout(() => fail('it took too long'), this.#limits.make_ms);
      const settle = (): void => {
        clearTimeout(timer);
        worker.off('message', done).off('error', fail).off('exit', fail);
        worker.unref();
      };
      const done = (answer: PdfAnswer): void => {
        settle();
        resolve(answer);
      };
      const fail = (cause: unknown): void => {
        settle();
        void this.end();
        reject(
          new AppError(
            'SERVICE_UNAVAILABLE',
            'The PDF could not be made in time. Try again later, or ask for fewer movements.',
            {
              retry_after_s: RETRY_AFTER_S,
              cause,
            },
          ),
        );
      };
      worker.on('message', done).on('error', fail).on('exit', fail);
      // eslint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
      worker.postMessage(paper);
    });
  }
}
