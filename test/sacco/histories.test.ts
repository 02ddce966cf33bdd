/**
 * Random histories of a SACCO with several staff: one after the other, compared with a naive one answer by answer, processes
 * dying in between; and at once, where whatever happens no account is negative, nothing above the threshold goes out without
 * a second person, each payment is credited at most once, and who has left holds nothing.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AppError } from '../../core/errors.ts';
import { encodeId, newUuid } from '../../core/ids.ts';
import { scopeOf, SYSTEM, type Actor, type Scope } from '../../core/scope.ts';
import type { Context } from '../../domain/platform/context.ts';
import { changeStatus } from '../../domain/customers/index.ts';
import { accountId, type AccountKind } from '../../domain/ledger/index.ts';
import { createPayment, createRefund, markRefund, postPendingPayments } from '../../domain/payments/index.ts';
import {
  adjustCash,
  approve,
  buyShares,
  cancelApproval,
  creditSaccoPayment,
  deposit,
  ENTRY_TRANSITIONS,
  resumePendingEntries,
  joinMember,
  putSettings,
  reject,
  requestExit,
  setMemberStatus,
  withdraw,
  type EntryRow,
  type EntryStatus,
  type SettingsChange,
} from '../../domain/sacco/index.ts';
import { issueKey, must, type Person, type Project } from '../harness/people.ts';
import { projectOf, quickPerson } from '../harness/quick-people.ts';
import { newCustomer } from '../harness/sacco.ts';
import { dyingLedger } from '../harness/dying-ledger.ts';
import { startService, type TestService } from '../harness/service.ts';
import { verifyAll } from '../harness/verify.ts';
import { NaiveSacco, PEOPLE, type Asking, type Crash, type Name, type Wish } from './naive-sacco.ts';

/** Enough that every outcome comes up, few enough for a quarter of a minute. */
const RUNS = 8;
const STORMS = 5;
const CUSTOMERS = 3;
const HOUR_MS = 3_600_000;
/** Of the clock at the start of a history: midnight in Nairobi is near, and in Greenwich not much later. */
const START_HOURS = 19.5;
const HOPS = [2, 2, 2, 18];

let service: TestService;
let staff: Record<Name, Person>;

beforeAll(async () => {
  service = await startService();
  const people: [Name, Person][] = [];
  for (const name of PEOPLE) people.push([name, await quickPerson(service)]);
  staff = Object.fromEntries(people) as typeof staff;
  await service.ctx.db.raw(TRACE_ENTRIES);
});
afterAll(() => service.stop());

/** Every step of every entry, as the rows have taken it. */
const TRACE_ENTRIES = `
  create table entry_steps (was text, is_now text);
  create function trace_entry() returns trigger language plpgsql as
    $$ begin insert into entry_steps values (old.status, new.status); return new; end $$;
  create trigger trace_entry after update on sacco_entries for each row when (old.status <> new.status)
    execute function trace_entry()`;

// ── what may happen ──────────────────────────────────────────────────────────────────────────────────────────────────

type Event =
  | { what: 'join'; customer: number; own: string | undefined; pay_fee: boolean; crash: Crash }
  | { what: 'ask'; customer: number; by: Asking; wish: Wish; crash: Crash }
  | { what: 'repeat'; which: number; crash: Crash }
  | { what: 'approve'; which: number; by: Name; crash: Crash }
  | { what: 'reject'; which: number; by: Name }
  | { what: 'cancel'; which: number; by: Asking }
  | { what: 'suspend' | 'reactivate' | 'freeze' | 'unfreeze'; customer: number }
  | { what: 'pay'; customer: number; amount: number; purpose: 'savings' | 'shares' }
  | { what: 'spend'; amount: number }
  | { what: 'credit'; which: number; crash: Crash }
  | { what: 'refund'; which: number }
  | { what: 'end refund'; which: number; succeeded: boolean }
  | { what: 'settings'; threshold: number | null; fee: number; offset_hours: number }
  | { what: 'hop' | 'sweep' };

