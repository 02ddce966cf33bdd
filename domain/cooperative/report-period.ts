/** The days of a report of the SACCO. */
import { invalidField } from '../../core/errors.ts';
import { daysBetween, localDateAt } from '../../core/local-date.ts';
import type { Scope } from '../../core/scope.ts';
import type { SettingsRow } from './settings.model.ts';

/** Days of one report at most, both ends included. */
const MAX_REPORT_DAYS = 366;

/** Local dates, both included. */
export interface ReportPeriod {
  from: string;
  to: string;
}

export type ReportRequest = Partial<ReportPeriod>;

/**
 * What was asked for; else from the first of January of the last day to today.
 * @throws AppError VALIDATION_ERROR when it runs backwards or is longer than a leap year
 */
export function reportPeriod(
  scope: Scope,
  { utc_offset_minutes }: Pick<SettingsRow, 'utc_offset_minutes'>,
  asked: ReportRequest,
): ReportPeriod {
  const to = asked.to ?? localDateAt(scope.clock.now(), utc_offset_minutes);
  const from = asked.from ?? `${to.slice(0, 4)}-01-01`;
  const days = daysBetween(from, to) + 1;
  if (days < 1)
    throw asked.to === undefined
      ? invalidField('from', `"from" must not be after today, ${to}, where "to" is left out`)
      : invalidField('to', '"to" must not be before "from"');
  if (days > MAX_REPORT_DAYS) throw invalidField('from', `A report covers at most ${MAX_REPORT_DAYS} days`);
  return { from, to };
}
