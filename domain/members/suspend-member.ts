/** Suspending a member stops what is paid out; pay-ins go on. */
import { refusal } from '../../core/errors.ts';
import { lockMember, mayBecome, SaccoMember, type MemberStatus } from '../cooperative/index.ts';
import { audit } from '../platform/audit/audit.ts';
import { inTransaction, type Caller } from '../platform/unit.ts';
import { readMember, type MemberWithHoldings } from './member.ts';

/** Suspends or reactivates; repeated, it changes nothing. @throws AppError NOT_FOUND, `member_not_active` */
export async function setMemberStatus(
  caller: Caller,
  member_id: string,
  to: Extract<MemberStatus, 'active' | 'suspended'>,
): Promise<MemberWithHoldings> {
  await inTransaction(caller, async (unit) => {
    const { trx, scope } = unit;
    const { status, full_name } = await lockMember(unit, member_id, 'update');
    if (status === to) return;
    // An exit that waits for its decision is cancelled, not reactivated.
    if (status === 'exiting' || !mayBecome(status, to))
      throw refusal('member_not_active', `${full_name} is ${status}.`);
    await SaccoMember.query(trx)
      .inScope(scope)
      .where({ id: member_id })
      .patch({ status: to, updated_at: scope.clock.now() });
    await audit(unit, to === 'active' ? 'sacco.member_reactivated' : 'sacco.member_suspended', member_id);
  });
  return readMember(caller, member_id);
}
