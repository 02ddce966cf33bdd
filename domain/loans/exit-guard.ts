/** A member with an open loan, or with a guarantee that is not over, may not leave. */
import { refusal } from '../../core/errors.ts';
import type { ExitGuard } from '../sacco/index.ts';
import { LoanGuarantee } from './guarantee.model.ts';
import { Loan } from './loan.model.ts';

export const refuseExitOfBorrower: ExitGuard = async (trx, { id: member_id, full_name }) => {
  const loan = await Loan.query(trx).where({ member_id, status: 'open' }).first();
  if (loan) throw refusal('not_closable', `${full_name} has the open loan ${loan.id}.`);
  const guarantee = await LoanGuarantee.query(trx)
    .where({ member_id })
    .whereIn('status', ['pledged', 'held'])
    .first();
  if (guarantee)
    throw refusal(
      'not_closable',
      `${full_name} guarantees the loan ${guarantee.loan_id}, which is not over.`,
    );
};