const customer = fc.nat({ max: CUSTOMERS - 1 });
const amount = fc.integer({ min: 1, max: 40 });
const crash = fc.oneof(
  { arbitrary: fc.constant(null), weight: 6 },
  { arbitrary: fc.constantFrom<Crash>('before', 'after'), weight: 1 },
);
const which = fc.nat({ max: 4 });
const person = fc.constantFrom(...PEOPLE);
const asking = fc.constantFrom<Asking>(...PEOPLE, 'key');
const what = <Word extends string>(...words: Word[]) => fc.constantFrom(...words);
const KINDS = {
  deposit: 3,
  withdrawal: 3,
  'shares from cash': 1,
  'shares from savings': 1,
  'cash in': 1,
  'cash out': 1,
  exit: 1,
} satisfies Record<Wish['kind'], number>;
const wish: fc.Arbitrary<Wish> = fc.record({
  kind: fc.oneof(
    ...(Object.keys(KINDS) as Wish['kind'][]).map((kind) => ({
      arbitrary: fc.constant(kind),
      weight: KINDS[kind],
    })),
  ),
  amount,
});

const moving: fc.Arbitrary<Event> = fc.oneof(
  { arbitrary: fc.record({ what: what('ask'), customer, by: asking, wish, crash }), weight: 8 },
  { arbitrary: fc.record({ what: what('repeat'), which, crash }), weight: 2 },
  { arbitrary: fc.record({ what: what('approve'), which, by: person, crash }), weight: 4 },
  { arbitrary: fc.record({ what: what('reject'), which, by: person }), weight: 2 },
  { arbitrary: fc.record({ what: what('cancel'), which, by: asking }), weight: 2 },
  {
    arbitrary: fc.record({ what: what('pay'), customer, amount, purpose: what('savings', 'shares') }),
    weight: 2,
  },
  { arbitrary: fc.record({ what: what('credit'), which, crash }), weight: 2 },
  { arbitrary: fc.record({ what: what('refund'), which }), weight: 1 },
  { arbitrary: fc.record({ what: what('end refund'), which, succeeded: fc.boolean() }), weight: 1 },
  { arbitrary: fc.record({ what: what('spend'), amount }), weight: 1 },
);
const joining: fc.Arbitrary<Event> = fc.record({
  what: what('join'),
  customer,
  own: fc.constantFrom(undefined, undefined, undefined, 'M00002', 'OWN-1'),
  pay_fee: fc.boolean(),
  crash,
});
const changing: fc.Arbitrary<Event> = fc.oneof(
  fc.record({
    what: what('suspend', 'reactivate', 'reactivate', 'freeze', 'unfreeze', 'unfreeze'),
    customer,
  }),
  fc.record({
    what: what('settings'),
    threshold: fc.option(fc.integer({ min: 0, max: 60 })),
    fee: fc.constantFrom(0, 10),
    offset_hours: fc.constantFrom(3, 3, 0),
  }),
  fc.record({ what: what('hop', 'hop', 'sweep') }),
);

// ── the real thing ───────────────────────────────────────────────────────────────────────────────────────────────────

interface Request {
  key: string;
  by: Asking;
  wish: Wish;
  customer: number;
  /** Null for what concerns the tills alone. */
  member_id: string | null;
}

/** A project of its own, and what was asked of it. */
class House {
  readonly requests: Request[] = [];
  readonly payments: string[] = [];
  readonly project: Project;
  private readonly refunds = new Map<string, string>();
  private readonly customers: string[];
  private readonly key_id: string;
  private scope: Scope;
  private hops = 0;

  private constructor(project: Project, customers: string[], key_id: string) {
    this.project = project;
    this.customers = customers;
    this.key_id = key_id;
    this.scope = scopeOf(project.id, 'test', 0n);
  }

