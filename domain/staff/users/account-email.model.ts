/** E-mails about accounts as stored, with the state of their delivery. */
import type { ModelObject } from 'objection';
import { TableModel } from '../../../db/model.ts';
import type { TokenPurpose } from '../passwords/account-token.model.ts';

export class AccountEmail extends TableModel {
  static override tableName = 'account_emails';
  static override label = 'e-mail';

  declare id: string;
  /** As it was typed; perhaps no user has it. */
  declare email: string;
  declare kind: TokenPurpose;
  declare status: 'pending' | 'sent' | 'unknown_address' | 'failed';
  declare attempts: number;
  /** Attempts without an answer: the one under way, and those whose process died. */
  declare unanswered: number;
  /** Null once it is no longer pending. */
  declare next_attempt_at: Date | null;
  declare created_at: Date;
}

export type AccountEmailRow = ModelObject<AccountEmail>;
