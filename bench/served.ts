/** Shared by benches over HTTP: servers in separate processes, a project with a key, and load on the servers. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { readConfig } from '../core/config.ts';
import { scopeOf, type Scope } from '../core/scope.ts';
import type { Context } from '../domain/platform/context.ts';
import { openContext } from '../app/compose.ts';
import { apiKeys } from '../domain/staff/index.ts';
import { cpu_ms, serverOf } from './cpu-time.ts';
import { median_ms, SECONDS, type BenchServer } from './harness.ts';
import { newProject } from './project.ts';

export const CONNECTIONS = 64;

/** Options of Node with which the service's web processes are started. */
const AS_IN_THE_PROCFILE = ['--max-semi-space-size=32'];

export interface Served {
  url: string;
  pid: number;
  /** The pid of its PostgreSQL server. */
  postgres_pid: number;
}

/** The service and its baseline on one new database, and access to it without HTTP. */
export interface Services {
  ours: Served;
  bare: Served;
  database_url: string;
  ctx: Context;
  /** The test environment of a new project. */
  scope: Scope;
  /** The headers of a request with the project's key. */
  headers: Record<string, string>;
  /** Starts the service anew with that many web processes. */
  serveWith(webs: number): Promise<Served>;
}

export async function openServices(server: BenchServer): Promise<Services> {
  const url = await server.database();
  const env = { DATABASE_URL: url, LOG_LEVEL: 'error', RATE_LIMIT_PER_MINUTE: '0', PORT: '0' };
  const { ctx, close } = await openContext(readConfig(env), url, false);
  server.closeToo(close);
  const { key, project_id } = await issueKey(ctx);
  const { rows } = await ctx.db.raw<{ rows: { pid: number }[] }>('select pg_backend_pid() as pid');
  const postgres_pid = serverOf(rows[0]?.pid ?? 0);
  const web = [...AS_IN_THE_PROCFILE, fileOf('../api/main.js')];
  const ours = await serve(server, web, env);
  const bare = await serve(server, [fileOf('bare-server.js'), url], {});
  return {
    ours: { ...ours, postgres_pid },
    bare: { ...bare, postgres_pid },
    database_url: url,
    ctx,
    scope: scopeOf(project_id, 'test', 0n),
    headers: headersWith(key),
    serveWith: async (webs) => ({
      ...(await serve(server, web, { ...env, WEB_CONCURRENCY: String(webs) })),
      postgres_pid,
    }),
  };
}

function headersWith(key: string): Record<string, string> {
  return { 'content-type': 'application/json', 'x-api-key': key };
}

/** Another project of the same service, with its own key. */
export async function addProject(services: Services): Promise<Services> {
  const { key, project_id } = await issueKey(services.ctx);
  return { ...services, scope: scopeOf(project_id, 'test', 0n), headers: headersWith(key) };
}

async function issueKey(ctx: Context): Promise<{ key: string; project_id: string }> {
  const { owner, project } = await newProject(ctx.db);
  const caller = { ctx, project, actor: { type: 'user', id: owner.id } } as const;
  const { key } = await apiKeys.create(caller, { environment: 'test', name: 'bench' });
  return { key, project_id: project.id };
}

function fileOf(program: string): string {
  return fileURLToPath(new URL(program, import.meta.url));
}

/** A separate process, which ends with the bench. @param command arguments of `node` */
function serve(
  server: Pick<BenchServer, 'closeToo'>,
  command: string[],
  env: Record<string, string>,
): Promise<Omit<Served, 'postgres_pid'>> {
  const child = spawn(process.execPath, command, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  server.closeToo(() => Promise.resolve(void child.kill('SIGTERM')));
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`${command.join(' ')} ended with ${code}`)));
    child.stdout.on('data', (chunk: Buffer) => {
      const url = /^ready (.*)$/m.exec(chunk.toString())?.[1];
      if (url) resolve({ url, pid: child.pid ?? 0 });
    });
  });
}

