/** Every command for an operation, with and without `--json`, against what the API itself answers. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OperationRow } from '../../cli/command.ts';
import { COMMANDS } from '../../cli/command-table.ts';
import { OPERATIONS } from '../../cli/generated/operations.ts';
import type { OperationFacts } from '../../cli/operation-facts.ts';
import { argumentsOf } from '../../cli/request/arguments.ts';
import { ROUTES } from '../../api/routes.ts';
import type { Route } from '../../api/http/route.ts';
import { createWorld, fill, validBody, validQuery, type World } from '../api/samples.ts';
import { Cli, type Ran } from '../harness/cli.ts';
import { fileOf } from '../harness/contents.ts';
import { must, sharedService, type Client, type TestService } from '../harness/index.ts';

let service: TestService;
let world: World;
let by_session: Cli;
let by_key: Cli;
let session: Client;

const READS = COMMANDS.filter(({ operation }) => OPERATIONS[operation].method === 'GET');
const WRITES = COMMANDS.filter(({ operation }) => OPERATIONS[operation].method !== 'GET');

beforeAll(async () => {
  service = await sharedService();
  world = await createWorld(service);
  const { owner, id } = world.project;
  by_session = await Cli.open({ USHIRIKA_URL: service.url });
  session = world.project.session;
  const login = await by_session.run(
    ['login', '--email', owner.email, '--password-stdin', '--project', id],
    `${owner.password}\n`,
  );
  expect(login).toMatchObject({ code: 0, stderr: '' });
  by_key = await Cli.open({
    USHIRIKA_URL: service.url,
    USHIRIKA_API_KEY: world.project.key.headers['x-api-key'] ?? '',
  });
  PLACES['csv'] = join(by_key.folder, 'statement.csv');
  await writeFile(PLACES['csv'], 'Id,Amount\nP1,1.00\n');
  const scan = join(by_session.folder, 'scan.pdf');
  await writeFile(scan, fileOf('pdf'));
  FLAGS['files upload'] = ['--file', scan];
  FLAGS['files content'] = ['--output', '-'];
});
afterAll(async () => {
  await by_session.close();
  await by_key.close();
  await service.stop();
});

function routeOf({ operation }: OperationRow): Route {
  return ROUTES.find(({ operation_id }) => operation_id === operation) as Route;
}

function factsOf({ operation }: OperationRow): OperationFacts {
  return OPERATIONS[operation];
}

/** Half of the commands go by key, where that may, and half by session. */
function cliFor(row: OperationRow, i: number): Cli {
  return factsOf(row).access === 'any' && i % 2 === 0 ? by_key : by_session;
}

function argsOf(row: OperationRow): string[] {
  return [
    ...row.words.split(' '),
    ...argumentsOf(row).map((name) => PLACES[name] ?? idsOf(row)[name] ?? name),
    ...(FLAGS[row.words] ?? []),
  ];
}

/** Only a posted entry has a receipt. */
function idsOf({ operation }: OperationRow): Record<string, string> {
  const { posted_entry = '' } = world.ids;
  return operation === 'sacco.entries.receipt' ? { ...world.ids, entry: posted_entry } : world.ids;
}

/** What commands about files read, and where they write, by their words. */
const FLAGS: Record<string, string[]> = {};

/** What stands behind ids. */
const PLACES: Record<string, string> = { url: 'https://shop.example/hooks' };

/** The required parameters as flags, as tests that try every route send them. */
function queryFlags(query: string): string[] {
  return [...new URLSearchParams(query)].flatMap(([name, value]) => [
    `--${name.replaceAll('_', '-')}`,
    value,
  ]);
}

/** Templates and lists of errors are CSV alone. */
function answersJson({ responses }: Route): boolean {
  return Object.values(responses).some(({ schema }) => schema !== undefined);
}

test('there is a command for every operation that is not about the user', () => {
  const served = new Set(COMMANDS.map(({ operation }) => operation as string));
  const elsewhere = new Set(['service.version', 'webhookEndpoints.listEvents']);
  const missing = Object.keys(OPERATIONS).filter(
    (id) => !served.has(id) && !elsewhere.has(id) && !id.startsWith('auth.'),
  );
  expect(missing).toEqual([]);
});

