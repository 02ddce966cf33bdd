/** The loan book by product, by who looks after the loans, or by how late they are. */
import type { Scope } from '../../../core/scope.ts';
import type { Db } from '../../../db/connection.ts';
import { scopeColumns } from '../../../db/model.ts';
import { localToday } from '../../cooperative/index.ts';
import { sumByClass, sumByGrouping, type PortfolioGrouping } from './open-book.sql.ts';
import { readLoanClasses } from '../provisioning/provisioning-table.ts';

export interface PortfolioGroup {
  /** The id of the product or the user, or the name of the class; null of loans that nobody looks after. */
  key: string | null;
  name: string | null;
  loans: number;
  outstanding_minor: bigint;
  /** Unpaid on lines that were due before today. */
  overdue_minor: bigint;
  par30_minor: bigint;
}

/** Groups of which there are open loans, by name; classes by rising days. @throws AppError `sacco_not_set_up` */
export async function readPortfolioGroups(
  db: Db,
  scope: Scope,
  group_by: PortfolioGrouping,
): Promise<PortfolioGroup[]> {
  const today = await localToday(db, scope);
  const classes = group_by === 'class' ? await readLoanClasses(db, scope) : [];
  const rows = await sumByGrouping[group_by](db, {
    ...scopeColumns(scope),
    today,
    also_due_today: 0,
    from_days: classes.map(({ from_days }) => from_days),
    class_names: classes.map(({ name }) => name),
  });
  return rows.map(({ key, name, loans, outstanding, overdue, par30 }) => ({
    key,
    name,
    loans: Number(loans),
    outstanding_minor: BigInt(outstanding),
    overdue_minor: BigInt(overdue),
    par30_minor: BigInt(par30),
  }));
}

/** Principal by days past due and the allowance for it, at one moment, in minor units. */
export interface Outstanding {
  by_days: bigint[];
  allowance_minor: bigint;
}

/**
 * @param from_days the fewest days past due of each group, rising from 0
 * @returns in their order
 * @throws AppError `sacco_not_set_up`
 */
export async function readOutstanding(
  db: Db,
  scope: Scope,
  from_days: readonly number[],
): Promise<Outstanding> {
  const rows = await sumByClass(db, {
    ...scopeColumns(scope),
    today: await localToday(db, scope),
    also_due_today: 0,
    from_days,
    rates_bps: from_days.map(() => 0),
  });
  const found = new Map(rows.map(({ class_no, outstanding }) => [class_no, BigInt(outstanding ?? 0)]));
  return {
    by_days: from_days.map((_days, i) => found.get(i + 1) ?? 0n),
    allowance_minor: BigInt(rows[0]?.allowance ?? 0),
  };
}
