/** The classes of late loans and their rates, which owner and admin set. */
import { invalid } from '../../../core/errors.ts';
import type { Scope } from '../../../core/scope.ts';
import type { Queryable } from '../../../db/connection.ts';
import { scopeColumns } from '../../../db/model.ts';
import { audit } from '../../platform/audit/audit.ts';
import { inTransaction, type Caller } from '../../platform/unit.ts';
import { getSettings } from '../../cooperative/index.ts';
import { ProvisioningTable } from './provisioning-table.model.ts';
import { classProblems, DEFAULT_CLASSES, type LoanClass } from './provisioning.rules.ts';

/** @returns the classes by rising days; the default where none were set */
export async function readLoanClasses(db: Queryable, scope: Scope): Promise<readonly LoanClass[]> {
  const table = await ProvisioningTable.query(db).inScope(scope).first();
  return table?.classes ?? DEFAULT_CLASSES;
}

/** The same. @throws AppError `sacco_not_set_up` */
export async function getProvisioningTable(db: Queryable, scope: Scope): Promise<readonly LoanClass[]> {
  await getSettings(db, scope);
  return readLoanClasses(db, scope);
}

/**
 * Replaces the table. Recorded in the audit log, not approved.
 * @throws AppError VALIDATION_ERROR, `sacco_not_set_up`
 */
export async function putProvisioningTable(
  caller: Caller,
  classes: readonly LoanClass[],
): Promise<readonly LoanClass[]> {
  const problems = classProblems(classes);
  if (problems.length > 0) throw invalid(problems);
  await getSettings(caller.ctx.db, caller.scope);
  return inTransaction(caller, async (unit) => {
    const { trx, scope } = unit;
    const from = await readLoanClasses(trx, scope);
    const updated_at = scope.clock.now();
    await ProvisioningTable.query(trx)
      .insert({ ...scopeColumns(scope), classes: [...classes], updated_at })
      .onConflict(['project_id', 'environment'])
      .merge({ classes: [...classes], updated_at });
    await audit(unit, 'sacco.provisioning_table_changed', scope.project_id, { from, to: classes });
    return classes;
  });
}
