/** Approvals as clients and webhooks see them. */
import { actorSchema, currencySchema, moneyFields } from '../../../core/common-schemas.ts';
import { money } from '../../../core/money.ts';
import { dateTime, object, oneOf, resource, string, type Wire } from '../../../core/schema.ts';
import type { Queryable } from '../../../db/connection.ts';
import { actorPresenter, type ActorPresenter } from '../../staff/index.ts';
import { SUBJECT_APPROVAL_KINDS } from '../../platform/second-person.port.ts';
import { memberSummarySchema, presentMemberSummary } from '../../cooperative/index.ts';
import {
  APPROVAL_KINDS,
  APPROVAL_STATUSES,
  APPROVAL_SUBJECTS,
  subjectOf,
  type DescribedApproval,
} from './approval.model.ts';

export const approvalFields = {
  id: string,
  kind: oneOf([...APPROVAL_KINDS, ...SUBJECT_APPROVAL_KINDS]),
  status: oneOf(APPROVAL_STATUSES),
  entry_id: string.nullable(),
  loan_id: string.nullable(),
  dividend_id: string.nullable(),
  savings_interest_id: string.nullable(),
  subject: object({
    type: oneOf(APPROVAL_SUBJECTS),
    id: string,
  }).describe('What it is about, and what approving it answers under that name'),
  summary: string,
  ...moneyFields('amount'),
  currency: currencySchema
    .nullable()
    .describe("The SACCO's where it is about no money; null where there is none, too"),
  memo: string.nullable(),
  member: memberSummarySchema.nullable(),
  requested_by: actorSchema,
  requested_at: dateTime,
  decided_by: actorSchema.nullable(),
  decided_at: dateTime.nullable(),
  note: string.nullable(),
};

export const approvalSchema = resource(
  'Approval',
  'What one person asked for and a second one decides',
  approvalFields,
);

type ApprovalWire = Wire<typeof approvalSchema>;

export async function presentApproval(db: Queryable, row: DescribedApproval): Promise<ApprovalWire> {
  const [presented] = await presentApprovals(db, [row]);
  return presented as ApprovalWire;
}

export async function presentApprovals(
  db: Queryable,
  rows: readonly DescribedApproval[],
): Promise<ApprovalWire[]> {
  const actors = await actorPresenter(
    db,
    rows.flatMap(({ project_id, ...row }) => [
      { project_id, type: row.requested_by_type, id: row.requested_by_id },
      { project_id, type: row.decided_by_type, id: row.decided_by_id },
    ]),
  );
  return rows.map((row) => withActors(row, actors));
}

function withActors(row: DescribedApproval, actors: ActorPresenter): ApprovalWire {
  return {
    id: row.id,
    kind: row.kind,
    status: row.status,
    entry_id: row.entry_id,
    loan_id: row.loan_id,
    dividend_id: row.dividend_id,
    savings_interest_id: row.savings_interest_id,
    subject: subjectOf(row),
    summary: row.summary,
    ...money('amount', row.amount_minor),
    currency: row.currency,
    memo: row.memo,
    member: presentMemberSummary(row),
    requested_by: actors.present(row.requested_by_type, row.requested_by_id),
    requested_at: row.requested_at,
    decided_by: actors.presentOrNull(row.decided_by_type, row.decided_by_id),
    decided_at: row.decided_at,
    note: row.note,
  };
}
