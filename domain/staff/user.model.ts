/** Users as stored. */
import type { ModelObject } from 'objection';
import { TableModel } from '../../db/model.ts';

export class User extends TableModel {
  static override tableName = 'users';
  static override label = 'user';

  declare id: string;
  declare email: string;
  declare name: string;
  declare password_hash: string;
  /** A platform operator: sees Bull Board and the health of all projects, decides nothing. */
  declare operator: boolean;
  /** Registered while the server sends e-mail, and the address not proved yet. */
  declare awaits_verification: boolean;
  declare created_at: Date;
}

export type UserRow = ModelObject<User>;
