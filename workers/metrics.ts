/** HTTP of a worker process: `/metrics` and `/health` on METRICS_PORT; METRICS_TOKEN, if set, protects the metrics. */
import { createServer, type Server } from 'node:http';
import { mayReadMetrics } from '../core/metrics-access.ts';
import { registry } from '../core/metrics.ts';

export interface MetricsServer {
  close(): Promise<void>;
}

export function openMetricsServer(host: string, port: number, token: string | null): Promise<MetricsServer> {
  const server: Server = createServer((request, response) => {
    if (request.url === '/health') {
      response.setHeader('content-type', 'application/json').end('{"status":"ok"}');
    } else if (request.url === '/metrics' && token !== null && !mayReadMetrics(request, token)) {
      response.writeHead(401, { 'www-authenticate': 'Bearer' }).end();
    } else if (request.url === '/metrics') {
      registry.metrics().then(
        (text) => response.setHeader('content-type', registry.contentType).end(text),
        () => response.writeHead(500).end(),
      );
    } else {
      response.writeHead(404).end();
    }
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () =>
      resolve({
        close: () =>
          new Promise((closed) => {
            server.close(() => closed());
            server.closeAllConnections();
          }),
      }),
    );
  });
}
