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

/**
 * Loans by due date, then the contribution; the rest goes to savings, too.
 * @param paid_on_loans what others of the same month bring to each loan
 */
export function splitRemittance(
  { loans: asked }: Asked,
  paid_on_loans: ReadonlyMap<string, bigint>,
  amount_minor: bigint,
): Parts {
  let left = amount_minor;
  const loans = new Map<string, bigint>();
  for (const { loan_id, amount_minor: wanted } of asked) {
    const missing = BigInt(wanted) - (paid_on_loans.get(loan_id) ?? 0n);
    const taken = missing < left ? missing : left;
    if (taken <= 0n) continue;
    left -= taken;
    loans.set(loan_id, taken);
  }
  return { loans, savings_minor: left };
}
