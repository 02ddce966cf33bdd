/** The real loans and dividends of one SACCO, driven through the use cases; a process may die at the ledger in each of them. */
import { newUuid } from '../../core/ids.ts';
import { scopeOf, SYSTEM, type Actor, type Scope } from '../../core/scope.ts';
import type { Db } from '../../db/connection.ts';
import { declareDividend, payDividend, retryDividend } from '../../domain/dividends/index.ts';
import {
  chargeLoans,
  loanApplications,
  loanProducts,
  provisioning,
  repayLoan,
  requestWriteOff,
} from '../../domain/loans/index.ts';
import { createPayment, postings } from '../../domain/payments/index.ts';
import type { Context } from '../../domain/platform/context.ts';
import { buyShares, deposit, putSettings, withdraw } from '../../domain/members/index.ts';
import { approvals, paymentCredits, entries, type EntryRow } from '../../domain/movements/index.ts';
import { closeDays, periodStates, reopenPeriod, type PeriodState } from '../accounting/real-periods.ts';
import {
  createSacco,
  newSaver,
  outcomeOf,
  resumeOnce,
  until,
  type Sacco,
  type TestService,
} from '../harness/index.ts';
import type { Concurrent, Death, Manager, Person, Single } from './lending-events.ts';

const DAY_MS = 86_400_000;

interface Repayment {
  loan_id: string;
  amount_minor: bigint;
  from: 'cash' | 'savings';
  idempotency_key: string;
  by: Person;
}

export class RealLending {
  readonly sacco: Sacco;
  readonly members: string[];
  readonly repayments: Repayment[] = [];
  /** Ids, of what is paid and booked and perhaps credited. */
  readonly payments: string[] = [];
  readonly dividends: string[] = [];
  readonly utc_offset_minutes: number;
  private scope: Scope;
  private readonly service: TestService;

  private constructor(service: TestService, sacco: Sacco, members: string[], utc_offset_minutes: number) {
    this.service = service;
    this.sacco = sacco;
    this.members = members;
    this.utc_offset_minutes = utc_offset_minutes;
    this.scope = scopeOf(sacco.project.id, 'test', 0n);
  }

  /** @param first_day days since 1970 of the SACCO's first day, which is in the future */
  static async open(
    service: TestService,
    savings: readonly bigint[],
    first_day: number,
    utc_offset_minutes: number,
  ): Promise<RealLending> {
    const sacco = await createSacco(service);
    const members: string[] = [];
    for (const each of savings) members.push(await newSaver(sacco, Number(each)));
    const real = new RealLending(service, sacco, members, utc_offset_minutes);
    await putSettings({ ctx: service.ctx, scope: real.scope, actor: SYSTEM }, { utc_offset_minutes });
    // Noon of the place, so that no midnight falls into the history.
    const noon = first_day * DAY_MS + DAY_MS / 2 - utc_offset_minutes * 60_000;
    await real.moveClock(noon - Date.now());
    return real;
  }

  get ctx(): Context {
    return this.service.ctx;
  }

  get db(): Db {
    return this.ctx.db;
  }

  get now(): Scope {
    return this.scope;
  }

  /** The SACCO's day, counted since 1970. */
  dayOf(instant: Date): number {
    return Math.floor((instant.getTime() + this.utc_offset_minutes * 60_000) / DAY_MS);
  }

  async moveClock(by_ms: number): Promise<void> {
    const offset_ms = BigInt(Math.round(this.scope.clock.offset_ms + by_ms));
    const id = this.sacco.project.id;
    await this.db('projects').where({ id }).update({ test_clock_offset_ms: offset_ms });
    this.scope = scopeOf(id, 'test', offset_ms);
  }

  moveDays(days: number): Promise<void> {
    return this.moveClock(days * DAY_MS);
  }

  actor(by: Person): Actor {
    const { people, project } = this.sacco;
    return { type: 'user', id: by === 'owner' ? project.owner.id : people[by].id };
  }

