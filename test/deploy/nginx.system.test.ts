/** The nginx example of docs/operating/reverse-proxy.md, in front of two processes of which one dies with a request in its hands. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { codeBlocks, readPage } from '../harness/pages.ts';
import { until } from '../harness/index.ts';
import { freePorts } from '../kills/service/ports.ts';

const NGINX = spawnSync('nginx', ['-v']).status === 0 || spawnSync('/usr/sbin/nginx', ['-v']).status === 0;

interface Received {
  method: string;
  headers: IncomingMessage['headers'];
  body: string;
}

/** A web process: it answers, or closes the connection once it has read the request. */
class Upstream {
  readonly received: Received[] = [];
  dies = false;
  readonly server: Server = createServer((request, response) => {
    void text(request).then((body) => {
      this.received.push({ method: request.method ?? '', headers: request.headers, body });
      if (this.dies) request.socket.destroy();
      else response.writeHead(201).end('{}');
    });
  });
}

const upstreams = [new Upstream(), new Upstream()];
let folder: string;
let nginx: ChildProcess;
let url: string;

/** The page's example without TLS, on free ports, with all its files in the folder. */
async function configuration(port: number): Promise<string> {
  const [example = ''] = codeBlocks(await readPage('docs/operating/reverse-proxy.md'), 'nginx');
  const ports = upstreams.map(({ server }) => (server.address() as AddressInfo).port);
  const http = example
    .replace(/^ *listen 443 ssl;$/m, `    listen 127.0.0.1:${port};`)
    .replace(/^ *(?:listen \[::\]|ssl_certificate).*\n/gm, '')
    .replace('127.0.0.1:3000', `127.0.0.1:${ports[0]}`)
    .replace('127.0.0.1:3001', `127.0.0.1:${ports[1]}`);
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `daemon off;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events {}
http {
access_log off;
${paths.map((path) => `${path}_temp_path ${folder}/${path};`).join('\n')}
${http}
}
`;
}

describe.skipIf(!NGINX)('nginx in front of two web processes', () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ushirika-nginx-'));
    const [port = 0, ...ports] = await freePorts(1 + upstreams.length);
    for (const [i, { server }] of upstreams.entries())
      await once(server.listen(ports[i], '127.0.0.1'), 'listening');
    url = `http://127.0.0.1:${port}`;
    await writeFile(join(folder, 'nginx.conf'), await configuration(port));
    nginx = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], {
      env: { PATH: `${process.env['PATH']}:/usr/sbin` },
      stdio: 'inherit',
    });
    await until('nginx answers', async () => (await fetch(url).catch(() => null)) !== null);
  });
  afterAll(async () => {
    nginx.kill('SIGTERM');
    await once(nginx, 'exit');
    for (const { server } of upstreams) {
      server.closeAllConnections();
      server.close();
    }
    await rm(folder, { recursive: true });
  });
  beforeEach(() => {
    for (const upstream of upstreams) {
      upstream.received.length = 0;
      upstream.dies = false;
    }
  });

  const received = (): Received[] => upstreams.flatMap((upstream) => upstream.received);
  /** Whichever gets the request dies, until one has. */
  function firstDies(): void {
    for (const upstream of upstreams) {
      upstream.dies = true;
      upstream.server.once('request', () => {
        for (const other of upstreams) if (other !== upstream) other.dies = false;
      });
    }
  }

  test('a request goes to one of them, with the address of the client', async () => {
    const answer = await fetch(`${url}/api/v1/payments`, {
      method: 'POST',
      body: '{"amount":1}',
      headers: { 'x-forwarded-for': '203.0.113.9' },
    });
    expect(answer.status).toBe(201);
    expect(received()).toMatchObject([
      { method: 'POST', body: '{"amount":1}', headers: { 'x-forwarded-for': '127.0.0.1' } },
    ]);
  });

  test('a read is sent to the other one', async () => {
    firstDies();
    expect((await fetch(`${url}/api/v1/payments`)).status).toBe(201);
    expect(received()).toHaveLength(2);
  });

  test('a request with an idempotency key is sent to the other one, as it was', async () => {
    firstDies();
    const headers = { 'idempotency-key': 'order-17' };
    const answer = await fetch(`${url}/api/v1/payments`, { method: 'POST', body: '{"amount":1}', headers });
    expect(answer.status).toBe(201);
    expect(received()).toMatchObject([
      { method: 'POST', body: '{"amount":1}', headers },
      { method: 'POST', body: '{"amount":1}', headers },
    ]);
  });

  test('a request without one is answered with 502, and is not sent again', async () => {
    firstDies();
    const answer = await fetch(`${url}/api/v1/sacco/members`, { method: 'POST', body: '{}' });
    expect(answer.status).toBe(502);
    expect(received()).toHaveLength(1);
  });

  test('a request of which nothing was sent goes to the process that is up', async () => {
    const [first] = upstreams as [Upstream, Upstream];
    const { port } = first.server.address() as AddressInfo;
    first.server.closeAllConnections();
    first.server.close();
    await once(first.server, 'close');
    for (let i = 0; i < 4; i += 1)
      expect((await fetch(`${url}/api/v1/sacco/members`, { method: 'POST', body: '{}' })).status).toBe(201);
    await once(first.server.listen(port, '127.0.0.1'), 'listening');
  });

  test('metrics are not shown outside', async () => {
    expect((await fetch(`${url}/metrics`)).status).toBe(404);
    expect(received()).toEqual([]);
  });
});
