/**
 * A real ledger and a naive one, to which the same events happen. Where two engines race, there must be an order of their
 * operations, one after the other, in which the naive ledger gives the same answers.
 */
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect } from 'vitest';
import type {
  AccountBalances,
  BookedTransfer,
  LedgerBackend,
  Transfer,
} from '../../domain/ledger/backend.port.ts';
import {
  ACCOUNTS,
  alterations,
  CLOCK_STEP_MS,
  KEEPING_ACCOUNTS,
  KES,
  OPENED_LATER,
  UGX,
  type Operation,
  type Step,
  type TransferPlan,
} from './ledger-events.ts';
import { NaiveLedger, type View } from './naive-ledger.ts';
import { EVERYTHING, outcomeText } from './test-scope.ts';

/** An operation with complete transfers. */
type Request = { do: 'post'; chains: Transfer[][] } | { do: 'sweep' };

/** The outcome of each chain as text; empty for a sweep, because an engine may have released the holds before. */
type Answer = string[];

/** Statuses and errors of all chains of all histories. */
export const seen_outcomes = new Set<string>();
let scopes = 0;

/** Two engines on the same scope, and the naive ledger. */
export class LedgerPair {
  readonly engines: [LedgerBackend, LedgerBackend];
  readonly scope_number = ++scopes;
  readonly ids = ACCOUNTS.map(() => randomUUID());
  now_ms = Date.parse('2026-01-05T08:00:00Z');
  naive = new NaiveLedger();
  /** All transfers that were ever requested, and all chains. */
  readonly requested: Transfer[] = [];
  readonly chains: Transfer[][] = [];
  /** Timestamps in the answers, by transfer id. */
  readonly timestamps = new Map<string, bigint>();
  /** Earlier times of the clock, and instants between them. */
  private readonly instants: number[] = [];
  private turn = 0;

  constructor(engines: [LedgerBackend, LedgerBackend]) {
    this.engines = engines;
  }

  /** Opens the accounts and funds some of them. */
  async begin(): Promise<void> {
    for (let no = 0; no < OPENED_LATER; no++) await this.open(no);
    const fund = (from: number, to: number): TransferPlan[] => [
      { make: 'movement', from, to, amount: 100n, timeout_s: 0, pending: false },
    ];
    await this.apply({ do: 'post', chains: [fund(0, 2), fund(3, 1), fund(4, 5)] });
  }

  /** @returns the answers of the engine and of the naive ledger; none for what is not answered or compared as a race */
  async apply(next: Step): Promise<[real: unknown, naive: unknown]> {
    switch (next.do) {
      case 'wait':
        // The present, whose balances stay as they are now, and an instant at which nothing happens.
        this.instants.push(this.now_ms, this.now_ms + CLOCK_STEP_MS / 2);
        this.now_ms += next.steps * CLOCK_STEP_MS;
        return [undefined, undefined];
      case 'open':
        await this.open(OPENED_LATER);
        return [undefined, undefined];
      case 'race':
        await this.race(next.operations);
        return [undefined, undefined];
      case 'post':
      case 'repeat':
      case 'sweep':
      default: {
        const request = this.request(next, false);
        // The engines take turns, so that no state that matters can be in one of them alone.
        const answer = await this.execute(this.engines[this.turn++ % 2] as LedgerBackend, request);
        const expected = this.naiveAnswer(this.naive, request);
        await this.expectBalances();
        return [answer, expected];
      }
    }
  }

  async sweep(): Promise<void> {
    await this.execute(this.engines[0], { do: 'sweep' });
  }

  async states(): Promise<[real: View[], naive: View[]]> {
    return [await this.views(), this.naiveViews(this.naive)];
  }

  /** Checks the whole history. */
  async finish(): Promise<void> {
    await this.expectConservation();
    await this.expectPastBalances();
    const booked = await this.engines[0].transfers(this.requested.map(({ id }) => id));
    const expected = new Map(this.naive.transfers().map((each) => [each.id, each]));
    expectSame([...booked.keys()].toSorted(), [...expected.keys()].toSorted());
    for (const [id, each] of expected) {
      expectSame(requestedFields(booked.get(id) as BookedTransfer), each);
      expectSame(booked.get(id)?.timestamp, this.timestamps.get(id));
    }
  }

