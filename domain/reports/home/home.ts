/**
 * What somebody sees first: the person's own day and loans, what waits for a decision, and for those who decide the figures of the
 * whole cooperative. Those cost most and are read once in some seconds for all who ask.
 */
import { addDays, localDateAt } from '../../../core/local-date.ts';
import { scopeName, type Actor } from '../../../core/scope.ts';
import { shortCache } from '../../../core/short-cache.ts';
import { latestClosed } from '../../accounting/index.ts';
import { getSettings } from '../../cooperative/index.ts';
import { loanBook } from '../../loans/index.ts';
import { approvals } from '../../movements/index.ts';
import type { Caller, ScopedContext } from '../../platform/unit.ts';
import { readUnallocated, type Unallocated } from '../../receipts/index.ts';
import { countLinesToDo } from '../../reconciliation/index.ts';
import { DECIDERS, roleOf } from '../../staff/index.ts';
import { readTreasury } from '../../tills/index.ts';
import type { Day } from './day.ts';
import { readMonths, type HomeMonth } from './months.ts';
import { readMyDay, type MyDay } from './my-day.ts';

/** How old the figures of the cooperative, and of somebody's loans, may be. */
const KEEP_MS = 10_000;
const MAX_KEPT = 1_000;
const LARGEST_ARREARS = 5;
/** What falls due from today until the same day of next week is not due this week. */
const DAYS_AHEAD = 6;

export interface CooperativeFigures {
  months: HomeMonth[];
  largest_arrears: loanBook.LargeArrears[];
  collections: loanBook.CollectionWeek[];
  books: {
    balanced: boolean;
    /** The last day whose books are closed; null where none are. */
    closed_until: string | null;
    unreconciled_lines: number;
    unallocated: Unallocated;
  };
}

export interface Home extends Day {
  as_of: Date;
  /** In the vault and all tills. */
  cash_on_hand_minor: bigint;
  /** Null for API keys. */
  my_day: MyDay | null;
  /** Null for who looks after no loan. */
  my_loans: loanBook.OfficerBook | null;
  approvals: approvals.WaitingApprovals;
  /** For those who decide, and for API keys. */
  cooperative: CooperativeFigures | null;
}

const figuresOf = shortCache<CooperativeFigures>({ keep_ms: KEEP_MS, max_kept: MAX_KEPT });
const loansOf = shortCache<loanBook.OfficerBook>({ keep_ms: KEEP_MS, max_kept: MAX_KEPT });

/** @throws AppError `sacco_not_set_up` */
export async function readHome({ ctx, scope, actor }: Caller): Promise<Home> {
  const { currency, utc_offset_minutes } = await getSettings(ctx.db, scope);
  const as_of = scope.clock.now();
  const day = { today: localDateAt(as_of, utc_offset_minutes), currency, utc_offset_minutes };
  const base = { ctx, scope };
  // Where the test clock is moved, or the day ends, everything is read again.
  const key = `${scopeName(scope)} ${day.today} ${utc_offset_minutes}`;
  const user_id = actor.type === 'user' ? actor.id : null;
  const sees_figures = await decides(base, actor);
  const [{ cash_on_hand: cash_on_hand_minor }, my_day, my_loans, waiting, cooperative] = await Promise.all([
    readTreasury(base),
    user_id === null ? null : readMyDay(base, user_id, day),
    user_id === null ? null : loansOf(ctx.db, `${key} ${user_id}`, () => readMyLoans(base, user_id, day)),
    approvals.countWaiting(ctx.db, scope),
    sees_figures ? figuresOf(ctx.db, key, () => readFigures(base, day)) : null,
  ]);
  return {
    as_of,
    ...day,
    cash_on_hand_minor,
    my_day,
    my_loans: my_loans && looksAfterAny(my_loans),
    approvals: waiting,
    cooperative,
  };
}

async function decides({ ctx, scope }: ScopedContext, { type, id }: Actor): Promise<boolean> {
  if (type !== 'user') return true;
  const role = await roleOf(ctx.db, scope.project_id, id);
  return role !== undefined && DECIDERS.includes(role);
}

function readMyLoans(
  { ctx, scope }: ScopedContext,
  user_id: string,
  { today }: Day,
): Promise<loanBook.OfficerBook> {
  return loanBook.readOfficerBook(ctx.db, scope, user_id, { today, until: addDays(today, DAYS_AHEAD) });
}

function looksAfterAny(book: loanBook.OfficerBook): loanBook.OfficerBook | null {
  return book.open_loans + book.applications > 0 ? book : null;
}

async function readFigures({ ctx, scope }: ScopedContext, day: Day): Promise<CooperativeFigures> {
  const { db } = ctx;
  const [{ months, balanced }, largest_arrears, collections, closed, unreconciled_lines, unallocated] =
    await Promise.all([
      readMonths({ ctx, scope }, day),
      loanBook.largestArrears(db, scope, day.today, LARGEST_ARREARS),
      loanBook.readCollectionWeeks(db, scope, day),
      latestClosed(db, scope),
      countLinesToDo(db, scope),
      readUnallocated(db, scope),
    ]);
  const closed_until = closed?.end_date ?? null;
  return {
    months,
    largest_arrears,
    collections,
    books: { balanced, closed_until, unreconciled_lines, unallocated },
  };
}
