/** Every list route, in a book where each table has many rows, reads little more than the rows that it answers. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Route } from '../../api/http/route.ts';
import { ROUTES } from '../../api/routes.ts';
import { createWorld, type World } from '../api/samples.ts';
import { must, startService, type Client, type TestService } from '../harness/index.ts';
import { fillTables } from './many-rows.ts';

/** A million by hand, to see the plans of a very big book: `LIST_ROWS=1000000 npx vitest run test/db/list-routes.system.test.ts`. */
const ROWS = Number(process.env['LIST_ROWS'] ?? 20_000);
const LIMIT = 20;
/** Pages that one statement reads: a few levels of an index and a page of the table for each row, of several tables. */
const MAX_PAGES = 250;
/** A search walks through the newest thousand first. */
const MAX_PAGES_OF_SEARCH = 1_500;
/** Entries that jobs write by the hundred thousand have no index by kind: where there are any, they are among the newest. */
const UNINDEXED = new Set(['&kind=loan_charge', '&kind=dividend']);
/** Nor have the posted ones of a SACCO one of their own: nearly all are. */
const UNINDEXED_OF_ENTRIES = '&status=posted';
/** Of which no project has more than some dozens. */
const FEW = new Set(['/api/v1/sacco/loan-products', '/api/v1/sacco/dividends']);

let service: TestService;
let world: World;

beforeAll(async () => {
  service = await startService();
  world = await createWorld(service);
  await fillTables(service.ctx.db, world.project.id, ROWS);
}, ROWS * 60);
afterAll(() => service.stop());

const LISTS = ROUTES.filter(
  (route) => route.method === 'GET' && filtersOf(route)['limit'] && !FEW.has(route.path),
);

/** Values of filters that are no choice among a few. */
const VALUES: Record<string, (ids: World['ids']) => string | undefined> = {
  q: () => 'Abebe',
  from: () => '2026-01-01',
  to: () => '2099-12-31',
  reference: () => 'order-1',
  owner: () => 'vendor-1',
  member_id: ({ member }) => member,
  endpoint_id: ({ webhook_endpoint }) => webhook_endpoint,
};

function filtersOf({ query }: Route): Record<string, Filter> {
  return (query?.describe().keys ?? {}) as Record<string, Filter>;
}

function isUnindexed({ path }: Route, filter: string): boolean {
  return UNINDEXED.has(filter) || (path === '/api/v1/sacco/entries' && filter === UNINDEXED_OF_ENTRIES);
}

/** The query without a filter, and with each value of each; what must be there is always there. */
function queriesOf(route: Route): string[] {
  const { limit: _limit, after: _after, ...filters } = filtersOf(route);
  const required = Object.entries(filters).filter(([, { flags }]) => flags?.presence === 'required');
  const always = required.map(([name]) => `&${name}=${VALUES[name]?.(world.ids)}`).join('');
  const each = Object.entries(filters).flatMap(([name, { allow = [] }]) => {
    const values = VALUES[name] ? [VALUES[name](world.ids)] : allow;
    return required.length > 0 ? [] : values.map((value) => `&${name}=${String(value)}`);
  });
  return ['', ...each.filter((filter) => !isUnindexed(route, filter))].map(
    (filter) => `?limit=${LIMIT}${always}${filter}`,
  );
}

interface Filter {
  flags?: { presence?: string };
  allow?: unknown[];
}

interface Statement {
  sql: string;
  bindings: unknown[];
}

/** The statements that a request sends, but those of the ledger's own connections. */
async function statementsOf(work: () => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = [];
  const note = (query: Statement): void => void statements.push(query);
  service.ctx.db.on('query', note);
  await work();
  service.ctx.db.removeListener('query', note);
  return statements.filter(({ sql }) => /^\s*(select|with)\b/i.test(sql));
}

/** Pages of the database that it reads. */
async function pagesOf({ sql, bindings }: Statement): Promise<number> {
  const explain = `explain (analyze, buffers, format json) ${sql.replace(/\$\d+/g, '?')}`;
  const { rows } = await service.ctx.db.raw(explain, (bindings ?? []) as never[]);
  const { Plan } = rows[0]['QUERY PLAN'][0];
  return Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks'];
}

function clientOf({ access }: Route): Client {
  if (access.kind === 'staff') return world.project.session;
  return access.kind === 'scoped' ? world.project.key : world.project.owner.client;
}

test.each(LISTS.map((route) => ({ path: route.path, route })))('$path', async ({ path, route }) => {
  const client = clientOf(route);
  const address = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => world.ids[name] as string);
  const slow: string[] = [];
  for (const query of queriesOf(route)) {
    const most = query.includes('&q=') ? MAX_PAGES_OF_SEARCH : MAX_PAGES;
    const statements = await statementsOf(async () => {
      const { next_after } = must(await client.get(`${address}${query}`)).body;
      if (next_after !== null) must(await client.get(`${address}${query}&after=${next_after}`));
    });
    for (const statement of statements) {
      const pages = await pagesOf(statement);
      if (pages > most) slow.push(`${query} reads ${pages} pages: ${statement.sql}`);
    }
  }
  expect(slow).toEqual([]);
});
