/**
 * Random histories of wallets and top-ups: one event after the other, compared with naive wallets answer by answer, processes
 * dying in between; and at once, where whatever happens no wallet is negative, no limit is exceeded, every wallet holds what the
 * ledger says, and each payment is credited at most once.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { encodeId, newUuid } from '../../core/ids.ts';
import {
  compareHistories,
  limit,
  quickPerson,
  runConcurrently,
  startService,
  verifyAll,
  type Person,
  type TestService,
} from '../harness/index.ts';
import { NaiveWallets, type Crash, type Limits, type NaiveTopup } from './naive-wallets.ts';
import { DAY_MS, FUNDS, RealWallets, type Request } from './real-wallets.ts';
import { changing, CUSTOMERS, EVERY_ANSWER, moving, type Event } from './wallet-events.ts';

/** Enough that every outcome comes up many times, few enough for half a minute on a slow machine. */
const RUNS = 20;
const CONCURRENT_RUNS = 8;

let service: TestService;
let owner: Person;

beforeAll(async () => {
  service = await startService();
  owner = await quickPerson(service);
});
afterAll(() => service.stop());

// ── one after the other ──────────────────────────────────────────────────────────────────────────────────────────────

interface Pair {
  real: RealWallets;
  naive: NaiveWallets;
}

/** Applies an event to both. @returns both answers */
async function applyToBoth(
  real: RealWallets,
  naive: NaiveWallets,
  event: Event,
): Promise<[real: unknown, naive: unknown]> {
  switch (event.what) {
    case 'deposit':
    case 'withdraw':
    case 'transfer': {
      const request = requestOf(event);
      real.requests.push(request);
      return moveBoth(real, naive, request, event.crash);
    }
    case 'repeat': {
      const request = real.requests.at(-1 - event.which);
      return request ? moveBoth(real, naive, request, event.crash) : [0, 0];
    }
    case 'freeze':
    case 'unfreeze':
      if (event.what === 'freeze') naive.frozen.add(event.customer);
      else naive.frozen.delete(event.customer);
      return [await real.change(event.customer, event.what), undefined];
    case 'limits':
      naive.limits = event.limits;
      return [await limit(real.project, event.limits), undefined];
    case 'next day':
      naive.day += 1;
      return [await real.moveClock(DAY_MS), undefined];
    case 'sweep':
      return [await real.sweep(), naive.sweep()];
    case 'pay':
      return [await real.pay(event.customer, event.amount), naive.pay(event.customer, event.amount)];
    case 'credit':
    case 'retry':
    case 'reverse':
    case 'refund':
    case 'end refund':
    default:
      return applyToTopup(real, naive, event);
  }
}

type TopupEvent = Extract<Event, { what: 'credit' | 'retry' | 'reverse' | 'refund' | 'end refund' }>;

async function applyToTopup(
  real: RealWallets,
  naive: NaiveWallets,
  event: TopupEvent,
): Promise<[unknown, unknown]> {
  const payment = real.payments.at(-1 - event.which);
  const topup = naive.topups.at(-1 - event.which) as NaiveTopup;
  if (payment === undefined) return [0, 0];
  switch (event.what) {
    case 'credit':
      return [await real.credit(payment, event.crash), naive.credit(topup, event.crash)];
    case 'retry':
      return [await real.retry(payment, event.crash), naive.retry(topup, event.crash)];
    case 'reverse':
      return [await real.reverse(payment, event.crash), naive.reverse(topup, event.crash)];
    case 'refund':
      return [await real.refund(payment), naive.refund(topup)];
    case 'end refund':
    default:
      return [await real.endRefund(payment, event.succeeded), naive.endRefund(topup, event.succeeded)];
  }
}

type MoveEvent = Extract<Event, { what: 'deposit' | 'withdraw' | 'transfer' }>;

function requestOf(event: MoveEvent): Request {
  const key = newUuid();
  if (event.what === 'transfer')
    return { key, from: event.from, to: (event.from + event.step) % CUSTOMERS, amount: event.amount };
  const { customer: no, amount: its } = event;
  return event.what === 'deposit'
    ? { key, from: null, to: no, amount: its }
    : { key, from: no, to: null, amount: its };
}