  /** @returns the answer, and the loan's id when it is applied for */
  async apply({
    borrower,
    terms,
    pledges,
    by,
  }: Single & { what: 'apply' }): Promise<[string, string | null]> {
    const { ctx } = this;
    const actor = this.actor(by);
    const product = await loanProducts.define(
      { ctx, scope: this.scope, actor },
      {
        name: newUuid(),
        rate_bps: Number(terms.rate_bps),
        method: terms.method,
        frequency: terms.frequency,
        min_amount_minor: 1n,
        max_amount_minor: 100_000n,
        min_term: 1,
        max_term: 5,
        savings_multiple_bps: terms.savings_multiple_bps,
        min_guarantors: 0,
        guarantee_coverage_bps: 0,
        fee_bps: 100,
        penalty_bps: Number(terms.penalty_bps),
        grace_days: terms.grace_days,
      },
    );
    let id: string | null = null;
    const answer = await outcomeOf(ctx, null, async () => {
      const { loan } = await loanApplications.submit(
        { ctx, scope: this.scope, actor },
        {
          member_id: this.members[borrower] as string,
          product_id: product.id,
          amount_minor: terms.principal,
          term: terms.term,
          purpose: null,
          idempotency_key: newUuid(),
          guarantors: pledges
            .map((amount_minor, i) => ({ member_id: this.members[2 + i] as string, amount_minor }))
            .filter(({ amount_minor }) => amount_minor > 0n),
        },
      );
      id = loan.loan.id;
      return loan.loan.status;
    });
    return [answer, id];
  }

  decide(approval_id: string, { verb, by, dies }: Concurrent & { what: 'decide' }): Promise<string> {
    const { id } = this.actor(by);
    return outcomeOf(this.ctx, dies, async (ctx) => {
      if (verb === 'approve')
        return answerOfDecision(
          await approvals.approve({ ctx, scope: this.scope, actor: { type: 'user', id } }, approval_id, null),
        );
      const decided =
        verb === 'reject'
          ? await approvals.reject({ ctx, scope: this.scope, actor: { type: 'user', id } }, approval_id, 'no')
          : await approvals.cancel({ ctx, scope: this.scope, actor: this.actor(by) }, approval_id);
      return decided.status;
    });
  }

  repay(repayment: Repayment, dies: Death): Promise<string> {
    const { by, loan_id, ...request } = repayment;
    return outcomeOf(this.ctx, dies, async (ctx) => {
      const { entry, replayed } = await repayLoan(
        { ctx, scope: this.scope, actor: this.actor(by) },
        loan_id,
        request,
      );
      return `${answerOf(entry)}${replayed ? ' replayed' : ''}`;
    });
  }

  /** A payment that is booked, and not yet credited. */
  pay(member_id: string, loan_id: string, amount_minor: bigint): Promise<string> {
    return outcomeOf(this.ctx, null, async (ctx) => {
      const request = {
        provider: 'sandbox',
        amount_minor,
        currency: 'KES' as const,
        reference: newUuid(),
        customer_phone: '+254712345789',
        metadata: { sacco_member_id: member_id, sacco_purpose: 'loan_repayment', sacco_loan_id: loan_id },
      };
      const { payment } = await createPayment({ ctx, scope: this.scope, actor: SYSTEM }, request, {
        key: null,
        server_url: this.service.url,
      });
      await postings.postPending(ctx);
      this.payments.push(payment.id);
      return 'paid';
    });
  }

  credit(payment_id: string, dies: Death): Promise<string> {
    return outcomeOf(this.ctx, dies, (ctx) => paymentCredits.apply(ctx, payment_id));
  }

  charge(dies: Death): Promise<string> {
    return outcomeOf(this.ctx, dies, async (ctx) => void (await chargeLoans(ctx)));
  }

  writeOff(loan_id: string, by: Person): Promise<string> {
    return outcomeOf(this.ctx, null, async (ctx) => {
      const request = { idempotency_key: newUuid(), memo: 'gone' };
      return answerOf(
        (await requestWriteOff({ ctx, scope: this.scope, actor: this.actor(by) }, loan_id, request)).entry,
      );
    });
  }

  /** @returns the answer, and the reversal's id when it waits */
  async reverse(entry_id: string, by: Person, dies: Death): Promise<[string, string | null]> {
    let id: string | null = null;
    const answer = await outcomeOf(this.ctx, dies, async (ctx) => {
      const request = { idempotency_key: newUuid(), memo: 'of another loan' };
      const { entry } = await entries.reverse(
        { ctx, scope: this.scope, actor: this.actor(by) },
        entry_id,
        request,
      );
      id = entry.id;
      return answerOf(entry);
    });
    return [answer, id];
  }

