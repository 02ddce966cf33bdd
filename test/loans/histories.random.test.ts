/**
 * Random histories of loans and dividends: several staff, events at once, processes that die at the ledger, a clock that moves.
 * Every answer that only one history can have is predicted by a naive SACCO; whatever else was answered, the entries are taken
 * over by it in the ledger's order, and every figure must be its own.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EntryRow } from '../../domain/movements/index.ts';
import { compareHistories, startService, verifyAll, type TestService } from '../harness/index.ts';
import { askAboutPeriod, prepareReversal, type Prepared } from './lending-corrections.ts';
import { EVERY_ANSWER, EVERY_CORRECTION, TWO_LOANS } from './lending-example.ts';
import { waves, type Concurrent, type Event, type Wave } from './lending-events.ts';
import { entriesOf, takeOver, type Pair } from './lending-pair.ts';
import { compare, states } from './lending-states.ts';
import { NaiveLending, type Lent } from './naive-lending.ts';
import { RealLending } from './real-lending.ts';

/** Enough that deaths of every kind come up, few enough for half a minute. */
const RUNS = 5;
const SAVINGS = [4_000n, 9_000n, 30_000n, 20_000n];
const DAY_MS = 86_400_000;
/** How far back a dividend rebates interest. */
const PERIOD_DAYS = 45;

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

/** Places with different days at one moment, in turn; and months that end differently. */
let opened = 0;

async function open(): Promise<Pair> {
  const turn = opened++;
  const year = new Date().getUTCFullYear() + 1;
  const first_day = Date.UTC(year, 0, 28 + (turn % 4)) / DAY_MS;
  const real = await RealLending.open(service, SAVINGS, first_day, [180, -300, 840][turn % 3] as number);
  const { posted_at } = await entriesOf(real).min('posted_at as posted_at').first();
  const naive = new NaiveLending(real.members, SAVINGS, first_day, real.dayOf(posted_at));
  const taken = new Set<string>(await entriesOf(real).pluck('e.id'));
  return { real, naive, taken };
}

const DIED = 'SERVICE_UNAVAILABLE';

/** An answer that needed the ledger is lost with the process. */
const unless = (dies: unknown, answer: string): string =>
  dies !== null && /^(posted|failed)/.test(answer) ? DIED : answer;

/** The loan that was disbursed so many ago. */
const lentBefore = ({ naive }: Pair, which: number): Lent | undefined =>
  naive.loans.filter(({ status }) => status === 'disbursed').at(-1 - which);

