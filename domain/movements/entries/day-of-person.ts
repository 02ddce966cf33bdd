/** What somebody has requested on a day: how many movements, for how many members, and the cash that they moved. */
import { CLOCK_SLACK_MS } from '../../../core/clock.ts';
import { firstIdAt } from '../../../core/ids.ts';
import { startOfDay } from '../../../core/local-date.ts';
import type { Scope } from '../../../core/scope.ts';
import type { Queryable } from '../../../db/connection.ts';
import { scopeColumns } from '../../../db/model.ts';
import type { RowOfQuery } from '../../../db/statement.ts';
import { expectOne } from '../../../db/rows.ts';
import type { MovementRegistry } from '../registry.port.ts';
import { countMembersServed, sumDayOfPerson } from './day-of-person.sql.ts';

export interface DayOfPerson {
  /** In any state. */
  entries: number;
  members_served: number;
  /** Of what is posted and not reversed. */
  in_minor: bigint;
  out_minor: bigint;
}

/** @param day local date of the requests, which is not over */
export async function readDayOfPerson(
  { db, movements }: { db: Queryable; movements: MovementRegistry },
  scope: Scope,
  { user_id, day, utc_offset_minutes }: { user_id: string; day: string; utc_offset_minutes: number },
): Promise<DayOfPerson> {
  const first_id = firstIdOf(scope, startOfDay(day, utc_offset_minutes));
  const asked = { ...scopeColumns(scope), user_id, day, first_id };
  const [rows, served] = await Promise.all([sumDayOfPerson(db, asked), countMembersServed(db, asked)]);
  const totals = { entries: 0, in_minor: 0n, out_minor: 0n };
  for (const row of rows) {
    totals.entries += Number(row.entries);
    const side = cashSide(movements, row);
    if (side) totals[side] += BigInt(row.amount);
  }
  return { ...totals, members_served: Number(expectOne(served).members) };
}

/** Ids are of system time, which a test clock only leaves further behind. */
function firstIdOf({ clock }: Scope, begins: Date): string {
  return firstIdAt('entry', new Date(begins.getTime() - clock.offset_ms - CLOCK_SLACK_MS));
}

/** Which way the whole amount went; null where it moved no cash, or does not stand. */
function cashSide(
  movements: MovementRegistry,
  row: RowOfQuery<typeof sumDayOfPerson>,
): 'in_minor' | 'out_minor' | null {
  if (row.status !== 'posted' || row.is_reversed || row.kind === 'reversal') return null;
  const { legs } = movements.of(row);
  const comes_in = legs.some(({ debit }) => debit === 'cash_on_hand');
  const goes_out = legs.some(({ credit }) => credit === 'cash_on_hand');
  // Between two tills nothing comes or goes.
  if (comes_in === goes_out) return null;
  return comes_in ? 'in_minor' : 'out_minor';
}
