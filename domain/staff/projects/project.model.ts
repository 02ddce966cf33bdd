/** Projects as stored. */
import type { ModelObject } from 'objection';
import { TableModel } from '../../../db/model.ts';

export class Project extends TableModel {
  static override tableName = 'projects';
  static override label = 'project';

  declare id: string;
  declare name: string;
  declare owner_id: string;
  /** How far the test environment's clock is ahead of real time. */
  declare test_clock_offset_ms: bigint;
  /** When it was last moved, in real time; null where that was never recorded. */
  declare test_clock_moved_at: Date | null;
  /** Whether staff need a second factor to approve, to reveal numbers, and to change what the project relies on. */
  declare require_totp: boolean;
  /**
   * Whether nobody decides who became able to after the request, and changes that weaken approvals wait for a second person.
   */
  declare strict_approvals: boolean;
  declare created_at: Date;
}

export type ProjectRow = ModelObject<Project>;
