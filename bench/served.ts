/** What benches over HTTP share: servers that are processes of their own, a project with a key, and load on both. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { readConfig } from '../core/config.ts';
import { scopeOf, type Scope } from '../core/scope.ts';
import type { Context } from '../domain/platform/context.ts';
import { openContext } from '../app/compose.ts';
import { createApiKey } from '../domain/staff/index.ts';
import { SECONDS, type BenchServer } from './harness.ts';
import { newProject } from './project.ts';

export const CONNECTIONS = 64;

export interface Served {
  url: string;
}

/** The service and its baseline on one new database, and access to it without HTTP. */
export interface Services {
  ours: Served;
  bare: Served;
  database_url: string;
  ctx: Context;
  /** The test environment of a new project. */
  scope: Scope;
  /** The headers of a request with that project's key. */
  headers: Record<string, string>;
}

export async function openServices(server: BenchServer): Promise<Services> {
  const url = await server.database();
  const env = { DATABASE_URL: url, LOG_LEVEL: 'error', RATE_LIMIT_PER_MINUTE: '0', PORT: '0' };
  const { ctx, close } = await openContext(readConfig(env), url, false);
  server.closeToo(close);
  const { key, project_id } = await issueKey(ctx);
  const ours = await serve(server, '../api/main.js', [], env);
  const bare = await serve(server, 'bare-server.js', [url], {});
  return {
    ours,
    bare,
    database_url: url,
    ctx,
    scope: scopeOf(project_id, 'test', 0n),
    headers: { 'content-type': 'application/json', 'x-api-key': key },
  };
}

async function issueKey({ db }: Context): Promise<{ key: string; project_id: string }> {
  const { owner, project } = await newProject(db);
  const { key } = await createApiKey(db, project, owner.id, { environment: 'test', name: 'bench' });
  return { key, project_id: project.id };
}

/** A process of its own, which ends with the bench. */
function serve(
  server: BenchServer,
  program: string,
  args: string[],
  env: Record<string, string>,
): Promise<Served> {
  const child = spawn(process.execPath, [fileURLToPath(new URL(program, import.meta.url)), ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  server.closeToo(() => Promise.resolve(void child.kill('SIGTERM')));
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`${program} ended with ${code}`)));
    child.stdout.on('data', (chunk: Buffer) => {
      const url = /^ready (.*)$/m.exec(chunk.toString())?.[1];
      if (url) resolve({ url });
    });
  });
}

/** What is asked next. */
export interface Asked {
  path: string;
  body: object;
}

/** How often loads that are compared take turns. */
const ROUNDS = 3;

/**
 * Loads that are compared, one after the other: once to warm up, then in turn, so that a slow moment of the machine hits
 * all of them. @returns the mean rate of each
 */
export async function inTurn(...loads: (() => Promise<number>)[]): Promise<number[]> {
  const totals = loads.map(() => 0);
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [i, measure] of loads.entries()) {
      const per_s = await measure();
      if (round > 0) totals[i] = (totals[i] as number) + per_s;
    }
  }
  return totals.map((total) => total / ROUNDS);
}

/** POSTs for the bench's time, each another request. @returns successful ones per second; fails when any was not */
export function posts({ url }: Served, headers: Record<string, string>, next: () => Asked): Promise<number> {
  return load({
    url,
    duration: SECONDS,
    requests: [
      {
        method: 'POST',
        headers,
        setupRequest(request) {
          const { path, body } = next();
          return { ...request, path, body: JSON.stringify(body) };
        },
      },
    ],
  });
}

/** GETs of one address for the bench's time. @returns successful ones per second; fails when any was not */
export function gets({ url }: Served, headers: Record<string, string>, path: string): Promise<number> {
  return load({ url: `${url}${path}`, headers, duration: SECONDS });
}

async function load(options: autocannon.Options): Promise<number> {
  const result = await autocannon({ connections: CONNECTIONS, ...options });
  if (result.non2xx + result.errors > 0)
    throw new Error(`${result.non2xx} refused and ${result.errors} broken requests`);
  return result['2xx'] / result.duration;
}
