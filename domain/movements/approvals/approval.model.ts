/** Approvals as stored, alone and with what their entries say: who asked for what, and who decided. */
import type { ModelObject } from 'objection';
import type { Actor, Environment } from '../../../core/scope.ts';
import { TableModel } from '../../../db/model.ts';
import type { EntryRow } from '../entries/entry.model.ts';
import type { EntryKind } from '../movement.rules.ts';
import type { NamedMember } from '../../cooperative/index.ts';
import {
  SUBJECT_TYPES,
  type SubjectApprovalKind,
  type SubjectRequest,
  type SubjectType,
} from '../../platform/second-person.port.ts';

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
  'savings_interest',
  'tax_remittance',
  'expense',
  'loan_provision',
  'journal',
  'banking',
  'reversal',
  'till_transfer',
  // Of a fixed account.
  'term_withdrawal',
  // Of unallocated money.
  'deposit',
  'share_purchase',
  'loan_repayment',
] as const satisfies EntryKind[];
export type ApprovalKind = (typeof APPROVAL_KINDS)[number];

/** What a request can be about. */
export const APPROVAL_SUBJECTS = ['entry', ...SUBJECT_TYPES] as const;
export type ApprovalSubjectType = (typeof APPROVAL_SUBJECTS)[number];

export class SaccoApproval extends TableModel {
  static override tableName = 'sacco_approvals';
  static override label = 'approval';
  static override jsonAttributes = ['change'];

  declare id: string;
  declare project_id: string;
  /** Null: it is about the project, and decided in either environment. */
  declare environment: Environment | null;
  declare kind: ApprovalKind | SubjectApprovalKind;
  declare status: ApprovalStatus;
  declare entry_id: string | null;
  declare loan_id: string | null;
  declare dividend_id: string | null;
  declare savings_interest_id: string | null;
  /** Where it is about no entry. */
  declare subject_type: SubjectType | null;
  declare subject_id: string | null;
  /** What is to be changed, where it is about no entry. */
  declare change: unknown;
  /** Where it is about no entry, which has its own. */
  declare memo: string | null;
  declare summary: string;
  declare requested_by_type: Actor['type'];
  declare requested_by_id: string;
  declare requested_at: Date;
  /** When it was stored, by the database's clock, rounded down to milliseconds. */
  declare asked_at: Date;
  declare decided_by_type: Actor['type'] | null;
  declare decided_by_id: string | null;
  declare decided_at: Date | null;
  declare note: string | null;
  /** Of a decision under strict approvals: when, by the database's clock, and what was known of the decider then. */
  declare strict_decided_at: Date | null;
  declare strict_decider_since: Date | null;
  declare strict_appointed_by: string | null;
}

/** As `describedApprovals` reads it. */
export class DescribedSaccoApproval extends SaccoApproval {
  declare amount_minor: bigint;
  /** Null where it is about no money, and there is no SACCO. */
  declare currency: EntryRow['currency'] | null;
  declare member_id: string | null;
  declare member_no: NamedMember['member_no'] | null;
  declare full_name: NamedMember['full_name'] | null;
}

export type ApprovalRow = ModelObject<SaccoApproval>;

/** An approval with what it is about, how much, and for whom. */
export type DescribedApproval = ModelObject<DescribedSaccoApproval>;

/** The columns that follow from the entry that the approval is about. */
export function columnsOfEntry({ id: entry_id, kind, loan_id, dividend_id, savings_interest_id }: EntryRow) {
  return { entry_id, kind: kind as ApprovalKind, loan_id, dividend_id, savings_interest_id };
}

/** A request that is about something else than an entry. */
export function subjectRequestOf(approval: ApprovalRow): SubjectRequest {
  const { id, subject_id, change, requested_by_type: type, requested_by_id } = approval;
  const requested_by = { type, id: requested_by_id };
  return { approval_id: id, subject_id: subject_id as string, change, requested_by };
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
