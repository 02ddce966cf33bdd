/**
 * A loan as simply as possible, by docs/concepts/loans.md, to compare the real one with. Days are numbers, counted since 1970, and every
 * sum is worked out anew. It shares no code with domain/loans.
 */

export interface NaiveTerms {
  principal: bigint;
  rate_bps: bigint;
  method: 'flat' | 'declining';
  frequency: 'weekly' | 'biweekly' | 'monthly';
  term: number;
  penalty_bps: bigint;
  grace_days: number;
}

interface Line {
  due_day: number;
  principal: bigint;
  /** As scheduled; once it is charged, as charged. */
  interest: bigint;
  charged: boolean;
  penalty: bigint;
  penalised: boolean;
  paid: { penalty: bigint; interest: bigint; principal: bigint };
}

const halfUp = (top: bigint, bottom: bigint): bigint =>
  top / bottom + (2n * (top % bottom) >= bottom ? 1n : 0n);
const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);

const DAY_MS = 86_400_000;
const PERIODS = { weekly: 52n, biweekly: 26n, monthly: 12n };

/** The same day so many months later, or the last of that month. */
function monthsLater(day: number, months: number): number {
  const date = new Date(day * DAY_MS);
  const month_end = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months + 1, 0) / DAY_MS;
  const same_day = month_end - new Date(month_end * DAY_MS).getUTCDate() + date.getUTCDate();
  return Math.min(same_day, month_end);
}

/** A charge that is to be made: the line by its number, from 1. */
export interface NaiveCharge {
  no: number;
  income: 'interest_income' | 'fee_income';
  amount: bigint;
}

export class NaiveLoan {
  status: 'open' | 'closed' | 'written_off' = 'open';
  lines: Line[];
  private readonly terms: NaiveTerms;
  private readonly per_year: bigint;

  constructor(terms: NaiveTerms, disbursed_on: number) {
    this.terms = terms;
    this.per_year = 10_000n * PERIODS[terms.frequency];
    const days = terms.frequency === 'weekly' ? 7 : 14;
    const parts = terms.method === 'flat' ? this.flat() : this.declining();
    this.lines = parts.map(([principal, interest], i) => ({
      due_day:
        terms.frequency === 'monthly' ? monthsLater(disbursed_on, i + 1) : disbursed_on + (i + 1) * days,
      principal,
      interest,
      charged: false,
      penalty: 0n,
      penalised: false,
      paid: { penalty: 0n, interest: 0n, principal: 0n },
    }));
  }

  private flat(): [bigint, bigint][] {
    const { principal, rate_bps, term } = this.terms;
    const n = BigInt(term);
    const interest = halfUp(principal * rate_bps * n, this.per_year);
    const parts: [bigint, bigint][] = [];
    let [left_p, left_i] = [principal, interest];
    for (let i = 0; i < term; i++) {
      // Sums too small for so many parts are used up before the end.
      const part: [bigint, bigint] =
        i === term - 1
          ? [left_p, left_i]
          : [least(halfUp(principal, n), left_p), least(halfUp(interest, n), left_i)];
      parts.push(part);
      left_p -= part[0];
      left_i -= part[1];
    }
    return parts;
  }

  private declining(): [bigint, bigint][] {
    const { principal, rate_bps: b, term } = this.terms;
    const [d, n] = [this.per_year, BigInt(term)];
    const equal =
      b === 0n ? halfUp(principal, n) : halfUp(principal * b * (d + b) ** n, d * ((d + b) ** n - d ** n));
    const parts: [bigint, bigint][] = [];
    let balance = principal;
    for (let i = 0; i < term; i++) {
      const interest = halfUp(balance * b, d);
      const part = i === term - 1 ? balance : least(equal - interest, balance);
      parts.push([part, interest]);
      balance -= part;
    }
    return parts;
  }

  get outstanding(): bigint {
    if (this.status !== 'open') return 0n;
    return this.lines.reduce((sum, { principal, paid }) => sum + principal - paid.principal, 0n);
  }

  get charges_due(): bigint {
    if (this.status !== 'open') return 0n;
    return this.lines.reduce(
      (sum, { charged, interest, penalty, paid }) =>
        sum + (charged ? interest : 0n) - paid.interest + penalty - paid.penalty,
      0n,
    );
  }

