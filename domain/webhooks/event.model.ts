/** Events as stored: what every delivery of one sends. */
import type { Environment } from '../../core/scope.ts';
import { TableModel } from '../../db/model.ts';

export class WebhookEvent extends TableModel {
  static override tableName = 'webhook_events';
  static override label = 'webhook event';

  declare id: string;
  declare project_id: string;
  declare environment: Environment;
  declare type: string;
  /** JSON text, sent as it was written. */
  declare payload: string;
  declare created_at: Date;
}
