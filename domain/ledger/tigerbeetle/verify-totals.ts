/** Recomputes the running totals from the cluster's transfers, as far as they were added when the snapshot was taken. */
import type { Transaction } from '../../../db/connection.ts';
import { movesMoney, quarterOf } from '../rules/posted-totals.rules.ts';
import { TotalsCheck, type StoredTotal } from '../rules/totals-check.rules.ts';
import { readSealedQuarters } from './totals.sql.ts';
import { eventsOf } from './range.ts';
import type { Sources } from './scope.ts';

interface Cursor {
  ledger: bigint;
  last_timestamp: bigint;
}

/** A sentence for each total that is not what the transfers say. */
export async function* differingTotals(sources: Sources, snapshot: Transaction): AsyncGenerator<string> {
  const cursors: Cursor[] = await snapshot('ledger_total_cursors').orderBy('ledger');
  const known = cursors.map(({ ledger }) => String(ledger));
  const unknown: bigint[] = await snapshot('ledger_posted_totals')
    .whereNotIn('ledger', known)
    .distinct()
    .pluck('ledger');
  for (const ledger of unknown) yield `ledger ${ledger}: there are totals, but nothing was added to them`;
  for (const cursor of cursors)
    for (const difference of await differencesOf(sources, snapshot, cursor))
      yield `ledger ${cursor.ledger}, ${difference}`;
}

async function differencesOf(
  sources: Sources,
  snapshot: Transaction,
  { ledger, last_timestamp }: Cursor,
): Promise<string[]> {
  const check = new TotalsCheck(await storedTotals(snapshot, ledger), await sealedQuarters(snapshot, ledger));
  const { accounts } = sources;
  const events = eventsOf(sources, Number(ledger), { after: 0n, until: last_timestamp });
  for await (const { transfer } of events) {
    const quarter = quarterOf(transfer.created_at);
    const { code: debit_code } = accounts.account(transfer.debit_account_id);
    const { code: credit_code } = accounts.account(transfer.credit_account_id);
    if (movesMoney(transfer)) check.add({ debit_code, credit_code }, transfer, quarter);
    else check.pass(quarter);
  }
  return check.finish();
}

async function storedTotals(snapshot: Transaction, ledger: bigint): Promise<StoredTotal[]> {
  const rows: (Omit<StoredTotal, 'debits' | 'credits'> & { debits: string; credits: string })[] =
    await snapshot('ledger_posted_totals').where({ ledger: String(ledger) });
  return rows.map((row) => ({ ...row, debits: BigInt(row.debits), credits: BigInt(row.credits) }));
}

/** Closing days seals them, also where that is tried again later: what the cluster books then counts from the day after on. */
async function sealedQuarters(snapshot: Transaction, ledger: bigint): Promise<Set<number>> {
  const rows = await readSealedQuarters(snapshot, { ledger });
  return new Set(rows.map(({ quarter }) => quarter));
}
