/** Payment links as stored. */
import type { ModelObject } from 'objection';
import type { Currency } from '../../../core/money.ts';
import type { Environment } from '../../../core/scope.ts';
import { TableModel } from '../../../db/model.ts';

export const PAYMENT_LINK_STATUSES = ['active', 'completed', 'disabled'] as const;

export class PaymentLink extends TableModel {
  static override tableName = 'payment_links';
  static override label = 'payment link';

  declare id: string;
  declare project_id: string;
  declare environment: Environment;
  declare title: string;
  declare amount_minor: bigint;
  declare currency: Currency;
  declare reusable: boolean;
  /** A payment that completes although another did goes back to its payer by itself. */
  declare refund_overpaid: boolean;
  declare overpaid_payments: number;
  /** Of a one-time link: the payment under way, and until when it keeps others away, in business time. */
  declare attempt_id: string | null;
  declare attempt_until: Date | null;
  declare status: (typeof PAYMENT_LINK_STATUSES)[number];
  declare created_at: Date;
  declare updated_at: Date;
}

export type PaymentLinkRow = ModelObject<PaymentLink>;
