/** The loan book by product, by who looks after the loans, or by how late they are. */
import type { Scope } from '../../../core/scope.ts';
import type { Db } from '../../../db/connection.ts';
import { scopeColumns } from '../../../db/model.ts';
import { localToday } from '../../cooperative/index.ts';
import { sumByGrouping, type PortfolioGrouping } from './open-book.sql.ts';
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

/**
 * Outstanding principal by days past due, in minor units.
 * @param from_days the fewest days past due of each group, rising from 0
 * @returns in their order
 * @throws AppError `sacco_not_set_up`
 */
export async function readOutstanding(db: Db, scope: Scope, from_days: readonly number[]): Promise<bigint[]> {
  const rows = await sumByGrouping.class(db, {
    ...scopeColumns(scope),
    today: await localToday(db, scope),
    also_due_today: 0,
    from_days,
    class_names: from_days.map(String),
  });
  const found = new Map(rows.map(({ key, outstanding }) => [key, BigInt(outstanding)]));
  return from_days.map((days) => found.get(String(days)) ?? 0n);
}
