/** Providers' callbacks as stored. */
import type { ModelObject } from 'objection';
import type { Environment } from '../../../core/scope.ts';
import { TableModel } from '../../../db/model.ts';
import type { CallbackReading } from '../providers/provider.port.ts';

export class StoredCallback extends TableModel {
  static override tableName = 'provider_callbacks';
  static override label = 'callback';

  declare id: string;
  declare payment_id: string;
  declare project_id: string;
  declare environment: Environment;
  declare provider: string;
  declare authenticity: CallbackReading['authenticity'];
  declare provider_txn_id: string | null;
  declare claimed_status: string | null;
  /** Says that the payer has paid. */
  declare claims_paid: boolean;
  /** Of the callback's content: the same callback counts once for a payment. */
  declare fingerprint: string;
  declare method: string;
  declare query: string;
  declare body: Buffer;
  /** Real time, as are all moments of a callback. */
  declare received_at: Date;
  declare attempts: number;
  /** Attempts without an answer: the one under way, and those whose process died. */
  declare unanswered: number;
  /** null once it was dealt with. */
  declare next_attempt_at: Date | null;
  declare handled_at: Date | null;
}

export type CallbackRow = ModelObject<StoredCallback>;
