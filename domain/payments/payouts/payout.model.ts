/** Payouts as stored. */
import type { ModelObject } from 'objection';
import type { Currency } from '../../../core/money.ts';
import type { Actor, Environment } from '../../../core/scope.ts';
import { TableModel } from '../../../db/model.ts';
import type { PayoutOriginName, PayoutOutcome, PayoutStatus } from './payout.rules.ts';
import type { PayoutCause } from './timeline/payout-event.model.ts';

export class Payout extends TableModel {
  static override tableName = 'payouts';
  static override label = 'payout';
  static override amounts = ['amount_minor'];
  static override jsonAttributes = ['provider_data'];

  declare id: string;
  declare project_id: string;
  declare environment: Environment;
  declare provider: string;
  /** Whose money it is. */
  declare origin: PayoutOriginName;
  /** The row that it is for; null for the merchant's own. */
  declare origin_id: string | null;
  declare amount_minor: bigint;
  declare currency: Currency;
  declare reference: string;
  declare narration: string | null;
  declare to_phone: string | null;
  declare to_bank_code: string | null;
  declare to_account_number: string | null;
  declare to_account_name: string | null;
  declare status: PayoutStatus;
  /** The ledger holds the money. */
  declare held: boolean;
  /** The final status, once decided; the ledger is updated before the status. */
  declare outcome: PayoutOutcome | null;
  /** What decided that. */
  declare outcome_cause: PayoutCause | null;
  declare approval_id: string | null;
  /** Of the request to record how it ended, while that waits. */
  declare mark_approval_id: string | null;
  /** Of the person who marked it. */
  declare note: string | null;
  declare provider_txn_id: string | null;
  /** The provider's, rounded half up; null where it does not tell one. */
  declare fee_minor: bigint | null;
  declare failure_code: string | null;
  declare failure_message: string | null;
  /** What the provider's adapter remembers of it. */
  declare provider_data: Record<string, string>;
  declare callback_token_hash: string | null;
  /** Callbacks without a signature, or after the end, since that moment of real time. */
  declare callbacks: number;
  declare callbacks_since: Date | null;
  declare requested_by_type: Actor['type'];
  declare requested_by_id: string;
  /** Who marked or cancelled it; null where the provider said how it ended. */
  declare marked_by_type: Actor['type'] | null;
  declare marked_by_id: string | null;
  declare created_at: Date;
  declare updated_at: Date;
  /** When it was first given to the provider; null while it certainly was not. */
  declare sent_at: Date | null;
  /** When it was given to the provider once more, which did not know it. */
  declare resent_at: Date | null;
  declare completed_at: Date | null;
  declare attempts: number;
  /** Attempts without an answer: the one under way, and those whose process died. */
  declare unanswered: number;
  /** Real time; when the next step is due, null while a person must act and once it is over. */
  declare next_attempt_at: Date | null;
}

export type PayoutRow = ModelObject<Payout>;
