/** How the totals of a list are told beside its rows. */
import { expect, test } from 'vitest';
import { totalsText } from '../../cli/output/totals.rules.ts';

test.each([
  [{ count: 0, is_capped: false, sums: [] }, '0 rows in all'],
  [{ count: 1, is_capped: false, sums: [] }, '1 row in all'],
  [
    {
      count: 132,
      is_capped: false,
      sums: [
        { field: 'principal', currency: 'KES', amount: '1204500.00' },
        { field: 'outstanding', currency: 'KES', amount: '5.00' },
      ],
    },
    '132 rows in all; principal 1204500.00 KES; outstanding 5.00 KES',
  ],
  [{ count: 10_000, is_capped: true, sums: [] }, 'More than 10000 rows'],
])('%o', (totals, text) => {
  expect(totalsText(totals)).toBe(text);
});
