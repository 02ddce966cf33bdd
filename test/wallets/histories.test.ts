/**
 * Random histories of wallets and top-ups: one after the other, compared with naive ones answer by answer, processes
 * dying in between; and at once, where whatever happens no wallet is negative, no limit is passed, every wallet holds
 * what the ledger says, and each payment is credited at most once.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AppError } from '../../core/errors.ts';
import { encodeId, newUuid } from '../../core/ids.ts';
import { scopeOf, SYSTEM, type Scope } from '../../core/scope.ts';
import type { Context } from '../../domain/platform/context.ts';
import { changeStatus } from '../../domain/customers/index.ts';
import { accountId } from '../../domain/ledger/index.ts';
import { createPayment, createRefund, markRefund, postPendingPayments } from '../../domain/payments/index.ts';
import {
  creditTopup,
  deposit,
  resumePendingMovements,
  retryTopup,
  reverseTopup,
  transferBetweenWallets,
  withdraw,
} from '../../domain/wallets/index.ts';
import type { Person, Project } from '../harness/people.ts';
import { projectOf, quickPerson } from '../harness/quick-people.ts';
import { dyingLedger } from '../harness/dying-ledger.ts';
import { startService, type TestService } from '../harness/service.ts';
import { verifyAll } from '../harness/verify.ts';
import { customerWithWallet, limit } from '../harness/wallets.ts';
import { NaiveWallets, type Crash, type Limits, type NaiveTopup } from './naive-wallets.ts';

/** Enough that every outcome comes up many times, few enough for half a minute on a slow machine. */
const RUNS = 20;
const STORMS = 8;
const CUSTOMERS = 3;
/** Little, so that it runs out. */
const FUNDS = 120;
const DAY_MS = 86_400_000;

let service: TestService;
let owner: Person;

beforeAll(async () => {
  service = await startService();
  owner = await quickPerson(service);
});
afterAll(() => service.stop());

// ── what may happen ──────────────────────────────────────────────────────────────────────────────────────────────────

type Event =
  | { what: 'deposit' | 'withdraw'; customer: number; amount: number; crash: Crash }
  | { what: 'transfer'; from: number; step: number; amount: number; crash: Crash }
  | { what: 'repeat'; which: number; crash: Crash }
  | { what: 'freeze' | 'unfreeze'; customer: number }
  | { what: 'limits'; limits: Limits }
  | { what: 'next day' | 'sweep' }
  | { what: 'pay'; customer: number; amount: number }
  | { what: 'credit' | 'retry' | 'reverse'; which: number; crash: Crash }
  | { what: 'refund'; which: number }
  | { what: 'end refund'; which: number; succeeded: boolean };

const customer = fc.nat({ max: CUSTOMERS - 1 });
const amount = fc.integer({ min: 1, max: 60 });
const crash = fc.oneof(
  { arbitrary: fc.constant(null), weight: 5 },
  { arbitrary: fc.constantFrom<Crash>('before', 'after'), weight: 1 },
);
const which = fc.nat({ max: 5 });
const limits: fc.Arbitrary<Limits> = fc.record(
  {
    max_balance_minor: fc.integer({ min: 20, max: 120 }),
    max_single_minor: fc.integer({ min: 10, max: 60 }),
    max_daily_out_minor: fc.integer({ min: 10, max: 120 }),
  },
  { requiredKeys: [] },
);
const what = <Name extends string>(...names: Name[]) => fc.constantFrom(...names);

const moving: fc.Arbitrary<Event> = fc.oneof(
  fc.record({ what: what('deposit', 'withdraw'), customer, amount, crash }),
  fc.record({ what: what('transfer'), from: customer, step: fc.constantFrom(1, 2), amount, crash }),
  fc.record({ what: what('repeat'), which, crash }),
  fc.record({ what: what('pay'), customer, amount }),
  fc.record({ what: what('credit', 'credit', 'retry', 'reverse'), which, crash }),
  fc.record({ what: what('refund'), which }),
  fc.record({ what: what('end refund'), which, succeeded: fc.boolean() }),
);
const changing: fc.Arbitrary<Event> = fc.oneof(
  fc.record({ what: what('freeze', 'unfreeze', 'unfreeze'), customer }),
  fc.record({ what: what('limits'), limits }),
  fc.record({ what: what('next day', 'sweep', 'sweep') }),
);

// ── the real thing ───────────────────────────────────────────────────────────────────────────────────────────────────

interface Request {
  key: string;
  from: number | null;
  to: number | null;
  amount: number;
}

/** A project of its own, and what was asked of it. */
class House {
  readonly requests: Request[] = [];
  readonly payments: string[] = [];
  private readonly refunds = new Map<string, string>();
  private scope: Scope;
  readonly project: Project;
  private readonly customers: string[];

