/** The accounts of the chart that entries move, which stay as they are while the entries are stored or decided. */
import type { AppError } from '../../../core/errors.ts';
import {
  inactiveRefusal,
  lockChartAccounts,
  readChartAccounts,
  type MovedAccount,
} from '../../chart/index.ts';
import type { Queryable } from '../../../db/connection.ts';
import { scopeColumns } from '../../../db/model.ts';
import type { EntryRow } from '../entries/entry.model.ts';

/** A reversal has the accounts of the entry that it reverses, which no field of its request names. */
function chartAccountsOf(entry: EntryRow): MovedAccount[] {
  const { kind, bank_account_id, lines } = entry;
  const at = (id: string, path: string): MovedAccount => ({
    ...scopeColumns(entry),
    id,
    path: kind === 'reversal' ? null : path,
  });
  const named = (lines ?? []).flatMap(({ owner }, i) => (owner ? [at(owner, `lines[${i}].account`)] : []));
  return bank_account_id === null ? named : [at(bank_account_id, 'account'), ...named];
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