  static async open(settings: SettingsChange = {}): Promise<House> {
    const project = await projectOf(staff.owner, service.anyone);
    const { db } = service.ctx;
    const roles = (['maker', 'checker', 'admin'] as const).map((role) => ({
      project_id: project.id,
      user_id: staff[role].id,
      role,
    }));
    await db('staff').insert(roles);
    await issueKey(service.anyone, staff.admin, project.id, 'test');
    const { id: key_id } = await db('api_keys')
      .where({ project_id: project.id, created_by: staff.admin.id })
      .first('id');
    const customers: string[] = [];
    for (let i = 0; i < CUSTOMERS; i++) customers.push(await newCustomer(project));
    const house = new House(project, customers, key_id);
    await house.set({ currency: 'KES', ...settings });
    must(await project.key.post('/api/v1/ledger/accounts', { kind: 'adjustments', currency: 'KES' }));
    const tomorrow = new Date(new Date().toISOString().slice(0, 10)).getTime() + 24 * HOUR_MS;
    await house.moveClock(tomorrow + START_HOURS * HOUR_MS - Date.now());
    return house;
  }

  private async moveClock(by_ms: number): Promise<void> {
    const offset_ms = BigInt(Math.round(this.scope.clock.offset_ms + by_ms));
    await service.ctx
      .db('projects')
      .where({ id: this.project.id })
      .update({ test_clock_offset_ms: offset_ms });
    this.scope = scopeOf(this.project.id, 'test', offset_ms);
  }

  /** @returns by how many hours */
  async hop(): Promise<number> {
    const hours = HOPS[this.hops++ % HOPS.length] as number;
    await this.moveClock(hours * HOUR_MS);
    return hours;
  }

  async set(change: SettingsChange): Promise<void> {
    await putSettings(service.ctx, this.scope, SYSTEM, change);
  }

  private actor(by: Asking): Actor {
    return by === 'key' ? { type: 'api_key', id: this.key_id } : { type: 'user', id: staff[by].id };
  }

  /** The last membership of the customer. */
  async memberOf(no: number): Promise<string | undefined> {
    const row = await service.ctx
      .db('sacco_members')
      .where({ customer_id: this.customers[no] })
      .orderBy('id', 'desc')
      .first('id');
    return row?.id;
  }

  join(no: number, own: string | undefined, pay_entrance_fee: boolean, crash_at: Crash): Promise<string> {
    const request = { customer_id: this.customers[no] as string, pay_entrance_fee };
    return outcome(crash_at, async (ctx) => {
      const { member, replayed } = await joinMember(ctx, this.scope, this.actor('maker'), {
        ...request,
        ...(own === undefined ? {} : { member_no: own }),
      });
      const fee = member.entrance_fee_paid ? 'paid' : 'unpaid';
      return `${member.member_no} ${member.status} ${fee}${replayed ? ' replayed' : ''}`;
    });
  }

  ask({ key: idempotency_key, by, wish: its, member_id }: Request, crash_at: Crash): Promise<string> {
    const money = { amount_minor: BigInt(its.amount), idempotency_key };
    const id = member_id as string;
    const actor = this.actor(by);
    return outcome(crash_at, async (ctx) => {
      const request = {
        deposit: () => deposit(ctx, this.scope, actor, id, money),
        withdrawal: () => withdraw(ctx, this.scope, actor, id, money),
        'shares from cash': () => buyShares(ctx, this.scope, actor, id, { ...money, from: 'cash' }),
        'shares from savings': () => buyShares(ctx, this.scope, actor, id, { ...money, from: 'savings' }),
        'cash in': () => adjustCash(ctx, this.scope, actor, { ...money, direction: 'in', memo: 'counted' }),
        'cash out': () => adjustCash(ctx, this.scope, actor, { ...money, direction: 'out', memo: 'counted' }),
        exit: () => requestExit(ctx, this.scope, actor, id, { idempotency_key, memo: 'moves away' }),
      }[its.kind];
      const { entry, replayed } = await request();
      return `${answerOf(entry)}${replayed ? ' replayed' : ''}`;
    });
  }

