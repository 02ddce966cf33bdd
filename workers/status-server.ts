/**
 * HTTP of a worker process on METRICS_PORT, from its start on: `/metrics`, which METRICS_TOKEN protects if it is set; `/health`, 503
 * once a worker has stopped by itself; `/ready`, 503 until all workers take jobs, and whenever `/health` is.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Config } from '../core/config.ts';
import { mayReadMetrics } from '../core/metrics-access.ts';
import { registry } from '../core/metrics.ts';
import type { WorkerPools } from './pool.ts';

/** The workers of the process, once they are ready. */
export interface Workers {
  pools: WorkerPools | null;
}

export interface StatusServer {
  close(): Promise<void>;
}

/** @returns null without METRICS_PORT */
export async function openStatusServer(
  { host, metrics_port, metrics_token }: Pick<Config, 'host' | 'metrics_port' | 'metrics_token'>,
  workers: Workers,
): Promise<StatusServer | null> {
  if (metrics_port === null) return null;
  const server = createServer((request, response) =>
    answer(request, response, { ...workers, metrics_token }),
  );
  await listen(server, metrics_port, host);
  return {
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
}

function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { pools, metrics_token: token }: Workers & Pick<Config, 'metrics_token'>,
): void {
  const stopped = pools?.stopped() ?? [];
  if (request.url === '/health') sendStatus(response, stopped, 'ok');
  else if (request.url === '/ready') sendStatus(response, stopped, pools === null ? 'starting' : 'ok');
  else if (request.url !== '/metrics') response.writeHead(404).end();
  else if (token !== null && !mayReadMetrics(request, token))
    response.writeHead(401, { 'www-authenticate': 'Bearer' }).end();
  else
    registry.metrics().then(
      (text) => response.setHeader('content-type', registry.contentType).end(text),
      () => response.writeHead(500).end(),
    );
}

function sendStatus(response: ServerResponse, stopped: string[], otherwise: 'ok' | 'starting'): void {
  const body = stopped.length > 0 ? { status: 'stopped', queues: stopped } : { status: otherwise };
  response
    .writeHead(body.status === 'ok' ? 200 : 503, { 'content-type': 'application/json' })
    .end(JSON.stringify(body));
}
