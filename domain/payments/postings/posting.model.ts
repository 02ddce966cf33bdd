/** Postings as stored: how far a completed payment has got on its way into the ledger. */
import type { ModelObject } from 'objection';
import type { Environment } from '../../../core/scope.ts';
import { TableModel } from '../../../db/model.ts';

export const POSTING_STATUSES = ['pending', 'posted', 'failed'] as const;
export type PostingStatus = (typeof POSTING_STATUSES)[number];

export class Posting extends TableModel {
  static override tableName = 'postings';
  static override idColumn = 'payment_id';
  static override label = 'posting';

  declare payment_id: string;
  declare project_id: string;
  declare environment: Environment;
  /** How often a person had it retried: each retry books under transfer ids of its own. */
  declare generation: number;
  declare status: PostingStatus;
  declare attempts: number;
  declare error: string | null;
  /** Real time; when the pending posting is tried again. */
  declare next_attempt_at: Date;
  declare created_at: Date;
  declare posted_at: Date | null;
  /** Ids of the requests that completed the payment; null where none did. */
  declare request_ids: readonly string[] | null;
}

export type PostingRow = ModelObject<Posting>;
