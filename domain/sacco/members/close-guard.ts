/** A customer whose membership is not over cannot be closed. */
import { refusal } from '../../../core/errors.ts';
import type { CloseGuard } from '../../customers/index.ts';
import type { MemberRow } from './member.ts';

/** @throws AppError `not_closable` */
export const refuseClosingMember: CloseGuard = async (trx, scope, { id: customer_id, full_name }) => {
  const member = await trx<MemberRow>('sacco_members')
    .where({ customer_id, project_id: scope.project_id, environment: scope.environment })
    .whereNot({ status: 'exited' })
    .first();
  if (member)
    throw refusal(
      'not_closable',
      `${full_name} is member ${member.member_no}; the exit must be approved before the customer can be closed.`,
    );
};