  /** The approval that was asked for so many approvals ago. */
  async approval(ago: number): Promise<string | undefined> {
    const row = await service.ctx
      .db('sacco_approvals')
      .where({ project_id: this.project.id })
      .orderBy('id', 'desc')
      .offset(ago)
      .first('id');
    return row?.id;
  }

  approve(id: string, by: Name, crash_at: Crash): Promise<string> {
    return outcome(crash_at, async (ctx) => {
      const { approval, entry } = await approve(ctx, this.scope, staff[by].id, id, null);
      return `${approval.status} ${answerOf(entry)}`;
    });
  }

  reject(id: string, by: Name): Promise<string> {
    return outcome(null, async (ctx) => (await reject(ctx, this.scope, staff[by].id, id, 'no')).status);
  }

  cancel(id: string, by: Asking): Promise<string> {
    return outcome(null, async (ctx) => (await cancelApproval(ctx, this.scope, this.actor(by), id)).status);
  }

  setStatus(member_id: string, to: 'active' | 'suspended'): Promise<string> {
    return outcome(
      null,
      async (ctx) => (await setMemberStatus(ctx, this.scope, SYSTEM, member_id, to)).status,
    );
  }

  async change(no: number, action: 'freeze' | 'unfreeze'): Promise<void> {
    await changeStatus(service.ctx, this.scope, SYSTEM, this.customers[no] as string, action);
  }

  /** The payment is booked, and waits to be credited. */
  pay(member_id: string, amount_minor: number, sacco_purpose: string): Promise<string> {
    return outcome(null, async (ctx) => {
      const request = {
        provider: 'sandbox',
        amount_minor: BigInt(amount_minor),
        currency: 'KES' as const,
        reference: newUuid(),
        customer_phone: '+254712345789',
        metadata: { sacco_member_id: member_id, sacco_purpose },
      };
      const { body } = await createPayment(ctx, this.scope, SYSTEM, request, {
        key: null,
        server_url: service.url,
      });
      await postPendingPayments(ctx);
      this.payments.push(JSON.parse(body).id);
      return 'paid';
    });
  }

  /** Takes money from what payments have brought in, so that a credit may find too little. */
  async spend(amount_minor: number): Promise<string> {
    const { status, body } = await this.project.key.post('/api/v1/ledger/transfers', {
      debit_account_id: encodeId('account', this.account('merchant_available')),
      credit_account_id: encodeId('account', this.account('adjustments')),
      amount_minor,
      idempotency_key: newUuid(),
    });
    return status === 201 ? 'spent' : body.error.reason;
  }

  credit(payment: string, crash_at: Crash): Promise<string> {
    return outcome(crash_at, (ctx) => creditSaccoPayment(ctx, payment));
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
    // What is still under way has no process any more. What somebody works on at this moment has one, and is not waited for:
    // two who lock many rows, each in an order of its own, may wait for each other.
    await service.ctx.db.raw(
      `update sacco_entries set due_at = due_at - interval '1 minute' where id in (
         select id from sacco_entries where due_at is not null for update skip locked)`,
    );
    await resumePendingEntries(service.ctx);
  }

  private account(kind: AccountKind, owner = ''): string {
    return accountId(this.scope, { kind, currency: 'KES', owner });
  }

  private async rows(table: string, order: string) {
    return service.ctx.db(table).where({ project_id: this.project.id }).orderBy(order);
  }

