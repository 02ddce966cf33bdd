/** Every list of a project's data is also CSV: the same rows as its JSON, in the same order, for whom may read them. */
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CSV, type Route } from '../../api/http/route.ts';
import { PageSchema } from '../../api/openapi/page-schema.ts';
import { ROUTES } from '../../api/routes.ts';
import { must, projectOf, sharedService, type Client, type TestService } from '../harness/index.ts';
import { createWorld, fill, keyFor, nameOf, validQuery, type World } from './samples.ts';

const LISTS = ROUTES.filter(({ csv }) => csv === true);
const byName = (routes: Route[]): [string, Route][] => routes.map((route) => [nameOf(route), route]);

/** Lists that nobody filters in a spreadsheet: of one's own account, of the service, of who may sign in, and what holds secrets. */
const WITHOUT = [
  'auth.sessions.list',
  'auth.invitations.list',
  'operators.processes.list',
  'operators.projects.list',
  'operators.users.list',
  'projects.list',
  'projects.apiKeys.list',
  'projects.staff.list',
  'sandbox.outbox',
];

let service: TestService;
let world: World;

beforeAll(async () => {
  service = await sharedService();
  world = await createWorld(service);
});
afterAll(() => service.stop());

/** Its CSV is the whole range of days. */
const WITH_ITS_OWN = ['accounting.generalLedger'];

test('all others are', () => {
  const others = ROUTES.filter((route) => isList(route) && route.csv !== true);
  expect(others.map(({ operation_id }) => operation_id).toSorted()).toEqual(
    [...WITHOUT, ...WITH_ITS_OWN].toSorted(),
  );
});

function isList({ responses }: Route): boolean {
  return responses[200]?.schema instanceof PageSchema;
}

function clientFor(route: Route): Client {
  return route.access.kind === 'project' ? world.project.owner.client : keyFor(world, route);
}

describe('the rows of CSV are those of JSON', () => {
  test.each(byName(LISTS))('%s', async (_name, route) => {
    const path = fill(route.path, world.ids) + validQuery(route);
    const client = clientFor(route);
    const { body } = must(await client.get(path));
    const plural = Object.keys(body).find((name) => Array.isArray(body[name])) ?? '';
    const rows = body[plural] as Record<string, unknown>[];
    const { text, headers } = must(await client.with({ accept: CSV }).get(path));
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const [columns = [], ...lines] = parse(text);
    expect(lines).toEqual(rows.map((row) => columns.map((column) => cellOf(valueAt(row, column)))));
    // No field is left out: what is no column itself is in one.
    for (const row of rows)
      for (const [name, value] of Object.entries(row)) expect(columns, name).toSatisfy(has(name, value));
  });
});

/** Without the amount in minor units where it is there as text. */
function has(name: string, value: unknown) {
  return (columns: string[]): boolean =>
    columns.some((column) => column === name || column.startsWith(`${name}.`)) ||
    columns.includes(name.replace(/_minor$/, '')) ||
    value === null;
}

function valueAt(row: unknown, column: string): unknown {
  return column
    .split('.')
    .reduce((value: unknown, name) => (value as Record<string, unknown> | null)?.[name] ?? null, row);
}

function cellOf(value: unknown): string {
  if (value === null) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (typeof value === 'object') return text;
  const is_amount = typeof value === 'number' || /^-?\d+\.\d\d$/.test(text);
  return !is_amount && /^[=+\-@]/.test(text) ? `'${text}` : text;
}

test('a filter holds, a limit does not, and a cursor is where it begins', async () => {
  const { key } = world.project;
  const { members } = must(await key.get('/api/v1/sacco/members')).body;
  const ids = (text: string): string[] =>
    parse(text)
      .slice(1)
      .map(([id = '']) => id);
  const csv = key.with({ accept: CSV });
  const all = ids(must(await csv.get('/api/v1/sacco/members?limit=1')).text);
  expect(all).toEqual(members.map(({ id }: { id: string }) => id));
  expect(all.length).toBeGreaterThan(1);
  const rest = must(await csv.get(`/api/v1/sacco/members?after=${all[0]}`));
  expect(ids(rest.text)).toEqual(all.slice(1));
  const [{ member_no }] = members;
  const found = must(await csv.get(`/api/v1/sacco/members?q=${member_no}`));
  expect(ids(found.text)).toEqual([all[0]]);
  expect(ids(must(await csv.get('/api/v1/sacco/members?status=exited')).text)).toEqual([]);
  expect((await csv.get('/api/v1/sacco/members?status=nonsense')).status).toBe(400);
});

test('nobody else reads them', async () => {
  const outsider = await projectOf(world.project.owner, service.anyone);
  const paths = LISTS.filter(({ path, access }) => access.kind === 'scoped' && !path.includes('{'));
  const ids = Object.entries(world.ids).filter(([, id]) => /^[a-z]+_\w{26}$/.test(id));
  for (const route of paths) {
    for (const client of [outsider.key, outsider.session, world.project.live_key]) {
      const { text } = await client.with({ accept: CSV }).get(route.path + validQuery(route));
      for (const [name, id] of ids) expect(text, `${name} in ${route.path}`).not.toContain(id);
    }
    expect((await service.anyone.with({ accept: CSV }).get(route.path)).status).toBe(401);
  }
});
