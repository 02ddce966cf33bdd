/** Attempts at deliveries, as stored. */
import type { ModelObject } from 'objection';
import { TableModel } from '../../../db/model.ts';

export class WebhookAttempt extends TableModel {
  static override tableName = 'webhook_attempts';
  static override idColumn = ['delivery_id', 'no'];
  static override label = 'webhook attempt';

  declare delivery_id: string;
  declare no: number;
  declare at: Date;
  declare status_code: number | null;
  declare error: string | null;
}

export type AttemptRow = ModelObject<WebhookAttempt>;
