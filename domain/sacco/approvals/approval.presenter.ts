/** Approvals as clients and webhooks see them. */
import {
  actorSchema,
  currencySchema,
  moneyFields,
  presentActor,
  presentActorOrNull,
} from '../../../core/common-schemas.ts';
import { money } from '../../../core/money.ts';
import { dateTime, oneOf, resource, string, type Wire } from '../../../core/schema.ts';
import { memberSummarySchema, presentMemberSummary } from '../members/member.presenter.ts';
import { APPROVAL_KINDS, APPROVAL_STATUSES, type DescribedApproval } from './approval.model.ts';

export const approvalSchema = resource('Approval', 'What one person asked for and a second one decides', {
  id: string,
  kind: oneOf(APPROVAL_KINDS),
  status: oneOf(APPROVAL_STATUSES),
  entry_id: string.nullable(),
  loan_id: string.nullable(),
  dividend_id: string.nullable(),
  summary: string,
  ...moneyFields('amount'),
  currency: currencySchema,
  memo: string.nullable(),
  member: memberSummarySchema.nullable(),
  requested_by: actorSchema,
  requested_at: dateTime,
  decided_by: actorSchema.nullable(),
  decided_at: dateTime.nullable(),
  note: string.nullable(),
});

export function presentApproval(row: DescribedApproval): Wire<typeof approvalSchema> {
  return {
    id: row.id,
    kind: row.kind,
    status: row.status,
    entry_id: row.entry_id,
    loan_id: row.loan_id,
    dividend_id: row.dividend_id,
    summary: row.summary,
    ...money('amount', row.amount_minor),
    currency: row.currency,
    memo: row.memo,
    member: presentMemberSummary(row),
    requested_by: presentActor(row.requested_by_type, row.requested_by_id),
    requested_at: row.requested_at,
    decided_by: presentActorOrNull(row.decided_by_type, row.decided_by_id),
    decided_at: row.decided_at,
    note: row.note,
  };
}
