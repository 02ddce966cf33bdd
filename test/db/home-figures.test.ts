/** The figures of the first page, on a book with a long past: what is read is what is shown, not what has ever been. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sumCollected, sumDue } from '../../domain/loans/book/collection-weeks.sql.ts';
import { sumOfOfficer } from '../../domain/loans/book/open-book.sql.ts';
import { countMembersServed, sumDayOfPerson } from '../../domain/movements/entries/day-of-person.sql.ts';
import { sumByCode } from '../../domain/platform/api-errors/api-errors.sql.ts';
import { sumByProvider } from '../../domain/reports/home/payments-home.sql.ts';
import { firstIdAt } from '../../core/ids.ts';
import {
  createSacco,
  moving,
  must,
  newProduct,
  newSaver,
  openLoan,
  repay,
  startService,
  type Sacco,
  type TestService,
} from '../harness/index.ts';

const ROWS = 20_000;
const DAY_MS = 86_400_000;

let service: TestService;
let sacco: Sacco;
let cols: { project_id: string; environment: string };
let user_id: string;
/** The day of the movements, wherever midnight falls. */
let today: string;
const day = (days: number): string => new Date(Date.parse(today) + days * DAY_MS).toISOString().slice(0, 10);

beforeAll(async () => {
  service = await startService();
  sacco = await createSacco(service);
  cols = { project_id: sacco.project.id, environment: 'test' };
  user_id = must(await sacco.maker.get('/api/auth/me')).body.user.id;
  const product_id = await newProduct(sacco, { fee_bps: 0 });
  const member_id = await newSaver(sacco, 1_000_000);
  const loan = await openLoan(sacco, { product_id, member_id, amount_minor: 600_000, term: 2 });
  must(await repay(sacco, loan, 1_000));
  must(await sacco.maker.post(`/api/v1/sacco/members/${member_id}/deposits`, moving(30_000)));
  [today] = await service.ctx
    .db('sacco_entries')
    .where({ ...cols, kind: 'loan_repayment' })
    .pluck('local_date');
  await loadPast(loan);
});
afterAll(() => service.stop());

/** Loans of another officer, closed years ago or open; entries of years; payments of months; refusals of a week. */
async function loadPast(loan: string): Promise<void> {
  const { db } = service.ctx;
  await db.transaction(async (trx) => {
    await trx.raw('set local session_replication_role = replica');
    const id = (prefix: string): string => `'${prefix}_' || lpad(n::text, 26, '0')`;
    await trx.raw(
      `insert into sacco_loans select r.* from sacco_loans l cross join generate_series(1, ${ROWS}) n
       cross join lateral jsonb_populate_record(l, jsonb_build_object('id', ${id('lon')},
        'officer_user_id', 'usr_other', 'status', case when n % 2 = 0 then 'open' else 'closed' end,
        'closed_at', case when n % 2 = 1 then now() - interval '3 years' end,
        'disbursed_at', now() - interval '4 years')) r where l.id = ?`,
      [loan],
    );
    await trx.raw(
      `insert into sacco_loan_installments select r.* from sacco_loan_installments i cross join generate_series(1, ${ROWS}) n
       cross join lateral jsonb_populate_record(i, jsonb_build_object('loan_id', ${id('lon')},
        'due_on', i.due_on - 1000 - n % 28)) r where i.loan_id = ?`,
      [loan],
    );
    await trx.raw(
      `insert into sacco_entries select r.* from sacco_entries e cross join generate_series(1, ${ROWS}) n
       cross join lateral jsonb_populate_record(e, jsonb_build_object('id', ${id('ent')},
        'transfer_ids', null, 'local_date', e.local_date - 1 - n / 300,
        'posted_at', e.posted_at - (100 + n / 300) * interval '1 day')) r
       where e.id in (select max(id) from sacco_entries where kind in ('deposit', 'loan_repayment') group by kind)
         and e.kind = case when n % 2 = 0 then 'deposit' else 'loan_repayment' end`,
    );
    const at = `now() - n * interval '1 hour'`;
    await trx.raw(
      `insert into payments (id, project_id, environment, provider, amount_minor, currency, reference, status, created_at, updated_at)
       select ${id('pay')}, :project_id, :environment, 'manual', 100, 'KES', n, 'pending', ${at}, ${at} from generate_series(1, ${ROWS}) n`,
      cols,
    );
    await trx.raw(
      `insert into api_error_counts select 'prj_' || n, 'test', date_trunc('hour', now()), 'CONFLICT', 1, now()
       from generate_series(1, ${ROWS}) n
       union all select :project_id, 'test', date_trunc('hour', ${at}), 'CONFLICT', 1, now() from generate_series(1, 168) n`,
      cols,
    );
  });
  await db.raw(
    'vacuum analyze sacco_loans, sacco_loan_installments, sacco_loan_charge_dates, sacco_entries, payments, api_error_counts',
  );
}

interface Compiled<Given> {
  compile: (given: Given) => { sql: string; bindings: unknown[] };
}

async function pagesOf<Given>(statement: Compiled<Given>, given: Given): Promise<number> {
  const { sql, bindings } = statement.compile(given);
  const explain = `explain (analyze, buffers, format json) ${sql}`;
  const { rows } = await service.ctx.db.raw(explain, bindings as never);
  const { Plan } = rows[0]['QUERY PLAN'][0];
  return Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks'];
}

const weeks = () => ({
  ...cols,
  begins: new Date(day(-52)),
  ends: new Date(day(40)),
  utc_offset_minutes: 0,
});

test('what falls due in some weeks is found by its days', async () => {
  const given = { ...weeks(), from: day(-52), to: day(40), unit: 'month' } as const;
  expect(await sumDue(service.ctx.db, given)).toHaveLength(1);
  expect(await pagesOf(sumDue, given)).toBeLessThan(60);
});

test('repayments of some weeks', async () => {
  expect(await sumCollected(service.ctx.db, weeks())).toMatchObject([{ collected: '1000' }]);
  expect(await pagesOf(sumCollected, weeks())).toBeLessThan(60);
});

test('loans of one officer among those of others', async () => {
  const given = { ...cols, today, also_due_today: 0, officer_user_id: user_id, until: day(6) } as const;
  expect(await sumOfOfficer(service.ctx.db, given)).toMatchObject([{ loans: 1n }]);
  expect(await pagesOf(sumOfOfficer, given)).toBeLessThan(60);
});

test("a person's day among all of the person's entries", async () => {
  const first_id = firstIdAt('entry', new Date(Date.parse(today) - DAY_MS));
  const given = { ...cols, user_id, day: today, first_id };
  const rows = await sumDayOfPerson(service.ctx.db, given);
  expect(rows.find(({ kind }) => kind === 'loan_repayment')).toMatchObject({ entries: 1n });
  for (const statement of [sumDayOfPerson, countMembersServed])
    expect(await pagesOf(statement, given)).toBeLessThan(60);
});

test('payments of a day, and what the API refused in it', async () => {
  const since = new Date(Date.now() - DAY_MS);
  expect(await sumByProvider(service.ctx.db, { ...cols, since })).toMatchObject([{ payments: 23n }]);
  expect(await pagesOf(sumByProvider, { ...cols, since })).toBeLessThan(60);
  expect(await sumByCode(service.ctx.db, { ...cols, since })).toMatchObject([{ code: 'CONFLICT' }]);
  expect(await pagesOf(sumByCode, { ...cols, since })).toBeLessThan(60);
});
