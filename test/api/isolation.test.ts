/**
 * Nobody reaches into another project or environment: every route with an id in its path, and every list, is tried with
 * every credential that belongs elsewhere. Both follow from ROUTES, so a new route is tried from its first day on.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Route } from '../../api/http/route.ts';
import { ROUTES } from '../../api/routes.ts';
import { must, projectOf, sharedService, type Client, type TestService } from '../harness/index.ts';
import {
  createWorld,
  expectError,
  fill,
  keyFor,
  nameOf,
  parametersOf,
  validBody,
  validQuery,
  type World,
} from './samples.ts';

let service: TestService;
/** The one whose things are reached for. */
let mine: World;
/** Another owner's project, as full. */
let theirs: World;

beforeAll(async () => {
  service = await sharedService();
  [mine, theirs] = await Promise.all([createWorld(service), createWorld(service)]);
});
afterAll(() => service.stop());

/** Names of providers, channels and templates, and the system's codes. */
const SAME_EVERYWHERE = new Set(['provider', 'current_code', 'channel', 'template', 'language']);

/** Ids in the path that are not the project itself. */
function thingsIn(route: Route): string[] {
  return parametersOf(route.path).filter((name) => name !== 'project' && !SAME_EVERYWHERE.has(name));
}

function idsOf({ ids }: World): string[] {
  return Object.entries(ids).flatMap(([name, id]) => (SAME_EVERYWHERE.has(name) ? [] : [id]));
}

const SECURED = ROUTES.filter(({ access }) => access.kind !== 'none');
const WITH_THINGS = SECURED.filter((route) => thingsIn(route).length > 0);
const WITH_THINGS_OF_BOOKS = WITH_THINGS.filter(
  ({ access }) => access.kind === 'scoped' || access.kind === 'staff',
);
const OF_PROJECTS = SECURED.filter(({ access }) => access.kind === 'project');
const LISTS = SECURED.filter((route) => route.method === 'GET' && thingsIn(route).length === 0);

const byName = (routes: Route[]): [string, Route][] => routes.map((route) => [nameOf(route), route]);

function send(client: Client, route: Route, ids: Record<string, string>) {
  return client.send(route.method, fill(route.path, ids) + validQuery(route), validBody(route, mine));
}

/** One statement for the rows of every table that has projects, since hundreds of tests ask for them. */
let everything: string;
/** The contents of my project before anybody tried to change them. */
let untouched: string;

beforeAll(async () => {
  const { rows: tables } = await service.ctx.db.raw<{ rows: { name: string }[] }>(
    `select quote_ident(table_name) as name from information_schema.columns
     where table_schema = 'public' and column_name = 'project_id' order by 1`,
  );
  expect(tables.length).toBeGreaterThan(8);
  everything = tables
    .map(
      ({ name }) =>
        `select json_agg(row order by row::text)::text as rows
         from (select to_jsonb(t) - 'last_used_at' as row from ${name} t where project_id = :project_id) rows`,
    )
    .join(' union all ');
  untouched = await contents();
});

/** Everything of my project, row by row, save what its own requests leave behind. */
async function contents(): Promise<string> {
  const { rows } = await service.ctx.db.raw(everything, { project_id: mine.project.id });
  return JSON.stringify(rows);
}

test('there are routes to try', () => {
  expect(WITH_THINGS.length).toBeGreaterThan(8);
  expect(LISTS.length).toBeGreaterThan(8);
});

describe('things of another book', () => {
  test.each(byName(WITH_THINGS_OF_BOOKS))('%s', async (_name, route) => {
    const { project: outsider } = theirs;
    const { project } = mine;
    const scoped = route.access.kind === 'scoped';
    // A path may name several things: each of them foreign alone, and all together.
    const foreign = [
      mine.ids,
      ...thingsIn(route).map((name) => ({ ...theirs.ids, [name]: mine.ids[name] ?? '' })),
    ];
    for (const ids of foreign) {
      expectNothingThere(await send(outsider.session, route, ids));
      if (scoped) expectNothingThere(await send(keyFor(theirs, route), route, ids));
    }
    expectNothingThere(await send(project.live_session, route, mine.ids));
    if (scoped) expectNothingThere(await send(keyFor(mine, route, 'live'), route, mine.ids));
    // The outsider's session, said to be for this project.
    const elsewhere = outsider.session.with({ 'x-service-project': project.id });
    expectError(await send(elsewhere, route, mine.ids), 403, 'FORBIDDEN');
    expectError(await send(service.anyone, route, mine.ids), 401, 'UNAUTHORIZED');
    expect(await contents()).toBe(untouched);
  });

  function expectNothingThere(reply: Awaited<ReturnType<typeof send>>): void {
    expect([reply.status, reply.body?.error?.code], reply.text).toEqual([404, 'NOT_FOUND']);
    for (const id of idsOf(mine)) expect(reply.text).not.toContain(id);
  }
});

