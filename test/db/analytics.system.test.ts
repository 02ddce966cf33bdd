/**
 * Analysts read views that name no person, with a role that reads nothing else; and a second PostgreSQL, which subscribes to the
 * publication, has the same rows in the same views.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { publishTables, subscriberSql } from '../../db/analytics/publication.ts';
import { connect, type Db } from '../../db/connection.ts';
import { migrate } from '../../db/migrate.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../embedded/postgres.ts';
import { postings } from '../../domain/payments/index.ts';
import {
  approvedDividend,
  declaredInterest,
  earnFees,
  newProduct,
  openLoan,
  repay,
} from '../harness/lending.ts';
import {
  createSacco,
  customerWithWallet,
  fund,
  moving,
  must,
  newMember,
  paymentBody,
  savingsProduct,
  startService,
  until,
  type Sacco,
  type TestService,
} from '../harness/index.ts';

const SETTINGS = { fsync: 'off', full_page_writes: 'off', shared_buffers: '32MB', max_wal_size: '256MB' };
const PASSWORD = 'of-the-tests';
/** Personal data and secrets: columns whose names say so are in no view and in no publication. */
const PERSONAL =
  /name$|phone|email|birth|document|note|memo|reason|reference|metadata|secret|hash|sealed|requested_by|external_ref|purpose/;
/** Names of things that are no person. */
const NOT_PERSONAL = new Set([
  'sacco_loan_products.name',
  'loan_products.name',
  'sacco_savings_products.name',
  'savings_products.name',
]);

let folder: string;
const servers: EmbeddedPostgres[] = [];
let service: TestService;
let publisher: Db;
let subscriber: Db;
let sacco: Sacco;
let member: string;

async function startServer(name: string, settings: Record<string, string>): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({
    dir: join(folder, name),
    settings: { ...SETTINGS, ...settings },
  });
  servers.push(server);
  return server;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ushirika-analytics-'));
  const { url } = await startServer('publisher', { wal_level: 'logical' });
  const other = await startServer('subscriber', {});
  publisher = connect(url, 4);
  subscriber = connect(other.url, 2);
  await migrate(publisher);
  service = await startService({
    database: { url, env: { DATABASE_URL: url }, drop: () => Promise.resolve() },
  });
  sacco = await createSacco(service);
  member = await newMember(sacco);
  await work();
  await earnFees(sacco, [100_000]);
  await approvedDividend(sacco);
  await earn();
}, 240_000);
afterAll(async () => {
  await service?.stop();
  await subscriber?.destroy();
  await publisher?.destroy();
  await Promise.all(servers.map((server) => server.stop()));
  await rm(folder, { recursive: true, force: true });
});

/** Something in every table, by the API. */
async function work(): Promise<void> {
  const { key } = sacco.project;
  must(await key.post(`/api/v1/sacco/members/${member}/deposits`, moving(50_000, { memo: 'in cash' })));
  must(await key.post(`/api/v1/sacco/members/${member}/shares`, moving(10_000, { from: 'cash' })));
  const loan = { product_id: await newProduct(sacco), member_id: member, amount_minor: 20_000 };
  must(await repay(sacco, await openLoan(sacco, loan), 5_000));
  const { body: payment } = must(
    await key.post('/api/v1/payments', paymentBody({ customer_phone: '+254712345789' })),
  );
  await postings.postPending(service.ctx);
  must(await key.post(`/api/v1/payments/${payment.id}/refunds`, {}));
  await fund(service, sacco.project, 10);
  const customer_id = await customerWithWallet(sacco.project);
  must(
    await key.post(`/api/v1/customers/${customer_id}/wallets/deposit`, {
      amount_minor: 500,
      currency: 'KES',
      idempotency_key: crypto.randomUUID(),
    }),
  );
}

/** A fixed account, and interest on the account that every member has. */
async function earn(): Promise<void> {
  const product_id = await savingsProduct(sacco, {
    name: 'Fixed',
    kind: 'fixed',
    rate_bps: 1_000,
    term_days: 90,
  });
  const deposit = { ...moving(10_000, { from: 'savings' }), product_id };
  must(await sacco.project.key.post(`/api/v1/sacco/members/${member}/savings-accounts`, deposit));
  const yesterday = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10);
  await declaredInterest(sacco, { period_start: yesterday, period_end: yesterday });
}

async function viewsOf(db: Db): Promise<string[]> {
  const { rows } = await db.raw<{ rows: { name: string }[] }>(
    `select relname::text as name from pg_class where relnamespace = 'analytics'::regnamespace order by 1`,
  );
  return rows.map(({ name }) => name);
}

async function rowsOf(db: Db, view: string): Promise<unknown[]> {
  const { rows } = await db.raw<{ rows: { row: object }[] }>(
    `select to_jsonb(v) as row from analytics."${view}" v order by to_jsonb(v)::text`,
  );
  return rows.map(({ row }) => row);
}

async function allRows(db: Db): Promise<Record<string, unknown[]>> {
  const names = await viewsOf(db);
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await rowsOf(db, name)] as const)),
  );
}

