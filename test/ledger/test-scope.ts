/** A scope (project and environment) for each test, on whichever backend: accounts, short ways to make transfers, and an audit. */
import { randomInt, randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { ZERO_BALANCES } from '../../domain/ledger/rules/balances.rules.ts';
import {
  type BookedTransfer,
  type ChainOutcome,
  type AccountBalances,
  type HistoryEntry,
  type LedgerBackend,
  type LimitRule,
  type Transfer,
} from '../../domain/ledger/backend.port.ts';

/** ISO numbers of two currencies: a scope has a ledger of each. */
const KES = 404;
const UGX = 800;

/** A limit that no account's history reaches. */
export const EVERYTHING = 100_000;

export type Amounts = Partial<AccountBalances>;

/** Far apart between runs: a cluster keeps the transfers of earlier runs. */
let scopes = randomInt(1, 3_900_000);

export class TestScope {
  readonly backend: LedgerBackend;
  /** Its own: a clock that was moved is that of all accounts of the number. */
  readonly number = ++scopes;
  /** Account → its limit. */
  readonly accounts = new Map<string, LimitRule>();
  /** Accounts in the other currency. */
  readonly foreign = new Set<string>();

  constructor(backend: LedgerBackend) {
    this.backend = backend;
  }

  /** @param code of its kind */
  async open(limit: LimitRule = 'none', id: string = randomUUID(), code = 1): Promise<string> {
    await this.backend.openAccounts([{ id, ledger: this.number * 1000 + KES, limit, code }]);
    this.accounts.set(id, limit);
    return id;
  }

  async openForeign(limit: LimitRule = 'none'): Promise<string> {
    const id = randomUUID();
    await this.backend.openAccounts([{ id, ledger: this.number * 1000 + UGX, limit, code: 1 }]);
    this.accounts.set(id, limit);
    this.foreign.add(id);
    return id;
  }

  /** An account that may not be debited beyond its credits, with funds. */
  async openWithFunds(funds: bigint, now = new Date()): Promise<string> {
    const account = await this.open('debits');
    await this.must(now, transfer(await this.open(), account, funds));
    return account;
  }

  /** An account that may not be credited beyond its debits, with so many debits. */
  async openWithDebits(debits: bigint, now = new Date()): Promise<string> {
    const account = await this.open('credits');
    await this.must(now, transfer(account, await this.open(), debits));
    return account;
  }

  /** The outcome of each chain as text: `created`, `replayed`, `exceeds_credits @1`. */
  async post(chains: Transfer[][], now = new Date()): Promise<string[]> {
    return (await this.backend.post(chains, now)).map(outcomeText);
  }

  /** The outcome of one chain. */
  async chain(...transfers: Transfer[]): Promise<string> {
    return this.chainAt(new Date(), ...transfers);
  }

  async chainAt(now: Date, ...transfers: Transfer[]): Promise<string> {
    const [outcome] = await this.post([transfers], now);
    return outcome as string;
  }

  /** Books a chain that must not fail. @returns the booked transfers */
  async must(now: Date, ...transfers: Transfer[]): Promise<BookedTransfer[]> {
    const [outcome] = await this.backend.post([transfers], now);
    if (outcome?.status !== 'created') throw new Error(`not booked: ${outcomeText(outcome as ChainOutcome)}`);
    return outcome.transfers;
  }

  async balances(account_id: string, now = new Date()): Promise<AccountBalances> {
    const found = await this.backend.balances([account_id], now);
    return found.get(account_id) as AccountBalances;
  }

  async expectBalances(account_id: string, amounts: Amounts, now = new Date()): Promise<void> {
    expectSame(await this.balances(account_id, now), balances(amounts));
  }

  history(account_id: string): Promise<HistoryEntry[]> {
    return this.backend.history(account_id, EVERYTHING);
  }

  /** Repeats the sweep of this scope until no expired hold is left. @returns how many were released */
  async expireHolds(now: Date): Promise<number> {
    let total = 0;
    for (;;) {
      const released = await this.backend.expireHolds(now, this.number);
      if (released === 0) return total;
      total += released;
    }
  }

  /** Fails when a rule that holds after any transfers is broken. */
  audit(): Promise<void> {
    return audit(this);
  }
}

/**
 * Every account keeps its limit, money is conserved, timestamps grow, and the balances after each transfer are the running
 * sums of the transfers up to it.
 */
async function audit({ backend, accounts, foreign }: TestScope): Promise<void> {
  const ids = [...accounts.keys()];
  const now = await backend.balances(ids, new Date());
  expect([...now.keys()].toSorted()).toEqual(ids.toSorted());
  for (const in_foreign of [true, false]) {
    const totals = sum(
      ids.filter((id) => foreign.has(id) === in_foreign).map((id) => now.get(id) as AccountBalances),
    );
    expect(totals.debits_posted).toBe(totals.credits_posted);
    expect(totals.debits_pending).toBe(totals.credits_pending);
  }
  for (const [id, limit] of accounts) {
    expectWithin(limit, now.get(id) as AccountBalances);
    auditAccount(id, limit, now.get(id) as AccountBalances, await backend.history(id, EVERYTHING));
  }
}

function auditAccount(
  id: string,
  limit: LimitRule,
  now: AccountBalances,
  newest_first: HistoryEntry[],
): void {
  const holds = new Map<string, bigint>();
  const running = { ...ZERO_BALANCES };
  let last = 0n;
  for (const entry of newest_first.toReversed()) {
    expect(entry.timestamp).toBeGreaterThan(last);
    last = entry.timestamp;
    add(running, id, entry, holds);
    expectWithin(limit, entry.after);
    expectRunning(entry.after, running);
  }
  expectRunning(now, running);
}

/** An expiry is no transfer: it is not in the running sums, so that less may really be held. */
function expectRunning(real: AccountBalances, running: AccountBalances): void {
  expect(real).toEqual({
    ...running,
    debits_pending: withoutExpired(running.debits_pending, real.debits_pending),
    credits_pending: withoutExpired(running.credits_pending, real.credits_pending),
  });
}

function withoutExpired(running: bigint, real: bigint): bigint {
  return real <= running ? real : running;
}

function add(running: AccountBalances, id: string, entry: HistoryEntry, holds: Map<string, bigint>): void {
  const side = entry.debit_account_id === id ? 'debits' : 'credits';
  if (entry.phase === 'pending') {
    running[`${side}_pending`] += entry.amount;
    holds.set(entry.id, entry.amount);
    return;
  }
  if (entry.pending_id !== null) running[`${side}_pending`] -= holds.get(entry.pending_id) as bigint;
  if (entry.phase !== 'void') running[`${side}_posted`] += entry.amount;
}

function expectWithin(limit: LimitRule, { ...after }: AccountBalances): void {
  for (const sum of Object.values(after)) expect(sum).toBeGreaterThanOrEqual(0n);
  if (limit === 'debits')
    expect(after.debits_pending + after.debits_posted).toBeLessThanOrEqual(after.credits_posted);
  if (limit === 'credits')
    expect(after.credits_pending + after.credits_posted).toBeLessThanOrEqual(after.debits_posted);
}

function sum(all: AccountBalances[]): AccountBalances {
  const total = { ...ZERO_BALANCES };
  for (const each of all)
    for (const name of Object.keys(total) as (keyof AccountBalances)[]) total[name] += each[name];
  return total;
}

export function expectSame(real: AccountBalances, expected: AccountBalances): void {
  expect(real).toEqual(expected);
}

/** All four, of which the others are 0. */
export function balances(amounts: Amounts): AccountBalances {
  return { ...ZERO_BALANCES, ...amounts };
}

export function outcomeText(outcome: ChainOutcome): string {
  return outcome.status === 'refused' ? `${outcome.error} @${outcome.index}` : outcome.status;
}

export function transfer(
  debit_account_id: string,
  credit_account_id: string,
  amount: bigint,
  more: Partial<Transfer> = {},
): Transfer {
  const id = randomUUID();
  return {
    id,
    debit_account_id,
    credit_account_id,
    amount,
    code: 3,
    phase: null,
    pending_id: null,
    timeout_s: 0,
    reference: `reference of ${id}`,
    memo: null,
    ...more,
  };
}

export function hold(from: string, to: string, amount: bigint, timeout_s = 0): Transfer {
  return transfer(from, to, amount, { phase: 'pending', timeout_s });
}

/** The post of a hold, of the full amount by default. */
export function capture(of: Transfer, more: Partial<Transfer> = {}): Transfer {
  return { ...of, id: randomUUID(), phase: 'post', pending_id: of.id, timeout_s: 0, ...more };
}

/** The void of a hold. */
export function release(of: Transfer, more: Partial<Transfer> = {}): Transfer {
  return { ...capture(of), phase: 'void', ...more };
}

/** That long after an instant. */
export function later(instant: Date, seconds: number): Date {
  return new Date(instant.getTime() + seconds * 1_000);
}