describe('another project', () => {
  test.each(byName(OF_PROJECTS))('%s', async (_name, route) => {
    const { owner: outsider } = theirs.project;
    expectError(await send(outsider.client, route, mine.ids), 403, 'FORBIDDEN');
    expectError(await send(mine.project.key, route, mine.ids), 403, 'FORBIDDEN');
    expectError(await send(theirs.project.key, route, mine.ids), 403, 'FORBIDDEN');
    expectError(await send(service.anyone, route, mine.ids), 401, 'UNAUTHORIZED');
    // A project that does not exist looks no different.
    const nowhere = { ...mine.ids, project: 'prj_00000000000000000000000000' };
    expectError(await send(outsider.client, route, nowhere), 403, 'FORBIDDEN');
    if (thingsIn(route).length > 0) {
      const own = { ...mine.ids, project: theirs.project.id };
      expectError(await send(outsider.client, route, own), 404, 'NOT_FOUND');
    }
    expect(await contents()).toBe(untouched);
  });
});

describe('lists and overviews', () => {
  test.each(byName(LISTS))('%s', async (_name, route) => {
    const empty = await projectOf(theirs.project.owner, service.anyone);
    const path = fill(route.path, { ...mine.ids, project: empty.id });
    const ids = idsOf(mine);
    const clients =
      route.access.kind === 'scoped' || route.access.kind === 'staff'
        ? [empty.key, empty.session, empty.live_key, theirs.project.key, mine.project.live_key]
        : [empty.owner.client];
    for (const client of clients) {
      const reply = await client.get(path + validQuery(route));
      // Another role or kind of credential may be needed, something set up first, or the test environment; whatever is answered, it
      // tells nothing.
      expect([200, 403, 404, 422]).toContain(reply.status);
      for (const id of ids) expect(reply.text, id).not.toContain(id);
      expect(reply.text).not.toContain(mine.project.owner.email);
    }
  });

  test('show what is there to whom it belongs', async () => {
    const { project, ids } = mine;
    const shown: [Client, string, (string | undefined)[]][] = [
      [project.key, '/api/v1/payments', [ids['payment']]],
      [project.session, '/api/v1/payments', [ids['payment']]],
      [project.key, '/api/v1/ledger/postings', [ids['payment']]],
      [project.key, '/api/v1/ledger/accounts', [ids['account'], ids['adjustments']]],
      [project.key, '/api/v1/webhook-endpoints', [ids['webhook_endpoint']]],
      [project.key, '/api/v1/webhook-deliveries', [ids['webhook_delivery']]],
      [project.key, '/api/v1/customers', [ids['customer']]],
      [project.session, '/api/v1/customers?q=abebe', [ids['customer']]],
      [project.owner.client, `/api/projects/${project.id}/staff`, [ids['user_id']]],
      [project.owner.client, `/api/projects/${project.id}/api-keys`, [ids['key_id']]],
      [project.owner.client, '/api/projects', [project.id]],
      [project.owner.client, '/api/auth/me', [project.id]],
    ];
    for (const [client, path, expected] of shown) {
      const { text } = must(await client.get(path));
      for (const id of expected) expect(text).toContain(id);
    }
  });
});

test("a cursor of another project's page opens nothing", async () => {
  const { project: outsider } = theirs;
  const reply = must(await outsider.key.get(`/api/v1/payments?after=${mine.ids['payment']}`));
  expect(reply.text).not.toContain(mine.ids['payment']);
  for (const query of [
    `endpoint_id=${mine.ids['webhook_endpoint']}`,
    `after=${mine.ids['webhook_delivery']}`,
  ]) {
    const { body } = must(await outsider.key.get(`/api/v1/webhook-deliveries?${query}`));
    for (const { endpoint_id } of body.webhook_deliveries)
      expect(endpoint_id).toBe(theirs.ids['webhook_endpoint']);
  }
});

test('ids of another project in a body open nothing', async () => {
  const { key } = theirs.project;
  for (const [debit, credit] of [
    [mine.ids['account'], theirs.ids['adjustments']],
    [theirs.ids['account'], mine.ids['adjustments']],
    [mine.ids['account'], mine.ids['adjustments']],
  ]) {
    for (const path of ['/api/v1/ledger/transfers', '/api/v1/ledger/holds']) {
      const idempotency_key = crypto.randomUUID();
      const body = { debit_account_id: debit, credit_account_id: credit, amount_minor: 1, idempotency_key };
      expectError(await key.post(path, body), 404, 'NOT_FOUND', 'account_not_found');
      expectError(await mine.project.live_key.post(path, body), 404, 'NOT_FOUND', 'account_not_found');
    }
  }
  expect(await contents()).toBe(untouched);
});

test('the samples name what exists: their owner reaches every one of them', async () => {
  // Deleting and closing come last, and what the others need must still be there then.
  const ends = ({ method, path }: Route): boolean => method === 'DELETE' || path.endsWith('/close');
  const routes = [...WITH_THINGS.filter((route) => !ends(route)), ...WITH_THINGS.filter(ends)];
  for (const route of routes) {
    const client = route.access.kind === 'project' ? mine.project.owner.client : mine.project.session;
    const reply = await send(client, route, mine.ids);
    expect([200, 201, 202, 204, 409], `${nameOf(route)}: ${reply.text}`).toContain(reply.status);
  }
});
