/** Events keep coming while worker processes are killed: each is delivered at least once, and in order. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest';
import { createProject, must, paymentBody, until } from '../harness/index.ts';
import { ExpectedEvents, type Arrival } from '../kills/accounting/events.ts';
import { seededRandom } from './random.ts';
import { RunningService } from './running-service.ts';

const PAYMENTS = 300;
const KILLS = 5;

let service: RunningService;
const arrivals: Arrival[] = [];
const receiver = createServer((request, response) => {
  void text(request).then((body) => {
    const { type, data } = JSON.parse(body);
    arrivals.push({
      event: `${type} ${data.id}`,
      webhook_id: String(request.headers['webhook-id']),
      at_ms: Date.now(),
      connection: String(request.socket.remotePort),
    });
    response.writeHead(204).end();
  });
});

beforeAll(async () => {
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  service = await RunningService.build();
  await service.start('web');
});
afterAll(async () => {
  await service.tearDown();
  receiver.closeAllConnections();
  receiver.close();
});

test(`${PAYMENTS} events, while their senders die`, { timeout: 480_000 }, async () => {
  const random = seededRandom();
  onTestFailed(() => console.warn(`SEED=${random.seed}\n${service.output()}`));
  const { key } = await createProject(await service.client());
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  must(await key.post('/api/v1/webhook-endpoints', { url, events: ['payment.completed'] }));
  const sent: [type: string, id: string][] = [];
  const ended_ms: number[] = [];
  let allowed = 0;
  const paying = (async () => {
    while (sent.length < PAYMENTS) {
      await until('more may be sent', () => sent.length < allowed, 240_000);
      sent.push(['payment.completed', must(await key.post('/api/v1/payments', paymentBody())).body.id]);
    }
  })();
  for (let kill = 1; kill <= KILLS; kill++) {
    await service.start('worker', 'webhook-deliveries');
    const before = arrivals.length;
    allowed += PAYMENTS / KILLS;
    const wanted = before + 1 + random.below(PAYMENTS / KILLS / 2);
    await until('some have arrived', () => arrivals.length >= wanted, 120_000);
    await service.kill('worker');
    ended_ms.push(Date.now());
    await service.letTimePass();
  }
  await paying;
  await service.start('worker', 'webhook-deliveries');
  await until(
    'all have arrived',
    () => new Set(arrivals.map(({ event }) => event)).size === PAYMENTS,
    180_000,
  );
  const expected = new ExpectedEvents();
  expected.add(...sent);
  expect(expected.compare(arrivals, { failed: new Set(), ended_ms })).toEqual({
    lost: [],
    doubled: [],
    disordered: [],
  });
});
