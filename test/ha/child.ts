/** A program on this machine that may be killed, frozen and started again. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

export class Child {
  #process: ChildProcess | null = null;

  protected run(program: string, args: string[]): void {
    this.#process = spawn(program, args, { stdio: 'ignore' });
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
