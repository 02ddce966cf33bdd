/** The events of customers as stored: append-only. */
import type { ModelObject } from 'objection';
import type { Actor, Environment } from '../../../core/scope.ts';
import { TableModel } from '../../../db/model.ts';

export class CustomerEvent extends TableModel {
  static override tableName = 'customer_events';
  static override label = 'event';
  static override jsonAttributes = ['details'];

  declare id: string;
  declare customer_id: string;
  declare project_id: string;
  declare environment: Environment;
  declare type: string;
  declare at: Date;
  declare actor_type: Actor['type'];
  declare actor_id: string;
  declare details: Record<string, unknown>;
}

export type CustomerEventRow = ModelObject<CustomerEvent>;
