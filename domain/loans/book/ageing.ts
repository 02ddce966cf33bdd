/** The loan book by how late its loans are, and how much of it is to be provided for. */
import type { Currency } from '../../../core/money.ts';
import type { Scope } from '../../../core/scope.ts';
import { localDateAt } from '../../../core/local-date.ts';
import type { Queryable } from '../../../db/connection.ts';
import type { Context } from '../../platform/context.ts';
import { getSettings } from '../../cooperative/index.ts';
import { effectSql } from '../../movements/index.ts';
import { PAR_DAYS, parBps } from '../portfolio.rules.ts';
import { halfUp } from '../standing.ts';
import { readOpenBook } from './open-book.ts';
import { readLoanClasses } from './provisioning-table.ts';
import { ALLOWANCE_DOWN, ALLOWANCE_UP, type LoanClass } from './provisioning.rules.ts';

/** Sums of open loans, in minor units. */
interface AgeingSums {
  loans: number;
  /** Principal not yet repaid. */
  outstanding_minor: bigint;
  /** Unpaid on lines that were due before today. */
  overdue_minor: bigint;
  /** What is to be provided for, rounded for each loan. */
  provision_minor: bigint;
}

export interface AgeingClass extends LoanClass, AgeingSums {}

export interface Ageing {
  /** On the clock of the scope. */
  as_of: Date;
  currency: Currency;
  /** Those without loans too, by rising days. */
  classes: AgeingClass[];
  outstanding_minor: bigint;
  provision_minor: bigint;
  /** What was provided for so far. */
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
    rows.reduce((sum, row) => sum + BigInt(row[name]), 0n),
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

/** By how much the allowance is to be raised on a day, in minor units; below 0 by how much it is too high. @param today local date */
export async function missingAllowance(db: Queryable, scope: Scope, today: string): Promise<bigint> {
  const classes = await readLoanClasses(db, scope);
  const { rows, allowance_minor } = await readSums(db, scope, today, classes);
  return rows.reduce((sum, row) => sum + BigInt(row.provision), 0n) - allowance_minor;
}

/** The loan book, and what was provided for it, as they were at one moment. */
async function readSums(
  db: Queryable,
  scope: Scope,
  today: string,
  classes: readonly LoanClass[],
): Promise<{ rows: ClassRow[]; allowance_minor: bigint }> {
  const rows = await readOpenBook<(ClassRow | { class_no: null }) & { allowance: string }>(
    db,
    scope,
    today,
    BY_CLASS,
    bindingsOf(classes),
  );
  return {
    rows: rows.filter((row): row is ClassRow & { allowance: string } => row.class_no !== null),
    allowance_minor: BigInt(rows[0]?.allowance ?? 0),
  };
}

/** Sums are decimal text: numeric has no parser. */
interface ClassRow {
  /** From 1. */
  class_no: number;
  loans: bigint;
  outstanding: string;
  overdue: string;
  provision: string;
  par30: string;
  par90: string;
}

function bindingsOf(classes: readonly LoanClass[]): Record<string, unknown> {
  return {
    from_days: classes.map(({ from_days }) => from_days),
    rates_bps: classes.map(({ rate_bps }) => rate_bps),
  };
}

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

const PROVISION = halfUp('outstanding_minor::numeric * (:rates_bps::integer[])[class_no]', '10000');

// The allowance is what the provisions say, as it is moved by nothing else: the ledger is asked at another moment. It stands in
// each row; where there are no loans, in a row of no class.
const BY_CLASS = `
  , by_class as (
    select class_no, count(*) as loans, sum(outstanding_minor) as outstanding,
      sum(overdue_principal + overdue_charges) as overdue, sum(${PROVISION}) as provision,
      coalesce(sum(outstanding_minor) filter (where days_past_due > ${PAR_DAYS.par30}), 0) as par30,
      coalesce(sum(outstanding_minor) filter (where days_past_due > ${PAR_DAYS.par90}), 0) as par90
    from standing cross join lateral (select width_bucket(days_past_due, :from_days::integer[]) as class_no) c
    group by class_no
  )
  select by_class.*, provided.allowance from (
    select coalesce(sum(${effectSql('loan_loss_allowance', [ALLOWANCE_UP, ALLOWANCE_DOWN])}), 0) as allowance from sacco_entries
    where project_id = :project_id and environment = :environment and kind = 'loan_provision' and status = 'posted'
  ) provided left join by_class on true`;
