/** Lists of a big book read little more than the rows that they answer. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { scopeOf, type Scope } from '../../core/scope.ts';
import { listAccounts } from '../../domain/ledger/index.ts';
import { listPayments } from '../../domain/payments/index.ts';
import { createProject } from '../harness/people.ts';
import { startService, type TestService } from '../harness/service.ts';

const ROWS = 20_000;

let service: TestService;
let scope: Scope;

beforeAll(async () => {
  service = await startService();
  const { db } = service.ctx;
  scope = scopeOf((await createProject(service.anyone)).id, 'test', 0n);
  const { project_id, environment } = scope;
  // One every half an hour, over more than a year.
  const at = `timestamptz '2024-01-01' + n * interval '30 minutes'`;
  await db.raw(
    `insert into payments (id, project_id, environment, provider, amount_minor, currency, reference, status, created_at, updated_at)
     select 'pay_' || lpad(n::text, 26, '0'), ?, ?, 'manual', 100, 'KES', n, 'pending', ${at}, ${at}
     from generate_series(1, ?::integer) n`,
    [project_id, environment, ROWS],
  );
  await db.raw(
    `insert into ledger_accounts (id, project_id, environment, kind, currency, owner, name, created_at)
     select gen_random_uuid(), ?, ?, 'subaccount', 'KES', n, n, ${at} from generate_series(1, ?::integer) n`,
    [project_id, environment, ROWS],
  );
  await db.raw('vacuum analyze payments, ledger_accounts');
});
afterAll(() => service.stop());

/** Pages of the database that the last of these statements read. */
async function pagesRead(work: () => Promise<unknown>): Promise<number> {
  const { db } = service.ctx;
  let statement = { sql: '', bindings: [] as never[] };
  const note = (query: typeof statement): void => void (statement = query);
  db.on('query', note);
  await work();
  db.removeListener('query', note);
  const explain = `explain (analyze, buffers, format json) ${statement.sql.replace(/\$\d+/g, '?')}`;
  const { rows } = await db.raw(explain, statement.bindings);
  const { Plan } = rows[0]['QUERY PLAN'][0];
  return Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks'];
}

test.each([
  { from: '2024-02-01', to: '2024-02-01' },
  { from: '2024-02-01' },
  { to: '2024-06-01' },
  { from: '2024-02-01', after: `pay_${'12000'.padStart(26, '0')}` },
])('payments of %o', async (filter) => {
  let found = 0;
  const pages = await pagesRead(async () => {
    const { items } = await listPayments(service.ctx.db, scope, { ...filter, limit: 40 });
    found = items.length;
  });
  expect(found).toBe(40);
  expect(pages).toBeLessThan(60);
});

test('ledger accounts', async () => {
  const ledger = { ...service.ctx.ledger, counters: () => Promise.resolve(new Map()) };
  const pages = await pagesRead(() => listAccounts(service.ctx.db, ledger, scope, { limit: 40 }));
  expect(pages).toBeLessThan(60);
});
