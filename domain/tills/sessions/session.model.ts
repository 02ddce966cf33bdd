/** Sessions at tills, and counts of what is in a till, as stored. */
import type { ModelObject } from 'objection';
import type { Currency } from '../../../core/money.ts';
import type { Environment } from '../../../core/scope.ts';
import { TableModel } from '../../../db/model.ts';
import type { SessionStatus } from './session.rules.ts';

/** Pieces by denomination, as it is written: `{ "1000.00": 12 }`. */
export type Pieces = Record<string, number>;

export class TillSession extends TableModel {
  static override tableName = 'sacco_till_sessions';
  static override label = 'session';
  static override jsonAttributes = ['count'];

  declare id: string;
  declare project_id: string;
  declare environment: Environment;
  declare till_id: string;
  /** The teller. */
  declare user_id: string;
  declare currency: Currency;
  declare status: SessionStatus;
  /** The float. */
  declare opening_minor: bigint;
  declare float_entry_id: string;
  /** As it was counted and computed when it was closed; null while it is open. */
  declare in_minor: bigint | null;
  declare out_minor: bigint | null;
  declare expected_minor: bigint | null;
  declare counted_minor: bigint | null;
  declare count: Pieces | null;
  declare memo: string | null;
  /** Who closed it. */
  declare closed_by_id: string | null;
  declare difference_entry_id: string | null;
  declare return_entry_id: string | null;
  declare created_at: Date;
  declare opened_at: Date | null;
  declare closed_at: Date | null;
}

export type TillSessionRow = ModelObject<TillSession>;

/** Of a session that is open, or is open again: nothing is counted. */
export const NOT_COUNTED = {
  in_minor: null,
  out_minor: null,
  expected_minor: null,
  counted_minor: null,
  count: null,
  memo: null,
  closed_by_id: null,
  difference_entry_id: null,
  return_entry_id: null,
} as const satisfies Partial<TillSessionRow>;

/** A surprise count. */
export class TillCount extends TableModel {
  static override tableName = 'sacco_till_counts';
  static override label = 'count';
  static override jsonAttributes = ['count'];

  declare id: string;
  declare project_id: string;
  declare environment: Environment;
  declare session_id: string;
  declare expected_minor: bigint;
  declare counted_minor: bigint;
  declare count: Pieces | null;
  declare memo: string | null;
  declare counted_by_id: string;
  declare counted_at: Date;
}

export type TillCountRow = ModelObject<TillCount>;