  get payoff(): bigint {
    return this.outstanding + this.charges_due;
  }

  daysPastDue(day: number): number {
    if (this.status !== 'open') return 0;
    const oldest = this.lines.find((line) => this.unpaid(line) > 0n);
    return oldest ? Math.max(0, day - oldest.due_day) : 0;
  }

  /** Unpaid on lines that were due before that day. */
  overdue(day: number): { principal: bigint; charges: bigint } {
    const late = this.status === 'open' ? this.lines.filter(({ due_day }) => due_day < day) : [];
    const principal = late.reduce((sum, line) => sum + line.principal - line.paid.principal, 0n);
    return { principal, charges: late.reduce((sum, line) => sum + this.unpaid(line), 0n) - principal };
  }

  private unpaid({ principal, interest, penalty, paid }: Line): bigint {
    return principal + interest + penalty - paid.principal - paid.interest - paid.penalty;
  }

  /** What falls due by that day and is not charged yet. */
  due(day: number): NaiveCharge[] {
    if (this.status !== 'open') return [];
    const { method, rate_bps, penalty_bps, grace_days } = this.terms;
    return this.lines.flatMap((line, i) => {
      const charges: NaiveCharge[] = [];
      let { interest } = line;
      if (!line.charged) {
        if (day < line.due_day) return [];
        const on_balance = halfUp(this.outstanding * rate_bps, this.per_year);
        if (method === 'declining') interest = least(interest, on_balance);
        charges.push({ no: i + 1, income: 'interest_income', amount: interest });
      }
      const unpaid = this.unpaid({ ...line, interest });
      if (!line.penalised && day > line.due_day + grace_days && unpaid > 0n && penalty_bps > 0n)
        charges.push({ no: i + 1, income: 'fee_income', amount: halfUp(unpaid * penalty_bps, 10_000n) });
      return charges;
    });
  }

  charge({ no, income, amount }: NaiveCharge): void {
    const line = this.lines[no - 1] as Line;
    if (income === 'interest_income') [line.interest, line.charged] = [amount, true];
    else [line.penalty, line.penalised] = [amount, true];
  }

  /** Interest that comes to nothing is charged without an entry. */
  chargeNothing(day: number): void {
    for (const charge of this.due(day)) if (charge.amount === 0n) this.charge(charge);
  }

  copy(): NaiveLoan {
    return Object.assign(Object.create(NaiveLoan.prototype) as NaiveLoan, this, {
      lines: structuredClone(this.lines),
    });
  }

  /** As it stands on that day, when everything that has fallen due is charged. */
  on(day: number): NaiveLoan {
    const copy = this.copy();
    for (const charge of this.due(day)) copy.charge(charge);
    return copy;
  }

  /** Up to date, and not above the payoff. @returns what it pays */
  repay(amount: bigint): Line['paid'] {
    let left = amount;
    const paid = { penalty: 0n, interest: 0n, principal: 0n };
    const pay = (line: Line, what: keyof Line['paid'], owed: bigint): void => {
      const part = least(left, owed - line.paid[what]);
      line.paid[what] += part;
      paid[what] += part;
      left -= part;
    };
    for (const line of this.lines) {
      pay(line, 'penalty', line.penalty);
      if (line.charged) pay(line, 'interest', line.interest);
      pay(line, 'principal', line.principal);
    }
    if (this.payoff === 0n) this.status = 'closed';
    return paid;
  }

  /** What is given up, by what it is. */
  writeOff(): Line['paid'] {
    const [principal, charges] = [this.outstanding, this.charges_due];
    const penalty = this.lines.reduce((sum, { penalty: its, paid }) => sum + its - paid.penalty, 0n);
    this.status = 'written_off';
    return { principal, penalty, interest: charges - penalty };
  }

  schedule(): unknown {
    return this.lines.map((line) => ({
      principal_minor: Number(line.principal),
      interest_minor: Number(line.charged || this.status !== 'closed' ? line.interest : 0n),
      penalty_minor: Number(line.penalty),
      paid_minor: Number(line.paid.penalty + line.paid.interest + line.paid.principal),
    }));
  }
}
