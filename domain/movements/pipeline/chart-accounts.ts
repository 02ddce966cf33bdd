/** The accounts of the chart that an entry moves, which stay as they are while it is stored or decided. */
import type { AppError } from '../../../core/errors.ts';
import { inactiveRefusal, lockChartAccounts, readChartAccounts } from '../../chart/index.ts';
import type { Queryable } from '../../../db/connection.ts';
import type { Unit } from '../../platform/unit.ts';
import type { EntryRow } from '../entries/entry.model.ts';

function chartAccountsOf({ bank_account_id, lines }: EntryRow): string[] {
  const named = (lines ?? []).flatMap(({ owner }) => owner || []);
  return bank_account_id === null ? named : [bank_account_id, ...named];
}

/**
 * Until the transaction ends, none of their accounts becomes inactive.
 * @returns why no money may move on the accounts of each, in their order; null where it may
 */
export async function lockAccountsOf(
  unit: Pick<Unit, 'trx'>,
  entries: readonly EntryRow[],
): Promise<(AppError | null)[]> {
  const locked = await lockChartAccounts(unit, entries.flatMap(chartAccountsOf));
  return entries.map((entry) => inactiveRefusal(locked, chartAccountsOf(entry)));
}

/** The same of one entry, without a lock. */
export async function accountRefusal(db: Queryable, entry: EntryRow): Promise<AppError | null> {
  const ids = chartAccountsOf(entry);
  return inactiveRefusal(await readChartAccounts(db, ids), ids);
}
