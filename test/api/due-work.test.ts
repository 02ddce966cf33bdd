/** `ushirika_queue_due_rows` and `ushirika_queue_oldest_due_seconds`: from real rows, by index, at a bounded cost. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createApp } from '../../api/server.ts';
import { listen } from '../../api/http/listen.ts';
import { readDueWork } from '../../app/due-work.ts';
import { newId, newUuid } from '../../core/ids.ts';
import { postings } from '../../domain/payments/index.ts';
import { MAX_COUNTED } from '../../domain/platform/due-rows.ts';
import { QUEUE_NAMES, type QueueName } from '../../jobs/registry.ts';
import {
  createSacco,
  customerWithWallet,
  must,
  newMember,
  paymentBody,
  startService,
  type Sacco,
  type TestService,
} from '../harness/index.ts';

let service: TestService;
let sacco: Sacco;

// Nobody works on the queues: what is due stays due.
beforeAll(async () => {
  service = await startService();
  sacco = await createSacco(service);
});
afterAll(() => service.stop());

const AGE_S = 100;
const dueSince = (): Date => new Date(Date.now() - AGE_S * 1_000);
const TABLES = [
  'postings',
  'payments',
  'provider_callbacks',
  'refunds',
  'wallet_topups',
  'wallet_movements',
  'webhook_deliveries',
  'event_exports',
  'sacco_payment_credits',
  'sacco_loan_charge_dates',
  'sacco_dividends',
  'reconciliation_runs',
  'account_emails',
  'sacco_entries',
  'ledger_manual_transfers',
  'ledger_holds',
  'demo_fills',
];

async function pay(phone: string, metadata: object = {}): Promise<string> {
  const body = paymentBody({ customer_phone: phone, metadata });
  return must(await sacco.project.key.post('/api/v1/payments', body)).body.id;
}

const book = () => ({ project_id: sacco.project.id, environment: 'test' });

/** A row of each kind, by its real way where that is short. @returns where it says when it is due */
const SOURCES: [QueueName, table: string, column: string, make: () => Promise<unknown>][] = [
  ['ledger-postings', 'postings', 'next_attempt_at', () => pay('+254712345789')],
  ['provider-polls', 'payments', 'next_poll_at', () => pay('+254712345129')],
  [
    'provider-polls',
    'provider_callbacks',
    'next_attempt_at',
    async () =>
      service.ctx.db('provider_callbacks').insert({
        ...book(),
        id: newId('callback'),
        payment_id: await pay('+254712345129'),
        provider: 'sandbox',
        authenticity: 'unverified',
        fingerprint: newUuid(),
        method: 'POST',
        query: '',
        body: Buffer.from('{}'),
        received_at: dueSince(),
        next_attempt_at: dueSince(),
      }),
  ],
  [
    'provider-polls',
    'refunds',
    'next_attempt_at',
    async () =>
      must(await sacco.project.key.post(`/api/v1/payments/${await pay('+254712345789')}/refunds`, {})),
  ],
  [
    'topup-credits',
    'wallet_topups',
    'ready_at',
    async () => {
      await pay('+254712345789', { wallet_customer_id: await customerWithWallet(sacco.project) });
      await postings.postPending(service.ctx);
    },
  ],
  [
    'webhook-deliveries',
    'webhook_deliveries',
    'next_attempt_at',
    async () => {
      const endpoint = { url: 'http://127.0.0.1:9/', events: ['payment.completed'] };
      must(await sacco.project.key.post('/api/v1/webhook-endpoints', endpoint));
      await pay('+254712345789');
    },
  ],
  [
    'sacco-credits',
    'sacco_payment_credits',
    'due_at',
    async () => {
      await pay('+254712345789', { sacco_member_id: await newMember(sacco) });
      await postings.postPending(service.ctx);
    },
  ],
  [
    'dividend-payouts',
    'sacco_dividends',
    'due_at',
    () =>
      service.ctx.db('sacco_dividends').insert({
        ...book(),
        id: newId('dividend'),
        label: newUuid(),
        period_start: '2020-01-01',
        period_end: '2020-12-31',
        share_rate_bps: 500,
        interest_rebate_bps: 0,
        paid_from: 'interest_income',
        currency: 'KES',
        total_minor: 0,
        entry_id: newId('entry'),
        created_at: dueSince(),
        due_at: dueSince(),
      }),
  ],
  [
    'reconciliation-imports',
    'reconciliation_runs',
    'due_at',
    () =>
      service.ctx.db('reconciliation_runs').insert({
        ...book(),
        id: newId('reconciliation_run'),
        provider: 'manual',
        currency: 'KES',
        period_start: '2026-01-01',
        period_end: '2026-01-31',
        utc_offset_minutes: 0,
        options: '{}',
        status: 'importing',
        statement: 'a',
        actor_type: 'system',
        actor_id: 't',
        created_at: dueSince(),
        due_at: dueSince(),
      }),
  ],
  [
    'bulk-movements',
    'sacco_imports',
    'due_at',
    () =>
      service.ctx.db('sacco_imports').insert({
        ...book(),
        id: newId('import'),
        dry_run: true,
        cut_over_date: '2026-01-31',
        currency: 'KES',
        cash_on_hand_minor: 0,
        files: '{}',
        requested_by_type: 'system',
        requested_by_id: 't',
        created_at: dueSince(),
        due_at: dueSince(),
      }),
  ],
  ['account-emails', 'account_emails', 'next_attempt_at', () => addEmails(1)],
  [
    'housekeeping',
    'sacco_entries',
    'due_at',
    async () =>
      service.ctx.db('sacco_entries').insert({
        ...book(),
        id: newId('entry'),
        kind: 'deposit',
        member_id: await newMember(sacco),
        source: 'cash',
        amount_minor: 1,
        currency: 'KES',
        status: 'pending',
        requested_by_type: 'system',
        requested_by_id: 't',
        local_date: '2026-01-01',
        created_at: dueSince(),
        due_at: dueSince(),
      }),
  ],
];

