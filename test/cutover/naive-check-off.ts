/** A cooperative that splits sums among members, in the plainest way: what the real one must agree with, answer by answer. */
import { NaiveLoan, type NaiveTerms } from '../loans/naive-loan.ts';

const DAY_MS = 86_400_000;

export const TERMS = {
  rate_bps: 5_200n,
  method: 'declining',
  frequency: 'weekly',
  penalty_bps: 0n,
  grace_days: 0,
} as const satisfies Omit<NaiveTerms, 'principal' | 'term'>;

export type Kind = 'deposit' | 'share_purchase' | 'fee' | 'loan_repayment';

export interface BatchRow {
  member: number;
  kind: Kind;
  amount: bigint;
}

/** @property member null: a number that nobody has */
export interface RemittedRow {
  member: number | null;
  amount: bigint;
}

interface Member {
  savings: bigint;
  shares: bigint;
  has_left: boolean;
  loan: NaiveLoan | null;
  contribution: { amount: bigint; from: string } | null;
}

interface Asked {
  contribution: bigint;
  loan: NaiveLoan | null;
  of_loan: bigint;
}

interface Request {
  status: string;
  total: bigint;
  rows: readonly BatchRow[] | null;
  /** Of a remittance. */
  remitted: {
    month: string;
    rows: readonly RemittedRow[];
    advice: Map<number, Asked>;
    /** What was booked on loans. */
    on_loans: { loan: NaiveLoan; amount: bigint }[];
  } | null;
}

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);
const more = (a: bigint): bigint => (a > 0n ? a : 0n);

export class NaiveCheckOff {
  readonly members: Member[];
  readonly requests: Request[] = [];
  day: number;
  cash = 0n;
  bank = 0n;
  unallocated = 0n;
  fees = 0n;
  interest = 0n;

  constructor(members: number, day: number) {
    this.day = day;
    this.members = Array.from({ length: members }, () => ({
      savings: 0n,
      shares: 0n,
      has_left: false,
      loan: null,
      contribution: null,
    }));
  }

  private get date(): string {
    return new Date(this.day * DAY_MS).toISOString().slice(0, 10);
  }

  get month(): string {
    return this.date.slice(0, 7);
  }

  private at(no: number): Member {
    return this.members[no] as Member;
  }

  /** Less than a week, so that no loan falls due twice. */
  pass(days: number): string {
    this.day += days;
    for (const { loan } of this.members)
      for (const charge of loan?.due(this.day) ?? []) {
        loan?.charge(charge);
        this.interest += charge.amount;
      }
    return this.date;
  }

  save(no: number, amount: bigint): string {
    const member = this.at(no);
    if (member.has_left) return 'member_not_active';
    member.savings += amount;
    this.cash += amount;
    return 'posted';
  }

  withdraw(no: number, amount: bigint): string {
    const member = this.at(no);
    if (member.has_left) return 'member_not_active';
    if (member.savings < amount) return 'failed insufficient_savings';
    if (this.cash < amount) return 'failed insufficient_cash';
    member.savings -= amount;
    this.cash -= amount;
    return 'posted';
  }

  borrow(no: number, principal: bigint, term: number): string {
    const member = this.at(no);
    if (member.has_left) return 'member_not_active';
    if (member.loan?.status === 'open') return 'has one';
    member.loan = new NaiveLoan({ ...TERMS, principal, term }, this.day);
    member.savings += principal;
    return 'open';
  }

  agree(no: number, amount: bigint): string {
    const member = this.at(no);
    if (member.has_left) return 'member_not_active';
    member.contribution = { amount, from: `${this.month}-01` };
    return 'agreed';
  }

  leave(no: number): string {
    const member = this.at(no);
    if (member.has_left) return 'member_not_active';
    if (member.loan?.status === 'open') return 'not_closable';
    const held = member.savings + member.shares;
    if (this.cash < held) return 'failed insufficient_cash';
    this.cash -= held;
    [member.savings, member.shares, member.has_left] = [0n, 0n, true];
    return 'posted';
  }

  split(rows: readonly BatchRow[], off: bigint): string {
    const cannot = rows.some(({ member: no, kind }) => {
      const member = this.at(no);
      return member.has_left || (kind === 'loan_repayment' && member.loan?.status !== 'open');
    });
    if (cannot) return 'batch_refused';
    if (off !== 0n) return 'total_mismatch';
    const total = rows.reduce((sum, { amount }) => sum + amount, 0n);
    this.requests.push({ status: 'awaiting_approval', total, rows, remitted: null });
    return 'awaiting_approval';
  }

