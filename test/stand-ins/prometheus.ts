/**
 * A Prometheus as far as KEDA's scaler needs it: it scrapes on each query, and answers `max(metric{label="value",…})` over what it
 * scraped, with the labels that the operator gives a target.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Target {
  /** Where the metrics are; read again for each query. */
  url: string;
  labels: Record<string, string>;
}

export interface PrometheusStandIn {
  url: string;
  close(): Promise<void>;
}

const SAMPLE = /^(\w+)(?:\{(.*)\})? (\S+)$/;
const LABEL = /(\w+)="([^"]*)"/g;
const MAX = /^max\((\w+)\{([^}]*)\}\)$/;

const labelsIn = (text: string): Record<string, string> =>
  Object.fromEntries([...text.matchAll(LABEL)].map(([, name, value]) => [name, value]));

export async function startPrometheus(targets: readonly Target[]): Promise<PrometheusStandIn> {
  async function samplesOf(metric: string, wanted: Record<string, string>): Promise<number[]> {
    const scraped = await Promise.all(
      targets.map(async ({ url, labels }) => {
        const response = await fetch(url).catch(() => null);
        const text = response?.ok ? await response.text() : '';
        return text.split('\n').flatMap((line) => {
          const [, name, inner = '', value = ''] = SAMPLE.exec(line) ?? [];
          const all = { ...labelsIn(inner), ...labels };
          const fits = Object.entries(wanted).every(([label, text_]) => all[label] === text_);
          return name === metric && fits ? [Number(value)] : [];
        });
      }),
    );
    return scraped.flat();
  }

  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://stand-in');
    const [, metric, labels] = MAX.exec(searchParams.get('query') ?? '') ?? [];
    response.setHeader('content-type', 'application/json');
    if (pathname !== '/api/v1/query' || metric === undefined || labels === undefined) {
      response.writeHead(400).end('{"status":"error","errorType":"bad_data","error":"unknown"}');
      return;
    }
    void samplesOf(metric, labelsIn(labels)).then((samples) => {
      const value = [Math.floor(Date.now() / 1_000), String(Math.max(...samples))];
      const result = samples.length === 0 ? [] : [{ metric: {}, value }];
      response.end(JSON.stringify({ status: 'success', data: { resultType: 'vector', result } }));
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
