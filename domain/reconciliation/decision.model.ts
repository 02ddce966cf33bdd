/** Decisions that are being carried out, as stored: one for each line that is `resolving`. */
import type { Environment } from '../../core/scope.ts';
import { TableModel } from '../../db/model.ts';

export class ReconciliationDecision extends TableModel {
  static override tableName = 'reconciliation_decisions';
  static override label = 'decision';

  /** The line's. */
  declare id: string;
  declare project_id: string;
  declare environment: Environment;
  declare run_id: string;
  declare status: 'resolving';
  /** Real time; when somebody last took it up. */
  declare touched_at: Date;
}
