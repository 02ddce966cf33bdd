/**
 * Charging: each installment's interest on its local due date, and its penalty after the grace days, as entries of their
 * own. A loan is taken under its lock and marked as moving, so each charge is made once, whatever dies when.
 */
import { localDateAt } from '../../core/local-date.ts';
import { scopeOf, SYSTEM, type Scope } from '../../core/scope.ts';
import type { Transaction } from '../../db/connection.ts';
import type { Context } from '../platform/context.ts';
import { inTransaction, type EnqueueAfterCommit } from '../platform/transaction.ts';
import { bookEntries, insertEntries, newEntry, type EntryEffect, type EntryRow } from '../sacco/index.ts';
import { recordLoanEvents } from './loan-events.ts';
import { installmentsOf, refreshLoans } from './loan-state.ts';
import { Loan, type LoanRow } from './loan.model.ts';
import { applyCharges, chargesDue, daysPastDue, type Charge } from './position.rules.ts';

/** Loans charged in one transaction: enough for set-based statements to pay, few enough to stay well under a second. */
const MAX_LOANS_PER_BATCH = 1_000;

/** Charges everything that has fallen due, in every SACCO. @returns how many loans were looked at */
export async function chargeLoans(ctx: Context): Promise<number> {
  let total = 0;
  for (;;) {
    const { taken, entries } = await takeDueLoans(ctx, null);
    await bookEntries(ctx, entries);
    total += taken;
    if (taken < MAX_LOANS_PER_BATCH || ctx.closing?.aborted) return total;
  }
}

/** Brings one loan up to date before something else is done with it. */
export async function chargeLoan(ctx: Context, loan_id: string): Promise<void> {
  const { entries } = await takeDueLoans(ctx, loan_id);
  await bookEntries(ctx, entries);
}

type DueLoan = LoanRow & {
  test_clock_offset_ms: bigint;
  utc_offset_minutes: number;
};

interface ScopedEntry {
  scope: Scope;
  row: EntryRow;
}

/** Takes loans that are due, and stores their charges. @param loan_id null: any */
async function takeDueLoans(
  ctx: Context,
  loan_id: string | null,
): Promise<{ taken: number; entries: ScopedEntry[] }> {
  return inTransaction(ctx, async (trx, enqueueAfterCommit) => {
    const { rows: due } = await trx.raw<{ rows: DueLoan[] }>(TAKE_DUE, [
      loan_id as string,
      loan_id as string,
      MAX_LOANS_PER_BATCH,
    ]);
    if (due.length === 0) return { taken: 0, entries: [] };
    const installments = await installmentsOf(
      trx,
      due.map(({ id }) => id),
    );
    const entries: ScopedEntry[] = [];
    const moving = new Map<string, string>();
    const overdue: string[] = [];
    const nothing: SettledCharge[] = [];
    for (const loan of due) {
      const scope = scopeOf(loan.project_id, loan.environment, loan.test_clock_offset_ms);
      const today = localDateAt(scope.clock.now(), loan.utc_offset_minutes);
      const lines = installments.get(loan.id) ?? [];
      const charges = chargesDue(loan, lines, today);
      if (daysPastDue(applyCharges(lines, charges), today) > 0 && !loan.overdue) overdue.push(loan.id);
      for (const charge of charges) {
        if (charge.amount_minor === 0n) {
          nothing.push({ loan_id: loan.id, ...charge });
          continue;
        }
        const row = chargeEntry(scope, loan, charge);
        entries.push({ scope, row });
        moving.set(loan.id, row.id);
      }
    }
    await insertEntries(
      trx,
      entries.map(({ row }) => row),
    );
    await settleCharges(trx, nothing);
    await markMoving(trx, moving);
    await markOverdue(trx, enqueueAfterCommit, due, overdue);
    // A loan of which nothing is charged now is looked at again on its next date.
    await refreshLoans(
      trx,
      due.map(({ id }) => id).filter((id) => !moving.has(id)),
    );
    return { taken: due.length, entries };
  });
}

function chargeEntry(
  scope: Scope,
  loan: DueLoan,
  { installment_no, income, amount_minor }: Charge,
): EntryRow {
  return newEntry(
    scope,
    SYSTEM,
    loan,
    {
      kind: 'loan_charge',
      income,
      member_id: loan.member_id,
      loan_id: loan.id,
      installment_no,
      amount_minor,
    },
    'pending',
  );
}

/** @param moving loan → the last of its charges: when that is recorded, the loan is free again */
async function markMoving(trx: Transaction, moving: ReadonlyMap<string, string>): Promise<void> {
  if (moving.size > 0)
    await trx.raw(MARK_MOVING, [[...moving.keys()] as never, [...moving.values()] as never]);
}

async function markOverdue(
  trx: Transaction,
  enqueueAfterCommit: EnqueueAfterCommit,
  due: readonly DueLoan[],
  overdue: readonly string[],
): Promise<void> {
  if (overdue.length === 0) return;
  await Loan.query(trx)
    .whereIn('id', [...overdue])
    .patch({ overdue: true });
  const scopes = new Map(
    due
      .filter(({ id }) => overdue.includes(id))
      .map((loan) => [loan.id, scopeOf(loan.project_id, loan.environment, loan.test_clock_offset_ms)]),
  );
  await recordLoanEvents(trx, enqueueAfterCommit, 'loan.overdue', scopes);
}

// Loans that somebody else moves are left alone: they are looked at again once that is over.
const TAKE_DUE = `
  select l.*, p.test_clock_offset_ms, s.utc_offset_minutes
  from sacco_loans l join projects p on p.id = l.project_id
    join sacco_settings s on s.project_id = l.project_id and s.environment = l.environment
  where l.status = 'open' and l.moving_entry_id is null and (?::text is null or l.id = ?)
    and l.next_charge_on <= ((now() at time zone 'UTC')
      + case when l.environment = 'test' then p.test_clock_offset_ms else 0 end * interval '1 millisecond'
      + s.utc_offset_minutes * interval '1 minute')::date
  order by l.next_charge_on limit ? for update of l skip locked`;

const MARK_MOVING = `
  update sacco_loans l set moving_entry_id = m.entry_id
  from unnest(?::text[], ?::text[]) as m(loan_id, entry_id) where l.id = m.loan_id`;

/** Installments are charged, and the loans' sums follow; a loan is free again once none of its charges is in flight. */
export const recordCharges: EntryEffect = async (trx, enqueueAfterCommit, ended) => {
  const posted = ended.filter(({ entry }) => entry.status === 'posted').map(({ entry }) => entry);
  await settleCharges(trx, posted);
  const ids = [...new Set(ended.map(({ entry }) => entry.loan_id as string))];
  await refreshLoans(trx, ids);
  await releaseLoans(trx, ids);
  enqueueAfterCommit('resume-sacco-entries', {});
};

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

/** Loans of which no movement is in flight any more. */
export async function releaseLoans(trx: Transaction, loan_ids: readonly string[]): Promise<void> {
  if (loan_ids.length > 0) await trx.raw(RELEASE, [[...loan_ids]]);
}

const RELEASE = `
  update sacco_loans l set moving_entry_id = null
  where l.id = any(?::text[]) and l.moving_entry_id is not null and not exists (
    select from sacco_entries e where e.loan_id = l.id and e.status in ('pending', 'posting')
      and (e.id = l.moving_entry_id or e.kind = 'loan_charge'))`;
