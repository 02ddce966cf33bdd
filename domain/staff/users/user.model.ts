/** Users as stored. */
import type { ModelObject } from 'objection';
import { TableModel } from '../../../db/model.ts';

export class User extends TableModel {
  static override tableName = 'users';
  static override label = 'user';

  declare id: string;
  declare email: string;
  declare name: string;
  declare password_hash: string;
  /** A platform operator: may see Bull Board and the health of all projects, and decides nothing. */
  declare operator: boolean;
  /** Registered while the server sends e-mail, and the address is not verified yet. */
  declare awaits_verification: boolean;
  /** The encrypted secret of the second factor; null without one. */
  declare totp_sealed: string | null;
  /** When the second factor was turned on. */
  declare totp_confirmed_at: Date | null;
  /** The time step of the last code that was accepted. */
  declare totp_last_step: bigint | null;
  declare created_at: Date;
}

export type UserRow = ModelObject<User>;
