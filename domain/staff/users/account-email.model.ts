/** E-mails about accounts as stored: what is to be sent, and what became of it. */
import { TableModel } from '../../../db/model.ts';
import type { TokenPurpose } from './account-token.model.ts';

export class AccountEmail extends TableModel {
  static override tableName = 'account_emails';
  static override label = 'e-mail';

  declare id: string;
  /** As it was typed; perhaps nobody's. */
  declare email: string;
  declare kind: TokenPurpose;
  declare status: 'pending' | 'sent' | 'unknown_address' | 'failed';
  declare attempts: number;
  /** Null once it is not pending any more. */
  declare next_attempt_at: Date | null;
  declare created_at: Date;
}
