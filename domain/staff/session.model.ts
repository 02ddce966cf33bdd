/** Sessions as stored. */
import { TableModel } from '../../db/model.ts';

export class Session extends TableModel {
  static override tableName = 'sessions';
  static override idColumn = 'token_hash';
  static override label = 'session';

  declare token_hash: string;
  declare user_id: string;
  declare created_at: Date;
  declare expires_at: Date;
}
