/** Holds that clients request: their rows, one and in lists. */
import type { Scope } from '../../../core/scope.ts';
import type { Db } from '../../../db/connection.ts';
import type { Page, PageRequest } from '../../../db/page.ts';
import { Hold, HOLD_STATUSES, type HoldRow, type HoldStatus } from './hold.model.ts';

/** @throws AppError NOT_FOUND also for holds of other projects and environments, and for refused ones */
export async function findHold(db: Db, scope: Scope, id: string): Promise<HoldRow> {
  return withExpiry(await Hold.query(db).whereIn('status', HOLD_STATUSES).findInScope(scope, id), scope);
}

/** A hold is expired from its instant on, whether or not the sweep has recorded it. */
export function withExpiry(row: HoldRow, scope: Scope): HoldRow {
  const isExpired =
    row.status === 'pending' && row.expires_at !== null && row.expires_at <= scope.clock.now();
  return isExpired ? { ...row, status: 'expired' } : row;
}

/** Holds of a scope, newest first. */
export async function listHolds(
  db: Db,
  scope: Scope,
  { status, ...request }: PageRequest & { status?: HoldStatus | undefined },
): Promise<Page<HoldRow>> {
  const query = Hold.query(db).inScope(scope);
  const now = scope.clock.now();
  if (status === 'pending') {
    void query
      .where({ status })
      .where((open) => open.whereNull('expires_at').orWhere('expires_at', '>', now));
  } else if (status === 'expired') {
    void query.where((expired) =>
      expired
        .where({ status })
        .orWhere((due) => due.where({ status: 'pending' }).where('expires_at', '<=', now)),
    );
  } else {
    void query.whereIn('status', status ? [status] : HOLD_STATUSES);
  }
  const found = await query.paginate(request);
  return { ...found, items: found.items.map((row) => withExpiry(row, scope)) };
}
