/**
 * Random histories of batches and remittances, of loans that fall due and members who leave in between, compared with a naive
 * cooperative answer by answer. Processes die while they book.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compareHistories, startService, verifyAll, type TestService } from '../harness/index.ts';
import { NaiveCheckOff, type BatchRow } from './naive-check-off.ts';
import { applyToReal, openReal, stateOf, type Dies, type Event, type Real } from './real-check-off.ts';

const MEMBERS = 3;
const RUNS = 5;
const BEGIN = '2035-01-10';

const member = fc.nat(MEMBERS - 1);
const amount = fc.bigInt({ min: 1n, max: 9_000n });

const event: fc.Arbitrary<Event> = fc.oneof(
  {
    arbitrary: fc.record({ what: fc.constant('pass' as const), days: fc.integer({ min: 1, max: 6 }) }),
    weight: 5,
  },
  {
    arbitrary: fc.record({ what: fc.constantFrom<'save' | 'withdraw'>('save', 'withdraw'), member, amount }),
    weight: 3,
  },
  { arbitrary: fc.record({ what: fc.constant('agree' as const), member, amount }), weight: 2 },
  {
    arbitrary: fc.record({
      what: fc.constant('borrow' as const),
      member,
      amount: fc.bigInt({ min: 1_000n, max: 30_000n }),
      term: fc.integer({ min: 1, max: 6 }),
    }),
    weight: 3,
  },
  { arbitrary: fc.record({ what: fc.constant('leave' as const), member }), weight: 1 },
  {
    arbitrary: fc.record({
      what: fc.constant('split' as const),
      rows: fc.array(
        fc.record({
          member,
          kind: fc.constantFrom<BatchRow['kind']>('deposit', 'share_purchase', 'fee', 'loan_repayment'),
          amount,
        }),
        { minLength: 1, maxLength: 5 },
      ),
      off: fc.constantFrom(0n, 0n, 0n, 0n, 1n),
    }),
    weight: 5,
  },
  {
    arbitrary: fc.record({
      what: fc.constant('remit' as const),
      rows: fc.uniqueArray(fc.record({ member: fc.option(member, { freq: 6 }), amount }), {
        minLength: 1,
        maxLength: 3,
        selector: (row) => row.member,
      }),
    }),
    weight: 7,
  },
  {
    arbitrary: fc.record({
      what: fc.constantFrom<'approve' | 'reject'>('approve', 'approve', 'approve', 'reject'),
      index: fc.nat(9),
      dies: fc.constantFrom<Dies>(null, null, 'before', 'after'),
    }),
    weight: 12,
  },
);

let service: TestService;
beforeAll(async () => {
  service = await startService();
  // Nobody works on the queue: what is approved is booked here.
  service.ctx.import_answer_ms = 0;
});
afterAll(async () => {
  expect(await verifyAll(service.ctx)).toEqual([]);
  await service.stop();
});

interface Pair {
  real: Real;
  naive: NaiveCheckOff;
}

async function open(): Promise<Pair> {
  const real = await openReal(service, { members: MEMBERS, begin: BEGIN });
  return { real, naive: new NaiveCheckOff(MEMBERS, Math.floor(real.now.getTime() / 86_400_000)) };
}

function applyToNaive(naive: NaiveCheckOff, happens: Event): string {
  switch (happens.what) {
    case 'pass':
      return naive.pass(happens.days);
    case 'save':
      return naive.save(happens.member, happens.amount);
    case 'withdraw':
      return naive.withdraw(happens.member, happens.amount);
    case 'agree':
      return naive.agree(happens.member, happens.amount);
    case 'borrow':
      return naive.borrow(happens.member, happens.amount, happens.term);
    case 'leave':
      return naive.leave(happens.member);
    case 'split':
      return naive.split(happens.rows, happens.off);
    case 'remit':
      return naive.remit(happens.rows);
    case 'approve':
    case 'reject':
    default:
      return naive.decide(happens.index, happens.what);
  }
}

const split = (rows: BatchRow[], off = 0n): Event => ({ what: 'split', rows, off });
const remit = (...rows: [number | null, bigint][]): Event => ({
  what: 'remit',
  rows: rows.map(([of, comes]) => ({ member: of, amount: comes })),
});
const next = (what: 'approve' | 'reject', index: number, dies: Dies = null): Event => ({ what, index, dies });
const line = (of: number, kind: BatchRow['kind'], comes: bigint): BatchRow => ({
  member: of,
  kind,
  amount: comes,
});

/** Leads to every answer. */
const EVERY_ANSWER: Event[] = [
  { what: 'save', member: 0, amount: 5_000n },
  { what: 'borrow', member: 0, amount: 20_000n, term: 3 },
  { what: 'agree', member: 0, amount: 500n },
  { what: 'agree', member: 1, amount: 700n },
  { what: 'pass', days: 6 },
  { what: 'leave', member: 0 },
  split([line(0, 'loan_repayment', 3_000n), line(1, 'deposit', 100n), line(2, 'fee', 10n)]),
  split([line(1, 'loan_repayment', 3_000n)]),
  split([line(1, 'deposit', 3_000n)], 1n),
  next('approve', 0, 'after'),
  next('approve', 0),
  remit([0, 9_000n], [1, 400n], [null, 50n]),
  remit([0, 9_000n], [1, 400n], [null, 50n]),
  remit([0, 8_000n], [1, 500n]),
  next('reject', 1),
  next('approve', 2, 'before'),
  remit([0, 900n]),
  next('approve', 3, 'after'),
  { what: 'pass', days: 6 },
  split([
    line(0, 'loan_repayment', 9_000n),
    line(0, 'loan_repayment', 9_000n),
    line(0, 'loan_repayment', 1n),
  ]),
  next('approve', 4, 'after'),
  split([line(2, 'deposit', 40n), line(1, 'share_purchase', 60n)]),
  { what: 'leave', member: 2 },
  next('approve', 5, 'before'),
  { what: 'withdraw', member: 1, amount: 9_000n },
  { what: 'withdraw', member: 2, amount: 1n },
  remit([2, 30n], [1, 30n]),
  next('approve', 6),
  { what: 'pass', days: 6 },
  { what: 'pass', days: 6 },
  remit([0, 9_000n], [2, 20n]),
  next('approve', 7, 'after'),
];

test('whatever happens, it is as with a naive one', { timeout: 240_000 }, async () => {
  const answers = await compareHistories<Event, Pair>({
    events: fc.array(event, { minLength: 30, maxLength: 50, size: 'max' }),
    examples: [EVERY_ANSWER],
    runs: RUNS,
    open,
    apply: async ({ real, naive }, happens) => [
      await applyToReal(service, real, happens),
      applyToNaive(naive, happens),
    ],
    sweep: async () => undefined,
    states: async ({ real, naive }) => [await stateOf(real), naive.state()],
    async finish() {
      expect(await verifyAll(service.ctx)).toEqual([]);
    },
  });
  expect([...answers]).toEqual(
    expect.arrayContaining([
      'awaiting_approval',
      'posted',
      'posted_with_failures',
      'rejected',
      'already_decided',
      'already_imported',
      'batch_refused',
      'total_mismatch',
      'not_closable',
      'member_not_active',
    ]),
  );
});
