/** Which requests can be decided together, which are left out, and what they come to. */
import { describe, expect, test } from 'vitest';
import { fitsChoice, MOST_TOGETHER, wholeKind } from '../../dashboard/pages/approvals/batch/choice.rules.ts';
import {
  leftOutBecause,
  totalOf,
  type ChosenRequest,
} from '../../dashboard/pages/approvals/batch/lines.rules.ts';

const request = (id: string, more: object = {}) => ({
  id,
  kind: 'withdrawal',
  status: 'pending',
  requested_by: { type: 'user' as const, id: 'usr_maker', name: 'Maker' },
  ...more,
});

describe('a request fits beside those chosen', () => {
  test('where it waits, is of their kind, and is of somebody else', () => {
    const [a, b] = [request('a'), request('b')];
    expect(fitsChoice(a, [], 'usr_me')).toBe(true);
    expect(fitsChoice(b, [a], 'usr_me')).toBe(true);
    expect(fitsChoice(request('c', { kind: 'expense' }), [a], 'usr_me')).toBe(false);
    expect(fitsChoice(request('c', { status: 'approved' }), [a], 'usr_me')).toBe(false);
    expect(fitsChoice(b, [a], 'usr_maker')).toBe(false);
  });

  test('up to the most; those chosen stay so', () => {
    const many = Array.from({ length: MOST_TOGETHER + 5 }, (_each, no) => request(String(no)));
    const chosen = wholeKind([request('x', { kind: 'expense' }), ...many], many.slice(3, 4), 'usr_me');
    expect(chosen).toHaveLength(MOST_TOGETHER);
    expect(chosen[0]).toBe(many[3]);
    expect(fitsChoice(many.at(-1) ?? request('last'), chosen, 'usr_me')).toBe(false);
    expect(fitsChoice(chosen[7] ?? request('7'), chosen, 'usr_me')).toBe(true);
  });
});

describe('of the chosen requests', () => {
  const read = (details: object | null): ChosenRequest =>
    ({ approval: request('a'), details }) as unknown as ChosenRequest;

  test('is left out what cannot be decided as asked for', () => {
    const effect = { carries_out: true };
    const pending = { status: 'pending', may_decide: true, effect };
    expect(leftOutBecause(read(pending))).toBeNull();
    expect(leftOutBecause(read(null))).toBe('unread');
    expect(leftOutBecause(read({ ...pending, status: 'rejected', effect: null }))).toBe('decided');
    expect(leftOutBecause(read({ ...pending, may_decide: false }))).toBe('not_allowed');
    expect(leftOutBecause(read({ ...pending, effect: { carries_out: false } }))).toBe('impossible');
  });

  test('a sum is told where all are about money of one currency', () => {
    const of = (amount_minor: number | bigint, more: object = {}) => ({
      subject: { type: 'entry', id: 'ent' },
      currency: 'KES' as const,
      amount_minor,
      ...more,
    });
    expect(totalOf([of(150), of(9_007_199_254_740_993n)])).toEqual({
      minor: 9_007_199_254_741_143n,
      currency: 'KES',
    });
    expect(totalOf([])).toBeNull();
    expect(totalOf([of(1), of(1, { currency: 'UGX' })])).toBeNull();
    expect(totalOf([of(1, { subject: { type: 'settings', id: 'set' } })])).toBeNull();
  });
});
