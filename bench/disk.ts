/**
 * `npm run bench:disk`: what a request leaves behind: the bytes that it stores, indexes included, and those of the write-ahead log,
 * for transfers, deposits and payments over HTTP.
 */
import { run } from '../core/shutdown.ts';
import type { Db } from '../db/connection.ts';
import { deposits, payments, SUBACCOUNTS, transferLoads, type Next } from './api-loads.ts';
import { openServer, report } from './harness.ts';
import { invite } from './people.ts';
import { openServices, posts, type Services } from './served.ts';

const PEOPLE = 200;

run(async () => {
  const server = await openServer();
  try {
    const services = await openServices(server);
    const people = await invite(services, PEOPLE);
    const { hot, spread } = await transferLoads(services, SUBACCOUNTS);
    const loads = {
      transfers_hot: hot,
      transfers_spread: spread,
      sacco_deposits: deposits(people),
      payments,
    };
    for (const [load, next] of Object.entries(loads)) await measure(services, load, next);
  } finally {
    await server.close();
  }
});

async function measure({ ctx, ours, headers }: Services, load: string, next: Next): Promise<void> {
  let requests = 0;
  const counted: Next = () => {
    requests++;
    return next();
  };
  // After a checkpoint each page is logged as a whole once: the first requests are left out.
  await posts(ours, headers, counted);
  const before = await takeStock(ctx.db);
  requests = 0;
  await posts(ours, headers, counted);
  const after = await takeStock(ctx.db);
  const per_request = (bytes: number): number => bytes / requests;
  const grown = [...after.tables]
    .map(([table, bytes]) => [table, per_request(bytes - (before.tables.get(table) ?? 0))] as const)
    .filter(([, bytes]) => bytes >= 1)
    .toSorted(([, a], [, b]) => b - a);
  report('disk', {
    load,
    requests,
    bytes: grown.reduce((sum, [, bytes]) => sum + bytes, 0),
    wal_bytes: per_request(after.wal_bytes - before.wal_bytes),
    ...Object.fromEntries(grown),
  });
}

/** The bytes of each table with its indexes, and of the write-ahead log so far. */
async function takeStock(db: Db): Promise<{ tables: Map<string, number>; wal_bytes: number }> {
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
