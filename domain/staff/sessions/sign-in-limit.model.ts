/** Attempts that have failed, as counted. */
import { TableModel } from '../../../db/model.ts';

export class SignInLimit extends TableModel {
  static override tableName = 'sign_in_limits';
  static override idColumn = 'key';
  static override label = 'limit';

  /** A hash of the purpose, the account and, for a known address, the address. */
  declare key: string;
  declare attempts: number;
  /** No further attempt before. */
  declare retry_at: Date;
  declare updated_at: Date;
}
