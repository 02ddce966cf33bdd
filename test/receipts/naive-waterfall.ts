/** What a payment by paybill is for, worked out unit by unit: slowly, and with nothing of the service in it. */

export interface NaiveLoan {
  loan_id: string;
  due_on: string;
  overdue_minor: bigint;
  current_minor: bigint;
  payoff_minor: bigint;
}

/** Minor units by place: `savings`, `shares`, or the id of a loan. */
export type Shares = Record<string, number>;

export function naiveSplit(
  amount: number,
  steps: readonly string[],
  given: { loans: readonly NaiveLoan[]; missing_shares: number; named: string | null },
): Shares {
  const got: Shares = {};
  const loans = [...given.loans].sort((a, b) => (a.due_on + a.loan_id < b.due_on + b.loan_id ? -1 : 1));
  const takes = (loan: NaiveLoan): boolean => (got[loan.loan_id] ?? 0) < Number(loan.payoff_minor);
  // Each unit of money looks for the first place that still wants one.
  const wanted: { place: string; left: number; open: () => boolean }[] = [];
  const want = (place: string, left: number, open = () => true) => wanted.push({ place, left, open });
  const named = loans.find(({ loan_id }) => loan_id === given.named);
  if (named) want(named.loan_id, Infinity, () => takes(named));
  steps.forEach((step, i) => {
    const last = i === steps.length - 1;
    if (step === 'savings') want('savings', Infinity);
    if (step === 'shares') want('shares', last ? Infinity : given.missing_shares);
    if (!step.endsWith('loans')) return;
    for (const loan of loans)
      if (loan !== named)
        want(loan.loan_id, Number(step === 'overdue_loans' ? loan.overdue_minor : loan.current_minor), () =>
          takes(loan),
        );
    if (last) for (const loan of loans) want(loan.loan_id, Infinity, () => takes(loan));
  });
  want('savings', Infinity);
  for (let unit = 0; unit < amount; unit++) {
    const place = wanted.find(({ left, open }) => left > 0 && open());
    if (!place) throw new Error('a unit of money has no place');
    place.left--;
    got[place.place] = (got[place.place] ?? 0) + 1;
  }
  return got;
}
