/** Who is on the staff of which project, as stored. */
import { TableModel } from '../../db/model.ts';
import type { Role } from './roles.rules.ts';

export class Staff extends TableModel {
  static override tableName = 'staff';
  static override idColumn = ['project_id', 'user_id'];
  static override label = 'staff member';

  declare project_id: string;
  declare user_id: string;
  declare role: Role;
  declare added_at: Date;
}
