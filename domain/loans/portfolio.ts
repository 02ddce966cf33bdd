/** The loan book of a SACCO: what is owed on open loans, and how much of it is at risk. */
import type { Scope } from '../../core/scope.ts';
import type { Db } from '../../db/connection.ts';
import { PAR_DAYS, parBps } from './portfolio.rules.ts';
import { localToday } from '../cooperative/index.ts';
import { FALLEN_DUE } from './standing.ts';

export interface Portfolio {
  active_loans: number;
  outstanding_minor: bigint;
  charges_due_minor: bigint;
  par30_minor: bigint;
  par30_bps: number;
  par90_minor: bigint;
  par90_bps: number;
}

/** What has fallen due counts, whether or not the charging job has been there. @throws AppError `sacco_not_set_up` */
export async function readPortfolio(db: Db, scope: Scope): Promise<Portfolio> {
  const today = await localToday(db, scope);
  const { project_id, environment } = scope;
  const { rows } = await db.raw<{ rows: Sums[] }>(SUMS, { project_id, environment, today });
  const [sums] = rows as [Sums];
  const outstanding_minor = BigInt(sums.outstanding);
  const par30_minor = BigInt(sums.par30);
  const par90_minor = BigInt(sums.par90);
  return {
    active_loans: Number(sums.loans),
    outstanding_minor,
    charges_due_minor: BigInt(sums.charges_due),
    par30_minor,
    par30_bps: parBps(par30_minor, outstanding_minor),
    par90_minor,
    par90_bps: parBps(par90_minor, outstanding_minor),
  };
}

/** Sums are decimal text: numeric has no parser. */
interface Sums {
  loans: bigint;
  outstanding: string;
  charges_due: string;
  par30: string;
  par90: string;
}

/** 1 or 0, in SQL. */
function isAtRisk(oldest_unpaid_on: string, days: number): string {
  return `coalesce(:today::date - ${oldest_unpaid_on} > ${days}, false)::integer`;
}

/** How what has fallen due since changes the outstanding principal that is at risk. */
function changedRisk(days: number): string {
  const change = `${isAtRisk('f.oldest_unpaid_on', days)} - ${isAtRisk('f.was_unpaid_on', days)}`;
  return `coalesce(sum(f.outstanding_minor * (${change})), 0)`;
}

// As an array, what is due is looked up loan by loan: right after charging, the planner still takes all loans for due, and would
// read them all to find none.
const SUMS = `
  with due as (
    select loan_id from sacco_loan_charge_dates
    where project_id = :project_id and environment = :environment and next_charge_on <= :today::date
    union
    select loan_id from sacco_entries_in_flight where project_id = :project_id and environment = :environment
  ), fallen_due as (
    select l.outstanding_minor, l.oldest_unpaid_on as was_unpaid_on, fallen_due.*
    from sacco_loans l ${FALLEN_DUE}
    where l.id = any(array(select loan_id from due)) and due.anything and l.status = 'open'
  ), since as (
    select coalesce(sum(charges), 0) as charges, ${changedRisk(PAR_DAYS.par30)} as par30,
      ${changedRisk(PAR_DAYS.par90)} as par90
    from fallen_due f
  ), kept as (
    select count(*) as loans, coalesce(sum(outstanding_minor), 0) as outstanding,
      coalesce(sum(charges_due_minor), 0) as charges_due,
      coalesce(sum(outstanding_minor) filter (where :today::date - oldest_unpaid_on > ${PAR_DAYS.par30}), 0) as par30,
      coalesce(sum(outstanding_minor) filter (where :today::date - oldest_unpaid_on > ${PAR_DAYS.par90}), 0) as par90
    from sacco_loans where project_id = :project_id and environment = :environment and status = 'open'
  )
  select kept.loans, kept.outstanding, kept.charges_due + since.charges as charges_due, kept.par30 + since.par30 as par30,
    kept.par90 + since.par90 as par90
  from kept cross join since`;
