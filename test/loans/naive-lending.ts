/**
 * Loans and dividends of a SACCO as simply as possible. It takes over each entry in the order in which the ledger booked it,
 * and refuses one that the rules do not allow, or whose figures are others than its own. So whatever happened at once, or was
 * finished after a death, is compared with one history. It shares no code with domain/.
 */
import { expect } from 'vitest';
import type { EntryRow } from '../../domain/movements/index.ts';
import { NaivePeriods, type PeriodRequest } from '../accounting/naive-periods.ts';
import { BORROWERS, type ProductTerms } from './lending-events.ts';
import { NaiveHoldings, type Income } from './naive-holdings.ts';
import { requiredProvision } from './naive-loan-book.ts';
import { NaiveLoan } from './naive-loan.ts';

const share = (amount: bigint, bps: bigint): bigint => (amount * bps + 5_000n) / 10_000n;
const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);

export interface Lent {
  id: string;
  borrower: number;
  by: string;
  terms: ProductTerms;
  /** By guarantor, of whom member `BORROWERS` is the first. */
  pledges: bigint[];
  called: bigint[];
  /** `open` and after: the loan says. */
  status: 'applied' | 'rejected' | 'cancelled' | 'failed' | 'disbursed';
  loan: NaiveLoan | null;
  /** What moved it and was not taken back, in the ledger's order. */
  moved_by: string[];
}

/** A repayment that was posted. */
interface Repaid {
  lent: Lent;
  day: number;
  source: 'cash' | 'savings' | 'payment';
  /** As the loan stood right before it. */
  before: NaiveLoan;
  /** The reversal of it that waits. */
  reversal: string | null;
  reversed: boolean;
}

export interface NaiveDividend {
  id: string;
  by: string;
  paid_from: Income;
  rebate: boolean;
  /** Days, both included. */
  period: [number, number];
  approved: boolean;
  dropped: boolean;
  lines: { shares: bigint; interest: bigint; amount: bigint; paid: boolean }[];
}

/** What of an entry is not in its row. */
export interface EntryFacts {
  entry: EntryRow;
  /** The SACCO's day on which it was booked. */
  booked_on: number;
  /** And that on which it was asked for; or approved, where it waited. */
  began_on: number;
}

export class NaiveLending extends NaiveHoldings {
  readonly loans: Lent[] = [];
  readonly periods = new NaivePeriods();
  /** Requests about periods, by the approval that waits. */
  readonly period_requests = new Map<string, PeriodRequest>();
  readonly repayments = new Map<string, Repaid>();
  readonly dividends: NaiveDividend[] = [];
  private readonly interest_paid: { member: number; day: number; amount: bigint }[] = [];
  loanOf(id: string | null): Lent {
    const found = this.loans.find((each) => each.id === id);
    if (!found) throw new Error(`the naive SACCO has no loan ${id}`);
    return found;
  }

  statusOf({ status, loan }: Lent): string {
    return status === 'disbursed' ? (loan as NaiveLoan).status : status;
  }

  /** What closes the loan today; 0 unless it is open. */
  payoffOf({ loan }: Lent): bigint {
    return loan?.on(this.day).payoff ?? 0n;
  }

  /** Is anything of it to be charged before it can be moved on that day? */
  isChargeDue({ loan }: Lent, day = this.day): boolean {
    return loan?.due(day).some(({ amount }) => amount > 0n) ?? false;
  }

  // ── what is answered ───────────────────────────────────────────────────────────────────────────────────────────────

  answerToApplication(borrower: number, terms: ProductTerms, pledges: readonly bigint[]): string {
    const own = this.loans.filter((each) => each.borrower === borrower);
    const owed = own.reduce((sum, each) => sum + this.payoffOf(each), 0n);
    const applied = own
      .filter(({ status }) => status === 'applied')
      .reduce((sum, each) => sum + each.terms.principal, 0n);
    const free = this.available(borrower) - owed;
    const limit = free < 0n ? 0n : (free * BigInt(terms.savings_multiple_bps ?? 0)) / 10_000n;
    if (terms.savings_multiple_bps !== null && owed + applied + terms.principal > limit)
      return 'savings_multiple_exceeded';
    const short = pledges.some((pledge, i) => {
      const waiting = this.loans
        .filter(({ status }) => status === 'applied')
        .reduce((sum, each) => sum + (each.pledges[i] as bigint), 0n);
      return pledge > 0n && pledge > this.available(BORROWERS + i) - waiting;
    });
    return short ? 'guarantee_unavailable' : 'applied';
  }

