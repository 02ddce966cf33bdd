/** What fell due in each week, and what was collected in it. */
import { date, defineQuery, numeric, params } from '../../../db/statement.ts';
import { chargedInterest } from '../charges/accrued-charges.sql.ts';
import { INTEREST_ON_BALANCE } from '../positions/figures.rules.ts';

type RangeParams = {
  project_id: string;
  environment: string;
  /** The instants between which the weeks are. */
  begins: Date;
  ends: Date;
  utc_offset_minutes: number;
};

const LOCAL = (instant: string): string =>
  `((${instant}) at time zone 'UTC' + :utc_offset_minutes::integer * interval '1 minute')::date`;

/** Installments of a loan are due until the day on which it is closed. @param from first and last local date of the weeks */
export const sumDue = defineQuery({
  params: params<RangeParams & { from: string; to: string }>(),
  result: { week_start: date, due: numeric },
  sql: `
    select date_trunc('week', i.due_on)::date as week_start, sum(i.principal_minor + interest + i.penalty_minor) as due
    from sacco_loans l join sacco_loan_installments i on i.loan_id = l.id ${chargedInterest(INTEREST_ON_BALANCE)}
    where l.project_id = :project_id and l.environment = :environment and l.disbursed_at < :ends::timestamptz
      and (l.closed_at is null or l.closed_at >= :begins::timestamptz)
      and i.due_on between :from::date and :to::date
      and (l.closed_at is null or i.due_on <= ${LOCAL('l.closed_at')})
    group by 1`,
});

export const sumCollected = defineQuery({
  params: params<RangeParams>(),
  result: { week_start: date, collected: numeric },
  sql: `
    select date_trunc('week', ${LOCAL('posted_at')})::date as week_start, sum(amount) as collected
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
