/** API keys as stored. */
import type { ModelObject } from 'objection';
import type { Environment } from '../../core/scope.ts';
import { TableModel } from '../../db/model.ts';

export class ApiKey extends TableModel {
  static override tableName = 'api_keys';
  static override label = 'API key';

  declare id: string;
  declare project_id: string;
  declare environment: Environment;
  declare name: string;
  /** The key's beginning, by which a person tells keys apart. */
  declare prefix: string;
  declare key_hash: string;
  declare created_by: string;
  declare created_at: Date;
  declare revoked_at: Date | null;
}

export type ApiKeyRow = ModelObject<ApiKey>;
