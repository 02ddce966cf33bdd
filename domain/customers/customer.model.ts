/** Customers as stored. */
import type { ModelObject } from 'objection';
import type { Environment } from '../../core/scope.ts';
import { TableModel } from '../../db/model.ts';
import type { CustomerStatus } from './customer.rules.ts';
import type { CustomerKind, KycStatus } from './kyc/kyc.rules.ts';

export class Customer extends TableModel {
  static override tableName = 'customers';
  static override label = 'customer';

  declare id: string;
  declare project_id: string;
  declare environment: Environment;
  declare kind: CustomerKind;
  declare full_name: string;
  /** E.164. */
  declare phone: string | null;
  declare email: string | null;
  /** YYYY-MM-DD */
  declare date_of_birth: string | null;
  declare external_ref: string | null;
  declare status: CustomerStatus;
  declare kyc_status: KycStatus;
  /** The tier that was granted; the one that applies today is `effectiveTierOf`. */
  declare kyc_tier: number;
  /** When the phone was changed; null: it has not been since the last approval of a tier that requires one. */
  declare phone_unverified_since: Date | null;
  declare created_at: Date;
  declare updated_at: Date;
}

export type CustomerRow = ModelObject<Customer>;
