/** Who is behind with what was agreed to be saved. */
import { instantsOf, localDateAt } from '../../core/local-date.ts';
import type { Currency } from '../../core/money.ts';
import type { Scope } from '../../core/scope.ts';
import type { Db } from '../../db/connection.ts';
import { scopeColumns } from '../../db/model.ts';
import { inSnapshot, readByCursor } from '../../db/read-by-cursor.ts';
import { invalidField } from '../../core/errors.ts';
import { getSettings } from '../cooperative/index.ts';
import type { ContributionRow } from './contribution.model.ts';
import { readContributions } from './report-contributions.sql.ts';

export interface ContributionStanding extends Pick<
  ContributionRow,
  'member_id' | 'amount_minor' | 'frequency' | 'start_date'
> {
  member_no: string;
  full_name: string;
  /** By the day, since the first date. */
  expected_minor: bigint;
  contributed_minor: bigint;
  /** What is missing; 0 for who is ahead. */
  arrears_minor: bigint;
}

export interface ContributionReport {
  /** Local date; that day counts. */
  date: string;
  currency: Currency;
  rows: AsyncIterable<ContributionStanding>;
}

/** No deposit is older. */
const FIRST_DAY = '1900-01-01';

/** Streamed from one snapshot. @throws AppError VALIDATION_ERROR for a day to come, `sacco_not_set_up` */
export async function reportContributions(
  db: Db,
  scope: Scope,
  { date: asked }: { date?: string | undefined },
): Promise<ContributionReport> {
  const { currency, utc_offset_minutes } = await getSettings(db, scope);
  const today = localDateAt(scope.clock.now(), utc_offset_minutes);
  const day = asked ?? today;
  if (day > today) throw invalidField('date', `"date" must not be after today, ${today}`);
  const given = {
    ...scopeColumns(scope),
    date: day,
    ...instantsOf(FIRST_DAY, day, utc_offset_minutes),
    utc_offset_minutes,
  };
  const rows = inSnapshot(db, async function* (snapshot) {
    for await (const { expected, contributed, ...row } of readByCursor(snapshot, readContributions, given)) {
      const [expected_minor, contributed_minor] = [BigInt(expected), BigInt(contributed)];
      const behind_minor = expected_minor - contributed_minor;
      yield {
        ...row,
        expected_minor,
        contributed_minor,
        arrears_minor: behind_minor > 0n ? behind_minor : 0n,
      };
    }
  });
  return { date: day, currency, rows };
}
