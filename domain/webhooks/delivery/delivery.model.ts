/** Deliveries of events to endpoints, as stored. */
import type { ModelObject } from 'objection';
import type { Environment } from '../../../core/scope.ts';
import { TableModel } from '../../../db/model.ts';

export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const;

export class WebhookDelivery extends TableModel {
  static override tableName = 'webhook_deliveries';
  static override label = 'webhook delivery';

  declare id: string;
  declare event_id: string;
  declare endpoint_id: string;
  declare project_id: string;
  declare environment: Environment;
  declare type: string;
  declare status: (typeof DELIVERY_STATUSES)[number];
  declare attempts: number;
  /** Real time; null once nothing more will be tried. */
  declare next_attempt_at: Date | null;
  declare created_at: Date;
}

export type DeliveryRow = ModelObject<WebhookDelivery>;
