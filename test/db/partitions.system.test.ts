/** Tables of webhooks become partitioned while the service runs; partitions are made ahead, and dropped with what is old in them. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { firstIdAt, newIdAt } from '../../core/ids.ts';
import { indexesOf, undivide } from '../../bench/growth/plain-tables.ts';
import { connect, type Db, type Transaction } from '../../db/connection.ts';
import { migrate } from '../../db/migrate.ts';
import { divideTables } from '../../db/partitions/divide.ts';
import { WEBHOOK_TABLES } from '../../db/partitions/partitioned-tables.ts';
import {
  areDivided,
  bordersOf,
  dropPartitions,
  makePartitions,
  partitionsOf,
  type Partition,
} from '../../db/partitions/partitions.ts';
import {
  borderName,
  partitionName,
  periodStart,
  restPartitionName,
} from '../../db/partitions/periods.rules.ts';
import { freshDatabase, lockWaiters, until, type TestDatabase } from '../harness/index.ts';

const DAY_MS = 86_400_000;
const NAMES = WEBHOOK_TABLES.map(({ name }) => name);
const daysAgo = (days: number): Date => new Date(Date.now() - days * DAY_MS);

let database: TestDatabase;
let db: Db;

beforeAll(() => useDatabase());
afterAll(() => dropDatabase());

async function useDatabase(): Promise<void> {
  database = await freshDatabase();
  db = connect(database.url, 4);
}

async function dropDatabase(): Promise<void> {
  await db.destroy();
  await database.drop();
}

let written = 0;

/** An event with a delivery and an attempt. @returns the ids of event and delivery */
async function store(at: Date, to: Db | Transaction = db): Promise<{ id: string; delivery_id: string }> {
  const us = BigInt(at.getTime()) * 1_000n;
  const no = written++;
  const [id, delivery_id] = [newIdAt('event', us, no), newIdAt('webhook_delivery', us, no)];
  const common = { project_id: 'prj_1', environment: 'test', type: 'payment.completed', created_at: at };
  await to('webhook_events').insert({ id, ...common, payload: '{}' });
  await to('webhook_deliveries').insert({
    id: delivery_id,
    event_id: id,
    endpoint_id: 'whe_1',
    ...common,
    status: 'delivered',
    attempts: 1,
  });
  await to('webhook_attempts').insert({ delivery_id, no: 1, at });
  return { id, delivery_id };
}

async function stored(): Promise<number[]> {
  return Promise.all(NAMES.map(async (name) => Number((await db(name).count())[0]?.['count'])));
}

async function partitionNames(table = 'webhook_events'): Promise<string[]> {
  return (await partitionsOf(db, table)).map(({ name }) => name);
}

/** The partition in which the event is. */
async function placeOf(id: string): Promise<string> {
  const { rows } = await db.raw('select tableoid::regclass::text as place from webhook_events where id = ?', [
    id,
  ]);
  return rows[0].place;
}

describe('a new database', () => {
  test('has all tables divided, with the first partition, at least one more, and one for the rest', async () => {
    expect(await areDivided(db, WEBHOOK_TABLES)).toBe(true);
    for (const { name } of WEBHOOK_TABLES) {
      const partitions = await partitionsOf(db, name);
      expect(partitions[0]).toMatchObject({ name: `${name}_first`, from: null });
      expect(partitions[0]?.to.getTime()).toBeGreaterThan(Date.now() + 13 * DAY_MS);
      const { rows } = await db.raw('select to_regclass(?) as rest', [restPartitionName(name)]);
      expect(rows[0].rest).not.toBeNull();
    }
  });

  test('keeps the names and number of indexes and constraints of the plain table in each partition', async () => {
    const indexes = (await indexesOf(db, 'webhook_deliveries')).map(({ name }) => name);
    expect(indexes).toEqual([
      'webhook_deliveries_by_book',
      'webhook_deliveries_by_event',
      'webhook_deliveries_by_status',
      'webhook_deliveries_of_endpoint',
      'webhook_deliveries_pkey',
      'webhook_deliveries_polled',
    ]);
    for (const name of [...(await partitionNames('webhook_deliveries')), 'webhook_deliveries_rest'])
      expect(await indexesOf(db, name)).toHaveLength(indexes.length);
    const { rows } = await db.raw(
      `select count(*)::integer as n from pg_constraint where conname = 'webhook_deliveries_status_check'`,
    );
    expect(rows[0].n).toBe((await partitionNames('webhook_deliveries')).length + 2);
    const { rows: storage } = await db.raw(
      `select relname, reloptions from pg_class where relname like 'webhook\\_deliveries\\_%' and relkind = 'r' order by 1`,
    );
    expect(storage.map(({ relname }: { relname: string }) => relname)).toContain('webhook_deliveries_first');
    for (const { relname, reloptions } of storage)
      expect([relname, reloptions.toSorted()]).toEqual([
        relname,
        [
          'autovacuum_analyze_scale_factor=0.02',
          'autovacuum_analyze_threshold=1000',
          'autovacuum_vacuum_scale_factor=0.02',
          'autovacuum_vacuum_threshold=1000',
          'fillfactor=80',
        ],
      ]);
  });
});

