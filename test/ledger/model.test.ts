/**
 * Random histories on PostgreSQL, compared with a naive ledger event by event. Where two engines race, there must be an
 * order of what they did, one after the other, in which the naive ledger answers the same.
 */
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ledgerPool } from '../../db/connection.ts';
import type {
  BookedTransfer,
  AccountBalances,
  LedgerBackend,
  LimitRule,
  Transfer,
} from '../../domain/ledger/backend.port.ts';
import { postgresBackend } from '../../domain/ledger/postgres/backend.ts';
import { freshDatabase, type TestDatabase } from '../harness/database.ts';
import { EVERYTHING, inWords } from './book.ts';
import { NaiveLedger, type View } from './naive-ledger.ts';

/** Enough that every outcome comes up many times, few enough for half a minute on a slow machine. */
const RUNS = 60;

// ── what may happen ──────────────────────────────────────────────────────────────────────────────────────────────────

const KES = 404;
const UGX = 800;

/** The last is opened only when a history says so. */
const CAST: { currency: number; limit: LimitRule }[] = [
  { currency: KES, limit: 'none' },
  { currency: KES, limit: 'none' },
  { currency: KES, limit: 'debits' },
  { currency: KES, limit: 'credits' },
  { currency: UGX, limit: 'none' },
  { currency: UGX, limit: 'debits' },
  { currency: KES, limit: 'debits' },
];
const LATECOMER = CAST.length - 1;

/** The clock moves in sevens, so that no timeout ends at the very instant of another event. */
const CLOCK_STEP_MS = 7_000;
const TIMEOUTS_S = [0, 0, 10, 30, 100];

const alterations = {
  phase: (t: Transfer) => ({ ...t, phase: t.phase === 'pending' ? null : ('pending' as const) }),
  pending_id: (t: Transfer) => ({ ...t, pending_id: t.pending_id ? null : randomUUID() }),
  own_id: (t: Transfer) => ({ ...t, pending_id: t.id }),
  timeout: (t: Transfer) => ({ ...t, timeout_s: t.timeout_s + 10 }),
  sides: (t: Transfer) => ({
    ...t,
    debit_account_id: t.credit_account_id,
    credit_account_id: t.debit_account_id,
  }),
  one_account: (t: Transfer) => ({ ...t, credit_account_id: t.debit_account_id }),
  amount: (t: Transfer) => ({ ...t, amount: t.amount + 1n }),
  less: (t: Transfer) => ({ ...t, amount: t.amount > 1n ? t.amount - 1n : 1n }),
  reference: (t: Transfer) => ({ ...t, reference: `${t.reference}!` }),
  memo: (t: Transfer) => ({ ...t, memo: t.memo === null ? '' : null }),
  code: (t: Transfer) => ({ ...t, code: t.code + 1 }),
};
type Alteration = keyof typeof alterations;

/** These keep the accounts: an id is one cause's, so that two writers never mean different accounts by it. */
const HARMLESS = new Set<Alteration | null>(['timeout', 'amount', 'less', 'reference', 'memo', 'code']);

/** What one transfer shall be, in terms of what there is when its turn comes. */
type Plan =
  | { make: 'movement'; from: number; to: number; amount: bigint; timeout_s: number; pending: boolean }
  | { make: 'ending'; of: number; verb: 'post' | 'void'; altered: Alteration | null }
  | { make: 'again'; of: number; altered: Alteration | null };

const account = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 3 }) },
  { weight: 3, arbitrary: fc.integer({ min: 4, max: 5 }) },
  { weight: 1, arbitrary: fc.constant(LATECOMER) },
);
/** Mostly both of one currency. */
const accounts = fc
  .tuple(account, account, fc.integer({ min: 0, max: 9 }))
  .map(([from, to, stray]) =>
    stray > 0 && (from === to || CAST[from]?.currency !== CAST[to]?.currency)
      ? from < 4
        ? { from, to: (from + 1 + (to % 3)) % 4 }
        : { from: 4 + (to % 2), to: 5 - (to % 2) }
      : { from, to },
  );
