/** Holds as stored: a row mirrors what the ledger decided; the ledger's pending transfer has the same id. */
import type { ModelObject } from 'objection';
import type { Currency } from '../../../core/money.ts';
import type { Actor, Environment } from '../../../core/scope.ts';
import { TableModel } from '../../../db/model.ts';

export const HOLD_STATUSES = ['pending', 'captured', 'voided', 'expired'] as const;
export type HoldStatus = (typeof HOLD_STATUSES)[number];

export class Hold extends TableModel {
  static override tableName = 'ledger_holds';
  static override label = 'hold';
  static override amounts = ['amount_minor'];

  declare id: string;
  declare project_id: string;
  declare environment: Environment;
  declare debit_account_id: string;
  declare credit_account_id: string;
  declare amount_minor: bigint;
  declare captured_minor: bigint;
  declare currency: Currency;
  /** The client's idempotency key. */
  declare reference: string;
  declare memo: string | null;
  /** Seconds; 0: never expires. */
  declare timeout_s: number;
  /** Who requested it; null for holds that were opened before actors were stored. */
  declare actor_type: Actor['type'] | null;
  declare actor_id: string | null;
  /** Who last requested its capture or release. */
  declare resolver_type: Actor['type'] | null;
  declare resolver_id: string | null;
  declare status: HoldStatus | 'requested' | 'refused';
  declare created_at: Date;
  declare expires_at: Date | null;
  /** When a request last began to open or resolve the hold, until it is done; if it dies, the sweep finishes its work. */
  declare touched_at: Date | null;
}

export type HoldRow = ModelObject<Hold>;
