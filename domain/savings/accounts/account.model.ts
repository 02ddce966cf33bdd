/** The savings accounts of members besides their default one, as stored. */
import type { ModelObject } from 'objection';
import type { Currency } from '../../../core/money.ts';
import type { Environment } from '../../../core/scope.ts';
import { TableModel } from '../../../db/model.ts';
import type { SavingsKind } from '../products/product.model.ts';

export const SAVINGS_ACCOUNT_STATUSES = ['active', 'closed'] as const;
export type SavingsAccountStatus = (typeof SAVINGS_ACCOUNT_STATUSES)[number];

export class SavingsAccount extends TableModel {
  static override tableName = 'sacco_savings_accounts';
  static override label = 'savings account';

  declare id: string;
  declare project_id: string;
  declare environment: Environment;
  declare member_id: string;
  declare product_id: string;
  /** Of its product, which never changes. */
  declare kind: SavingsKind;
  declare currency: Currency;
  declare status: SavingsAccountStatus;
  /** Of a fixed account: the entry that opened it. */
  declare entry_id: string | null;
  /** A local date. */
  declare opened_on: string;
  declare opened_at: Date;
  declare closed_at: Date | null;
}

export type SavingsAccountRow = ModelObject<SavingsAccount>;
