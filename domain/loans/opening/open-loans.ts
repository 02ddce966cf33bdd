/** Loans that began before the cooperative kept its books here: stored as they stand, once their balances are booked. */
import type { Transaction } from '../../../db/connection.ts';
import { insertAll } from '../../../db/insert-many.ts';
import { scopeColumns } from '../../../db/model.ts';
import type { EndedEntry } from '../../movements/index.ts';
import type { LoanGuarantee } from '../guarantees/guarantee.model.ts';
import type { LoanProductRow } from '../products/product.model.ts';
import type { LoanRow } from '../loan.model.ts';
import { refreshLoans } from '../positions/loan-state.ts';
import { installmentsAtStart } from '../positions/position.rules.ts';

type Terms = Pick<
  LoanRow,
  'principal_minor' | 'term' | 'arrears_minor' | 'arrears_charges_minor' | 'overdue_since' | 'first_due_on'
>;

/** A loan as it stands, of that product, with the pledges of its guarantors in the order in which they are called. */
export interface OpeningLoan extends Terms {
  product: Pick<LoanProductRow, 'id' | 'rate_bps' | 'method' | 'frequency' | 'penalty_bps' | 'grace_days'>;
  /** Local date. */
  disbursed_on: string;
  guarantees: readonly Pick<LoanGuarantee, 'member_id' | 'savings_account_id' | 'amount_minor' | 'hold_id'>[];
}

/** @param opened posted entries, each with the loan whose balances it has booked */
export async function storeOpeningLoans(
  trx: Transaction,
  opened: readonly (EndedEntry & { loan: OpeningLoan })[],
): Promise<void> {
  if (opened.length === 0) return;
  const loans = opened.map(({ scope, entry, loan }) => ({
    id: entry.loan_id as string,
    ...scopeColumns(scope),
    member_id: entry.member_id as string,
    product_id: loan.product.id,
    entry_id: entry.id,
    currency: entry.currency,
    principal_minor: loan.principal_minor,
    fee_minor: 0n,
    rate_bps: loan.product.rate_bps,
    method: loan.product.method,
    frequency: loan.product.frequency,
    term: loan.term,
    penalty_bps: loan.product.penalty_bps,
    grace_days: loan.product.grace_days,
    is_opening: true,
    arrears_minor: loan.arrears_minor,
    arrears_charges_minor: loan.arrears_charges_minor,
    overdue_since: loan.overdue_since,
    first_due_on: loan.first_due_on,
    status: 'open',
    // That it is late is no news.
    overdue: loan.overdue_since !== null && loan.overdue_since < entry.local_date,
    created_at: entry.created_at,
    disbursed_at: entry.posted_at,
    disbursed_on: loan.disbursed_on,
  }));
  await insertAll(trx, 'sacco_loans', loans);
  const of_loan = (i: number) => ({
    loan_id: loans[i]?.id,
    project_id: loans[i]?.project_id,
    environment: loans[i]?.environment,
  });
  await insertAll(
    trx,
    'sacco_loan_installments',
    loans.flatMap((loan, i) => installmentsAtStart(loan).map((line) => ({ ...of_loan(i), ...line }))),
  );
  await insertAll(
    trx,
    'sacco_loan_guarantees',
    opened.flatMap(({ loan }, i) =>
      loan.guarantees.map((each, n) => ({ ...of_loan(i), no: n + 1, ...each, status: 'held' })),
    ),
  );
  await refreshLoans(
    trx,
    loans.map(({ id }) => id),
  );
}