  private constructor(project: Project, customers: string[]) {
    this.project = project;
    this.customers = customers;
    this.scope = scopeOf(project.id, 'test', 0n);
  }

  static async open(): Promise<House> {
    const project = await projectOf(owner, service.anyone);
    const customers: string[] = [];
    for (let i = 0; i < CUSTOMERS; i++) customers.push(await customerWithWallet(project));
    const house = new House(project, customers);
    await house.pay(null, FUNDS);
    // Far from midnight, which no history expects.
    const noon = new Date(new Date().toISOString().slice(0, 10)).getTime() + 1.5 * DAY_MS;
    await house.moveClock(noon - Date.now());
    return house;
  }

  async moveClock(by_ms: number): Promise<void> {
    const offset_ms = BigInt(Math.round(this.scope.clock.offset_ms + by_ms));
    const { id } = this.project;
    await service.ctx.db('projects').where({ id }).update({ test_clock_offset_ms: offset_ms });
    this.scope = scopeOf(id, 'test', offset_ms);
  }

  async change(no: number, action: 'freeze' | 'unfreeze'): Promise<void> {
    await changeStatus(service.ctx, this.scope, SYSTEM, this.customers[no] as string, action);
  }

  /** @returns the payment, which is booked */
  async pay(no: number | null, amount_minor: number): Promise<void> {
    const { body } = await createPayment(
      service.ctx,
      this.scope,
      SYSTEM,
      {
        provider: 'sandbox',
        amount_minor: BigInt(amount_minor),
        currency: 'KES',
        reference: newUuid(),
        customer_phone: '+254712345789',
        metadata: no === null ? {} : { wallet_customer_id: this.customers[no] },
      },
      { key: null, server_url: service.url },
    );
    await postPendingPayments(service.ctx);
    if (no !== null) this.payments.push(JSON.parse(body).id);
  }

  move(request: Request, crash_at: Crash): Promise<string> {
    const { key: idempotency_key, from, to } = request;
    const money = { currency: 'KES' as const, amount_minor: BigInt(request.amount), idempotency_key };
    const id = (no: number | null): string => this.customers[no as number] as string;
    return outcome(crash_at, async (ctx) => {
      if (from === null) return deposit(ctx, this.scope, SYSTEM, id(to), money);
      if (to === null) return withdraw(ctx, this.scope, SYSTEM, id(from), money);
      const customers = { from_customer_id: id(from), to_customer_id: id(to) };
      return transferBetweenWallets(ctx, this.scope, SYSTEM, { ...money, ...customers });
    });
  }

  async credit(payment: string, crash_at: Crash): Promise<void> {
    await outcome(crash_at, (ctx) => creditTopup(ctx, payment));
  }

  retry(payment: string, crash_at: Crash): Promise<string> {
    return outcome(crash_at, async (ctx) => (await retryTopup(ctx, this.scope, SYSTEM, payment)).status);
  }

  reverse(payment: string, crash_at: Crash): Promise<string> {
    return outcome(crash_at, (ctx) => reverseTopup(ctx, this.scope, SYSTEM, payment));
  }

  refund(payment: string): Promise<string> {
    return outcome(null, async (ctx) => {
      const { refund } = await createRefund(ctx, this.scope, payment, {});
      this.refunds.set(payment, refund.id);
    });
  }

  async endRefund(payment: string, succeeded: boolean): Promise<void> {
    const id = this.refunds.get(payment);
    if (!id) return;
    this.refunds.delete(payment);
    await markRefund(service.ctx, this.scope, id, succeeded ? 'succeeded' : 'failed', undefined);
  }

  async sweep(): Promise<void> {
    // What is still pending has no process any more. What somebody works on at this moment has one, and is not waited for:
    // two who lock many rows, each in an order of its own, may wait for each other.
    await service.ctx.db.raw(
      `update wallet_movements set touched_at = touched_at - interval '1 minute' where id in (
         select id from wallet_movements where status = 'pending' for update skip locked)`,
    );
    await resumePendingMovements(service.ctx);
  }

  private account(no: number | null): string {
    const key =
      no === null
        ? { kind: 'merchant_available' as const, owner: '' }
        : { kind: 'wallet' as const, owner: this.customers[no] as string };
    return accountId(this.scope, { ...key, currency: 'KES' });
  }

  /** What each wallet, and lastly the merchant, holds and has not held; then the bounds, then the top-ups. */
  async state(): Promise<unknown> {
    const { db, ledger } = service.ctx;
    const owners = [...this.customers.keys(), null];
    const counters = await ledger.balances(
      owners.map((no) => this.account(no)),
      this.scope.clock.now(),
    );
    const wallets = await db('wallets').where({ project_id: this.project.id });
    const topups = await db('wallet_topups').where({ project_id: this.project.id });
    return {
      available: owners.map((no) => {
        const found = counters.get(this.account(no));
        return found ? Number(found.credits_posted - found.debits_posted - found.debits_pending) : 0;
      }),
      bounds: this.customers.map((id) =>
        Number(wallets.find(({ customer_id }) => customer_id === id).balance_bound_minor),
      ),
      topups: this.payments.map((id) => topups.find(({ payment_id }) => payment_id === id).status),
    };
  }

