/** Transfers that clients request, as stored. */
import type { Currency } from '../../../core/money.ts';
import type { ModelObject } from 'objection';
import type { Actor, Environment } from '../../../core/scope.ts';
import { TableModel } from '../../../db/model.ts';

export class ManualTransfer extends TableModel {
  static override tableName = 'ledger_manual_transfers';
  static override label = 'transfer';

  /** The ledger transfer's. */
  declare id: string;
  declare project_id: string;
  declare environment: Environment;
  declare debit_account_id: string;
  declare credit_account_id: string;
  declare amount_minor: bigint;
  declare currency: Currency;
  /** The client's idempotency key. */
  declare reference: string;
  declare memo: string | null;
  declare actor_type: Actor['type'];
  declare actor_id: string;
  declare status: 'pending' | 'posted' | 'refused';
  /** The id of the batch's first transfer; null for a transfer of its own. */
  declare batch_id: string | null;
  /** From 0, in the batch. */
  declare place: number | null;
  declare created_at: Date;
  /** Real time: when the request was stored, or last resumed; null where the batch's first transfer says it for all. */
  declare touched_at: Date | null;
}

export type ManualTransferRow = ModelObject<ManualTransfer>;
