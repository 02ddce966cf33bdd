/** What a member has agreed to save regularly, as stored. */
import type { ModelObject } from 'objection';
import type { Environment } from '../../core/scope.ts';
import { TableModel } from '../../db/model.ts';

export const CONTRIBUTION_FREQUENCIES = ['weekly', 'biweekly', 'monthly'] as const;

export class Contribution extends TableModel {
  static override tableName = 'sacco_contributions';
  static override idColumn = 'member_id';
  static override label = 'contribution';

  declare member_id: string;
  declare project_id: string;
  declare environment: Environment;
  /** Of each time. */
  declare amount_minor: bigint;
  declare frequency: (typeof CONTRIBUTION_FREQUENCIES)[number];
  /** The local date of the first one; monthly ones fall due on the same day, or the last one of a shorter month. */
  declare start_date: string;
  declare updated_at: Date;
}

export type ContributionRow = ModelObject<Contribution>;
