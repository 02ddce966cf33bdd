/** The entry as stored: one movement of the SACCO, from its request to its outcome. */
import { notFound, type Reason } from '../../../core/errors.ts';
import { newId } from '../../../core/ids.ts';
import { localDateAt } from '../../../core/local-date.ts';
import type { Currency } from '../../../core/money.ts';
import type { Actor, Environment, Scope } from '../../../core/scope.ts';
import type { Queryable } from '../../../db/connection.ts';
import { page, type Page, type PageRequest } from '../../../db/page.ts';
import type { Movement } from './booking-table.rules.ts';
import type { EntryStatus } from './entry.rules.ts';
import { getMember } from '../members/member.ts';

export interface EntryRow extends Movement {
  id: string;
  project_id: string;
  environment: Environment;
  member_id: string | null;
  loan_id: string | null;
  dividend_id: string | null;
  payment_id: string | null;
  /** Of an exit: what is paid out, known once it is approved. */
  amount_minor: bigint;
  /** Of an exit: the part that is share capital. */
  shares_minor: bigint;
  currency: Currency;
  status: EntryStatus;
  error: Reason | null;
  /** The same as a sentence. */
  reason: string | null;
  memo: string | null;
  requested_by_type: Actor['type'];
  requested_by_id: string;
  approval_id: string | null;
  /** The SACCO's day on which it was requested. */
  local_date: string;
  created_at: Date;
  posted_at: Date | null;
  /** Its place in the ledger's order. */
  ledger_timestamp: bigint | null;
  /** Real time; when the sweep takes it up, while it is being booked. */
  due_at: Date | null;
}

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
    project_id: scope.project_id,
    environment: scope.environment,
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
export async function getEntry(db: Queryable, scope: Scope, id: string): Promise<EntryRow> {
  const entry = await db<EntryRow>('sacco_entries')
    .where({ id, project_id: scope.project_id, environment: scope.environment })
    .first();
  if (!entry) throw notFound('entry');
  return entry;
}

export interface EntryFilter extends PageRequest {
  status?: EntryStatus | undefined;
}

/**
 * Newest first.
 * @param member_id null: the whole book's
 * @throws AppError NOT_FOUND for an unknown member
 */
export async function listEntries(
  db: Queryable,
  scope: Scope,
  member_id: string | null,
  { limit, after, status }: EntryFilter,
): Promise<Page<EntryRow>> {
  const query = db<EntryRow>('sacco_entries').where({
    project_id: scope.project_id,
    environment: scope.environment,
  });
  if (member_id) {
    await getMember(db, scope, member_id);
    void query.where('member_id', member_id);
  }
  if (status) void query.where('status', status);
  if (after) void query.where('id', '<', after);
  return page(await query.orderBy('id', 'desc').limit(limit + 1), limit, (row) => row.id);
}