const altered = (likely: number): fc.Arbitrary<Alteration | null> =>
  fc.oneof(
    { weight: 10 - likely, arbitrary: fc.constant(null) },
    { weight: likely, arbitrary: fc.constantFrom(...(Object.keys(alterations) as Alteration[])) },
  );

const plan: fc.Arbitrary<Plan> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .record({
        make: fc.constant('movement' as const),
        between: accounts,
        amount: fc.bigInt({ min: 1n, max: 60n }),
        timeout_s: fc.constantFrom(...TIMEOUTS_S),
        pending: fc.boolean(),
      })
      .map(({ between, timeout_s, ...rest }) => ({
        ...rest,
        ...between,
        timeout_s: rest.pending ? timeout_s : 0,
      })),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      make: fc.constant('ending' as const),
      of: fc.nat(20),
      verb: fc.constantFrom('post' as const, 'void' as const),
      altered: altered(4),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ make: fc.constant('again' as const), of: fc.nat(60), altered: altered(6) }),
  },
);

const chain = fc.oneof(
  { weight: 2, arbitrary: fc.array(plan, { minLength: 1, maxLength: 1 }) },
  { weight: 3, arbitrary: fc.array(plan, { minLength: 1, maxLength: 5 }) },
);

type Deed = { do: 'post'; chains: Plan[][] } | { do: 'repeat'; of: number } | { do: 'sweep' };

const deed: fc.Arbitrary<Deed> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('post' as const),
      chains: fc.array(chain, { minLength: 1, maxLength: 4 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('repeat' as const), of: fc.nat(30) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('sweep' as const) }) },
);

type Step =
  | Deed
  | { do: 'wait'; steps: number }
  | { do: 'open' }
  /** Each engine does its deeds one after the other, both at once. */
  | { do: 'race'; deeds: [Deed[], Deed[]] };

const racers = fc.array(deed, { minLength: 1, maxLength: 3 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: deed },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('wait' as const), steps: fc.integer({ min: 1, max: 8 }) }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('race' as const), deeds: fc.tuple(racers, racers) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('open' as const) }) },
);

// ── doing it, in both worlds ─────────────────────────────────────────────────────────────────────────────────────────

/** A deed with all its transfers made out. */
type Order = { do: 'post'; chains: Transfer[][] } | { do: 'sweep' };

/** What was answered: a word for each chain; nothing to a sweep, which may come too late to find anything. */
type Answer = string[];

const tally = new Map<string, number>();
let books = 0;

class History {
  readonly engines: [LedgerBackend, LedgerBackend];
  readonly book = ++books;
  readonly ids = CAST.map(() => randomUUID());
  now_ms = Date.parse('2026-01-05T08:00:00Z');
  naive = new NaiveLedger();
  /** All transfers that were ever asked for, and all chains. */
  readonly asked: Transfer[] = [];
  readonly chains: Transfer[][] = [];
  /** Timestamps that were answered. */
  readonly timestamps = new Map<string, bigint>();
  /** Times that were left behind, and moments between them. */
  private readonly moments: number[] = [];
  private turn = 0;

  constructor(engines: [LedgerBackend, LedgerBackend]) {
    this.engines = engines;
  }

  async begin(): Promise<void> {
    for (let no = 0; no < LATECOMER; no++) await this.open(no);
    const fund = (from: number, to: number): Plan[] => [
      { make: 'movement', from, to, amount: 100n, timeout_s: 0, pending: false },
    ];
    await this.take({ do: 'post', chains: [fund(0, 2), fund(3, 1), fund(4, 5)] });
  }

  async take(next: Step): Promise<void> {
    if (next.do === 'wait') {
      // Now as it will be left, and some time when nothing happens.
      this.moments.push(this.now_ms, this.now_ms + CLOCK_STEP_MS / 2);
      this.now_ms += next.steps * CLOCK_STEP_MS;
    } else if (next.do === 'open') await this.open(LATECOMER);
    else if (next.do === 'race') await this.race(next.deeds);
    else {
      const order = this.order(next, false);
      // The engines take turns, so that nothing can live in one of them alone.
      const answer = await this.obey(this.engines[this.turn++ % 2] as LedgerBackend, order);
      expectSame(answer, this.naiveAnswer(this.naive, order));
      await this.expectCounters();
    }
  }

