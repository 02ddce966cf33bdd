/** Measures books of several sizes in turn with the first one, so that a slow moment of the machine affects both. */
import { percentile } from '../harness.ts';

/** Turns in which the two are measured. */
const TURNS = 5;

export type Read = () => Promise<unknown>;

async function once_ms(read: Read): Promise<number> {
  const started = performance.now();
  await read();
  return performance.now() - started;
}

export interface Compared {
  median_ms: number;
  /** Its rate, compared with that of the first book. */
  ratio: number;
}

/** @param times that each read is repeated in a turn */
export async function compare(
  reads: Record<string, Read>,
  first: Record<string, Read>,
  times: number,
): Promise<Record<string, Compared>> {
  const compared: Record<string, Compared> = {};
  for (const [name, read] of Object.entries(reads)) {
    const own_ms: number[] = [];
    const first_ms: number[] = [];
    for (let turn = 0; turn < TURNS; turn++) {
      for (let i = 0; i < times; i++) own_ms.push(await once_ms(read));
      for (let i = 0; i < times; i++) first_ms.push(await once_ms(first[name] as Read));
    }
    const median_ms = percentile(own_ms, 50);
    compared[name] = { median_ms, ratio: percentile(first_ms, 50) / median_ms };
  }
  return compared;
}

/** As fields of a result line. */
export function fieldsOf(compared: Record<string, Compared>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(compared).flatMap(([name, { median_ms, ratio }]) => [
      [`${name}_per_s`, 1_000 / median_ms],
      [`${name}_ratio`, ratio],
    ]),
  );
}