  /** Fails when a wallet ever held more, or ever paid out more on a day, than that. */
  async expectWithin({
    max_balance_minor = Infinity,
    max_daily_out_minor = Infinity,
  }: Limits): Promise<void> {
    for (const no of this.customers.keys()) {
      const out = new Map<string, number>();
      for (const {
        after,
        code,
        debit_account_id,
        amount: moved,
        created_at,
      } of await service.ctx.ledger.history(this.account(no), 10_000)) {
        const balance = Number(after.credits_posted - after.debits_posted);
        expect(balance).toBeGreaterThanOrEqual(0);
        expect(balance).toBeLessThanOrEqual(max_balance_minor);
        if (debit_account_id !== this.account(no) || ![7, 8].includes(code)) continue;
        const day = created_at.toISOString().slice(0, 10);
        out.set(day, (out.get(day) ?? 0) + Number(moved));
      }
      for (const total of out.values()) expect(total).toBeLessThanOrEqual(max_daily_out_minor);
    }
  }
}

/** What came of it in a word; whatever is thrown must be an answer, not a defect. */
async function outcome(crash_at: Crash, act: (ctx: Context) => Promise<unknown>): Promise<string> {
  const ctx =
    crash_at === null ? service.ctx : { ...service.ctx, ledger: dyingLedger(service.ctx.ledger, crash_at) };
  try {
    const answer = await act(ctx);
    if (typeof answer === 'string') return answer;
    return (answer as { replayed?: boolean } | undefined)?.replayed ? 'replayed' : 'created';
  } catch (error) {
    if (error instanceof AppError) return error.reason ?? error.code;
    throw error;
  }
}

// ── one after the other ──────────────────────────────────────────────────────────────────────────────────────────────

/** Lets it happen in both. @returns what each answered */
async function happen(
  house: House,
  naive: NaiveWallets,
  event: Event,
): Promise<[real: unknown, naive: unknown]> {
  switch (event.what) {
    case 'deposit':
    case 'withdraw':
    case 'transfer': {
      const request = requestOf(event);
      house.requests.push(request);
      return moveBoth(house, naive, request, event.crash);
    }
    case 'repeat': {
      const request = house.requests.at(-1 - event.which);
      return request ? moveBoth(house, naive, request, event.crash) : [0, 0];
    }
    case 'freeze':
    case 'unfreeze':
      if (event.what === 'freeze') naive.frozen.add(event.customer);
      else naive.frozen.delete(event.customer);
      return [await house.change(event.customer, event.what), undefined];
    case 'limits':
      naive.limits = event.limits;
      return [await limit(house.project, event.limits), undefined];
    case 'next day':
      naive.day += 1;
      return [await house.moveClock(DAY_MS), undefined];
    case 'sweep':
      return [await house.sweep(), naive.sweep()];
    case 'pay':
      return [await house.pay(event.customer, event.amount), naive.pay(event.customer, event.amount)];
    case 'credit':
    case 'retry':
    case 'reverse':
    case 'refund':
    case 'end refund':
    default:
      return happenToTopup(house, naive, event);
  }
}

type TopupEvent = Extract<Event, { what: 'credit' | 'retry' | 'reverse' | 'refund' | 'end refund' }>;

