/** The periods of a plan of interest, and what is left of them beside other runs. */
import { expect, test } from 'vitest';
import { interestTerms } from '../../domain/cooperative/index.ts';
import { daysLeft } from '../../domain/interest/interest.rules.ts';

const days = (period_start: string, period_end: string): interestTerms.Period => ({
  period_start,
  period_end,
});

test('periods are those of the calendar, the first from its own day on, and are named by it', () => {
  const ended = interestTerms.periodsEnded('quarterly', { from: '2027-03-01', before: '2027-07-01' });
  expect(ended).toEqual([days('2027-03-01', '2027-03-31'), days('2027-04-01', '2027-06-30')]);
  const names = ended.map((period) => interestTerms.nameOfPeriod('quarterly', period));
  expect(names).toEqual(['2027-03-01 to 2027-03-31', '2027-Q2']);
  expect(interestTerms.periodsEnded('monthly', { from: '2027-03-01', before: '2027-03-31' })).toEqual([]);
  expect(interestTerms.nameOfPeriod('monthly', days('2027-03-01', '2027-03-31'))).toBe('2027-03');
  expect(interestTerms.nameOfPeriod('yearly', days('2027-01-01', '2027-12-31'))).toBe('2027');
});

test('days of others are taken out wherever they lie', () => {
  const year = [days('2027-01-01', '2027-06-30'), days('2027-07-01', '2027-12-31')];
  expect(daysLeft(year, [])).toEqual(year);
  expect(daysLeft(year, [days('2026-12-01', '2027-12-31')])).toEqual([]);
  const taken = [
    days('2026-12-01', '2027-01-31'),
    days('2027-01-15', '2027-01-20'),
    days('2027-03-01', '2027-03-31'),
    days('2027-06-30', '2027-07-01'),
  ];
  expect(daysLeft(year, taken)).toEqual([
    days('2027-02-01', '2027-02-28'),
    days('2027-04-01', '2027-06-29'),
    days('2027-07-02', '2027-12-31'),
  ]);
});

const terms = (product_id: string | null, more: object = {}) => ({
  rate_bps: 600,
  basis: 'daily_balance' as const,
  counting: null,
  credit_to: 'same_account' as const,
  frequency: 'monthly' as interestTerms.Frequency,
  product_id,
  withholding_tax_bps: null,
  ...more,
});
const none: interestTerms.Plans = {
  savings_interest: null,
  savings_interest_plans: null,
  ended_interest_plans: null,
};
const on = (today: string, more: object = {}): interestTerms.Changed => ({
  today,
  default_before: 'spr_p',
  default_after: 'spr_p',
  ...more,
});
type Wanted = ReturnType<typeof terms>;
const wanting = (savings_interest: Wanted | null, ...of_products: Wanted[]): interestTerms.WantedPlans => ({
  savings_interest,
  savings_interest_plans: of_products as interestTerms.WantedPlans['savings_interest_plans'],
});

test('the same terms again change nothing, and a product of its own is another plan', () => {
  const first = interestTerms.replacePlans(none, wanting(terms(null)), on('2027-01-15'));
  expect(first.savings_interest).toEqual({ ...terms(null), since: '2027-01-15', from: '2027-01-01' });
  expect(interestTerms.replacePlans(first, wanting(terms(null)), on('2027-05-15'))).toEqual(first);
  const other = interestTerms.replacePlans(first, wanting(terms('spr_1')), on('2027-05-15'));
  expect(other.savings_interest).toMatchObject({ since: '2027-05-15', from: '2027-05-01' });
  expect(other.ended_interest_plans).toEqual([{ ...first.savings_interest, until: '2027-05-15' }]);
});

const quarterly = (product_id: string | null): Wanted => terms(product_id, { frequency: 'quarterly' });

test.each([
  ['into the list', wanting(quarterly('spr_q')), wanting(null, terms('spr_q'))],
  ['out of the list', wanting(null, quarterly('spr_q')), wanting(terms('spr_q'))],
  ['past another one', wanting(terms(null), quarterly('spr_q')), wanting(terms('spr_q'), terms('spr_p'))],
  ['by the name of the default product', wanting(quarterly(null)), wanting(terms('spr_p'))],
  ['without its name any more', wanting(quarterly('spr_p')), wanting(terms(null))],
  ['by that name into the list', wanting(quarterly(null)), wanting(terms('spr_q'), terms('spr_p'))],
])('a plan that moves %s with another frequency leaves out no day', (_how, before, wanted) => {
  const present = interestTerms.replacePlans(none, before, on('2027-04-10'));
  const { savings_interest, savings_interest_plans, ended_interest_plans } = interestTerms.replacePlans(
    present,
    wanted,
    on('2027-06-20'),
  );
  const moved = [savings_interest ?? [], savings_interest_plans ?? []].flat();
  // Not over: its days are those of the one that takes its place.
  expect(ended_interest_plans?.filter(({ frequency }) => frequency === 'quarterly') ?? []).toEqual([]);
  expect(moved).toContainEqual(
    expect.objectContaining({ frequency: 'monthly', since: '2027-06-20', from: '2027-04-01' }),
  );
  const later = interestTerms.replacePlans(present, wanted, on('2027-08-20'));
  const quarter = { frequency: 'quarterly', from: '2027-04-01', until: '2027-08-20' };
  expect(later.ended_interest_plans).toContainEqual(expect.objectContaining(quarter));
  expect([later.savings_interest ?? [], later.savings_interest_plans ?? []].flat()).toContainEqual(
    expect.objectContaining({ frequency: 'monthly', from: '2027-07-01' }),
  );
});

test('a plan that moves with the same terms stays as it is', () => {
  const present = interestTerms.replacePlans(none, wanting(terms(null), terms('spr_q')), on('2027-01-15'));
  const moved = interestTerms.replacePlans(
    present,
    wanting(terms('spr_q'), terms('spr_p')),
    on('2027-05-15'),
  );
  const dates = { since: '2027-01-15', from: '2027-01-01' };
  expect(moved).toEqual({
    savings_interest: { ...terms('spr_q'), ...dates },
    savings_interest_plans: [{ ...terms('spr_p'), ...dates }],
    ended_interest_plans: null,
  });
});

test('with another default product the plan of the accounts that every member has goes on', () => {
  const defaults = { default_before: 'spr_p', default_after: 'spr_q' };
  const present = interestTerms.replacePlans(none, wanting(quarterly(null)), on('2027-04-10'));
  for (const product_id of [null, 'spr_q']) {
    const wanted = wanting(terms(product_id), terms('spr_p'));
    const after = interestTerms.replacePlans(present, wanted, on('2027-06-20', defaults));
    expect(after.savings_interest).toMatchObject({ product_id, from: '2027-04-01' });
    expect(after.savings_interest_plans).toMatchObject([{ product_id: 'spr_p', from: '2027-06-01' }]);
  }
  const named = interestTerms.replacePlans(none, wanting(null, quarterly('spr_p')), on('2027-04-10'));
  const both = wanting(terms(null), quarterly('spr_p'));
  expect(interestTerms.replacePlans(named, both, on('2027-06-20', defaults))).toMatchObject({
    savings_interest: { from: '2027-06-01' },
    savings_interest_plans: [{ since: '2027-04-10', from: '2027-04-01' }],
  });
});
