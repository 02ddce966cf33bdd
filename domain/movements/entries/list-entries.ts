/** Lists of entries: all of them, or those that moved a member's money. */
import { invalidField } from '../../../core/errors.ts';
import { readCrockford } from '../../../core/ids.ts';
import type { Actor } from '../../../core/scope.ts';
import { textArray } from '../../../db/array-literal.ts';
import { scopeColumns, type TableQuery } from '../../../db/model.ts';
import { mergedPage, withOneMore, type Page, type PageRequest } from '../../../db/page.ts';
import { getMember } from '../../cooperative/index.ts';
import type { ScopedContext } from '../../platform/unit.ts';
import type { EntryKind } from '../movement.rules.ts';
import { SaccoEntry, type EntryRow } from './entry.model.ts';
import type { EntryStatus } from './entry.rules.ts';
import { findByShortNumber } from './short-number.sql.ts';

export interface EntryFilter extends PageRequest {
  status?: EntryStatus;
  kind?: EntryKind;
  /** Local dates of the requests, both included. */
  from?: string;
  to?: string;
  requested_by?: Actor;
  /** Of the entry's receipt. */
  short_no?: string;
}

/**
 * Newest first by default. A member's are those of the member, and those of other members that moved this member's accounts.
 * @param member_id null: all entries of the scope
 * @throws AppError NOT_FOUND for an unknown member, VALIDATION_ERROR
 */
export async function listEntries(
  { ctx, scope }: ScopedContext,
  member_id: string | null,
  filter: EntryFilter,
): Promise<Page<EntryRow>> {
  const { db } = ctx;
  if (filter.from && filter.to && filter.to < filter.from)
    throw invalidField('to', '"to" must not be before "from"');
  const entries = whereFits(SaccoEntry.query(db).inScope(scope), filter);
  if (filter.short_no !== undefined) {
    const wanted = { ...scopeColumns(scope), short_no: readCrockford(filter.short_no) };
    const found = await findByShortNumber(db, wanted);
    void entries.whereRaw('id = any(?::text[])', [textArray(found.map(({ id }) => id))]);
  }
  if (!member_id) return entries.paginate(filter);
  await getMember(db, scope, member_id);
  const request = withOneMore(filter);
  // Each is read by its own index.
  const pages: Page<EntryRow>[] = [];
  for (const { others } of ctx.movements.all)
    if (others)
      pages.push(await whereFits(others.entriesOn(db, scope, member_id), filter).paginate<EntryRow>(request));
  pages.push(await entries.where({ member_id }).paginate<EntryRow>(request));
  return mergedPage(pages, filter);
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
