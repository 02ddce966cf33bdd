/**
 * Requests that are about something else than a movement, and wait for a second person. The movements module keeps them with
 * all approvals; a module declares what carries out its own, and app/compose.ts lists those. Modules below the movements
 * make requests by this port.
 */
import type { AppError } from '../../core/errors.ts';
import type { Currency } from '../../core/money.ts';
import type { Actor } from '../../core/scope.ts';
import type { Queryable } from '../../db/connection.ts';
import type { CallerUnit, ScopedContext } from './unit.ts';

/** What is requested. */
export const SUBJECT_APPROVAL_KINDS = [
  'period_close',
  'period_reopen',
  'strict_approvals_off',
  'staff_appointment',
  'settings_change',
  'statement_settlement',
  'payout',
  'payout_mark',
  'receipt_refund',
  'import',
  'movement_batch',
] as const;
export type SubjectApprovalKind = (typeof SUBJECT_APPROVAL_KINDS)[number];

/** What it can be about. */
export const SUBJECT_TYPES = [
  'period',
  'project',
  'staff',
  'settings',
  'limits',
  'run',
  'payout',
  'payout_settings',
  'receipt',
  'import',
  'batch',
] as const;
export type SubjectType = (typeof SUBJECT_TYPES)[number];

/** Requests about these are about the project: they are in both environments, and decided in either. */
export const PROJECT_SUBJECTS: readonly SubjectType[] = ['project', 'staff'];

/** A request that waits, or has been decided. */
export interface SubjectRequest {
  approval_id: string;
  subject_id: string;
  /** What is to be changed, as it was requested; JSON. */
  change: unknown;
  requested_by: Actor;
}

/** A value before and after, as text; null: none. */
export interface ChangedValue {
  field: string;
  from: string | null;
  to: string | null;
}

interface SubjectReader extends ScopedContext {
  db: Queryable;
}

/** What the decision on requests of one kind about one type of subject does. */
export interface SubjectAction {
  kind: SubjectApprovalKind;
  subject_type: SubjectType;
  /** Why approving it now would be refused; null when it would be carried out. Only reads. Default: it always would. */
  refusal?(reader: SubjectReader, request: SubjectRequest): Promise<AppError | null>;
  /** What approving it now would change. Only reads. Default: nothing that can be listed. */
  changes?(reader: SubjectReader, request: SubjectRequest): Promise<ChangedValue[]>;
  /** Carries it out, in the transaction of the decision. @throws AppError while that is impossible: the request keeps waiting */
  onApproved(unit: CallerUnit, request: SubjectRequest): Promise<void>;
  /** It is rejected or cancelled. Default: nothing was changed that would have to be undone. */
  onDropped?(unit: CallerUnit, request: SubjectRequest, status: 'rejected' | 'cancelled'): Promise<void>;
  /** What remains to be done once the decision has committed; a sweep does it where the process dies. */
  afterApproval?(base: ScopedContext, request: SubjectRequest): Promise<void>;
}

export interface NewSubjectRequest {
  kind: SubjectApprovalKind;
  subject: { type: SubjectType; id: string };
  /** What the checker reads. */
  summary: string;
  memo?: string;
  change?: object;
  /** How much money it moves, in the currency that it is about. */
  amount?: { amount_minor: bigint; currency: Currency };
}

declare module './context.ts' {
  interface Context {
    subject_actions: readonly SubjectAction[];
    second_person: {
      /**
       * Requests a decision. The same change that the same person has requested before, and that still waits, is requested once.
       * @returns the id of the approval
       */
      request(unit: CallerUnit, request: NewSubjectRequest): Promise<string>;
      /**
       * What it is about is taken back: nobody decides on it any more. A decision that was made stays.
       * @throws AppError FORBIDDEN unless the caller requested it, manages the project, or is the service itself
       */
      withdraw(unit: CallerUnit, approval_id: string): Promise<void>;
    };
  }
}

/** What the audit log says of a change that a second person has approved, besides the change itself. */
export function approvedBy({ actor }: CallerUnit, { approval_id }: SubjectRequest) {
  return { approval_id, approved_by: actor.id };
}