/** @returns null when there is nothing that it could happen to */
async function prepare(pair: Pair, event: Event): Promise<Prepared | null> {
  const { real, naive } = pair;
  switch (event.what) {
    case 'apply': {
      const { borrower, terms, pledges, by } = event;
      const apply = async (): Promise<string> => {
        const [answer, id] = await real.apply(event);
        if (id) {
          const called = pledges.map(() => 0n);
          naive.loans.push({
            id,
            borrower,
            by,
            terms,
            pledges,
            called,
            status: 'applied',
            loan: null,
            moved_by: [],
          });
        }
        return answer;
      };
      return { run: apply, expected: naive.answerToApplication(borrower, terms, pledges) };
    }
    case 'declare':
      return { run: () => declare(pair, event), expected: undefined };
    case 'move clock':
      naive.day += event.days;
      return { run: () => real.moveDays(event.days).then(() => 'done'), expected: 'done' };
    case 'sweep':
      return { run: () => real.sweep().then(() => 'done'), expected: 'done' };
    case 'decide':
      return prepareDecision(pair, event);
    case 'repay': {
      const lent = lentBefore(pair, event.which);
      if (!lent) return null;
      const amount = amountOf(naive, lent, event.amount);
      const { from, by, dies } = event;
      const expected = unless(dies, naive.answerToRepayment(lent, amount, from));
      const repayment = {
        loan_id: lent.id,
        amount_minor: amount,
        from,
        idempotency_key: crypto.randomUUID(),
        by,
      };
      real.repayments.push(repayment);
      return {
        run: () => real.repay(repayment, dies),
        // The charges that come first die.
        expected: dies !== null && naive.isChargeDue(lent) ? DIED : expected,
      };
    }
    case 'repeat': {
      const repayment = real.repayments.at(-1 - event.which);
      return repayment ? { run: () => real.repay(repayment, event.dies), expected: undefined } : null;
    }
    case 'pay': {
      const lent = lentBefore(pair, event.which);
      if (!lent) return null;
      const amount = amountOf(naive, lent, event.amount);
      const member = real.members[lent.borrower] as string;
      const expected = naive.statusOf(lent) === 'open' ? 'paid' : 'loan_not_open';
      return { run: () => real.pay(member, lent.id, amount), expected };
    }
    case 'credit': {
      const payment = real.payments.at(-1 - event.which);
      const expected = event.dies === null ? 'done' : undefined;
      return payment ? { run: () => real.credit(payment, event.dies), expected } : null;
    }
    case 'charge': {
      const dies = event.dies !== null && naive.loans.some((lent) => naive.isChargeDue(lent));
      return { run: () => real.charge(event.dies), expected: dies ? DIED : 'done' };
    }
    case 'write off': {
      const lent = lentBefore(pair, event.which);
      if (!lent) return null;
      const waiting = await entriesOf(real)
        .where({ loan_id: lent.id, kind: 'loan_write_off', status: 'awaiting_approval' })
        .first('e.id');
      const expected = waiting ? 'busy' : 'awaiting_approval';
      return {
        run: () => real.writeOff(lent.id, event.by),
        expected: naive.statusOf(lent) === 'open' ? expected : 'loan_not_open',
      };
    }
    case 'reverse':
      return prepareReversal(pair, event);
    case 'provide':
      return {
        run: () => real.provide(event.by),
        expected: `awaiting_approval ${naive.changeOfAllowance()}`,
      };
    case 'close':
    case 'reopen':
      return { run: () => askAboutPeriod(pair, event), expected: undefined };
    case 'pay out': {
      const id = real.dividends.at(-1 - event.which);
      const expected = event.dies === null ? 'done' : undefined;
      return id ? { run: () => real.payOut(id, event.dies), expected } : null;
    }
    case 'retry': {
      const id = real.dividends.at(-1 - event.which);
      return id ? { run: () => real.retry(id), expected: undefined } : null;
    }
    case 'deposit':
    case 'withdraw':
    case 'shares':
    default: {
      const { what, member, amount } = event;
      const expected = what === 'withdraw' ? naive.answerToWithdrawal(member, amount) : 'posted';
      return { run: () => real.move(event), expected };
    }
  }
}

function amountOf(
  naive: NaiveLending,
  lent: Lent,
  amount: (Concurrent & { what: 'repay' })['amount'],
): bigint {
  if (typeof amount === 'bigint') return amount;
  const payoff = naive.payoffOf(lent);
  return amount === 'above payoff' || payoff === 0n ? payoff + 1n : payoff;
}

async function prepareDecision(
  { real, naive }: Pair,
  event: Concurrent & { what: 'decide' },
): Promise<Prepared | null> {
  const approval = await real
    .db('sacco_approvals')
    .where({ project_id: real.sacco.project.id })
    .orderBy('id', 'desc')
    .offset(event.which)
    .first();
  if (!approval) return null;
  const { verb, by, dies } = event;
  const lent = approval.loan_id ? naive.loanOf(approval.loan_id) : null;
  const own = approval.requested_by_id === real.actor(by).id;
  const entry =
    approval.entry_id && (await entriesOf(real).where({ 'e.id': approval.entry_id }).first('e.*'));
  const answer = (): string => {
    if (verb === 'cancel' && !own && !['admin', 'owner'].includes(by)) return 'FORBIDDEN';
    if (verb === 'approve' && dies !== null && lent && naive.isChargeDue(lent)) return DIED;
    if (approval.status !== 'pending') return 'already_decided';
    if (verb === 'cancel') return 'cancelled';
    if (own) return 'FORBIDDEN';
    if (verb === 'reject') return 'rejected';
    if (approval.subject_id) return 'approved';
    if (approval.kind === 'loan_provision') {
      const change = naive.changeOfAllowance();
      return change === 'in 0' ? `posted ${change}` : unless(dies, `posted ${change}`);
    }
    if (!lent) return 'posted';
    if (approval.kind === 'reversal') {
      const [outcome, is_booked] = naive.outcomeOfReversal((entry as EntryRow).reverses_entry_id as string);
      return is_booked ? unless(dies, outcome) : outcome;
    }
    if (approval.kind === 'loan_disbursement') return unless(dies, naive.answerToDisbursement(lent));
    return naive.statusOf(lent) === 'open' ? unless(dies, 'posted') : 'failed loan_not_open';
  };
  return { run: () => real.decide(approval.id, event), expected: answer() };
}

