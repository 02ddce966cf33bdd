/** A database from before migration 110: phones that were changed count as verified only where somebody else has approved KYC since. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { databaseBefore, type OldDatabase } from '../harness/index.ts';

let old: OldDatabase;

beforeAll(async () => {
  old = await databaseBefore('110-changed-phones');
});
afterAll(() => old.drop());

interface Happened {
  type: string;
  by: string;
  details: object;
}

const changed = (field: string, by: string): Happened => ({
  type: 'customer.updated',
  by,
  details: { changes: { [field]: {} } },
});
const approved = (tier: number, by: string): Happened => ({ type: 'kyc.approved', by, details: { tier } });

/** What happened to each customer, oldest first, and whether the phone is told nothing after the migration. */
const TRAILS: [trail: Happened[], is_unverified: boolean][] = [
  [[], false],
  [[approved(1, 'usr_1')], false],
  [[changed('email', 'usr_1')], false],
  [[changed('phone', 'usr_1')], true],
  [[approved(1, 'usr_2'), changed('phone', 'usr_1')], true],
  [[changed('phone', 'usr_1'), approved(1, 'usr_2')], false],
  [[changed('phone', 'usr_1'), approved(1, 'usr_1')], true],
  [[changed('phone', 'usr_1'), approved(1, 'usr_1'), approved(2, 'usr_2')], false],
  [[changed('phone', 'usr_1'), approved(0, 'usr_2')], true],
  // Whoever changed it last counts.
  [[changed('phone', 'usr_2'), changed('phone', 'usr_1'), approved(1, 'usr_2')], false],
  // A key acts for people whom it does not name.
  [[changed('phone', 'key_1'), approved(1, 'key_1')], false],
];

test('they are told nothing until then', async () => {
  const { db } = old;
  await db.raw(`
    insert into users (id, email, name, password_hash, created_at) values ('usr_1', 'a@example.org', 'A', 'x', now());
    insert into projects (id, name, owner_id, created_at) values ('prj_1', 'P', 'usr_1', now())`);
  const customerOf = (index: number): string => `cus_${String(index).padStart(2, '0')}`;
  const [at, project_id, environment] = ['2026-01-10T00:00:00Z', 'prj_1', 'test'];
  await db('customers').insert(
    TRAILS.map((_, index) => ({
      id: customerOf(index),
      project_id,
      environment,
      kind: 'individual',
      full_name: 'C',
      phone: `+2547000000${String(index).padStart(2, '0')}`,
      created_at: at,
      updated_at: at,
    })),
  );
  await db('customer_events').insert(
    TRAILS.flatMap(([trail], index) =>
      trail.map(({ type, by, details }, no) => ({
        id: `cev_${index}_${no}`,
        customer_id: customerOf(index),
        project_id,
        environment,
        type,
        at,
        actor_type: by.startsWith('usr') ? 'user' : 'api_key',
        actor_id: by,
        details,
      })),
    ),
  );
  await old.migrate('111-who-may-have-secrets');
  const unverified = await db('customers').whereNotNull('phone_unverified_since').orderBy('id').pluck('id');
  expect(unverified).toEqual(
    TRAILS.flatMap(([, is_unverified], index) => (is_unverified ? [customerOf(index)] : [])),
  );
});
