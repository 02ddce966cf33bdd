/** Movements of wallets as stored. They are written in batches, by SQL; single rows are read through the model. */
import type { ModelObject } from 'objection';
import type { Reason } from '../../../core/errors.ts';
import type { Currency } from '../../../core/money.ts';
import type { Actor, Environment } from '../../../core/scope.ts';
import { TableModel } from '../../../db/model.ts';
import type { MovementKind, MovementStatus } from './movement.rules.ts';

export class WalletMovement extends TableModel {
  static override tableName = 'wallet_movements';
  static override label = 'movement';

  /** The ledger transfer's. */
  declare id: string;
  declare project_id: string;
  declare environment: Environment;
  declare kind: MovementKind;
  /** null where the merchant's balance is that side. */
  declare debit_wallet_id: string | null;
  declare credit_wallet_id: string | null;
  declare debit_account_id: string;
  declare credit_account_id: string;
  declare amount_minor: bigint;
  declare currency: Currency;
  /** The client's idempotency key, or the payment's id. */
  declare reference: string;
  /** YYYY-MM-DD that it counts on as outgoing; null when it does not count. */
  declare outgoing_on: string | null;
  declare actor_type: Actor['type'];
  declare actor_id: string;
  declare status: MovementStatus;
  declare refusal: Reason | null;
  declare created_at: Date;
  /** Real time: when the movement was stored, or last resumed. */
  declare touched_at: Date;
}

/** Without the time that the table sets by itself. */
export type MovementRow = Omit<ModelObject<WalletMovement>, 'touched_at'>;
