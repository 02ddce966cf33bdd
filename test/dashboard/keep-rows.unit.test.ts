/** What a list shows that is read anew while a decision about one of its rows is under way. */
import { describe, expect, test } from 'vitest';
import { keepRows } from '../../dashboard/pages/approvals/keep-rows.rules.ts';

const row = (id: string, status = 'pending') => ({ id, status });
const [a, b, c] = [row('a'), row('b'), row('c')];

describe('a list that is read anew', () => {
  test('is what was read, while nothing is kept', () => {
    expect(keepRows([b], [a, b, c], new Set())).toEqual([b]);
  });

  test('keeps a row that it no longer has, where it was', () => {
    expect(keepRows([a, c], [a, b, c], new Set(['b']))).toEqual([a, b, c]);
    expect(keepRows([row('new'), a, c], [a, b, c], new Set(['a']))).toEqual([row('new'), a, c]);
    expect(keepRows([], [a, b, c], new Set(['c', 'a']))).toEqual([a, c]);
  });

  test('shows a kept row as it was, and every other as it is', () => {
    const read = [row('a', 'approved'), row('b', 'approved')];
    expect(keepRows(read, [a, b], new Set(['a']))).toEqual([a, row('b', 'approved')]);
  });
});
