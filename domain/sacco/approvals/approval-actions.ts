/** What happens to each kind of request that waits for a checker: the SACCO's own here, those of loans and dividends by a port. */
import type { Context } from '../../platform/context.ts';
import type { ApprovalAction, SubjectAction } from '../extension.port.ts';
import { exitAmounts, keepMember } from '../members/exit-member.ts';
import { getMember, lockMember } from '../members/member.ts';
import { memberRefusal } from '../members/member.rules.ts';
import { reversalAction } from '../reversals/reversal-action.ts';
import type { ApprovalKind, ApprovalRow, SubjectApprovalKind } from './approval.model.ts';

const nothing = (): Promise<void> => Promise.resolve();

/** Nothing but the money can be missing. */
const MONEY_ALONE: ApprovalAction = {
  lock: nothing,
  plan: () => Promise.resolve({}),
  onDropped: nothing,
};

const OWN_ACTIONS: Record<'withdrawal' | 'cash_adjustment' | 'member_exit' | 'expense', ApprovalAction> = {
  withdrawal: {
    lock: async (trx, scope, { member_id }) => {
      await lockMember(trx, scope, member_id as string, 'share');
    },
    plan: async (db, scope, { member_id }) =>
      memberRefusal('pay_out', await getMember(db, scope, member_id as string)) ?? {},
    onDropped: nothing,
  },
  cash_adjustment: MONEY_ALONE,
  expense: MONEY_ALONE,
  member_exit: {
    lock: async (trx, scope, { member_id }) => {
      await lockMember(trx, scope, member_id as string, 'update');
    },
    plan: exitAmounts,
    onDropped: keepMember,
  },
};

/** Of a request that is about an entry. */
export function actionOf({ sacco }: Context, { kind }: ApprovalRow): ApprovalAction {
  const actions = { ...OWN_ACTIONS, ...sacco.approval_actions, reversal: reversalAction(sacco) };
  return actions[kind as ApprovalKind];
}

/** Of a request that is about something else than an entry. */
export function subjectActionOf(ctx: Context, { kind }: ApprovalRow): SubjectAction {
  return ctx.sacco.subject_actions[kind as SubjectApprovalKind];
}
