/** Cash that a device keeps until it is booked: what is sent next, what an answer means, and what is handed over. */
import { describe, expect, test } from 'vitest';
import { collectedIn, handOver } from '../../dashboard/pages/collections/hand-over.rules.ts';
import {
  afterResult,
  again,
  leftToCollect,
  matches,
  MAX_KEPT,
  mayTake,
  nextToSend,
  notBooked,
  outdated,
  resultOf,
  resultOfFailure,
  sumOf,
  takenSince,
  type Taken,
} from '../../dashboard/pages/collections/queue.rules.ts';

const NOW = '2027-03-03T09:00:00.000Z';

let made = 0;

function taken(more: Partial<Taken> = {}): Taken {
  made += 1;
  return {
    user_id: 'usr_1',
    project_id: 'prj_1',
    environment: 'test',
    id: `key_${made}`,
    loan_id: 'loan_1',
    member_no: '0001',
    full_name: 'Wanjiku Kamau',
    amount_minor: 100,
    currency: 'KES',
    taken_at: NOW,
    state: 'waiting',
    answered_at: null,
    entry_id: null,
    error: null,
    reason: null,
    ...more,
  };
}

const sentAt = (answered_at: string, more: Partial<Taken> = {}): Taken =>
  taken({ state: 'sent', answered_at, entry_id: 'ent_1', ...more });

describe('what is sent next', () => {
  const first = taken({ taken_at: '2027-03-03T08:00:00.000Z', loan_id: 'loan_2' });
  const second = taken({ taken_at: '2027-03-03T08:30:00.000Z' });
  const done = sentAt(NOW, { taken_at: '2027-03-03T07:00:00.000Z' });
  const refused = taken({ taken_at: '2027-03-03T07:30:00.000Z', state: 'refused' });

  test('is what was taken first, of what waits', () => {
    expect(nextToSend([second, done, refused, first], new Set())).toBe(first);
    expect(nextToSend([second, done, refused], new Set())).toBe(second);
    expect(nextToSend([done, refused], new Set())).toBeUndefined();
  });

  test('is nothing of a loan whose turn is over', () => {
    expect(nextToSend([second, first], new Set(['loan_2']))).toBe(second);
    expect(nextToSend([second, first], new Set(['loan_1', 'loan_2']))).toBeUndefined();
  });

  test('of one moment, both tabs choose the same', () => {
    const [a, b] = [taken({ id: 'a' }), taken({ id: 'b' })];
    expect(nextToSend([b, a], new Set())).toBe(a);
    expect(nextToSend([a, b], new Set())).toBe(a);
  });
});

describe('what an answer means', () => {
  const entry = { id: 'ent_1', error: null, reason: null };

  test.each([
    ['posted', { outcome: 'booked', entry_id: 'ent_1' }],
    ['pending', { outcome: 'later' }],
    ['posting', { outcome: 'later' }],
    ['awaiting_approval', { outcome: 'later' }],
    ['rejected', { outcome: 'refused', error: null, reason: 'rejected' }],
  ] as const)('an entry that is %s', (status, result) => {
    expect(resultOf({ ...entry, status })).toEqual(result);
  });

  test('an entry that failed says why', () => {
    const failed = { ...entry, status: 'failed', error: 'above_payoff', reason: 'It is too much.' } as const;
    expect(resultOf(failed)).toEqual({
      outcome: 'refused',
      error: 'above_payoff',
      reason: 'It is too much.',
    });
  });

  test.each([
    [undefined, 'stop'],
    [401, 'stop'],
    [408, 'stop'],
    [429, 'stop'],
    [503, 'stop'],
    [500, 'later'],
    [403, 'refused'],
    [404, 'refused'],
    [409, 'refused'],
    [422, 'refused'],
  ] as const)('the status %s', (status, outcome) => {
    expect(resultOfFailure({ status, message: 'No.' }).outcome).toBe(outcome);
  });

  test('what was booked or refused is told; what is not decided waits unchanged', () => {
    const waiting = taken();
    expect(afterResult(waiting, { outcome: 'booked', entry_id: 'ent_9' }, NOW)).toEqual({
      ...waiting,
      state: 'sent',
      entry_id: 'ent_9',
      answered_at: NOW,
    });
    const refusal = { outcome: 'refused', error: 'above_payoff', reason: 'It is too much.' } as const;
    const refused = afterResult(waiting, refusal, NOW);
    expect(refused).toMatchObject({ state: 'refused', error: 'above_payoff', reason: 'It is too much.' });
    expect(afterResult(waiting, { outcome: 'stop' }, NOW)).toBe(waiting);
    expect(again(refused, 'new')).toEqual({ ...waiting, id: 'new' });
  });
});

