/** Repayments: from cash, savings or by a payment, allocated under the loan's lock; the last one closes the loan. */
import { refusal } from '../../core/errors.ts';
import { formatMoney } from '../../core/money.ts';
import type { Actor, Scope } from '../../core/scope.ts';
import type { Queryable, Transaction } from '../../db/connection.ts';
import type { Context } from '../platform/context.ts';
import { refuseReservedKey } from '../platform/idempotency.ts';
import {
  getSettings,
  newEntry,
  requestEntry,
  type EndedEntry,
  type EntryAllocator,
  type EntryEffect,
  type EntryRow,
  type MovementRequest,
  type RequestedEntry,
} from '../sacco/index.ts';
import type { Installment } from './figures.rules.ts';
import { chargeLoan, endCharging, isUpToDate } from './charge-loans.ts';
import { scopesByLoan } from './disburse-loan.ts';
import { changeGuarantees, guaranteeLeg, guaranteesOf } from './guarantees.ts';
import { recordLoanEvents } from './loan-events.ts';
import {
  loanIdsOf,
  lockLoan,
  lockLoans,
  postedOf,
  readInstallments,
  refreshLoans,
  releaseLoans,
} from './loan-state.ts';
import { Loan } from './loan.model.ts';
import { allocate, applyAllocations, dropUncharged, payoffOf, totalsOf } from './position.rules.ts';
import { localToday } from './read-loan.ts';

export interface RepaymentRequest extends MovementRequest {
  from: 'cash' | 'savings';
}

/**
 * Repays; first the loan is brought up to date.
 * @throws AppError NOT_FOUND, `loan_not_open`, `above_payoff`, `member_not_active`; SERVICE_UNAVAILABLE `busy` while another
 *   movement of the loan is being booked: the repayment is booked right after it
 */
export async function repayLoan(
  ctx: Context,
  scope: Scope,
  actor: Actor,
  loan_id: string,
  { idempotency_key, amount_minor, memo, from }: RepaymentRequest,
): Promise<RequestedEntry> {
  refuseReservedKey(idempotency_key);
  const settings = await getSettings(ctx.db, scope);
  const { member_id } = await Loan.query(ctx.db).findInScope(scope, loan_id);
  await chargeLoan(ctx, loan_id);
  return requestEntry(ctx, {
    scope,
    entry: newEntry(scope, actor, settings, {
      kind: 'loan_repayment',
      source: from,
      member_id,
      loan_id,
      amount_minor,
      memo: memo ?? null,
    }),
    // A suspended member's savings stay what they are.
    flow: from === 'cash' ? 'pay_in' : 'pay_out',
    idempotency: {
      key: idempotency_key,
      request: ['POST sacco repayments', loan_id, { amount_minor, from, memo }],
    },
  });
}

/** @throws AppError `loan_not_open` */
export async function requireOpenLoan(
  db: Queryable,
  scope: Scope,
  member_id: string,
  loan_id: string,
): Promise<void> {
  const loan = await Loan.query(db).inScope(scope).where({ id: loan_id, member_id, status: 'open' }).first();
  if (!loan) throw refusal('loan_not_open');
}

/** A repayment by a payment may be above the payoff: the rest goes into savings, in the same batch. */
export const allocateRepayment: EntryAllocator = async (trx, scope, entry) => {
  const loan = await lockLoan(trx, scope, entry.loan_id as string);
  if (!loan || (loan.status !== 'open' && entry.source !== 'payment')) return refusal('loan_not_open');
  if (loan.moving_entry_id !== null && loan.moving_entry_id !== entry.id) return 'busy';
  const installments = await readInstallments(trx, loan.id);
  if (loan.status === 'open' && !(await isUpToDate(trx, scope, loan, installments))) return 'busy';
  const payoff = loan.status === 'open' ? payoffOf(installments) : 0n;
  const excess = entry.amount_minor > payoff ? entry.amount_minor - payoff : 0n;
  if (excess > 0n && entry.source !== 'payment')
    return refusal(
      'above_payoff',
      `${formatMoney(payoff, loan.currency)} closes this loan today; it takes no more than that.`,
    );
  const repaid = entry.amount_minor - excess;
  await Loan.query(trx).where({ id: loan.id }).patch({ moving_entry_id: entry.id });
  const closes = repaid === payoff && loan.status === 'open';
  return {
    ...entry,
    ...totalsOf(allocate(installments, repaid)),
    savings_minor: excess,
    guarantees: closes
      ? (await guaranteesOf(trx, loan.id)).map((each) => guaranteeLeg('release', each))
      : null,
  };
};

