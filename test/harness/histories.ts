/**
 * Random histories, in two loops that all suites share. One lets the same events happen to the real system and to a naive model of
 * it, and compares every answer and the states at the end. The other lets events happen at once, and checks what must hold after
 * any of them.
 */
import fc from 'fast-check';
import { expect } from 'vitest';

/** A failure is reported with its seed, also when there is no time left to shrink it. */
const LIMITS = { interruptAfterTimeLimit: 200_000, markInterruptAsFailure: true };

/** @typeParam Pair a real system and its naive model */
export interface Comparison<Event, Pair> {
  events: fc.Arbitrary<Event[]>;
  /** They lead to every answer that matters, so that whether they are compared does not depend on chance. */
  examples: Event[][];
  runs: number;
  /** Opens a new pair for each history. */
  open(): Promise<Pair>;
  /** Applies an event to both. @returns both answers */
  apply(pair: Pair, event: Event): Promise<[real: unknown, naive: unknown]>;
  /** Finishes pending work in both, as the service's sweeps do. */
  sweep(pair: Pair): Promise<void>;
  /** What is compared after the last event, before and after a sweep. */
  states(pair: Pair): Promise<[real: unknown, naive: unknown]>;
  /** Further checks at the end. */
  finish?(pair: Pair): Promise<void>;
}

/** @returns every answer that the real system gave */
export async function compareHistories<Event, Pair>(of: Comparison<Event, Pair>): Promise<Set<unknown>> {
  const answers = new Set<unknown>();
  const compareStates = async (pair: Pair): Promise<void> => {
    const [real, naive] = await of.states(pair);
    expect(real).toEqual(naive);
  };
  await fc.assert(
    fc.asyncProperty(of.events, async (events) => {
      const pair = await of.open();
      for (const [no, event] of events.entries()) {
        const [real, naive] = await of.apply(pair, event);
        expect(real, `${no}: ${fc.stringify(event)}`).toEqual(naive);
        answers.add(real);
      }
      await compareStates(pair);
      await of.sweep(pair);
      await compareStates(pair);
      await of.finish?.(pair);
    }),
    { numRuns: of.runs, examples: of.examples.map((events) => [events]), ...LIMITS },
  );
  return answers;
}

export interface Concurrency<Setting, Event, System> {
  settings: fc.Arbitrary<Setting>;
  /** The events of a wave happen at once, the waves one after the other. */
  waves: fc.Arbitrary<Event[][]>;
  runs: number;
  open(setting: Setting): Promise<System>;
  apply(system: System, event: Event): Promise<unknown>;
  /** Finishes pending work, as the service's sweeps do. */
  sweep(system: System): Promise<void>;
  /** Checks what must hold after the last wave and a sweep. */
  check(system: System, setting: Setting): Promise<void>;
}

export async function runConcurrently<Setting, Event, System>(
  of: Concurrency<Setting, Event, System>,
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(of.settings, of.waves, async (setting, waves) => {
      const system = await of.open(setting);
      for (const wave of waves) await Promise.all(wave.map((event) => of.apply(system, event)));
      await of.sweep(system);
      await of.check(system, setting);
    }),
    { numRuns: of.runs, ...LIMITS },
  );
}