async function happenToTopup(
  house: House,
  naive: NaiveWallets,
  event: TopupEvent,
): Promise<[unknown, unknown]> {
  const payment = house.payments.at(-1 - event.which);
  const topup = naive.topups.at(-1 - event.which) as NaiveTopup;
  if (payment === undefined) return [0, 0];
  switch (event.what) {
    case 'credit':
      return [await house.credit(payment, event.crash), naive.credit(topup, event.crash)];
    case 'retry':
      return [await house.retry(payment, event.crash), naive.retry(topup, event.crash)];
    case 'reverse':
      return [await house.reverse(payment, event.crash), naive.reverse(topup, event.crash)];
    case 'refund':
      return [await house.refund(payment), naive.refund(topup)];
    case 'end refund':
    default:
      return [await house.endRefund(payment, event.succeeded), naive.endRefund(topup, event.succeeded)];
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
  house: House,
  naive: NaiveWallets,
  request: Request,
  crash_at: Crash,
): Promise<[unknown, unknown]> {
  const { key, from, to, amount: its } = request;
  return [await house.move(request, crash_at), naive.move(key, from, to, its, crash_at)];
}

function stateOf(naive: NaiveWallets): unknown {
  const customers = [...Array.from({ length: CUSTOMERS }).keys()];
  return {
    available: [...customers, null].map((no) => naive.balance(no)),
    bounds: customers.map((no) => naive.bound(no)),
    topups: naive.topups.map(({ status }) => status),
  };
}

/** Comes to every answer that matters, so that whether they came up is not left to chance. */
const EVERY_ANSWER: Event[] = [
  { what: 'deposit', customer: 0, amount: 30, crash: null },
  { what: 'repeat', which: 0, crash: null },
  { what: 'withdraw', customer: 0, amount: 31, crash: null },
  { what: 'withdraw', customer: 0, amount: 5, crash: 'after' },
  { what: 'pay', customer: 1, amount: 20 },
  { what: 'credit', which: 0, crash: null },
  { what: 'refund', which: 0 },
  { what: 'limits', limits: { max_single_minor: 10 } },
  { what: 'transfer', from: 0, step: 1, amount: 11, crash: null },
  { what: 'freeze', customer: 0 },
  { what: 'transfer', from: 0, step: 1, amount: 1, crash: null },
];

test('whatever happens, it is as with naive wallets', { timeout: 240_000 }, async () => {
  const history = fc.array(fc.oneof({ arbitrary: moving, weight: 5 }, { arbitrary: changing, weight: 1 }), {
    minLength: 5,
    maxLength: 60,
    size: 'max',
  });
  const seen = new Set<unknown>();
  await fc.assert(
    fc.asyncProperty(history, async (events) => {
      const house = await House.open();
      const naive = new NaiveWallets(FUNDS);
      for (const [no, event] of events.entries()) {
        const [real, expected] = await happen(house, naive, event);
        expect(real, `${no}: ${JSON.stringify(event)}`).toEqual(expected);
        seen.add(real);
      }
      expect(await house.state()).toEqual(stateOf(naive));
      await house.sweep();
      naive.sweep();
      expect(await house.state()).toEqual(stateOf(naive));
    }),
    {
      numRuns: RUNS,
      examples: [[EVERY_ANSWER]],
      interruptAfterTimeLimit: 200_000,
      markInterruptAsFailure: true,
    },
  );
  expect(await verifyAll(service.ctx)).toEqual([]);
  expect([...seen]).toEqual(
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

async function act(house: House, event: Event): Promise<unknown> {
  switch (event.what) {
    case 'deposit':
    case 'withdraw':
    case 'transfer': {
      const request = requestOf(event);
      house.requests.push(request);
      return house.move(request, event.crash);
    }
    case 'repeat': {
      const request = house.requests.at(-1 - event.which);
      return request && house.move(request, event.crash);
    }
    case 'pay':
      return house.pay(event.customer, event.amount);
    case 'freeze':
    case 'unfreeze':
      return house.change(event.customer, event.what);
    case 'sweep':
      return house.sweep();
    case 'limits':
    case 'next day':
      return undefined;
    case 'credit':
    case 'retry':
    case 'reverse':
    case 'refund':
    case 'end refund':
    default:
      return actOnTopup(house, event);
  }
}

async function actOnTopup(house: House, event: TopupEvent): Promise<unknown> {
  const payment = house.payments.at(-1 - event.which);
  if (payment === undefined) return undefined;
  if (event.what === 'refund') return house.refund(payment);
  if (event.what === 'end refund') return house.endRefund(payment, event.succeeded);
  return house[event.what](payment, event.crash);
}

test('at once, no limit is passed and no money is made or lost', { timeout: 240_000 }, async () => {
  const waves = fc.array(
    fc.array(fc.oneof({ arbitrary: moving, weight: 6 }, { arbitrary: changing, weight: 1 }), {
      minLength: 6,
      maxLength: 16,
      size: 'max',
    }),
    { minLength: 2, maxLength: 5, size: 'max' },
  );
  const some_limits = fc.record({
    max_balance_minor: fc.integer({ min: 40, max: 120 }),
    max_daily_out_minor: fc.integer({ min: 40, max: 120 }),
  });
  await fc.assert(
    fc.asyncProperty(some_limits, waves, async (set, events) => {
      const house = await House.open();
      await limit(house.project, set);
      for (const wave of events) await Promise.all(wave.map((event) => act(house, event)));
      await house.sweep();
      await house.expectWithin(set);
      const left = await service.ctx.db('wallet_movements').where({ status: 'pending' }).pluck('id');
      expect(left.map((id) => encodeId('transfer', id))).toEqual([]);
    }),
    { numRuns: STORMS, interruptAfterTimeLimit: 200_000, markInterruptAsFailure: true },
  );
  expect(await verifyAll(service.ctx)).toEqual([]);
});
