/** The command-line tool: as its own process, as people run it, and within this one, where hundreds of commands are tried. */
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { vi } from 'vitest';
import { runCommandLine } from '../../cli/run.ts';

const PROGRAM = fileURLToPath(new URL('../../cli/bin.mjs', import.meta.url));

export interface Ran {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface RunningCli {
  stdout(): string;
  stderr(): string;
  /** As Ctrl-C does. */
  interrupt(): void;
  ended: Promise<Ran>;
  pid: number;
}

/** A configuration of its own, for the address of a service. */
export class Cli {
  readonly folder: string;
  readonly env: Record<string, string>;

  private constructor(folder: string, env: Record<string, string>) {
    this.folder = folder;
    this.env = env;
  }

  /** @param env besides what every process needs */
  static async open(env: Record<string, string>): Promise<Cli> {
    const folder = await mkdtemp(join(tmpdir(), 'ushirika-cli-'));
    return new Cli(folder, { USHIRIKA_CONFIG: join(folder, 'config', 'config.json'), ...env });
  }

  /** With the same configuration file. */
  with(env: Record<string, string>): Cli {
    return new Cli(this.folder, { ...this.env, ...env });
  }

  close(): Promise<void> {
    return rm(this.folder, { recursive: true, force: true });
  }

  start(args: readonly string[], input = ''): RunningCli {
    const child = spawn(process.execPath, [PROGRAM, ...args], {
      env: { PATH: process.env['PATH'] ?? '', HOME: this.folder, ...this.env },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const ran: Ran = { code: null, stdout: '', stderr: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => (ran.stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (ran.stderr += text));
    // It may end without having read all.
    child.stdin.on('error', () => undefined).end(input);
    return {
      stdout: () => ran.stdout,
      stderr: () => ran.stderr,
      interrupt: () => child.kill('SIGINT'),
      ended: new Promise((resolve) => child.once('close', (code) => resolve({ ...ran, code }))),
      pid: child.pid ?? 0,
    };
  }

  /** Runs it as its own process. @param input what stdin has */
  run(args: readonly string[], input?: string): Promise<Ran> {
    return this.start(args, input).ended;
  }

  /** Runs it within this process: one at a time. */
  async runHere(args: readonly string[]): Promise<Ran> {
    const ran: Ran = { code: null, stdout: '', stderr: '' };
    const env = { ...process.env };
    Object.assign(process.env, this.env);
    const streams = [
      vi.spyOn(process.stdout, 'write').mockImplementation((text) => (ran.stdout += String(text)) !== ''),
      vi.spyOn(process.stderr, 'write').mockImplementation((text) => (ran.stderr += String(text)) !== ''),
    ];
    try {
      ran.code = await runCommandLine(args, new AbortController().signal);
    } finally {
      for (const stream of streams) stream.mockRestore();
      for (const name of Object.keys(this.env)) delete process.env[name];
      Object.assign(process.env, env);
    }
    return ran;
  }
}
