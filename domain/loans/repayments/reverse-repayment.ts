/** Repayments that are reversed: the loan becomes what it was right before them, open again where they had closed it. */
import { refusal } from '../../../core/errors.ts';
import { decodeId, derivedUuid } from '../../../core/ids.ts';
import type { Scope } from '../../../core/scope.ts';
import type { Queryable, Transaction } from '../../../db/connection.ts';
import { readMembers } from '../../cooperative/index.ts';
import { SaccoEntry, type EntryRow, type Reversal } from '../../movements/index.ts';
import { chargesToBook, requireNotMoving } from '../charges/charge-loans.ts';
import { LoanGuarantee } from '../guarantees/guarantee.model.ts';
import { guaranteeLeg, guaranteesOf } from '../guarantees/guarantees.ts';
import {
  loanIdsOf,
  lockLoan,
  postedOf,
  refreshLoans,
  releaseLoans,
  setInstallments,
} from '../positions/loan-state.ts';
import { lockLoans } from '../positions/loan-state.sql.ts';
import { Loan, type LoanRow } from '../loan.model.ts';
import { entriesOfLoans, replayEntries } from './replay-entries.ts';

export const repaymentReversal: Reversal = {
  /** The guarantors, whose savings are held again should the loan be opened again. */
  async membersOf(db, { loan_id }) {
    return (await guaranteesOf(db, loan_id as string)).map(({ member_id }) => member_id);
  },

  lock: (unit, { loan_id }) => lockLoan(unit, loan_id as string),

  async refusal(db, scope, original) {
    const loan = await Loan.query(db).findInScope(scope, original.loan_id as string);
    await requireNotMoving(db, loan);
    if (!(await isLatest(db, scope, original))) return refusal('not_latest_movement');
    return loan.status === 'open' || loan.status === 'closed' ? null : refusal('loan_not_open');
  },

  async plan({ db, scope }, { id, loan_id }) {
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
      .find((each) => each?.status === 'exiting' || each?.status === 'exited');
    if (gone) return refusal('guarantee_unavailable', `The guarantor ${gone.full_name} is ${gone.status}.`);
    // The earlier holds are released for good; the same reversal makes the same new ones.
    const held = guarantees.map((each) => ({
      ...each,
      hold_id: derivedUuid(decodeId(id), 'hold', each.hold_id),
    }));
    return { guarantees: held.map((each) => guaranteeLeg('hold', each)) };
  },

  /** Nothing else moves the loan while it is being booked. */
  async onApproved({ trx }, { id, loan_id }) {
    await Loan.query(trx)
      .where({ id: loan_id as string })
      .patch({ moving_entry_id: id });
  },

  /** Guarantees are held again where the repayment had released them. */
  async onEnded({ trx, enqueue }, ended) {
    const ids = loanIdsOf(ended);
    await lockLoans(trx, { loan_ids: ids });
    const posted = postedOf(ended);
    for (const { entry } of posted) await restoreLoan(trx, entry);
    await refreshLoans(trx, loanIdsOf(posted));
    await releaseLoans(trx, ids);
    enqueue('resume-sacco-entries', {});
  },
};

/** Whether it is the last one that moved the loan and was not reversed, with nothing due to be charged after it. */
async function isLatest(db: Queryable, scope: Scope, { id, loan_id }: EntryRow): Promise<boolean> {
  const latest = await SaccoEntry.query(db)
    .inScope(scope)
    .where({ loan_id, status: 'posted' })
    .whereNot({ kind: 'reversal' })
    .whereNull('reversed_by_entry_id')
    .orderBy('ledger_timestamp', 'desc')
    .first();
  return latest?.id === id && (await chargesToBook({ db, scope }, loan_id as string)).length === 0;
}

/** A charge of 0 has no entry: it is due again, by what is owed now. */
async function restoreLoan(trx: Transaction, { loan_id, guarantees }: EntryRow): Promise<void> {
  const id = loan_id as string;
  // The repayment is marked as reversed by now.
  const entries = (await entriesOfLoans(trx, [id])).get(id) ?? [];
  const [loan] = await Loan.query(trx)
    .where({ id })
    .patch({ status: 'open', closed_at: null })
    .returning('*');
  const lines = replayEntries(loan as LoanRow, entries);
  if (typeof lines === 'string') throw new Error(`${id} cannot be set back: ${lines}`);
  await setInstallments(trx, new Map([[id, lines]]));
  for (const { member_id, hold_id } of guarantees ?? [])
    await LoanGuarantee.query(trx).where({ loan_id: id, member_id }).patch({ status: 'held', hold_id });
}
