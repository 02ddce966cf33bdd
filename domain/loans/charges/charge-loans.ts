/**
 * Charging: each installment's interest on its local due date, and its penalty after the grace days, as entries of their
 * own. A loan is taken by deleting the date of its next charge, so each charge is made once, whichever process dies when; the
 * date is stored again with the record of the charges.
 */
import { unavailable, type AppError } from '../../../core/errors.ts';
import { localDateAt } from '../../../core/local-date.ts';
import { scopeOf, SYSTEM, type Scope } from '../../../core/scope.ts';
import type { Db, Queryable, Transaction } from '../../../db/connection.ts';
import { expectOne } from '../../../db/rows.ts';
import { getSettings, localToday } from '../../cooperative/index.ts';
import {
  bookBatches,
  bookInBatches,
  defineMovement,
  leg,
  newEntry,
  storeBatches,
  type EndedEntry,
  type EntryRow,
  type entries,
  type Reader,
  type TakenBatch,
} from '../../movements/index.ts';
import type { Context } from '../../platform/context.ts';
import { MAX_COUNTED, type DueWork } from '../../platform/due-rows.ts';
import { inTransaction, type ScopedUnit, type Unit } from '../../platform/unit.ts';
import type { ScopedRow } from '../../platform/write-pipeline.ts';
import {
  chargeInstallmentRows,
  countDue,
  findWaitingRepayment,
  markLoansOverdue,
  readChargeDate,
  takeDue,
} from './charge-loans.sql.ts';
import type { InstallmentRow } from '../positions/installment.model.ts';
import { recordLoanEvents } from '../loan-events.ts';
import {
  dueInstallmentsOf,
  loanIdsOf,
  postedOf,
  readInstallments,
  refreshLoans,
} from '../positions/loan-state.ts';
import { lockLoans } from '../positions/loan-state.sql.ts';
import { Loan, type LoanRow } from '../loan.model.ts';
import {
  applyCharges,
  chargesAreDue,
  chargesDue,
  daysPastDue,
  type Charge,
} from '../positions/position.rules.ts';

/** Loans charged in one transaction: enough for set-based statements to pay, few enough to stay well under a second. */
const MAX_LOANS_PER_BATCH = 2_000;
/** Charges made in one transaction: after a long time without the job a loan may have a thousand. */
const MAX_CHARGES_PER_BATCH = 10_000;

const chargeOf = (income: entries.Income, title: string) =>
  defineMovement({
    title,
    kind: 'loan_charge',
    income,
    legs: [leg('interest_receivable', income)],
    onEnded: recordCharges,
  });

export const CHARGES = [
  chargeOf('interest_income', 'Interest falls due'),
  chargeOf('fee_income', 'Penalty falls due'),
];

/** What has fallen due is charged before any other movement of a loan. */
export const CHARGES_FIRST = {
  book: (ctx: Context, before: readonly EntryRow[]): Promise<void> =>
    chargeLoansOf(
      ctx,
      before.map(({ loan_id }) => loan_id as string),
    ),
  entries: (reader: Reader, { loan_id }: EntryRow): Promise<EntryRow[]> =>
    chargesToBook(reader, loan_id as string),
};

/** Loans whose charge date has come. */
export async function countLoansToCharge(db: Db): Promise<DueWork> {
  return expectOne(await countDue(db, { limit: MAX_COUNTED }));
}

/** Charges everything that has fallen due, in every scope. @returns how many loans were looked up */
export function chargeLoans(ctx: Context): Promise<number> {
  return bookInBatches(ctx, MAX_LOANS_PER_BATCH, () => takeDueLoans(ctx, null));
}

/** Charges what has fallen due on these loans. */
export async function chargeLoansOf(ctx: Context, loan_ids: readonly string[]): Promise<void> {
  for (let is_full = true; is_full;) {
    const { taken, batches } = await takeDueLoans(ctx, loan_ids);
    await bookBatches(ctx, batches);
    is_full = taken >= MAX_LOANS_PER_BATCH;
  }
}

/**
 * Whether an open loan, which is locked, may be moved: what has fallen due is charged first, and nothing moves the loan while
 * its charges are in flight.
 */
export async function isUpToDate(
  { trx, scope }: Pick<ScopedUnit, 'trx' | 'scope'>,
  loan: LoanRow,
  installments: readonly InstallmentRow[],
): Promise<boolean> {
  if (await areChargesInFlight(trx, loan.id)) return false;
  return !chargesAreDue(loan, installments, await localToday(trx, scope));
}

/** The next date of an open loan is deleted while it is being charged. */
async function areChargesInFlight(db: Queryable, loan_id: string): Promise<boolean> {
  return (await readChargeDate(db, { loan_id })).length === 0;
}