test('what is read is what the API answers, as JSON and as text', async () => {
  // What the whole service runs is for operators, who decide nothing: only while things are read.
  const owner = service.ctx.db('users').where({ id: world.project.owner.id });
  await owner.clone().update({ operator: true });
  for (const [i, row] of READS.entries()) {
    const query = validQuery(routeOf(row));
    const path = fill(factsOf(row).path, idsOf(row)) + query;
    const args = [...argsOf(row), ...queryFlags(query)];
    const [json, text] = [
      await cliFor(row, i).runHere([...args, '--json']),
      await cliFor(row, i + 1).runHere(args),
    ];
    expect({ ...json, stdout: '' }, row.words).toEqual({ code: 0, stdout: '', stderr: '' });
    if (row.words !== 'recon missing' && answersJson(routeOf(row))) {
      const client = cliFor(row, i) === by_key ? world.project.key : session;
      const { body } = must(await client.get(path));
      expect(withoutClocks(JSON.parse(json.stdout)), row.words).toEqual(withoutClocks(body));
    }
    expect(text.code, row.words + text.stderr).toBe(0);
    expect(text.stdout + text.stderr, row.words).toMatch(/\S/);
    expect(text.stdout, row.words).not.toMatch(/\[object|undefined|NaN/);
  }
  await owner.clone().update({ operator: false });
});

/** What two requests one after the other may answer differently. */
const CLOCKS = new Set([
  'now',
  'offset_seconds',
  'last_used_at',
  'computed_at',
  'as_of',
  'oldest_due_s',
  // Of the last 24 hours.
  'since',
]);

function withoutClocks(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (name, inner: unknown) => (CLOCKS.has(name) ? null : inner));
}

const EXIT_BY_STATUS: Record<number, number> = { 401: 3, 403: 3, 404: 4, 409: 5, 429: 6, 503: 6 };

test('what is asked for is done, or refused with the exit code and words of the API', async () => {
  let done = 0;
  for (const [i, row] of WRITES.entries())
    for (const form of [['--json'], []]) {
      const body = bodyFlags(row);
      const ran = await cliFor(row, i).runHere([
        ...argsOf(row),
        ...queryFlags(validQuery(routeOf(row))),
        ...body,
        ...form,
        '--yes',
      ]);
      if (ran.code === 0) {
        done++;
        if (form.length > 0 && ran.stdout !== '') JSON.parse(ran.stdout);
        continue;
      }
      expectRefusal(row, ran, form.length > 0);
    }
  // Of the same thing twice, and of what is over once it is done.
  expect(done).toBeGreaterThan(WRITES.length);
});

function expectRefusal(row: OperationRow, { code, stdout, stderr }: Ran, as_json: boolean): void {
  // An entry that failed is an answer.
  if (code === 1 && stdout !== '') return;
  expect(stdout, row.words).toBe('');
  if (!as_json) {
    expect(stderr, row.words).toMatch(/^error: .+/m);
    expect(stderr, row.words).toMatch(/^ {2}request: /m);
    return;
  }
  const { error } = JSON.parse(stderr);
  expect(error.request_id, row.words + stderr).toBeTypeOf('string');
  const status = STATUS_BY_CODE[error.code as string] ?? 0;
  expect(code, row.words + stderr).toBe(EXIT_BY_STATUS[status] ?? 1);
}

const STATUS_BY_CODE: Record<string, number> = {
  VALIDATION_ERROR: 400,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  UNPROCESSABLE: 422,
};

/** The body of the samples, whole. */
function bodyFlags(row: OperationRow): string[] {
  const body = validBody(routeOf(row), world) as Record<string, unknown> | undefined;
  if (!body || row.words === 'projects staff remove') return [];
  if (row.words === 'recon import') return importFlags(body);
  const { url: _url, environment, ...rest } = body;
  return [
    '--data',
    JSON.stringify(rest),
    ...(typeof environment === 'string' ? ['--environment', environment] : []),
  ];
}

/** The text is in the file, and the period has flags. */
function importFlags(body: Record<string, unknown>): string[] {
  const { csv: _csv, period_start, period_end, ...rest } = body;
  return ['--data', JSON.stringify(rest), '--from', String(period_start), '--to', String(period_end)];
}