describe('a database with rows from before', () => {
  beforeEach(async () => {
    await dropDatabase();
    await useDatabase();
    await undivide(db);
  });

  test('keeps all of them, while others write', async () => {
    for (const days of [400, 100, 1]) await store(daysAgo(days));
    const before = await Promise.all(NAMES.map((name) => db(name).orderBy(1)));
    let writes = 0;
    const writing = new AbortController();
    const writer = (async () => {
      while (!writing.signal.aborted) {
        await store(new Date());
        writes++;
      }
    })();
    await until('it writes', () => writes > 3);
    // By several processes at once.
    await Promise.all([migrate(db), divideTables(db, WEBHOOK_TABLES), divideTables(db, WEBHOOK_TABLES)]);
    const until_then = writes;
    await until('it goes on writing', () => writes > until_then + 3);
    writing.abort();
    await writer;
    expect(await areDivided(db, WEBHOOK_TABLES)).toBe(true);
    expect(await stored()).toEqual(NAMES.map(() => 3 + writes));
    const after = await Promise.all(NAMES.map((name) => db(name).orderBy(1).limit(3)));
    expect(after).toEqual(before);
    expect(await bordersOf(db, WEBHOOK_TABLES)).toEqual([]);
  });

  test('needs no scan of the rows under the lock', async () => {
    await store(daysAgo(1));
    const notices: string[] = [];
    const one = connect(database.url, 1);
    const connection = await one.client.acquireConnection();
    connection.on('notice', ({ message }: { message: string }) => notices.push(message));
    await one.raw(`set client_min_messages = 'debug1'`).connection(connection);
    await one.client.releaseConnection(connection);
    await divideTables(one, WEBHOOK_TABLES);
    await one.destroy();
    const implied = /"(webhook_\w+)_first" is implied by existing constraints/;
    expect(notices.flatMap((notice) => implied.exec(notice)?.[1] ?? [])).toEqual(NAMES);
  });

  test('is divided by the next run, where a process died between the steps', async () => {
    await store(daysAgo(1));
    const border = periodStart(new Date(Date.now() + 60 * DAY_MS));
    // The first of three tables has its constraint: it could have been any statement.
    const constraint = borderName('webhook_events', border);
    const end = firstIdAt('event', border);
    await db.raw(`alter table webhook_events add constraint ?? check (id < '${end}') not valid`, [
      constraint,
    ]);
    await migrate(db);
    expect(await areDivided(db, WEBHOOK_TABLES)).toBe(true);
    expect(await bordersOf(db, WEBHOOK_TABLES)).toEqual([]);
    expect(await stored()).toEqual([1, 1, 1]);
  });

  test('takes new rows, although nobody went on after a process died: the job gives a near border up', async () => {
    const border = periodStart(new Date());
    for (const { name, key, id_kind } of WEBHOOK_TABLES)
      await db.raw(
        `alter table ?? add constraint ?? check (?? < '${firstIdAt(id_kind, border)}') not valid`,
        [name, borderName(name, border), key],
      );
    await expect(store(new Date())).rejects.toMatchObject({ code: '23514' });
    expect(await makePartitions(db, WEBHOOK_TABLES, new Date())).toBe(0);
    await store(new Date());
    expect(await stored()).toEqual([1, 1, 1]);
  });

  test('has its border after rows that a clock ahead wrote', async () => {
    const { id } = await store(daysAgo(-200));
    await divideTables(db, WEBHOOK_TABLES);
    expect(await placeOf(id)).toBe('webhook_events_first');
    expect((await partitionsOf(db, 'webhook_events'))[0]?.to.getTime()).toBeGreaterThan(
      daysAgo(-200).getTime(),
    );
  });

  test('waits for a transaction that uses a table, and lets others pass meanwhile', async () => {
    const trx = await db.transaction();
    await store(new Date(), trx);
    const dividing = divideTables(db, WEBHOOK_TABLES);
    await until('it waits', async () => (await lockWaiters(db, 'webhook_')) > 0);
    // Behind the waiting lock, which is given up soon.
    await store(new Date());
    expect(await areDivided(db, WEBHOOK_TABLES)).toBe(false);
    await trx.commit();
    await dividing;
    expect(await stored()).toEqual([2, 2, 2]);
  });
});