  async end(): Promise<void> {
    expectSame(await this.views(), this.naiveViews(this.naive));
    await this.expectConservation();
    await this.expectPast();
    const booked = await this.engines[0].transfers(this.asked.map(({ id }) => id));
    const expected = new Map(this.naive.transfers().map((each) => [each.id, each]));
    expectSame([...booked.keys()].toSorted(), [...expected.keys()].toSorted());
    for (const [id, each] of expected) {
      expectSame(plainly(booked.get(id) as BookedTransfer), each);
      expectSame(booked.get(id)?.timestamp, this.timestamps.get(id));
    }
  }

  private async open(no: number): Promise<void> {
    const id = this.ids[no] as string;
    const { currency, limit } = CAST[no] as (typeof CAST)[number];
    const ledger = this.book * 1000 + currency;
    await this.engines[0].openAccounts([{ id, ledger, limit, code: 1 }]);
    this.naive.open(id, { ledger, limit });
  }

  private async race(deeds: [Deed[], Deed[]]): Promise<void> {
    const orders = deeds.map((each) => each.map((one) => this.order(one, true))) as [Order[], Order[]];
    const answers = await Promise.all(
      orders.map(async (mine, i) => {
        const told: Answer[] = [];
        for (const order of mine) told.push(await this.obey(this.engines[i] as LedgerBackend, order));
        return told;
      }),
    );
    const views = await this.views();
    for (const turns of interleavings(orders[0].length, orders[1].length)) {
      const naive = this.naive.copy();
      const told: [Answer[], Answer[]] = [[], []];
      for (const who of turns) {
        const order = orders[who][told[who].length] as Order;
        told[who].push(this.naiveAnswer(naive, order));
      }
      if (isDeepStrictEqual(told, answers) && isDeepStrictEqual(this.naiveViews(naive), views)) {
        this.naive = naive;
        return;
      }
    }
    throw new Error(`no order explains the race\n${fc.stringify({ orders, answers, views })}`);
  }

  private order(of: Deed, racing: boolean): Order {
    if (of.do === 'sweep') return of;
    if (of.do === 'repeat') {
      const again = this.chains.at(-1 - (of.of % this.chains.length)) as Transfer[];
      return { do: 'post', chains: [racing ? again.map((each) => this.firstAsked(each)) : again] };
    }
    const chains = of.chains.map((plans) =>
      plans.map((each) => {
        const made = this.make(each, racing);
        this.asked.push(made);
        return made;
      }),
    );
    this.chains.push(...chains);
    return { do: 'post', chains };
  }

  private make(of: Plan, racing: boolean): Transfer {
    if (of.make === 'movement') {
      const id = randomUUID();
      return {
        id,
        debit_account_id: this.ids[of.from] as string,
        credit_account_id: this.ids[of.to] as string,
        amount: of.amount,
        code: 1,
        phase: of.pending ? 'pending' : null,
        pending_id: null,
        timeout_s: of.timeout_s,
        reference: id.slice(0, 4),
        memo: null,
      };
    }
    const alter = alterations[of.altered ?? 'memo'];
    const isAltered = of.altered !== null && (!racing || HARMLESS.has(of.altered));
    if (of.make === 'again') {
      const original = this.asked.at(-1 - (of.of % this.asked.length)) as Transfer;
      const first = racing ? this.firstAsked(original) : original;
      return isAltered ? alter(first) : first;
    }
    // Mostly those that were booked, or may have been just now.
    const booked = new Set(this.naive.transfers().map(({ id }) => id));
    const latest = this.asked.length - 8;
    const holds = this.asked.filter(
      ({ id, phase }, i) => phase === 'pending' && (i >= latest || booked.has(id)),
    );
    const hold = holds.at(-1 - (of.of % Math.max(1, holds.length))) ?? this.asked[0];
    if (!hold) throw new Error('nothing was ever asked for');
    const { id } = hold;
    const ending = {
      ...(racing ? this.firstAsked(hold) : hold),
      id: randomUUID(),
      phase: of.verb,
      pending_id: id,
      timeout_s: 0,
    };
    return isAltered ? alter(ending) : ending;
  }

