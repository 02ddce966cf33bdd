/** Lists of entries: all of them, or those that moved a member's money. */
import { invalidField } from '../../../core/errors.ts';
import type { Actor } from '../../../core/scope.ts';
import type { TableQuery } from '../../../db/model.ts';
import { page, type Page, type PageRequest } from '../../../db/page.ts';
import { getMember } from '../../cooperative/index.ts';
import type { ScopedContext } from '../../platform/unit.ts';
import type { EntryKind } from '../movement.rules.ts';
import { SaccoEntry, type EntryRow } from './entry.model.ts';
import type { EntryStatus } from './entry.rules.ts';

export interface EntryFilter extends PageRequest {
  status?: EntryStatus;
  kind?: EntryKind;
  /** Local dates of the requests, both included. */
  from?: string;
  to?: string;
  requested_by?: Actor;
}

/**
 * Newest first. A member's are those of the member, and those of other members that moved this member's accounts.
 * @param member_id null: all entries of the scope
 * @throws AppError NOT_FOUND for an unknown member, VALIDATION_ERROR
 */
export async function listEntries(
  { ctx, scope }: ScopedContext,
  member_id: string | null,
  filter: EntryFilter,
): Promise<Page<EntryRow>> {
  const { db } = ctx;
  const { limit, after } = filter;
  const request = { limit, after };
  if (filter.from && filter.to && filter.to < filter.from)
    throw invalidField('to', '"to" must not be before "from"');
  const entries = whereFits(SaccoEntry.query(db).inScope(scope), filter);
  if (!member_id) return entries.paginate(request);
  await getMember(db, scope, member_id);
  // Each is read by its own index.
  const pages: Page<EntryRow>[] = [];
  for (const { others } of ctx.movements.all)
    if (others)
      pages.push(await whereFits(others.entriesOn(db, scope, member_id), filter).paginate<EntryRow>(request));
  const own = await entries.where({ member_id }).paginate<EntryRow>(request);
  if (pages.every(({ items }) => items.length === 0)) return own;
  pages.push(own);
  const newest_first = pages.flatMap(({ items }) => items).toSorted((a, b) => (a.id < b.id ? 1 : -1));
  const { items, next_after } = page(newest_first, limit, ({ id }) => id);
  const more = pages.some((each) => each.next_after !== null);
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