/** Nothing is moving, so that it is known what the members have paid. */
async function declare(pair: Pair, event: Event & { what: 'declare' }): Promise<string> {
  const { real, naive } = pair;
  await real.sweep();
  await takeOver(pair);
  const period: [number, number] = [naive.day - PERIOD_DAYS, naive.day];
  const dates = period.map((day) => new Date(day * DAY_MS).toISOString().slice(0, 10)) as [string, string];
  const [expected, dividend] = naive.declare(event, period);
  const answer = await real.declare(event, dates);
  expect(answer).toBe(expected);
  if (answer !== 'declared') return answer;
  dividend.id = real.dividends.at(-1) as string;
  naive.dividends.push(dividend);
  const lines = await real.db('sacco_dividend_lines').where({ dividend_id: dividend.id });
  const figures = real.members.map((id) => lines.find(({ member_id }) => member_id === id));
  expect(figures.map((line) => [line.shares_minor, line.interest_paid_minor, line.amount_minor])).toEqual(
    dividend.lines.map(({ shares, interest, amount }) => [shares, interest, amount]),
  );
  return answer;
}

async function apply(pair: Pair, wave: Wave): Promise<[real: unknown, naive: unknown]> {
  const { real } = pair;
  const quiet = wave.length === 1 && !(await real.isMoving());
  const prepared: Prepared[] = [];
  for (const event of wave) {
    const each = await prepare(pair, event);
    if (each) prepared.push(each);
  }
  const answers = await Promise.all(prepared.map(({ run }) => run()));
  if (wave.length > 1) await real.sweep();
  if (!(await real.isMoving())) {
    await takeOver(pair);
    if (wave.length > 1 || ['sweep', 'move clock'].includes(wave[0]?.what ?? '')) await compare(pair);
  }
  const [answer, expected] = [answers[0], prepared[0]?.expected];
  return quiet ? [answer, expected ?? answer] : [undefined, undefined];
}

test('whatever happens to loans and dividends, they stand as naive ones', { timeout: 240_000 }, async () => {
  const answers = await compareHistories<Wave, Pair>({
    events: waves.map((more) => [...TWO_LOANS, ...more]),
    examples: [EVERY_ANSWER, EVERY_CORRECTION],
    runs: RUNS,
    open,
    apply,
    async sweep(pair) {
      expect(await verifyAll(service.ctx)).toEqual([]);
      await pair.real.sweepAll();
      await takeOver(pair);
    },
    states,
    async finish({ real, naive }) {
      expect(await verifyAll(service.ctx)).toEqual([]);
      expect(naive.loans.some((lent) => naive.isChargeDue(lent))).toBe(false);
      const repaid = (source: string[]) =>
        entriesOf(real).where({ kind: 'loan_repayment' }).whereIn('source', source);
      expect((await repaid(['cash', 'savings'])).length).toBeLessThanOrEqual(real.repayments.length);
      expect(await repaid(['payment'])).toHaveLength(real.payments.length);
    },
  });
  expect([...answers]).toEqual(
    expect.arrayContaining([
      'applied',
      'savings_multiple_exceeded',
      'guarantee_unavailable',
      'FORBIDDEN',
      'already_decided',
      'posted',
      'failed guarantee_unavailable',
      'failed insufficient_savings',
      'above_payoff',
      'loan_not_open',
      'awaiting_approval',
      'busy',
      'declared',
      'income_insufficient',
      'period_already_rebated',
      DIED,
      'not_reversible',
      'not_posted',
      'reversal_pending',
      'already_reversed',
      'not_latest_movement',
      'failed not_latest_movement',
      'failed guarantee_unavailable',
      'period_closed',
      'failed period_closed',
      'awaiting_approval in 600',
      'approved',
      'closing',
      'reopening',
    ]),
  );
});
