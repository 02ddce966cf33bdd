/** PostgreSQL with a synchronous standby, as docs/operating/high-availability.md describes it: Patroni, etcd and HAProxy. */
import { spawnSync, type ChildProcess } from 'node:child_process';
import pg from 'pg';
import { processesIn } from '../../harness/processes.ts';
import { until } from '../../harness/wait.ts';
import { freePorts } from '../../kills/service/ports.ts';
import { missing, pathOf, Place, postgresFolder } from './engine.ts';

/** In the order of the documentation's example. */
const TIMES = { ttl: 20, loop_wait: 2, retry_timeout: 4 };
const PASSWORD = 'of-the-tests';
/** After a start of the cluster, or of one member of it. */
const READY_WITHIN_MS = 120_000;

/** An earlier one lets a primary that was frozen take the leader's lock back from its successor (patroni/patroni#2689). */
const OLDEST_PATRONI = '3.0.4';

/** Programs that the cluster needs and this machine lacks; an old Patroni counts as none. */
export const MISSING = [
  ...missing('postgresql', 'etcd', 'haproxy'),
  ...(patroniIsRecent() ? [] : [`Patroni ${OLDEST_PATRONI} or later`]),
];

/** What becomes of the primary's machine. */
export type Fault = 'killed' | 'lost' | 'cut off';

interface Member {
  name: string;
  port: number;
  rest_port: number;
  folder: string;
  config: string;
  patroni: ChildProcess | null;
}

interface ClusterState {
  members: { name: string; role: string; state: string }[];
}

export class PatroniCluster {
  readonly #place: Place;
  readonly #members: Member[] = [];
  #haproxy_port = 0;

  private constructor(place: Place) {
    this.#place = place;
  }

  static async start(members = ['one', 'two']): Promise<PatroniCluster> {
    const place = await Place.open();
    const cluster = new PatroniCluster(place);
    try {
      const [etcd = 0, peer = 0, haproxy = 0, ...ports] = await freePorts(3 + 2 * members.length);
      cluster.#haproxy_port = haproxy;
      await startEtcd(place, etcd, peer);
      for (const [i, name] of members.entries()) {
        const [port = 0, rest_port = 0] = ports.slice(2 * i);
        const folder = await place.folder(name);
        const member = { name, port, rest_port, folder, config: '', patroni: null };
        member.config = await place.file(`${name}.yml`, patroniSettings(member, etcd));
        cluster.#members.push(member);
      }
      await place.file('haproxy.cfg', haproxySettings(haproxy, cluster.#members));
      place.start('haproxy', [pathOf('haproxy') as string, '-f', `${place.path}/haproxy.cfg`]);
      for (const member of cluster.#members) cluster.#startPatroni(member);
      await cluster.healthy();
      await cluster.#createDatabase();
      return cluster;
    } catch (error) {
      await cluster.stop(true);
      throw error;
    }
  }

  get folder(): string {
    return this.#place.path;
  }

  /** Through HAProxy. */
  get proxied_url(): string {
    return databaseUrl(`127.0.0.1:${this.#haproxy_port}`);
  }

  /** All members, for a client that chooses among them. */
  get several_url(): string {
    const servers = this.#members.map(({ port }) => `127.0.0.1:${port}`).join(',');
    return `${databaseUrl(servers)}?target_session_attrs=read-write`;
  }

  /** Resolves once there is a primary with a synchronous standby. @returns the primary's name */
  async healthy(): Promise<string> {
    return until(
      'there is a primary with a synchronous standby',
      async () => {
        const { members } = await this.#state();
        const running = members.filter(({ state }) => state === 'running' || state === 'streaming');
        const roles = running.map(({ role }) => role);
        if (running.length < this.#members.length || !roles.includes('sync_standby')) return null;
        return running.find(({ role }) => role === 'leader')?.name;
      },
      READY_WITHIN_MS,
    );
  }

  /**
   * Does that to the primary, and waits until another member is.
   * @returns what ends it; that resolves once every member is there again
   */
  async strike(fault: Fault): Promise<() => Promise<void>> {
    const primary = this.#member(await this.healthy());
    await this.#signal(primary, fault === 'cut off' ? 'SIGSTOP' : 'SIGKILL', fault !== 'killed');
    await until(
      'another member is the primary',
      async () => {
        const { members } = await this.#state(primary);
        const leader = members.find(({ role, state }) => role === 'leader' && state === 'running');
        return leader !== undefined && leader.name !== primary.name;
      },
      READY_WITHIN_MS,
    );
    return () => this.#mend(primary.name);
  }

  /** @param replaced the primary that was struck, which must not become it again by coming back */
  async #mend(replaced: string): Promise<void> {
    for (const member of this.#members) {
      await this.#signal(member, 'SIGCONT', true);
      if (hasEnded(member)) this.#startPatroni(member);
    }
    const primary = await this.healthy();
    if (primary === replaced) throw new Error(`${replaced} took the leader's lock back when it returned`);
  }

  async stop(keep = false): Promise<void> {
    for (const member of this.#members) await this.#signal(member, 'SIGKILL', true);
    await this.#place.close(keep);
  }

  #startPatroni(member: Member): void {
    member.patroni = this.#place.start(
      member.name,
      [pathOf('patroni') as string, member.config],
      member.folder,
    );
  }

  /** @param patroni whether Patroni gets it, too */
  async #signal({ folder, patroni }: Member, signal: NodeJS.Signals, and_patroni: boolean): Promise<void> {
    const pids = await processesIn(folder);
    for (const pid of pids) {
      if (!and_patroni && pid === patroni?.pid) continue;
      try {
        process.kill(pid, signal);
      } catch {
        // It has ended meanwhile.
      }
    }
  }

  #member(name: string): Member {
    return this.#members.find((member) => member.name === name) as Member;
  }

