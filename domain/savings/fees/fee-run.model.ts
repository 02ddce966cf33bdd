/** Charging the monthly fee of one product for one month, as stored. */
import type { ModelObject } from 'objection';
import type { Currency } from '../../../core/money.ts';
import type { Environment } from '../../../core/scope.ts';
import { TableModel } from '../../../db/model.ts';

export class SavingsFeeRun extends TableModel {
  static override tableName = 'sacco_savings_fee_runs';
  static override label = 'charging of fees';

  declare id: string;
  declare project_id: string;
  declare environment: Environment;
  declare product_id: string;
  /** Its first day. */
  declare month: string;
  declare currency: Currency;
  declare fee_minor: bigint;
  /** It was the default product when the month ended. */
  declare is_default: boolean;
  /** Accounts up to this one have a line. */
  declare last_account_id: string;
  /** Every account has its line. */
  declare walked: boolean;
  declare created_at: Date;
}

export type SavingsFeeRunRow = ModelObject<SavingsFeeRun>;
