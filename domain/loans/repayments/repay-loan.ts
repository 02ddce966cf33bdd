/** Repayments: from cash, savings, the bank or by a payment, allocated under the loan's lock; the last one closes the loan. */
import { invalidField, refusal, type AppError } from '../../../core/errors.ts';
import { groupBy } from '../../../core/group-by.ts';
import { parseId } from '../../../core/ids.ts';
import { formatMoney } from '../../../core/money.ts';
import { scopeName, type Scope } from '../../../core/scope.ts';
import type { Queryable, Transaction } from '../../../db/connection.ts';
import { localToday } from '../../cooperative/index.ts';
import {
  type savingsMoves,
  always,
  defineMovement,
  leg,
  requestEntry,
  type bankMoney,
  type EndedEntry,
  type EntryRow,
  type MovementRequest,
  type RequestedEntry,
} from '../../movements/index.ts';
import type { Caller, ScopedUnit, Unit } from '../../platform/unit.ts';
import { endCharging } from '../charges/charge-loans.sql.ts';
import { CHARGES_FIRST, isUpToDate } from '../charges/charge-loans.ts';
import type { Installment } from '../positions/figures.rules.ts';
import {
  changeGuarantees,
  guaranteeLeg,
  guaranteesOf,
  guaranteeTransfers,
} from '../guarantees/guarantees.ts';
import { recordLoanEvents } from '../loan-events.ts';
import {
  installmentsOf,
  loanIdsOf,
  lockLoan,
  postedOf,
  readInstallments,
  refreshLoans,
  releaseLoans,
  scopesByLoan,
  setInstallments,
} from '../positions/loan-state.ts';
import { closeLoanRows, lockLoans } from '../positions/loan-state.sql.ts';
import { Loan } from '../loan.model.ts';
import {
  allocate,
  applyAllocations,
  dropUncharged,
  payoffOf,
  totalsOf,
} from '../positions/position.rules.ts';
import { unallocatedRepayment } from './repay-unallocated.ts';
import { repaymentReversal } from './reverse-repayment.ts';

const REPAYMENT = {
  kind: 'loan_repayment',
  allocation: { keyOf: ({ loan_id }: EntryRow) => loan_id as string, allocate: allocateRepayment },
  transfers: guaranteeTransfers,
  due_before: CHARGES_FIRST,
  onEnded: recordRepayments,
} as const;

/** Charges are paid before principal. */
const repaidFrom = (
  account: 'cash_on_hand' | 'member_savings' | 'merchant_available' | 'bank' | 'unallocated',
) => [leg(account, 'interest_receivable', 'charges'), leg(account, 'loan_principal', 'principal')];

/** What unallocated money repays; what is above the payoff goes into savings. */
const REPAID_FROM_UNALLOCATED = [
  ...repaidFrom('unallocated'),
  leg('unallocated', 'member_savings', 'savings'),
];

/** A line of a batch: its parts are planned when it is stored, under the lock of the loan. */
export const BATCH_REPAYMENT = {
  ...REPAYMENT,
  title: 'Loan repayment in a batch',
  source: 'batch',
  flow: 'pay_in',
  allocation: null,
  due_before: null,
  legs: REPAID_FROM_UNALLOCATED,
} as const;

export const REPAYMENTS = [
  defineMovement({
    ...REPAYMENT,
    title: 'Loan repayment in cash',
    source: 'cash',
    flow: 'pay_in',
    legs: repaidFrom('cash_on_hand'),
    reversal: repaymentReversal,
  }),
  defineMovement({
    ...REPAYMENT,
    title: 'Loan repayment from savings',
    source: 'savings',
    // A suspended member's savings stay what they are.
    flow: 'pay_out',
    legs: repaidFrom('member_savings'),
    reversal: repaymentReversal,
  }),
  defineMovement({
    ...REPAYMENT,
    title: 'Loan repayment from the bank',
    source: 'bank',
    flow: 'pay_in',
    legs: repaidFrom('bank'),
    reversal: repaymentReversal,
  }),
  defineMovement({
    ...REPAYMENT,
    title: 'Loan repayment by mobile money',
    source: 'payment',
    flow: 'pay_in',
    legs: [...repaidFrom('merchant_available'), leg('merchant_available', 'member_savings', 'savings')],
    payment: { purpose: 'loan_repayment', read: loanFromMetadata, validate: requireOpenLoan },
  }),
  defineMovement({
    ...REPAYMENT,
    title: 'Loan repayment from unallocated money',
    source: 'unallocated',
    flow: 'pay_in',
    // Its parts are planned when it is approved, under the same locks.
    allocation: null,
    legs: REPAID_FROM_UNALLOCATED,
    approval: always(unallocatedRepayment),
  }),
];

/** @throws AppError VALIDATION_ERROR, `loan_not_open` */
function loanFromMetadata({ sacco_loan_id }: Record<string, unknown>): Pick<EntryRow, 'loan_id'> {
  if (sacco_loan_id === undefined)
    throw invalidField(
      'metadata.sacco_loan_id',
      '"metadata.sacco_loan_id" is required when a loan is to be repaid',
    );
  if (typeof sacco_loan_id !== 'string' || !parseId('loan', sacco_loan_id)) throw refusal('loan_not_open');
  return { loan_id: sacco_loan_id };
}

