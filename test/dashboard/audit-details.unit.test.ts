/** How the dashboard shows the details of an entry of the audit log. */
import { expect, test } from 'vitest';
import { fieldsOf } from '../../dashboard/pages/audit-log/details.rules.ts';

test('each field is a line; a change says what was and what is; amounts are written as people write them', () => {
  expect(
    fieldsOf({
      role: 'maker',
      amount_minor: 150,
      totals: { member_savings: '-2280000' },
      memo: null,
      ids: ['a', 'b'],
      changes: { currency: { from: null, to: 'KES' } },
      limits: { daily: { from: 1, to: 2 }, monthly: 3 },
    }),
  ).toEqual([
    ['role', 'maker'],
    ['amount_minor', '1.50'],
    ['totals.member_savings', '−22,800.00'],
    ['memo', '–'],
    ['ids', '["a","b"]'],
    ['currency', '– → KES'],
    ['limits.daily', '1 → 2'],
    ['limits.monthly', '3'],
  ]);
});