  async state(): Promise<unknown> {
    const members = await this.rows('sacco_members', 'id');
    const credits = await this.rows('sacco_payment_credits', 'payment_id');
    const entries: EntryRow[] = await this.rows('sacco_entries', 'id');
    const approvals = await this.rows('sacco_approvals', 'id');
    const ids = {
      cash: this.account('cash_on_hand'),
      fees: this.account('fee_income'),
      merchant: this.account('merchant_available'),
    };
    const own = members.map(({ id }) => [
      this.account('member_savings', id),
      this.account('member_shares', id),
    ]);
    const counters = await service.ctx.ledger.balances(
      [...Object.values(ids), ...own.flat()],
      this.scope.clock.now(),
    );
    const available = (id: string): number => {
      const found = counters.get(id);
      return found ? Number(found.credits_posted - found.debits_posted - found.debits_pending) : 0;
    };
    return {
      cash: 0 - available(ids.cash),
      fees: available(ids.fees),
      merchant: available(ids.merchant),
      members: members.map((each, i) => ({
        no: each.member_no,
        status: each.status,
        fee_paid: each.entrance_fee_paid,
        holds: own[i]?.map(available),
      })),
      entries: entries.map((entry) => `${Number(entry.amount_minor)} ${answerOf(entry)}`),
      approvals: approvals.map(({ status }) => status),
      credits: this.payments.map((id) => credits.find(({ payment_id }) => payment_id === id).status),
    };
  }
}

function answerOf({ status, error }: { status: string; error: string | null }): string {
  return error ? `${status} ${error}` : status;
}

/** What came of it in a word; whatever is thrown must be an answer, not a defect. */
async function outcome(crash_at: Crash, act: (ctx: Context) => Promise<string | void>): Promise<string> {
  const ctx =
    crash_at === null ? service.ctx : { ...service.ctx, ledger: dyingLedger(service.ctx.ledger, crash_at) };
  try {
    return (await act(ctx)) ?? 'done';
  } catch (error) {
    if (error instanceof AppError) return error.reason ?? error.code;
    throw error;
  }
}

// ── one after the other ──────────────────────────────────────────────────────────────────────────────────────────────

/** What happens next in the real one; what it is about is looked up as late as can be. */
async function act(house: House, event: Event): Promise<unknown> {
  switch (event.what) {
    case 'join':
      return house.join(event.customer, event.own, event.pay_fee, event.crash);
    case 'ask': {
      const { customer: no, by, wish: its } = event;
      const of_member = !its.kind.startsWith('cash');
      const member_id = (of_member && (await house.memberOf(no))) || null;
      if (of_member && !member_id) return undefined;
      const request: Request = { key: newUuid(), by, wish: its, customer: no, member_id };
      house.requests.push(request);
      return house.ask(request, event.crash);
    }
    case 'repeat': {
      const request = house.requests.at(-1 - event.which);
      return request && house.ask(request, event.crash);
    }
    case 'approve':
    case 'reject':
    case 'cancel': {
      const id = await house.approval(event.which);
      if (!id) return undefined;
      if (event.what === 'approve') return house.approve(id, event.by, event.crash);
      return event.what === 'reject' ? house.reject(id, event.by) : house.cancel(id, event.by);
    }
    case 'suspend':
    case 'reactivate': {
      const member_id = await house.memberOf(event.customer);
      return member_id && house.setStatus(member_id, event.what === 'suspend' ? 'suspended' : 'active');
    }
    case 'freeze':
    case 'unfreeze':
      return house.change(event.customer, event.what);
    case 'pay': {
      const member_id = await house.memberOf(event.customer);
      return member_id && house.pay(member_id, event.amount, event.purpose);
    }
    case 'spend':
      return house.spend(event.amount);
    case 'settings':
      return house.set({
        withdrawal_approval_minor: event.threshold === null ? null : BigInt(event.threshold),
        entrance_fee_minor: BigInt(event.fee),
        utc_offset_minutes: event.offset_hours * 60,
      });
    case 'hop':
      return house.hop();
    case 'sweep':
      return house.sweep();
    case 'credit':
    case 'refund':
    case 'end refund':
    default: {
      const payment = house.payments.at(-1 - event.which);
      if (!payment) return undefined;
      if (event.what === 'credit') return house.credit(payment, event.crash);
      return event.what === 'refund' ? house.refund(payment) : house.endRefund(payment, event.succeeded);
    }
  }
}

