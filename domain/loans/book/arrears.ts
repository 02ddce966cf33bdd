/** Loans in arrears, each with the borrower's and the guarantors' contacts. */
import type { Scope } from '../../../core/scope.ts';
import type { Db, Transaction } from '../../../db/connection.ts';
import { scopeColumns } from '../../../db/model.ts';
import { inSnapshot, readByCursor } from '../../../db/read-by-cursor.ts';
import { localToday } from '../../cooperative/index.ts';
import { readLateLoans, type Borrower } from './open-book.sql.ts';
import { readLoanClasses } from '../provisioning/provisioning-table.ts';

export interface ArrearsFilter {
  /** Fewest days past due. */
  min_days: number;
  product_id?: string | undefined;
  officer_user_id?: string | undefined;
}

export interface LateLoan extends Borrower {
  days_past_due: number;
  /** Of the provisioning table. */
  class: string;
  overdue_principal_minor: bigint;
  overdue_charges_minor: bigint;
  outstanding_minor: bigint;
  guarantors: { member_id: string; full_name: string; phone: string | null; amount_minor: bigint }[];
}

/** Longest in arrears first, streamed from one snapshot. @throws AppError `sacco_not_set_up` */
export function readArrears(db: Db, scope: Scope, filter: ArrearsFilter): AsyncGenerator<LateLoan> {
  return inSnapshot(db, (snapshot) => lateLoans(snapshot, scope, filter));
}

async function* lateLoans(
  snapshot: Transaction,
  scope: Scope,
  { min_days, product_id, officer_user_id }: ArrearsFilter,
): AsyncGenerator<LateLoan> {
  const today = await localToday(snapshot, scope);
  const classes = await readLoanClasses(snapshot, scope);
  const rows = readByCursor(snapshot, readLateLoans, {
    ...scopeColumns(scope),
    today,
    also_due_today: 0,
    min_days,
    product_id: product_id ?? null,
    officer_user_id: officer_user_id ?? null,
  });
  for await (const { guarantors, overdue_principal, overdue_charges, ...row } of rows)
    yield {
      ...row,
      class: classes.findLast(({ from_days }) => from_days <= row.days_past_due)?.name ?? '',
      overdue_principal_minor: BigInt(overdue_principal),
      overdue_charges_minor: BigInt(overdue_charges),
      guarantors: (guarantors ?? []).map((each) => ({ ...each, amount_minor: BigInt(each.amount_minor) })),
    };
}
