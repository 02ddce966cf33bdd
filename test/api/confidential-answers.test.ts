/** What the service knows is neither kept by caches on the way, nor written to the log because somebody typed it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listen, type Listening } from '../../api/http/listen.ts';
import { ROUTES } from '../../api/routes.ts';
import { createApp } from '../../api/server.ts';
import { openContext } from '../../app/compose.ts';
import { createLogger } from '../../core/log.ts';
import { passwords } from '../../domain/staff/index.ts';
import {
  Client,
  createSacco,
  must,
  newMember,
  projectOf,
  quickPerson,
  sharedService,
  until,
  type Project,
  type TestService,
} from '../harness/index.ts';

let service: TestService;
let project: Project;

beforeAll(async () => {
  service = await sharedService();
  project = await projectOf(await quickPerson(service), service.anyone);
});
afterAll(() => service.stop());

describe('every answer of /api says Cache-Control: no-store', () => {
  const cacheControl = async (method: string, path: string, headers = {}): Promise<string | null> => {
    const response = await fetch(service.url + path, { method, headers });
    await response.arrayBuffer();
    return response.headers.get('cache-control');
  };

  test('of every route, refused', async () => {
    for (const { method, path } of ROUTES)
      expect([path, await cacheControl(method, path.replaceAll(/[{}]/g, ''))]).toEqual([path, 'no-store']);
  });

  test.each([
    ['a list', 'GET', '/api/v1/payments', 200],
    ['an unknown parameter', 'GET', '/api/v1/payments?nothing=1', 400],
    ['an unknown id', 'GET', '/api/v1/payments/pay_00000000000000000000000000', 404],
    ['no route', 'GET', '/api/v1/nothing', 404],
    ['nothing', 'GET', '/api', 404],
    ['another method', 'PATCH', '/api/v1/payments', 404],
    ['the methods', 'OPTIONS', '/api/v1/payments', 204],
    ['the head only', 'HEAD', '/api/v1/payments', 200],
    ['a path in capitals', 'GET', '/API/v1/payments', 200],
    ['a path that cannot be decoded', 'GET', '/api/v1/payments/%zz', 400],
    ['the version', 'GET', '/api/version', 200],
  ])('%s', async (_what, method, path, status) => {
    const { headers } = project.key;
    const response = await fetch(service.url + path, { method, headers });
    await response.arrayBuffer();
    expect([response.status, response.headers.get('cache-control')]).toEqual([status, 'no-store']);
  });

  test('a body that cannot be read, and a stream of CSV', async () => {
    const broken = await project.key.post('/api/v1/payments', '{"amount":');
    expect([broken.status, broken.headers.get('cache-control')]).toEqual([400, 'no-store']);
    const sacco = await createSacco(service);
    const member = await newMember(sacco);
    const statement = `/api/v1/sacco/members/${member}/statement?from=2026-01-01&to=2026-01-31`;
    const csv = must(await sacco.maker.with({ accept: 'text/csv' }).get(statement));
    expect(csv.headers.get('content-type')).toContain('text/csv');
    expect(csv.headers.get('cache-control')).toBe('no-store');
  });
});

describe('a credential that is typed where it does not belong', () => {
  let text = '';
  let web: Listening;
  let closeSecond: () => Promise<void>;
  let client: Client;
  let secrets: string[];

  beforeAll(async () => {
    const log = createLogger('trace', { write: (line: string) => void (text += line) });
    const opened = await openContext(service.ctx.config, service.database_url, false, log);
    closeSecond = opened.close;
    web = await listen(createApp(opened.ctx, opened.store), { host: '127.0.0.1', port: 0 });
    client = new Client(web.url, project.key.headers);
    const endpoint = { url: 'http://127.0.0.1:9/', events: ['*'] };
    const { secret } = must(await project.key.post('/api/v1/webhook-endpoints', endpoint)).body;
    secrets = [
      project.key.headers['x-api-key'] ?? '',
      project.live_key.headers['x-api-key'] ?? '',
      (project.owner.client.headers['authorization'] ?? '').replace('Bearer ', ''),
      secret,
      (await passwords.issueResetToken(service.ctx.db, project.owner.email)) ?? '',
    ];
  });
  afterAll(async () => {
    await web.close(0);
    await closeSecond();
  });

  test('is not in the log: path, query, body, header or an error that quotes it', async () => {
    for (const secret of secrets) {
      expect(secret).toMatch(/^(ush_[a-z]+_|whsec_).{20,}/);
      const id = crypto.randomUUID();
      const encoded = encodeURIComponent(secret);
      const paths = [
        `/api/v1/payments/${encoded}`,
        `/api/v1/payments/${secret.replaceAll('_', '%5F')}`,
        `/api/v1/${encoded}?key=${encoded}`,
        `/${encoded}`,
        `/pay/${encoded}`,
        `/callbacks/sandbox/${encoded}/x`,
        `/CALLBACKS/sandbox/pay_00000000000000000000000000/${encoded}`,
      ];
      for (const path of paths) await client.get(path);
      await client.post('/api/v1/payments', { reference: secret, [secret]: secret });
      await client.post('/api/v1/payments', `{"reference":"${secret}`);
      await client.post('/api/auth/login', { email: secret, password: secret });
      await client.with({ 'x-request-id': secret, [secret.slice(0, 9)]: secret }).get('/api/v1/payments');
      await client.with({ 'x-request-id': id }).get('/health');
      await until('all lines are written', () => text.includes(id));
      expect(text).toContain('/api/v1/payments/');
      // The random part, however its characters are written.
      const random = secret.replace(/^(ush_[a-z]+_|whsec_)/, '').slice(0, 12);
      expect(text).not.toContain(random);
      expect(text).not.toContain(encodeURIComponent(random));
    }
  });

  test("a callback's token is not in the log, whatever the case of the path", async () => {
    await client.get('/CallBacks/sandbox/pay_00000000000000000000000000/opensesame');
    await until('it is logged', () => text.includes('/CallBacks/sandbox/'));
    expect(text).not.toContain('opensesame');
  });
});
