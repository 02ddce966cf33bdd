/** Sessions at tills: lists, and single ones with their entries. */
import type { Scope } from '../../../core/scope.ts';
import type { Queryable } from '../../../db/connection.ts';
import { mergedPage, withOneMore, type Page, type PageRequest } from '../../../db/page.ts';
import { SaccoEntry, type EntryRow } from '../../movements/index.ts';
import type { Context } from '../../platform/context.ts';
import type { ScopedContext } from '../../platform/unit.ts';
import { namesOfTills } from '../tills/tills.ts';
import { TillCount, TillSession, type TillCountRow, type TillSessionRow } from './session.model.ts';
import { totalsOf, type CashMoved, type SessionStatus } from './session.rules.ts';
import { sumSessions } from './session-sums.ts';

/** A session with what moved in it. */
export interface SessionView extends TillSessionRow {
  till_name: string;
  in_minor: bigint;
  out_minor: bigint;
  /** Null before it is open, and where it never was. */
  expected_minor: bigint | null;
  by_kind: CashMoved[];
  /** Of the request that waits: its float, its difference or its return. */
  approval_id: string | null;
}

export interface SessionFilter extends PageRequest {
  till?: string;
  status?: SessionStatus;
  /** The teller. */
  user_id?: string;
}

/** Newest first by default. */
export async function listSessions(
  { ctx, scope }: ScopedContext,
  { till, status, user_id, ...request }: SessionFilter,
): Promise<Page<SessionView>> {
  const found = await TillSession.query(ctx.db)
    .inScope(scope)
    .whereGiven('till_id', till)
    .whereGiven('status', status)
    .whereGiven('user_id', user_id)
    .paginate<TillSessionRow>(request);
  return { ...found, items: await describeSessions({ ctx, scope, db: ctx.db }, found.items) };
}

/** @throws AppError NOT_FOUND */
export async function readSession({ ctx, scope }: ScopedContext, id: string): Promise<SessionView> {
  const row = await TillSession.query(ctx.db).findInScope(scope, id);
  const [view] = await describeSessions({ ctx, scope, db: ctx.db }, [row]);
  return view as SessionView;
}

/** Newest first by default: those at its till, and transfers of another till to or from it. Each is read by its own index. */
export async function entriesOfSession(
  { ctx, scope }: ScopedContext,
  { id }: Pick<TillSessionRow, 'id'>,
  request: PageRequest,
): Promise<Page<EntryRow>> {
  const entriesWith = (column: 'session_id' | 'other_session_id') =>
    SaccoEntry.query(ctx.db)
      .inScope(scope)
      .where({ [column]: id })
      .paginate<EntryRow>(withOneMore(request));
  const own = await entriesWith('session_id');
  const others = await entriesWith('other_session_id');
  return mergedPage([own, others], request);
}

/** Surprise counts of one session that are answered at most: nobody counts a till as often in a day. */
const MAX_COUNTS = 100;

/** Newest first. */
export async function countsOfSession(
  { ctx, scope }: ScopedContext,
  { id: session_id }: Pick<TillSessionRow, 'id'>,
): Promise<TillCountRow[]> {
  return TillCount.query(ctx.db).inScope(scope).where({ session_id }).orderBy('id', 'desc').limit(MAX_COUNTS);
}

interface Reading {
  ctx: Pick<Context, 'movements'>;
  db: Queryable;
  scope: Scope;
}

/** With as few statements as for one. */
export async function describeSessions(
  { ctx, db, scope }: Reading,
  rows: readonly TillSessionRow[],
): Promise<SessionView[]> {
  if (rows.length === 0) return [];
  const names = await namesOfTills(
    db,
    scope,
    rows.map(({ till_id }) => till_id),
  );
  const sums = await sumSessions(ctx, db, rows);
  const own = rows.flatMap((row) => [row.float_entry_id, row.difference_entry_id, row.return_entry_id]);
  const waiting = await SaccoEntry.query(db)
    .inScope(scope)
    .where({ status: 'awaiting_approval' })
    .whereIn(
      'id',
      own.flatMap((id) => id ?? []),
    );
  const approval_of = new Map(waiting.map(({ session_id, approval_id }) => [session_id, approval_id]));
  return rows.map((row) => {
    const by_kind = sums.get(row.id) ?? [];
    const moved = totalsOf(by_kind);
    const { in_minor, out_minor } = {
      in_minor: row.in_minor ?? moved.in_minor,
      out_minor: row.out_minor ?? moved.out_minor,
    };
    const is_at_till = row.status !== 'opening' && row.status !== 'cancelled';
    return {
      ...row,
      till_name: names.get(row.till_id) ?? row.till_id,
      in_minor,
      out_minor,
      expected_minor: is_at_till ? row.opening_minor + in_minor - out_minor : null,
      by_kind,
      approval_id: approval_of.get(row.id) ?? null,
    };
  });
}
