/** Top-ups as stored: one per payment into a wallet, from the payment's creation on. */
import type { ModelObject } from 'objection';
import type { Reason } from '../../../core/errors.ts';
import type { Currency } from '../../../core/money.ts';
import type { Environment } from '../../../core/scope.ts';
import { TableModel } from '../../../db/model.ts';
import type { TopupStatus } from './topup.rules.ts';

export class WalletTopup extends TableModel {
  static override tableName = 'wallet_topups';
  static override idColumn = 'payment_id';
  static override label = 'top-up';
  static override amounts = ['amount_minor'];

  declare payment_id: string;
  declare project_id: string;
  declare environment: Environment;
  declare wallet_id: string;
  declare customer_id: string;
  declare amount_minor: bigint;
  declare currency: Currency;
  declare status: TopupStatus;
  /** Why it is blocked. */
  declare reason: Reason | null;
  /** Real time: when its payment was booked; null before. */
  declare ready_at: Date | null;
  /** How many movements were made for it. */
  declare movements: number;
  /** The one in flight. */
  declare movement_id: string | null;
  declare created_at: Date;
  declare updated_at: Date;
  declare credited_at: Date | null;
}

export type TopupRow = ModelObject<WalletTopup>;
