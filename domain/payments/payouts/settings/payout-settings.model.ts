/** Where projects allow payouts, as stored: a provider without a row sends nothing. */
import type { ModelObject } from 'objection';
import type { Environment } from '../../../../core/scope.ts';
import { TableModel } from '../../../../db/model.ts';

export class PayoutSettings extends TableModel {
  static override tableName = 'payout_settings';
  static override idColumn = ['project_id', 'environment', 'provider'];
  static override label = 'payout settings';

  declare project_id: string;
  declare environment: Environment;
  declare provider: string;
  declare enabled: boolean;
  /** Of one payout; null: no limit. */
  declare max_minor: bigint | null;
  /** Of the payouts of a UTC day in one currency. */
  declare daily_max_minor: bigint | null;
  /** A larger payout waits for a second person; null: none does. */
  declare approval_above_minor: bigint | null;
  declare updated_at: Date;
}

export type PayoutSettingsRow = ModelObject<PayoutSettings>;
export type PayoutTerms = Pick<
  PayoutSettingsRow,
  'enabled' | 'max_minor' | 'daily_max_minor' | 'approval_above_minor'
>;