describe('partitions', () => {
  const later = (days: number): Date => new Date(Date.now() + days * DAY_MS);

  beforeEach(async () => {
    await dropDatabase();
    await useDatabase();
  });

  test('are made ahead, without a gap, by several workers at once; the second time there is nothing to do', async () => {
    const at = later(100);
    const made = await Promise.all([1, 2, 3].map(() => makePartitions(db, WEBHOOK_TABLES, at)));
    expect(made.filter((count) => count > 0)).toHaveLength(1);
    for (const name of NAMES) {
      const partitions = await partitionsOf(db, name);
      for (const [i, { from }] of partitions.entries())
        expect(from).toEqual(i === 0 ? null : partitions[i - 1]?.to);
      expect(partitions.at(-1)?.to.getTime()).toBeGreaterThan(later(100 + 28).getTime());
    }
    expect(await makePartitions(db, WEBHOOK_TABLES, at)).toBe(0);
  });

  test('that are missing lose no row: it is kept with the rest, and moved when they are made', async () => {
    const { id } = await store(later(120));
    const kept = await store(later(400));
    expect(await placeOf(id)).toBe('webhook_events_rest');
    await makePartitions(db, WEBHOOK_TABLES, later(120));
    expect(await placeOf(id)).toBe(partitionName('webhook_events', periodStart(later(120))));
    expect(await placeOf(kept.id)).toBe('webhook_events_rest');
    expect(await stored()).toEqual([2, 2, 2]);
    const { rows } = await db.raw(
      `select tableoid::regclass::text as place from webhook_attempts order by delivery_id limit 1`,
    );
    expect(rows[0].place).toBe(partitionName('webhook_attempts', periodStart(later(120))));
  });

  test('are dropped once all their rows are old, and not before', async () => {
    await makePartitions(db, WEBHOOK_TABLES, later(100));
    const [, second, third] = (await partitionsOf(db, 'webhook_events')) as [Partition, Partition, Partition];
    const in_second = await store(new Date(second.to.getTime() - 1));
    const in_third = await store(second.to);
    const drop = (before: Date): Promise<string[]> =>
      dropPartitions(db, WEBHOOK_TABLES, { before, isInUse: async () => false });
    const early = new Date(second.to.getTime() - 1);
    expect(await drop(early)).toEqual(NAMES.map((name) => `${name}_first`));
    expect(await stored()).toEqual([2, 2, 2]);
    expect(await drop(second.to)).toEqual(NAMES.map((name) => partitionName(name, second.from as Date)));
    expect(await db('webhook_events').pluck('id')).toEqual([in_third.id]);
    expect(await db('webhook_attempts').pluck('delivery_id')).not.toContain(in_second.delivery_id);
    expect(await partitionNames()).toContain(third.name);
    expect(await drop(second.to)).toEqual([]);
  });

  test('are not dropped where a row came into use while the lock was awaited', async () => {
    const first_to = (await partitionsOf(db, 'webhook_events'))[0]?.to as Date;
    const { delivery_id } = await store(new Date());
    const isPending = async (of: Db | Transaction): Promise<boolean> =>
      (await of('webhook_deliveries').where({ status: 'pending' })).length > 0;
    const trx = await db.transaction();
    await trx('webhook_deliveries').where({ id: delivery_id }).update({ status: 'pending' });
    const dropping = dropPartitions(db, WEBHOOK_TABLES, { before: first_to, isInUse: isPending as never });
    await until('it waits', async () => (await lockWaiters(db, 'webhook_')) > 0);
    await trx.commit();
    expect(await dropping).toEqual([]);
    expect(await stored()).toEqual([1, 1, 1]);
  });

  test('are dropped by a later run where a dump uses them, and are no fault', async () => {
    const before = (await partitionsOf(db, 'webhook_events'))[0]?.to as Date;
    const drop = (): Promise<string[]> =>
      dropPartitions(db, WEBHOOK_TABLES, { before, isInUse: async () => false });
    const dump = await db.transaction();
    await dump('webhook_attempts').first();
    expect(await drop()).toEqual([]);
    await dump.commit();
    expect(await drop()).toEqual(NAMES.map((name) => `${name}_first`));
  });
});
