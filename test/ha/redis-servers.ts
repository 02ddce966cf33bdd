/** Redis servers, sentinels and clusters as processes on this machine, which keep nothing on disk and may be killed or frozen. */
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { until } from '../harness/index.ts';
import { freePorts } from '../kills/service/ports.ts';
import { Child } from './child.ts';

/** As short as a busy machine allows; the documentation recommends five seconds. */
const DOWN_AFTER_MS = 2_000;

const missing = ['redis-server', 'redis-sentinel', 'redis-cli'].filter(
  (program) => spawnSync(program, ['--version']).status !== 0,
);

/** Said in the name of a test that cannot run here; empty if it can. */
export const REDIS_MISSING = missing.length > 0 ? ` (SKIPPED: ${missing.join(', ')} missing)` : '';

export class RedisServer extends Child {
  readonly port: number;
  readonly #program: string;
  readonly #args: string[];

  constructor(port: number, program: string, args: string[]) {
    super();
    this.port = port;
    this.#program = program;
    this.#args = args;
  }

  async start(): Promise<void> {
    this.run(this.#program, this.#args);
    await until(`Redis on port ${this.port} answers`, async () => {
      this.expectRunning();
      return (await this.ask('ping')) === 'PONG';
    });
  }

  /** @throws when it does not answer */
  async ask(command: string, ...parameters: string[]): Promise<unknown> {
    const redis = new Redis({
      port: this.port,
      lazyConnect: true,
      retryStrategy: () => null,
      commandTimeout: 1_000,
      enableReadyCheck: false,
    });
    redis.on('error', () => undefined);
    try {
      await redis.connect();
      return await redis.call(command, ...parameters);
    } finally {
      redis.disconnect();
    }
  }
}

/** What fails over by itself. */
export interface RedisSet {
  url: string;
  servers: RedisServer[];
  /** The server that takes writes for this key now. */
  masterOf(key: string): Promise<RedisServer>;
  /** Resolves once each server has its part again, after all were started. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

const MASTER = 'ushirika';

/** A master with two replicas, and three sentinels. */
export async function startSentinelSet(): Promise<RedisSet> {
  const folder = await mkdtemp(join(tmpdir(), 'ushirika-sentinel-'));
  const [first, ...others] = (await freePorts(6)) as [number, ...number[]];
  const replica = ['--replicaof', `127.0.0.1 ${first}`];
  const servers = [
    server(first, folder, []),
    ...others.slice(0, 2).map((port) => server(port, folder, replica)),
  ];
  const sentinels = await Promise.all(
    others.slice(2).map(async (port) => {
      const file = join(folder, `sentinel-${port}.conf`);
      await writeFile(
        file,
        [
          `port ${port}`,
          'bind 127.0.0.1',
          `dir ${folder}`,
          `sentinel monitor ${MASTER} 127.0.0.1 ${first} 2`,
          `sentinel down-after-milliseconds ${MASTER} ${DOWN_AFTER_MS}`,
          `sentinel failover-timeout ${MASTER} ${DOWN_AFTER_MS * 3}`,
          '',
        ].join('\n'),
      );
      return new RedisServer(port, 'redis-sentinel', [file]);
    }),
  );
  for (const each of [...servers, ...sentinels]) await each.start();
  const master = async (): Promise<RedisServer> => {
    const [asked] = sentinels as [RedisServer];
    const [, port] = (await asked.ask('sentinel', 'get-master-addr-by-name', MASTER)) as string[];
    return servers.find((each) => each.port === Number(port)) as RedisServer;
  };
  const settled = async (): Promise<void> => {
    await until('the replicas follow the master, and the sentinels know each other', async () => {
      const info = String(await (await master()).ask('info', 'replication'));
      const known = await Promise.all(sentinels.map((each) => each.ask('sentinel', 'sentinels', MASTER)));
      const following = info.match(/state=online/g) ?? [];
      return following.length === 2 && known.every((others) => (others as unknown[]).length === 2);
    });
  };
  await settled();
  return {
    url: `redis+sentinel://${sentinels.map(({ port }) => `127.0.0.1:${port}`).join(',')}/${MASTER}`,
    servers,
    masterOf: master,
    settled,
    close: () => closeAll([...sentinels, ...servers], folder),
  };
}

/** Three masters with a replica each. */
export async function startCluster(): Promise<RedisSet> {
  const folder = await mkdtemp(join(tmpdir(), 'ushirika-cluster-'));
  const ports = await freePorts(12);
  const servers = ports
    .slice(0, 6)
    .map((port, i) =>
      server(port, folder, [
        '--cluster-enabled',
        'yes',
        '--cluster-port',
        String(ports[i + 6]),
        '--cluster-config-file',
        `nodes-${port}.conf`,
        '--cluster-node-timeout',
        String(DOWN_AFTER_MS),
        '--cluster-allow-replica-migration',
        'no',
      ]),
    );
  await Promise.all(servers.map((each) => each.start()));
  const addresses = servers.map(({ port }) => `127.0.0.1:${port}`);
  const created = spawnSync(
    'redis-cli',
    ['--cluster', 'create', ...addresses, '--cluster-replicas', '1', '--cluster-yes'],
    { encoding: 'utf8' },
  );
  if (created.status !== 0) throw new Error(`no cluster: ${created.stdout}${created.stderr}`);
  const settled = async (): Promise<void> => {
    await until('every master of the cluster has its replica', async () => {
      const info = await Promise.all(servers.map((each) => each.ask('info', 'replication')));
      const online = info.flatMap((each) => String(each).match(/state=online/g) ?? []);
      const states = await Promise.all(servers.map((each) => each.ask('cluster', 'info')));
      return online.length === 3 && states.every((each) => String(each).includes('cluster_state:ok'));
    });
  };
  await settled();
  return {
    url: `redis+cluster://${addresses.slice(0, 3).join(',')}`,
    servers,
    async masterOf(key) {
      const slot = Number(await Promise.any(servers.map((each) => each.ask('cluster', 'keyslot', key))));
      for (const each of servers) {
        const slots = await each.ask('cluster', 'slots').catch(() => []);
        for (const [first, last, [, port]] of slots as [number, number, [string, number]][])
          if (first <= slot && slot <= last) return servers.find((one) => one.port === port) as RedisServer;
      }
      throw new Error(`nobody has slot ${slot}`);
    },
    settled,
    close: () => closeAll(servers, folder),
  };
}

function server(port: number, folder: string, args: string[]): RedisServer {
  return new RedisServer(port, 'redis-server', [
    '--port',
    String(port),
    '--bind',
    '127.0.0.1',
    '--dir',
    folder,
    '--save',
    '',
    '--appendonly',
    'no',
    '--maxmemory-policy',
    'noeviction',
    '--repl-diskless-sync-delay',
    '0',
    '--dbfilename',
    `${port}.rdb`,
    ...args,
  ]);
}

async function closeAll(servers: RedisServer[], folder: string): Promise<void> {
  await Promise.all(servers.map((each) => each.kill()));
  await rm(folder, { recursive: true, force: true });
}
