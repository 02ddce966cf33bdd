/** Guarantors who were asked, as stored: one row for each time, and one for each answer that changes an earlier one. */
import type { ModelObject } from 'objection';
import type { Actor, Environment } from '../../../core/scope.ts';
import { TableModel } from '../../../db/model.ts';
import type { ConsentMethod, ConsentStatus } from './consent.rules.ts';

export class LoanConsent extends TableModel {
  static override tableName = 'sacco_loan_consents';
  static override label = 'consent';

  declare id: string;
  declare project_id: string;
  declare environment: Environment;
  declare loan_id: string;
  /** The guarantor. */
  declare member_id: string;
  /** Null: the link was used, or leads nowhere any more. */
  declare token_hash: string | null;
  /** Link and code, as JSON; null: they open nothing any more. */
  declare secrets_sealed: string | null;
  /** Wrong codes. */
  declare attempts: number;
  declare status: ConsentStatus;
  declare requested_at: Date;
  declare expires_at: Date;
  declare method: ConsentMethod | null;
  declare decided_at: Date | null;
  /** Who recorded it; null: the guarantor, by the link. */
  declare decided_by_type: Actor['type'] | null;
  declare decided_by_id: string | null;
  declare memo: string | null;
  /** The signed form. */
  declare file_id: string | null;
  /** The row whose answer this one changes, which stays as evidence; null: the guarantor was asked. */
  declare follows_id: string | null;
}

export type ConsentRow = ModelObject<LoanConsent>;
