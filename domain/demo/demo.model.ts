/** Demo projects as stored, with the progress of filling each. */
import type { ModelObject } from 'objection';
import { TableModel } from '../../db/model.ts';

export const DEMO_STATUSES = ['empty', 'filling', 'filled'] as const;

export class DemoFill extends TableModel {
  static override tableName = 'demo_fills';
  static override label = 'demo project';

  /** The project's. */
  declare id: string;
  declare status: (typeof DEMO_STATUSES)[number];
  /** The user who started the fill and requests the movements. */
  declare user_id: string | null;
  /** The user who decides on them. */
  declare checker_id: string | null;
  /** Beginning of the demonstration's year, in the time of the test environment. */
  declare begins_at: Date | null;
  /** Months that are done. */
  declare months: number;
  declare attempts: number;
  /** Attempts without an answer: the one under way, and those whose process died. */
  declare unanswered: number;
  /** System time; null when there is nothing to do. */
  declare next_attempt_at: Date | null;
  declare filled_at: Date | null;
}

export type DemoFillRow = ModelObject<DemoFill>;
