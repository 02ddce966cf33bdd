/** The payment's timeline as stored. */
import type { ModelObject } from 'objection';
import type { Environment } from '../../../core/scope.ts';
import { TableModel } from '../../../db/model.ts';
import type { PaymentStatus } from '../payment.rules.ts';

export const PAYMENT_CAUSES = ['request', 'callback', 'poll', 'statement', 'person'] as const;
export type PaymentCause = (typeof PAYMENT_CAUSES)[number];

export class PaymentEvent extends TableModel {
  static override tableName = 'payment_events';
  static override label = 'payment event';
  static override jsonAttributes = ['details'];

  declare id: string;
  declare payment_id: string;
  declare project_id: string;
  declare environment: Environment;
  declare type: string;
  declare from: PaymentStatus | null;
  declare to: PaymentStatus | null;
  declare cause: PaymentCause;
  declare at: Date;
  declare details: Record<string, unknown>;
}

export type PaymentEventRow = ModelObject<PaymentEvent>;
