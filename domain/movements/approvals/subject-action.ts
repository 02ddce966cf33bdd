/** What the decision on a request does that is about something else than an entry. */
import type { Context } from '../../platform/context.ts';
import type { SubjectAction } from '../../platform/second-person.port.ts';
import type { ApprovalRow } from './approval.model.ts';

/** @throws Error for a request that no module declares */
export function subjectActionOf(
  { ctx }: { ctx: Pick<Context, 'subject_actions'> },
  { id, kind, subject_type }: ApprovalRow,
): SubjectAction {
  const action = ctx.subject_actions.find((each) => each.kind === kind && each.subject_type === subject_type);
  if (!action) throw new Error(`${id} is a ${kind} of a ${subject_type}, which no module declares`);
  return action;
}