/** Pays what was allocated; a loan of which nothing is left is closed, and its guarantees are released. */
export const recordRepayments: EntryEffect = async ({ trx, enqueue: enqueueAfterCommit }, ended) => {
  const ids = loanIdsOf(ended);
  await lockLoans(trx, ids);
  const posted = postedOf(ended);
  const closed = new Set<string>();
  for (const { scope, entry } of posted) {
    const paid = await payInstallments(trx, entry);
    if (payoffOf(paid) > 0n) continue;
    const now_closed = await Loan.query(trx)
      .where({ id: entry.loan_id as string, status: 'open' })
      .patch({ ...NOTHING_OWED, status: 'closed', closed_at: entry.posted_at ?? scope.clock.now() });
    if (now_closed > 0) closed.add(entry.loan_id as string);
  }
  await endCharging(trx, [...closed]);
  await changeGuarantees(trx, [...closed], ['held'], 'released');
  await refreshLoans(trx, loanIdsOf(posted));
  await releaseLoans(trx, ids);
  await clearOverdue(trx, posted);
  const scopes = scopesByLoan(ended.filter(({ entry }) => closed.has(entry.loan_id as string)));
  await recordLoanEvents(trx, enqueueAfterCommit, 'loan.closed', scopes);
  enqueueAfterCommit('resume-sacco-entries', {});
};

/** What the row of a loan says that is over. */
export const NOTHING_OWED = {
  outstanding_minor: 0n,
  charges_due_minor: 0n,
  oldest_unpaid_on: null,
  overdue: false,
};

async function payInstallments(trx: Transaction, entry: EntryRow): Promise<Installment[]> {
  const loan_id = entry.loan_id as string;
  const before = await readInstallments(trx, loan_id);
  const repaid = entry.principal_minor + entry.interest_minor + entry.penalty_minor;
  const paid = applyAllocations(before, allocate(before, repaid));
  const after = payoffOf(paid) === 0n ? dropUncharged(paid) : paid;
  const column = (of: (line: Installment) => bigint): never => after.map((line) => String(of(line))) as never;
  await trx.raw(PAY, [
    after.map(({ no }) => no) as never,
    column((line) => line.interest_minor),
    column((line) => line.paid_principal_minor),
    column((line) => line.paid_interest_minor),
    column((line) => line.paid_penalty_minor),
    loan_id,
  ]);
  return after;
}

const PAY = `
  update sacco_loan_installments i set interest_minor = v.interest, paid_principal_minor = v.principal,
    paid_interest_minor = v.paid_interest, paid_penalty_minor = v.penalty
  from unnest(?::smallint[], ?::bigint[], ?::bigint[], ?::bigint[], ?::bigint[])
    as v(no, interest, principal, paid_interest, penalty)
  where i.loan_id = ? and i.no = v.no`;

/** A loan that is no longer past due may become overdue again, and is then told of again. */
async function clearOverdue(trx: Transaction, ended: readonly EndedEntry[]): Promise<void> {
  for (const { scope, entry } of ended) {
    const today = await localToday(trx, scope);
    const cleared = await Loan.query(trx)
      .where({ id: entry.loan_id as string, overdue: true })
      .where((late) => late.whereNull('oldest_unpaid_on').orWhere('oldest_unpaid_on', '>=', today))
      .patch({ overdue: false });
    if (cleared > 0) await refreshLoans(trx, [entry.loan_id as string]);
  }
}
