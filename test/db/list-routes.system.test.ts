/** Every list route, in a book where each table has many rows, reads little more than the rows that it answers. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Route } from '../../api/http/route.ts';
import { addressOf, LISTS, queriesOf } from '../../bench/growth/list-queries.ts';
import { fillTables } from '../../bench/growth/many-rows.ts';
import { createWorld, type World } from '../api/samples.ts';
import {
  must,
  quickPerson,
  startService,
  type Client,
  type Person,
  type TestService,
} from '../harness/index.ts';

/** A million by hand, to see the plans of a very big book: `LIST_ROWS=1000000 npx vitest run test/db/list-routes.system.test.ts`. */
const ROWS = Number(process.env['LIST_ROWS'] ?? 20_000);
/** Pages that one statement reads: a few levels of an index and a page of the table for each row, of several tables. */
const MAX_PAGES = 250;
/** A search walks through the newest thousand first. */
const MAX_PAGES_OF_SEARCH = 1_500;

let service: TestService;
let world: World;
let operator: Person;

beforeAll(async () => {
  service = await startService();
  world = await createWorld(service);
  const { db } = service.ctx;
  operator = await quickPerson(service);
  await db('users').where({ id: operator.id }).update({ operator: true });
  await fillTables(db, world.project.id, ROWS);
  // A member has a few that are open.
  const copies = db('sacco_savings_accounts').whereNot({ id: world.ids['savings_account'] as string });
  await copies.update({ status: 'closed', closed_at: db.fn.now() });
  await db.raw('vacuum analyze sacco_savings_accounts');
}, ROWS * 60);
afterAll(() => service.stop());

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
  if (access.kind === 'operator') return operator.client;
  if (access.kind === 'staff') return world.project.session;
  return access.kind === 'scoped' ? world.project.key : world.project.owner.client;
}

test.each(LISTS.map((route) => ({ path: route.path, route })))('$path', async ({ route }) => {
  const client = clientOf(route);
  const address = addressOf(route, world.ids);
  const slow: string[] = [];
  for (const query of queriesOf(route, world.ids)) {
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
