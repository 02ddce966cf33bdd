/** Wallets as stored: one per customer and currency. */
import type { ModelObject } from 'objection';
import type { Currency } from '../../core/money.ts';
import type { Environment } from '../../core/scope.ts';
import { TableModel } from '../../db/model.ts';

export class Wallet extends TableModel {
  static override tableName = 'wallets';
  static override label = 'wallet';

  declare id: string;
  declare project_id: string;
  declare environment: Environment;
  declare customer_id: string;
  declare currency: Currency;
  /** The balance of the ledger account plus the credits in flight. */
  declare balance_bound_minor: bigint;
  declare created_at: Date;
}

export type WalletRow = ModelObject<Wallet>;

/** What names a wallet. */
export type WalletKey = Pick<WalletRow, 'customer_id' | 'currency'>;
