/** The reports of a naive loan book, worked out loan by loan. It shares no code with domain/loans. */
import type { Lent } from './naive-lending.ts';
import type { NaiveLoan } from './naive-loan.ts';

/** Days past due from which a loan is of a class, and its rate in percent. */
const CLASSES: [from_days: number, percent: bigint][] = [
  [0, 1n],
  [1, 5n],
  [31, 25n],
  [181, 50n],
  [361, 100n],
];

interface Standing {
  id: string;
  loan: NaiveLoan;
  late: number;
}

/** Of open loans, as they stand on that day. */
function standings(loans: readonly Lent[], day: number): Standing[] {
  return loans.flatMap(({ id, loan }) => {
    const today = loan?.on(day);
    return today?.status === 'open' ? [{ id, loan: today, late: today.daysPastDue(day) }] : [];
  });
}

const classOf = (late: number): number => CLASSES.findLastIndex(([from_days]) => from_days <= late);
const provisionOf = ({ loan, late }: Standing): bigint =>
  (loan.outstanding * (CLASSES[classOf(late)] as [number, bigint])[1] + 50n) / 100n;
const sum = (open: readonly Standing[], of: (each: Standing) => bigint): bigint =>
  open.reduce((total, each) => total + of(each), 0n);

export function requiredProvision(loans: readonly Lent[], day: number): bigint {
  return sum(standings(loans, day), provisionOf);
}

/** Of each class: how many loans, outstanding, overdue and provision in minor units; PAR30 and PAR90. */
export function ageing(loans: readonly Lent[], day: number): unknown {
  const open = standings(loans, day);
  const later = (days: number): number =>
    Number(
      sum(
        open.filter(({ late }) => late > days),
        ({ loan }) => loan.outstanding,
      ),
    );
  return {
    classes: CLASSES.map((_class, i) => {
      const its = open.filter(({ late }) => classOf(late) === i);
      const overdue = sum(its, ({ loan }) => loan.overdue(day).principal + loan.overdue(day).charges);
      return [
        its.length,
        Number(sum(its, ({ loan }) => loan.outstanding)),
        Number(overdue),
        Number(sum(its, provisionOf)),
      ];
    }),
    par: [later(30), later(90)],
  };
}

/** Of each late loan, the longest first: days past due, overdue principal and charges in minor units. */
export function arrears(loans: readonly Lent[], day: number): unknown {
  return standings(loans, day)
    .filter(({ late }) => late > 0)
    .toSorted((a, b) => b.late - a.late || (a.id < b.id ? -1 : 1))
    .map(({ id, loan, late }) => {
      const { principal, charges } = loan.overdue(day);
      return [id, late, Number(principal), Number(charges)];
    });
}
