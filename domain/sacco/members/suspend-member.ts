/** Suspending a member stops what is paid out; pay-ins go on. */
import { refusal } from '../../../core/errors.ts';
import type { Actor, Scope } from '../../../core/scope.ts';
import { audit } from '../../platform/audit.ts';
import type { Context } from '../../platform/context.ts';
import { SaccoMember } from './member.model.ts';
import { mayBecome, type MemberStatus } from './member.rules.ts';
import { lockMember, readMember, type MemberWithHoldings } from './member.ts';

/** Suspends or reactivates; repeated, it changes nothing. @throws AppError NOT_FOUND, `member_not_active` */
export async function setMemberStatus(
  ctx: Context,
  scope: Scope,
  actor: Actor,
  member_id: string,
  to: Extract<MemberStatus, 'active' | 'suspended'>,
): Promise<MemberWithHoldings> {
  await ctx.db.transaction(async (trx) => {
    const { status, full_name } = await lockMember(trx, scope, member_id, 'update');
    if (status === to) return;
    // An exit that waits for its decision is cancelled, not reactivated.
    if (status === 'exiting' || !mayBecome(status, to))
      throw refusal('member_not_active', `${full_name} is ${status}.`);
    await SaccoMember.query(trx)
      .inScope(scope)
      .where({ id: member_id })
      .patch({ status: to, updated_at: scope.clock.now() });
    await audit(
      { trx, scope, actor },
      to === 'active' ? 'sacco.member_reactivated' : 'sacco.member_suspended',
      member_id,
    );
  });
  return readMember(ctx, scope, member_id);
}
