/** API keys as stored. */
import type { ModelObject } from 'objection';
import type { Environment } from '../../../core/scope.ts';
import { TableModel } from '../../../db/model.ts';
import type { KeyScope } from './api-key.rules.ts';

export class ApiKey extends TableModel {
  static override tableName = 'api_keys';
  static override label = 'API key';

  declare id: string;
  declare project_id: string;
  declare environment: Environment;
  declare name: string;
  /** The first characters of the key, by which people recognise it. */
  declare prefix: string;
  declare key_hash: string;
  declare created_by: string;
  declare created_at: Date;
  declare revoked_at: Date | null;
  declare expires_at: Date | null;
  /** To the minute; null until it was used. */
  declare last_used_at: Date | null;
  /** Null: everything that a key may do. */
  declare scopes: KeyScope[] | null;
  /** Addresses and ranges from which it is accepted; null: from anywhere. */
  declare allowed_ips: string[] | null;
}

export type ApiKeyRow = ModelObject<ApiKey>;
