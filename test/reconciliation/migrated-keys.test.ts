/** A database from before migration 51 keeps what was reserved and what was being resolved. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { databaseBefore, type OldDatabase } from '../harness/index.ts';

let old: OldDatabase;

beforeAll(async () => {
  old = await databaseBefore('51-reconciliation-keys');
});
afterAll(() => old.drop());

test('each id stays reserved for its line, and a run with decisions under way says so', async () => {
  const { db } = old;
  await db.raw(`
    insert into reconciliation_runs (id, project_id, environment, provider, currency, period_start, period_end, utc_offset_minutes,
      options, status, actor_type, actor_id, created_at)
    select 'rec_' || n, 'prj_1', 'test', 'manual', 'KES', '2026-01-01', '2026-01-31', 0, '{}', 'open', 'system', 't', now()
    from generate_series(1, 2) n;
    insert into reconciliation_bookings (project_id, environment, provider, kind, external_id, line_id) values
      ('prj_1', 'test', 'manual', 'payout', 'P 1', 'rln_1'), ('prj_1', 'live', 'manual', 'payout', 'P 1', 'rln_2'),
      ('prj_1', 'test', 'manual', 'fee', 'P 1', 'rln_3'), ('prj_1', 'test', 'mpesa', 'fee', 'P 1', 'rln_4');
    insert into reconciliation_decisions (id, project_id, environment, run_id, touched_at) values
      ('rln_5', 'prj_1', 'test', 'rec_1', '2026-01-03Z'), ('rln_6', 'prj_1', 'test', 'rec_1', '2026-01-02Z')`);
  await old.migrate('51-reconciliation-keys');

  const keyOf = (environment: string, provider: string, kind: string) =>
    db('reconciliation_bookings')
      .whereRaw(`key = reconciliation_booking_key('prj_1', ?::environment, ?, ?, 'P 1')`, [
        environment,
        provider,
        kind,
      ])
      .pluck('line_id');
  expect(await keyOf('test', 'manual', 'payout')).toEqual(['rln_1']);
  expect(await keyOf('live', 'manual', 'payout')).toEqual(['rln_2']);
  expect(await keyOf('test', 'manual', 'fee')).toEqual(['rln_3']);
  expect(await keyOf('test', 'mpesa', 'fee')).toEqual(['rln_4']);
  const again = db('reconciliation_bookings').insert({
    key: db.raw(`reconciliation_booking_key('prj_1', 'test', 'manual', 'payout', 'P 1')`),
    line_id: 'rln_9',
  });
  await expect(again).rejects.toMatchObject({ code: '23505' });
  expect(await db('reconciliation_runs').orderBy('id').select('id', 'resolving_since')).toEqual([
    { id: 'rec_1', resolving_since: new Date('2026-01-02Z') },
    { id: 'rec_2', resolving_since: null },
  ]);
});
