/** Approvals as clients and webhooks see them. */
import { actorSchema, presentActor, presentActorOrNull } from '../../../core/common-schemas.ts';
import { dateTime, oneOf, resource, string, type Wire } from '../../../core/schema.ts';
import { APPROVAL_KINDS, APPROVAL_STATUSES, type ApprovalRow } from './approval.model.ts';

export const approvalSchema = resource('Approval', 'What one person asked for and a second one decides', {
  id: string,
  kind: oneOf(APPROVAL_KINDS),
  status: oneOf(APPROVAL_STATUSES),
  entry_id: string.nullable(),
  loan_id: string.nullable(),
  dividend_id: string.nullable(),
  summary: string,
  requested_by: actorSchema,
  requested_at: dateTime,
  decided_by: actorSchema.nullable(),
  decided_at: dateTime.nullable(),
  note: string.nullable(),
});

export function presentApproval(row: ApprovalRow): Wire<typeof approvalSchema> {
  return {
    id: row.id,
    kind: row.kind,
    status: row.status,
    entry_id: row.entry_id,
    loan_id: row.loan_id,
    dividend_id: row.dividend_id,
    summary: row.summary,
    requested_by: presentActor(row.requested_by_type, row.requested_by_id),
    requested_at: row.requested_at,
    decided_by: presentActorOrNull(row.decided_by_type, row.decided_by_id),
    decided_at: row.decided_at,
    note: row.note,
  };
}
