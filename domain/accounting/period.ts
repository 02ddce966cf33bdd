/** How accounting periods are found and changed. */
import type { Scope } from '../../core/scope.ts';
import type { Queryable } from '../../db/connection.ts';
import type { Page, PageRequest } from '../../db/page.ts';
import { expectOne } from '../../db/rows.ts';
import type { ScopedUnit } from '../platform/unit.ts';
import { AccountingPeriod, type PeriodRow } from './period.model.ts';

/** @throws AppError NOT_FOUND also for periods of other projects and environments */
export function getPeriod(db: Queryable, scope: Scope, id: string): Promise<PeriodRow> {
  return AccountingPeriod.query(db).findInScope(scope, id);
}

/** Newest first. */
export function listPeriods(db: Queryable, scope: Scope, request: PageRequest): Promise<Page<PeriodRow>> {
  return AccountingPeriod.query(db).inScope(scope).paginate<PeriodRow>(request);
}

/** @returns the period as it then stands */
export async function changePeriod(
  { trx, scope }: ScopedUnit,
  id: string,
  to: Partial<PeriodRow>,
): Promise<PeriodRow> {
  return expectOne(await AccountingPeriod.query(trx).inScope(scope).where({ id }).patch(to).returning('*'));
}
