/** The days with which accounting reports are compared. */
import { expect, test } from 'vitest';
import { addDays } from '../../dashboard/forms/fields/date.rules.ts';
import { monthsEarlier, yearUntil } from '../../dashboard/pages/accounting/compare.rules.ts';

test.each([
  ['2026-11-26', 1, '2026-10-26'],
  ['2026-11-30', 1, '2026-10-31'],
  ['2026-03-30', 1, '2026-02-28'],
  ['2026-03-31', 1, '2026-02-28'],
  ['2024-02-29', 12, '2023-02-28'],
  ['2025-02-28', 12, '2024-02-29'],
  ['2026-01-01', 1, '2025-12-01'],
])('%s, %s months earlier: %s', (date, months, earlier) => {
  expect(monthsEarlier(date, months)).toBe(earlier);
});

test('the day before the first of a month', () => {
  expect(addDays('2026-03-01', -1)).toBe('2026-02-28');
});

test('a year until a day has 366 days, the most that the general ledger shows', () => {
  expect(yearUntil('2026-03-01')).toEqual({ from: '2025-03-01', to: '2026-03-01' });
  expect(yearUntil('2024-12-31')).toEqual({ from: '2024-01-01', to: '2024-12-31' });
});
