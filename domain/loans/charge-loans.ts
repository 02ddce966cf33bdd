/**
 * Charging: each installment's interest on its local due date, and its penalty after the grace days, as entries of their
 * own. A loan is taken by taking away the date of its next charge, so each charge is made once, whatever dies
 * when; the date comes back with the record of the charges.
 */
import { unavailable, type AppError } from '../../core/errors.ts';
import { scopeOf, SYSTEM, type Scope } from '../../core/scope.ts';
import { localDateAt } from '../../core/local-date.ts';
import type { Queryable, Transaction } from '../../db/connection.ts';
import type { Context } from '../platform/context.ts';
import type { ScopedRow } from '../platform/write-pipeline.ts';
import { inTransaction, type EnqueueAfterCommit } from '../platform/unit.ts';
import {
  bookBatches,
  bookInBatches,
  getSettings,
  newEntry,
  storeBatches,
  type EntryEffect,
  type EntryRow,
  type TakenBatch,
} from '../sacco/index.ts';
import { recordLoanEvents } from './loan-events.ts';
import {
  dueInstallmentsOf,
  loanIdsOf,
  lockLoans,
  postedOf,
  readInstallments,
  refreshLoans,
} from './loan-state.ts';
import type { InstallmentRow } from './installment.model.ts';
import { Loan, type LoanRow } from './loan.model.ts';
import { applyCharges, chargesAreDue, chargesDue, daysPastDue, type Charge } from './position.rules.ts';
import { localToday } from './read-loan.ts';

/** Loans charged in one transaction: enough for set-based statements to pay, few enough to stay well under a second. */
const MAX_LOANS_PER_BATCH = 2_000;
/** Charges made in one transaction: after a long time without the job a loan may have a thousand. */
const MAX_CHARGES_PER_BATCH = 10_000;

/** Charges everything that has fallen due, in every SACCO. @returns how many loans were looked at */
export function chargeLoans(ctx: Context): Promise<number> {
  return bookInBatches(ctx, MAX_LOANS_PER_BATCH, () => takeDueLoans(ctx, null));
}

/** Brings one loan up to date before something else is done with it. */
export async function chargeLoan(ctx: Context, loan_id: string): Promise<void> {
  const { batches } = await takeDueLoans(ctx, loan_id);
  await bookBatches(ctx, batches);
}

/**
 * Whether an open loan, which is locked, may be moved: what has fallen due is charged first, and nothing moves the loan while
 * its charges are in flight.
 */
export async function isUpToDate(
  trx: Transaction,
  scope: Scope,
  loan: LoanRow,
  installments: readonly InstallmentRow[],
): Promise<boolean> {
  if (await areChargesInFlight(trx, loan.id)) return false;
  return !chargesAreDue(loan, installments, await localToday(trx, scope));
}

/** Of an open loan: its next date is taken away while it is being charged. */
async function areChargesInFlight(db: Queryable, loan_id: string): Promise<boolean> {
  const { rows } = await db.raw<{ rows: unknown[] }>(
    'select from sacco_loan_charge_dates where loan_id = ?',
    [loan_id],
  );
  return rows.length === 0;
}

/** @throws AppError SERVICE_UNAVAILABLE while a movement of the loan, or what is charged on it, is being booked */
export async function requireSettled(db: Queryable, loan: LoanRow): Promise<void> {
  if (loan.moving_entry_id !== null) throw unavailable('loan, of which another movement is being booked,');
  if (loan.status === 'open' && (await areChargesInFlight(db, loan.id))) throw beingCharged();
}

export function beingCharged(): AppError {
  return unavailable('loan, on which interest or penalties are being charged,');
}

/** The charges that `chargeLoan` would book now, as entries that are not stored. */
export async function chargesToBook(db: Queryable, scope: Scope, loan_id: string): Promise<EntryRow[]> {
  const loan: LoanRow | undefined = await Loan.query(db)
    .inScope(scope)
    .where({ id: loan_id, status: 'open' })
    .first();
  if (!loan) return [];
  const { utc_offset_minutes } = await getSettings(db, scope);
  const today = localDateAt(scope.clock.now(), utc_offset_minutes);
  return chargesDue(loan, await readInstallments(db, loan_id), today)
    .filter(({ amount_minor }) => amount_minor > 0n)
    .map((charge) => chargeEntry(scope, { ...loan, utc_offset_minutes }, charge));
}

