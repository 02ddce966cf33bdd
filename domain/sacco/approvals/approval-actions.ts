/** What happens to each kind of request that waits for a checker: the SACCO's own here, those of loans and dividends by a port. */
import type { Context } from '../../platform/context.ts';
import type { ApprovalAction } from '../extension.port.ts';
import { exitAmounts, keepMember } from '../members/exit-member.ts';
import { getMember, lockMember } from '../members/member.ts';
import { memberRefusal } from '../members/member.rules.ts';
import type { ApprovalKind } from './approval.model.ts';

const nothing = (): Promise<void> => Promise.resolve();

const OWN_ACTIONS: Record<'withdrawal' | 'cash_adjustment' | 'member_exit', ApprovalAction> = {
  withdrawal: {
    lock: async (trx, scope, { member_id }) => {
      await lockMember(trx, scope, member_id as string, 'share');
    },
    plan: async (db, scope, { member_id }) =>
      memberRefusal('pay_out', await getMember(db, scope, member_id as string)) ?? {},
    onDropped: nothing,
  },
  cash_adjustment: { lock: nothing, plan: () => Promise.resolve({}), onDropped: nothing },
  member_exit: {
    lock: async (trx, scope, { member_id }) => {
      await lockMember(trx, scope, member_id as string, 'update');
    },
    plan: exitAmounts,
    onDropped: keepMember,
  },
};

export function actionOf(ctx: Context, kind: ApprovalKind): ApprovalAction {
  return { ...OWN_ACTIONS, ...ctx.sacco.approval_actions }[kind];
}
