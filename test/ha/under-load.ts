/**
 * Failovers of an engine, one after the other, while requests of all flows go on (payments, transfers, deposits, loans, webhooks);
 * `HA_FAILOVERS` is how many: `HA_FAILOVERS=20 npm run test:ha -- failovers`.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Span } from '../kills/accounting/serving.ts';
import { describe, type Results } from '../kills/results.ts';
import { disturbAndCheck } from '../kills/run.ts';
import type { Stores } from '../kills/service/processes.ts';

export const FAILOVERS = Number(process.env['HA_FAILOVERS'] ?? 2);

/** Work goes on for so long between two faults, and between a fault and its end. */
const PAUSE_MS = 3_000;
const PER_FAILOVER_MS = 60_000;

export const FAILOVERS_TIMEOUT_MS = 300_000 + FAILOVERS * PER_FAILOVER_MS;

/**
 * What is done to an engine. @param turn counts the faults from 0
 * @returns once another server does the work, what ends the fault; that resolves once the server takes part again
 */
type Strike = (turn: number) => Promise<() => Promise<void>>;

export interface Engine {
  /** By name, in turn. */
  faults: Readonly<Record<string, Strike>>;
  /** The service does all its work again within so long after that, in milliseconds. */
  noticed_within_ms: number;
}

/** @returns what was found, after it was compared: nothing is lost, doubled or different; and how long each failover took */
export async function failOverUnderLoad(
  stores: Stores,
  { faults, noticed_within_ms }: Engine,
): Promise<Results & { took_ms: number[] }> {
  const took_ms: number[] = [];
  const in_turn = Object.entries(faults);
  const seed = Number(process.env['HA_SEED'] ?? Date.now() % 1_000_000);
  const results = await disturbAndCheck(seed, stores, async () => {
    const kills = new Map<string, number>();
    const working: [from: number, to: number][] = [[0, Infinity]];
    for (let turn = 0; turn < FAILOVERS; turn += 1) {
      await delay(PAUSE_MS);
      const [fault, strike] = in_turn[turn % in_turn.length] as [string, Strike];
      const began = Date.now();
      (working.at(-1) as [number, number])[1] = began;
      const mend = await strike(turn);
      took_ms.push(Date.now() - began);
      working.push([Date.now() + noticed_within_ms, Infinity]);
      kills.set(fault, (kills.get(fault) ?? 0) + 1);
      await delay(PAUSE_MS);
      await mend();
    }
    return { kills, worked: (): readonly Span[] => working };
  });
  const seconds = took_ms.map((each) => (each / 1_000).toFixed(1));
  console.log(`${describe(results)}; another server after ${seconds.join(', ')} s`);
  const { lost, doubled, differences, verified } = results;
  expect({ lost, doubled, differences, verified }).toEqual({
    lost: [],
    doubled: [],
    differences: [],
    verified: true,
  });
  return { ...results, took_ms };
}