/** @throws AppError SERVICE_UNAVAILABLE while a movement of the loan, or its charges, are being booked */
export async function requireNotMoving(db: Queryable, loan: LoanRow): Promise<void> {
  if (loan.moving_entry_id !== null) throw unavailable('loan, of which another movement is being booked,');
  if (loan.status === 'open' && (await areChargesInFlight(db, loan.id))) throw beingCharged();
}

export function beingCharged(): AppError {
  return unavailable('loan, on which interest or penalties are being charged,');
}

/** The charges that `chargeLoansOf` would book now, as entries that are not stored. */
export async function chargesToBook(
  { db, scope }: Pick<Reader, 'db' | 'scope'>,
  loan_id: string,
): Promise<EntryRow[]> {
  const loan: LoanRow | undefined = await Loan.query(db)
    .inScope(scope)
    .where({ id: loan_id, status: 'open' })
    .first();
  if (!loan) return [];
  const { utc_offset_minutes } = await getSettings(db, scope);
  const today = localDateAt(scope.clock.now(), utc_offset_minutes);
  return chargesDue(loan, await readInstallments(db, loan_id), { today })
    .filter(({ amount_minor }) => amount_minor > 0n)
    .map((charge) => chargeEntry(scope, { ...loan, utc_offset_minutes }, charge));
}

type DueLoan = Awaited<ReturnType<typeof takeDue>>[number];

/** Takes loans that are due, and stores their charges. @param loan_ids null: any */
async function takeDueLoans(ctx: Context, loan_ids: readonly string[] | null): Promise<TakenBatch> {
  return inTransaction({ ctx }, async (unit) => {
    const { trx } = unit;
    const due = await takeDue(trx, { loan_ids, limit: MAX_LOANS_PER_BATCH });
    if (due.length === 0) return { taken: 0, batches: [] };
    const installments = await dueInstallmentsOf(trx, due);
    const entries: ScopedRow<EntryRow>[] = [];
    const charged = new Set<string>();
    const overdue: DueLoan[] = [];
    const nothing: BookedCharge[] = [];
    let is_full = false;
    for (const loan of due) {
      is_full = entries.length >= MAX_CHARGES_PER_BATCH;
      if (is_full) break;
      const scope = scopeOfLoan(loan);
      const lines = installments.get(loan.id) ?? [];
      const charges = chargesDue(loan, lines, loan);
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
    const batches = await storeBatches(unit, entries);
    await chargeInstallments(trx, nothing);
    await markOverdue(unit, overdue);
    // A loan on which nothing is charged now is looked up again on its next date, which may be today.
    await refreshLoans(
      trx,
      due.map(({ id }) => id).filter((id) => !charged.has(id)),
    );
    return { taken: is_full ? MAX_LOANS_PER_BATCH : (due[0]?.found ?? 0), batches };
  });
}

function scopeOfLoan({ project_id, environment, test_clock_offset_ms }: DueLoan): Scope {
  return scopeOf(project_id, environment, test_clock_offset_ms);
}

function chargeEntry(
  scope: Scope,
  loan: Pick<DueLoan, 'id' | 'member_id' | 'currency' | 'utc_offset_minutes'>,
  charge: Charge,
): EntryRow {
  const { id: loan_id, member_id } = loan;
  return newEntry({ scope, actor: SYSTEM }, loan, { kind: 'loan_charge', member_id, loan_id, ...charge });
}

async function markOverdue(unit: Unit, overdue: readonly DueLoan[]): Promise<void> {
  if (overdue.length === 0) return;
  await markLoansOverdue(unit.trx, { loan_ids: overdue.map(({ id }) => id) });
  await recordLoanEvents(unit, 'loan.overdue', new Map(overdue.map((loan) => [loan.id, scopeOfLoan(loan)])));
}

/** Installments are charged, and the loans' sums follow; a loan may be charged again once none of its charges is in flight. */
async function recordCharges({ trx, enqueue }: Unit, ended: EndedEntry[]): Promise<void> {
  await chargeInstallments(
    trx,
    postedOf(ended).map(({ entry }) => entry),
  );
  const loan_ids = loanIdsOf(ended);
  await lockLoans(trx, { loan_ids });
  await refreshLoans(trx, loan_ids);
  // Whoever finds a loan's charges in flight makes its repayment due under the lock of the loan, too.
  const waiting = await findWaitingRepayment(trx, { loan_ids });
  if (waiting.length > 0) enqueue('resume-sacco-entries', {});
}

type BookedCharge = Pick<EntryRow, 'loan_id' | 'installment_no' | 'income' | 'amount_minor'>;

/** Installments are charged: by entries that are posted, or with nothing, for which there is no entry. */
async function chargeInstallments(trx: Transaction, charges: readonly BookedCharge[]): Promise<void> {
  if (charges.length === 0) return;
  await chargeInstallmentRows(trx, {
    loan_ids: charges.map(({ loan_id }) => loan_id),
    nos: charges.map(({ installment_no }) => installment_no),
    incomes: charges.map(({ income }) => income),
    amounts: charges.map(({ amount_minor }) => amount_minor),
  });
}
