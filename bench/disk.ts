/**
 * `npm run bench:disk`: what a request leaves behind: the bytes that it stores, indexes included, and those of the write-ahead log,
 * for transfers, deposits and payments over HTTP.
 */
import { run } from '../core/shutdown.ts';
import { deposits, payments, SUBACCOUNTS, transferLoads, type Next } from './api-loads.ts';
import { openServer, report } from './harness.ts';
import { invite } from './people.ts';
import { openServices, posts, type Services } from './served.ts';
import { grownPerRequest, takeStock } from './stock.ts';

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
  const grown = grownPerRequest(before, after, requests);
  report('disk', {
    load,
    requests,
    bytes: grown.reduce((sum, [, bytes]) => sum + bytes, 0),
    wal_bytes: (after.wal_bytes - before.wal_bytes) / requests,
    ...Object.fromEntries(grown),
  });
}
