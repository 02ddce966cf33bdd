/** The accounts of the chart that entries move, which stay as they are while the entries are stored or decided. */
import type { AppError } from '../../../core/errors.ts';
import { inactiveRefusal, lockChartAccounts, readChartAccounts } from '../../chart/index.ts';
import type { Queryable } from '../../../db/connection.ts';
import type { EntryRow } from '../entries/entry.model.ts';

function chartAccountsOf({ bank_account_id, lines }: EntryRow): string[] {
  const named = (lines ?? []).flatMap(({ owner }) => owner || []);
  return bank_account_id === null ? named : [bank_account_id, ...named];
}

const FIND = { locked: lockChartAccounts, read: readChartAccounts };

/**
 * @param how `locked`: until the transaction ends, none of their accounts becomes inactive
 * @returns why no money may move on the accounts of each, in their order; null where it may
 */
export async function accountRefusals(
  db: Queryable,
  entries: readonly EntryRow[],
  how: 'locked' | 'read',
): Promise<(AppError | null)[]> {
  const found = await FIND[how](db, entries.flatMap(chartAccountsOf));
  return entries.map((entry) => inactiveRefusal(found, chartAccountsOf(entry)));
}
