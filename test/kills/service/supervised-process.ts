/** A process that is started again whenever it has ended, killed or not. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Span } from '../accounting/serving.ts';
import { spawnProcess, type ServiceProcess } from '../../harness/processes.ts';
import type { Program } from './programs.ts';

/** Between an end that nobody caused and the next start, as supervisors of services pause. */
const RESTART_PAUSE_MS = 500;
const READY_WITHIN_MS = 120_000;

export interface End {
  name: string;
  /** Whether `kill` ended it. */
  killed: boolean;
  code: number | null;
  output: string;
}

export class SupervisedProcess {
  readonly program: Program;
  readonly #onEnd: (end: End) => void;
  #current: ServiceProcess | null = null;
  readonly #served: [from: number, to: number][] = [];
  #killing = false;
  #stopping = false;

  constructor(program: Program, onEnd: (end: End) => void) {
    this.program = program;
    this.#onEnd = onEnd;
  }

  /** Resolves once it serves. @throws Error if it ends before */
  async start(): Promise<void> {
    const process = await this.#spawn();
    await process.ready;
  }

  async #spawn(): Promise<ServiceProcess> {
    const { name, program, args = [], env } = this.program;
    const process = spawnProcess(program, args, (await env?.()) ?? {});
    this.#current = process;
    const served: [number, number] = [Infinity, Infinity];
    void process.ready.then(
      () => {
        served[0] = Date.now();
        this.#served.push(served);
      },
      () => undefined,
    );
    void process.ended.then(() => (served[1] = Date.now()));
    void process.ended.then(async (code) => {
      if (this.#stopping) return;
      const killed = this.#killing;
      this.#killing = false;
      this.#onEnd({ name, code, killed, output: process.output() });
      if (!killed) await delay(RESTART_PAUSE_MS);
      if (!this.#stopping) await this.#spawn();
    });
    return process;
  }

  /** Resolves once the present process, or one that follows it, serves. @throws Error if none does for minutes */
  async ready(): Promise<void> {
    const give_up_at = performance.now() + READY_WITHIN_MS;
    while (performance.now() < give_up_at) {
      const process = this.#current;
      const is_ready = process?.ready.then(
        () => true,
        () => false,
      );
      const served = await Promise.race([is_ready, delay(READY_WITHIN_MS, false, { ref: false })]);
      if (served && process === this.#current && process?.child.exitCode === null) return;
      await delay(50);
    }
    throw new Error(
      `${this.program.name} is not ready after ${READY_WITHIN_MS / 1_000} s:\n${this.output()}`,
    );
  }

  get serves(): boolean {
    return this.#served.at(-1)?.[1] === Infinity;
  }

  /** When it served. */
  get served(): readonly Span[] {
    return this.#served;
  }

  /** kill -9; it is started again at once. @returns false if there is none, because it has ended by itself */
  async kill(): Promise<boolean> {
    const process = this.#current;
    if (!process || process.child.exitCode !== null || process.child.signalCode !== null) return false;
    this.#killing = true;
    await process.kill();
    return true;
  }

  async stop(how: 'kill' | 'terminate'): Promise<void> {
    this.#stopping = true;
    await this.#current?.[how]();
  }

  /** Tells it to end, without waiting for it. */
  abandon(): void {
    this.#stopping = true;
    this.#current?.child.kill('SIGTERM');
  }

  output(): string {
    return this.#current?.output() ?? '';
  }
}
