/**
 * `npm run bench:api`: `POST /payments` and `GET /payments/{id}` under 64 connections, beside a bare Express handler that
 * does one INSERT, or one SELECT, on the same database in the same run. Each server is a process of its own.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { readConfig } from '../core/config.ts';
import { newUuid } from '../core/ids.ts';
import { run } from '../core/shutdown.ts';
import { openContext } from '../domain/open-context.ts';
import { createApiKey, createProject, createUser } from '../domain/staff/index.ts';
import { openServer, report, SECONDS } from './harness.ts';

const CONNECTIONS = 64;

run(async () => {
  const server = await openServer();
  try {
    const url = await server.database();
    const env = { DATABASE_URL: url, LOG_LEVEL: 'error', RATE_LIMIT_PER_MINUTE: '0', PORT: '0' };
    const key = await issueKey(env);
    const ours = await serve('../api/main.js', [], env);
    const bare = await serve('bare-server.js', [url], {});
    const headers = { 'content-type': 'application/json', 'x-api-key': key };
    const payment = await firstId(`${ours.url}/api/v1/payments`, headers);
    const row = await firstId(`${bare.url}/bare`, headers);
    const posts = (target: string) =>
      load({ url: target, method: 'POST', headers, setupClient: withNewBodies });
    const gets = (target: string) => load({ url: target, headers });

    await posts(`${ours.url}/api/v1/payments`);
    const bare_post = await posts(`${bare.url}/bare`);
    const payment_post = await posts(`${ours.url}/api/v1/payments`);
    const bare_get = await gets(`${bare.url}/bare/${row}`);
    const payment_get = await gets(`${ours.url}/api/v1/payments/${payment}`);
    report('api', {
      connections: CONNECTIONS,
      bare_insert_per_s: bare_post,
      payments_post_per_s: payment_post,
      ratio_post: payment_post / bare_post,
      bare_select_per_s: bare_get,
      payments_get_per_s: payment_get,
      ratio_get: payment_get / bare_get,
    });
    ours.child.kill('SIGTERM');
    bare.child.kill('SIGTERM');
  } finally {
    await server.close();
  }
});

/** Creates a project with a key in the migrated database. @returns the key */
async function issueKey(env: Record<string, string>): Promise<string> {
  const config = readConfig(env);
  const { ctx, close } = await openContext(config, env['DATABASE_URL'] as string, false);
  const owner = await createUser(ctx.db, {
    email: 'bench@example.org',
    password: 'bench-password',
    name: 'Bench',
  });
  const project = await createProject(ctx.db, owner, 'Bench');
  const { key } = await createApiKey(ctx.db, project, owner.id, { environment: 'test', name: 'bench' });
  await close();
  return key;
}

function serve(
  program: string,
  args: string[],
  env: Record<string, string>,
): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, [fileURLToPath(new URL(program, import.meta.url)), ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`${program} ended with ${code}`)));
    child.stdout.on('data', (chunk: Buffer) => {
      const url = /^ready (.*)$/m.exec(chunk.toString())?.[1];
      if (url) resolve({ child, url });
    });
  });
}

/** A payment that stays pending: what is measured is the request, not its consequences. */
function newBody(): string {
  return JSON.stringify({
    provider: 'sandbox',
    amount: 150.5,
    currency: 'KES',
    reference: newUuid(),
    customer_phone: '+254712345129',
  });
}

function withNewBodies(client: autocannon.Client): void {
  client.setBody(newBody());
  client.on('response', () => client.setBody(newBody()));
}

async function firstId(url: string, headers: Record<string, string>): Promise<string> {
  const response = await fetch(url, { method: 'POST', headers, body: newBody() });
  const { id } = (await response.json()) as { id?: string };
  if (!id) throw new Error(`${url} answered ${response.status}`);
  return id;
}

/** @returns successful requests per second; fails when any request did */
async function load(options: autocannon.Options): Promise<number> {
  const result = await autocannon({ connections: CONNECTIONS, duration: SECONDS, ...options });
  if (result.non2xx + result.errors > 0)
    throw new Error(`${result.non2xx} refused and ${result.errors} broken requests`);
  return result['2xx'] / result.duration;
}
