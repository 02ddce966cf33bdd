/** The loan book by days past due, and the provision that it requires. */
import type { Currency } from '../../../core/money.ts';
import type { Scope } from '../../../core/scope.ts';
import { localDateAt } from '../../../core/local-date.ts';
import type { Queryable } from '../../../db/connection.ts';
import { scopeColumns } from '../../../db/model.ts';
import type { RowOfQuery } from '../../../db/statement.ts';
import type { Context } from '../../platform/context.ts';
import { getSettings } from '../../cooperative/index.ts';
import { parBps } from '../portfolio/portfolio.rules.ts';
import { sumByClass } from './open-book.sql.ts';
import { readLoanClasses } from '../provisioning/provisioning-table.ts';
import type { LoanClass } from '../provisioning/provisioning.rules.ts';

/** Sums of open loans, in minor units. */
interface AgeingSums {
  loans: number;
  /** Principal not yet repaid. */
  outstanding_minor: bigint;
  /** Unpaid on lines that were due before today. */
  overdue_minor: bigint;
  /** The required provision, rounded for each loan. */
  provision_minor: bigint;
}

export interface AgeingClass extends LoanClass, AgeingSums {}

export interface Ageing {
  /** On the clock of the scope. */
  as_of: Date;
  currency: Currency;
  /** By rising days, including those without loans. */
  classes: AgeingClass[];
  outstanding_minor: bigint;
  provision_minor: bigint;
  /** The provision so far. */
  allowance_minor: bigint;
  par30_minor: bigint;
  par30_bps: number;
  par90_minor: bigint;
  par90_bps: number;
}

/** @throws AppError `sacco_not_set_up` */
export async function readAgeing(ctx: Context, scope: Scope): Promise<Ageing> {
  const { currency, utc_offset_minutes } = await getSettings(ctx.db, scope);
  const as_of = scope.clock.now();
  const today = localDateAt(as_of, utc_offset_minutes);
  const classes = await readLoanClasses(ctx.db, scope);
  const { rows, allowance_minor } = await readSums(ctx.db, scope, today, classes);
  const sums = classes.map((each, i) => ({
    ...each,
    ...sumsOf(rows.find((row) => row.class_no === i + 1)),
  }));
  const outstanding_minor = total(sums, 'outstanding_minor');
  const [par30_minor, par90_minor] = (['par30', 'par90'] as const).map((name) =>
    rows.reduce((sum, row) => sum + BigInt(row[name] ?? 0), 0n),
  ) as [bigint, bigint];
  return {
    as_of,
    currency,
    classes: sums,
    outstanding_minor,
    provision_minor: total(sums, 'provision_minor'),
    allowance_minor,
    par30_minor,
    par30_bps: parBps(par30_minor, outstanding_minor),
    par90_minor,
    par90_bps: parBps(par90_minor, outstanding_minor),
  };
}

/** How far the allowance is below what is required on a day, in minor units; negative where it is above. @param today local date */
export async function missingAllowance(db: Queryable, scope: Scope, today: string): Promise<bigint> {
  const classes = await readLoanClasses(db, scope);
  const { rows, allowance_minor } = await readSums(db, scope, today, classes);
  return rows.reduce((sum, row) => sum + BigInt(row.provision ?? 0), 0n) - allowance_minor;
}

/** The loan book and the allowance at one moment. */
async function readSums(
  db: Queryable,
  scope: Scope,
  today: string,
  classes: readonly LoanClass[],
): Promise<{ rows: ClassRow[]; allowance_minor: bigint }> {
  const rows = await sumByClass(db, {
    ...scopeColumns(scope),
    today,
    also_due_today: 0,
    from_days: classes.map(({ from_days }) => from_days),
    rates_bps: classes.map(({ rate_bps }) => rate_bps),
  });
  return {
    rows: rows.filter(({ class_no }) => class_no !== null),
    allowance_minor: BigInt(rows[0]?.allowance ?? 0),
  };
}

type ClassRow = RowOfQuery<typeof sumByClass>;

function sumsOf(row: ClassRow | undefined): AgeingSums {
  return {
    loans: Number(row?.loans ?? 0),
    outstanding_minor: BigInt(row?.outstanding ?? 0),
    overdue_minor: BigInt(row?.overdue ?? 0),
    provision_minor: BigInt(row?.provision ?? 0),
  };
}

function total(sums: readonly AgeingSums[], name: 'outstanding_minor' | 'provision_minor'): bigint {
  return sums.reduce((sum, each) => sum + each[name], 0n);
}
