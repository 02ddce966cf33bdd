/**
 * Holds that clients request: their rows, one and in lists. A row mirrors what the ledger decided; the ledger's pending transfer
 * has the same id.
 */
import { notFound } from '../../core/errors.ts';
import type { Environment, Scope } from '../../core/scope.ts';
import type { Db } from '../../db/connection.ts';
import { page, type Page, type PageRequest } from '../../db/page.ts';

export const HOLD_STATUSES = ['pending', 'captured', 'voided', 'expired'] as const;
export type HoldStatus = (typeof HOLD_STATUSES)[number];

export interface HoldRow {
  id: string;
  project_id: string;
  environment: Environment;
  debit_account_id: string;
  credit_account_id: string;
  amount_minor: bigint;
  captured_minor: bigint;
  currency: string;
  reference: string;
  memo: string | null;
  timeout_s: number;
  status: HoldStatus | 'requested' | 'refused';
  created_at: Date;
  expires_at: Date | null;
  /** When a request last began to open or resolve the hold, until it is done; if it dies, the sweep finishes its work. */
  touched_at: Date | null;
}

/** @throws AppError NOT_FOUND also for holds of other projects and environments, and for refused ones */
export async function findHold(db: Db, scope: Scope, id: string): Promise<HoldRow> {
  const row = await db<HoldRow>('ledger_holds')
    .where({ id, project_id: scope.project_id, environment: scope.environment })
    .whereIn('status', HOLD_STATUSES)
    .first();
  if (!row) throw notFound('hold');
  return withExpiry(row, scope);
}

/** A hold is expired from its instant on, whether or not the sweep has recorded it. */
function withExpiry(row: HoldRow, scope: Scope): HoldRow {
  const isExpired =
    row.status === 'pending' && row.expires_at !== null && row.expires_at <= scope.clock.now();
  return isExpired ? { ...row, status: 'expired' } : row;
}

/** Holds of a scope, newest first. */
export async function listHolds(
  db: Db,
  scope: Scope,
  { limit, after, status }: PageRequest & { status?: HoldStatus | undefined },
): Promise<Page<HoldRow>> {
  const query = db<HoldRow>('ledger_holds').where({
    project_id: scope.project_id,
    environment: scope.environment,
  });
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
  if (after) void query.where('id', '<', after);
  const found = page(await query.orderBy('id', 'desc').limit(limit + 1), limit, (row) => row.id);
  return { ...found, items: found.items.map((row) => withExpiry(row, scope)) };
}
