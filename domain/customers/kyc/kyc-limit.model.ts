/** The limits of KYC tiers as stored: a row for each tier and currency with at least one limit. */
import type { ModelObject } from 'objection';
import type { Currency } from '../../../core/money.ts';
import type { Environment } from '../../../core/scope.ts';
import { TableModel, type ScopeColumns } from '../../../db/model.ts';

export class KycLimit extends TableModel {
  static override tableName = 'kyc_limits';
  static override idColumn = ['project_id', 'environment', 'tier', 'currency'];
  static override label = 'limit';

  declare project_id: string;
  declare environment: Environment;
  declare tier: number;
  declare currency: Currency;
  /** Of a wallet, after any credit. */
  declare max_balance_minor: bigint | null;
  /** Of each withdrawal or outgoing transfer. */
  declare max_single_minor: bigint | null;
  /** Of withdrawals and outgoing transfers together, per UTC day. */
  declare max_daily_out_minor: bigint | null;
}

export type KycLimitRow = ModelObject<KycLimit>;

/** The limits of a tier in a currency; a limit that is null does not apply. */
export type TierLimits = Omit<KycLimitRow, keyof ScopeColumns>;