/** Nothing is charged of loans that are over. */
export async function endCharging(trx: Transaction, loan_ids: readonly string[]): Promise<void> {
  await trx.raw('delete from sacco_loan_charge_dates where loan_id = any(?::text[])', [[...loan_ids]]);
}

/** What charging needs to know of a loan: there are many of them. */
const READ_COLUMNS = [
  'id',
  'project_id',
  'environment',
  'member_id',
  'currency',
  'rate_bps',
  'method',
  'frequency',
  'penalty_bps',
  'grace_days',
  'outstanding_minor',
  'overdue',
] as const satisfies (keyof LoanRow)[];

type DueLoan = Pick<LoanRow, (typeof READ_COLUMNS)[number]> & {
  test_clock_offset_ms: bigint;
  utc_offset_minutes: number;
  /** The SACCO's local date. */
  today: string;
  /** How many loans were due, also those that somebody else moves now. */
  found: number;
};

/** Takes loans that are due, and stores their charges. @param loan_id null: any */
async function takeDueLoans(ctx: Context, loan_id: string | null): Promise<TakenBatch> {
  return inTransaction({ ctx }, async (unit) => {
    const { trx, enqueue: enqueueAfterCommit } = unit;
    const { rows: due } = await trx.raw<{ rows: DueLoan[] }>(TAKE_DUE, [
      loan_id as string,
      loan_id as string,
      MAX_LOANS_PER_BATCH,
    ]);
    if (due.length === 0) return { taken: 0, batches: [] };
    const installments = await dueInstallmentsOf(trx, due);
    const entries: ScopedRow<EntryRow>[] = [];
    const charged = new Set<string>();
    const overdue: DueLoan[] = [];
    const nothing: SettledCharge[] = [];
    let is_full = false;
    for (const loan of due) {
      is_full = entries.length >= MAX_CHARGES_PER_BATCH;
      if (is_full) break;
      const scope = scopeOf(loan.project_id, loan.environment, loan.test_clock_offset_ms);
      const lines = installments.get(loan.id) ?? [];
      const charges = chargesDue(loan, lines, loan.today, loan.outstanding_minor);
      if (!loan.overdue && daysPastDue(applyCharges(lines, charges), loan.today) > 0) overdue.push(loan);
      for (const charge of charges) {
        if (charge.amount_minor === 0n) {
          nothing.push({ loan_id: loan.id, ...charge });
          continue;
        }
        entries.push({ scope, row: chargeEntry(scope, loan, charge) });
        charged.add(loan.id);
      }
    }
    const batches = await storeBatches(trx, entries);
    await settleCharges(trx, nothing);
    await markOverdue(trx, enqueueAfterCommit, overdue);
    // A loan of which nothing is charged now is looked at again on its next date, which may be today.
    await refreshLoans(
      trx,
      due.map(({ id }) => id).filter((id) => !charged.has(id)),
    );
    return { taken: is_full ? MAX_LOANS_PER_BATCH : (due[0]?.found ?? 0), batches };
  });
}

function chargeEntry(
  scope: Scope,
  loan: Pick<DueLoan, 'id' | 'member_id' | 'currency' | 'utc_offset_minutes'>,
  { installment_no, income, amount_minor }: Charge,
): EntryRow {
  return newEntry(scope, SYSTEM, loan, {
    kind: 'loan_charge',
    income,
    member_id: loan.member_id,
    loan_id: loan.id,
    installment_no,
    amount_minor,
  });
}

async function markOverdue(
  trx: Transaction,
  enqueueAfterCommit: EnqueueAfterCommit,
  overdue: readonly DueLoan[],
): Promise<void> {
  if (overdue.length === 0) return;
  await trx.raw(MARK_OVERDUE, [overdue.map(({ id }) => id) as never]);
  const scopes = new Map(
    overdue.map((loan) => [loan.id, scopeOf(loan.project_id, loan.environment, loan.test_clock_offset_ms)]),
  );
  await recordLoanEvents(trx, enqueueAfterCommit, 'loan.overdue', scopes);
}

const MARK_OVERDUE = 'update sacco_loans set overdue = true where id = any(?::text[])';

