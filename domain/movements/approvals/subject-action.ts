/** What the decision on a request does that is about something else than an entry. */
import type { AccountKind } from '../../ledger/index.ts';
import type { Context } from '../../platform/context.ts';
import type { SubjectAction, SubjectRequest } from '../../platform/second-person.port.ts';
import type { Reader } from '../movement.ts';
import type { ApprovalRow } from './approval.model.ts';

/** How much all accounts of a kind together grow on their normal side, in minor units; less than 0: they shrink. */
export type ChangesByKind = ReadonlyMap<AccountKind, bigint>;

/** A request about something else than an entry that moves money nevertheless, by entries that are too many to be listed. */
export interface MoneyAction extends SubjectAction {
  /** What approving it now would move. Only reads. */
  moves(reader: Reader, request: SubjectRequest): Promise<ChangesByKind>;
}

export function movesMoney(action: SubjectAction): action is MoneyAction {
  return 'moves' in action;
}

/** @throws Error for a request that no module declares */
export function subjectActionOf(
  { ctx }: { ctx: Pick<Context, 'subject_actions'> },
  { id, kind, subject_type }: ApprovalRow,
): SubjectAction {
  const action = ctx.subject_actions.find((each) => each.kind === kind && each.subject_type === subject_type);
  if (!action) throw new Error(`${id} is a ${kind} of a ${subject_type}, which no module declares`);
  return action;
}