describe('what the device keeps', () => {
  test('is bounded by what is not booked', () => {
    const many = Array.from({ length: MAX_KEPT - 1 }, () => taken());
    expect(mayTake([...many, sentAt(NOW)])).toBe(true);
    expect(mayTake([...many, taken({ state: 'refused' })])).toBe(false);
  });

  test('of what is booked, is the latest of this day; what is not booked stays', () => {
    const later_ms = Date.parse(NOW) + 12 * 3_600_000 + 1;
    const [old, open] = [sentAt(NOW), taken({ state: 'refused', answered_at: NOW })];
    expect(outdated([old, open, taken()], Date.parse(NOW))).toEqual([]);
    expect(outdated([old, open, taken()], later_ms)).toEqual([old]);
    const many = Array.from({ length: 102 }, (_, i) =>
      sentAt(NOW, { taken_at: `2027-03-03T08:${String(i % 60).padStart(2, '0')}:0${i < 60 ? 0 : 1}.000Z` }),
    );
    expect(outdated(many, Date.parse(NOW))).toHaveLength(2);
  });
});

describe('what is left to collect', () => {
  const read_at_ms = Date.parse(NOW);
  const before = sentAt('2027-03-03T08:59:00.000Z', { amount_minor: 1 });
  const after = sentAt('2027-03-03T09:01:00.000Z', { amount_minor: 20 });
  const waiting = taken({ amount_minor: 300 });
  const other = taken({ loan_id: 'loan_2', amount_minor: 4_000 });
  const refused = taken({ state: 'refused', amount_minor: 50_000 });

  test('is what the list says, less what was taken since it was read', () => {
    const since = takenSince([before, after, waiting, other, refused], 'loan_1', read_at_ms);
    expect(since).toEqual([after, waiting]);
    expect(leftToCollect(1_000, since)).toBe(680n);
    expect(leftToCollect(100, since)).toBe(0n);
    expect(leftToCollect(90_071_992_547_409_910n, [])).toBe(90_071_992_547_409_910n);
  });
});

test.each([
  ['', true],
  ['kamau', true],
  ['WANJIKU 0001', true],
  ['0001 otieno', false],
  ['712', true],
])('"%s" finds the borrower: %s', (text, isFound) => {
  const borrower = { member_no: '0001', full_name: 'Wanjiku Kamau', phone: '+254712000000' };
  expect(matches(borrower, text)).toBe(isFound);
  expect(matches({ ...borrower, phone: null }, '712')).toBe(false);
});

test('handed over is what is booked, waits and was refused; repayments in cash alone are counted', () => {
  type Entry = Parameters<typeof collectedIn>[0][number];
  const entry = (id: string, more: Partial<Entry> = {}): Entry =>
    ({
      id,
      kind: 'loan_repayment',
      source: 'cash',
      direction: null,
      status: 'posted',
      amount_minor: 1_000,
      reversed_by_entry_id: null,
      ...more,
    }) as Entry;
  const collected = collectedIn([
    entry('second'),
    entry('savings', { source: 'savings' }),
    entry('failed', { status: 'failed' }),
    entry('reversed', { reversed_by_entry_id: 'ent_9' }),
    entry('deposit', { kind: 'deposit' }),
    entry('first', { amount_minor: 500 }),
  ]);
  expect(collected.map(({ id }) => id)).toEqual(['first', 'second']);
  const open = [taken({ amount_minor: 70 }), taken({ state: 'refused', amount_minor: 8 })];
  expect(notBooked([...open, sentAt(NOW)])).toEqual(open);
  expect(sumOf(open)).toBe(78n);
  expect(handOver(collected, open)).toEqual({
    booked_minor: 1_500n,
    waiting_minor: 70n,
    refused_minor: 8n,
    in_hand_minor: 1_578n,
  });
});
