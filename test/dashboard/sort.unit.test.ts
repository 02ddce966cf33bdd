/** What a press on the head of a column asks for. */
import { expect, test } from 'vitest';
import { directionOf, NEWEST_FIRST, sortAfter } from '../../dashboard/ui/sort.rules.ts';

test('the first press sorts, and the next one turns it round', () => {
  expect(sortAfter('full_name', NEWEST_FIRST)).toBe('full_name');
  expect(sortAfter('full_name', 'full_name')).toBe('-full_name');
  expect(sortAfter('full_name', '-full_name')).toBe('full_name');
});

test('of figures the largest come first', () => {
  expect(sortAfter('principal', NEWEST_FIRST, { isFigure: true })).toBe('-principal');
  expect(sortAfter('principal', '-principal', { isFigure: true })).toBe('principal');
});

test('newest first is what lists are without being asked', () => {
  expect(sortAfter('created_at', NEWEST_FIRST)).toBe('created_at');
  expect(sortAfter('created_at', 'created_at')).toBe(NEWEST_FIRST);
  expect(directionOf('created_at', NEWEST_FIRST)).toBe('descending');
  expect(directionOf('full_name', NEWEST_FIRST)).toBeNull();
  expect(directionOf('full_name', 'full_name')).toBe('ascending');
});
