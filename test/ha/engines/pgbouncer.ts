/** PgBouncer in transaction mode in front of every database of a server. */
import pg from 'pg';
import { until } from '../../harness/wait.ts';
import { freePorts } from '../../kills/service/ports.ts';
import { missing, pathOf, Place } from './engine.ts';

export const MISSING = missing('pgbouncer');

/** Of PostgreSQL, for each database: far fewer than the processes open to the pooler. */
const SERVER_CONNECTIONS = 8;

export interface PgBouncer {
  /** The same database through the pooler. */
  through(database_url: string): string;
  stop(): Promise<void>;
}

export async function startPgBouncer(server_url: string): Promise<PgBouncer> {
  const server = new URL(server_url);
  const place = await Place.open();
  const [port] = await freePorts(1);
  const { username, password } = server;
  const users = await place.file('users.txt', `"${username}" "${decodeURIComponent(password)}"\n`);
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'trust',
    auth_file: users,
    pool_mode: 'transaction',
    default_pool_size: SERVER_CONNECTIONS,
    max_client_conn: 2_000,
    max_db_connections: 0,
  };
  const config = await place.file(
    'pgbouncer.ini',
    `[databases]
* = host=127.0.0.1 port=${server.port}
[pgbouncer]
${Object.entries(settings)
  .map(([name, value]) => `${name} = ${value}`)
  .join('\n')}
`,
  );
  place.start('pgbouncer', [pathOf('pgbouncer') as string, config]);
  const through = (database_url: string): string => {
    const url = new URL(database_url);
    url.host = `127.0.0.1:${port}`;
    return url.href;
  };
  await until('PgBouncer answers', async () => {
    const client = new pg.Client({ connectionString: through(server_url) });
    client.on('error', () => undefined);
    await client.connect();
    await client.end();
    return true;
  });
  return { through, stop: () => place.close() };
}