  answerToRepayment(lent: Lent, amount: bigint, from: 'cash' | 'savings'): string {
    if (this.statusOf(lent) !== 'open') return 'loan_not_open';
    if (amount > this.payoffOf(lent)) return 'above_payoff';
    if (from === 'savings' && amount > this.available(lent.borrower)) return 'failed insufficient_savings';
    return 'posted';
  }

  /** @param entry as stored @param dies whether the process does when the ledger is asked to book charges */
  answerToReversal({ id, kind, status, source }: EntryRow, dies: boolean): string {
    if (kind !== 'loan_repayment' || source === 'payment') return 'not_reversible';
    const repaid = this.repayments.get(id);
    const lent = repaid?.lent;
    if (lent && dies && this.isChargeDue(lent)) return 'SERVICE_UNAVAILABLE';
    if (status !== 'posted') return 'not_posted';
    if (repaid?.reversal) return 'reversal_pending';
    if (repaid?.reversed) return 'already_reversed';
    return this.refusalOfReversal(id, this.day) ?? 'awaiting_approval';
  }

  /** Charges that are due are booked before it is asked for or approved. */
  private refusalOfReversal(id: string, day: number): string | null {
    const { day: repaid_on, lent } = this.repayments.get(id) as Repaid;
    if (this.periods.isClosed(repaid_on)) return 'period_closed';
    const is_latest = lent.moved_by.at(-1) === id && !this.isChargeDue(lent, day);
    return is_latest ? null : 'not_latest_movement';
  }

  /** @returns what approving it on that day comes to, and whether the ledger is asked about it */
  outcomeOfReversal(reverses_entry_id: string, day = this.day): [answer: string, is_booked: boolean] {
    const refused = this.refusalOfReversal(reverses_entry_id, day);
    if (refused) return [`failed ${refused}`, false];
    const { lent, source, before } = this.repayments.get(reverses_entry_id) as Repaid;
    const is_held_again = this.statusOf(lent) === 'closed';
    if (is_held_again && !this.covers(lent)) return ['failed guarantee_unavailable', true];
    const amount = before.payoff - (lent.loan as NaiveLoan).payoff;
    const is_short = source === 'cash' && amount > this.cash;
    return [is_short ? 'failed insufficient_cash' : 'posted', true];
  }

  /** What the allowance is to be changed by, as an entry says it. */
  changeOfAllowance(): string {
    const change = requiredProvision(this.loans, this.day) - this.allowance;
    return change < 0n ? `out ${-change}` : `in ${change}`;
  }

  answerToDisbursement(lent: Lent): string {
    return this.covers(lent) ? 'posted' : 'failed guarantee_unavailable';
  }

  private covers({ pledges }: Lent): boolean {
    return pledges.every((pledge, i) => pledge === 0n || pledge <= this.available(BORROWERS + i));
  }

  answerToWithdrawal(member: number, amount: bigint): string {
    if (amount > this.available(member)) return 'failed insufficient_savings';
    return amount > this.cash ? 'failed insufficient_cash' : 'posted';
  }

