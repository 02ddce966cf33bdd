/** PostgreSQL with one asynchronous replica that replays when the test wants, each a process of its own. */
import { once } from 'node:events';
import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import pg from 'pg';
import { processesIn } from '../../harness/processes.ts';
import { until } from '../../harness/wait.ts';
import { freePorts } from '../../kills/service/ports.ts';
import { missing, Place, postgresFolder } from './engine.ts';

export const MISSING = missing('postgresql');

const SETTINGS = ['max_connections=200', 'shared_buffers=64MB', 'fsync=off', 'unix_socket_directories='];

interface Server {
  name: 'primary' | 'replica';
  port: number;
  process: ChildProcess | null;
}

export class ReplicatedPostgres {
  readonly #place: Place;
  readonly #primary: Server;
  readonly #replica: Server;

  private constructor(place: Place, ports: number[]) {
    this.#place = place;
    const [primary = 0, replica = 0] = ports;
    this.#primary = { name: 'primary', port: primary, process: null };
    this.#replica = { name: 'replica', port: replica, process: null };
  }

  static async start(): Promise<ReplicatedPostgres> {
    const servers = new ReplicatedPostgres(await Place.open(), await freePorts(2));
    const place = servers.#place;
    try {
      const data = await place.folder('primary');
      await place.run('initdb', [
        program('initdb'),
        '-D',
        data,
        '-U',
        'postgres',
        '-A',
        'trust',
        '-E',
        'UTF8',
      ]);
      await servers.#startServer(servers.#primary);
      for (const statement of [
        'create role ushirika login',
        'grant pg_read_all_stats to ushirika',
        'create database ushirika owner ushirika',
      ])
        await servers.onPrimary(statement, '/postgres');
      const copy = await place.folder('replica');
      const from = ['-h', '127.0.0.1', '-p', String(servers.#primary.port), '-U', 'postgres'];
      await place.run('copy', [
        program('pg_basebackup'),
        ...from,
        '-D',
        copy,
        '-R',
        '-c',
        'fast',
        '-X',
        'stream',
      ]);
      await servers.startReplica();
      return servers;
    } catch (error) {
      await servers.stop(true);
      throw error;
    }
  }

  get url(): string {
    return `postgresql://ushirika@127.0.0.1:${this.#primary.port}/ushirika`;
  }

  get read_url(): string {
    return `postgresql://ushirika@127.0.0.1:${this.#replica.port}/ushirika`;
  }

  /** As the superuser. */
  onPrimary(statement: string, database = '/ushirika'): Promise<pg.QueryResult> {
    return this.#query(this.#primary, statement, database);
  }

  onReplica(statement: string): Promise<pg.QueryResult> {
    return this.#query(this.#replica, statement, '/ushirika');
  }

  /** Changes no longer reach what readers see, until `replay`. */
  async lag(): Promise<void> {
    await this.onReplica('select pg_wal_replay_pause()');
    await until('it is paused', async () => {
      const { rows } = await this.onReplica('select pg_get_wal_replay_pause_state() as state');
      return rows[0].state === 'paused';
    });
  }

  async replay(): Promise<void> {
    await this.onReplica('select pg_wal_replay_resume()');
  }

  async startReplica(): Promise<void> {
    await this.#startServer(this.#replica);
  }

  /** Every process of the replica gets it. */
  async signalReplica(signal: NodeJS.Signals): Promise<void> {
    const ended = signal === 'SIGKILL' && this.#replica.process ? once(this.#replica.process, 'exit') : null;
    for (const pid of await processesIn(join(this.#place.path, 'replica'))) process.kill(pid, signal);
    await ended;
  }

  async stop(keep = false): Promise<void> {
    await this.#place.close(keep);
  }

  async #startServer(server: Server): Promise<void> {
    const { name, port } = server;
    const settings = [...SETTINGS, `port=${port}`].flatMap((setting) => ['-c', setting]);
    const data = join(this.#place.path, name);
    server.process = this.#place.start(name, [program('postgres'), '-D', data, ...settings], data);
    await until(`the ${name} answers`, () => this.#query(server, 'select 1', '/postgres'));
  }

  async #query({ port }: Server, statement: string, database: string): Promise<pg.QueryResult> {
    const client = new pg.Client({ connectionString: `postgresql://postgres@127.0.0.1:${port}${database}` });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return await client.query(statement);
    } finally {
      await client.end();
    }
  }
}

const program = (name: string): string => join(postgresFolder() ?? '', name);