async function moveBoth(
  real: RealWallets,
  naive: NaiveWallets,
  request: Request,
  crash_at: Crash,
): Promise<[unknown, unknown]> {
  const { key, from, to, amount: its } = request;
  return [await real.move(request, crash_at), naive.move(key, from, to, its, crash_at)];
}

function stateOf(naive: NaiveWallets): unknown {
  const customers = [...Array.from({ length: CUSTOMERS }).keys()];
  return {
    available: [...customers, null].map((no) => naive.balance(no)),
    bounds: customers.map((no) => naive.bound(no)),
    topups: naive.topups.map(({ status }) => status),
  };
}

test('whatever happens, it is as with naive wallets', { timeout: 240_000 }, async () => {
  const answers = await compareHistories<Event, Pair>({
    events: fc.array(fc.oneof({ arbitrary: moving, weight: 5 }, { arbitrary: changing, weight: 1 }), {
      minLength: 5,
      maxLength: 60,
      size: 'max',
    }),
    examples: [EVERY_ANSWER],
    runs: RUNS,
    open: async () => ({ real: await RealWallets.open(service, owner), naive: new NaiveWallets(FUNDS) }),
    apply: ({ real, naive }, event) => applyToBoth(real, naive, event),
    async sweep({ real, naive }) {
      await real.sweep();
      naive.sweep();
    },
    states: async ({ real, naive }) => [await real.state(), stateOf(naive)],
  });
  expect(await verifyAll(service.ctx)).toEqual([]);
  expect([...answers]).toEqual(
    expect.arrayContaining([
      'created',
      'replayed',
      'insufficient_funds',
      'limit_exceeded',
      'customer_not_active',
      'SERVICE_UNAVAILABLE',
      'not_refundable',
    ]),
  );
});

// ── at once ──────────────────────────────────────────────────────────────────────────────────────────────────────────

async function apply(real: RealWallets, event: Event): Promise<unknown> {
  switch (event.what) {
    case 'deposit':
    case 'withdraw':
    case 'transfer': {
      const request = requestOf(event);
      real.requests.push(request);
      return real.move(request, event.crash);
    }
    case 'repeat': {
      const request = real.requests.at(-1 - event.which);
      return request && real.move(request, event.crash);
    }
    case 'pay':
      return real.pay(event.customer, event.amount);
    case 'freeze':
    case 'unfreeze':
      return real.change(event.customer, event.what);
    case 'sweep':
      return real.sweep();
    case 'limits':
    case 'next day':
      return undefined;
    case 'credit':
    case 'retry':
    case 'reverse':
    case 'refund':
    case 'end refund':
    default:
      return applyTopup(real, event);
  }
}

async function applyTopup(real: RealWallets, event: TopupEvent): Promise<unknown> {
  const payment = real.payments.at(-1 - event.which);
  if (payment === undefined) return undefined;
  if (event.what === 'refund') return real.refund(payment);
  if (event.what === 'end refund') return real.endRefund(payment, event.succeeded);
  return real[event.what](payment, event.crash);
}

test('at once, no limit is passed and no money is made or lost', { timeout: 240_000 }, async () => {
  await runConcurrently<Limits, Event, RealWallets>({
    settings: fc.record({
      max_balance_minor: fc.integer({ min: 40, max: 120 }),
      max_daily_out_minor: fc.integer({ min: 40, max: 120 }),
    }),
    waves: fc.array(
      fc.array(fc.oneof({ arbitrary: moving, weight: 6 }, { arbitrary: changing, weight: 1 }), {
        minLength: 6,
        maxLength: 16,
        size: 'max',
      }),
      { minLength: 2, maxLength: 5, size: 'max' },
    ),
    runs: CONCURRENT_RUNS,
    async open(limits) {
      const real = await RealWallets.open(service, owner);
      await limit(real.project, limits);
      return real;
    },
    apply,
    sweep: (real) => real.sweep(),
    async check(real, limits) {
      await real.expectWithin(limits);
      const left = await service.ctx.db('wallet_movements').where({ status: 'pending' }).pluck('id');
      expect(left.map((id) => encodeId('transfer', id))).toEqual([]);
    },
  });
  expect(await verifyAll(service.ctx)).toEqual([]);
});
