/** What closed periods prevent elsewhere: reversals of their entries, and a change of the local day. */
import type { Scope } from '../../core/scope.ts';
import type { Queryable } from '../../db/connection.ts';
import type { ClosedPeriods } from '../movements/registry.port.ts';
import { AccountingPeriod, FROZEN } from './period.model.ts';

export const closedPeriods: ClosedPeriods = {
  async contain(db, scope, local_date) {
    const found = await AccountingPeriod.query(db)
      .inScope(scope)
      .whereIn('status', [...FROZEN])
      .where('start_date', '<=', local_date)
      .where('end_date', '>=', local_date)
      .first();
    return found !== undefined;
  },

  async exist(db, scope) {
    const found = await AccountingPeriod.query(db).inScope(scope).whereNot('status', 'open').first();
    return found !== undefined;
  },
};

/** The closed period that ends last. */
export async function latestClosed(db: Queryable, scope: Scope): Promise<AccountingPeriod | undefined> {
  return AccountingPeriod.query(db)
    .inScope(scope)
    .whereIn('status', [...FROZEN])
    .orderBy('end_date', 'desc')
    .first();
}
