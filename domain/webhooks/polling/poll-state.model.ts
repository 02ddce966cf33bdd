/** The position of a polled endpoint, as stored. */
import type { Environment } from '../../../core/scope.ts';
import { TableModel } from '../../../db/model.ts';

export class WebhookPollState extends TableModel {
  static override tableName = 'webhook_poll_states';
  static override idColumn = 'endpoint_id';
  static override label = 'webhook endpoint';

  declare endpoint_id: string;
  declare project_id: string;
  declare environment: Environment;
  declare last_position: bigint;
  declare polled_at: Date;
}
