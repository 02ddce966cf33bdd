/** The staff of projects, as stored. */
import { TableModel } from '../../../db/model.ts';
import type { Role, StaffStatus } from '../projects/roles.rules.ts';

export class Staff extends TableModel {
  static override tableName = 'staff';
  static override idColumn = ['project_id', 'user_id'];
  static override label = 'staff member';

  declare project_id: string;
  declare user_id: string;
  declare role: Role;
  /** An invited user has no access until the invitation is accepted. */
  declare status: StaffStatus;
  declare invitation_id: string | null;
  declare invited_by: string | null;
  /** Since when the member may decide on requests of others, by the database's clock, rounded up; null: may not. */
  declare decides_since: Date | null;
  /** Who gave the member a role that decides. */
  declare appointed_by: string | null;
  declare added_at: Date;
}
