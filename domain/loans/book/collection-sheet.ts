/** What is to be collected on a day, loan by loan. */
import { invalidField } from '../../../core/errors.ts';
import { addDays } from '../../../core/local-date.ts';
import type { Scope } from '../../../core/scope.ts';
import type { Db } from '../../../db/connection.ts';
import { inSnapshot } from '../../../db/read-by-cursor.ts';
import { localToday } from '../../cooperative/index.ts';
import { BORROWER_COLUMNS, STANDING_WITH_BORROWERS, streamOpenBook, type Borrower } from './open-book.ts';

/** How far ahead it can be asked for. */
const MAX_DAYS_AHEAD = 366;

export interface Collection extends Borrower {
  /** Unpaid on lines that are due on the day. */
  due_minor: bigint;
  /** Unpaid on lines that were due before it. */
  overdue_minor: bigint;
}

/**
 * The day of a sheet.
 * @param asked local date; today's where it is left out
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

/**
 * Loans of which anything is to be collected, by the number of the member, in one snapshot, read while they are taken. Of a day
 * ahead it is what there will be to collect if nothing is paid until then.
 * @param date of `collectionDate`
 */
export function readCollections(db: Db, scope: Scope, date: string): AsyncGenerator<Collection> {
  return inSnapshot(db, async function* (snapshot) {
    const rows = streamOpenBook<CollectionRow>(snapshot, scope, date, TO_COLLECT, { also_due_today: 1 });
    for await (const { due, overdue, ...loan } of rows)
      yield { ...loan, due_minor: BigInt(due), overdue_minor: BigInt(overdue) };
  });
}

interface CollectionRow extends Omit<Collection, 'due_minor' | 'overdue_minor'> {
  /** Decimal text: numeric has no parser. */
  due: string;
  overdue: string;
}

const TO_COLLECT = `
  select ${BORROWER_COLUMNS}, l.due, l.overdue_principal + l.overdue_charges as overdue
  from ${STANDING_WITH_BORROWERS}
  where l.due + l.overdue_principal + l.overdue_charges > 0
  order by m.member_no, l.id`;
