/** What an employer is advised to deduct, and how what it remits is split. Pure. */
import { addDays, addMonths } from '../../core/local-date.ts';
import type { AdvisedLoan } from './employer.model.ts';

export type Frequency = 'weekly' | 'biweekly' | 'monthly';

/** First and last day of a month. @param month YYYY-MM */
export function daysOf(month: string): { first: string; last: string } {
  const first = `${month}-01`;
  return { first, last: addDays(addMonths(first, 1), -1) };
}

/** How often a contribution falls due in a month. */
export function timesDue(
  { frequency, start_date }: { frequency: Frequency; start_date: string },
  month: string,
): bigint {
  const { first, last } = daysOf(month);
  if (start_date > last) return 0n;
  if (frequency === 'monthly') return 1n;
  const step = frequency === 'weekly' ? 7 : 14;
  let times = 0n;
  let day = start_date;
  if (day < first) {
    const behind = Math.floor((Date.parse(first) - Date.parse(day)) / 86_400_000 / step);
    day = addDays(day, behind * step);
  }
  for (; day <= last; day = addDays(day, step)) if (day >= first) times += 1n;
  return times;
}

/** What is asked for of one member. */
export interface Asked {
  contribution_minor: bigint;
  /** In the order of their due dates. */
  loans: readonly AdvisedLoan[];
}

export function totalAsked({ contribution_minor, loans }: Asked): bigint {
  return loans.reduce((sum, { amount_minor }) => sum + BigInt(amount_minor), contribution_minor);
}

export interface Parts {
  /** By loan. */
  loans: Map<string, bigint>;
  /** The contribution, and all that is left. */
  savings_minor: bigint;
}

/** Loans by due date, then the contribution; the rest goes to savings, too. */
function splitWhole(asked: Asked, amount_minor: bigint): Parts {
  let left = amount_minor;
  const loans = new Map<string, bigint>();
  for (const { loan_id, amount_minor: wanted } of asked.loans) {
    const taken = BigInt(wanted) < left ? BigInt(wanted) : left;
    left -= taken;
    if (taken > 0n) loans.set(loan_id, taken);
  }
  return { loans, savings_minor: left };
}

/**
 * How an amount is split that comes after others of the same month.
 * @param before_minor what came for the member before
 */
export function splitRemittance(asked: Asked, before_minor: bigint, amount_minor: bigint): Parts {
  const before = splitWhole(asked, before_minor);
  const whole = splitWhole(asked, before_minor + amount_minor);
  const loans = new Map<string, bigint>();
  for (const [loan_id, amount] of whole.loans) {
    const more = amount - (before.loans.get(loan_id) ?? 0n);
    if (more > 0n) loans.set(loan_id, more);
  }
  return { loans, savings_minor: whole.savings_minor - before.savings_minor };
}
