/** What is around the API: health, readiness, metrics, the OpenAPI document, its page, and the operators' board. */
import { readFileSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect as connectTcp, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { listen } from '../../api/http/listen.ts';
import { CALLBACK_OPERATIONS } from '../../api/callbacks.ts';
import { ROUTES } from '../../api/routes.ts';
import { createApp } from '../../api/server.ts';
import { readConfig } from '../../core/config.ts';
import { ERROR_CODES } from '../../core/errors.ts';
import { mayReadMetrics } from '../../core/metrics-access.ts';
import { openContext } from '../../app/compose.ts';
import { QUEUE_NAMES } from '../../jobs/registry.ts';
import {
  Client,
  createProject,
  deref,
  freshDatabase,
  must,
  paymentBody,
  projectOf,
  quickPerson,
  startService,
  until,
  type Person,
  type Project,
  type TestService,
} from '../harness/index.ts';
import { freePorts } from '../kills/service/ports.ts';
import { expectError, fill, nameOf, parametersOf } from './samples.ts';

let service: TestService;
let anyone: Client;
let project: Project;

beforeAll(async () => {
  service = await startService({ workers: ['ledger-postings'] });
  anyone = service.anyone;
  project = await projectOf(await quickPerson(service), anyone);
});
afterAll(() => service.stop());

test('/api/version says the version and the commit of the build, without a credential', async () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  const { status, body } = await anyone.get('/api/version');
  expect({ status, body }).toEqual({ status: 200, body: { version, commit: expect.anything() } });
  expect(body.commit).toMatch(/^[0-9a-f]{40}$/);
});

describe('health and readiness', () => {
  test('/health says ok, and nothing else', async () => {
    const reply = await anyone.get('/health');
    expect([reply.status, reply.body]).toEqual([200, { status: 'ok' }]);
  });

  test('/ready names every dependency', async () => {
    const reply = await anyone.get('/ready');
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({ status: 'ok', checks: { database: 'ok', queue: 'ok', ledger: 'ok' } });
  });
});

describe('when the database is out of reach', () => {
  /** Stands between the service and its database, and can be cut. */
  async function startProxy(target: URL) {
    const sockets = new Set<Socket>();
    const server = createServer((from) => {
      const to = connectTcp(Number(target.port), target.hostname);
      for (const [one, other] of [
        [from, to],
        [to, from],
      ] as [Socket, Socket][]) {
        sockets.add(one);
        one.pipe(other);
        one.on('error', () => other.destroy());
        one.on('close', () => {
          sockets.delete(one);
          other.destroy();
        });
      }
    });
    // Not of those that others may be given while it is cut.
    const [port = 0] = await freePorts(1);
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    const cut = async (): Promise<void> => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    };
    return {
      port,
      cut,
      async mend(): Promise<void> {
        server.listen(port, '127.0.0.1');
        await once(server, 'listening');
      },
    };
  }

  test('/ready is 503, requests are 503 with Retry-After, /health stays ok, and all of it passes', async () => {
    const database = await freshDatabase();
    const url = new URL(database.url);
    const proxy = await startProxy(new URL(database.url));
    url.host = `127.0.0.1:${proxy.port}`;
    const config = readConfig({
      PORT: '0',
      LOG_LEVEL: 'silent',
      RATE_LIMIT_PER_MINUTE: '0',
      DATABASE_URL: url.href,
    });
    const { ctx, store, close } = await openContext(config, url.href, false);
    const web = await listen(createApp(ctx, store), config);
    const outside = new Client(web.url);
    const { key, owner } = await createProject(outside);
    must(await key.post('/api/v1/payments', paymentBody()));
    expect((await outside.get('/ready')).status).toBe(200);

    await proxy.cut();
    const ready = await outside.get('/ready');
    expect(ready.status).toBe(503);
    expect(ready.body).toEqual({
      status: 'unavailable',
      checks: { database: 'unavailable', queue: 'unavailable', ledger: 'unavailable' },
    });
    expect((await outside.get('/health')).body).toEqual({ status: 'ok' });
    for (const reply of await Promise.all([
      key.get('/api/v1/payments'),
      key.post('/api/v1/payments', paymentBody()),
      owner.client.get('/api/auth/me'),
      outside.post('/api/auth/login', { email: owner.email, password: owner.password }),
    ])) {
      expectError(reply, 503, 'SERVICE_UNAVAILABLE');
      expect(reply.text).not.toMatch(/ECONN|127\.0\.0\.1|connect/);
    }
    expect((await outside.get('/metrics')).text).toContain('ushirika_http_request_duration_seconds');

    await proxy.mend();
    await until('it is ready again', async () => (await outside.get('/ready')).status === 200);
    must(await key.post('/api/v1/payments', paymentBody()));
    await web.close();
    await close();
    await proxy.cut();
    await database.drop();
  });
});

