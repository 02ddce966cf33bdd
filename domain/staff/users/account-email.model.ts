/** E-mails about accounts as stored, with the state of their delivery. */
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
  /** Null once it is no longer pending. */
  declare next_attempt_at: Date | null;
  declare created_at: Date;
}