async function addEmails(count: number): Promise<void> {
  await service.ctx.db.raw(
    `insert into account_emails (id, email, kind, next_attempt_at)
     select 'aem_' || gen_random_uuid(), 'a@example.org', 'password_reset', ? from generate_series(1, ?::integer)`,
    [dueSince(), count],
  );
}

/** Nothing of before is due. */
async function postponeAll(): Promise<void> {
  const { db } = service.ctx;
  for (const [, table, column] of SOURCES)
    await db(table)
      .whereNotNull(column)
      .update({ [column]: new Date(Date.now() + 3_600_000) });
  await db('sacco_loan_charge_dates').delete();
}

async function dueBy(queue: QueueName): Promise<{ rows: number; age_s: number | null; others: number }> {
  const due = await readDueWork(service.ctx);
  const { rows = 0, oldest_due_at = null } = due.get(queue) ?? {};
  const others = [...due].reduce((sum, [name, work]) => sum + (name === queue ? 0 : work.rows), 0);
  return { rows, others, age_s: oldest_due_at && (Date.now() - oldest_due_at.getTime()) / 1_000 };
}

test('nothing is due where nothing waits', async () => {
  await postponeAll();
  const due = await readDueWork(service.ctx);
  expect([...due.keys()]).toEqual(QUEUE_NAMES);
  for (const work of due.values()) expect(work).toEqual({ rows: 0, oldest_due_at: null });
});

test.each(SOURCES)('%s: due rows of %s count, with their age', async (queue, table, column, make) => {
  await make();
  await postponeAll();
  const [row] = await service.ctx.db(table).whereNotNull(column).orderBy(column).limit(1);
  const key = ['id', 'payment_id'].find((name) => row && name in row) as string;
  const { length: changed } = await service.ctx
    .db(table)
    .where({ [key]: row[key] })
    .update({ [column]: dueSince() })
    .returning(key);
  expect(changed).toBe(1);
  const { rows, age_s, others } = await dueBy(queue);
  expect({ rows, others }).toEqual({ rows: 1, others: 0 });
  expect(age_s).toBeGreaterThanOrEqual(AGE_S - 1);
  expect(age_s).toBeLessThan(AGE_S + 60);
});

