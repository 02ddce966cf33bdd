/** Tills as stored: drawers of cash, each an account of its own. */
import type { ModelObject } from 'objection';
import type { Environment } from '../../../core/scope.ts';
import { TableModel } from '../../../db/model.ts';

export class Till extends TableModel {
  static override tableName = 'sacco_tills';
  static override label = 'till';

  declare id: string;
  declare project_id: string;
  declare environment: Environment;
  declare name: string;
  declare branch: string | null;
  declare active: boolean;
  declare created_at: Date;
}

export type TillRow = ModelObject<Till>;
