/** Sessions as stored. */
import type { ModelObject } from 'objection';
import { TableModel } from '../../../db/model.ts';

export class Session extends TableModel {
  static override tableName = 'sessions';
  static override idColumn = 'token_hash';
  static override label = 'session';

  declare token_hash: string;
  declare user_id: string;
  /** Derived from the token's hash by the database. */
  declare id: string;
  declare created_at: Date;
  declare last_used_at: Date;
  declare address: string | null;
  declare user_agent: string | null;
  declare expires_at: Date;
}

export type SessionRow = ModelObject<Session>;
