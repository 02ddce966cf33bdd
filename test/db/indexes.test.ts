/** Lists of a big book read little more than the rows that they answer. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toJson } from '../../core/json.ts';
import { scopeOf, type Scope } from '../../core/scope.ts';
import { MAX_COUNTED } from '../../db/page.ts';
import { accounts } from '../../domain/ledger/index.ts';
import { listAudit } from '../../domain/platform/audit/audit.ts';
import { listPayments, type PaymentRow } from '../../domain/payments/index.ts';
import { compareAndSetRows } from '../../domain/payments/status/compare-and-set-status.sql.ts';
import { findByIdEnds } from '../../domain/reconciliation/matching/find-candidates.ts';
import { listLoans } from '../../domain/loans/index.ts';
import { listMembers } from '../../domain/members/index.ts';
import { listLines } from '../../domain/reconciliation/index.ts';
import { entries } from '../../domain/movements/index.ts';
import { createProject, must, startService, type TestService } from '../harness/index.ts';

const ROWS = 20_000;
/** Payments that move to their next status together. */
const CHANGED = 40;

let service: TestService;
let scope: Scope;

beforeAll(async () => {
  service = await startService();
  const { db } = service.ctx;
  const project = await createProject(service.anyone);
  must(await project.session.put('/api/v1/sacco/settings', { currency: 'KES' }));
  scope = scopeOf(project.id, 'test', 0n);
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
  await db.raw(
    `insert into payments (id, project_id, environment, provider, amount_minor, currency, reference, status, created_at, updated_at)
     select 'pay_' || lpad((n + 100000)::text, 26, '0'), ?, ?, 'telebirr', 100, 'ETB', 't' || n, 'pending', ${at}, ${at}
     from generate_series(1, ?::integer) n`,
    [project_id, environment, ROWS],
  );
  await db.raw(
    `insert into payments (id, project_id, environment, provider, amount_minor, currency, reference, status, created_at, updated_at,
       provider_txn_id)
     select 'pay_' || lpad((n + 200000)::text, 26, '0'), ?, ?, 'mpesa', 100, 'KES', 'm' || n, 'pending', ${at}, ${at},
       case when n > ? then 'of the provider ' || n end
     from generate_series(1, ?::integer) n`,
    [project_id, environment, CHANGED, ROWS],
  );
  await loadEntries('test', 'failed', 'posted');
  await loadEntries('live', 'failed', 'rejected');
  await loadLines();
  await loadMembersAndLoans();
  // What is looked for is old, and rare.
  await db.raw(
    `insert into audit_log (project_id, environment, seq, id, at, actor_type, actor_id, action, subject, details,
       previous_hash, hash)
     select ?, ?, n + 1000, 'aud_' || n, ${at}, 'user', case when n <= 100 then 'usr_rare' else 'usr_' || n % 3 end,
       case when n <= 100 then 'staff.removed' else 'staff.added' end, case when n <= 100 then 'usr_rare' else n::text end, '{}', n, n
     from generate_series(1, ?::integer) n`,
    [project_id, environment, ROWS],
  );
  await db('payments')
    .where({ reference: '777' })
    .update({ amount_minor: 7_700_150, customer_phone: '+254712345678' });
  await db.raw(
    'vacuum analyze payments, ledger_accounts, sacco_entries, reconciliation_lines, audit_log, customers, sacco_members, sacco_loans',
  );
});
afterAll(() => service.stop());

const memberOf = (environment: string): string => `mem_${environment}`;

