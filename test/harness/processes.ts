/** The built service as separate processes, to be killed at any moment. `npm test` builds first. */
import { spawn, type ChildProcess, type SpawnOptions as SpawnOptionsOfNode } from 'node:child_process';
import { readdir, readlink } from 'node:fs/promises';
import { resolve } from 'node:path';

/** npm and vitest run in the root of the repository. */
const DIST = `${resolve('dist')}/`;

export interface ServiceProcess {
  child: ChildProcess;
  /** What it has printed so far. */
  output(): string;
  /** Resolves with the base URL (web) or queue names (worker) once it serves. */
  ready: Promise<string>;
  /** kill -9, and wait for its end. */
  kill(): Promise<void>;
  /** SIGTERM, and wait for its end. @returns the exit code */
  terminate(): Promise<number | null>;
  /** SIGINT, as Ctrl-C sends it, and wait for its end. @returns the exit code */
  interrupt(): Promise<number | null>;
  /** Its exit code once it has ended, null when a signal ended it. */
  ended: Promise<number | null>;
}

/** Where and as whom it runs; here and as ourselves when left out. */
export interface SpawnOptions extends Pick<SpawnOptionsOfNode, 'cwd' | 'uid' | 'gid' | 'detached'> {
  /** The build to run, with a slash at its end; this one when left out. */
  dist?: string;
}

/** @param program below dist/, e.g. `api/main.js` */
export function spawnProcess(
  program: string,
  args: string[],
  env: Record<string, string>,
  { dist = DIST, ...options }: SpawnOptions = {},
): ServiceProcess {
  const child = spawn(process.execPath, [dist + program, ...args], {
    ...options,
    env: {
      PATH: process.env['PATH'] ?? '',
      LOG_LEVEL: 'warn',
      PORT: '0',
      RATE_LIMIT_PER_MINUTE: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const ready = new Promise<string>((resolve, reject) => {
    const take = (chunk: Buffer): void => {
      printed += chunk.toString();
      const line = /^ready (.*)$/m.exec(printed);
      if (line?.[1]) resolve(line[1]);
    };
    child.stdout?.on('data', take);
    child.stderr?.on('data', take);
    void ended.then((code) =>
      reject(new Error(`${program} ended with ${code} before it was ready:\n${printed}`)),
    );
  });
  ready.catch(() => undefined);
  const stop = async (signal: NodeJS.Signals): Promise<number | null> => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    return ended;
  };
  return {
    child,
    output: () => printed,
    ready,
    kill: async () => void (await stop('SIGKILL')),
    terminate: () => stop('SIGTERM'),
    interrupt: () => stop('SIGINT'),
    ended,
  };
}

/** kill -9 of a process that may have ended by itself since it was listed. */
export function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It was quicker.
  }
}

/** Processes whose working directory is in the folder: the service's own and PostgreSQL's. */
export async function processesIn(folder: string): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const places = await Promise.all(pids.map((pid) => readlink(`/proc/${pid}/cwd`).catch(() => '')));
  return pids
    .filter((_pid, i) => places[i] === folder || places[i]?.startsWith(`${folder}/`))
    .map(Number)
    .filter((pid) => pid !== process.pid);
}
