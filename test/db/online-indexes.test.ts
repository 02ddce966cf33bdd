/** The unique indexes of provider ids are built on a database whose rows are not unique. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, type Db } from '../../db/connection.ts';
import { buildOnlineIndexes } from '../../db/online-indexes.ts';
import { freshDatabase, type TestDatabase } from '../harness/index.ts';

const NAMES = [
  'payments_checkout_request_id_key',
  'payments_provider_txn_id_key',
  'refunds_provider_refund_id_key',
];

let database: TestDatabase;
let db: Db;

beforeAll(async () => {
  database = await freshDatabase();
  db = connect(database.url, 4);
  await db.raw(NAMES.map((name) => `drop index ${name};`).join(' '));
  // As after a build that failed: the index is there, and not valid.
  await db.raw(`
    insert into users (id, email, name, password_hash, created_at) values ('usr_1', 'a@example.org', 'A', 'x', now());
    insert into projects (id, name, owner_id, created_at) values ('prj_1', 'P', 'usr_1', now());
    insert into payments (id, project_id, environment, provider, amount_minor, currency, reference, status, created_at, updated_at,
      completed_at, provider_txn_id, provider_data)
    select 'pay_' || n, 'prj_1', 'test', 'mpesa', 100, 'KES', n, 'pending', now(), now(),
      case n when 2 then now() end, case when n <= 3 then 'T' when n = 4 then 'U' end,
      case when n <= 3 then '{"checkout_request_id": "ws_CO_1", "a": "b"}' else '{}' end::jsonb
    from generate_series(1, 5) n;
    insert into refunds (id, payment_id, project_id, environment, provider, amount_minor, currency, manual, provider_refund_id,
      created_at, updated_at)
    select 'ref_' || n, 'pay_1', 'prj_1', 'test', 'mpesa', 1, 'KES', false, 'R', now(), now() from generate_series(1, 2) n`);
  await expect(
    db.raw('create unique index concurrently payments_provider_txn_id_key on payments (provider_txn_id)'),
  ).rejects.toMatchObject({ code: '23505' });
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

const valid = async (): Promise<string[]> =>
  db('pg_index')
    .join('pg_class', 'pg_class.oid', 'pg_index.indexrelid')
    .whereIn('relname', NAMES)
    .where({ indisvalid: true, indisunique: true })
    .orderBy('relname')
    .pluck('relname');

test('by several processes at once; the first holder keeps the id, the others are told apart', async () => {
  expect(await valid()).toEqual([]);
  await Promise.all([buildOnlineIndexes(db), buildOnlineIndexes(db), buildOnlineIndexes(db)]);
  expect(await valid()).toEqual(NAMES);
  const shared = { shared_checkout_request_id: 'ws_CO_1', a: 'b' };
  expect(
    await db('payments').orderBy('id').select('provider_txn_id', 'provider_txn_id_copy', 'provider_data'),
  ).toEqual([
    { provider_txn_id: 'T', provider_txn_id_copy: 1, provider_data: shared },
    {
      provider_txn_id: 'T',
      provider_txn_id_copy: 0,
      provider_data: { checkout_request_id: 'ws_CO_1', a: 'b' },
    },
    { provider_txn_id: 'T', provider_txn_id_copy: 2, provider_data: shared },
    { provider_txn_id: 'U', provider_txn_id_copy: 0, provider_data: {} },
    { provider_txn_id: null, provider_txn_id_copy: 0, provider_data: {} },
  ]);
  expect(await db('refunds').orderBy('id').pluck('provider_refund_id_copy')).toEqual([0, 1]);
});

test('a claim of an id that is taken is refused from then on', async () => {
  const claim = db('payments').where({ id: 'pay_5' });
  await expect(claim.clone().update({ provider_txn_id: 'T' })).rejects.toMatchObject({ code: '23505' });
  await expect(
    claim.clone().update({ provider_data: { checkout_request_id: 'ws_CO_1' } }),
  ).rejects.toMatchObject({ code: '23505' });
});
