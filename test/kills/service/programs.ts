/** The processes of the service and around it, as they are started. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface Program {
  name: string;
  /** Below dist/. */
  program: string;
  args?: string[];
  /** Asked at each start. */
  env?: () => Promise<Record<string, string>>;
  /** How often it is killed, compared with the others. */
  share: number;
  /** Whether it does jobs. */
  works?: true;
}

/** A server of this process that the service reaches through a front. */
export interface Outside {
  port: number;
  /** Where the front listens. */
  front: number;
}

export interface OutsideProvider extends Outside {
  /** The variable that tells the service where the provider is, and the path there. */
  variable: string;
  path: string;
}

export interface Layout {
  data_dir: string;
  /** Ports of the processes that serve requests. */
  ports: { main: number; web_a: number; web_b: number };
  receiver: Outside;
  providers: readonly OutsideProvider[];
  /** Where the queues are; in PostgreSQL when null. */
  redis_url: string | null;
  /** URLs of one database, which the processes use in turn; null: `npm start` runs it. */
  database_urls: readonly [string, string] | null;
  /** Of the cluster that has the ledger; in PostgreSQL when null. */
  tigerbeetle_addresses: string | null;
}

const FRONT = 'test/kills/service/front.js';

/** The first one runs PostgreSQL unless it is somebody else's, so that it has to be started before the others. */
export function programsOf(layout: Layout): [Program, ...Program[]] {
  const { ports, receiver, providers, data_dir, database_urls } = layout;
  const pairs = (outsides: readonly Outside[]) => outsides.map(({ port, front }) => `${front}:${port}`);
  const a = () => environmentOf(layout, 0);
  const b = () => environmentOf(layout, 1);
  const on = (port: number, env: typeof a) => async () => ({ ...(await env()), PORT: String(port) });
  const all_in_one = () =>
    Promise.resolve({ ...settingsOf(layout), DATA_DIR: data_dir, PORT: String(ports.main) });
  const main: Program = {
    name: 'npm start',
    program: 'commands/start.js',
    env: all_in_one,
    share: 1,
    works: true,
  };
  const others: [Program, ...Program[]] = [
    { name: 'web a', program: 'api/main.js', env: on(ports.web_a, a), share: 4 },
    { name: 'web b', program: 'api/main.js', env: on(ports.web_b, b), share: 4 },
    { name: 'worker a', program: 'workers/main.js', args: ['all'], env: b, share: 5, works: true },
    { name: 'worker b', program: 'workers/main.js', args: ['all'], env: a, share: 5, works: true },
    { name: 'providers', program: FRONT, args: pairs(providers), share: 2 },
    { name: 'receiver', program: FRONT, args: pairs([receiver]), share: 2 },
  ];
  return database_urls ? others : [main, ...others];
}

/** What a process beside `npm start` is told; the database is where its main process has put it. */
export async function environmentOf(layout: Layout, turn: 0 | 1 = 0): Promise<Record<string, string>> {
  const { data_dir, database_urls } = layout;
  if (database_urls) return { ...settingsOf(layout), DATABASE_URL: database_urls[turn] };
  const read = async (name: string): Promise<string> => (await readFile(join(data_dir, name), 'utf8')).trim();
  const [password, port] = [await read('postgres-password'), await read('postgres-port')];
  const DATABASE_URL = `postgresql://ushirika:${password}@127.0.0.1:${port}/ushirika`;
  return { ...settingsOf(layout), DATABASE_URL };
}

function settingsOf({ ports, providers, redis_url, tigerbeetle_addresses }: Layout): Record<string, string> {
  return {
    ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
    ALLOW_PRIVATE_WEBHOOKS: 'true',
    // Where providers call back.
    PUBLIC_URL: addressOf(ports.web_a),
    ...(redis_url ? { REDIS_URL: redis_url } : {}),
    ...(tigerbeetle_addresses
      ? { LEDGER_BACKEND: 'tigerbeetle', TIGERBEETLE_ADDRESSES: tigerbeetle_addresses }
      : {}),
    ...Object.fromEntries(providers.map(({ variable, front, path }) => [variable, addressOf(front) + path])),
  };
}

export function addressOf(port: number): string {
  return `http://127.0.0.1:${port}`;
}
