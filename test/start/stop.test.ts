/** Stops under load: every request that was sent is answered, on connections that say when they close. */
import { once } from 'node:events';
import { Agent, request as send, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listen } from '../../api/http/listen.ts';
import { createApp } from '../../api/server.ts';
import {
  freshRedis,
  spawnProcess,
  startService,
  type ServiceProcess,
  type TestService,
} from '../harness/index.ts';

const STOPS = 8;
const CONNECTIONS = 30;

let service: TestService;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

interface Told {
  answered: number;
  /** Answers that announced the end of their connection. */
  announced: number;
  /** What befell requests: anything but an answer or a refused connection. */
  faults: { code: string; was_open: boolean }[];
}

/** A client with one connection sends one request after the other, until nobody takes a new connection. */
async function useUp(url: URL, told: Told, first: () => void): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (let ended = false; !ended;) {
    ended = await new Promise<boolean>((resolve) => {
      // A body, so that there is something to be lost on the way.
      const request = send(url, { agent, method: 'POST', headers: { 'content-type': 'application/json' } });
      request.once('error', (error: NodeJS.ErrnoException) => {
        if (error.code !== 'ECONNREFUSED')
          told.faults.push({ code: error.code ?? error.message, was_open: request.reusedSocket });
        resolve(true);
      });
      request.once('response', (response: IncomingMessage) => {
        told.answered += 1;
        if (response.headers.connection === 'close') told.announced += 1;
        first();
        response.resume().once('close', () => resolve(false));
      });
      request.end('{"email":"nobody@example.org"}');
    });
  }
  agent.destroy();
}

/** Stops what serves there in the middle of the load of many clients. */
async function stopUnderLoad(server_url: string, stop: () => Promise<unknown>): Promise<Told> {
  const url = new URL('/api/auth/login', server_url);
  const told: Told = { answered: 0, announced: 0, faults: [] };
  const clients: Promise<void>[] = [];
  await Promise.all(
    Array.from(
      { length: CONNECTIONS },
      () => new Promise<void>((loaded) => clients.push(useUp(url, told, loaded))),
    ),
  );
  const stopped = stop();
  await Promise.all(clients);
  await stopped;
  return told;
}

test('closing under keep-alive load resets nobody, many times', async () => {
  const app = createApp(service.ctx, service.store);
  for (let stop = 0; stop < STOPS; stop++) {
    const web = await listen(app, { host: '127.0.0.1', port: 0 });
    const { faults, announced } = await stopUnderLoad(web.url, () => web.close());
    expect(faults).toEqual([]);
    expect(announced).toBeGreaterThanOrEqual(CONNECTIONS);
  }
});

test('so does SIGTERM, and the process ends in order', async () => {
  const web = await startWeb();
  expect(await stopUnderLoad(await web.ready, () => web.terminate())).toMatchObject({ faults: [] });
  expect(await web.ended).toBe(0);
});

test('and SIGTERM to several web processes: at most a connection that nobody has taken yet is lost', async () => {
  const web = await startWeb({ WEB_CONCURRENCY: '2' });
  const { faults, announced } = await stopUnderLoad(await web.ready, () => web.terminate());
  expect(faults.filter(({ was_open }) => was_open)).toEqual([]);
  expect(announced).toBeGreaterThan(0);
  expect(await web.ended).toBe(0);
});

test('a process that closes is not ready, which open connections hear, and serves them', async () => {
  const web = await listen(createApp(service.ctx, service.store), { host: '127.0.0.1', port: 0 });
  const agents = Array.from({ length: 2 }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
  const ask = (path: string) =>
    Promise.all(
      agents.map(
        (agent) =>
          new Promise<number | undefined>((resolve, reject) => {
            const request = send(new URL(path, web.url), { agent });
            request.once('error', reject);
            request.once('response', (response) =>
              response.resume().once('end', () => resolve(response.statusCode)),
            );
            request.end();
          }),
      ),
    );
  expect(await ask('/ready')).toEqual([200, 200]);
  const closed = web.close(5_000);
  // It closes with the next turn of the event loop, once what was being accepted is.
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  expect(await ask('/ready')).toEqual([503, 503]);
  await closed;
  for (const agent of agents) agent.destroy();
});

test('a request that arrived while the closing process was busy is answered', async () => {
  const idle_after_ms = 50;
  const web = await listen(createApp(service.ctx, service.store), { host: '127.0.0.1', port: 0 });
  const socket = connect(Number(new URL(web.url).port), '127.0.0.1');
  const ask = () => socket.write('GET /ready HTTP/1.1\r\nhost: x\r\n\r\n');
  const answer = async () => {
    const [received] = await Promise.race([once(socket, 'data'), once(socket, 'close')]);
    return String(received).split('\r\n')[0];
  };
  ask();
  expect(await answer()).toBe('HTTP/1.1 200 OK');
  const closed = web.close(idle_after_ms);
  ask();
  const busy_since = performance.now();
  while (performance.now() - busy_since < 4 * idle_after_ms);
  expect(await answer()).toBe('HTTP/1.1 503 Service Unavailable');
  await closed;
});

async function startWeb(env: Record<string, string> = {}): Promise<ServiceProcess> {
  return spawnProcess('api/main.js', [], {
    DATABASE_URL: service.database_url,
    ...(await freshRedis()),
    ...env,
  });
}
