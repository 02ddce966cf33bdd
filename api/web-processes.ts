/**
 * WEB_CONCURRENCY web processes on one port: each accepts connections when it is free. The primary replaces a process that exits
 * unexpectedly, and exits with 1 if they keep exiting.
 */
import cluster, { type Address, type Worker } from 'node:cluster';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Config } from '../core/config.ts';
import { gatherMetrics } from '../core/gathered-metrics.ts';
import type { Logger } from '../core/log.ts';
import { UsageError } from '../core/shutdown.ts';
import type { Listening } from './http/listen.ts';
import { urlOf } from './http/server-url.ts';

/** If more processes are replaced within this time, the cause is permanent. */
const MAX_REPLACED = 5;
const REPLACED_WITHIN_MS = 60_000;

export interface WebProcessesOptions {
  config: Pick<Config, 'host' | 'web_concurrency'>;
  log: Logger;
  /** Variables in addition to this process's own environment. */
  env: Record<string, string>;
  /** Called with a sentence when the processes keep exiting. */
  onLost?: ((sentence: string) => void) | undefined;
}

/** @returns once all of them listen @throws UsageError if one of them cannot; that process prints the reason */
export async function startWebProcesses({
  config,
  log,
  env,
  onLost,
}: WebProcessesOptions): Promise<Listening> {
  let closing = false;
  let replaced: number[] = [];
  gatherMetrics();
  // If the primary distributed connections, one could be in transit to a process that is closing, and be reset.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  cluster.setupPrimary({ exec: fileURLToPath(new URL('./main.js', import.meta.url)), args: [] });
  const fork = (): Worker => cluster.fork(env);
  const begun = Array.from({ length: config.web_concurrency }, fork);
  let addresses: Address[];
  try {
    addresses = await Promise.all(begun.map(listening));
  } catch (error) {
    closing = true;
    await endAll();
    throw error;
  }
  const replace = (worker: Worker, code: number | null, signal: string | null): void => {
    if (closing) return;
    const now = performance.now();
    replaced = [...replaced.filter((at) => at > now - REPLACED_WITHIN_MS), now];
    log.error({ process: worker.process.pid, code, signal }, 'a web process ended by itself');
    if (replaced.length > MAX_REPLACED) onLost?.(`Web processes keep ending (${signal ?? code}).`);
    else fork();
  };
  cluster.on('exit', replace);
  // One that listened may have ended while another was still starting.
  for (const worker of begun.filter((each) => each.isDead()))
    replace(worker, worker.process.exitCode, worker.process.signalCode);
  return {
    url: urlOf(config.host, (addresses[0] as Address).port),
    async close() {
      closing = true;
      await endAll();
    },
  };
}

async function listening(worker: Worker): Promise<Address> {
  const ended = once(worker, 'exit').then(() => {
    throw new UsageError('A web process did not start.');
  });
  const [address] = (await Promise.race([once(worker, 'listening'), ended])) as [Address];
  return address;
}

/** Each finishes its requests; the last one accepts connections until the others have exited. */
async function endAll(): Promise<void> {
  const [last, ...others] = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
  await Promise.all(others.map(end));
  if (last) await end(last);
}

async function end(worker: Worker): Promise<void> {
  if (worker.isDead()) return;
  const ended = once(worker, 'exit');
  worker.process.kill('SIGTERM');
  await ended;
}