/** The same in the naive one, which knows the requests by the same keys. */
function imitate(naive: NaiveSacco, house: House, event: Event, answer: unknown): unknown {
  switch (event.what) {
    case 'join':
      return naive.join(event.customer, event.own, event.pay_fee, event.crash);
    case 'ask': {
      if (answer === undefined) return naive.memberOf(event.customer);
      return askNaive(naive, house.requests.at(-1) as Request, event.crash);
    }
    case 'repeat': {
      const request = house.requests.at(-1 - event.which);
      return request && askNaive(naive, request, event.crash);
    }
    case 'approve':
    case 'reject':
    case 'cancel': {
      const entry = naive.approvals.at(-1 - event.which);
      if (!entry) return undefined;
      if (event.what === 'approve') return naive.approve(entry, event.by, event.crash);
      return event.what === 'reject' ? naive.reject(entry, event.by) : naive.cancel(entry, event.by);
    }
    case 'suspend':
    case 'reactivate': {
      const member = naive.memberOf(event.customer);
      return member && naive.setStatus(member, event.what === 'suspend' ? 'suspended' : 'active');
    }
    case 'freeze':
      naive.frozen.add(event.customer);
      return undefined;
    case 'unfreeze':
      naive.frozen.delete(event.customer);
      return undefined;
    case 'pay': {
      const member = naive.memberOf(event.customer);
      return member && naive.pay(member, event.amount, event.purpose);
    }
    case 'spend':
      return naive.spend(event.amount);
    case 'settings': {
      const { threshold, fee, offset_hours } = event;
      Object.assign(naive, { threshold, fee, offset_hours });
      return undefined;
    }
    case 'hop':
      naive.utc_hours += answer as number;
      return answer;
    case 'sweep':
      return naive.sweep();
    case 'credit':
    case 'refund':
    case 'end refund':
    default: {
      const payment = naive.payments.at(-1 - event.which);
      if (!payment) return undefined;
      if (event.what === 'credit') return naive.credit(payment, event.crash);
      return event.what === 'refund' ? naive.refund(payment) : naive.endRefund(payment, event.succeeded);
    }
  }
}

/** Which membership a request was for, by the order of the customer's memberships. */
const membership = new Map<string, NaiveSacco['members'][number]>();

function askNaive(naive: NaiveSacco, request: Request, crash_at: Crash): string {
  const { key, by, wish: its, customer: no, member_id } = request;
  const member = member_id === null ? null : (membership.get(member_id) ?? naive.memberOf(no) ?? null);
  if (member_id !== null && member) membership.set(member_id, member);
  return naive.ask(key, by, its, member, crash_at);
}

function stateOf(naive: NaiveSacco): unknown {
  return {
    cash: naive.holds('cash'),
    fees: naive.holds('fees'),
    merchant: naive.holds('merchant'),
    members: naive.members.map((member) => ({
      no: member.no,
      status: member.status,
      fee_paid: member.fee_paid,
      holds: [naive.holds('savings', member), naive.holds('shares', member)],
    })),
    entries: naive.entries.map((entry) => `${entry.amount} ${answerOf(entry)}`),
    approvals: naive.approvals.map(({ approval }) => approval),
    credits: naive.payments.map(({ status }) => status),
  };
}

const ask = (by: Asking, kind: Wish['kind'], sum: number, crash_at: Crash = null): Event => ({
  what: 'ask',
  customer: 0,
  by,
  wish: { kind, amount: sum },
  crash: crash_at,
});

/** Comes to every answer that matters, so that whether they came up is not left to chance. */
const EVERY_ANSWER: Event[] = [
  ask('maker', 'deposit', 40),
  { what: 'repeat', which: 0, crash: null },
  ask('maker', 'deposit', 40, 'after'),
  ask('maker', 'withdrawal', 31),
  { what: 'approve', which: 0, by: 'maker', crash: null },
  { what: 'approve', which: 0, by: 'checker', crash: null },
  { what: 'approve', which: 0, by: 'checker', crash: null },
  { what: 'settings', threshold: null, fee: 0, offset_hours: 3 },
  ask('maker', 'withdrawal', 1000),
  { what: 'suspend', customer: 0 },
  ask('maker', 'withdrawal', 1),
];

