/** New entries, and how entries are found. */
import { invalidField } from '../../../core/errors.ts';
import { newId } from '../../../core/ids.ts';
import { localDateAt } from '../../../core/local-date.ts';
import type { Currency } from '../../../core/money.ts';
import type { Actor, Scope } from '../../../core/scope.ts';
import type { Queryable } from '../../../db/connection.ts';
import { scopeColumns, type TableQuery } from '../../../db/model.ts';
import { page, type Page, type PageRequest } from '../../../db/page.ts';
import { getMember } from '../members/member.ts';
import type { EntryKind, Movement } from './movement.rules.ts';
import { NO_AMOUNTS, type EntryAmounts } from './entry-amounts.rules.ts';
import { SaccoEntry, type EntryRow } from './entry.model.ts';
import { IN_FLIGHT, type EntryStatus } from './entry.rules.ts';

/** What a request says of the entry that it wants; what it leaves out is null or 0. */
export type EntryRequest = Pick<Movement, 'kind'> &
  Pick<EntryAmounts, 'amount_minor'> &
  Partial<Movement & EntryAmounts> &
  Partial<
    Pick<
      EntryRow,
      'memo' | 'category' | 'reverses_entry_id' | 'loan_id' | 'dividend_id' | 'payment_id' | 'installment_no'
    >
  > & {
    member_id: string | null;
  };

/** A row for the request, not stored yet: it begins as pending. */
export function newEntry(
  scope: Scope,
  actor: Actor,
  { currency, utc_offset_minutes }: { currency: Currency; utc_offset_minutes: number },
  request: EntryRequest,
): EntryRow {
  const now = scope.clock.now();
  return {
    id: newId('entry'),
    ...scopeColumns(scope),
    source: null,
    direction: null,
    income: null,
    loan_id: null,
    dividend_id: null,
    payment_id: null,
    installment_no: null,
    memo: null,
    category: null,
    reverses_entry_id: null,
    reverses_kind: null,
    ...NO_AMOUNTS,
    ...request,
    guarantees: null,
    reversed_by_entry_id: null,
    reversed_at: null,
    currency,
    status: 'pending',
    error: null,
    reason: null,
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

/** @throws AppError NOT_FOUND */
export function getEntry(db: Queryable, scope: Scope, id: string): Promise<EntryRow> {
  return SaccoEntry.query(db).findInScope(scope, id);
}

export interface EntryFilter extends PageRequest {
  status?: EntryStatus;
  kind?: EntryKind;
  /** Local dates of the requests, both included. */
  from?: string;
  to?: string;
  requested_by?: Actor;
}

/**
 * Newest first. A member's are those of the member, and write-offs for which the member's guarantee was called.
 * @param member_id null: the whole SACCO's
 * @throws AppError NOT_FOUND for an unknown member, VALIDATION_ERROR
 */
export async function listEntries(
  db: Queryable,
  scope: Scope,
  member_id: string | null,
  filter: EntryFilter,
): Promise<Page<EntryRow>> {
  const { limit, after } = filter;
  const request = { limit, after };
  if (filter.from && filter.to && filter.to < filter.from)
    throw invalidField('to', '"to" must not be before "from"');
  const entries = whereFits(SaccoEntry.query(db).inScope(scope), filter);
  if (!member_id) return entries.paginate(request);
  await getMember(db, scope, member_id);
  // Each is read by its own index.
  const called = await whereFits(callsOn(db, scope, member_id), filter).paginate<EntryRow>(request);
  const own = await entries.where({ member_id }).paginate<EntryRow>(request);
  if (called.items.length === 0) return own;
  const newest_first = [...own.items, ...called.items].toSorted((a, b) => (a.id < b.id ? 1 : -1));
  const { items, next_after } = page(newest_first, request.limit, ({ id }) => id);
  const more = own.next_after !== null || called.next_after !== null;
  return { items, next_after: next_after ?? (more ? (items.at(-1) as EntryRow).id : null) };
}

function whereFits(
  entries: TableQuery<SaccoEntry>,
  { status, kind, from, to, requested_by }: EntryFilter,
): TableQuery<SaccoEntry> {
  const fitting = entries
    .whereGiven('status', status)
    .whereGiven('kind', kind)
    .whereGiven('requested_by_type', requested_by?.type)
    .whereGiven('requested_by_id', requested_by?.id);
  if (from !== undefined) void fitting.where('local_date', '>=', from);
  if (to !== undefined) void fitting.where('local_date', '<=', to);
  return fitting;
}

/** Write-offs, which are entries of the borrower, for which a guarantee of this member was called. */
export function callsOn(db: Queryable, scope: Scope, member_id: string): TableQuery<SaccoEntry> {
  return SaccoEntry.query(db)
    .inScope(scope)
    .where({ kind: 'loan_write_off', status: 'posted' })
    .whereRaw('guarantees @> ?::jsonb', [JSON.stringify([{ action: 'call', member_id }])]);
}

/** How many movements requested up to a local date are being booked; those that wait for a checker are not. */
export async function countEntriesUnderWay(db: Queryable, scope: Scope, local_date: string): Promise<number> {
  const { rows } = await db.raw<{ rows: [{ entries: bigint }] }>(COUNT_UNDER_WAY, {
    project_id: scope.project_id,
    environment: scope.environment,
    statuses: [...IN_FLIGHT],
    local_date,
  } as never);
  return Number(rows[0].entries);
}

// What a job books by the thousand is in its batch until it has ended.
const COUNT_UNDER_WAY = `
  select count(*) as entries from (
    select local_date from sacco_entries
    where project_id = :project_id and environment = :environment and status = any(:statuses)
    union all
    select e.local_date from sacco_entry_batches b cross join
      json_populate_recordset(json_populate_record(null::sacco_entries, b.common), b.entries) e
    where b.project_id = :project_id and b.environment = :environment
  ) under_way where local_date <= :local_date::date`;
