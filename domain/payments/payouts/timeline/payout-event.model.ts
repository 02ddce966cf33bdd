/** The payout's timeline as stored. */
import type { ModelObject } from 'objection';
import type { Environment } from '../../../../core/scope.ts';
import { TableModel } from '../../../../db/model.ts';
import type { PayoutStatus } from '../payout.rules.ts';

export const PAYOUT_CAUSES = ['request', 'approval', 'poll', 'person'] as const;
export type PayoutCause = (typeof PAYOUT_CAUSES)[number];

export class PayoutEvent extends TableModel {
  static override tableName = 'payout_events';
  static override label = 'payout event';
  static override jsonAttributes = ['details'];

  declare id: string;
  declare payout_id: string;
  declare project_id: string;
  declare environment: Environment;
  declare type: string;
  declare from: PayoutStatus | null;
  declare to: PayoutStatus | null;
  declare cause: PayoutCause;
  declare at: Date;
  declare details: Record<string, unknown>;
}

export type PayoutEventRow = ModelObject<PayoutEvent>;
