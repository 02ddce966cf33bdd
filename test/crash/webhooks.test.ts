/** Events keep coming while worker processes are killed: each is delivered at least once, and in order. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest';
import { createProject, must, paymentBody, until } from '../harness/index.ts';
import { seededRandom } from './random.ts';
import { RunningService } from './running-service.ts';

const PAYMENTS = 300;
const KILLS = 5;

let service: RunningService;
const received: string[] = [];
const receiver = createServer((request, response) => {
  void text(request).then((body) => {
    received.push(JSON.parse(body).data.id);
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
  const sent: string[] = [];
  let allowed = 0;
  const paying = (async () => {
    while (sent.length < PAYMENTS) {
      await until('more may be sent', () => sent.length < allowed, 240_000);
      sent.push(must(await key.post('/api/v1/payments', paymentBody())).body.id);
    }
  })();
  for (let kill = 1; kill <= KILLS; kill++) {
    await service.start('worker', 'webhook-deliveries');
    const before = received.length;
    allowed += PAYMENTS / KILLS;
    const wanted = before + 1 + random.below(PAYMENTS / KILLS / 2);
    await until('some have arrived', () => received.length >= wanted, 120_000);
    await service.kill('worker');
    await service.letTimePass();
  }
  await paying;
  await service.start('worker', 'webhook-deliveries');
  await until('all have arrived', () => new Set(received).size === PAYMENTS, 180_000);
  // Repetitions aside, as a receiver leaves them out.
  expect([...new Set(received)]).toEqual(sent);
});
