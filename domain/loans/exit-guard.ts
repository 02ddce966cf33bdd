/** A member with an open loan, or with a guarantee that is not over, may not leave. */
import { refusal } from '../../core/errors.ts';
import { scopeColumns } from '../../db/model.ts';
import type { ExitGuard } from '../members/exit/exit-guard.port.ts';
import { SaccoEntry } from '../movements/index.ts';
import { LoanGuarantee } from './guarantees/guarantee.model.ts';
import { Loan } from './loan.model.ts';

export const refuseExitOfBorrower: ExitGuard = async ({ trx }, { id: member_id, full_name, ...scope }) => {
  const loan = await Loan.query(trx).where({ member_id, status: 'open' }).first();
  if (loan) throw refusal('not_closable', `${full_name} has the open loan ${loan.id}.`);
  const guarantee = await LoanGuarantee.query(trx)
    .where({ member_id })
    .whereIn('status', ['requested', 'pledged', 'held'])
    .first();
  if (guarantee)
    throw refusal(
      'not_closable',
      `${full_name} guarantees the loan ${guarantee.loan_id}, which is not over.`,
    );
  // The guarantees of a loan that is being opened again are held again before their rows say so.
  const reopening = await SaccoEntry.query(trx)
    .where({ ...scopeColumns(scope), kind: 'reversal' })
    .whereIn('status', ['pending', 'posting'])
    .whereRaw('guarantees @> ?::jsonb', [JSON.stringify([{ action: 'hold', member_id }])])
    .first();
  if (reopening)
    throw refusal(
      'not_closable',
      `${full_name} guarantees the loan ${reopening.loan_id}, which opens again.`,
    );
};