/** Entries of one member per book: a few old ones of one status, and then all the others of another. */
async function loadEntries(environment: 'test' | 'live', rare: string, common: string): Promise<void> {
  const { db } = service.ctx;
  const { project_id } = scope;
  const customer_id = `cus_${environment}`;
  const book = { project_id, environment };
  const now = new Date();
  await db('customers').insert({
    ...book,
    id: customer_id,
    kind: 'individual',
    full_name: 'A',
    created_at: now,
    updated_at: now,
  });
  await db('sacco_members').insert({
    ...book,
    id: memberOf(environment),
    member_no: 'M1',
    customer_id,
    entrance_fee_paid: true,
    joined_at: now,
    updated_at: now,
  });
  await db.raw(
    `insert into sacco_entries (id, project_id, environment, kind, member_id, source, amount_minor, currency, status,
       requested_by_type, requested_by_id, local_date, created_at, posted_at)
     select 'ent_' || :environment || lpad(n::text, 26, '0'), :project_id, :environment, 'deposit', :member, 'cash', 1, 'KES',
       case when n <= 100 then :rare else :common end, 'system', 't', now()::date, now(), now()
     from generate_series(1, :rows::integer) n`,
    { ...book, member: memberOf(environment), rare, common, rows: ROWS },
  );
}

/** Members of whom ten each have one name, and loans of whom ten each have one amount. */
async function loadMembersAndLoans(): Promise<void> {
  const { db } = service.ctx;
  const { project_id, environment } = scope;
  const given = { project_id, environment, rows: ROWS, member: memberOf('test') };
  await db.raw(
    `insert into customers (id, project_id, environment, kind, full_name, created_at, updated_at)
     select 'cus_' || n, :project_id, :environment, 'individual', 'Name ' || n / 10, now(), now()
     from generate_series(1, :rows::integer) n`,
    given,
  );
  await db.raw(
    `insert into sacco_members (id, project_id, environment, member_no, customer_id, entrance_fee_paid, joined_at, updated_at)
     select 'mem_' || n, :project_id, :environment, 'N' || n, 'cus_' || n, true, now(), now()
     from generate_series(1, :rows::integer) n`,
    given,
  );
  await db.raw(
    `insert into sacco_loan_products (id, project_id, environment, name, rate_bps, method, frequency, min_amount_minor,
       max_amount_minor, min_term, max_term, min_guarantors, guarantee_coverage_bps, fee_bps, penalty_bps, grace_days, created_at)
     values ('lpr_1', :project_id, :environment, 'A', 0, 'flat', 'monthly', 1, 1, 1, 1, 0, 0, 0, 0, 0, now())`,
    given,
  );
  await db.raw(
    `insert into sacco_loans (id, project_id, environment, member_id, product_id, entry_id, currency, principal_minor, fee_minor,
       rate_bps, method, frequency, term, penalty_bps, grace_days, status, created_at, outstanding_minor)
     select 'lon_' || n, :project_id, :environment, :member, 'lpr_1', 'ent_' || n, 'KES', 1 + n / 10, 0, 0, 'flat', 'monthly', 1, 0, 0,
       case when n % 2 = 0 then 'open' else 'closed' end, now(), case when n % 2 = 0 then n / 10 else 0 end
     from generate_series(1, :rows::integer) n`,
    given,
  );
}

const RUN_ID = 'rec_1';

/** A run with a few unmatched lines at its end, among lines of another run. */
async function loadLines(): Promise<void> {
  const { db } = service.ctx;
  const { project_id, environment } = scope;
  await db.raw(
    `insert into reconciliation_runs (id, project_id, environment, provider, currency, period_start, period_end, utc_offset_minutes,
       options, status, actor_type, actor_id, created_at)
     values (?, ?, ?, 'manual', 'KES', '2026-01-01', '2026-01-31', 0, '{}', 'open', 'system', 't', now())`,
    [RUN_ID, project_id, environment],
  );
  await db.raw(
    `insert into reconciliation_lines (id, run_id, project_id, environment, line_no, kind, amount_minor, match_status, match_note)
     select 'rln_' || run || n, run, ?, ?, n, 'payment', 1, case when n > ? - 100 then 'unmatched' else 'matched' end, 'A note.'
     from generate_series(1, ?::integer) n, unnest(array[?, 'rec_2']) as run`,
    [project_id, environment, ROWS, ROWS, RUN_ID],
  );
}

type Statement = { sql: string; bindings: never[] };

