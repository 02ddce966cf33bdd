/** One writer process of `bench:ledger`: prints the transfers per second that it booked. */
import { run } from '../core/shutdown.ts';
import { ledgerPool } from '../db/connection.ts';
import { postgresBackend } from '../domain/ledger/index.ts';
import { rate, SECONDS } from './harness.ts';
import { transfers } from './hot-pair.ts';

run(async () => {
  const [url = '', debit = '', credit = ''] = process.argv.slice(2);
  const pool = ledgerPool(url);
  const backend = postgresBackend(pool);
  const booked = await rate(SECONDS, 1, async () => {
    const chains = transfers({ debit, credit }, 1_000).map((transfer) => [transfer]);
    await backend.post(chains, new Date());
    return chains.length;
  });
  await pool.end();
  process.stdout.write(String(booked));
});
