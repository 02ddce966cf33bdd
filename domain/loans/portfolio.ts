/** The loan book of a SACCO: what is owed on open loans, and how much of it is at risk. */
import type { Scope } from '../../core/scope.ts';
import type { Db } from '../../db/connection.ts';
import { PAR_DAYS, parBps } from './portfolio.rules.ts';
import { localToday } from './read-loan.ts';

export interface Portfolio {
  active_loans: number;
  outstanding_minor: bigint;
  charges_due_minor: bigint;
  par30_minor: bigint;
  par30_bps: number;
  par90_minor: bigint;
  par90_bps: number;
}

/** @throws AppError `sacco_not_set_up` */
export async function readPortfolio(db: Db, scope: Scope): Promise<Portfolio> {
  const today = await localToday(db, scope);
  const { rows } = await db.raw<{ rows: Sums[] }>(SUMS, [
    today,
    PAR_DAYS.par30,
    today,
    PAR_DAYS.par90,
    scope.project_id,
    scope.environment,
  ]);
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

const SUMS = `
  select count(*) as loans, coalesce(sum(outstanding_minor), 0) as outstanding,
    coalesce(sum(charges_due_minor), 0) as charges_due,
    coalesce(sum(outstanding_minor) filter (where ?::date - oldest_unpaid_on > ?), 0) as par30,
    coalesce(sum(outstanding_minor) filter (where ?::date - oldest_unpaid_on > ?), 0) as par90
  from sacco_loans where project_id = ? and environment = ? and status = 'open'`;
