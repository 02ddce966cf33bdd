/** Approvals as stored, alone and with what their entries say: who asked for what, and who decided. */
import type { ModelObject } from 'objection';
import type { Actor, Environment } from '../../../core/scope.ts';
import { TableModel } from '../../../db/model.ts';
import type { EntryRow } from '../entries/entry.model.ts';
import type { EntryKind } from '../movement.rules.ts';
import type { NamedMember } from '../../cooperative/index.ts';

export const APPROVAL_STATUSES = ['pending', 'approved', 'rejected', 'cancelled'] as const;
export type ApprovalStatus = (typeof APPROVAL_STATUSES)[number];

/** The movements that can wait for a checker. */
export const APPROVAL_KINDS = [
  'withdrawal',
  'cash_adjustment',
  'member_exit',
  'loan_disbursement',
  'loan_write_off',
  'dividend',
  'expense',
  'loan_provision',
  'reversal',
] as const satisfies EntryKind[];
export type ApprovalKind = (typeof APPROVAL_KINDS)[number];

/** Requests that are about something else than a movement. */
export const SUBJECT_APPROVAL_KINDS = ['period_close', 'period_reopen'] as const;
export type SubjectApprovalKind = (typeof SUBJECT_APPROVAL_KINDS)[number];

/** What a request can be about. */
export const APPROVAL_SUBJECTS = ['entry', 'period'] as const;
export type ApprovalSubjectType = (typeof APPROVAL_SUBJECTS)[number];

export class SaccoApproval extends TableModel {
  static override tableName = 'sacco_approvals';
  static override label = 'approval';

  declare id: string;
  declare project_id: string;
  declare environment: Environment;
  declare kind: ApprovalKind | SubjectApprovalKind;
  declare status: ApprovalStatus;
  declare entry_id: string | null;
  declare loan_id: string | null;
  declare dividend_id: string | null;
  /** Where it is about no entry. */
  declare subject_type: Exclude<ApprovalSubjectType, 'entry'> | null;
  declare subject_id: string | null;
  /** Where it is about no entry, which has its own. */
  declare memo: string | null;
  declare summary: string;
  declare requested_by_type: Actor['type'];
  declare requested_by_id: string;
  declare requested_at: Date;
  declare decided_by_type: Actor['type'] | null;
  declare decided_by_id: string | null;
  declare decided_at: Date | null;
  declare note: string | null;
}

/** As `describedApprovals` reads it. */
export class DescribedSaccoApproval extends SaccoApproval {
  declare amount_minor: bigint;
  declare currency: EntryRow['currency'];
  declare member_id: string | null;
  declare member_no: NamedMember['member_no'] | null;
  declare full_name: NamedMember['full_name'] | null;
}

export type ApprovalRow = ModelObject<SaccoApproval>;

/** An approval with what it is about, how much, and for whom. */
export type DescribedApproval = ModelObject<DescribedSaccoApproval>;

/** The columns that follow from the entry that the approval is about. */
export function columnsOfEntry({ id: entry_id, kind, loan_id, dividend_id }: EntryRow) {
  return { entry_id, kind: kind as ApprovalKind, loan_id, dividend_id };
}

/** What it is about, by type and id. */
export function subjectOf({ entry_id, subject_type, subject_id }: ApprovalRow): {
  type: ApprovalSubjectType;
  id: string;
} {
  return subject_type && subject_id
    ? { type: subject_type, id: subject_id }
    : { type: 'entry', id: entry_id as string };
}
