/** The worst case of a ledger: every transfer between the same two accounts. */
import { newUuid } from '../core/ids.ts';
import { ledgerPool } from '../db/connection.ts';
import { postgresBackend, type LedgerBackend, type Transfer } from '../domain/ledger/index.ts';
import { rate, SECONDS, type BenchServer } from './harness.ts';

export const LEDGER = 1404;

export interface Pair {
  debit: string;
  credit: string;
}

// Distinct from the ids of other processes on the same database.
const WRITER = process.pid.toString(16).padStart(4, '0').slice(-4);
let made = 0;

/** Time-ordered like all ids of the service, but cheap: the cost of the callers is not measured. */
function nextId(): string {
  made += 1;
  return `019f0000-0000-7000-${WRITER}-${made.toString(16).padStart(12, '0')}`;
}

export function transfers({ debit, credit }: Pair, count: number): Transfer[] {
  return Array.from({ length: count }, () => ({
    id: nextId(),
    debit_account_id: debit,
    credit_account_id: credit,
    amount: 100n,
    code: 1,
    phase: null,
    pending_id: null,
    timeout_s: 0,
    reference: 'pay_01M7Y57135ENPBVZEG12N2HP4B',
    memo: null,
  }));
}

export async function hotPair(backend: LedgerBackend): Promise<Pair> {
  const pair = { debit: newUuid(), credit: newUuid() };
  await backend.openAccounts([
    { id: pair.debit, ledger: LEDGER, limit: 'credits', code: 1 },
    { id: pair.credit, ledger: LEDGER, limit: 'debits', code: 2 },
  ]);
  return pair;
}

/** The engine's transfers per second, as a baseline: two callers with a thousand transfers per batch. */
export async function hotPairRate(server: BenchServer): Promise<number> {
  const pool = ledgerPool(await server.database());
  const backend = postgresBackend(pool);
  const pair = await hotPair(backend);
  const booked = await rate(SECONDS, 2, async () => {
    const chains = transfers(pair, 1_000).map((transfer) => [transfer]);
    await backend.post(chains, new Date());
    return chains.length;
  });
  await pool.end();
  return booked;
}
