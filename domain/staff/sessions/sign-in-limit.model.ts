/** Attempts that have failed, as counted. */
import { TableModel } from '../../../db/model.ts';

export class SignInLimit extends TableModel {
  static override tableName = 'sign_in_limits';
  static override idColumn = 'key';
  static override label = 'limit';

  /** A hash of what was attempted, at whose account and, where that is known, from where. */
  declare key: string;
  declare attempts: number;
  /** No further attempt before. */
  declare retry_at: Date;
  declare updated_at: Date;
}
