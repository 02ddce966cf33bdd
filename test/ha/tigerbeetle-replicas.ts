/** A TigerBeetle cluster of three replicas as processes on this machine, each of which may be killed or frozen. */
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../harness/index.ts';
import { freePorts } from '../kills/service/ports.ts';
import { Child } from './child.ts';

const REPLICAS = 3;

/** The program of the release that the client needs; TigerBeetle is in no package registry. */
const BINARY = process.env['TIGERBEETLE_BINARY'] ?? '';

/** Said in the name of a test that cannot run here; empty if it can. */
export const TIGERBEETLE_MISSING = BINARY === '' ? ' (SKIPPED: TIGERBEETLE_BINARY is not set)' : '';

export class Replica extends Child {
  readonly #file: string;
  readonly #port: number;
  readonly #addresses: string;

  constructor(file: string, port: number, addresses: string) {
    super();
    this.#file = file;
    this.#port = port;
    this.#addresses = addresses;
  }

  format(no: number): void {
    const args = [`--cluster=0`, `--replica=${no}`, `--replica-count=${REPLICAS}`, this.#file];
    const { status, stderr } = spawnSync(BINARY, ['format', ...args], { encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
  }

  /** Resolves once it listens, which it does after it has read its file. */
  async start(): Promise<void> {
    const args = [`--addresses=${this.#addresses}`, '--cache-grid=256MiB', this.#file];
    this.run(BINARY, ['start', ...args]);
    await until(`the replica on port ${this.#port} listens`, () => {
      this.expectRunning();
      return listens(this.#port);
    });
  }
}

export interface ReplicaSet {
  addresses: string;
  replicas: Replica[];
  close(): Promise<void>;
}

export async function startReplicas(): Promise<ReplicaSet> {
  const folder = await mkdtemp(join(tmpdir(), 'ushirika-tigerbeetle-'));
  const ports = await freePorts(REPLICAS);
  const addresses = ports.map((port) => `127.0.0.1:${port}`).join(',');
  const replicas = ports.map((port, no) => new Replica(join(folder, `0_${no}.tigerbeetle`), port, addresses));
  const close = async (): Promise<void> => {
    await Promise.all(replicas.map((replica) => replica.kill()));
    await rm(folder, { recursive: true, force: true });
  };
  try {
    replicas.forEach((replica, no) => replica.format(no));
    await Promise.all(replicas.map((replica) => replica.start()));
  } catch (error) {
    await close();
    throw error;
  }
  return { addresses, replicas, close };
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
