/** The periods for which a plan of interest declares by itself, and what becomes of it when it is changed. Pure. */
import { canonicalJson } from '../../core/fingerprint.ts';
import { addDays, addMonths } from '../../core/local-date.ts';
import type { EndedPlan, Frequency, Plan, ProductPlan } from './savings-interest.rules.ts';

const MONTHS: Readonly<Record<Frequency, number>> = { monthly: 1, quarterly: 3, yearly: 12 };

export interface Period {
  period_start: string;
  period_end: string;
}

/** The periods of the calendar that ended before a date, the earliest first; the first one begins with `from`. */
export function periodsEnded(
  frequency: Frequency,
  { from, before }: { from: string; before: string },
): Period[] {
  const periods: Period[] = [];
  let period_start = from;
  for (;;) {
    const next = addMonths(startOfPeriod(frequency, period_start), MONTHS[frequency]);
    const period_end = addDays(next, -1);
    if (period_end >= before) return periods;
    periods.push({ period_start, period_end });
    period_start = next;
  }
}

/** What people call it: `2026-03`, `2026-Q1`, `2026`; a part of one by its days. */
export function nameOfPeriod(frequency: Frequency, { period_start, period_end }: Period): string {
  const first = startOfPeriod(frequency, period_start);
  if (period_start !== first || period_end !== addDays(addMonths(first, MONTHS[frequency]), -1))
    return `${period_start} to ${period_end}`;
  const [year, month] = period_start.split('-') as [string, string];
  if (frequency === 'yearly') return year;
  return frequency === 'monthly' ? `${year}-${month}` : `${year}-Q${Math.ceil(Number(month) / 3)}`;
}

function startOfPeriod(frequency: Frequency, date: string): string {
  const [year, month] = date.split('-').map(Number) as [number, number];
  const first = month - ((month - 1) % MONTHS[frequency]);
  return `${String(year).padStart(4, '0')}-${String(first).padStart(2, '0')}-01`;
}

export interface Plans {
  savings_interest: Plan | null;
  savings_interest_plans: ProductPlan[] | null;
  ended_interest_plans: EndedPlan[] | null;
}

type Terms<P extends Plan> = Omit<P, 'since' | 'from'>;

export interface WantedPlans {
  savings_interest: Terms<Plan> | null;
  savings_interest_plans: readonly Terms<ProductPlan>[];
}

/** The day of a change, and the product of the account that every member has, before and after it. */
export interface Changed {
  today: string;
  default_before: string | undefined;
  default_after: string | undefined;
}

/**
 * Periods that have ended by today stay those of the present plan. A new one for the same accounts, in whichever setting, begins with
 * the next day, whatever its frequency, so that no day is left out; any other one with the period in which it is set. Set again with the
 * same terms, a plan stays as it is.
 */
export function replacePlans(present: Plans, wanted: WantedPlans, changed: Changed): Plans {
  const { today, default_before, default_after } = changed;
  const { savings_interest, savings_interest_plans, ended_interest_plans: ended } = present;
  const before = [savings_interest ?? [], savings_interest_plans ?? []].flat();
  const after = [wanted.savings_interest ?? [], wanted.savings_interest_plans].flat();
  // A plan goes on by its name, or as that of the accounts that every member has.
  const of_default = before.find(
    (plan) =>
      (plan.product_id ?? default_before) === default_before &&
      after.every(({ product_id }) => product_id !== plan.product_id),
  );
  const presentOf = ({ product_id }: Pick<Plan, 'product_id'>): Plan | undefined =>
    before.find((plan) => plan.product_id === product_id) ??
    ((product_id ?? default_after) === default_after ? of_default : undefined);
  const set = <P extends Plan>(plan: Terms<P>): Terms<P> & Dated => ({
    ...plan,
    ...datesOf(plan, presentOf(plan), today),
  });
  const left = before.filter((plan) => !after.some((next) => presentOf(next) === plan && same(next, plan)));
  const newly_ended = left
    .filter((plan) => lastEnded(plan, today))
    .map((plan) => ({ ...plan, until: today }));
  const of_products = wanted.savings_interest_plans.map(set<ProductPlan>);
  return {
    savings_interest: wanted.savings_interest && set(wanted.savings_interest),
    savings_interest_plans: of_products.length > 0 ? of_products : null,
    ended_interest_plans: newly_ended.length > 0 ? [...(ended ?? []), ...newly_ended] : ended,
  };
}

type Dated = Pick<Plan, 'since' | 'from'>;

/** @param present the plan that it takes the place of */
function datesOf(wanted: Terms<Plan>, present: Plan | undefined, today: string): Dated {
  if (!present) return { since: today, from: startOfPeriod(wanted.frequency, today) };
  const { since, from } = present;
  if (same(wanted, present)) return { since, from };
  const last = lastEnded(present, today);
  return { since: today, from: last ? addDays(last.period_end, 1) : from };
}

/** Of plans for the same accounts, of which one alone may name the product. */
function same(wanted: Terms<Plan>, present: Plan): boolean {
  const { product_id, since, from } = present;
  return canonicalJson({ ...wanted, product_id, since, from }) === canonicalJson(present);
}

function lastEnded({ frequency, from }: Plan, today: string): Period | undefined {
  return periodsEnded(frequency, { from, before: today }).at(-1);
}

export * from './savings-interest.rules.ts';