async function statementsOf(work: () => Promise<unknown>): Promise<Statement[]> {
  const { db } = service.ctx;
  const statements: Statement[] = [];
  const note = (query: Statement): void => void statements.push(query);
  db.on('query', note);
  await work();
  db.removeListener('query', note);
  return statements;
}

async function pagesOf({ sql, bindings }: Statement): Promise<number> {
  const explain = `explain (analyze, buffers, format json) ${sql.replace(/\$\d+/g, '?')}`;
  const { rows } = await service.ctx.db.raw(explain, bindings);
  const { Plan } = rows[0]['QUERY PLAN'][0];
  return Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks'];
}

/** Pages of the database that the last of these statements read. @param isMeant which of them */
async function pagesRead(
  work: () => Promise<unknown>,
  isMeant: (sql: string) => boolean = () => true,
): Promise<number> {
  return pagesOf((await statementsOf(work)).findLast(({ sql }) => isMeant(sql)) as Statement);
}

/** Pages that all of these statements read. */
async function pagesOfAll(work: () => Promise<unknown>): Promise<number> {
  let pages = 0;
  for (const statement of await statementsOf(work)) pages += await pagesOf(statement);
  return pages;
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

test.each([
  // Nearly all of them have that amount.
  { q: '1.00', most: 20_000 },
  { q: 'KES 77,001.50', most: 300 },
  { q: '0712345678', most: 300 },
  // Nearly half of them begin with it.
  { q: 't', most: 30_000 },
  { q: 'T19999', most: 300 },
  { q: 'of the provider 777', most: 300 },
  { q: `pay_${'12000'.padStart(26, '0')}`, most: 300 },
  { q: 'nothing like it', most: 300 },
])('payments searched by $q', async ({ q, most }) => {
  const pages = await pagesOfAll(async () => {
    const { items } = await listPayments(service.ctx.db, scope, { q, limit: 40 });
    if (!q.startsWith('nothing')) expect(items.length).toBeGreaterThan(0);
  });
  expect(pages).toBeLessThan(most);
});

test.each([
  { environment: 'test', status: 'failed' },
  { environment: 'test', status: 'posted' },
  { environment: 'live', status: 'rejected' },
] as const)('entries of %o', async ({ environment, status }) => {
  const book = scopeOf(scope.project_id, environment, 0n);
  const base = { ctx: service.ctx, scope: book };
  // A member has hardly anything but posted entries.
  const members = environment === 'test' ? [null, memberOf(environment)] : [null];
  for (const member of members) {
    const pages = await pagesRead(async () => {
      expect((await entries.list(base, member, { status, limit: 40 })).items).toHaveLength(40);
    });
    expect(pages).toBeLessThan(60);
  }
});

test.each([
  { match_status: 'unmatched' },
  { match_status: 'matched', after: '10000' },
  { after: '19000' },
] as const)('lines of %o', async (filter) => {
  const pages = await pagesRead(async () => {
    const lines = await listLines(service.ctx.db, scope, RUN_ID, { ...filter, limit: 40 });
    expect(lines.items).toHaveLength(40);
  });
  expect(pages).toBeLessThan(60);
});

test.each([
  { actor: 'usr_rare' },
  { action: 'staff.removed' },
  { subject: 'usr_rare' },
  { actor: 'usr_1' },
  { actor: 'usr_1', action: 'staff.added' },
  {},
])('what was done, of %o', async (filter) => {
  const pages = await pagesRead(async () => {
    const found = await listAudit(
      { ctx: { ...service.ctx, subject_details: {} }, scope },
      { ...filter, limit: 40 },
    );
    expect(found.items).toHaveLength(40);
  });
  expect(pages).toBeLessThan(60);
});

/** Others read what belongs to the rows. */
const isPage = (sql: string): boolean => /from "sacco_(?:members|loans)" .*order by/.test(sql);

describe.each(['', '-'])('sorted by %s', (sign) => {
  test.each(['full_name', 'member_no'])('members by %s', async (name) => {
    const base = { ctx: service.ctx, scope };
    const request = { sort: `${sign}${name}`, limit: 40 };
    const pages = await pagesRead(async () => {
      expect((await listMembers(base, { ...request, after: 'mem_15000' })).items).toHaveLength(40);
    }, isPage);
    // Each member is looked up by the customer of the name.
    expect(pages).toBeLessThan(40 * 8);
  });

  test.each([
    { sort: 'principal' },
    { sort: 'outstanding', status: 'open' },
    { sort: 'principal', status: 'open' },
    { sort: 'created_at' },
  ] as const)('loans by %o', async ({ sort, ...filter }) => {
    const request = { ...filter, sort: `${sign}${sort}`, limit: 40, after: 'lon_15000' };
    const pages = await pagesRead(async () => {
      expect((await listLoans(service.ctx.db, scope, request)).items).toHaveLength(40);
    }, isPage);
    expect(pages).toBeLessThan(120);
  });

  test('payments of a month', async () => {
    const filter = { from: '2024-02-01', to: '2024-02-28', sort: `${sign}created_at`, limit: 40 };
    const pages = await pagesRead(async () => {
      expect((await listPayments(service.ctx.db, scope, filter)).items).toHaveLength(40);
    });
    expect(pages).toBeLessThan(60);
  });
});

test('rows are counted up to a bound, however many there are', async () => {
  const pages = await pagesRead(
    async () => {
      const { totals } = await listPayments(service.ctx.db, scope, { limit: 1, totals: true });
      expect(totals).toEqual({ count: MAX_COUNTED, is_capped: true, sums: [] });
    },
    (sql) => sql.includes('count(*)'),
  );
  // The table has three times as many rows.
  expect(pages).toBeLessThan(1.2 * MAX_COUNTED);
});

test('entries by the number that their receipts print', async () => {
  const { db } = service.ctx;
  const base = { ctx: service.ctx, scope };
  // As after the index was built: the server knows nothing of it yet.
  await db.raw(`delete from pg_statistic where starelid = 'sacco_entries_by_id_end'::regclass`);
  const pages = await pagesOfAll(async () => {
    const { items } = await entries.list(base, null, { short_no: '012345', limit: 40 });
    expect(items).toMatchObject([{ environment: 'test' }]);
  });
  expect(pages).toBeLessThan(60);
});

test('payments that a statement names by the end of their id', async () => {
  const statement = { project_id: scope.project_id, environment: scope.environment, provider: 'telebirr' };
  const id_ends = [1, 777, ROWS].map((n) => String(n + 100_000).padStart(12, '0'));
  const pages = await pagesRead(async () => {
    expect(await findByIdEnds(service.ctx.db, statement, id_ends)).toHaveLength(3);
  });
  expect(pages).toBeLessThan(60);
});

test('ledger accounts', async () => {
  const ledger = { ...service.ctx.ledger, counters: () => Promise.resolve(new Map()) };
  const pages = await pagesRead(() =>
    accounts.list({ ctx: { ...service.ctx, ledger }, scope }, { limit: 40 }),
  );
  expect(pages).toBeLessThan(60);
});

test('payments that get an id of the provider, which no other payment may have', async () => {
  const { db } = service.ctx;
  const expected = await db<PaymentRow>('payments')
    .where({ provider: 'mpesa', provider_txn_id: null })
    .orderBy('id');
  expect(expected).toHaveLength(CHANGED);
  const changes = expected.map(({ id, status, polls }, n) => ({
    id,
    expected_status: status,
    expected_polls: polls,
    status,
    provider_txn_id: `new ${n}`,
    updated_at: new Date(),
  }));
  // As in a young project, of which the server knows nothing yet.
  await db.raw(`delete from pg_statistic where starelid = 'payments'::regclass`);
  const pages = await pagesRead(async () => {
    const rows = await compareAndSetRows(db, { changes: toJson(changes), events: '[]' });
    expect(rows).toHaveLength(CHANGED);
  });
  // Each is found, locked, compared by the index and written, with its indexes; the table has thousands of pages.
  expect(pages).toBeLessThan(60 * CHANGED);
});
