/** The loan book of a SACCO: what is owed on open loans, and how much of it is at risk. */
import type { Scope } from '../../../core/scope.ts';
import type { Db } from '../../../db/connection.ts';
import { scopeColumns } from '../../../db/model.ts';
import { expectOne } from '../../../db/rows.ts';
import { localToday } from '../../cooperative/index.ts';
import { parBps } from './portfolio.rules.ts';
import { sumOpenLoans } from '../positions/standing.sql.ts';

export interface Portfolio {
  active_loans: number;
  outstanding_minor: bigint;
  charges_due_minor: bigint;
  par30_minor: bigint;
  par30_bps: number;
  par90_minor: bigint;
  par90_bps: number;
}

/** Accrued charges count, whether or not the charging job has booked them. @throws AppError `sacco_not_set_up` */
export async function readPortfolio(db: Db, scope: Scope): Promise<Portfolio> {
  const today = await localToday(db, scope);
  const sums = expectOne(await sumOpenLoans(db, { ...scopeColumns(scope), today }));
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