  /** A dividend that is declared now, with its lines. */
  declare(
    rates: { share_rate_bps: bigint; interest_rebate_bps: bigint; paid_from: Income; by: string },
    period: [number, number],
  ): [answer: string, NaiveDividend] {
    const lines = this.members.map((_id, member) => {
      const paid = this.interest_paid
        .filter((each) => each.member === member && each.day >= period[0] && each.day <= period[1])
        .reduce((sum, { amount }) => sum + amount, 0n);
      // What was taken back in the period may have been paid before it.
      const interest = paid < 0n ? 0n : paid;
      const shares = this.shares[member] as bigint;
      const amount = share(shares, rates.share_rate_bps) + share(interest, rates.interest_rebate_bps);
      return { shares, interest, amount, paid: false };
    });
    const { by, paid_from } = rates;
    const rebate = rates.interest_rebate_bps > 0n;
    const dividend = { id: '', by, paid_from, rebate, period, approved: false, dropped: false, lines };
    const rebated = this.dividends.some(
      (each) => each.rebate && !each.dropped && each.period[0] <= period[1] && each.period[1] >= period[0],
    );
    if (rebate && rebated) return ['period_already_rebated', dividend];
    const total = lines.reduce((sum, { amount }) => sum + amount, 0n);
    return [total > this.income[paid_from] ? 'income_insufficient' : 'declared', dividend];
  }

  // ── what was booked ────────────────────────────────────────────────────────────────────────────────────────────────

  /** Takes over a posted entry. @throws when it could not have been booked now, or not so */
  book(facts: EntryFacts): void {
    const { loan_id, id, kind } = facts.entry;
    this.bookOnDay(facts);
    if (loan_id && kind !== 'reversal') this.loanOf(loan_id).moved_by.push(id);
    this.endDay(facts.booked_on);
  }

  private bookOnDay(facts: EntryFacts): void {
    const { entry, booked_on } = facts;
    const { amount_minor: amount } = entry;
    const member = this.members.indexOf(entry.member_id ?? '');
    if (entry.kind === 'loan_disbursement') return this.bookDisbursement(facts);
    if (entry.kind === 'loan_charge') return this.bookCharge(facts);
    if (entry.kind === 'loan_repayment') return this.bookRepayment(facts, member);
    if (entry.kind === 'loan_write_off') return this.bookWriteOff(facts);
    if (entry.kind === 'dividend') return this.bookDividend(entry, member);
    if (entry.kind === 'reversal') return this.bookReversal(facts, member);
    if (entry.kind === 'loan_provision') {
      const change = entry.direction === 'in' ? amount : -amount;
      this.allowance += change;
      this.losses += change;
      expect(this.allowance >= 0n, entry.id).toBe(true);
      return;
    }
    const sign = entry.kind === 'withdrawal' ? -1n : 1n;
    if (sign < 0n)
      expect(this.answerToWithdrawal(member, amount), `${entry.id} on day ${booked_on}`).toBe('posted');
    const account = entry.kind === 'share_purchase' ? this.shares : this.savings;
    account[member] = (account[member] as bigint) + sign * amount;
    this.cash += sign * amount;
  }

  private bookDisbursement({ entry, booked_on }: EntryFacts): void {
    const lent = this.loanOf(entry.loan_id);
    const { principal } = lent.terms;
    const fee = share(principal, 100n);
    expect([lent.status, this.answerToDisbursement(lent), entry.fee_minor]).toEqual([
      'applied',
      'posted',
      fee,
    ]);
    lent.pledges.forEach((pledge, i) => this.hold(i, pledge));
    this.save(lent.borrower, principal - fee);
    this.income.fee_income += fee;
    lent.status = 'disbursed';
    lent.loan = new NaiveLoan(lent.terms, booked_on);
  }

  private bookCharge({ entry, booked_on }: EntryFacts): void {
    const { loan_id, installment_no: no, income, amount_minor: amount } = entry;
    const loan = this.loanOf(loan_id).loan as NaiveLoan;
    const charge = { no: no as number, income: income as Income, amount };
    expect(loan.due(booked_on), `${entry.id} of ${loan_id} on day ${booked_on}`).toContainEqual(charge);
    loan.charge(charge);
    this.income[charge.income] += amount;
  }

