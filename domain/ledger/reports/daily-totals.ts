/**
 * Totals by kind: of the transfers of each day, from which the report is made however many transfers a period has; and how many
 * transfers of each kind there are. A use case that records a booked transfer in a row of its own adds it here in the same
 * transaction, so that each transfer counts once.
 */
import { DAY_MS, localDateAt } from '../../../core/local-date.ts';
import type { Environment } from '../../../core/scope.ts';
import type { Db, Transaction } from '../../../db/connection.ts';
import type { BookedTransfer } from '../backend.port.ts';
import { transferKindOf, type TransferKind } from '../rules/kinds.rules.ts';
import { addToDays, addToKinds } from './reports.sql.ts';

export interface CountedTransfer {
  project_id: string;
  environment: Environment;
  currency: string;
  transfer: BookedTransfer;
}

export async function addDailyTotals(trx: Transaction, counted: CountedTransfer[]): Promise<void> {
  const totals = new Map<string, { row: string[]; transfers: number; amount: bigint }>();
  for (const { project_id, environment, currency, transfer } of counted) {
    const { amount, code, created_at } = transfer;
    const key = `${project_id} ${environment} ${currency} ${code} ${Math.floor(created_at.getTime() / DAY_MS)}`;
    let total = totals.get(key);
    if (!total) {
      const row = [project_id, environment, localDateAt(created_at), currency, transferKindOf(code)];
      totals.set(key, (total = { row, transfers: 0, amount: 0n }));
    }
    total.transfers++;
    total.amount += amount;
  }
  if (totals.size === 0) return;
  // Rows are locked in the order of their keys, which avoids deadlocks between workers.
  const ordered = [...totals.values()].toSorted((a, b) => (a.row.join(' ') < b.row.join(' ') ? -1 : 1));
  const transfers = ordered.map((total) => String(total.transfers));
  const column = (index: number): string[] => ordered.map(({ row }) => String(row[index]));
  const kinds = column(4);
  await addToDays(trx, {
    project_ids: column(0),
    environments: column(1),
    days: column(2),
    currencies: column(3),
    kinds,
    transfers,
    amounts: ordered.map((total) => String(total.amount)),
  });
  await addToKinds(trx, { slots: KIND_SLOTS, kinds, transfers });
}

/** Transfers of a kind that were ever added, in all scopes. */
export async function countTransfers(db: Db, kind: TransferKind): Promise<number> {
  const [row] = await db('ledger_kind_totals').where({ kind }).sum('transfers as count');
  return Number(row?.['count'] ?? 0);
}

/** Rows per kind: more than there are workers, so that two seldom wait for the same row. */
const KIND_SLOTS = 16;