describe('/metrics', () => {
  test('tells of requests by route, jobs, batches and postings, and of nobody', async () => {
    const { body: payment } = must(await project.key.post('/api/v1/payments', paymentBody()));
    must(await project.key.get(`/api/v1/payments/${payment.id}`));
    await until('it is booked', async () => {
      const { body } = await project.key.get('/api/v1/ledger/postings?status=posted');
      return body.postings.length > 0;
    });
    const samples = [
      /^process_cpu_seconds_total \d/m,
      /^nodejs_eventloop_lag_seconds \d/m,
      /^ushirika_http_request_duration_seconds_count\{method="GET",route="\/api\/v1\/payments\/\{payment\}",status="200"\} [1-9]\d*$/m,
      /^ushirika_http_request_duration_seconds_bucket\{le="0\.5",method="POST",route="\/api\/v1\/payments",status="201"\} \d/m,
      /^ushirika_queue_jobs\{queue="ledger-postings",state="waiting"\} \d+$/m,
      /^ushirika_queue_jobs\{queue="webhook-deliveries",state="failed"\} 0$/m,
      /^ushirika_job_duration_seconds_count\{queue="ledger-postings",job="post-payments",outcome="done"\} \d+$/m,
      /^ushirika_ledger_batch_transfers_count [1-9]/m,
      /^ushirika_ledger_commit_seconds_count [1-9]/m,
      /^ushirika_postings\{status="pending"\} 0$/m,
      /^ushirika_postings\{status="failed"\} 0$/m,
      /^ushirika_postings\{status="posted"\} [1-9]/m,
    ];
    // A job is counted when it is over, a little after what it did can be seen.
    await until('nothing is missing', async () => {
      const { text } = await anyone.get('/metrics');
      const missing = samples.filter((sample) => !sample.test(text));
      if (missing.length > 0) throw new Error(`${missing.join('\n')}\nis not in\n${text}`);
      return true;
    });
    const reply = await anyone.get('/metrics');
    expect(reply.status).toBe(200);
    expect(reply.headers.get('content-type')).toMatch(/^text\/plain/);
    for (const name of QUEUE_NAMES) expect(reply.text).toContain(`queue="${name}"`);
    const names = [...reply.text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name);
    for (const name of names) expect(name).toMatch(/^(ushirika|process|nodejs)_/);
    await expectLinted(reply.text);
    for (const secret of [payment.id, project.id, project.owner.email, '254712345789'])
      expect(reply.text).not.toContain(secret);
  });
});

