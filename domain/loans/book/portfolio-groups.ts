/** The loan book by product, by who looks after the loans, or by how late they are. */
import type { Scope } from '../../../core/scope.ts';
import type { Db } from '../../../db/connection.ts';
import { PAR_DAYS } from '../portfolio.rules.ts';
import { localToday } from '../../cooperative/index.ts';
import { readOpenBook } from './open-book.ts';
import { readLoanClasses } from './provisioning-table.ts';

export const PORTFOLIO_GROUPINGS = ['product', 'officer', 'class'] as const;
export type PortfolioGrouping = (typeof PORTFOLIO_GROUPINGS)[number];

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
  const bindings = {
    from_days: classes.map(({ from_days }) => from_days),
    class_names: classes.map(({ name }) => name),
  };
  const rows = await readOpenBook<GroupRow>(db, scope, today, groupsBy(GROUPS[group_by]), bindings);
  return rows.map(({ key, name, loans, outstanding, overdue, par30 }) => ({
    key,
    name,
    loans: Number(loans),
    outstanding_minor: BigInt(outstanding),
    overdue_minor: BigInt(overdue),
    par30_minor: BigInt(par30),
  }));
}

interface GroupRow {
  key: string | null;
  name: string | null;
  loans: bigint;
  /** Sums are decimal text: numeric has no parser. */
  outstanding: string;
  overdue: string;
  par30: string;
}

interface Grouping {
  /** Gives each row of `standing l` its group `key`, with `name` and what orders it. */
  join: string;
  order: string;
}

const GROUPS: Record<PortfolioGrouping, Grouping> = {
  product: {
    join: 'join lateral (select l.product_id as key) k on true left join sacco_loan_products g on g.id = k.key',
    order: 'min(g.name), k.key',
  },
  officer: {
    join: 'join lateral (select l.officer_user_id as key) k on true left join users g on g.id = k.key',
    order: 'min(g.name) nulls last, k.key',
  },
  class: {
    join: `join lateral (select width_bucket(l.days_past_due, :from_days::integer[]) as class_no) n on true
      join lateral (select (:class_names::text[])[n.class_no] as key) k on true
      join lateral (select k.key as name) g on true`,
    order: 'min(n.class_no)',
  },
};

function groupsBy({ join, order }: Grouping): string {
  return `
    select k.key, min(g.name) as name, count(*) as loans, sum(l.outstanding_minor) as outstanding,
      sum(l.overdue_principal + l.overdue_charges) as overdue,
      coalesce(sum(l.outstanding_minor) filter (where l.days_past_due > ${PAR_DAYS.par30}), 0) as par30
    from standing l ${join}
    group by k.key order by ${order}`;
}
