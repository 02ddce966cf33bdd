/** Accounts that a cooperative defines, and the codes of the system's accounts that it has changed, as stored. */
import type { ModelObject } from 'objection';
import type { Currency } from '../../core/money.ts';
import type { Environment } from '../../core/scope.ts';
import { TableModel } from '../../db/model.ts';
import type { accounts } from '../ledger/index.ts';
import type { SystemKind } from './chart.rules.ts';

/** A bank or general account. */
export class ChartAccount extends TableModel {
  static override tableName = 'chart_accounts';
  static override label = 'account';

  /** The owner of the ledger's account. */
  declare id: string;
  /** Of the ledger's account. */
  declare account_id: string;
  declare project_id: string;
  declare environment: Environment;
  declare code: string;
  declare name: string;
  declare kind: accounts.DefinedKind;
  declare currency: Currency;
  /** An inactive account takes no money. */
  declare active: boolean;
  declare created_at: Date;
}

export type ChartAccountRow = ModelObject<ChartAccount>;

/** A kind of system account whose code or name was changed. */
export class ChartSystemAccount extends TableModel {
  static override tableName = 'chart_system_accounts';
  static override idColumn = ['project_id', 'environment', 'kind'];
  static override label = 'account';

  declare project_id: string;
  declare environment: Environment;
  declare kind: SystemKind;
  declare code: string;
  declare name: string;
}