  /** @param but not asked, because it may not answer */
  async #state(but?: Member): Promise<ClusterState> {
    const asked = this.#members.filter((member) => member !== but);
    return Promise.any(
      asked.map(async ({ rest_port }) => {
        const answer = await fetch(`http://127.0.0.1:${rest_port}/cluster`, {
          signal: AbortSignal.timeout(2_000),
        });
        return (await answer.json()) as ClusterState;
      }),
    );
  }

  async #createDatabase(): Promise<void> {
    const url = new URL(this.proxied_url);
    url.username = 'postgres';
    url.pathname = '/postgres';
    await until('the database is created', async () => {
      const client = new pg.Client({ connectionString: url.href });
      client.on('error', () => undefined);
      await client.connect();
      try {
        await client.query(`create role ushirika login password '${PASSWORD}'`).catch(() => undefined);
        await client.query('create database ushirika owner ushirika');
      } finally {
        await client.end();
      }
      return true;
    });
  }
}

function hasEnded({ patroni }: Member): boolean {
  return !patroni || patroni.exitCode !== null || patroni.signalCode !== null;
}

function patroniIsRecent(): boolean {
  const program = pathOf('patroni');
  if (!program) return false;
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' });
  const [version = ''] = /\d+(\.\d+)+/.exec(stdout) ?? [];
  return version !== '' && version.localeCompare(OLDEST_PATRONI, 'en', { numeric: true }) >= 0;
}

const databaseUrl = (servers: string): string => `postgresql://ushirika:${PASSWORD}@${servers}/ushirika`;

async function startEtcd(place: Place, port: number, peer_port: number): Promise<void> {
  const [client, peer] = [port, peer_port].map((each) => `http://127.0.0.1:${each}`);
  const settings = {
    'data-dir': `${place.path}/etcd`,
    'listen-client-urls': client,
    'advertise-client-urls': client,
    'listen-peer-urls': peer,
    'initial-advertise-peer-urls': peer,
    'initial-cluster': `default=${peer}`,
  };
  const options = Object.entries(settings).map(([name, value]) => `--${name}=${value}`);
  place.start('etcd', [pathOf('etcd') as string, ...options]);
  await until('etcd answers', async () => (await fetch(`${client}/health`)).ok);
}

/** JSON is YAML. */
function patroniSettings({ name, port, rest_port, folder }: Member, etcd_port: number): string {
  const account = (username: string) => ({ username, password: PASSWORD });
  return JSON.stringify({
    scope: 'ushirika',
    name,
    restapi: { listen: `127.0.0.1:${rest_port}`, connect_address: `127.0.0.1:${rest_port}` },
    etcd3: { hosts: `127.0.0.1:${etcd_port}` },
    bootstrap: {
      dcs: {
        ...TIMES,
        primary_start_timeout: 0,
        synchronous_mode: true,
        postgresql: {
          use_pg_rewind: true,
          parameters: { max_connections: 200, wal_log_hints: 'on', shared_buffers: '64MB' },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      data_dir: `${folder}/data`,
      bin_dir: postgresFolder(),
      pgpass: `${folder}/pgpass`,
      authentication: {
        superuser: account('postgres'),
        replication: account('replicator'),
        rewind: account('rewinder'),
      },
      pg_hba: [
        'host all all 127.0.0.1/32 scram-sha-256',
        'host replication replicator 127.0.0.1/32 scram-sha-256',
      ],
      parameters: { unix_socket_directories: folder },
    },
    watchdog: { mode: 'off' },
  });
}

function haproxySettings(port: number, members: readonly Member[]): string {
  const servers = members.map(
    ({ name, port: server_port, rest_port }) =>
      `  server ${name} 127.0.0.1:${server_port} check port ${rest_port}`,
  );
  return `defaults
  mode tcp
  timeout connect 2s
  timeout client 1h
  timeout server 1h
  timeout check 1s

listen primary
  bind 127.0.0.1:${port}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 1s fastinter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${servers.join('\n')}
`;
}