test('whatever happens, it is as with a naive one', { timeout: 240_000 }, async () => {
  const history = fc.array(
    fc.oneof(
      { arbitrary: moving, weight: 8 },
      { arbitrary: joining, weight: 1 },
      { arbitrary: changing, weight: 1 },
    ),
    { minLength: 60, maxLength: 120, size: 'max' },
  );
  const seen = new Map<unknown, number>();
  await fc.assert(
    fc.asyncProperty(history, async (events) => {
      const house = await House.open({ entrance_fee_minor: 10n, withdrawal_approval_minor: 30n });
      const naive = new NaiveSacco(START_HOURS);
      Object.assign(naive, { fee: 10, threshold: 30 });
      const joins: Event[] = [...Array.from({ length: CUSTOMERS }).keys()].map((no) => ({
        what: 'join',
        customer: no,
        own: undefined,
        pay_fee: no > 0,
        crash: null,
      }));
      for (const [no, event] of [...joins, ...events].entries()) {
        const real = await act(house, event);
        expect(real, `${no}: ${JSON.stringify(event)}`).toEqual(imitate(naive, house, event, real));
        seen.set(real, (seen.get(real) ?? 0) + 1);
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
  expect([...seen.keys()]).toEqual(
    expect.arrayContaining([
      'posted',
      'posted replayed',
      'awaiting_approval',
      'failed insufficient_savings',
      'approved posted',
      'already_decided',
      'FORBIDDEN',
      'member_not_active',
      'SERVICE_UNAVAILABLE',
    ]),
  );
});

// ── at once ──────────────────────────────────────────────────────────────────────────────────────────────────────────

test(
  'at once, nothing passes the threshold alone and no money is made or lost',
  { timeout: 240_000 },
  async () => {
    const waves = fc.array(
      fc.array(
        fc.oneof(
          { arbitrary: moving, weight: 8 },
          { arbitrary: joining, weight: 2 },
          { arbitrary: changing.filter(({ what: its }) => !['settings', 'hop'].includes(its)), weight: 1 },
        ),
        { minLength: 10, maxLength: 24, size: 'max' },
      ),
      { minLength: 3, maxLength: 6, size: 'max' },
    );
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 10, max: 60 }), waves, async (threshold, events) => {
        const house = await House.open({
          withdrawal_approval_minor: BigInt(threshold),
          entrance_fee_minor: 10n,
        });
        for (const wave of events) await Promise.all(wave.map((event) => act(house, event)));
        await house.sweep();
        const entries: EntryRow[] = await service.ctx
          .db('sacco_entries')
          .where({ project_id: house.project.id });
        expect(entries.filter(({ due_at }) => due_at)).toEqual([]);
        expect(entries.filter(({ status }) => ['pending', 'posting'].includes(status))).toEqual([]);
        const alone = new Map<string, number>();
        for (const { kind, status, approval_id, member_id, amount_minor } of entries) {
          if (kind !== 'withdrawal' || status !== 'posted' || approval_id) continue;
          alone.set(member_id as string, (alone.get(member_id as string) ?? 0) + Number(amount_minor));
        }
        expect([...alone.values()].filter((sum) => sum > threshold)).toEqual([]);
      }),
      { numRuns: STORMS, interruptAfterTimeLimit: 200_000, markInterruptAsFailure: true },
    );
    expect(await verifyAll(service.ctx)).toEqual([]);
  },
);

test('and no entry has gone another way than its states allow', async () => {
  const steps: { was: EntryStatus; is_now: EntryStatus }[] = await service.ctx
    .db('entry_steps')
    .distinct('was', 'is_now');
  expect(steps.filter(({ was, is_now }) => !ENTRY_TRANSITIONS[was].includes(is_now))).toEqual([]);
  expect(steps.length).toBeGreaterThan(3);
});
