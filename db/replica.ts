/**
 * Reads from a replica, which replays the changes of the primary a little later. It is read only when it has everything that was
 * committed before the read began, by whichever process: so no answer is older than what its client, or anybody else, has
 * written before. Otherwise, and while the replica is gone, the primary is read.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { batchCalls } from '../core/batch.ts';
import { withDeadline } from '../core/deadline.ts';
import { AppError } from '../core/errors.ts';
import { replicaReads } from '../core/metrics.ts';
import { UsageError } from '../core/shutdown.ts';
import { connect, type Db } from './connection.ts';
import { isConnectionFault, isTimeout } from './faults.ts';
import { readReplayedPosition, readWrittenPosition } from './replica.sql.ts';

/** A replica that keeps up is behind for less than this. */
const WAIT_MS = 100;
const LOOK_EVERY_MS = 5;
/** A replica that was behind is not waited for again within this time. */
const NO_WAIT_FOR_MS = 1_000;
/** A replica that failed, or did not answer, is not asked within this time. */
const NOT_ASKED_FOR_MS = 5_000;
const ANSWERS_WITHIN_MS = 1_000;
/** While a long read is under way. */
const PING_EVERY_MS = 1_000;

interface Position {
  position: bigint;
  timeline: string;
}

export class Replica {
  readonly db: Db;
  /** A connection of its own, so that it never waits for one that a long read holds. */
  readonly #watch: Db;
  readonly #written: () => Promise<Position | undefined>;
  readonly #replayed: () => Promise<Position | undefined>;
  #not_asked_before_ms = 0;
  #not_waited_before_ms = 0;

  /** @param url of the replica */
  constructor(
    primary: Db,
    url: string,
    { pool_size, timeout_ms }: { pool_size: number; timeout_ms: number },
  ) {
    this.db = connect(url, pool_size, timeout_ms);
    this.#watch = connect(url, 1, ANSWERS_WITHIN_MS);
    this.#written = together(() => readWrittenPosition(primary, {}));
    this.#replayed = together(() => readReplayedPosition(this.#watch, {}));
  }

  /** @throws UsageError if the role may not see what the choice depends on; a replica that is not there is no error */
  async check(): Promise<void> {
    const replayed = await inTime(this.#replayed()).catch(() => undefined);
    if (replayed?.timeline === null)
      throw new UsageError(
        'The role of DATABASE_READ_URL may not see the state of the replication. On the primary, run: grant pg_read_all_stats to <role>',
      );
  }

  /**
   * @param there reads from the replica; it must write nothing
   * @param here does the same on the primary, when the replica is behind, gone, or fails
   */
  async read<Result>(there: () => Promise<Result>, here: () => Promise<Result>): Promise<Result> {
    if (await this.#isCurrent()) {
      try {
        const result = await this.#whileItAnswers(there());
        replicaReads.inc({ server: 'replica' });
        return result;
      } catch (error) {
        if (!isFault(error)) throw error;
        this.#failed();
      }
    }
    replicaReads.inc({ server: 'primary' });
    return here();
  }

  async close(): Promise<void> {
    await Promise.all([this.db.destroy(), this.#watch.destroy()]);
  }

  async #isCurrent(): Promise<boolean> {
    if (performance.now() < this.#not_asked_before_ms) return false;
    const written = await this.#written();
    if (!written) return false;
    const may_wait = performance.now() >= this.#not_waited_before_ms;
    try {
      for (const began = performance.now(); ; await delay(LOOK_EVERY_MS)) {
        const replayed = await inTime(this.#replayed());
        if (replayed?.timeline !== written.timeline) return false;
        if (replayed.position >= written.position) return true;
        if (!may_wait) return false;
        if (performance.now() - began > WAIT_MS) break;
      }
    } catch {
      this.#failed();
      return false;
    }
    this.#not_waited_before_ms = performance.now() + NO_WAIT_FOR_MS;
    return false;
  }

  /** A server that falls silent would otherwise be noticed at the end of the longest statement only. */
  async #whileItAnswers<Result>(reading: Promise<Result>): Promise<Result> {
    const over = new AbortController();
    const silence = async (): Promise<never> => {
      for (;;) {
        await delay(PING_EVERY_MS, undefined, { signal: over.signal });
        await inTime(this.#replayed());
      }
    };
    const silent = silence();
    silent.catch(() => undefined);
    try {
      return await Promise.race([reading, silent]);
    } finally {
      over.abort();
      reading.catch(() => undefined);
    }
  }

  #failed(): void {
    this.#not_asked_before_ms = performance.now() + NOT_ASKED_FOR_MS;
  }
}

/** Those who ask at the same time share a statement, which begins after they asked. */
function together(read: () => Promise<Position[]>): () => Promise<Position | undefined> {
  const submit = batchCalls<null, Position | undefined>(
    async (asked) => {
      const [row] = await read();
      return asked.map(() => row);
    },
    { max_weight: Infinity },
  );
  return () => submit(null);
}

async function inTime<Result>(work: Promise<Result>): Promise<Result> {
  return withDeadline(work, ANSWERS_WITHIN_MS, () => {
    throw Object.assign(new Error('the replica does not answer'), { code: 'ETIMEDOUT' });
  });
}

/** Of the replica or the way there, and not of the read; a read that takes too long here would do so there. */
function isFault(error: unknown): boolean {
  if (error instanceof AppError) return error.code === 'SERVICE_UNAVAILABLE';
  return isConnectionFault(error) && !isTimeout(error);
}