  private async open(no: number): Promise<void> {
    const id = this.ids[no] as string;
    const { currency, limit } = ACCOUNTS[no] as (typeof ACCOUNTS)[number];
    const ledger = this.scope_number * 1000 + currency;
    await this.engines[0].openAccounts([{ id, ledger, limit, code: 1 }]);
    this.naive.open(id, { ledger, limit });
  }

  private async race(operations: [Operation[], Operation[]]): Promise<void> {
    const requests = operations.map((each) => each.map((one) => this.request(one, true))) as [
      Request[],
      Request[],
    ];
    const answers = await Promise.all(
      requests.map(async (mine, i) => {
        const answered: Answer[] = [];
        for (const request of mine)
          answered.push(await this.execute(this.engines[i] as LedgerBackend, request));
        return answered;
      }),
    );
    const views = await this.views();
    for (const turns of interleavings(requests[0].length, requests[1].length)) {
      const naive = this.naive.copy();
      const answered: [Answer[], Answer[]] = [[], []];
      for (const engine of turns) {
        const request = requests[engine][answered[engine].length] as Request;
        answered[engine].push(this.naiveAnswer(naive, request));
      }
      if (isDeepStrictEqual(answered, answers) && isDeepStrictEqual(this.naiveViews(naive), views)) {
        this.naive = naive;
        return;
      }
    }
    throw new Error(`no order explains the race\n${fc.stringify({ requests, answers, views })}`);
  }

  private request(of: Operation, racing: boolean): Request {
    if (of.do === 'sweep') return of;
    if (of.do === 'repeat') {
      const again = this.chains.at(-1 - (of.of % this.chains.length)) as Transfer[];
      return { do: 'post', chains: [racing ? again.map((each) => this.firstRequested(each)) : again] };
    }
    const chains = of.chains.map((plans) =>
      plans.map((each) => {
        const made = this.plannedTransfer(each, racing);
        this.requested.push(made);
        return made;
      }),
    );
    this.chains.push(...chains);
    return { do: 'post', chains };
  }

  private plannedTransfer(of: TransferPlan, racing: boolean): Transfer {
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
    const isAltered = of.altered !== null && (!racing || KEEPING_ACCOUNTS.has(of.altered));
    if (of.make === 'again') {
      const original = this.requested.at(-1 - (of.of % this.requested.length)) as Transfer;
      const first = racing ? this.firstRequested(original) : original;
      return isAltered ? alter(first) : first;
    }
    // Holds that were booked, or are among the latest requests.
    const booked = new Set(this.naive.transfers().map(({ id }) => id));
    const latest = this.requested.length - 8;
    const holds = this.requested.filter(
      ({ id, phase }, i) => phase === 'pending' && (i >= latest || booked.has(id)),
    );
    const hold = holds.at(-1 - (of.of % Math.max(1, holds.length))) ?? this.requested[0];
    if (!hold) throw new Error('no transfer was ever requested');
    const { id } = hold;
    const resolution = {
      ...(racing ? this.firstRequested(hold) : hold),
      id: randomUUID(),
      phase: of.phase,
      pending_id: id,
      timeout_s: 0,
    };
    return isAltered ? alter(resolution) : resolution;
  }

  private firstRequested({ id }: Transfer): Transfer {
    return this.requested.find((each) => each.id === id) as Transfer;
  }

