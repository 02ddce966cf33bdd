/** A database from before migration 65 has its overpaid payments marked. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { databaseBefore, type OldDatabase } from '../harness/index.ts';

let old: OldDatabase;

beforeAll(async () => {
  old = await databaseBefore('65-overpaid-links');
});
afterAll(() => old.drop());

test('of the completed payments of a one-time link all but the first', async () => {
  const { db } = old;
  await db.raw(`
    insert into users (id, email, name, password_hash, created_at) values ('usr_1', 'a@example.org', 'A', 'x', now());
    insert into projects (id, name, owner_id, created_at) values ('prj_1', 'P', 'usr_1', now());
    insert into payment_links (id, project_id, environment, title, amount_minor, currency, reusable, status, created_at, updated_at)
    select 'plk_' || n, 'prj_1', 'test', 'L', 100, 'KES', n = 2, case n when 1 then 'completed' else 'active' end, now(), now()
    from generate_series(1, 2) n;
    insert into payments (id, project_id, environment, provider, amount_minor, currency, reference, status, created_at, updated_at,
      completed_at, payment_link_id)
    select 'pay_' || link || n, 'prj_1', 'test', 'manual', 100, 'KES', link || '-' || n,
      case n when 4 then 'failed' else 'completed' end, now(), now(),
      case when n < 4 then timestamptz '2026-01-10Z' - n * interval '1 day' end, 'plk_' || link
    from generate_series(1, 2) link, generate_series(1, 4) n`);
  await old.migrate('65-overpaid-links');
  expect(await db('payments').where({ overpaid: true }).orderBy('id').pluck('id')).toEqual([
    'pay_11',
    'pay_12',
  ]);
  expect(await db('payment_links').orderBy('id').pluck('overpaid_payments')).toEqual([2, 0]);
  expect(await db('payment_links').orderBy('id').pluck('refund_overpaid')).toEqual([false, false]);
});
