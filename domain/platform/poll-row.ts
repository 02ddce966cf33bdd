/** A request that waits for the job of its row, so that it is usually answered with the outcome. */

/** Pauses between two looks at the row. */
const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 500;

interface PolledRow<Row> {
  read: () => PromiseLike<Row | undefined>;
  /** The request can be answered. */
  isOver: (row: Row) => boolean;
  /** It has waited for too long: what has to be stored before the client is told to poll. After it, `isOver` holds. */
  onTooLong: () => PromiseLike<unknown>;
  /** By `performance.now()`. */
  started: number;
  within_ms: number;
}

/** @returns the row once it is over; undefined when it was deleted */
export async function pollRow<Row>({
  read,
  isOver,
  onTooLong,
  started,
  within_ms,
}: PolledRow<Row>): Promise<Row | undefined> {
  for (let pause_ms = FIRST_PAUSE_MS; ; pause_ms = Math.min(pause_ms * 2, LONGEST_PAUSE_MS)) {
    const row = await read();
    if (row === undefined || isOver(row)) return row;
    if (performance.now() - started > within_ms) await onTooLong();
    else await new Promise((resolve) => setTimeout(resolve, pause_ms));
  }
}
