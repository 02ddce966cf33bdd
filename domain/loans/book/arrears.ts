/** Loans of which something is late, each with whom to call. */
import type { Scope } from '../../../core/scope.ts';
import type { Db, Transaction } from '../../../db/connection.ts';
import { inSnapshot } from '../../../db/read-by-cursor.ts';
import { localToday } from '../../cooperative/index.ts';
import { BORROWER_COLUMNS, STANDING_WITH_BORROWERS, streamOpenBook, type Borrower } from './open-book.ts';
import { readLoanClasses } from './provisioning-table.ts';

export interface ArrearsFilter {
  /** Only loans that are at least that late. */
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

/** Longest first, in one snapshot, read while they are taken. @throws AppError `sacco_not_set_up` */
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
  const rows = streamOpenBook<LateRow>(snapshot, scope, today, LATE, {
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

interface LateRow extends Omit<
  LateLoan,
  'class' | 'overdue_principal_minor' | 'overdue_charges_minor' | 'guarantors'
> {
  /** Decimal text: numeric has no parser. */
  overdue_principal: string;
  overdue_charges: string;
  /** Amounts as text: JSON numbers are read as floats. */
  guarantors: { member_id: string; full_name: string; phone: string | null; amount_minor: string }[] | null;
}

const LATE = `
  select ${BORROWER_COLUMNS}, l.days_past_due, l.overdue_principal, l.overdue_charges, l.outstanding_minor, (
      select json_agg(json_build_object('member_id', g.member_id, 'full_name', gc.full_name, 'phone', gc.phone,
        'amount_minor', g.amount_minor::text) order by g.no)
      from sacco_loan_guarantees g join sacco_members gm on gm.id = g.member_id join customers gc on gc.id = gm.customer_id
      where g.loan_id = l.id) as guarantors
  from ${STANDING_WITH_BORROWERS}
  where l.days_past_due >= greatest(:min_days::integer, 1)
    and (:product_id::text is null or l.product_id = :product_id)
    and (:officer_user_id::text is null or l.officer_user_id = :officer_user_id)
  order by l.days_past_due desc, l.id`;
