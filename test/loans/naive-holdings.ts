/** What the accounts of the naive SACCO of a history hold, now and at the end of each day. */
import { BORROWERS } from './lending-events.ts';

export type Income = 'interest_income' | 'fee_income';

export const KINDS_IN_FIGURES = [
  'cash_on_hand',
  'member_savings',
  'member_shares',
  'interest_income',
  'fee_income',
  'loan_losses',
  'loan_loss_allowance',
] as const;
type Held = Record<(typeof KINDS_IN_FIGURES)[number], bigint>;

export class NaiveHoldings {
  day: number;
  readonly savings: bigint[];
  readonly shares: bigint[];
  /** Of savings. */
  readonly held: bigint[];
  readonly income: Record<Income, bigint> = { interest_income: 0n, fee_income: 0n };
  cash: bigint;
  allowance = 0n;
  losses = 0n;
  protected readonly members: readonly string[];
  /** Of each day on which anything was booked, in order. */
  private readonly ends_of_days: { day: number; held: Held }[];

  /** @param saved_on the day on which the savings were paid in */
  constructor(members: readonly string[], savings: readonly bigint[], day: number, saved_on: number) {
    this.members = members;
    this.savings = [...savings];
    this.shares = savings.map(() => 0n);
    this.held = savings.map(() => 0n);
    this.cash = savings.reduce((sum, each) => sum + each, 0n);
    this.day = day;
    this.ends_of_days = [{ day: saved_on, held: this.heldNow() }];
  }

  get first_booking(): number {
    return (this.ends_of_days[0] as { day: number }).day;
  }

  available(member: number): bigint {
    return (this.savings[member] as bigint) - (this.held[member] as bigint);
  }

  protected save(member: number, amount: bigint): void {
    this.savings[member] = (this.savings[member] as bigint) + amount;
  }

  protected hold(guarantor: number, amount: bigint): void {
    this.held[BORROWERS + guarantor] = (this.held[BORROWERS + guarantor] as bigint) + amount;
  }

  protected endDay(day: number): void {
    this.ends_of_days.push({ day, held: this.heldNow() });
  }

  private heldNow(): Held {
    const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, each) => total + each, 0n);
    return {
      cash_on_hand: this.cash,
      member_savings: sum(this.savings),
      member_shares: sum(this.shares),
      interest_income: this.income.interest_income,
      fee_income: this.income.fee_income,
      loan_losses: this.losses,
      loan_loss_allowance: this.allowance,
    };
  }

  /** Of what is kept by kind of account: opening and closing balance of the days from first to last. */
  balancesOf(first: number, last: number): unknown {
    const before = this.ends_of_days.findLast(({ day }) => day < first)?.held;
    const after = this.ends_of_days.findLast(({ day }) => day <= last)?.held;
    return KINDS_IN_FIGURES.map((kind) => [kind, Number(before?.[kind] ?? 0n), Number(after?.[kind] ?? 0n)]);
  }
}
