/** One request's id finds everything that came of it: its own line, the batches of the ledger, jobs and deliveries. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLogger } from '../../core/log.ts';
import { listen, type Listening } from '../../api/http/listen.ts';
import { createApp } from '../../api/server.ts';
import { openContext } from '../../app/compose.ts';
import { QUEUE_NAMES } from '../../jobs/registry.ts';
import { startWorkers, type WorkerPools } from '../../workers/pool.ts';
import {
  createProject,
  must,
  paymentBody,
  startService,
  until,
  type Project,
  type TestService,
} from '../harness/index.ts';

type Line = Record<string, unknown> & { msg: string };

let service: TestService;
let project: Project;
let web: Listening;
let workers: WorkerPools;
let receiver: Server;
let closeSecond: () => Promise<void>;
const lines: Line[] = [];
const log = createLogger('debug', { write: (line: string) => void lines.push(JSON.parse(line) as Line) });

beforeAll(async () => {
  service = await startService();
  project = await createProject(service.anyone);
  // A second set of parts on the same database, whose log is kept.
  const opened = await openContext(service.ctx.config, service.database_url, false, log);
  closeSecond = opened.close;
  workers = await startWorkers(opened.ctx, opened.store, QUEUE_NAMES);
  web = await listen(createApp(opened.ctx, opened.store), { host: '127.0.0.1', port: 0 });
  receiver = createServer((_request, response) => response.end()).listen(0, '127.0.0.1');
  await until('it listens', () => receiver.listening);
  const { port } = receiver.address() as AddressInfo;
  const endpoint = { url: `http://127.0.0.1:${port}/hook`, events: ['*'] };
  must(await project.key.post('/api/v1/webhook-endpoints', endpoint));
});
afterAll(async () => {
  await web.close(0);
  await workers.close();
  await closeSecond();
  receiver.close();
  await service.stop();
});

async function post(path: string, body: object, request_id: string): Promise<Response> {
  return fetch(web.url + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...project.key.headers,
      'x-request-id': request_id,
    },
    body: JSON.stringify(body),
  });
}

const ofRequest = (id: string): Line[] =>
  lines.filter(({ request_id, request_ids }) => request_id === id || (request_ids as string[])?.includes(id));

test('a payment: the request, the jobs, the commit of the ledger and the delivery', async () => {
  const id = 'story-of-a-payment';
  const answer = await post('/api/v1/payments', paymentBody(), id);
  expect(answer.status).toBe(201);
  const payment = (await answer.json()) as { id: string };
  const found = (msg: string, more: object = {}): Line | undefined =>
    ofRequest(id).find((line) => line.msg === msg && Object.entries(more).every(([k, v]) => line[k] === v));
  await until(
    'its event is delivered and its posting booked',
    () =>
      ['request completed', 'webhook delivery', 'ledger batch committed'].every((msg) => found(msg)) &&
      ['post-payments', 'deliver-webhooks'].every((job) => found('job ended', { job })),
  );
  expect(found('request completed')).toMatchObject({
    level: 'info',
    service: 'ushirika',
    method: 'POST',
    path: '/api/v1/payments',
    status: 201,
    duration_ms: expect.any(Number),
    project_id: project.id,
    environment: 'test',
    actor: { type: 'api_key', id: expect.stringMatching(/^key_/) },
    made: expect.arrayContaining([payment.id]),
  });
  expect(found('job ended', { job: 'post-payments' })).toMatchObject({ status: 'done', attempt: 1 });
  expect(found('job ended', { job: 'deliver-webhooks' })).toMatchObject({ project_id: project.id });
  expect(found('ledger batch committed')).toMatchObject({ transfers: expect.any(Number) });
  expect(found('webhook delivery')).toMatchObject({
    project_id: project.id,
    event_id: expect.stringMatching(/^evt_/),
    status: 200,
    attempt: 1,
  });
  expect(JSON.stringify(lines)).not.toContain(Object.values(project.key.headers).join());
});

test('a request that is refused has one line too; probes are quiet', async () => {
  expect((await post('/api/v1/payments', {}, 'refused-one')).status).toBe(400);
  await fetch(`${web.url}/health`, { headers: { 'x-request-id': 'a-probe' } });
  await until(
    'both are logged',
    () => ofRequest('a-probe').length > 0 && ofRequest('refused-one').length > 0,
  );
  expect(ofRequest('refused-one')).toMatchObject([{ level: 'info', status: 400, project_id: project.id }]);
  expect(ofRequest('refused-one')[0]).not.toHaveProperty('made');
  expect(ofRequest('a-probe')).toMatchObject([{ level: 'debug', status: 200 }]);
});
