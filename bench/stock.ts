/** What a database has stored, and what requests add to it. */
import type { Db } from '../db/connection.ts';

export interface Stock {
  /** The bytes of each table with its indexes. */
  tables: Map<string, number>;
  /** Of the write-ahead log so far. */
  wal_bytes: number;
}

export async function takeStock(db: Db): Promise<Stock> {
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

/** Bytes that each of that many requests added, by table, the largest first. */
export function grownPerRequest(
  before: Stock,
  after: Stock,
  requests: number,
): [table: string, bytes: number][] {
  return [...after.tables]
    .map(([table, bytes]): [string, number] => [table, (bytes - (before.tables.get(table) ?? 0)) / requests])
    .filter(([, bytes]) => bytes >= 1)
    .toSorted(([, a], [, b]) => b - a);
}