  private firstAsked({ id }: Transfer): Transfer {
    return this.asked.find((each) => each.id === id) as Transfer;
  }

  private async obey(engine: LedgerBackend, order: Order): Promise<Answer> {
    if (order.do === 'sweep') {
      await engine.expireHolds(new Date(this.now_ms), this.book);
      return [];
    }
    const outcomes = await engine.post(order.chains, new Date(this.now_ms));
    let last = 0n;
    for (const outcome of outcomes) {
      const word = outcome.status === 'refused' ? outcome.error : outcome.status;
      tally.set(word, (tally.get(word) ?? 0) + 1);
      if (outcome.status === 'refused') continue;
      for (const { id, timestamp } of outcome.transfers) {
        if (outcome.status === 'created') {
          if (timestamp <= last) throw new Error('timestamps of a batch do not grow');
          last = timestamp;
        }
        const known = this.timestamps.get(id);
        // In a race the repeat may be answered before the original.
        if (known !== undefined && known !== timestamp) throw new Error('a transfer has two timestamps');
        this.timestamps.set(id, timestamp);
      }
    }
    return outcomes.map(inWords);
  }

  private naiveAnswer(naive: NaiveLedger, order: Order): Answer {
    if (order.do === 'sweep') return [];
    return order.chains.map((each) => naive.post(each, this.now_ms));
  }

  private opened(): string[] {
    return this.naive.accounts.map(([id]) => id);
  }

  private naiveViews(naive: NaiveLedger): View[] {
    return this.opened().map((id) => naive.view(id, this.now_ms));
  }

  private async views(): Promise<View[]> {
    const ids = this.opened();
    const counters = await this.engines[1].balances(ids, new Date(this.now_ms));
    const histories = await Promise.all(ids.map((id) => this.engines[1].history(id, EVERYTHING)));
    return ids.map((id, i) => {
      const history = histories[i] ?? [];
      for (const [j, entry] of history.entries()) {
        if (j > 0 && entry.timestamp >= (history[j - 1]?.timestamp ?? 0n))
          throw new Error('timestamps of an account do not grow');
      }
      return {
        counters: counters.get(id) as AccountBalances,
        history: history.map((entry) => ({ id: entry.id, after: entry.after })),
      };
    });
  }

  private async expectCounters(): Promise<void> {
    const real = await this.engines[0].balances(this.ids, new Date(this.now_ms));
    expectSame(real, new Map(this.opened().map((id) => [id, this.naive.counters(id, this.now_ms)])));
  }

  private async expectPast(): Promise<void> {
    for (const at_ms of this.moments) {
      for (const id of this.opened())
        expectSame(await this.engines[0].balancesAt(id, new Date(at_ms)), this.naive.countersAt(id, at_ms));
    }
  }

  private async expectConservation(): Promise<void> {
    const real = await this.engines[0].balances(this.ids, new Date(this.now_ms));
    for (const currency of [KES, UGX]) {
      const all = this.ids.flatMap((id, no) => (CAST[no]?.currency === currency ? (real.get(id) ?? []) : []));
      const total = (name: keyof AccountBalances): bigint => all.reduce((sum, each) => sum + each[name], 0n);
      expectSame(total('debits_posted'), total('credits_posted'));
      expectSame(total('debits_pending'), total('credits_pending'));
    }
    for (const [id, { limit }] of this.naive.accounts) {
      const { debits_pending, debits_posted, credits_pending, credits_posted } = real.get(
        id,
      ) as AccountBalances;
      const over =
        (limit === 'debits' && debits_pending + debits_posted > credits_posted) ||
        (limit === 'credits' && credits_pending + credits_posted > debits_posted);
      expectSame(over, false);
    }
  }
}

function expectSame(real: unknown, expected: unknown): void {
  expect(real).toEqual(expected);
}

