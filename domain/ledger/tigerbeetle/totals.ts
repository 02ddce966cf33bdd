/**
 * Running totals of what was posted, in PostgreSQL: each ledger's new transfers are added page by page, in the cluster's order,
 * by one process at a time. Reading totals first adds what is missing.
 */
import type { Transfer as TbTransfer } from 'tigerbeetle-node';
import { expectOne } from '../../../db/rows.ts';
import type { PostedTotal } from '../backend.port.ts';
import { AddedTotals, movesMoney, quarterOf, quarterStart } from '../rules/posted-totals.rules.ts';
import { addedColumns, totalsByMoment, type TotalRow } from '../reports/posted-totals.sql.ts';
import { addTotalRows, readTotalRowsBefore } from './totals.sql.ts';
import { decodeTransfer, oldestOf } from './encoding.ts';
import { postedInRange } from './range.ts';
import type { Sources } from './scope.ts';

/** Transfers added in one transaction. */
const PAGE = 250;

/** Adds all transfers of these ledgers that are not in their totals yet. */
export async function foldTotals(sources: Sources, ledgers: readonly number[]): Promise<void> {
  for (const ledger of ledgers) while (await foldPage(sources, ledger));
}

/** Of every ledger whose totals somebody has read. */
export async function foldKnownTotals(sources: Sources): Promise<void> {
  const known: bigint[] = await sources.db('ledger_total_cursors').pluck('ledger');
  await foldTotals(sources, known.map(Number));
}

/** @returns whether more may follow */
async function foldPage({ db, cluster, accounts }: Sources, ledger: number): Promise<boolean> {
  return db.transaction(async (trx) => {
    await trx('ledger_total_cursors').insert({ ledger }).onConflict().ignore();
    const cursor = expectOne(
      await trx<{ ledger: number; last_timestamp: bigint; last_quarter: number }>('ledger_total_cursors')
        .where({ ledger })
        .forUpdate(),
    );
    const page: TbTransfer[] = await cluster.within(
      cluster.client.queryTransfers(oldestOf(ledger, PAGE, cursor.last_timestamp + 1n)),
    );
    const last = page.at(-1);
    if (!last) return false;
    const transfers = page.map(decodeTransfer);
    await accounts.load(transfers);
    const added = new AddedTotals();
    let quarter = cursor.last_quarter;
    for (const transfer of transfers) {
      // Transfers that were requested while the test clock was moved may be booked after later ones.
      quarter = Math.max(quarter, quarterOf(transfer.created_at));
      if (!movesMoney(transfer)) continue;
      const { debit_account_id, credit_account_id } = transfer;
      const moved = {
        debit: accounts.account(debit_account_id),
        credit: accounts.account(credit_account_id),
      };
      added.add(moved, transfer, quarter);
    }
    await addTotalRows(trx, addedColumns(added));
    await trx('ledger_total_cursors')
      .where({ ledger })
      .update({ last_timestamp: last.timestamp, last_quarter: quarter });
    return page.length === PAGE;
  });
}

/** The cluster's clock gives timestamps; a transfer that it gives an earlier one nevertheless counts from that instant on. */
export async function sealTotals(sources: Sources, ledgers: number[], before: Date): Promise<void> {
  await foldTotals(sources, ledgers);
  await sources
    .db('ledger_total_cursors')
    .whereIn('ledger', ledgers)
    .where('last_quarter', '<', quarterOf(before))
    .update({ last_quarter: quarterOf(before) });
}

/** The totals before instants, in one snapshot. */
export async function readPostedBefore(
  sources: Sources,
  ledgers: number[],
  moments: Date[],
): Promise<PostedTotal[][]> {
  await foldTotals(sources, ledgers);
  const quarters = moments.map(quarterOf);
  const rows = await readTotalRowsBefore(sources.db, { ledgers, quarters });
  const parts = await Promise.all(
    moments.map((moment, i) =>
      partOfQuarter(sources, { ledgers, from: quarterStart(quarters[i] as number), before: moment }, i),
    ),
  );
  return totalsByMoment([...rows, ...parts.flat()], moments.length);
}

/** What was posted from the beginning of a quarter to before an instant in it, which is seldom asked for. */
async function partOfQuarter(
  sources: Sources,
  { ledgers, from, before }: { ledgers: number[]; from: Date; before: Date },
  moment: number,
): Promise<TotalRow[]> {
  if (from.getTime() === before.getTime()) return [];
  const rows: TotalRow[] = [];
  for await (const transfer of postedInRange(sources, { ledgers, from, before })) {
    const side = (account_id: string, debits: bigint, credits: bigint): TotalRow => {
      const { ledger, code } = sources.accounts.account(account_id);
      return {
        ledger: BigInt(ledger),
        account_code: code,
        transfer_code: transfer.code,
        place: BigInt(moment + 1),
        debits: String(debits),
        credits: String(credits),
        last_timestamp: transfer.timestamp,
      };
    };
    rows.push(
      side(transfer.debit_account_id, transfer.amount, 0n),
      side(transfer.credit_account_id, 0n, transfer.amount),
    );
  }
  return rows;
}
