/** Finds receipts. */
import type { Scope } from '../../core/scope.ts';
import type { Queryable } from '../../db/connection.ts';
import { scopeColumns } from '../../db/model.ts';
import type { Page, PageRequest } from '../../db/page.ts';
import { expectOne } from '../../db/rows.ts';
import { receiptRows } from '../movements/index.ts';
import { sumUnallocated } from './unallocated.sql.ts';

const { SaccoReceipt } = receiptRows;

/** Receipts of a project and environment, newest first: those with that status, else those whose money is unallocated. */
export function listReceipts(
  db: Queryable,
  scope: Scope,
  { status, ...request }: PageRequest & { status?: receiptRows.ReceiptStatus | undefined },
): Promise<Page<receiptRows.ReceiptRow>> {
  const query = SaccoReceipt.query(db).inScope(scope).whereGiven('status', status);
  if (!status) void query.where('unallocated_minor', '>', 0);
  return query.paginate(request);
}

/** @throws AppError NOT_FOUND also for receipts of other projects and environments */
export function getReceipt(db: Queryable, scope: Scope, id: string): Promise<receiptRows.ReceiptRow> {
  return SaccoReceipt.query(db).findInScope(scope, id);
}

/** All receipts whose money is unallocated. */
export interface Unallocated {
  receipts: number;
  amount_minor: bigint;
}

export async function readUnallocated(db: Queryable, scope: Scope): Promise<Unallocated> {
  const { receipts, unallocated } = expectOne(await sumUnallocated(db, scopeColumns(scope)));
  return { receipts: Number(receipts), amount_minor: BigInt(unallocated) };
}