/** As `promtool check metrics` wants it; by that itself where it is installed. */
async function expectLinted(text: string): Promise<void> {
  const problems: string[] = [];
  for (const [, name = '', type = ''] of text.matchAll(/^# TYPE (\S+) (\S+)$/gm)) {
    const is = (wrong: boolean, what: string): void => void (wrong && problems.push(`${name}: ${what}`));
    is(!new RegExp(`^# HELP ${name} \\S`, 'm').test(text), 'no help text');
    is(!/^[a-z][a-z0-9_]*$/.test(name), 'a name in snake case');
    is((type === 'counter') !== name.endsWith('_total'), 'counters, and no others, end with _total');
    is(/_(count|sum|bucket)$/.test(name), 'a suffix that is reserved for histograms');
    is(/(^|_)(counter|gauge|histogram|summary)(_|$)/.test(name), 'the type in the name');
    is(
      /_(ms|s|us|ns|kb|mb|sec|milliseconds|kilobytes|minutes|hours)(_|$)/.test(name),
      'a unit that is no base unit',
    );
  }
  expect(problems).toEqual([]);
  const promtool = spawn('promtool', ['check', 'metrics'], { stdio: ['pipe', 'pipe', 'pipe'] });
  promtool.stdin.on('error', () => undefined).end(text);
  const said: Buffer[] = [];
  promtool.stderr.on('data', (chunk: Buffer) => said.push(chunk));
  const code = await new Promise((resolve) =>
    promtool.on('error', () => resolve('not installed')).on('close', resolve),
  );
  expect([0, 'not installed'], Buffer.concat(said).toString()).toContain(code);
}

describe('who may read /metrics', () => {
  const token = 'a-token-of-the-scraper';
  const request = (remoteAddress: string, headers: Record<string, string> = {}): IncomingMessage =>
    ({ headers, socket: { remoteAddress } }) as unknown as IncomingMessage;

  test.each([
    ['this machine', '127.0.0.1', {}, null, true],
    ['this machine by IPv6', '::1', {}, null, true],
    ['this machine by IPv4 in IPv6', '::ffff:127.0.0.1', {}, null, true],
    ['another machine', '10.0.0.7', {}, null, false],
    ['another machine without the token', '10.0.0.7', {}, token, false],
    ['another machine with the token', '10.0.0.7', { authorization: `Bearer ${token}` }, token, true],
    ['another machine with another token', '10.0.0.7', { authorization: `Bearer ${token}x` }, token, false],
    ['another machine with an empty token', '10.0.0.7', { authorization: 'Bearer ' }, token, false],
    ['a token where none is set', '10.0.0.7', { authorization: 'Bearer null' }, null, false],
    [
      'somebody behind a proxy of this machine',
      '127.0.0.1',
      { 'x-forwarded-for': '203.0.113.7' },
      null,
      false,
    ],
    ['somebody who claims to be this machine', '10.0.0.7', { 'x-forwarded-for': '127.0.0.1' }, null, false],
    ['a connection that is gone', '', {}, null, false],
  ])('%s', (_who, address, headers, set, may) => {
    expect(mayReadMetrics(request(address, headers as Record<string, string>), set)).toBe(may);
  });

  test('is asked on the public port', async () => {
    const passed_on = anyone.with({ 'x-forwarded-for': '203.0.113.7' });
    expectError(await passed_on.get('/metrics'), 401, 'UNAUTHORIZED');
    expect((await passed_on.get('/health')).status).toBe(200);
    const guarded = await startService({ env: { METRICS_TOKEN: token } });
    const scraper = guarded.anyone.with({ 'x-forwarded-for': '203.0.113.7' });
    expectError(await scraper.get('/metrics'), 401, 'UNAUTHORIZED');
    expect((await scraper.with({ authorization: `Bearer ${token}` }).get('/metrics')).status).toBe(200);
    await guarded.stop();
  });
});

interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  security: Record<string, string[]>[];
  parameters: { name: string; in: string; required?: boolean; schema: object }[];
  requestBody?: { content: Record<string, { schema: { type?: string; properties?: object } }> };
  responses: Record<string, { description: string; content?: Record<string, { schema: object }> }>;
}

