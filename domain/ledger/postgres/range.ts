/** The transfers of a scope in a range of time, in their order. */
import type pg from 'pg';
import type { BookedTransfer, TransferRange } from '../backend.port.ts';
import { scopeNumberOf, timestampFrom } from '../rules/time.rules.ts';
import { arrayLiteral, transferOf, type TransferRow } from './rows.ts';
import { READ_RANGE, READ_RANGE_OF_ACCOUNTS } from './statements.ts';

/** Oldest first. */
export async function readRange(
  pool: pg.Pool,
  { ledgers, from, before, after = 0n, transfer_code, account_code, account_ids }: TransferRange,
  limit: number,
): Promise<BookedTransfer[]> {
  const [ledger] = ledgers;
  if (ledger === undefined) return [];
  const begins = timestampFrom(from) - 1n;
  const values = [
    scopeNumberOf({ ledger }),
    after > begins ? after : begins,
    timestampFrom(before),
    limit,
    transfer_code ?? null,
    arrayLiteral(ledgers),
    account_code ?? null,
  ];
  const { rows } = await (account_ids
    ? pool.query<TransferRow>(READ_RANGE_OF_ACCOUNTS, [...values, arrayLiteral(account_ids)])
    : pool.query<TransferRow>(READ_RANGE, values));
  return rows.map(transferOf);
}