/** Only what was asked for. */
function plainly({
  id,
  debit_account_id,
  credit_account_id,
  amount,
  code,
  ...rest
}: BookedTransfer): Transfer {
  const { phase, pending_id, timeout_s, reference, memo } = rest;
  return {
    id,
    debit_account_id,
    credit_account_id,
    amount,
    code,
    phase,
    pending_id,
    timeout_s,
    reference,
    memo,
  };
}

/** All ways to let one do so many things and the other so many, as whose turn it is. */
function interleavings(first: number, second: number): (0 | 1)[][] {
  if (first === 0 && second === 0) return [[]];
  return [
    ...(first > 0 ? interleavings(first - 1, second).map((rest): (0 | 1)[] => [0, ...rest]) : []),
    ...(second > 0 ? interleavings(first, second - 1).map((rest): (0 | 1)[] => [1, ...rest]) : []),
  ];
}

// ── the property ─────────────────────────────────────────────────────────────────────────────────────────────────────

let database: TestDatabase;
let engines: [LedgerBackend, LedgerBackend];

beforeAll(async () => {
  database = await freshDatabase();
  engines = [postgresBackend(ledgerPool(database.url)), postgresBackend(ledgerPool(database.url))];
});
afterAll(async () => {
  for (const engine of engines) await engine.close();
  await database.drop();
});

const post = (...chains: Plan[][]): Step => ({ do: 'post', chains });
const move = (from: number, to: number, amount = 1n): Plan => ({
  make: 'movement',
  from,
  to,
  amount,
  timeout_s: 0,
  pending: false,
});
const hold = (from: number, to: number, amount = 5n, timeout_s = 0): Plan => ({
  make: 'movement',
  from,
  to,
  amount,
  timeout_s,
  pending: true,
});
/** Of the hold that was asked for last. */
const end = (verb: 'post' | 'void', how: Alteration | null = null): Plan => ({
  make: 'ending',
  of: 0,
  verb,
  altered: how,
});
const again = (of: number, how: Alteration | null = null): Plan => ({ make: 'again', of, altered: how });

/** Comes to every outcome that matters, so that whether they came up is not left to chance. */
const EVERY_OUTCOME: Step[] = [
  post([move(0, 1)]),
  { do: 'repeat', of: 0 },
  // A new one, and with it the one before.
  post([move(0, 1), again(1)]),
  post([again(0, 'amount')]),
  post([move(2, 0, 1_000n)]),
  { do: 'repeat', of: 0 },
  post([move(0, 3, 1_000n)]),
  post([move(0, 0)], [move(LATECOMER, 0)], [move(0, 4)]),
  post([hold(0, 1)], [end('post')], [end('post')]),
  post([hold(0, 1)], [end('void')], [end('void')]),
  post([hold(0, 1)], [end('post', 'amount')]),
  post([hold(2, 0, 1_000n)]),
  post([end('post')]),
  post([hold(0, 1, 5n, 10)]),
  { do: 'wait', steps: 2 },
  post([end('post')]),
  { do: 'sweep' },
];

test('whatever happens, the ledger answers as the naive one does', { timeout: 300_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 30 }), async (steps) => {
      const history = new History(engines);
      await history.begin();
      for (const each of steps) await history.take(each);
      await history.end();
    }),
    // A failure is told, with its seed, also when there is no time to make it smaller.
    {
      numRuns: RUNS,
      examples: [[EVERY_OUTCOME]],
      interruptAfterTimeLimit: 200_000,
      markInterruptAsFailure: true,
    },
  );
  expect([...tally.keys()]).toEqual(expect.arrayContaining(COMMON));
});

const COMMON = [
  'created',
  'replayed',
  'exists',
  'exists_with_different_amount',
  'id_already_failed',
  'accounts_must_be_different',
  'debit_account_not_found',
  'accounts_must_have_the_same_ledger',
  'exceeds_credits',
  'exceeds_debits',
  'pending_transfer_not_found',
  'pending_transfer_already_posted',
  'pending_transfer_already_voided',
  'pending_transfer_expired',
  'exceeds_pending_transfer_amount',
];
