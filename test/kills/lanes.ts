/** Runs flows by chance, several at once. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Random } from '../crash/random.ts';
import type { Flow } from './flows/flow.ts';

/** Between two flows of a lane: the processes have to be started again on the same processors. */
const PAUSE_MS = 100;

export class Lanes<World> {
  /** What flows met that they do not expect. */
  readonly faults: string[] = [];
  readonly #world: World;
  readonly #random: Random;
  readonly #flows: readonly Flow<World>[];
  readonly #tickets: Flow<World>[];
  #under_way = 0;
  #open = true;
  #gate: Promise<void> = Promise.resolve();
  #lanes: Promise<unknown> = Promise.resolve();

  constructor(world: World, flows: readonly Flow<World>[], random: Random) {
    this.#world = world;
    this.#random = random;
    this.#tickets = flows.flatMap((flow) => Array.from({ length: flow.share }, () => flow));
    this.#flows = flows;
  }

  /** @param count flows at once; each flow is run once before chance decides */
  start(count: number): void {
    const first = [...this.#flows];
    const lane = async (): Promise<void> => {
      while (this.#open) {
        await this.#gate;
        await this.#run(first.shift() ?? this.#random.pick(this.#tickets));
        await delay(PAUSE_MS);
      }
    };
    this.#lanes = Promise.all(Array.from({ length: count }, lane));
  }

  async #run({ name, run }: Flow<World>): Promise<void> {
    this.#under_way += 1;
    try {
      await run(this.#world);
    } catch (error) {
      this.faults.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    } finally {
      this.#under_way -= 1;
    }
  }

  /** Does this while no flow is under way. */
  async alone(work: Flow<World>): Promise<void> {
    let open = (): void => undefined;
    this.#gate = new Promise((resolve) => (open = resolve));
    try {
      while (this.#under_way > 0) await delay(20);
      await this.#run(work);
    } finally {
      open();
    }
  }

  /** Begins no more flows. Resolves once those under way have ended. */
  async close(): Promise<void> {
    this.#open = false;
    await this.#lanes;
  }
}
