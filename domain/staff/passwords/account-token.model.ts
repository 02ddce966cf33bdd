/** One-time tokens of an account as stored. */
import { TableModel } from '../../../db/model.ts';

export type TokenPurpose = 'password_reset' | 'email_verification';

export class AccountToken extends TableModel {
  static override tableName = 'account_tokens';
  static override idColumn = 'token_hash';
  static override label = 'token';

  declare token_hash: string;
  declare user_id: string;
  declare purpose: TokenPurpose;
  declare created_at: Date;
  declare expires_at: Date;
}
