/** What fell due in each week or month, and what was collected in each week. */
import { localTimeSql } from '../../../db/local-date.sql.ts';
import { date, defineQuery, numeric, params } from '../../../db/statement.ts';
import { chargedInterest } from '../charges/accrued-charges.sql.ts';
import { INTEREST_ON_BALANCE } from '../positions/figures.rules.ts';

type RangeParams = {
  project_id: string;
  environment: string;
  /** The instants between which they are. */
  begins: Date;
  ends: Date;
  utc_offset_minutes: number;
};

/** Found by the days on which they are due; those of a loan are due until it is closed. @param from first and last local date */
export const sumDue = defineQuery({
  params: params<RangeParams & { from: string; to: string; unit: 'week' | 'month' }>(),
  result: { begins_on: date, due: numeric },
  sql: `
    select date_trunc(:unit, i.due_on)::date as begins_on, sum(i.principal_minor + interest + i.penalty_minor) as due
    from sacco_loan_installments i join sacco_loans l on l.id = i.loan_id ${chargedInterest(INTEREST_ON_BALANCE)}
    where i.project_id = :project_id and i.environment = :environment and i.due_on between :from::date and :to::date
      and l.disbursed_at < :ends::timestamptz and (l.closed_at is null or l.closed_at >= :begins::timestamptz)
      and (l.closed_at is null or i.due_on <= ${localTimeSql('l.closed_at')}::date)
    group by 1`,
});

export const sumCollected = defineQuery({
  params: params<RangeParams>(),
  result: { week_start: date, collected: numeric },
  sql: `
    select date_trunc('week', ${localTimeSql('posted_at')})::date as week_start, sum(amount) as collected
    from (
      select posted_at, amount_minor as amount from sacco_entries
      where project_id = :project_id and environment = :environment and kind = 'loan_repayment' and status = 'posted'
        and posted_at >= :begins::timestamptz and posted_at < :ends::timestamptz
      union all
      select posted_at, -amount_minor from sacco_entries
      where project_id = :project_id and environment = :environment and kind = 'reversal' and status = 'posted'
        and reverses_kind = 'loan_repayment' and posted_at >= :begins::timestamptz and posted_at < :ends::timestamptz
    ) moved
    group by 1`,
});
