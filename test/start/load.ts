/** Clients of a service whose processes are replaced. */
import { randomUUID } from 'node:crypto';
import { Agent, request as send } from 'node:http';
import { text } from 'node:stream/consumers';
import { paymentBody, type Project } from '../harness/index.ts';

export const CLIENTS = 8;

export interface Load {
  answered: number;
  /** A line for each request that was not answered as it should. */
  failed: string[];
  stop(): Promise<void>;
}

/** Each client has one connection, which it keeps as long as it may, and tries nothing twice; a proxy may, as each POST has a key. */
export function startLoad(url: string, { key, id }: Project): Load {
  const load: Load = { answered: 0, failed: [], stop: async () => undefined };
  let stopping = false;
  const exchange = (agent: Agent, method: string, path: string, body?: unknown): Promise<string | null> =>
    new Promise((resolve) => {
      const fail = (what: string): void => {
        load.failed.push(`${method} ${path}: ${what}`);
        resolve(null);
      };
      const headers = {
        ...key.headers,
        'content-type': 'application/json',
        ...(method === 'POST' ? { 'idempotency-key': randomUUID() } : {}),
      };
      const request = send(new URL(path, url), { agent, method, headers });
      request.once('error', (error) => fail(error.message));
      request.once('response', (response) => {
        void text(response).then(
          (answer) => {
            if ((response.statusCode ?? 500) >= 400) return fail(`${response.statusCode} ${answer}`);
            load.answered += 1;
            resolve(answer);
          },
          (error: Error) => fail(error.message),
        );
      });
      request.end(body === undefined ? undefined : JSON.stringify(body));
    });
  const use = async (): Promise<void> => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    while (!stopping) {
      const made = await exchange(
        agent,
        'POST',
        '/api/v1/payments',
        paymentBody({ customer_phone: '+254712345789' }),
      );
      if (made) await exchange(agent, 'GET', `/api/v1/payments/${(JSON.parse(made) as { id: string }).id}`);
      await exchange(agent, 'GET', '/api/v1/payments?limit=5');
      await exchange(agent, 'POST', '/api/v1/customers', { kind: 'individual', full_name: `Asha of ${id}` });
    }
    agent.destroy();
  };
  const clients = Array.from({ length: CLIENTS }, use);
  load.stop = async () => {
    stopping = true;
    await Promise.all(clients);
  };
  return load;
}
