/**
 * Everything that happened with a member, newest first: movements, loans, guarantees, documents, messages, notes and events. The ids of
 * all of them end in the moment at which they were stored, which is their common order: each source is read by its own index, and no
 * further than a page.
 */
import type { Actor } from '../../../core/scope.ts';
import { page, type Page, type PageRequest } from '../../../db/page.ts';
import { getMember } from '../../cooperative/index.ts';
import { entries, type EntryRow } from '../../movements/index.ts';
import type { ScopedContext } from '../../platform/unit.ts';
import { readNewest } from './timeline.sql.ts';
import { TIMELINE_KINDS, type TimelineKind } from './timeline.rules.ts';

export interface TimelineItem {
  kind: TimelineKind;
  /** Of a guarantee the loan's. */
  id: string;
  project_id: string;
  at: Date;
  /** What of its kind: the kind of movement, the loan's product, the borrower, the type of document or event, the message's template. */
  what: string;
  status: string | null;
  amount_minor: bigint | null;
  currency: string | null;
  /** What somebody wrote. */
  text: string | null;
  loan_id: string | null;
  /** Of a movement, as its entry has them. */
  source: EntryRow['source'];
  reverses_kind: EntryRow['reverses_kind'];
  by_type: Actor['type'] | null;
  by_id: string | null;
}

export interface TimelineRequest extends PageRequest {
  /** One kind alone; all when left out. */
  kind?: TimelineKind | undefined;
}

/** @throws AppError NOT_FOUND for an unknown member */
export async function readTimeline(
  base: ScopedContext,
  member_id: string,
  { kind, limit, after }: TimelineRequest,
): Promise<Page<TimelineItem>> {
  const { ctx, scope } = base;
  const { project_id, environment } = scope;
  const { customer_id, photo_file_id, signature_file_id } = await getMember(ctx.db, scope, member_id);
  const kinds = kind === undefined ? TIMELINE_KINDS : [kind];
  const found = kinds.includes('movement') ? await readMovements(base, member_id, { limit, after }) : [];
  if (kind !== 'movement') {
    const rows = await readNewest(ctx.db, {
      project_id,
      environment,
      member_id,
      customer_id,
      file_ids: [photo_file_id, signature_file_id].filter((id) => id !== null),
      kinds,
      after: after ?? null,
      limit: limit + 1,
    });
    found.push(...rows.map((row) => ({ ...row, project_id, source: null, reverses_kind: null })));
  }
  const newest_first = found.toSorted((a, b) => (placeOf(a) < placeOf(b) ? 1 : -1));
  return page(newest_first, limit, placeOf);
}

/** The member's own, and those of others that moved the member's accounts. */
async function readMovements(
  base: ScopedContext,
  member_id: string,
  { limit, after }: PageRequest,
): Promise<TimelineItem[]> {
  const { items } = await entries.list(base, member_id, {
    limit: limit + 1,
    ...(after === undefined ? {} : { after: `ent_${after}` }),
  });
  return items.map(movementItem);
}

function movementItem(entry: EntryRow): TimelineItem {
  return {
    kind: 'movement',
    id: entry.id,
    project_id: entry.project_id,
    at: entry.created_at,
    what: entry.kind,
    status: entry.status,
    amount_minor: entry.amount_minor,
    currency: entry.currency,
    text: entry.memo,
    loan_id: entry.loan_id,
    source: entry.source,
    reverses_kind: entry.reverses_kind,
    by_type: entry.requested_by_type,
    by_id: entry.requested_by_id,
  };
}

/** The end of an id. */
function placeOf({ id }: Pick<TimelineItem, 'id'>): string {
  return id.slice(-26);
}
