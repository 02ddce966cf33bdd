/** Traces: what a collector for OTLP over HTTP gets of a request, its statements and its jobs; and that nothing is loaded without one. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newWork, runAs } from '../../core/work.ts';
import { createProject, must, paymentBody, startService, until, type TestService } from '../harness/index.ts';

interface Attribute {
  key: string;
  value: { stringValue?: string; intValue?: number; arrayValue?: { values: { stringValue: string }[] } };
}
interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: Attribute[];
}

const attributesOf = (span: Span | undefined): Record<string, unknown> =>
  Object.fromEntries(
    (span?.attributes ?? []).map(({ key, value }) => [
      key,
      value.stringValue ?? value.intValue ?? value.arrayValue?.values.map(({ stringValue }) => stringValue),
    ]),
  );

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const PARENT = 'b7ad6b7169203331';

let collector: Server;
let service: TestService;
const spans: Span[] = [];
const paths = new Set<string>();
let sent = '';

beforeAll(async () => {
  collector = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      paths.add(`${request.method} ${request.url}`);
      sent += body;
      for (const { scopeSpans } of JSON.parse(body).resourceSpans)
        for (const each of scopeSpans) spans.push(...each.spans);
      response.setHeader('content-type', 'application/json').end('{}');
    });
  }).listen(0, '127.0.0.1');
  await until('it listens', () => collector.listening);
  const { port } = collector.address() as AddressInfo;
  service = await startService({
    workers: 'all',
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` },
  });
});
afterAll(async () => {
  await service?.stop();
  collector.close();
});

test("a request continues its caller's trace, with its statements and jobs below it", async () => {
  const project = await createProject(service.anyone);
  const body = paymentBody();
  const headers = { traceparent: `00-${TRACE}-${PARENT}-01`, 'x-request-id': 'a-traced-one' };
  const { body: payment } = must(await project.key.send('POST', '/api/v1/payments', body, headers));
  const mine = (): Span[] => spans.filter(({ traceId }) => traceId === TRACE);
  const named = (name: string | RegExp): Span | undefined =>
    mine().find((span) => (typeof name === 'string' ? span.name === name : name.test(span.name)));
  await until('they were sent', () =>
    [named('POST /api/v1/payments'), named(/^postgresql /), named(/^job /)].every(Boolean),
  );
  const request = named('POST /api/v1/payments');
  expect(request).toMatchObject({ parentSpanId: PARENT });
  expect(attributesOf(request)).toEqual({
    'http.request.method': 'POST',
    'http.route': '/api/v1/payments',
    'http.response.status_code': 201,
    'ushirika.request_id': 'a-traced-one',
  });
  expect(
    mine().some(
      ({ name, parentSpanId }) => name.startsWith('postgresql ') && parentSpanId === request?.spanId,
    ),
  ).toBe(true);
  const { id } = payment;
  await until('its booking was sent', () => named('job post-payments'));
  const statements = mine().filter(({ name }) => name.startsWith('postgresql '));
  expect(statements.map((span) => attributesOf(span)['db.query.summary'])).toContain(
    'insert payments select',
  );
  expect(statements.map(({ name }) => name)).toContain('postgresql insert payments select');
  // Values of the payment are in no span.
  for (const value of [id, body.reference, body.customer_phone]) expect(sent).not.toContain(value);
  expect([...paths]).toEqual(['POST /v1/traces']);
  expect(sent).toContain('"ushirika"');
  for (const secret of Object.values(project.key.headers)) expect(sent).not.toContain(secret);
});

test('the span of a job has its id, and those of the requests that share it', async () => {
  const trace = 'f'.repeat(31);
  const add = (n: number): Promise<void> => {
    const origin = { request_ids: [`shares-a-job-${n}`], traceparent: `00-${trace}${n}-${PARENT}-01` };
    return runAs(newWork(origin), () =>
      service.ctx.jobs.enqueue('post-payments', {}, { job_id: 'shared-by-two' }),
    );
  };
  await Promise.all([1, 2].map(add));
  const job = await until('its span was sent', () =>
    spans.find((span) => attributesOf(span)['ushirika.job_id'] === 'shared-by-two'),
  );
  expect(job.name).toBe('job post-payments');
  expect(attributesOf(job)).toEqual({
    'ushirika.queue': 'ledger-postings',
    'ushirika.job_id': 'shared-by-two',
    'ushirika.request_id': 'shares-a-job-1',
    'ushirika.request_ids': ['shares-a-job-1', 'shares-a-job-2'],
  });
});

test('calls to others have spans that name the host alone', async () => {
  const project = await createProject(service.anyone);
  const received: string[] = [];
  const receiver = createServer((request, response) => {
    received.push(String(request.url));
    request.resume().on('end', () => response.writeHead(202).end());
  }).listen(0, '127.0.0.1');
  try {
    await until('it listens', () => receiver.listening);
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks?token=of-the-receiver`;
    must(await project.key.post('/api/v1/webhook-endpoints', { url, events: ['*'] }));
    must(await project.key.post('/api/v1/payments', paymentBody()));
    await until('an event was delivered', () => received.length > 0);
    const call = (): Span | undefined => spans.find(({ name }) => name === 'POST 127.0.0.1');
    await until('its span was sent', () => call() !== undefined);
    expect(call()?.attributes).toContainEqual({
      key: 'http.response.status_code',
      value: { intValue: 202 },
    });
    expect(spans.find(({ spanId }) => spanId === call()?.parentSpanId)?.name).toMatch(/^job /);
    expect(sent).not.toContain('of-the-receiver');
  } finally {
    receiver.close();
  }
});

test('without an endpoint nothing of OpenTelemetry is loaded', () => {
  const program = `
    await import(${JSON.stringify(fileURLToPath(new URL('../../dist/app/compose.js', import.meta.url)))});
    const { isTracing } = await import(${JSON.stringify(fileURLToPath(new URL('../../dist/core/tracing.js', import.meta.url)))});
    const { createRequire } = await import('node:module');
    const loaded = Object.keys(createRequire(import.meta.url).cache ?? {}).filter((file) => /@opentelemetry.(sdk|exporter|otlp)/.test(file));
    console.log(JSON.stringify([isTracing(), loaded]));`;
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
  expect(JSON.parse(output)).toEqual([false, []]);
});