test('a loan is due from the local midnight of its date on', async () => {
  await postponeAll();
  const { db } = service.ctx;
  await db('sacco_settings').where(book()).update({ utc_offset_minutes: 180 });
  const row = (loan_id: string, next_charge_on: string) => ({ ...book(), loan_id, next_charge_on });
  await db('sacco_loan_charge_dates').insert([row('due', '2026-01-31'), row('later', '2099-01-01')]);
  const due = (await readDueWork(service.ctx)).get('interest-charging');
  expect(due).toEqual({ rows: 1, oldest_due_at: new Date('2026-01-30T21:00:00Z') });
  await db('sacco_loan_charge_dates').delete();
});

test('events that wait for the sink are due since they happened', async () => {
  const { db } = service.ctx;
  const oldest_due_at = dueSince();
  const row = (created_at: Date) => ({ event_id: newId('event'), created_at });
  await db('event_exports').insert([row(oldest_due_at), row(new Date())]);
  expect((await readDueWork(service.ctx)).get('event-exports')).toEqual({ rows: 2, oldest_due_at });
  await db('event_exports').delete();
});

test('an endpoint that hangs counts for nothing: no further worker could send', async () => {
  await postponeAll();
  const { db } = service.ctx;
  const delivery = await db('webhook_deliveries').where({ status: 'pending' }).first('id');
  await db('webhook_deliveries').where(delivery).update({ next_attempt_at: dueSince() });
  expect(await dueBy('webhook-deliveries')).toMatchObject({ rows: 1 });
  await db('webhook_endpoint_states').update({ hanging_since: new Date() });
  expect(await dueBy('webhook-deliveries')).toMatchObject({ rows: 0, age_s: null });
  await db('webhook_endpoint_states').update({ hanging_since: null });
});

test('every count is read by index, in order, and ends at its limit', async () => {
  const { db } = service.ctx;
  await addEmails(MAX_COUNTED + 1_000);
  await db.raw('analyze account_emails');
  expect(await dueBy('account-emails')).toMatchObject({ rows: MAX_COUNTED });
  const statements: { sql: string; bindings: never[] }[] = [];
  const note = (query: { sql: string; bindings: never[] }): void => void statements.push(query);
  db.on('query', note);
  await readDueWork(service.ctx);
  db.removeListener('query', note);
  expect(statements.length).toBeGreaterThanOrEqual(TABLES.length);
  await db.transaction(async (trx) => {
    // Tables with few rows would be read whole.
    await trx.raw(
      'set local enable_seqscan = off; set local enable_bitmapscan = off; set local enable_sort = off',
    );
    for (const { sql, bindings } of statements) {
      const { rows } = await trx.raw<{ rows: { 'QUERY PLAN': string }[] }>(
        `explain ${sql.replaceAll(/\$\d+/g, '?')}`,
        bindings,
      );
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      for (const table of TABLES) expect(plan).not.toMatch(new RegExp(`Seq Scan on ${table}\\b`));
      // Partitions are read by their indexes and merged, which is no sort.
      expect(plan).not.toMatch(/^\s*(->)?\s*(Incremental )?Sort\b(?! Key)/m);
    }
  });
  await db('account_emails').delete();
});

test('scrapes read at most every five seconds; without the database the figures are left out', async () => {
  await postponeAll();
  await addEmails(3);
  const web = await listen(createApp(service.ctx, service.store), { host: '127.0.0.1', port: 0 });
  const figures = async (): Promise<string[]> => {
    const text = await (await fetch(`${web.url}/metrics`)).text();
    return text.split('\n').filter((line) => /^ushirika_queue_(due_rows|oldest_due_seconds)\{/.test(line));
  };
  const first = await figures();
  expect(first).toHaveLength(2 * QUEUE_NAMES.length);
  expect(first).toContain('ushirika_queue_due_rows{queue="account-emails"} 3');
  const { db } = service.ctx;
  let statements = 0;
  const note = (): void => void (statements += 1);
  db.on('query', note);
  expect(await figures()).toEqual(first);
  expect(statements).toBe(0);
  db.removeListener('query', note);

  const later = performance.now() + 6_000;
  vi.spyOn(performance, 'now').mockImplementation(() => later);
  vi.spyOn(db, 'from').mockImplementation(() => {
    throw new Error('no database');
  });
  expect(await figures()).toEqual([]);
  vi.restoreAllMocks();
  await web.close();
});
