/**
 * `npm run bench:api`: movements of money, payments and reads with 64 connections, compared with a bare Express handler that does
 * one INSERT, or one SELECT, on the same database in the same run, with the CPU time per request. Each server is a separate
 * process. With `-- --webs 1,2,3` instead: the service with so many web processes, compared with the first number of them, and
 * `--connections 256` for more requests at a time (webs.ts).
 */
import { parseArgs } from 'node:util';
import { run } from '../core/shutdown.ts';
import {
  accountIds,
  deposits,
  payments,
  SUBACCOUNTS,
  TRANSFERS_PER_BATCH,
  transferLoads,
  walletTransfers,
  type Next,
} from './api-loads.ts';
import { openServer, report } from './harness.ts';
import { invite, movement, type Person } from './people.ts';
import { CONNECTIONS, gets, inTurn, openServices, posts, type Measured, type Services } from './served.ts';
import { compareWebs } from './webs.ts';

/** Customers, each with a membership and a wallet. */
const PEOPLE = 200;
/** Fewer than of single transfers: each has a thousand to wait for. */
const BATCH_CONNECTIONS = 4;

run(async () => {
  const { webs, connections } = parseArgs({
    options: { webs: { type: 'string' }, connections: { type: 'string', default: String(CONNECTIONS) } },
  }).values;
  const server = await openServer();
  try {
    const services = await openServices(server);
    const people = await invite(services, PEOPLE);
    if (webs !== undefined) {
      await compareWebs(services, people, {
        webs: webs.split(',').map(Number),
        connections: Number(connections),
      });
    } else {
      await benchWrites(services, people);
      await benchReads(services, people);
    }
  } finally {
    await server.close();
  }
});

async function benchWrites(services: Services, people: Person[]): Promise<void> {
  const { ours, bare, headers } = services;
  const transfers = await transferLoads(services, SUBACCOUNTS);
  const load = (next: Next) => () => posts(ours, headers, next);
  const { bare_insert, ...measured } = await inTurn({
    bare_insert: () => posts(bare, headers, () => ({ path: '/bare', body: movement() })),
    transfers_hot: load(transfers.hot),
    transfers_spread: load(transfers.spread),
    holds: load(transfers.holds),
    sacco_deposits: load(deposits(people)),
    wallet_transfers: load(await walletTransfers(services, people)),
    payments: load(payments),
  });
  const batches = await posts(ours, headers, transfers.batches, BATCH_CONNECTIONS);
  reportLoad('bare insert', bare_insert, bare_insert);
  for (const [name, each] of Object.entries(measured)) reportLoad(name, each, bare_insert);
  report('api spread', {
    accounts: SUBACCOUNTS,
    ratio_to_hot: measured.transfers_spread.per_s / measured.transfers_hot.per_s,
  });
  const batched_per_s = batches.per_s * TRANSFERS_PER_BATCH;
  report('api batches of 1,000', {
    connections: BATCH_CONNECTIONS,
    transfers_per_s: batched_per_s,
    ratio_to_hot: batched_per_s / measured.transfers_hot.per_s,
    p50_ms: batches.p50_ms,
    p99_ms: batches.p99_ms,
  });
}

async function benchReads(services: Services, [person]: Person[]): Promise<void> {
  const { ours, bare, headers } = services;
  const [account] = await accountIds(services);
  const payment = await firstId(`${ours.url}/api/v1/payments`, headers);
  const row = await firstId(`${bare.url}/bare`, headers);
  const load = (path: string) => () => gets(ours, headers, `/api/v1/${path}`);
  const { bare_select, ...measured } = await inTurn({
    bare_select: () => gets(bare, headers, `/bare/${row}`),
    account_get: load(`ledger/accounts/${account}`),
    member_get: load(`sacco/members/${person?.member_id}`),
    payment_get: load(`payments/${payment}`),
  });
  reportLoad('bare select', bare_select, bare_select);
  for (const [name, each] of Object.entries(measured)) reportLoad(name, each, bare_select);
}

function reportLoad(name: string, { per_s, p50_ms, p99_ms, ...cpu }: Measured, bare: Measured): void {
  report(`api ${name.replaceAll('_', ' ')}`, {
    connections: CONNECTIONS,
    per_s,
    ratio: per_s / bare.per_s,
    p50_ms,
    p99_ms,
    ...cpu,
  });
}

async function firstId(url: string, headers: Record<string, string>): Promise<string> {
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(payments().body) });
  const { id } = (await response.json()) as { id?: string };
  if (!id) throw new Error(`${url} answered ${response.status}`);
  return id;
}
