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

interface Plans {
  savings_interest: Plan | null;
  ended_interest_plans: EndedPlan[] | null;
}

/**
 * Periods that have ended by today stay those of the present plan. A new one for the same accounts begins with the next day, whatever
 * its frequency, so that no day is left out; any other one with the period in which it is set. Set again with the same terms, a plan
 * stays as it is.
 */
export function replacePlan(
  present: Plans,
  wanted: Omit<Plan, 'since' | 'from'> | null,
  today: string,
): Plans {
  const { savings_interest: plan, ended_interest_plans: ended } = present;
  if (!plan) return { ...present, savings_interest: wanted && newPlan(wanted, today) };
  const { since, from } = plan;
  if (wanted && canonicalJson({ ...wanted, since, from }) === canonicalJson(plan)) return present;
  const last = periodsEnded(plan.frequency, { from, before: today }).at(-1);
  const goes_on = wanted?.product_id === plan.product_id;
  return {
    savings_interest:
      wanted && goes_on
        ? { ...wanted, since: today, from: last ? addDays(last.period_end, 1) : from }
        : wanted && newPlan(wanted, today),
    ended_interest_plans: last ? [...(ended ?? []), { ...plan, until: today }] : ended,
  };
}

interface ProductPlans extends Pick<Plans, 'ended_interest_plans'> {
  savings_interest_plans: ProductPlan[] | null;
}

/** Replaces the plan of each product by the one that is wanted for it, or by none. */
export function replaceProductPlans(
  { savings_interest_plans: plans, ended_interest_plans: ended }: ProductPlans,
  wanted: readonly Omit<ProductPlan, 'since' | 'from'>[],
  today: string,
): ProductPlans {
  const products = new Set([...(plans ?? []), ...wanted].map(({ product_id }) => product_id));
  const kept: ProductPlan[] = [];
  let ended_interest_plans = ended;
  for (const product_id of products) {
    const ofProduct = (plan: { product_id: string }): boolean => plan.product_id === product_id;
    const present = { savings_interest: plans?.find(ofProduct) ?? null, ended_interest_plans };
    const replaced = replacePlan(present, wanted.find(ofProduct) ?? null, today);
    ({ ended_interest_plans } = replaced);
    if (replaced.savings_interest) kept.push({ ...replaced.savings_interest, product_id });
  }
  return { savings_interest_plans: kept.length > 0 ? kept : null, ended_interest_plans };
}

const newPlan = (wanted: Omit<Plan, 'since' | 'from'>, today: string): Plan => ({
  ...wanted,
  since: today,
  from: startOfPeriod(wanted.frequency, today),
});

export * from './savings-interest.rules.ts';