describe('/openapi.json', () => {
  let document: {
    openapi: string;
    security: object[];
    info: { title: string; version: string };
    paths: Record<string, Record<string, Operation>>;
    components: { securitySchemes: object; schemas: object };
  };
  const operations = (): [string, Operation][] =>
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]): [string, Operation] => [
        `${method.toUpperCase()} ${path}`,
        { ...operation, security: operation.security ?? document.security },
      ]),
    );

  beforeAll(async () => {
    const reply = must(await anyone.get('/openapi.json'));
    expect(reply.headers.get('content-type')).toMatch(/^application\/json/);
    document = reply.body;
  });

  test('is OpenAPI 3.1 and has every route, once', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d+$/);
    expect(document.info).toMatchObject({ title: 'Ushirika', version: expect.any(String) });
    expect(
      operations()
        .map(([name]) => name)
        .toSorted(),
    ).toEqual([...ROUTES, ...CALLBACK_OPERATIONS].map(nameOf).toSorted());
    expect(new Set(ROUTES.map(nameOf)).size).toBe(ROUTES.length);
    const ids = operations().map(([, { operationId }]) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[a-z][A-Za-z]+(\.[a-z][A-Za-z]+)*$/);
    // Paths that differ in a parameter's name alone are one path to OpenAPI.
    const shapes = Object.keys(document.paths).map((path) => path.replaceAll(/\{\w+\}/g, '{}'));
    expect(new Set(shapes).size).toBe(shapes.length);
  });

  test('every reference leads somewhere', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, to = '']) => to);
    expect(references.length).toBeGreaterThan(0);
    for (const reference of new Set(references)) {
      expect(reference).toMatch(/^#\//);
      let at: unknown = document;
      for (const part of reference.slice(2).split('/')) at = (at as Record<string, unknown>)[part];
      expect(at, reference).toBeTypeOf('object');
    }
  });

  test('every operation is whole', () => {
    for (const [name, operation] of operations()) {
      expect(operation.summary, name).toMatch(/\S/);
      expect(operation.tags, name).toHaveLength(1);
      const declared = operation.parameters.map(deref);
      const parameters = declared.map((each) => `${each.in} ${each.name}`);
      expect(new Set(parameters).size, name).toBe(parameters.length);
      for (const each of declared) expect(Object.keys(each.schema).length, name).toBeGreaterThan(0);
      expect(
        declared.filter((each) => each.in === 'path').map((each) => each.name),
        name,
      ).toEqual(parametersOf(name));
      for (const each of declared) if (each.in === 'path') expect(each.required, name).toBe(true);
      for (const scheme of operation.security.flatMap((each) => Object.keys(each)))
        expect(Object.keys(document.components.securitySchemes), name).toContain(scheme);
      for (const [status, reference] of Object.entries(operation.responses)) {
        const response = deref(reference);
        expect(status, name).toMatch(/^[2345]\d\d$|^default$/);
        expect(response.description, name).toMatch(/\S/);
        expect(Boolean(response.content), `${name} ${status}`).toBe(status !== '204');
      }
      expect(
        Object.keys(operation.responses).some((status) => status.startsWith('2')),
        name,
      ).toBe(true);
      const route = ROUTES.find((each) => nameOf(each) === name);
      expect(Boolean(operation.requestBody), name).toBe(Boolean(route?.body ?? route?.upload_bytes));
      expect(operation.security.length > 0, name).toBe(route !== undefined && route.access.kind !== 'none');
    }
  });

  test('documents fields as they are: amounts are numbers there, limits are bounded', () => {
    const operation = document.paths['/api/v1/payments']?.['post'] as Operation;
    const body = operation.requestBody?.content['application/json']?.schema as {
      properties: Record<string, { type: string; enum?: string[]; anyOf?: object[] }>;
      required: string[];
    };
    expect(body.properties['amount']).toMatchObject({ anyOf: [{ type: 'number' }, { type: 'string' }] });
    expect(deref(body.properties['currency'])?.enum).toContain('KES');
    expect(body.required.toSorted()).toEqual(['amount', 'currency', 'provider', 'reference']);
    const list = document.paths['/api/v1/payments']?.['get'] as Operation;
    const limit = list.parameters.map(deref).find(({ name }) => name === 'limit');
    expect(limit?.schema).toMatchObject({ type: 'integer', minimum: 1, maximum: 1000 });
    expect(operation.parameters.map(deref).map(({ name }) => name)).toEqual(['idempotency-key']);
    const codes = JSON.stringify(document.components.schemas);
    for (const code of Object.keys(ERROR_CODES)) expect(codes).toContain(`"${code}"`);
  });

  test('an answer has the fields that it documents, and no other', async () => {
    const reply = must(await project.key.post('/api/v1/payments', paymentBody()));
    const answer = document.paths['/api/v1/payments']?.['post']?.responses['201'];
    const documented = deref(answer?.content?.['application/json']?.schema) as {
      properties: object;
      required: string[];
    };
    expect(Object.keys(reply.body).toSorted()).toEqual(Object.keys(documented.properties).toSorted());
    const page = must(await project.key.get('/api/v1/payments')).body;
    expect(Object.keys(page.payments[0]).toSorted()).toEqual(documented.required.toSorted());
  });

  test('says truly who may call: without a credential 401, where it says so', async () => {
    for (const route of ROUTES) {
      const ids = Object.fromEntries(parametersOf(route.path).map((name) => [name, 'x']));
      const reply = await anyone.send(route.method, fill(route.path, ids));
      const operation = document.paths[route.path]?.[route.method.toLowerCase()];
      const open = (operation?.security ?? document.security).length === 0;
      if (open) expect(reply.status, nameOf(route)).not.toBe(401);
      else expectError(reply, 401, 'UNAUTHORIZED');
    }
  });
});

