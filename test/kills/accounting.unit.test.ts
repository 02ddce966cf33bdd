/** The accounting of the kills finds what is planted. */
import { describe, expect, test } from 'vitest';
import { Books, compareBalances } from './accounting/books.ts';
import { ExpectedEvents } from './accounting/events.ts';
import { compareMessages, type StoredMessage } from './accounting/messages.ts';
import { servedBetween } from './accounting/serving.ts';
import { compareOperations, Operations, type Operation } from './accounting/operations.ts';
import { comparePayouts } from './accounting/payouts.ts';

function answered(token: string, id: string | null, answer: Operation['answer'] = 'stored'): Operation {
  return Object.assign(new Operations().begin('deposit', token), { answer, id, requests: 1 });
}

const NONE = { lost: [], doubled: [], unexpected: [] };

describe('operations', () => {
  const asked = [answered('a', 'ent_1'), answered('b', 'ent_2'), answered('c', null, 'refused')];
  const stored = [
    { token: 'a', id: 'ent_1' },
    { token: 'b', id: 'ent_2' },
  ];

  test('that are stored as answered do not differ', () => {
    expect(compareOperations(asked, stored)).toEqual(NONE);
    // The pages of a list may overlap.
    expect(compareOperations(asked, [...stored, ...stored])).toEqual(NONE);
  });

  test('a planted loss', () => {
    expect(compareOperations(asked, stored.slice(1))).toEqual({
      ...NONE,
      lost: ['deposit a: answered as ent_1, stored as nothing'],
    });
  });

  test('stored under another id than was answered', () => {
    expect(compareOperations(asked, [{ token: 'a', id: 'ent_9' }, ...stored.slice(1)])).toEqual({
      ...NONE,
      lost: ['deposit a: answered as ent_1, stored as ent_9'],
    });
  });

  test('a planted double', () => {
    expect(compareOperations(asked, [...stored, { token: 'b', id: 'ent_3' }])).toEqual({
      ...NONE,
      doubled: ['deposit b: stored as ent_2 and ent_3'],
    });
  });

  test('refused or never asked for, but stored', () => {
    const more = [...stored, { token: 'c', id: 'ent_4' }, { token: 'd', id: 'ent_5' }];
    expect(compareOperations(asked, more)).toEqual({
      ...NONE,
      unexpected: ['deposit c: refused, but stored as ent_4', 'd: stored as ent_5, but never asked for'],
    });
  });

  test('a request without a key that was never answered may be stored once, or not at all', () => {
    const unanswered = [answered('link-1#1', null, 'none')];
    expect(compareOperations(unanswered, [])).toEqual(NONE);
    expect(compareOperations(unanswered, [{ token: 'link-1#1', id: 'plk_1' }])).toEqual(NONE);
    const twice = ['plk_1', 'plk_2'].map((id) => ({ token: 'link-1#1', id }));
    expect(compareOperations(unanswered, twice).doubled).toHaveLength(1);
  });

  test('a token is used once', () => {
    const operations = new Operations();
    operations.begin('deposit', 'a');
    expect(() => operations.begin('deposit', 'a')).toThrow('a is taken');
  });
});

describe('balances', () => {
  const books = new Books();
  books.add('cash', 700n);
  books.add('savings m1', 700n);
  books.move('savings m1', 'shares m1', 200n);

  test('that are equal do not differ, and 0 is as good as no account', () => {
    const service = new Map([
      ['cash', 700n],
      ['savings m1', 500n],
      ['shares m1', 200n],
      ['losses', 0n],
    ]);
    expect(compareBalances(books.all(), service)).toEqual([]);
  });

  test('a booking that is lost, and one that is doubled', () => {
    const service = new Map([
      ['cash', 700n],
      ['savings m1', 300n],
    ]);
    expect(compareBalances(books.all(), service)).toEqual([
      'savings m1: 300, expected 500',
      'shares m1: 0, expected 200',
    ]);
  });
});

describe('payouts', () => {
  const stored = [
    { id: 'pyo_1', status: 'succeeded', amount_minor: 400 },
    { id: 'pyo_2', status: 'failed', amount_minor: 500 },
  ];
  const one = { payout_id: 'pyo_1', amount_minor: 400 };

  test('that were sent once, or not at all, do not differ', () => {
    expect(comparePayouts('chapa', stored, [one])).toEqual([]);
  });

  test('one that was never sent, and one that was sent twice', () => {
    expect(comparePayouts('chapa', stored, [])).toEqual([
      'payout pyo_1 is succeeded, but chapa sent it 0 times',
      'chapa sent 0, and the books say 400',
    ]);
    expect(comparePayouts('chapa', stored, [one, one])).toEqual([
      'payout pyo_1 is succeeded, but chapa sent it 2 times',
      'chapa sent 800, and the books say 400',
    ]);
  });

  test('one that failed and was sent, another amount, and one of nobody', () => {
    const sent = [
      { ...one, amount_minor: 401 },
      { payout_id: 'pyo_2', amount_minor: 500 },
      { payout_id: 'pyo_3', amount_minor: 1 },
    ];
    expect(comparePayouts('chapa', stored, sent)).toEqual([
      'payout pyo_1 is of 400, but chapa sent 401',
      'payout pyo_2 is failed, but chapa sent it 1 times',
      'chapa sent pyo_3, which nobody asked for',
      'chapa sent 902, and the books say 400',
    ]);
  });
});

