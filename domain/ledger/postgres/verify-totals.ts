/** Recomputes the running totals from the transfers, in one statement on a snapshot. */
import type { Transaction } from '../../../db/connection.ts';
import { readDifferingTotals } from './verify-totals.sql.ts';

/** A sentence for each total that is not what the transfers say. */
export async function* differingTotals(snapshot: Transaction): AsyncGenerator<string> {
  for (const { ledger, account_code, transfer_code, quarter } of await readDifferingTotals(snapshot, {}))
    yield (
      `in ledger ${ledger} the totals of account kind ${account_code} and transfer kind ${transfer_code} ` +
      `by quarter ${quarter} are not the sums of the transfers`
    );
}