describe('/docs', () => {
  test('loads from here alone, and its policy allows no inline script', async () => {
    const page = must(await anyone.get('/docs'));
    expect(page.headers.get('content-type')).toMatch(/^text\/html/);
    const policy = page.headers.get('content-security-policy') ?? '';
    const scripts = /script-src ([^;]*)/.exec(policy)?.[1];
    expect(scripts).toBe("'self'");
    expect(policy).toMatch(/default-src 'self'/);
    expect(policy).toMatch(/object-src 'none'/);
    expect(policy).toMatch(/frame-ancestors 'self'/);
    for (const [, attributes = '', content] of page.text.matchAll(/<script([^>]*)>([^<]*)<\/script>/g)) {
      expect(attributes).toContain('src="/docs/');
      expect(content).toBe('');
    }
    expect(page.text).not.toMatch(/ on\w+=|javascript:/);
    const assets = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url = '']) => url);
    expect(assets.length).toBeGreaterThanOrEqual(3);
    for (const asset of assets) {
      expect(asset).toMatch(/^\/docs\//);
      const { status, headers } = await anyone.get(asset);
      expect(status, asset).toBe(200);
      const type = asset.endsWith('.css') ? /css/ : asset.endsWith('.png') ? /image\/png/ : /javascript/;
      expect(headers.get('content-type')).toMatch(type);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  test('lets nobody out of its folder', async () => {
    for (const path of [
      '/docs/assets/../../../package.json',
      '/docs/assets/%2e%2e/%2e%2e/package.json',
      '/docs/assets/..%2fpackage.json',
      '/docs/assets/package.json%00',
    ])
      expect((await anyone.get(path)).text).not.toContain('"dependencies"');
  });
});

test('every answer carries the headers that browsers need, and says nothing of what we are made of', async () => {
  for (const path of ['/health', '/api/v1/payments', '/nothing', '/docs', '/board/sign-in']) {
    const { headers } = await anyone.get(path);
    expect(headers.get('x-content-type-options'), path).toBe('nosniff');
    expect(headers.get('x-powered-by'), path).toBeNull();
    expect(headers.get('content-security-policy'), path).toContain("default-src 'self'");
    expect(headers.get('access-control-allow-origin'), path).toBeNull();
  }
});

describe('/board', () => {
  let operator: Person;
  let bystander: Person;
  const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

  beforeAll(async () => {
    [operator, bystander] = await Promise.all([quickPerson(service), quickPerson(service)]);
    await service.ctx.db('users').where({ id: operator.id }).update({ operator: true });
  });

  const signIn = (email: string, password: string) =>
    anyone.post('/board/sign-in', new URLSearchParams({ email, password }).toString(), {
      'content-type': 'application/x-www-form-urlencoded',
    });

  test('sends a browser without a session to sign in', async () => {
    for (const path of ['/board', '/board/', '/board/queue/ledger-postings']) {
      const reply = await anyone.with(browser).get(path);
      expect([reply.status, reply.headers.get('location')]).toEqual([303, '/board/sign-in']);
    }
    const page = must(await anyone.with(browser).get('/board/sign-in'));
    expect(page.text).toContain('<form method="post" action="/board/sign-in">');
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self'");
  });

  test('answers anyone else without a session with 401', async () => {
    const json = anyone.with({ accept: 'application/json' });
    expectError(await json.get('/board/api/queues'), 401, 'UNAUTHORIZED');
    expectError(
      await json.with({ 'x-api-key': project.key.headers['x-api-key'] ?? '' }).get('/board/api/queues'),
      401,
      'UNAUTHORIZED',
    );
  });

  test('an operator signs in, sees every queue, and signs out', async () => {
    const signedIn = await signIn(operator.email, operator.password);
    expect([signedIn.status, signedIn.headers.get('location')]).toEqual([303, '/board']);
    const cookie = signedIn.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(/^ush_board=ush_sess_/);
    for (const attribute of ['HttpOnly', 'SameSite=Strict', 'Path=/board', 'Expires='])
      expect(cookie).toContain(attribute);
    const [pair = ''] = cookie.split(';');
    const visitor = anyone.with({ ...browser, cookie: pair });
    const page = must(await visitor.get('/board'));
    expect(page.text).toContain('Ushirika');
    const { body } = must(await visitor.with({ accept: 'application/json' }).get('/board/api/queues'));
    const names = body.queues.map(({ name }: { name: string }) => name);
    expect(names.toSorted()).toEqual([...QUEUE_NAMES].toSorted());
    for (const queue of body.queues) expect(queue.readOnlyMode).toBe(true);

    const out = await visitor.post('/board/sign-out');
    expect([out.status, out.headers.get('location')]).toEqual([303, '/board/sign-in']);
    expect((await visitor.get('/board')).status).toBe(303);
    expectError(
      await anyone.with({ authorization: `Bearer ${pair.replace('ush_board=', '')}` }).get('/api/auth/me'),
      401,
      'UNAUTHORIZED',
    );
  });

  test('an operator may use a token instead', async () => {
    expect((await operator.client.get('/board/api/queues')).status).toBe(200);
  });

  test('takes the session that an operator has in the dashboard, in a cookie', async () => {
    const taken = await operator.client.post('/board/session');
    const cookie = taken.headers.get('set-cookie') ?? '';
    expect([taken.status, cookie]).toEqual([204, expect.stringMatching(/^ush_board=ush_sess_.*HttpOnly/)]);
    const [pair = ''] = cookie.split(';');
    must(await anyone.with({ ...browser, cookie: pair }).get('/board'));
    expectError(await bystander.client.post('/board/session'), 403, 'FORBIDDEN');
    expectError(await anyone.post('/board/session'), 401, 'UNAUTHORIZED');
    expectError(await anyone.with({ cookie: pair }).post('/board/session'), 401, 'UNAUTHORIZED');
  });

  test('whoever is no operator is refused: 403', async () => {
    for (const path of ['/board', '/board/api/queues'])
      expectError(await bystander.client.get(path), 403, 'FORBIDDEN');
    expectError(await project.owner.client.with(browser).get('/board'), 403, 'FORBIDDEN');
    await service.ctx.db('users').where({ id: operator.id }).update({ operator: false });
    expectError(await operator.client.get('/board'), 403, 'FORBIDDEN');
    await service.ctx.db('users').where({ id: operator.id }).update({ operator: true });
  });

  test('an operator decides nothing in a project', async () => {
    const client = operator.client.with({
      'x-service-project': project.id,
      'x-service-environment': 'test',
    });
    expectError(await client.get('/api/v1/payments'), 403, 'FORBIDDEN');
    expectError(await client.get(`/api/projects/${project.id}/staff`), 403, 'FORBIDDEN');
  });

  test('a wrong password, an unknown email and nonsense are refused alike, and throttled', async () => {
    for (const [email, password] of [
      [operator.email, 'wrong'],
      ['nobody@example.org', 'wrong'],
      ['', ''],
    ] as const) {
      const reply = await signIn(email, password);
      expect([reply.status, reply.headers.get('set-cookie')]).toEqual([401, null]);
      expect(reply.text).toContain('Email or password is wrong.');
    }
    for (const body of [
      'email=a&email=b&password=c',
      'email[x]=1&password[y]=2',
      'email=%00&password=%ff',
      '',
      '%',
    ]) {
      const reply = await anyone.post('/board/sign-in', body, {
        'content-type': 'application/x-www-form-urlencoded',
      });
      expect(reply.status, body).toBeGreaterThanOrEqual(400);
      expect(reply.status, body).toBeLessThan(500);
    }
    expectError(
      await anyone.post('/board/sign-in', `email=${'x'.repeat(10_000)}`, {
        'content-type': 'application/x-www-form-urlencoded',
      }),
      413,
      'PAYLOAD_TOO_LARGE',
    );
    // Ten wrong ones are counted together with those of the API.
    const victim = await quickPerson(service);
    await Promise.all(Array.from({ length: 5 }, () => signIn(victim.email, 'wrong')));
    await Promise.all(
      Array.from({ length: 5 }, () =>
        anyone.post('/api/auth/login', { email: victim.email, password: 'wrong' }),
      ),
    );
    expectError(await signIn(victim.email, 'wrong'), 429, 'RATE_LIMITED');
  });

  test.each([
    ['refuses', () => Promise.reject(new Error('connect ECONNREFUSED 127.0.0.1:6379'))],
    ['is silent', () => new Promise<never>(() => undefined)],
  ])('says so when the store of the queues %s', async (_what, ping) => {
    const web = await listen(createApp(service.ctx, { ...service.store, ping }), service.ctx.config);
    const visitor = new Client(web.url).with(operator.client.headers);
    const [page, data] = await Promise.all([
      visitor.with(browser).get('/board'),
      visitor.with({ accept: 'application/json' }).get('/board/api/queues'),
    ]);
    expectError(data, 503, 'SERVICE_UNAVAILABLE');
    expect([page.status, page.headers.get('retry-after')]).toEqual([503, '1']);
    expect(page.text).toContain('The queue is out of reach at the moment.');
    expect(page.text + data.text).not.toContain('ECONNREFUSED');
    await web.close();
  });

  test('tells nothing of what went wrong in reading a queue', async () => {
    const queue = service.ctx.jobs.queues.get(QUEUE_NAMES[0] as 'ledger-postings');
    if (!queue) throw new Error('there is no such queue');
    const broken = vi.spyOn(queue, 'getJobCounts').mockRejectedValue(new Error('secret of the store'));
    const reply = await operator.client.get('/board/api/queues');
    broken.mockRestore();
    expectError(reply, 500, 'INTERNAL');
    expect(reply.text).not.toContain('secret of the store');
  });

  test('shows, and changes nothing', async () => {
    const name = 'webhook-deliveries';
    const queue = service.ctx.jobs.queues.get(name);
    const job = await queue?.add('deliver-webhooks', { endpoint_id: 'whe_x' }, { delay: 3_600_000 });
    const path = `/board/api/queues/${name}`;
    const id = job?.id ?? '';
    for (const [method, target] of [
      ['PUT', `${path}/pause`],
      ['PUT', `${path}/resume`],
      ['PUT', `${path}/empty`],
      ['PUT', `${path}/obliterate`],
      ['PUT', `${path}/promote`],
      ['PUT', `${path}/retry/failed`],
      ['PUT', `${path}/retry/completed`],
      ['PUT', `${path}/clean/delayed`],
      ['PUT', `${path}/clean/completed`],
      ['POST', `${path}/add`],
      ['PUT', `${path}/concurrency`],
      ['PUT', `${path}/rate-limit`],
      ['PUT', `${path}/${id}/clean`],
      ['PUT', `${path}/${id}/promote`],
      ['PUT', `${path}/${id}/retry`],
      ['PUT', `${path}/${id}/retry/failed`],
      ['PATCH', `${path}/${id}/update-data`],
      ['PUT', '/board/api/queues/pause'],
      ['PUT', '/board/api/queues/resume'],
    ] as const) {
      const reply = await operator.client.send(method, target, {
        name: 'x',
        data: {},
        jobData: {},
        concurrency: 1,
      });
      expectError(reply, 403, 'FORBIDDEN');
      expectError(await bystander.client.send(method, target, {}), 403, 'FORBIDDEN');
    }
    expect(await queue?.isPaused()).toBe(false);
    expect(await queue?.getJobCounts('delayed', 'waiting', 'completed', 'failed')).toMatchObject({
      delayed: 1,
    });
    expect((await queue?.getJob(id))?.data).toEqual({ endpoint_id: 'whe_x' });
    must(await operator.client.get(`${path}/${id}`));
  });
});
