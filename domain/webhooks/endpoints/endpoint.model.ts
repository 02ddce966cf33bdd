/** Webhook endpoints as stored. */
import type { ModelObject } from 'objection';
import type { Actor, Environment } from '../../../core/scope.ts';
import { TableModel } from '../../../db/model.ts';

/** Events are sent to it, or its owner polls them. */
export const ENDPOINT_MODES = ['push', 'poll'] as const;
export type EndpointMode = (typeof ENDPOINT_MODES)[number];

export const ENDPOINT_STATUSES = ['enabled', 'disabled'] as const;

export interface PreviousSecret {
  sealed: string;
  /** RFC 3339; it signs until then. */
  until: string;
}

export class WebhookEndpoint extends TableModel {
  static override tableName = 'webhook_endpoints';
  static override label = 'webhook endpoint';
  static override jsonAttributes = ['previous_secrets'];

  declare id: string;
  declare project_id: string;
  declare environment: Environment;
  declare mode: EndpointMode;
  /** Null where it is polled. */
  declare url: string | null;
  declare events: string[];
  declare status: (typeof ENDPOINT_STATUSES)[number];
  declare secret_sealed: string;
  /** Newest first. */
  declare previous_secrets: PreviousSecret[];
  /** Who registered it; null: before this was recorded. */
  declare created_by_type: Actor['type'] | null;
  declare created_by_id: string | null;
  /** Whether it was a key or a manager: nobody else chooses where secrets of events are sent. */
  declare may_have_secrets: boolean;
  declare created_at: Date;
  declare deleted_at: Date | null;
}

export type EndpointRow = ModelObject<WebhookEndpoint>;
