/** What a check of the verifier is. Each module has its own in `invariants.ts`; `npm run verify` runs them all. */
import type { Db, Transaction } from '../../db/connection.ts';
import type { LedgerBackend } from '../ledger/backend.port.ts';
import { readDifferences } from './invariants.sql.ts';

export interface Verification {
  /** One snapshot of the database, so that a running service does not look inconsistent. */
  snapshot: Transaction;
  /** The database as it is meanwhile, to look again at what may have gone on since the snapshot. */
  db: Db;
  ledger: LedgerBackend;
}

export interface Invariant {
  /** What holds when the check finds nothing. */
  invariant: string;
  /** Yields a sentence for each thing that differs. */
  violations(verification: Verification): AsyncIterable<string>;
}

/** A check whose every row answered by a statement is a difference. */
export function sqlInvariant(
  invariant: string,
  statement: string,
  describe: (row: Record<string, unknown>) => string,
): Invariant {
  return {
    invariant,
    async *violations({ snapshot }) {
      for (const row of await readDifferences(snapshot, statement)) yield describe(row);
    },
  };
}

/** A column of a row that a statement answered, for a sentence about it. */
export function text(row: Record<string, unknown>, column: string): string {
  return String(row[column]);
}

/** Rows read at once when a check must look at each in code. */
const BATCH = 2_000;

/** Reads a table in the order of its key, batch by batch. */
export async function* readInBatches<Row extends object>(
  snapshot: Transaction,
  table: string,
  key: keyof Row & string,
  filter: Record<string, unknown> = {},
): AsyncIterable<Row[]> {
  for (let last: unknown; ;) {
    const query = snapshot(table).where(filter).orderBy(key).limit(BATCH);
    if (last !== undefined) void query.where(key, '>', last as string);
    const rows = (await query) as Row[];
    if (rows.length > 0) yield rows;
    if (rows.length < BATCH) return;
    last = rows.at(-1)?.[key];
  }
}