  provide(by: Person): Promise<string> {
    return outcomeOf(this.ctx, null, async (ctx) => {
      const request = { idempotency_key: newUuid(), memo: 'of the month' };
      return answerOfProvision(
        (await provisioning.request({ ctx, scope: this.scope, actor: this.actor(by) }, request)).entry,
      );
    });
  }

  /** @param last_day since 1970 */
  close(last_day: number, by: Manager): Promise<string> {
    return outcomeOf(this.ctx, null, (ctx) =>
      closeDays({ ctx, scope: this.scope }, this.actor(by), last_day),
    );
  }

  reopen(which: number, by: Manager): Promise<string> {
    return outcomeOf(this.ctx, null, (ctx) =>
      reopenPeriod({ ctx, scope: this.scope }, this.actor(by), which),
    );
  }

  async lastApproval(): Promise<string> {
    const { id: project_id } = this.sacco.project;
    return (await this.db('sacco_approvals').where({ project_id }).max('id as id').first())?.id;
  }

  periods(kinds: readonly string[]): Promise<PeriodState[]> {
    return periodStates({ ctx: this.ctx, scope: this.scope }, kinds);
  }

  move({ what, member, amount }: Concurrent & { what: 'deposit' | 'withdraw' | 'shares' }): Promise<string> {
    const id = this.members[member] as string;
    const money = { amount_minor: amount, idempotency_key: newUuid() };
    return outcomeOf(this.ctx, null, async (ctx) => {
      const { entry } =
        what === 'shares'
          ? await buyShares({ ctx, scope: this.scope, actor: SYSTEM }, id, { ...money, from: 'cash' })
          : await (what === 'deposit' ? deposit : withdraw)(
              { ctx, scope: this.scope, actor: SYSTEM },
              id,
              money,
            );
      return answerOf(entry);
    });
  }

  /** @param period local dates, both included */
  declare(event: Single & { what: 'declare' }, period: [string, string]): Promise<string> {
    return outcomeOf(this.ctx, null, async (ctx) => {
      const { dividend } = await declareDividend(
        { ctx, scope: this.scope, actor: this.actor(event.by) },
        {
          label: newUuid(),
          period_start: period[0],
          period_end: period[1],
          share_rate_bps: Number(event.share_rate_bps),
          interest_rebate_bps: Number(event.interest_rebate_bps),
          paid_from: event.paid_from,
          idempotency_key: newUuid(),
        },
      );
      this.dividends.push(dividend.dividend.id);
      return dividend.dividend.status;
    });
  }

  payOut(dividend_id: string, dies: Death): Promise<string> {
    return outcomeOf(this.ctx, dies, (ctx) => payDividend(ctx, dividend_id));
  }

  retry(dividend_id: string): Promise<string> {
    return outcomeOf(this.ctx, null, async (ctx) => {
      await retryDividend({ ctx, scope: this.scope }, dividend_id);
      return 'retried';
    });
  }

  /** Is any movement between its request and its end? */
  async isMoving(): Promise<boolean> {
    const entry = await this.db('sacco_entries_in_flight')
      .where({ project_id: this.sacco.project.id })
      .first('id');
    return entry !== undefined;
  }

  /** What the jobs do in time: what is in flight is finished, and what has fallen due is charged. */
  async sweep(): Promise<void> {
    await until('nothing is moving', async () => {
      await chargeLoans(this.ctx);
      return resumeOnce(this.service);
    });
    await chargeLoans(this.ctx);
  }

  /** Payments are credited and payouts end. */
  async sweepAll(): Promise<void> {
    await this.sweep();
    for (const id of this.payments) await this.credit(id, null);
    for (const id of this.dividends) await this.payOut(id, null);
    await this.sweep();
    for (const id of this.dividends) await this.payOut(id, null);
  }
}

/** A status, with the error when there is one. */
function answerOf({ status, error }: EntryRow): string {
  return error ? `${status} ${error}` : status;
}

/** A provision also says in which direction, and how much. */
function answerOfProvision(entry: EntryRow): string {
  return `${answerOf(entry)} ${entry.direction} ${entry.amount_minor}`;
}

function answerOfDecision({ approval, entry }: Awaited<ReturnType<typeof approvals.approve>>): string {
  if (!entry) return approval.status;
  return entry.kind === 'loan_provision' ? answerOfProvision(entry) : answerOf(entry);
}
