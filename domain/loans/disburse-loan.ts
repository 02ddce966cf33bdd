/** Disbursement: every pledge is held and the principal paid into savings in one batch, or nothing is. */
import { refusal } from '../../core/errors.ts';
import { localDateAt } from '../../core/local-date.ts';
import type { Scope } from '../../core/scope.ts';
import type { Transaction } from '../../db/connection.ts';
import { insertMany } from '../../db/insert-many.ts';
import {
  getMember,
  getSettings,
  lockMember,
  memberRefusal,
  type ApprovalAction,
  type EndedEntry,
  type EntryEffect,
} from '../sacco/index.ts';
import { changeGuarantees, guaranteeLeg, guaranteesOf } from './guarantees.ts';
import { recordLoanEvents } from './loan-events.ts';
import type { InstallmentRow } from './installment.model.ts';
import { Loan, type LoanRow } from './loan.model.ts';
import { loanIdsOf, lockLoan, postedOf, refreshLoans } from './loan-state.ts';
import { openInstallments } from './position.rules.ts';
import { scheduleOf } from './schedule.rules.ts';

export const disbursement: ApprovalAction = {
  async lock(trx, scope, entry) {
    await lockMember(trx, scope, entry.member_id as string, 'share');
    await lockLoan(trx, scope, entry.loan_id as string);
  },

  async plan(db, scope, entry) {
    const loan_id = entry.loan_id as string;
    const loan = await Loan.query(db).inScope(scope).where({ id: loan_id }).first();
    if (loan?.status !== 'applied') return refusal('loan_not_open', 'This application is decided already.');
    const refused = memberRefusal('pay_out', await getMember(db, scope, entry.member_id as string));
    if (refused) return refused;
    const guarantees = await guaranteesOf(db, loan_id);
    return { guarantees: guarantees.map((each) => guaranteeLeg('hold', each)) };
  },

  async onDropped(trx, _scope, { loan_id }, status) {
    await Loan.query(trx)
      .where({ id: loan_id as string, status: 'applied' })
      .patch({ status });
    await changeGuarantees(trx, [loan_id as string], ['pledged'], 'released');
  },
};

/** The schedule begins with the day of disbursement; a loan that could not be disbursed has failed. */
export const recordDisbursements: EntryEffect = async ({ trx, enqueue: enqueueAfterCommit }, ended) => {
  const failed = loanIdsOf(ended.filter(({ entry }) => entry.status === 'failed'));
  if (failed.length > 0) {
    await Loan.query(trx).whereIn('id', failed).patch({ status: 'failed' });
    await changeGuarantees(trx, failed, ['pledged'], 'released');
  }
  const posted = postedOf(ended);
  if (posted.length === 0) return;
  for (const each of posted) await openLoan(trx, each);
  const ids = loanIdsOf(posted);
  await changeGuarantees(trx, ids, ['pledged'], 'held');
  await refreshLoans(trx, ids);
  await recordLoanEvents(trx, enqueueAfterCommit, 'loan.disbursed', scopesByLoan(posted));
};

/** The scope of each loan that these entries are about. */
export function scopesByLoan(ended: readonly EndedEntry[]): Map<string, Scope> {
  return new Map(ended.map((each) => [each.entry.loan_id as string, each.scope]));
}

async function openLoan(trx: Transaction, { scope, entry }: EndedEntry): Promise<void> {
  const disbursed_at = entry.posted_at as Date;
  const { utc_offset_minutes } = await getSettings(trx, scope);
  const disbursed_on = localDateAt(disbursed_at, utc_offset_minutes);
  const [loan] = await Loan.query(trx)
    .where({ id: entry.loan_id as string })
    .patch({ status: 'open', disbursed_at, disbursed_on })
    .returning('*');
  await insertInstallments(trx, loan as LoanRow, disbursed_on);
}

async function insertInstallments(trx: Transaction, loan: LoanRow, disbursed_on: string): Promise<void> {
  const { id: loan_id, project_id, environment } = loan;
  const rows = openInstallments(scheduleOf(loan, disbursed_on)).map((line) => ({
    loan_id,
    project_id,
    environment,
    ...line,
  }));
  await insertMany<InstallmentRow>(trx, 'sacco_loan_installments', rows, 'no');
}
