/**
 * Two web processes behind the proxies of docs/operating/reverse-proxy.md, with its very examples, are restarted one after the other
 * while clients send requests: none fails.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, expect, onTestFailed, test, vi } from 'vitest';
import { missing, pathOf } from '../ha/engines/engine.ts';
import {
  Client,
  createProject,
  freshDatabase,
  freshRedis,
  spawnProcess,
  until,
  type ServiceProcess,
} from '../harness/index.ts';
import { codeBlocks, readPage } from '../harness/pages.ts';
import { freePorts } from '../kills/service/ports.ts';
import { CLIENTS, startLoad } from './load.ts';

vi.setConfig({ testTimeout: 180_000 });

const ROUNDS = 2;
/** Both processes serve for so long between two restarts. */
const STAGE_MS = 1_500;
const DRAINED_MS = 1_000;

const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

interface Ports {
  proxy: number;
  webs: [number, number];
}

/** The page's example, without TLS and on other ports, as a whole file. */
const EXAMPLES: Record<string, (example: string, ports: Ports, folder: string) => string> = {
  nginx: (example, { proxy }, folder) => `daemon off;
pid ${folder}/nginx.pid;
error_log stderr;
events {}
http {
access_log off;
${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((path) => `${path}_temp_path ${folder}/${path};`).join('\n')}
${example
  .replace(/^ *listen 443 ssl;$/m, `    listen 127.0.0.1:${proxy};`)
  .replace(/^ *(?:listen \[::\]|ssl_certificate).*\n/gm, '')}
}
`,
  haproxy: (example, { proxy }, folder) =>
    example.replace(/bind :443 .*/, `bind 127.0.0.1:${proxy}`).replace('/run/haproxy', folder),
};
const ARGUMENTS: Record<string, (file: string, folder: string) => string[]> = {
  nginx: (file, folder) => ['-p', folder, '-c', file],
  haproxy: (file) => ['-f', file],
};

interface Proxy {
  url: string;
  /** What the page says to do before a process is stopped, and after it was started again. */
  setState: (server: string, state: 'drain' | 'ready') => Promise<void>;
}

async function startProxy(name: string, ports: Ports): Promise<Proxy> {
  const folder = await mkdtemp(join(tmpdir(), `ushirika-${name}-`));
  cleanUps.push(() => rm(folder, { recursive: true }));
  const [example = ''] = codeBlocks(await readPage('docs/operating/reverse-proxy.md'), name);
  const here = example
    .replace('127.0.0.1:3000', `127.0.0.1:${ports.webs[0]}`)
    .replace('127.0.0.1:3001', `127.0.0.1:${ports.webs[1]}`);
  const file = join(folder, `${name}.conf`);
  await writeFile(file, EXAMPLES[name]?.(here, ports, folder) ?? '');
  const proxy = spawn(pathOf(name) as string, ARGUMENTS[name]?.(file, folder) ?? [], { stdio: 'inherit' });
  cleanUps.push(async () => {
    proxy.kill('SIGTERM');
    if (proxy.exitCode === null) await once(proxy, 'exit');
  });
  const url = `http://127.0.0.1:${ports.proxy}`;
  await until('the proxy answers', async () => (await fetch(`${url}/health`)).status === 200);
  return {
    url,
    async setState(server, state) {
      if (name !== 'haproxy') return;
      const admin = connect(join(folder, 'admin.sock'));
      admin.end(`set server web/${server} state ${state}\n`);
      await text(admin);
      await delay(DRAINED_MS);
    },
  };
}

test.each(Object.keys(EXAMPLES))('a rolling restart behind %s fails no request', async (name) => {
  if (missing(name).length > 0) {
    console.warn(`SKIPPED: ${name} is not installed`);
    return;
  }
  const database = await freshDatabase();
  cleanUps.push(() => database.drop());
  const env = {
    ...database.env,
    ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
    ...(await freshRedis()),
  };
  const [proxy = 0, one = 0, two = 0] = await freePorts(3);
  const startWeb = async (port: number): Promise<ServiceProcess> => {
    const web = spawnProcess('api/main.js', [], { ...env, PORT: String(port) });
    cleanUps.push(() => web.kill());
    onTestFailed(() => console.warn(web.output().slice(-2_000)));
    await web.ready;
    return web;
  };
  const webs = new Map([
    ['one', { port: one, web: await startWeb(one) }],
    ['two', { port: two, web: await startWeb(two) }],
  ]);
  const { url, setState } = await startProxy(name, { proxy, webs: [one, two] });
  expect((await fetch(`${url}/metrics`)).status).toBe(404);

  const load = startLoad(url, await createProject(new Client(url)));
  for (let round = 0; round < ROUNDS; round++) {
    for (const [server, { port, web }] of webs) {
      await delay(STAGE_MS);
      await setState(server, 'drain');
      expect(await web.terminate()).toBe(0);
      webs.set(server, { port, web: await startWeb(port) });
      await setState(server, 'ready');
    }
  }
  await delay(STAGE_MS);
  await load.stop();
  expect(load.failed.slice(0, 3)).toEqual([]);
  expect(load.answered).toBeGreaterThan(CLIENTS * 20);
  console.log(`${name}: ${load.answered} requests, ${2 * ROUNDS} restarts, none failed`);
});
