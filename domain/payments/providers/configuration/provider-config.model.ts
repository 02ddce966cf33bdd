/** Projects' configurations of providers, as stored. */
import { TableModel } from '../../../../db/model.ts';
import type { Environment } from '../../../../core/scope.ts';

export class ProviderConfig extends TableModel {
  static override tableName = 'provider_configs';
  static override idColumn = ['project_id', 'environment', 'provider'];
  static override label = 'provider configuration';
  static override jsonAttributes = ['credentials_masked'];

  declare project_id: string;
  declare environment: Environment;
  declare provider: string;
  declare credentials_sealed: string;
  /** Masked, as they may be shown. */
  declare credentials_masked: Record<string, string>;
  declare created_at: Date;
  declare updated_at: Date;
}
