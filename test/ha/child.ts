/** A program on this machine that may be killed, frozen and started again. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** Characters of what it printed last. */
const OUTPUT_KEPT = 2_000;

export abstract class Child {
  #process: ChildProcess | null = null;
  #printed = '';

  /** Resolves once it serves, also after it was killed. */
  abstract start(): Promise<void>;

  protected run(program: string, args: string[]): void {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    this.#printed = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        this.#printed = (this.#printed + chunk.toString()).slice(-OUTPUT_KEPT);
      });
    this.#process = child;
    // Whatever ends this process leaves no other behind.
    const end = () => child.kill('SIGKILL');
    process.once('exit', end);
    child.once('exit', () => process.off('exit', end));
  }

  /** @throws with what it printed, if it has ended by itself */
  protected expectRunning(): void {
    const code = this.#process?.exitCode;
    if (typeof code === 'number') throw new Error(`ended with ${code}: ${this.#printed}`);
  }

  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    this.#process?.kill(signal);
  }

  /** Resolves once it has ended. */
  async kill(): Promise<void> {
    const child = this.#process;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }
}

/** What is done to a program. @returns what ends it */
export const FAULTS: Readonly<Record<'killed' | 'frozen', (child: Child) => Promise<() => Promise<void>>>> = {
  async killed(child) {
    await child.kill();
    return () => child.start();
  },
  frozen(child) {
    child.signal('SIGSTOP');
    return Promise.resolve(() => Promise.resolve(child.signal('SIGCONT')));
  },
};