  remit(rows: readonly RemittedRow[]): string {
    const { month } = this;
    const live = this.remittancesOf(month, ['awaiting_approval', 'posted', 'posted_with_failures']);
    if (live.some(({ remitted }) => contentOf(remitted?.rows ?? []) === contentOf(rows)))
      return 'already_imported';
    const stored = new Map<number, Asked>();
    for (const { remitted } of live)
      for (const [no, asked] of remitted?.advice ?? []) if (!stored.has(no)) stored.set(no, asked);
    const advice = new Map(stored);
    for (const no of this.members.keys())
      if (
        !advice.has(no) &&
        !this.at(no).has_left &&
        (stored.size === 0 || rows.some((row) => row.member === no))
      )
        advice.set(no, this.askOf(no));
    const total = rows.reduce((sum, { amount }) => sum + amount, 0n);
    const remitted = { month, rows, advice, on_loans: [] };
    this.requests.push({ status: 'awaiting_approval', total, rows: null, remitted });
    return 'awaiting_approval';
  }

  private remittancesOf(month: string, statuses: readonly string[]): Request[] {
    return this.requests.filter(
      ({ status, remitted }) => remitted?.month === month && statuses.includes(status),
    );
  }

  /** What is unpaid of what falls due this month, or is overdue. */
  private askOf(no: number): Asked {
    const { loan, contribution } = this.at(no);
    const { month, date } = this;
    const of_loan =
      loan?.status !== 'open'
        ? 0n
        : loan.lines.reduce((sum, { due_day, principal, interest, paid }) => {
            const due_on = new Date(due_day * DAY_MS).toISOString().slice(0, 10);
            const first = `${month}-01`;
            const is_asked = due_on.slice(0, 7) === month || (due_on < first && due_on < date);
            return is_asked ? sum + more(principal + interest - paid.principal - paid.interest) : sum;
          }, 0n);
    const due = contribution && contribution.from.slice(0, 7) <= month;
    return { contribution: due ? contribution.amount : 0n, loan, of_loan };
  }

  decide(index: number, what: 'approve' | 'reject'): string {
    const request = this.requests[index];
    if (!request) return 'none';
    if (request.status !== 'awaiting_approval') return 'already_decided';
    if (what === 'reject') return (request.status = 'rejected');
    const lost = request.rows ? this.book(request.rows) : this.bookRemitted(request);
    if (request.rows) this.cash += request.total;
    else this.bank += request.total;
    this.unallocated += lost;
    return (request.status = lost > 0n ? 'posted_with_failures' : 'posted');
  }

  /** @returns what could not be booked */
  private book(rows: readonly BatchRow[]): bigint {
    let lost = 0n;
    for (const { member: no, kind, amount } of rows) {
      const member = this.at(no);
      const { loan } = member;
      if (member.has_left || (kind === 'loan_repayment' && loan?.status !== 'open')) lost += amount;
      else if (kind === 'deposit') member.savings += amount;
      else if (kind === 'share_purchase') member.shares += amount;
      else if (kind === 'fee') this.fees += amount;
      else if (loan) this.repay(member, loan, amount);
    }
    return lost;
  }

  private repay(member: Member, loan: NaiveLoan, amount: bigint): void {
    const paid = least(amount, loan.payoff);
    loan.repay(paid);
    member.savings += amount - paid;
  }

  private bookRemitted({ remitted }: Request): bigint {
    let lost = 0n;
    if (!remitted) return lost;
    const { month, rows, advice, on_loans } = remitted;
    const booked = this.remittancesOf(month, ['posted', 'posted_with_failures']).flatMap(
      (each) => each.remitted?.on_loans ?? [],
    );
    for (const { member: no, amount } of rows) {
      const asked = no === null ? undefined : advice.get(no);
      if (no === null || !asked || this.at(no).has_left) {
        lost += amount;
        continue;
      }
      const { loan } = asked;
      const paid = booked.reduce((sum, each) => (each.loan === loan ? sum + each.amount : sum), 0n);
      const of_loan = least(more(asked.of_loan - paid), amount);
      const member = this.at(no);
      if (of_loan > 0n && loan?.status === 'open') {
        this.repay(member, loan, of_loan);
        on_loans.push({ loan, amount: of_loan });
      } else lost += of_loan;
      member.savings += amount - of_loan;
    }
    return lost;
  }

  state(): unknown {
    return {
      members: this.members.map(({ savings, shares, has_left }) => [
        Number(savings),
        Number(shares),
        has_left ? 'exited' : 'active',
      ]),
      loans: this.members.map(({ loan }) =>
        loan ? [loan.status, Number(loan.outstanding), Number(loan.charges_due)] : null,
      ),
      requests: this.requests.map(({ status }) => status),
      balances: {
        1000: Number(this.cash),
        1100: Number(this.bank),
        2500: Number(this.unallocated),
        4000: Number(this.interest),
        4100: Number(this.fees),
      },
    };
  }
}

const contentOf = (rows: readonly RemittedRow[]): string =>
  rows
    .map(({ member, amount }) => `${member} ${amount}`)
    .toSorted()
    .join();
