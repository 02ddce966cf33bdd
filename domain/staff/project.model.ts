/** Projects as stored. */
import type { ModelObject } from 'objection';
import { TableModel } from '../../db/model.ts';

export class Project extends TableModel {
  static override tableName = 'projects';
  static override label = 'project';

  declare id: string;
  declare name: string;
  declare owner_id: string;
  /** How far the test environment's clock is ahead of real time. */
  declare test_clock_offset_ms: bigint;
  /** Whether approvals, reveals, and changes of keys and providers need staff with a second factor. */
  declare require_totp: boolean;
  declare created_at: Date;
}

export type ProjectRow = ModelObject<Project>;
