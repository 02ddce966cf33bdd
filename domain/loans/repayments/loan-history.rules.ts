/** What was paid of each installment, and when a loan was late, from its charges and repayments. Pure. */
import { addDays, daysBetween } from '../../../core/local-date.ts';
import { UNPAID, type Installment } from '../positions/figures.rules.ts';
import {
  allocate,
  applyAllocations,
  applyCharges,
  payoffOf,
  type Charge,
} from '../positions/position.rules.ts';

/** A charge or a repayment, in the order in which they were booked. */
export type Booked =
  | { kind: 'charge'; charge: Charge }
  | { kind: 'repayment'; entry_id: string; paid_on: string; amount_minor: bigint };

interface PartOfPayment {
  entry_id: string;
  paid_on: string;
  amount_minor: bigint;
}

interface InstallmentHistory {
  no: number;
  due_on: string;
  /** When nothing of it was left to pay; null while anything is. */
  paid_on: string | null;
  payments: PartOfPayment[];
}

/** A time in which at least one installment was late. */
interface Arrears {
  /** The first day. */
  from: string;
  /** The last day; null: it goes on. */
  to: string | null;
  days: number;
  /** How many installments were late in it. */
  installments: number;
}

/** @param lines the installments as the loan began */
export function historyOf(lines: readonly Installment[], booked: readonly Booked[]): InstallmentHistory[] {
  const history = lines.map(({ no, due_on }): InstallmentHistory => ({
    no,
    due_on,
    paid_on: null,
    payments: [],
  }));
  let current = [...lines];
  for (const each of booked) {
    if (each.kind === 'charge') {
      current = applyCharges(current, [each.charge]);
      continue;
    }
    const { entry_id, paid_on, amount_minor } = each;
    const allocations = allocate(current, amount_minor);
    current = applyAllocations(current, allocations);
    // Interest that is not charged by then never will be.
    const is_over = payoffOf(current) === 0n;
    history.forEach((line, i) => {
      const part = allocations.find(({ no }) => no === line.no);
      if (part)
        line.payments.push({
          entry_id,
          paid_on,
          amount_minor: part.penalty_minor + part.interest_minor + part.principal_minor,
        });
      if (line.paid_on === null && (is_over || UNPAID.of(current[i] as Installment) === 0n))
        line.paid_on = paid_on;
    });
  }
  return history;
}

/**
 * Times in which a loan was late, oldest first: those of its installments, joined where they touch.
 * @param until the day on which the loan ended otherwise, or today
 * @param is_over whether it has ended
 */
export function arrearsOf(
  history: readonly Pick<InstallmentHistory, 'due_on' | 'paid_on'>[],
  { until, is_over }: { until: string; is_over: boolean },
): Arrears[] {
  const found: { from: string; to: string; goes_on: boolean; installments: number }[] = [];
  for (const { due_on, paid_on } of history) {
    // Late from the day after; no longer on the day of the payment.
    const from = addDays(due_on, 1);
    const to = paid_on === null ? until : addDays(paid_on, -1);
    if (to < from) continue;
    const goes_on = paid_on === null && !is_over;
    const last = found.at(-1);
    if (last && from <= addDays(last.to, 1)) {
      last.to = to > last.to ? to : last.to;
      last.goes_on ||= goes_on;
      last.installments += 1;
    } else found.push({ from, to, goes_on, installments: 1 });
  }
  return found.map(({ from, to, goes_on, installments }) => ({
    from,
    to: goes_on ? null : to,
    days: daysBetween(from, to) + 1,
    installments,
  }));
}
