/** The state of sending to an endpoint, as stored. */
import type { Environment } from '../../../core/scope.ts';
import { TableModel } from '../../../db/model.ts';

export class WebhookEndpointState extends TableModel {
  static override tableName = 'webhook_endpoint_states';
  static override idColumn = 'endpoint_id';
  static override label = 'webhook endpoint';

  declare endpoint_id: string;
  declare project_id: string;
  declare environment: Environment;
}
