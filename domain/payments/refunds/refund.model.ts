/** Refunds as stored. */
import type { ModelObject } from 'objection';
import type { Currency } from '../../../core/money.ts';
import type { Actor, Environment } from '../../../core/scope.ts';
import { TableModel } from '../../../db/model.ts';
import type { RefundOutcome } from '../payment.rules.ts';

export const REFUND_STATUSES = ['pending', 'processing', 'succeeded', 'failed', 'cancelled'] as const;

export class Refund extends TableModel {
  static override tableName = 'refunds';
  static override label = 'refund';
  static override amounts = ['amount_minor'];
  static override jsonAttributes = ['provider_data'];

  declare id: string;
  declare payment_id: string;
  declare project_id: string;
  declare environment: Environment;
  declare amount_minor: bigint;
  declare currency: Currency;
  declare status: (typeof REFUND_STATUSES)[number];
  declare reason: string | null;
  /** The provider cannot make it: a person returns the money and marks the refund. */
  declare manual: boolean;
  declare note: string | null;
  /** Of the payment; null in refunds from before without an id of the provider. */
  declare provider: string | null;
  declare provider_refund_id: string | null;
  /** 0, save in refunds from before ids were unique. */
  declare provider_refund_id_copy: number;
  declare failure_code: string | null;
  declare failure_message: string | null;
  /** What the provider's adapter remembers of it. */
  declare provider_data: Record<string, string>;
  /** Null in refunds from before it was recorded. */
  declare requested_by_type: Actor['type'] | null;
  declare requested_by_id: string | null;
  /** Who said how it ended; null where the provider did. */
  declare marked_by_type: Actor['type'] | null;
  declare marked_by_id: string | null;
  /** The ledger holds the money. */
  declare held: boolean;
  /** The outcome, once decided; the ledger is updated before the status. */
  declare outcome: RefundOutcome | null;
  declare created_at: Date;
  declare updated_at: Date;
  declare completed_at: Date | null;
  declare attempts: number;
  /** Attempts without an answer: the one under way, and those whose process died. */
  declare unanswered: number;
  /** Real time; when the next step is due, null while a person must act and once it is over. */
  declare next_attempt_at: Date | null;
}

export type RefundRow = ModelObject<Refund>;
