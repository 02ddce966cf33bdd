/** What is to be collected on a day, loan by loan. */
import { collect } from '../../../core/async-iterables.ts';
import { invalidField } from '../../../core/errors.ts';
import { addDays } from '../../../core/local-date.ts';
import type { Scope } from '../../../core/scope.ts';
import type { Db } from '../../../db/connection.ts';
import { scopeColumns } from '../../../db/model.ts';
import { page, type Page } from '../../../db/page.ts';
import { inSnapshot, readByCursor } from '../../../db/read-by-cursor.ts';
import { localToday } from '../../cooperative/index.ts';
import { readLoansToCollect, type Borrower } from './open-book.sql.ts';

/** How far ahead a sheet can be. */
const MAX_DAYS_AHEAD = 366;

export interface Collection extends Borrower {
  /** Unpaid on lines that are due on the day. */
  due_minor: bigint;
  /** Unpaid on lines that were due before it. */
  overdue_minor: bigint;
}

/**
 * The day of a sheet.
 * @param asked local date; today when left out
 * @throws AppError VALIDATION_ERROR for a day that is over or too far ahead, `sacco_not_set_up`
 */
export async function collectionDate(db: Db, scope: Scope, asked: string | undefined): Promise<string> {
  const today = await localToday(db, scope);
  const date = asked ?? today;
  if (date < today) throw invalidField('date', '"date" must not be before today');
  if (date > addDays(today, MAX_DAYS_AHEAD))
    throw invalidField('date', `"date" must be at most ${MAX_DAYS_AHEAD} days ahead`);
  return date;
}

export interface CollectionFilter {
  officer_user_id?: string | undefined;
  /** The loan after which the sheet begins. */
  after?: string | undefined;
  /** All if not given. */
  limit?: number | undefined;
}

/**
 * Loans with anything to collect, by member number, streamed from one snapshot. For a future day: what will be due if nothing is paid
 * until then.
 * @param date of `collectionDate`
 */
export function readCollections(
  db: Db,
  scope: Scope,
  date: string,
  { officer_user_id, after, limit }: CollectionFilter = {},
): AsyncGenerator<Collection> {
  return inSnapshot(db, async function* (snapshot) {
    const rows = readByCursor(snapshot, readLoansToCollect, {
      ...scopeColumns(scope),
      today: date,
      also_due_today: 1,
      officer_user_id: officer_user_id ?? null,
      after: after ?? null,
      most: limit ?? null,
    });
    for await (const { due, overdue, ...loan } of rows)
      yield { ...loan, due_minor: BigInt(due), overdue_minor: BigInt(overdue) };
  });
}

/** The same as a page, in memory. */
export async function readCollectionPage(
  db: Db,
  scope: Scope,
  date: string,
  { limit, ...filter }: CollectionFilter,
): Promise<Page<Collection>> {
  if (limit === undefined)
    return { items: await collect(readCollections(db, scope, date, filter)), next_after: null };
  const rows = await collect(readCollections(db, scope, date, { ...filter, limit: limit + 1 }));
  return page(rows, limit, ({ loan_id }) => loan_id);
}