/** @throws AppError `loan_not_open` unless it is an open loan of that member */
async function requireOpenLoan(
  db: Queryable,
  scope: Scope,
  { loan_id, member_id }: Partial<EntryRow>,
): Promise<void> {
  const open = { id: loan_id as string, member_id: member_id as string, status: 'open' } as const;
  if (!(await Loan.query(db).inScope(scope).where(open).first())) throw refusal('loan_not_open');
}

export interface RepaymentRequest extends MovementRequest, bankMoney.BankMoney, savingsMoves.NamesAccount {
  from: 'cash' | 'savings' | 'bank';
}

/**
 * Repays; first what has fallen due is charged.
 * @throws AppError NOT_FOUND, `loan_not_open`, `above_payoff`, `member_not_active`; SERVICE_UNAVAILABLE `busy` while another
 *   movement of the loan is being booked: the repayment is booked right after it
 */
export function repayLoan(caller: Caller, loan_id: string, body: RepaymentRequest): Promise<RequestedEntry> {
  const { amount_minor, memo = null, from: source } = body;
  return requestEntry(caller, {
    operation: ['POST sacco repayments', loan_id],
    body,
    async entry() {
      const { member_id } = await Loan.query(caller.ctx.db).findInScope(caller.scope, loan_id);
      return { kind: 'loan_repayment', source, member_id, loan_id, amount_minor, memo };
    },
  });
}

/** A repayment by a payment may be above the payoff: the rest goes into savings, in the same chain. */
async function allocateRepayment(unit: ScopedUnit, entry: EntryRow): Promise<EntryRow | AppError | 'busy'> {
  const { trx } = unit;
  const loan = await lockLoan(unit, entry.loan_id as string);
  if (!loan || (loan.status !== 'open' && entry.source !== 'payment')) return refusal('loan_not_open');
  if (loan.moving_entry_id !== null && loan.moving_entry_id !== entry.id) return 'busy';
  const installments = await readInstallments(trx, loan.id);
  if (loan.status === 'open' && !(await isUpToDate(unit, loan, installments))) return 'busy';
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
}

/** Pays what was allocated; a loan of which nothing is left is closed, and its guarantees are released. */
export async function recordRepayments(unit: Unit, ended: EndedEntry[]): Promise<void> {
  const { trx } = unit;
  const ids = loanIdsOf(ended);
  await lockLoans(trx, { loan_ids: ids });
  const posted = postedOf(ended);
  const closed = await payInstallments(trx, posted);
  await endCharging(trx, { loan_ids: [...closed] });
  await changeGuarantees(trx, [...closed], { from: ['held'], to: 'released' });
  await refreshLoans(trx, loanIdsOf(posted));
  await releaseLoans(trx, ids);
  await clearOverdue(trx, posted);
  const scopes = scopesByLoan(ended.filter(({ entry }) => closed.has(entry.loan_id as string)));
  await recordLoanEvents(unit, 'loan.closed', scopes);
  unit.enqueue('resume-sacco-entries', {});
}

/** @returns the loans that are closed by it */
async function payInstallments(trx: Transaction, posted: readonly EndedEntry[]): Promise<Set<string>> {
  const lines = new Map<string, Installment[]>(await installmentsOf(trx, loanIdsOf(posted)));
  const paid_off = new Map<string, Date>();
  for (const { scope, entry } of posted) {
    const loan_id = entry.loan_id as string;
    const before = lines.get(loan_id) ?? [];
    const repaid = entry.principal_minor + entry.interest_minor + entry.penalty_minor;
    const paid = applyAllocations(before, allocate(before, repaid));
    const is_paid_off = payoffOf(paid) === 0n;
    lines.set(loan_id, is_paid_off ? dropUncharged(paid) : paid);
    if (is_paid_off) paid_off.set(loan_id, entry.posted_at ?? scope.clock.now());
  }
  await setInstallments(trx, lines);
  if (paid_off.size === 0) return new Set();
  const closed = await closeLoanRows(trx, {
    loan_ids: [...paid_off.keys()],
    closed_ats: [...paid_off.values()],
  });
  return new Set(closed.map(({ id }) => id));
}

/** A loan that is no longer past due may become overdue again, which is reported again. */
async function clearOverdue(trx: Transaction, ended: readonly EndedEntry[]): Promise<void> {
  for (const of_scope of groupBy(ended, ({ scope }) => scopeName(scope)).values()) {
    const { scope } = of_scope[0] as EndedEntry;
    const today = await localToday(trx, scope);
    const cleared = await Loan.query(trx)
      .whereIn('id', loanIdsOf(of_scope))
      .where({ overdue: true })
      .where((late) => late.whereNull('oldest_unpaid_on').orWhere('oldest_unpaid_on', '>=', today))
      .patch({ overdue: false })
      .returning('id');
    await refreshLoans(
      trx,
      cleared.map(({ id }) => id),
    );
  }
}