  private async execute(engine: LedgerBackend, request: Request): Promise<Answer> {
    if (request.do === 'sweep') {
      await engine.expireHolds(new Date(this.now_ms), this.scope_number);
      return [];
    }
    const outcomes = await engine.post(request.chains, new Date(this.now_ms));
    let last = 0n;
    for (const outcome of outcomes) {
      const text = outcome.status === 'refused' ? outcome.error : outcome.status;
      seen_outcomes.add(text);
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
    return outcomes.map(outcomeText);
  }

  private naiveAnswer(naive: NaiveLedger, request: Request): Answer {
    if (request.do === 'sweep') return [];
    return request.chains.map((each) => naive.post(each, this.now_ms));
  }

  private opened(): string[] {
    return this.naive.accounts.map(([id]) => id);
  }

  private naiveViews(naive: NaiveLedger): View[] {
    return this.opened().map((id) => naive.view(id, this.now_ms));
  }

  private async views(): Promise<View[]> {
    const ids = this.opened();
    const balances = await this.engines[1].balances(ids, new Date(this.now_ms));
    const histories = await Promise.all(ids.map((id) => this.engines[1].history(id, EVERYTHING)));
    return ids.map((id, i) => {
      const history = histories[i] ?? [];
      for (const [j, entry] of history.entries()) {
        if (j > 0 && entry.timestamp >= (history[j - 1]?.timestamp ?? 0n))
          throw new Error('timestamps of an account do not grow');
      }
      return {
        balances: balances.get(id) as AccountBalances,
        history: history.map((entry) => ({ id: entry.id, after: entry.after })),
      };
    });
  }

  private async expectBalances(): Promise<void> {
    const real = await this.engines[0].balances(this.ids, new Date(this.now_ms));
    expectSame(real, new Map(this.opened().map((id) => [id, this.naive.balances(id, this.now_ms)])));
  }

  private async expectPastBalances(): Promise<void> {
    for (const at_ms of this.instants) {
      for (const id of this.opened())
        expectSame(await this.engines[0].balancesAt(id, new Date(at_ms)), this.naive.balancesAt(id, at_ms));
    }
    // In no order: the totals of any moments, in one call.
    const ledgers = [KES, UGX].map((currency) => this.scope_number * 1000 + currency);
    const totals = await this.engines[1].postedBefore(
      ledgers,
      this.instants.map((at_ms) => new Date(at_ms + 1)),
    );
    for (const [i, at_ms] of this.instants.entries()) {
      for (const currency of [KES, UGX]) {
        const ids = this.opened().filter((_id, no) => ACCOUNTS[no]?.currency === currency);
        const sum = (of: bigint[]): bigint => of.reduce((total, each) => total + each, 0n);
        const past = ids.map((id) => this.naive.balancesAt(id, at_ms));
        const posted = (totals[i] ?? []).filter(({ ledger }) => ledger % 1000 === currency);
        expectSame(
          [sum(posted.map(({ debits }) => debits)), sum(posted.map(({ credits }) => credits))],
          [sum(past.map((each) => each.debits_posted)), sum(past.map((each) => each.credits_posted))],
        );
      }
    }
  }

  private async expectConservation(): Promise<void> {
    const real = await this.engines[0].balances(this.ids, new Date(this.now_ms));
    for (const currency of [KES, UGX]) {
      const all = this.ids.flatMap((id, no) =>
        ACCOUNTS[no]?.currency === currency ? (real.get(id) ?? []) : [],
      );
      const total = (name: keyof AccountBalances): bigint => all.reduce((sum, each) => sum + each[name], 0n);
      expectSame(total('debits_posted'), total('credits_posted'));
      expectSame(total('debits_pending'), total('credits_pending'));
    }
    for (const [id, { limit }] of this.naive.accounts) {
      const { debits_pending, debits_posted, credits_pending, credits_posted } = real.get(
        id,
      ) as AccountBalances;
      const is_beyond =
        (limit === 'debits' && debits_pending + debits_posted > credits_posted) ||
        (limit === 'credits' && credits_pending + credits_posted > debits_posted);
      expectSame(is_beyond, false);
    }
  }
}

function expectSame(real: unknown, expected: unknown): void {
  expect(real).toEqual(expected);
}

/** Without what the ledger adds. */
function requestedFields({
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

/** All orders of so many operations of one engine and so many of the other, as the engine of each turn. */
function interleavings(first: number, second: number): (0 | 1)[][] {
  if (first === 0 && second === 0) return [[]];
  return [
    ...(first > 0 ? interleavings(first - 1, second).map((rest): (0 | 1)[] => [0, ...rest]) : []),
    ...(second > 0 ? interleavings(first, second - 1).map((rest): (0 | 1)[] => [1, ...rest]) : []),
  ];
}