/** The SACCO's day, in SQL over `sacco_settings s` and `projects p`. */
const TODAY = `
  ((now() at time zone 'UTC')
    + case when s.environment = 'test' then p.test_clock_offset_ms else 0 end * interval '1 millisecond'
    + s.utc_offset_minutes * interval '1 minute')::date`;

// Dates are walked in their index's order until the batch is full, and each one's SACCO is looked up on the way (`offset 0`
// keeps it that way: as a join, all dates would be sorted for each batch). The latest day of any SACCO ends the walk. Loans
// that somebody else moves are left alone: they are looked up again once that is over.
const TAKE_DUE = `
  with due as materialized (
    select d.loan_id, b.*
    from sacco_loan_charge_dates d cross join lateral (
      select p.test_clock_offset_ms, s.utc_offset_minutes, ${TODAY} as today
      from sacco_settings s join projects p on p.id = s.project_id
      where s.project_id = d.project_id and s.environment = d.environment offset 0) b
    where (?::text is null or d.loan_id = ?) and d.next_charge_on <= b.today
      and d.next_charge_on <= (select max(${TODAY}) from sacco_settings s join projects p on p.id = s.project_id)
    order by d.next_charge_on limit ? for update of d skip locked
  ), locked as materialized (
    select ${READ_COLUMNS.map((name) => `l.${name}`).join(', ')}, due.test_clock_offset_ms, due.utc_offset_minutes, due.today
    from due join sacco_loans l on l.id = due.loan_id
    where l.id = any(array(select loan_id from due)) and l.status = 'open' and l.moving_entry_id is null
    for update of l skip locked
  ), taken as (
    delete from sacco_loan_charge_dates where loan_id = any(array(select id from locked))
  )
  select locked.*, (select count(*) from due)::integer as found from locked`;

/** Installments are charged, and the loans' sums follow; a loan may be charged again once none of its charges is in flight. */
export const recordCharges: EntryEffect = async ({ trx, enqueue: enqueueAfterCommit }, ended) => {
  const posted = postedOf(ended).map(({ entry }) => entry);
  await settleCharges(trx, posted);
  const ids = loanIdsOf(ended);
  await lockLoans(trx, ids);
  await refreshLoans(trx, ids);
  if (await areRepaymentsWaiting(trx, ids)) enqueueAfterCommit('resume-sacco-entries', {});
};

/** Of loans that are locked: whoever finds a loan's charges in flight makes its repayment due under the same lock. */
async function areRepaymentsWaiting(trx: Transaction, loan_ids: string[]): Promise<boolean> {
  const { rows } = await trx.raw<{ rows: unknown[] }>(
    `select from sacco_entries where due_at is not null and kind = 'loan_repayment' and loan_id = any(?::text[]) limit 1`,
    [loan_ids],
  );
  return rows.length > 0;
}

type SettledCharge = Pick<EntryRow, 'loan_id' | 'installment_no' | 'income' | 'amount_minor'>;

/** Installments are charged: by entries that are posted, or with nothing, for which there is no entry. */
async function settleCharges(trx: Transaction, charges: readonly SettledCharge[]): Promise<void> {
  if (charges.length === 0) return;
  await trx.raw(SETTLE_CHARGES, [
    charges.map(({ loan_id }) => loan_id) as never,
    charges.map(({ installment_no }) => installment_no) as never,
    charges.map(({ income }) => income) as never,
    charges.map(({ amount_minor }) => String(amount_minor)) as never,
  ]);
}

const SETTLE_CHARGES = `
  with charges as (
    select loan_id, no, max(amount) filter (where income = 'interest_income') as interest,
      max(amount) filter (where income = 'fee_income') as penalty
    from unnest(?::text[], ?::smallint[], ?::text[], ?::bigint[]) as c(loan_id, no, income, amount)
    group by loan_id, no
  )
  update sacco_loan_installments i set
    interest_minor = coalesce(c.interest, i.interest_minor), interest_charged = i.interest_charged or c.interest is not null,
    penalty_minor = coalesce(c.penalty, i.penalty_minor), penalty_charged = i.penalty_charged or c.penalty is not null
  from charges c where i.loan_id = c.loan_id and i.no = c.no`;