/** Seconds from the start of a web process on that database until it is ready: the median of several. */
export async function startTime_s(database_url: string): Promise<number> {
  const env = { DATABASE_URL: database_url, LOG_LEVEL: 'error', PORT: '0' };
  const ms = await median_ms(START_TIMES, async () => {
    const closers: (() => Promise<void>)[] = [];
    await serve({ closeToo: (close) => void closers.push(close) }, [fileOf('../api/main.js')], env);
    for (const close of closers) await close();
  });
  return ms / 1_000;
}

const START_TIMES = 3;

/** A request. */
export interface Asked {
  path: string;
  body: object;
  /** When left out, those of the services. */
  headers?: Record<string, string>;
}

/** Rounds of loads that are compared. */
const ROUNDS = 3;

/** The result of a load. */
export interface Measured {
  per_s: number;
  p50_ms: number;
  p99_ms: number;
  /** CPU time of the server's processes, and of PostgreSQL, per request. */
  web_cpu_ms: number;
  postgres_cpu_ms: number;
}

type Load = () => Promise<Measured>;

/**
 * Runs loads that are compared: once to warm up, then in turn, so that a slow moment of the machine affects all of them.
 * @returns the means of each
 */
export async function inTurn<Name extends string>(
  loads: Record<Name, Load>,
): Promise<Record<Name, Measured>> {
  const names = Object.keys(loads) as Name[];
  const rounds: Record<Name, Measured>[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const measured: Partial<Record<Name, Measured>> = {};
    for (const name of names) measured[name] = await loads[name]();
    if (round > 0) rounds.push(measured as Record<Name, Measured>);
  }
  return Object.fromEntries(
    names.map((name) => [name, meanOf(rounds.map((measured) => measured[name]))]),
  ) as Record<Name, Measured>;
}

function meanOf(measured: Measured[]): Measured {
  const mean = (figure: keyof Measured) =>
    measured.reduce((sum, each) => sum + each[figure], 0) / measured.length;
  return {
    per_s: mean('per_s'),
    p50_ms: mean('p50_ms'),
    p99_ms: mean('p99_ms'),
    web_cpu_ms: mean('web_cpu_ms'),
    postgres_cpu_ms: mean('postgres_cpu_ms'),
  };
}

/** Sends POSTs for the duration of a measurement, each a new request. @throws when a request was not successful */
export function posts(
  served: Served,
  headers: Record<string, string>,
  next: () => Asked,
  connections = CONNECTIONS,
): Promise<Measured> {
  return load(served, {
    url: served.url,
    connections,
    requests: [
      {
        method: 'POST',
        headers,
        onResponse(status, body) {
          if (status >= 300) process.stderr.write(`${body}\n`);
        },
        setupRequest(request) {
          const { path, body, headers: own = headers } = next();
          // A copy: autocannon adds the length of the body to it.
          return { ...request, path, headers: { ...own }, body: JSON.stringify(body) };
        },
      },
    ],
  });
}

/** Sends GETs of one address for the duration of a measurement. @throws when a request was not successful */
export function gets(served: Served, headers: Record<string, string>, path: string): Promise<Measured> {
  return load(served, { url: `${served.url}${path}`, headers });
}

async function load({ pid, postgres_pid }: Served, options: autocannon.Options): Promise<Measured> {
  const before = { web_ms: cpu_ms(pid), postgres_ms: cpu_ms(postgres_pid) };
  const result = await autocannon({ connections: CONNECTIONS, duration: SECONDS, ...options });
  if (result.non2xx + result.errors > 0)
    throw new Error(`${result.non2xx} refused and ${result.errors} broken requests`);
  const done = result['2xx'];
  return {
    per_s: done / result.duration,
    p50_ms: result.latency.p50,
    p99_ms: result.latency.p99,
    web_cpu_ms: (cpu_ms(pid) - before.web_ms) / done,
    postgres_cpu_ms: (cpu_ms(postgres_pid) - before.postgres_ms) / done,
  };
}
