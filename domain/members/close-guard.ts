/** A customer whose membership is not over cannot be closed. */
import { refusal } from '../../core/errors.ts';
import type { CloseGuard } from '../customers/index.ts';
import { SaccoMember } from '../cooperative/index.ts';

/** @throws AppError `not_closable` */
export const refuseClosingMember: CloseGuard = async ({ trx, scope }, { id: customer_id, full_name }) => {
  const member = await SaccoMember.query(trx)
    .inScope(scope)
    .where({ customer_id })
    .whereNot({ status: 'exited' })
    .first();
  if (member)
    throw refusal(
      'not_closable',
      `${full_name} is member ${member.member_no}; the exit must be approved before the customer can be closed.`,
    );
};
