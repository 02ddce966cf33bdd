/**
 * How long pages take from a key or click until what follows is painted, as the browser's Event Timing API counts it: an
 * interaction takes as long as its longest event.
 */
import type { CDPSession, Page } from 'playwright-core';

/** What people feel as at once. */
const AT_ONCE_MS = 100;
/** A machine that runs other tests paints late, too. */
const BUSY_MACHINE = 5;
/** The API leaves out what took less than 16 ms. */
const LEFT_OUT_MS = 8;

/** A key that no page listens to. It is pressed after what is measured, and not counted. */
const LAST_KEY = { key: 'F24', code: 'F24', windowsVirtualKeyCode: 135 };

/**
 * Each key and click is counted where it is pressed; what it took the browser reports later, in the order in which they were
 * painted. The last key takes so long that it is reported too: by then all before it have been.
 */
const SCRIPT = `if (!window.interactions) {
  const page = Math.random();
  const last_keys_at = new Set();
  let allReported = () => {};
  window.interactions = {
    untilReported: new Promise((resolve) => { allReported = resolve; }),
  };
  new PerformanceObserver((list) => {
    for (const { name, startTime, interactionId: id, duration } of list.getEntries())
      if (!last_keys_at.has(startTime)) {
        if (id) window.noteInteraction(page + ' ' + id, duration);
      } else if (name === 'keydown') {
        allReported();
        window.interactions.untilReported = new Promise((resolve) => { allReported = resolve; });
      }
  }).observe({ type: 'event', durationThreshold: 16 });
  for (const type of ['keydown', 'keyup'])
    window.addEventListener(type, (event) => {
      if (event.key !== '${LAST_KEY.key}') return;
      event.stopImmediatePropagation();
      last_keys_at.add(event.timeStamp);
      while (performance.now() - event.timeStamp < 50);
    }, true);
  for (const type of ['keydown', 'pointerdown'])
    window.addEventListener(type, ({ repeat }) => repeat || window.noteInteraction('', 0), true);
}`;

export interface InteractionFigures {
  count: number;
  p50_ms: number;
  p95_ms: number;
  max_ms: number;
  /** How much longer the pages' own tasks took than they had a processor: 1 on a machine that does nothing else. */
  waiting_factor: number;
}

export class Interactions {
  #count = 0;
  readonly #longest_ms = new Map<string, number>();
  readonly #watched: { page: Page; by_clock: CDPSession; by_processor: CDPSession }[] = [];

  /** From now on, also in the documents that the page opens next. */
  async watch(page: Page): Promise<void> {
    // What was done before may be painted and reported later.
    let has_begun = false;
    await page.exposeFunction('noteInteraction', (id: string, duration_ms: number) => {
      if (!has_begun) return;
      if (id === '') this.#count += 1;
      else this.#longest_ms.set(id, Math.max(duration_ms, this.#longest_ms.get(id) ?? 0));
    });
    await page.addInitScript(SCRIPT);
    await page.evaluate(SCRIPT);
    const [by_clock, by_processor] = await Promise.all([
      page.context().newCDPSession(page),
      page.context().newCDPSession(page),
    ]);
    await by_clock.send('Performance.enable', { timeDomain: 'timeTicks' });
    await by_processor.send('Performance.enable', { timeDomain: 'threadTicks' });
    await untilReported(page, by_clock);
    has_begun = true;
    this.#watched.push({ page, by_clock, by_processor });
  }

  /** Of the interactions since the last call. Pages are open until then. */
  async figures(): Promise<InteractionFigures> {
    let clock = 0;
    let processor = 0;
    for (const { page, by_clock, by_processor } of this.#watched) {
      await untilReported(page, by_clock);
      clock += await taskDuration(by_clock);
      processor += await taskDuration(by_processor);
    }
    const reported = [...this.#longest_ms.values()];
    const left_out = Math.max(0, this.#count - reported.length);
    const taken = [...reported, ...Array<number>(left_out).fill(LEFT_OUT_MS)].toSorted((a, b) => a - b);
    this.#count = 0;
    this.#longest_ms.clear();
    const at = (share: number): number => taken[Math.ceil(taken.length * share) - 1] ?? 0;
    return {
      count: taken.length,
      p50_ms: at(0.5),
      p95_ms: at(0.95),
      max_ms: at(1),
      waiting_factor: Math.max(1, Math.round((clock / processor) * 10) / 10),
    };
  }
}

/** What answers at once on a machine of its own takes no longer on this one. */
export function mostForBusyMachine({ waiting_factor }: InteractionFigures): number {
  return AT_ONCE_MS * BUSY_MACHINE * waiting_factor;
}

async function untilReported(page: Page, session: CDPSession): Promise<void> {
  const reported = await page.evaluateHandle('[window.interactions.untilReported]');
  await session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...LAST_KEY });
  await session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...LAST_KEY });
  await reported.evaluate(([promise]: [Promise<void>]) => promise);
  await reported.dispose();
}

async function taskDuration(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
}
