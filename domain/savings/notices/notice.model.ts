/** Notices of withdrawals as stored. */
import type { ModelObject } from 'objection';
import type { Actor, Environment } from '../../../core/scope.ts';
import { TableModel } from '../../../db/model.ts';

export class SavingsNotice extends TableModel {
  static override tableName = 'sacco_savings_notices';
  static override label = 'notice';

  declare id: string;
  declare project_id: string;
  declare environment: Environment;
  declare member_id: string;
  /** Also a default account. */
  declare account_id: string;
  declare amount_minor: bigint;
  /** Local dates. */
  declare given_on: string;
  declare ripe_on: string;
  declare given_by_type: Actor['type'];
  declare given_by_id: string;
  declare created_at: Date;
}

export type SavingsNoticeRow = ModelObject<SavingsNotice>;
