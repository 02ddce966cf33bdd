/** Demo projects as stored: how far each is filled. */
import type { ModelObject } from 'objection';
import { TableModel } from '../../db/model.ts';

export const DEMO_STATUSES = ['empty', 'filling', 'filled'] as const;

export class DemoFill extends TableModel {
  static override tableName = 'demo_fills';
  static override label = 'demo project';

  /** The project's. */
  declare id: string;
  declare status: (typeof DEMO_STATUSES)[number];
  /** Who asked for it, and in whose name movements are requested. */
  declare user_id: string | null;
  /** Who decides on them. */
  declare checker_id: string | null;
  /** Time of the test environment at which the year of the demonstration begins. */
  declare begins_at: Date | null;
  /** How many of its months are done. */
  declare months: number;
  declare attempts: number;
  /** System time; while there is something to do. */
  declare next_attempt_at: Date | null;
  declare filled_at: Date | null;
}

export type DemoFillRow = ModelObject<DemoFill>;
