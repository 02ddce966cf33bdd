/**
 * A loan as simply as possible, by docs/concepts/loans.md, to compare the real one with. Days are numbers and every sum is worked
 * out anew. It shares no code with domain/loans.
 */

export interface NaiveTerms {
  principal: bigint;
  rate_bps: bigint;
  method: 'flat' | 'declining';
  frequency: 'weekly' | 'biweekly';
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

export class NaiveLoan {
  status: 'open' | 'closed' | 'written_off' = 'open';
  readonly lines: Line[];
  private readonly terms: NaiveTerms;
  private readonly per_year: bigint;

  /** Disbursed on day 0. */
  constructor(terms: NaiveTerms) {
    this.terms = terms;
    this.per_year = 10_000n * (terms.frequency === 'weekly' ? 52n : 26n);
    const days = terms.frequency === 'weekly' ? 7 : 14;
    const parts = terms.method === 'flat' ? this.flat() : this.declining();
    this.lines = parts.map(([principal, interest], i) => ({
      due_day: (i + 1) * days,
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

  private unpaid({ principal, interest, penalty, paid }: Line): bigint {
    return principal + interest + penalty - paid.principal - paid.interest - paid.penalty;
  }

  /** What falls due by that day. @returns what was charged */
  charge(day: number): bigint {
    if (this.status !== 'open') return 0n;
    const before = this.charges_due;
    const { method, rate_bps, penalty_bps, grace_days } = this.terms;
    for (const line of this.lines) {
      if (!line.charged && day >= line.due_day) {
        const on_balance = halfUp(this.outstanding * rate_bps, this.per_year);
        if (method === 'declining') line.interest = least(line.interest, on_balance);
        line.charged = true;
      }
      if (!line.penalised && day > line.due_day + grace_days && this.unpaid(line) > 0n) {
        line.penalty = halfUp(this.unpaid(line) * penalty_bps, 10_000n);
        line.penalised = true;
      }
    }
    return this.charges_due - before;
  }

  /** Up to date, and not above the payoff. */
  repay(amount: bigint): void {
    let left = amount;
    const pay = (line: Line, what: keyof Line['paid'], owed: bigint): void => {
      const part = least(left, owed - line.paid[what]);
      line.paid[what] += part;
      left -= part;
    };
    for (const line of this.lines) {
      pay(line, 'penalty', line.penalty);
      if (line.charged) pay(line, 'interest', line.interest);
      pay(line, 'principal', line.principal);
    }
    if (this.payoff === 0n) this.status = 'closed';
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