describe('events', () => {
  const expected = new ExpectedEvents();
  expected.add(['approval.created', 'apr_1'], ['approval.decided', 'apr_1']);
  const created = { event: 'approval.created apr_1', webhook_id: 'evt_1', at_ms: 20_000, connection: '1' };
  const decided = { event: 'approval.decided apr_1', webhook_id: 'evt_2', at_ms: 10_000, connection: '1' };
  const none = { lost: [], doubled: [], disordered: [] };

  test('that arrive in order, once or again under their webhook-id, do not differ', () => {
    expect(expected.compare([created, decided])).toEqual(none);
    expect(expected.compare([created, decided, created])).toEqual(none);
  });

  test('a planted loss', () => {
    expect(expected.compare([created])).toEqual({ ...none, lost: ['approval.decided apr_1'] });
  });

  test('a planted double: the same event under two webhook-ids', () => {
    const again = { ...created, webhook_id: 'evt_3' };
    expect(expected.compare([created, again, decided])).toEqual({
      ...none,
      doubled: ['approval.created apr_1'],
    });
  });

  const disordered = {
    ...none,
    disordered: ['approval.decided apr_1 arrived before approval.created apr_1'],
  };

  test('out of order, unless an attempt of the earlier one failed', () => {
    expect(expected.compare([decided, created])).toEqual(disordered);
    const overtaking = { failed: new Set(['evt_1']), ended_ms: [] };
    expect(expected.compare([decided, created], overtaking)).toEqual(none);
  });

  test('out of order, unless its process ended meanwhile, and another took it up once the lease had lapsed', () => {
    const compare = (arrived: typeof created, ended_ms: number) =>
      expected.compare([decided, arrived], { failed: new Set(), ended_ms: [ended_ms] });
    expect(compare(created, 9_900)).toEqual(none);
    expect(compare(created, 10_100)).toEqual(none);
    expect(compare(created, 20_001)).toEqual(disordered);
    expect(compare({ ...created, at_ms: 10_050 }, 10_010)).toEqual(disordered);
  });

  test('out of order, unless they were read together from two connections', () => {
    const compare = (arrived: Partial<typeof created>) =>
      expected.compare([decided, { ...created, ...arrived }], { failed: new Set(), ended_ms: [] });
    expect(compare({ at_ms: 10_060, connection: '2' })).toEqual(none);
    expect(compare({ at_ms: 10_060 })).toEqual(disordered);
    expect(compare({ at_ms: 11_000, connection: '2' })).toEqual(disordered);
  });
});

test('how long somebody served counts every moment once', () => {
  expect(servedBetween(10, 20, [])).toBe(0);
  expect(servedBetween(10, 20, [[0, Infinity]])).toBe(10);
  const spans = [
    [15, 17],
    [0, 12],
    [11, 13],
    [19, 30],
    [25, 40],
  ] as const;
  expect(servedBetween(10, 20, spans)).toBe(3 + 2 + 1);
});

describe('messages', () => {
  const message = (id: string, status: string, error: string | null = null): StoredMessage => ({
    id,
    entry_id: `ent_${id}`,
    to: '+254712345678',
    text: `KES 1.00 ent_${id}`,
    status,
    error,
  });
  const [sent, unclear] = [message('a', 'delivered'), message('b', 'failed', 'outcome_unknown')];
  const told = ['ent_a', 'ent_b'];

  test('that were taken as they say do not differ', () => {
    expect(compareMessages([sent, unclear], [sent], told)).toEqual([]);
    expect(compareMessages([sent, unclear], [unclear, sent], told)).toEqual([]);
    const withdrawn = { ...message('c', 'suppressed'), entry_id: null };
    expect(compareMessages([sent, unclear, withdrawn], [sent], told)).toEqual([]);
  });

  test.each([
    ['sent twice', [sent, unclear], [sent, sent]],
    ['never taken, and said to be delivered', [sent, unclear], [unclear]],
    ['without an answer and taken twice', [sent, unclear], [sent, unclear, unclear]],
    ['taken, but of nobody', [sent, unclear], [sent, { to: '+254700000000', text: 'hello' }]],
    ['withdrawn, but taken', [message('a', 'suppressed'), unclear], [message('a', 'suppressed')]],
    ['left behind', [message('a', 'queued'), unclear], []],
    ['lost', [sent], [sent]],
    [
      'told twice',
      [sent, unclear, { ...message('c', 'failed', 'outcome_unknown'), entry_id: 'ent_a' }],
      [sent],
    ],
  ])('one that was %s', (_what, stored, taken) => {
    expect(compareMessages(stored, taken, told)).toHaveLength(1);
  });
});
