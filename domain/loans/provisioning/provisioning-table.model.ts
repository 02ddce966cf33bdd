/** The provisioning table of a SACCO as stored; without a row the default applies. */
import type { Environment } from '../../../core/scope.ts';
import { TableModel } from '../../../db/model.ts';
import type { LoanClass } from './provisioning.rules.ts';

export class ProvisioningTable extends TableModel {
  static override tableName = 'sacco_provisioning_tables';
  static override idColumn = ['project_id', 'environment'];
  static override label = 'provisioning table';
  static override jsonAttributes = ['classes'];

  declare project_id: string;
  declare environment: Environment;
  declare classes: LoanClass[];
  declare updated_at: Date;
}
