/** A merchant's webhook receiver: checks every signature and remembers what came. */
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { must, type Client } from '../harness/index.ts';

export interface Receiver {
  /** Registers itself as an endpoint of the key's book. */
  register(key: Client): Promise<void>;
  /** webhook-ids under which each payment's completion came, repetitions included. */
  completions: Map<string, string[]>;
  /** Requests that were not signed as they should be. */
  faults: string[];
  close(): Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const completions = new Map<string, string[]>();
  const faults: string[] = [];
  let secret = '';

  const receive = async (request: IncomingMessage): Promise<void> => {
    const body = await text(request);
    try {
      const { type, data } = new Webhook(secret).verify(body, request.headers as Record<string, string>) as {
        type: string;
        data: { id: string };
      };
      if (type !== 'payment.completed') return;
      completions.set(data.id, [...(completions.get(data.id) ?? []), String(request.headers['webhook-id'])]);
    } catch (error) {
      faults.push(`${String(error)}: ${body}`);
    }
  };
  const server = createServer((request, response) => {
    // A sender that is killed in the middle has sent nothing.
    receive(request).then(
      () => response.writeHead(204).end(),
      () => response.destroy(),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`;

  return {
    completions,
    faults,
    async register(key) {
      const { body } = must(
        await key.post('/api/v1/webhook-endpoints', { url, events: ['payment.completed'] }),
      );
      secret = body.secret;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
