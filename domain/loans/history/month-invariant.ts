/** What must be true of the stored months of the loan book. */
import { readByCursor } from '../../../db/read-by-cursor.ts';
import type { Invariant } from '../../platform/invariants.ts';
import { computeMonth, type MonthSums } from './month-end.ts';
import { sumsOf } from './portfolio-history.ts';
import { readStoredMonths } from './stored-months.sql.ts';

/** All of them are computed again: there are few compared with the loans, each of which the verifier replays. */
export const storedMonthsInvariant: Invariant = {
  invariant: 'the stored months of every loan book are what its loans and entries add up to',
  async *violations({ snapshot }) {
    for await (const row of readByCursor(snapshot, readStoredMonths, {})) {
      const found = await computeMonth(snapshot, row, row);
      const differs = Object.entries(sumsOf(row)).some(
        ([name, sum]) => found[name as keyof MonthSums] !== sum,
      );
      if (differs)
        yield `${row.project_id} ${row.environment}: the figures stored of ${row.month_end} are not those of its loans`;
    }
  },
};
