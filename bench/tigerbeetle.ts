/**
 * `npm run bench:tigerbeetle`: transfers per second of the TigerBeetle backend, compared with the bare client sending the same
 * batches to the same cluster, and with the PostgreSQL engine. Needs a cluster at TIGERBEETLE_ADDRESSES. The process has the memory
 * settings of a web process.
 */
import { uuidToBigint } from '../core/ids.ts';
import { run, UsageError } from '../core/shutdown.ts';
import { connect } from '../db/connection.ts';
import { tigerbeetleBackend } from '../domain/ledger/index.ts';
import { Cluster, DEADLINE_MS, MAX_EVENTS } from '../domain/ledger/tigerbeetle/cluster.ts';
import { openServer, rate, report, SECONDS } from './harness.ts';
import { hotPair, hotPairRate, LEDGER, transfers, type Pair } from './hot-pair.ts';

/** Transfers of a caller's batch; the last one is the client's largest message. */
const BATCHES = [1_000, MAX_EVENTS];
const POOL_SIZE = 4;
/** Concurrent callers, each with one batch. */
const CALLERS = 4;
/** Rounds, in which backend and client take turns. */
const TURNS = 3;

run(async () => {
  const addresses = (process.env['TIGERBEETLE_ADDRESSES'] ?? '').split(',').filter(Boolean);
  if (addresses.length === 0) throw new UsageError('Set TIGERBEETLE_ADDRESSES to a test cluster.');
  const server = await openServer();
  const db = connect(await server.database(), POOL_SIZE);
  const backend = tigerbeetleBackend(db, addresses);
  const { client } = new Cluster(addresses, DEADLINE_MS);
  try {
    const pair = await hotPair(backend);
    const postgres_engine_per_s = await hotPairRate(server);
    for (const batch of BATCHES) {
      const rates = await compare(
        async () => {
          const outcomes = await backend.post(
            transfers(pair, batch).map((transfer) => [transfer]),
            new Date(),
          );
          return outcomes.filter(({ status }) => status === 'created').length;
        },
        async () => {
          const results = await client.createTransfers(bareTransfers(pair, batch));
          return results.length;
        },
      );
      report('tigerbeetle', {
        batch,
        callers: CALLERS,
        ...rates,
        postgres_engine_per_s,
        ratio_to_bare_client: rates.backend_per_s / rates.bare_client_per_s,
        ratio_to_postgres_engine: rates.backend_per_s / postgres_engine_per_s,
      });
    }
  } finally {
    client.destroy();
    await backend.close();
    await db.destroy();
    await server.close();
  }
});

/** @returns transfers per second of each, in turn after a warm-up. */
async function compare(
  book: () => Promise<number>,
  send: () => Promise<number>,
): Promise<{ backend_per_s: number; bare_client_per_s: number }> {
  await rate(1, CALLERS, book);
  await rate(1, CALLERS, send);
  const rates = { backend_per_s: 0, bare_client_per_s: 0 };
  for (let turn = 0; turn < TURNS; turn++) {
    rates.bare_client_per_s += (await rate(SECONDS, CALLERS, send)) / TURNS;
    rates.backend_per_s += (await rate(SECONDS, CALLERS, book)) / TURNS;
  }
  return rates;
}

/** The same transfers in the client's format. */
function bareTransfers(pair: Pair, count: number): Parameters<Cluster['client']['createTransfers']>[0] {
  return transfers(pair, count).map(({ id, debit_account_id, credit_account_id, amount, code }) => ({
    id: uuidToBigint(id),
    debit_account_id: uuidToBigint(debit_account_id),
    credit_account_id: uuidToBigint(credit_account_id),
    amount,
    pending_id: 0n,
    user_data_128: 0n,
    user_data_64: 0n,
    user_data_32: 0,
    timeout: 0,
    ledger: LEDGER,
    code,
    flags: 0,
    timestamp: 0n,
  }));
}
