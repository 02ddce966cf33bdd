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

test('the same terms again change nothing, and a product of its own is another plan', () => {
  const wanted = {
    rate_bps: 600,
    basis: 'daily_balance',
    counting: null,
    credit_to: 'same_account',
    frequency: 'monthly',
    product_id: null,
    withholding_tax_bps: null,
  } as const;
  const none = { savings_interest: null, ended_interest_plans: null };
  const first = interestTerms.replacePlan(none, wanted, '2027-01-15');
  expect(first.savings_interest).toEqual({ ...wanted, since: '2027-01-15', from: '2027-01-01' });
  expect(interestTerms.replacePlan(first, wanted, '2027-05-15')).toEqual(first);
  const other = interestTerms.replacePlan(first, { ...wanted, product_id: 'spr_1' }, '2027-05-15');
  expect(other.savings_interest).toMatchObject({ since: '2027-05-15', from: '2027-05-01' });
  expect(other.ended_interest_plans).toEqual([{ ...first.savings_interest, until: '2027-05-15' }]);
});
