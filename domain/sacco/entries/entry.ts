/** How entries are made, and found. */
import { newId } from '../../../core/ids.ts';
import { localDateAt } from '../../../core/local-date.ts';
import type { Currency } from '../../../core/money.ts';
import type { Actor, Scope } from '../../../core/scope.ts';
import type { Queryable } from '../../../db/connection.ts';
import { scopeColumns } from '../../../db/model.ts';
import type { Page, PageRequest } from '../../../db/page.ts';
import type { Movement } from './booking-table.rules.ts';
import { SaccoEntry, type EntryRow } from './entry.model.ts';
import type { EntryStatus } from './entry.rules.ts';
import { getMember } from '../members/member.ts';

/** What a request says of the entry that it wants. */
export interface EntryRequest extends Movement {
  member_id: string | null;
  amount_minor: bigint;
  memo?: string | null;
  payment_id?: string;
}

/** A row for the request, not stored yet. */
export function newEntry(
  scope: Scope,
  actor: Actor,
  { currency, utc_offset_minutes }: { currency: Currency; utc_offset_minutes: number },
  request: EntryRequest,
  status: EntryStatus,
): EntryRow {
  const now = scope.clock.now();
  return {
    id: newId('entry'),
    ...scopeColumns(scope),
    kind: request.kind,
    source: request.source,
    direction: request.direction,
    member_id: request.member_id,
    loan_id: null,
    dividend_id: null,
    payment_id: request.payment_id ?? null,
    amount_minor: request.amount_minor,
    shares_minor: 0n,
    currency,
    status,
    error: null,
    reason: null,
    memo: request.memo ?? null,
    requested_by_type: actor.type,
    requested_by_id: actor.id,
    approval_id: null,
    local_date: localDateAt(now, utc_offset_minutes),
    created_at: now,
    posted_at: null,
    ledger_timestamp: null,
    due_at: null,
  };
}

/** @throws AppError NOT_FOUND also for entries of other projects and environments */
export function getEntry(db: Queryable, scope: Scope, id: string): Promise<EntryRow> {
  return SaccoEntry.query(db).findInScope(scope, id);
}

export interface EntryFilter extends PageRequest {
  status?: EntryStatus | undefined;
}

/**
 * Newest first.
 * @param member_id null: the whole SACCO's
 * @throws AppError NOT_FOUND for an unknown member
 */
export async function listEntries(
  db: Queryable,
  scope: Scope,
  member_id: string | null,
  { status, ...request }: EntryFilter,
): Promise<Page<EntryRow>> {
  if (member_id) await getMember(db, scope, member_id);
  return SaccoEntry.query(db)
    .inScope(scope)
    .whereGiven('member_id', member_id)
    .whereGiven('status', status)
    .paginate(request);
}
