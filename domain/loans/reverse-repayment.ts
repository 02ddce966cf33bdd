/** Repayments that are taken back: the loan stands as right before them, open again where they had closed it. */
import { refusal } from '../../core/errors.ts';
import { decodeId, derivedUuid } from '../../core/ids.ts';
import type { Scope } from '../../core/scope.ts';
import type { Queryable, Transaction } from '../../db/connection.ts';
import {
  readMembers,
  SaccoEntry,
  type EntryEffect,
  type EntryRow,
  type RepaymentReversal,
} from '../sacco/index.ts';
import type { Installment } from './figures.rules.ts';
import { chargesToBook, requireSettled } from './charge-loans.ts';
import { LoanGuarantee } from './guarantee.model.ts';
import { guaranteeLeg, guaranteesOf } from './guarantees.ts';
import { loanIdsOf, lockLoan, lockLoans, postedOf, refreshLoans, releaseLoans } from './loan-state.ts';
import { Loan, type LoanRow } from './loan.model.ts';
import { entriesOfLoans, replayEntries } from './replay-entries.ts';

export const repaymentReversal: RepaymentReversal = {
  async guarantors(db, loan_id) {
    return (await guaranteesOf(db, loan_id)).map(({ member_id }) => member_id);
  },

  lock: lockLoan,

  async refusal(db, scope, original) {
    const loan = await Loan.query(db).findInScope(scope, original.loan_id as string);
    await requireSettled(db, loan);
    if (!(await isLatest(db, scope, original))) return refusal('not_latest_movement');
    return loan.status === 'open' || loan.status === 'closed' ? null : refusal('loan_not_open');
  },

  async plan(db, scope, { id, loan_id }) {
    const loan = await Loan.query(db).findInScope(scope, loan_id as string);
    if (loan.status !== 'closed') return {};
    const guarantees = await guaranteesOf(db, loan.id);
    const members = await readMembers(
      db,
      scope,
      guarantees.map(({ member_id }) => member_id),
    );
    const gone = guarantees
      .map(({ member_id }) => members.get(member_id))
      .find((each) => each && hasLeft(each));
    if (gone) return refusal('guarantee_unavailable', `The guarantor ${gone.full_name} is ${gone.status}.`);
    // The holds of before are released for good; the same reversal makes the same new ones.
    const held = guarantees.map((each) => ({
      ...each,
      hold_id: derivedUuid(decodeId(id), 'hold', each.hold_id),
    }));
    return { guarantees: held.map((each) => guaranteeLeg('hold', each)) };
  },

  async onApproved(trx, { id, loan_id }) {
    await Loan.query(trx)
      .where({ id: loan_id as string })
      .patch({ moving_entry_id: id });
  },
};

function hasLeft({ status }: { status: string }): boolean {
  return status === 'exiting' || status === 'exited';
}

/** Of all that moved the loan and was not taken back; what has fallen due is charged before anything else happens. */
async function isLatest(db: Queryable, scope: Scope, { id, loan_id }: EntryRow): Promise<boolean> {
  const latest = await SaccoEntry.query(db)
    .inScope(scope)
    .where({ loan_id, status: 'posted' })
    .whereNot({ kind: 'reversal' })
    .whereNull('reversed_by_entry_id')
    .orderBy('ledger_timestamp', 'desc')
    .first();
  return latest?.id === id && (await chargesToBook(db, scope, loan_id as string)).length === 0;
}

/** Guarantees are held again where the repayment had released them. */
export const recordRepaymentReversals: EntryEffect = async ({ trx, enqueue: enqueueAfterCommit }, ended) => {
  const ids = loanIdsOf(ended);
  await lockLoans(trx, ids);
  const posted = postedOf(ended);
  for (const { entry } of posted) await restoreLoan(trx, entry);
  await refreshLoans(trx, loanIdsOf(posted));
  await releaseLoans(trx, ids);
  enqueueAfterCommit('resume-sacco-entries', {});
};

async function restoreLoan(trx: Transaction, { loan_id, guarantees }: EntryRow): Promise<void> {
  const id = loan_id as string;
  // The repayment is marked as taken back by now.
  const entries = (await entriesOfLoans(trx, [id])).get(id) ?? [];
  const [loan] = await Loan.query(trx)
    .where({ id })
    .patch({ status: 'open', closed_at: null })
    .returning('*');
  const lines = replayEntries(loan as LoanRow, entries);
  if (typeof lines === 'string') throw new Error(`${id} cannot be set back: ${lines}`);
  await setInstallments(trx, id, lines);
  for (const { member_id, hold_id } of guarantees ?? [])
    await LoanGuarantee.query(trx).where({ loan_id: id, member_id }).patch({ status: 'held', hold_id });
}

async function setInstallments(
  trx: Transaction,
  loan_id: string,
  lines: readonly Installment[],
): Promise<void> {
  const column = (of: (line: Installment) => unknown): never =>
    lines.map((line) => String(of(line))) as never;
  await trx.raw(SET_INSTALLMENTS, [
    column((line) => line.no),
    column((line) => line.interest_minor),
    column((line) => line.interest_charged),
    column((line) => line.penalty_minor),
    column((line) => line.penalty_charged),
    column((line) => line.paid_principal_minor),
    column((line) => line.paid_interest_minor),
    column((line) => line.paid_penalty_minor),
    loan_id,
  ]);
}

// A charge that came to nothing has no entry: it is looked at again, by what is owed now.
const SET_INSTALLMENTS = `
  update sacco_loan_installments i set interest_minor = v.interest, interest_charged = v.interest_charged,
    penalty_minor = v.penalty, penalty_charged = v.penalty_charged, paid_principal_minor = v.paid_principal,
    paid_interest_minor = v.paid_interest, paid_penalty_minor = v.paid_penalty
  from unnest(?::smallint[], ?::bigint[], ?::boolean[], ?::bigint[], ?::boolean[], ?::bigint[], ?::bigint[], ?::bigint[])
    as v(no, interest, interest_charged, penalty, penalty_charged, paid_principal, paid_interest, paid_penalty)
  where i.loan_id = ? and i.no = v.no`;
