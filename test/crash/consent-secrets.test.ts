/**
 * Link and code of a guarantor's consent, with whole processes that log everything: they are in no log, no job and no row, whatever goes
 * wrong on the way, and come to whoever is to have them.
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest';
import {
  addStaff,
  askedLoan,
  byCode,
  consentPath,
  createProject,
  inProject,
  must,
  outboxOf,
  pledgesOf,
  secretsIn,
  until,
  type Client,
  type Sacco,
  type Sent,
} from '../harness/index.ts';
import { RunningService } from './running-service.ts';

let service: RunningService;
let sacco: Sacco;
let receiver: Server;
let web: Client;
/** Bodies that were pushed. */
const pushed: string[] = [];

beforeAll(async () => {
  service = await RunningService.build({ LOG_LEVEL: 'trace' });
  await service.start('web');
  web = await service.client();
  sacco = await newSacco();
  receiver = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += String(chunk)));
    request.on('end', () => {
      pushed.push(body);
      // The first attempt fails, and its answer, which is kept, repeats what it was sent.
      response.writeHead(pushed.length === 1 ? 500 : 200).end(body);
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  receiver.close();
  await service.tearDown();
});

async function newSacco(): Promise<Sacco> {
  const project = await createProject(web);
  must(await project.session.put('/api/v1/sacco/settings', { currency: 'KES' }));
  const people = {
    maker: await addStaff(web, project, 'maker'),
    checker: await addStaff(web, project, 'checker'),
    admin: await addStaff(web, project, 'admin'),
  };
  const session = (role: keyof typeof people): Client => inProject(people[role], project.id, 'test');
  return { project, people, maker: session('maker'), checker: session('checker'), admin: session('admin') };
}

/** Every row of every table, those of the queues included. */
async function everyRow(): Promise<string> {
  const { rows: tables } = await service.db.raw<{ rows: { name: string }[] }>(
    `select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  expect(tables.map(({ name }) => name)).toContain('public.sacco_loan_consents');
  const texts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await service.db.raw<{ rows: { row: string }[] }>(
      `select to_jsonb(t)::text as row from ${name} t`,
    );
    texts.push(...rows.map(({ row }) => row));
  }
  return texts.join('\n');
}

/** By chance six digits may be in a time or a sum; those of both guarantors are not. */
function expectNone(text: string, sent: readonly Sent[]): void {
  for (const { link } of sent) expect(text).not.toContain(link.split('/').at(-1));
  const found = sent.filter(({ code }) => new RegExp(`(?<![\\w.])${code}(?!\\w)`).test(text));
  expect(found.length).toBeLessThan(sent.length);
}

async function sentTo(member_id: string): Promise<Sent> {
  const requests = async () =>
    (await outboxOf(sacco, member_id)).filter(({ template }) => template === 'consent_request');
  await until('the guarantor is asked', async () => (await requests()).length > 0);
  return secretsIn((await requests()).at(-1)?.text);
}

test('they are logged, queued and stored nowhere', { timeout: 240_000 }, async () => {
  onTestFailed(() => console.warn(service.output()));
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  const { key } = sacco.project;
  must(await key.post('/api/v1/webhook-endpoints', { url, events: ['guarantor.consent_requested'] }));
  const { body: polled } = must(await key.post('/api/v1/webhook-endpoints', { mode: 'poll', events: ['*'] }));
  const loan = await askedLoan(sacco, 2);
  const [first = '', second = ''] = loan.guarantors;
  // Nobody works on the queues yet: all jobs are there.
  const waiting = await everyRow();
  await service.start('worker');
  const sent = [await sentTo(first), await sentTo(second)];
  expectNone(waiting, sent);
  await until('both were pushed, the first one again', () => pushed.length === 3);
  const codes = pushed.map((body) => JSON.parse(body).data.code as string);
  expect(new Set(codes)).toEqual(new Set(sent.map(({ code }) => code)));

  // What people and programs do wrong.
  const [one, other] = sent as [Sent, Sent];
  const path = consentPath(loan, first);
  for (const text of [
    `{"decision":"consent","code":"${one.code}"`,
    `{"decision":"perhaps","code":"${one.code}"}`,
    `{"decision":"consent","code":${Number(one.code)}}`,
    `{"decision":"consent","code":"${one.code}","${one.code}":1}`,
  ])
    expect((await sacco.maker.send('POST', path, text)).status).toBe(400);
  expect((await byCode(sacco, loan, first, { decision: 'decline', code: other.code })).status).toBe(403);
  for (const wrong of [`${one.link}/`, `${one.link}/x`, one.link.replace('consent/', 'consents/')])
    await web.get(wrong);
  for (const method of ['PUT', 'DELETE', 'PATCH']) await web.send(method, one.link, {});
  for (const body of ['{"decision":', '{"decision":["consent"]}', `{"decision":"${'x'.repeat(4_000)}"}`])
    expect((await web.with({ accept: 'application/json' }).send('POST', one.link, body)).status).toBeOneOf([
      400, 413,
    ]);

  must(await web.with({ accept: 'application/json' }).post(one.link, { decision: 'consent' }));
  must(await byCode(sacco, loan, second, { decision: 'consent', code: other.code }));
  expect(await pledgesOf(sacco, loan)).toEqual(['pledged', 'pledged']);
  must(await sacco.checker.post(`/api/v1/approvals/${loan.approval_id}/approve`));
  const events = must(await key.get(`/api/v1/webhook-endpoints/${polled.id}/events`)).text;
  expect(events).toContain('guarantor.consent_decided');
  expectNone(events, sent);
  expectNone(await everyRow(), sent);
  expectNone(service.output(), sent);
  expect(service.output()).toContain('"level"');
});
