/**
 * `npm run bench:disk`: what a request leaves behind: the bytes that it stores, indexes included, and those of the write-ahead log,
 * for transfers, deposits and payments over HTTP.
 */
import { run } from '../core/shutdown.ts';
import { deposits, payments, SUBACCOUNTS, transferLoads, type Next } from './api-loads.ts';
import { openServer, report } from './harness.ts';
import { invite } from './people.ts';
import { openServices, type Services } from './served.ts';
import { measureStored } from './stock.ts';

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

async function measure(services: Services, load: string, next: Next): Promise<void> {
  const { requests, bytes, wal_bytes, by_table } = await measureStored(services, next);
  report('disk', { load, requests, bytes, wal_bytes, ...Object.fromEntries(by_table) });
}