test('every view has rows: what the API has', async () => {
  for (const [view, rows] of Object.entries(await allRows(publisher)))
    expect(rows.length, view).toBeGreaterThan(0);
  const entries = await rowsOf(publisher, 'entries');
  expect(entries).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        project_id: sacco.project.id,
        environment: 'test',
        kind: 'deposit',
        member_id: member,
        amount_minor: 50_000,
        status: 'posted',
      }),
    ]),
  );
  const { rows } = await publisher.raw<{ rows: { debits: string; credits: string; off: string }[] }>(
    `select sum(t.amount_minor)::text as credits,
       (select sum(b.credits_posted)::text from ledger_balances b join ledger_accounts l on l.id = b.account_id
        where l.kind = 'member_savings') as debits,
       count(*) filter (where abs(extract(epoch from t.at) * 1e9 - l.timestamp) >= 1000)::text as off
     from analytics.transfers t join analytics.accounts a on a.id = t.credit_account_id join ledger_transfers l on l.id = t.id
     where a.kind = 'member_savings'`,
  );
  expect(rows[0]).toMatchObject({ credits: rows[0]?.debits, off: '0' });
});

test('no view and no published column names a person or a secret', async () => {
  await publishTables(publisher, null);
  const { rows } = await publisher.raw<{ rows: { place: string }[] }>(
    `select relname || '.' || attname as place from pg_attribute join pg_class c on c.oid = attrelid
     where relnamespace = 'analytics'::regnamespace and attnum > 0
     union all
     select tablename || '.' || unnest(attnames) from pg_publication_tables where pubname = 'ushirika_analytics'`,
  );
  const places = rows.map(({ place }) => place);
  expect(places.length).toBeGreaterThan(150);
  expect(places.filter((place) => PERSONAL.test(place) && !NOT_PERSONAL.has(place))).toEqual([]);
});

test('an analyst with the rights of the documentation reads the views and nothing else', async () => {
  await publisher.raw(`create role analyst login password '${PASSWORD}'`);
  await publisher.raw('grant usage on schema analytics to analyst');
  await publisher.raw('grant select on all tables in schema analytics to analyst');
  const url = new URL(servers[0]?.url as string);
  url.username = 'analyst';
  url.password = PASSWORD;
  const analyst = connect(url.href, 1);
  for (const view of await viewsOf(publisher))
    expect(await rowsOf(analyst, view)).toEqual(await rowsOf(publisher, view));
  for (const statement of [
    'select from payments',
    'select from customers',
    'select id from sacco_entries',
    'delete from analytics.payments',
    "update analytics.loans set status = 'closed'",
    'create table analytics.mine ()',
  ])
    await expect(analyst.raw(statement), statement).rejects.toThrow(/permission denied|cannot/);
  await analyst.destroy();
});

describe('a second PostgreSQL that subscribes', () => {
  test('has the same rows in the same views: of before, of later, changed and upgraded', async () => {
    await publisher.raw(`create role replicator login replication password '${PASSWORD}'`);
    expect(await publishTables(publisher, 'replicator')).toContain('sacco_entries');
    const sql = await subscriberSql(publisher);
    await subscriber.raw(sql);
    // After an upgrade it is run again.
    await subscriber.raw(sql);
    const url = new URL(servers[0]?.url as string);
    const connection = `host=127.0.0.1 port=${url.port} dbname=${url.pathname.slice(1)} user=replicator password=${PASSWORD}`;
    await subscriber.raw(
      `create subscription ushirika_analytics connection '${connection}' publication ushirika_analytics`,
    );
    expect(await viewsOf(subscriber)).toEqual(await viewsOf(publisher));
    const same = async (): Promise<boolean> =>
      JSON.stringify(await allRows(subscriber)) === JSON.stringify(await allRows(publisher));
    await until('what was there is copied', same, 120_000);

    const before = (await rowsOf(publisher, 'entries')).length;
    await work();
    await until('what came later is there', same, 120_000);
    expect((await rowsOf(subscriber, 'entries')).length).toBeGreaterThan(before);

    must(await sacco.admin.post(`/api/v1/sacco/members/${member}/suspend`));
    await until('what changed has changed', same, 120_000);
    expect(await rowsOf(subscriber, 'members')).toContainEqual(
      expect.objectContaining({ id: member, status: 'suspended' }),
    );
    must(await sacco.admin.post(`/api/v1/sacco/members/${member}/reactivate`));

    // A later release reads one more column.
    await publisher.raw(
      'create or replace view analytics.members as select id, project_id, environment::text as environment, customer_id, status, joined_at, entrance_fee_paid from sacco_members',
    );
    await subscriber.raw(await subscriberSql(publisher));
    await publishTables(publisher, 'replicator');
    await subscriber.raw('alter subscription ushirika_analytics refresh publication');
    await publisher.raw('update sacco_members set entrance_fee_paid = entrance_fee_paid');
    await work();
    await until('the new column is there', same, 120_000);
    expect(await rowsOf(subscriber, 'members')).toContainEqual(
      expect.objectContaining({ id: member, entrance_fee_paid: true }),
    );
    expect(await allRows(subscriber)).toEqual(await allRows(publisher));
  }, 600_000);
});
