/** Codes that replace a lost second factor, once each, as stored. */
import { TableModel } from '../../../db/model.ts';

export class RecoveryCode extends TableModel {
  static override tableName = 'recovery_codes';
  static override idColumn = ['user_id', 'code_hash'];
  static override label = 'recovery code';

  declare user_id: string;
  declare code_hash: string;
}
