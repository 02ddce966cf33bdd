/** KYC documents as stored. The number is sealed; only its last characters are readable. */
import type { ModelObject } from 'objection';
import type { Actor, Environment } from '../../../core/scope.ts';
import { TableModel } from '../../../db/model.ts';
import type { DocType, DocumentStatus } from '../kyc/kyc.rules.ts';

export class KycDocument extends TableModel {
  static override tableName = 'kyc_documents';
  static override label = 'document';

  declare id: string;
  declare customer_id: string;
  declare project_id: string;
  declare environment: Environment;
  declare doc_type: DocType;
  declare number_sealed: string;
  declare number_last4: string;
  /** ISO 3166 alpha-2. */
  declare issuing_country: string | null;
  /** YYYY-MM-DD, the last day on which it is valid (UTC); null when it does not expire. */
  declare expires_on: string | null;
  declare file_url: string | null;
  declare file_sha256: string | null;
  /** An uploaded one, in place of an address. */
  declare file_id: string | null;
  declare status: DocumentStatus;
  /** By the reviewer. */
  declare note: string | null;
  declare reviewer_type: Actor['type'] | null;
  declare reviewer_id: string | null;
  declare reviewed_at: Date | null;
  declare created_at: Date;
}

export type DocumentRow = ModelObject<KycDocument>;
