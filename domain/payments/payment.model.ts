/** Payments as stored. */
import type { ModelObject } from 'objection';
import type { Currency } from '../../core/money.ts';
import type { Environment } from '../../core/scope.ts';
import { TableModel } from '../../db/model.ts';
import type { PaymentDestinationKind } from './destination.port.ts';
import type { NextAction, PaymentOrigin, PaymentStatus, Split } from './payment.rules.ts';

export class Payment extends TableModel {
  static override tableName = 'payments';
  static override label = 'payment';
  static override amounts = ['amount_minor'];
  static override jsonAttributes = ['metadata', 'split', 'next_action', 'provider_data'];

  declare id: string;
  declare project_id: string;
  declare environment: Environment;
  declare provider: string;
  declare amount_minor: bigint;
  declare currency: Currency;
  declare reference: string;
  declare origin: PaymentOrigin;
  /** Of one that came by paybill: the account number that its payer typed. */
  declare account_number: string | null;
  declare status: PaymentStatus;
  declare customer_phone: string | null;
  declare metadata: Record<string, unknown>;
  declare split: Split | null;
  /** The link through whose checkout it was made. */
  declare payment_link_id: string | null;
  /** Another payment had completed its one-time link before. */
  declare overpaid: boolean;
  declare next_action: NextAction | null;
  declare provider_txn_id: string | null;
  /** 0, save in payments from before ids were unique. */
  declare provider_txn_id_copy: number;
  declare failure_code: string | null;
  declare failure_message: string | null;
  declare refunded_minor: bigint;
  /** What refunds have reserved, those under way included. */
  declare refunding_minor: bigint;
  declare created_at: Date;
  declare updated_at: Date;
  declare completed_at: Date | null;
  declare polls: number;
  /** Polls without an answer: the one under way, and those whose process died. */
  declare unanswered: number;
  declare next_poll_at: Date | null;
  declare has_posting: boolean;
  /** What its money is credited to once it is booked. */
  declare credit_to: PaymentDestinationKind | null;
  /** SHA-256 of the token in the address that the provider calls; null where the provider never calls. */
  declare callback_token_hash: string | null;
  /** What the provider's adapter remembers of it. */
  declare provider_data: Record<string, string>;
}

export type PaymentRow = ModelObject<Payment>;
