/**
 * Loans and dividends of a SACCO as simply as possible. It takes over each entry in the order in which the ledger booked it,
 * and refuses one that the rules do not allow, or whose figures are others than its own. So whatever happened at once, or was
 * finished after a death, is compared with one history. It shares no code with domain/.
 */
import { expect } from 'vitest';
import type { EntryRow } from '../../domain/sacco/index.ts';
import { BORROWERS, type ProductTerms } from './lending-events.ts';
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

export type Income = 'interest_income' | 'fee_income';

/** What of an entry is not in its row. */
export interface EntryFacts {
  entry: EntryRow;
  /** The SACCO's day on which it was booked. */
  booked_on: number;
  /** And that on which it was asked for; or approved, where it waited. */
  began_on: number;
}

export class NaiveLending {
  day: number;
  readonly savings: bigint[];
  readonly shares: bigint[];
  /** Of savings. */
  readonly held: bigint[];
  readonly income: Record<Income, bigint> = { interest_income: 0n, fee_income: 0n };
  cash: bigint;
  readonly loans: Lent[] = [];
  readonly dividends: NaiveDividend[] = [];
  private readonly interest_paid: { member: number; day: number; amount: bigint }[] = [];
  private readonly members: readonly string[];

  constructor(members: readonly string[], savings: readonly bigint[], day: number) {
    this.members = members;
    this.savings = [...savings];
    this.shares = savings.map(() => 0n);
    this.held = savings.map(() => 0n);
    this.cash = savings.reduce((sum, each) => sum + each, 0n);
    this.day = day;
  }

  available(member: number): bigint {
    return (this.savings[member] as bigint) - (this.held[member] as bigint);
  }

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

  /** Is anything of it to be charged before it can be moved? */
  isChargeDue({ loan }: Lent): boolean {
    return loan?.due(this.day).some(({ amount }) => amount > 0n) ?? false;
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

  answerToDisbursement({ pledges }: Lent): string {
    const covered = pledges.every((pledge, i) => pledge === 0n || pledge <= this.available(BORROWERS + i));
    return covered ? 'posted' : 'failed guarantee_unavailable';
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
      const interest = this.interest_paid
        .filter((each) => each.member === member && each.day >= period[0] && each.day <= period[1])
        .reduce((sum, { amount }) => sum + amount, 0n);
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
    const { entry, booked_on } = facts;
    const { amount_minor: amount } = entry;
    const member = this.members.indexOf(entry.member_id ?? '');
    if (entry.kind === 'loan_disbursement') return this.bookDisbursement(facts);
    if (entry.kind === 'loan_charge') return this.bookCharge(facts);
    if (entry.kind === 'loan_repayment') return this.bookRepayment(facts, member);
    if (entry.kind === 'loan_write_off') return this.bookWriteOff(facts);
    if (entry.kind === 'dividend') return this.bookDividend(entry, member);
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
    const was_open = loan.status === 'open';
    const paid = was_open ? loan.repay(repaid) : { penalty: 0n, interest: 0n, principal: 0n };
    expect(partsOf(entry), entry.id).toEqual({ ...paid, savings: amount - repaid });
    this.save(member, amount - repaid);
    this.interest_paid.push({ member, day: booked_on, amount: paid.interest });
    if (was_open && loan.status === 'closed') lent.pledges.forEach((pledge, i) => this.hold(i, -pledge));
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

  private save(member: number, amount: bigint): void {
    this.savings[member] = (this.savings[member] as bigint) + amount;
  }

  private hold(guarantor: number, amount: bigint): void {
    this.held[BORROWERS + guarantor] = (this.held[BORROWERS + guarantor] as bigint) + amount;
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
