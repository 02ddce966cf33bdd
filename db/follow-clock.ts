/** Makes the system time of this process the database's (core/clock.ts). */
import { CLOCK_SLACK_MS, correctSystemTime, machineNow, systemNow } from '../core/clock.ts';
import type { Logger } from '../core/log.ts';
import type { Db } from './connection.ts';
import { readClock } from './follow-clock.sql.ts';

/** After a machine slept, its monotonic clock is behind for at most this long. */
const MEASURED_EVERY_MS = 5_000;
/** The first connection takes longer to open than an answer takes. */
const FIRST_MEASUREMENTS = 3;

/** Measures once, for a command that ends soon. */
export async function measureClock(db: Db): Promise<void> {
  const asked_at_ms = performance.now();
  const [answer] = await readClock(db, {});
  if (answer) correctSystemTime(answer.now_ms, asked_at_ms);
}

/**
 * Measures now, and again and again. While the database does not answer, system time goes on by the monotonic clock.
 * @returns ends it
 */
export async function followClock(db: Db, log: Logger): Promise<() => void> {
  for (let done = 0; done < FIRST_MEASUREMENTS; done += 1) await measureClock(db);
  let was_wrong = false;
  const warn = (): void => {
    const ahead_ms = machineNow().getTime() - systemNow().getTime();
    const is_wrong = Math.abs(ahead_ms) > CLOCK_SLACK_MS;
    if (is_wrong && !was_wrong)
      log.warn({ ahead_ms }, "this machine's clock is wrong; the service goes by the database's clock");
    was_wrong = is_wrong;
  };
  warn();
  let is_measuring = false;
  const again = setInterval(() => {
    if (is_measuring) return;
    is_measuring = true;
    void measureClock(db)
      .then(warn, () => undefined)
      .finally(() => (is_measuring = false));
  }, MEASURED_EVERY_MS);
  again.unref();
  return () => clearInterval(again);
}
