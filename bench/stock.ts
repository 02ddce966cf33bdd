/** What a database has stored, and what requests add to it. */
import type { Db } from '../db/connection.ts';
import type { Next } from './api-loads.ts';
import { posts, type Measured, type Services } from './served.ts';

interface Stock {
  /** The bytes of each table with its indexes. */
  tables: Map<string, number>;
  /** Of the write-ahead log so far. */
  wal_bytes: number;
}

async function takeStock(db: Db): Promise<Stock> {
  const { rows } = await db.raw<{ rows: { table: string; bytes: string }[] }>(
    `select relname as table, pg_total_relation_size(oid)::text as bytes from pg_class
     where relkind in ('r', 'p') and relnamespace = current_schema()::regnamespace`,
  );
  const { rows: log } = await db.raw<{ rows: { bytes: string }[] }>(
    `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::text as bytes`,
  );
  return {
    tables: new Map(rows.map(({ table, bytes }) => [table, Number(bytes)])),
    wal_bytes: Number(log[0]?.bytes),
  };
}

export interface Stored {
  requests: number;
  measured: Measured;
  /** Bytes of a request by table, the largest first. */
  by_table: [table: string, bytes: number][];
  /** Bytes of a request in all tables, and in the write-ahead log. */
  bytes: number;
  wal_bytes: number;
}

/** Sends requests for the duration of a measurement, after as many that are left out. */
export async function measureStored({ ctx, ours, headers }: Services, next: Next): Promise<Stored> {
  let requests = 0;
  const counted: Next = () => {
    requests++;
    return next();
  };
  // After a checkpoint each page is logged as a whole once.
  await posts(ours, headers, counted);
  const before = await takeStock(ctx.db);
  requests = 0;
  const measured = await posts(ours, headers, counted);
  const after = await takeStock(ctx.db);
  const by_table = [...after.tables]
    .map(([table, bytes]): [string, number] => [table, (bytes - (before.tables.get(table) ?? 0)) / requests])
    .filter(([, bytes]) => bytes >= 1)
    .toSorted(([, a], [, b]) => b - a);
  return {
    requests,
    measured,
    by_table,
    bytes: by_table.reduce((sum, [, bytes]) => sum + bytes, 0),
    wal_bytes: (after.wal_bytes - before.wal_bytes) / requests,
  };
}