  private bookRepayment({ entry, booked_on, began_on }: EntryFacts, member: number): void {
    const lent = this.loanOf(entry.loan_id);
    const { amount_minor: amount, source } = entry;
    const loan = this.upToDate(lent, began_on);
    const payoff = loan.payoff;
    const repaid = source === 'payment' ? least(amount, payoff) : amount;
    if (source !== 'payment') expect([loan.status, amount <= payoff], entry.id).toEqual(['open', true]);
    if (source === 'savings') {
      expect(amount <= this.available(member), `${entry.id} has the savings`).toBe(true);
      this.save(member, -amount);
    }
    if (source === 'cash') this.cash += amount;
    const before = loan.copy();
    const its = { lent, day: booked_on, source: source as Repaid['source'], before };
    this.repayments.set(entry.id, { ...its, reversal: null, reversed: false });
    const was_open = loan.status === 'open';
    const paid = was_open ? loan.repay(repaid) : { penalty: 0n, interest: 0n, principal: 0n };
    expect(partsOf(entry), entry.id).toEqual({ ...paid, savings: amount - repaid });
    this.save(member, amount - repaid);
    this.interest_paid.push({ member, day: booked_on, amount: paid.interest });
    if (was_open && loan.status === 'closed') lent.pledges.forEach((pledge, i) => this.hold(i, -pledge));
  }

  private bookReversal({ entry, booked_on, began_on }: EntryFacts, member: number): void {
    const repaid = this.repayments.get(entry.reverses_entry_id as string) as Repaid;
    const { lent, before, source } = repaid;
    const after = this.upToDate(lent, began_on);
    const outcome = this.outcomeOfReversal(entry.reverses_entry_id as string, began_on);
    expect([repaid.reversed, outcome], entry.id).toEqual([false, ['posted', true]]);
    Object.assign(repaid, { reversal: null, reversed: true });
    const { amount_minor: amount } = entry;
    expect(amount, entry.id).toBe(before.payoff - after.payoff);
    if (source === 'cash') this.cash -= amount;
    else this.save(member, amount);
    this.interest_paid.push({ member, day: booked_on, amount: -entry.interest_minor });
    if (after.status === 'closed') lent.pledges.forEach((pledge, i) => this.hold(i, pledge));
    lent.loan = before;
    lent.moved_by.pop();
  }

  private bookWriteOff({ entry, began_on }: EntryFacts): void {
    const lent = this.loanOf(entry.loan_id);
    const loan = this.upToDate(lent, began_on);
    const owed = loan.payoff;
    expect([loan.status, entry.amount_minor], entry.id).toEqual(['open', owed]);
    expect(partsOf(entry), entry.id).toEqual({ ...loan.writeOff(), savings: 0n });
    let left = owed;
    lent.pledges.forEach((pledge, i) => {
      const called = least(pledge, left);
      left -= called;
      lent.called[i] = called;
      this.hold(i, -pledge);
      this.save(BORROWERS + i, -called);
    });
    this.losses += left;
  }

  private bookDividend({ id, dividend_id, amount_minor: amount }: EntryRow, member: number): void {
    const dividend = this.dividends.find((each) => each.id === dividend_id) as NaiveDividend;
    if (member < 0) {
      dividend.approved = true;
      return;
    }
    const line = dividend.lines[member] as NaiveDividend['lines'][number];
    expect([dividend.approved, line.paid, line.amount], id).toEqual([true, false, amount]);
    expect(amount <= this.income[dividend.paid_from], `${id} has the income`).toBe(true);
    this.income[dividend.paid_from] -= amount;
    this.save(member, amount);
    line.paid = true;
  }

  /** The loan, of which everything is charged that had fallen due when a movement of it began. */
  private upToDate(lent: Lent, began_on: number): NaiveLoan {
    const loan = lent.loan as NaiveLoan;
    loan.chargeNothing(began_on);
    expect(loan.due(began_on), `${lent.id} is charged before it is moved`).toEqual([]);
    return loan;
  }
}

function partsOf({ penalty_minor, interest_minor, principal_minor, savings_minor }: EntryRow): object {
  return {
    penalty: penalty_minor,
    interest: interest_minor,
    principal: principal_minor,
    savings: savings_minor,
  };
}
