/** The real SACCO of one project, driven through the use cases; a process may die at the ledger in each of them. */
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
  resumePendingEntries,
  joinMember,
  putSettings,
  reject,
  requestExit,
  setMemberStatus,
  withdraw,
  type EntryRow,
  type SettingsChange,
} from '../../domain/sacco/index.ts';
import {
  issueKey,
  must,
  newCustomer,
  outcomeOf,
  projectOf,
  type Person,
  type Project,
  type TestService,
} from '../harness/index.ts';
import type { Crash, EntryRequest, Name, Requester } from './naive-entry.ts';
import { CUSTOMERS } from './sacco-events.ts';

const HOUR_MS = 3_600_000;
/** Of the clock at the start of a history: midnight in Nairobi is near, and in Greenwich not much later. */
export const START_HOURS = 19.5;
const CLOCK_STEPS_H = [2, 2, 2, 18];

export type Staff = Record<Name, Person>;

export interface Request {
  key: string;
  by: Requester;
  entry: EntryRequest;
  customer: number;
  /** Null for what concerns the cash account alone. */
  member_id: string | null;
}

/** A project with a SACCO, and what was requested of it. */
export class RealSacco {
  readonly requests: Request[] = [];
  readonly payments: string[] = [];
  readonly project: Project;
  private readonly refunds = new Map<string, string>();
  private readonly customers: string[];
  private readonly key_id: string;
  private scope: Scope;
  private clock_steps = 0;

  private readonly service: TestService;
  private readonly staff: Staff;

  private constructor(
    service: TestService,
    staff: Staff,
    project: Project,
    customers: string[],
    key_id: string,
  ) {
    this.service = service;
    this.staff = staff;
    this.project = project;
    this.customers = customers;
    this.key_id = key_id;
    this.scope = scopeOf(project.id, 'test', 0n);
  }

  /** @param staff of the new project */
  static async open(service: TestService, staff: Staff, settings: SettingsChange = {}): Promise<RealSacco> {
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
    const real = new RealSacco(service, staff, project, customers, key_id);
    await real.set({ currency: 'KES', ...settings });
    must(await project.key.post('/api/v1/ledger/accounts', { kind: 'adjustments', currency: 'KES' }));
    const tomorrow = new Date(new Date().toISOString().slice(0, 10)).getTime() + 24 * HOUR_MS;
    await real.moveClock(tomorrow + START_HOURS * HOUR_MS - Date.now());
    return real;
  }

  private async moveClock(by_ms: number): Promise<void> {
    const offset_ms = BigInt(Math.round(this.scope.clock.offset_ms + by_ms));
    await this.service.ctx
      .db('projects')
      .where({ id: this.project.id })
      .update({ test_clock_offset_ms: offset_ms });
    this.scope = scopeOf(this.project.id, 'test', offset_ms);
  }

  /** @returns by how many hours */
  async advanceClock(): Promise<number> {
    const hours = CLOCK_STEPS_H[this.clock_steps++ % CLOCK_STEPS_H.length] as number;
    await this.moveClock(hours * HOUR_MS);
    return hours;
  }

  async set(change: SettingsChange): Promise<void> {
    await putSettings(this.service.ctx, this.scope, SYSTEM, change);
  }

  private actor(by: Requester): Actor {
    return by === 'key' ? { type: 'api_key', id: this.key_id } : { type: 'user', id: this.staff[by].id };
  }

  /** The last membership of the customer. */
  async memberOf(no: number): Promise<string | undefined> {
    const row = await this.service.ctx
      .db('sacco_members')
      .where({ customer_id: this.customers[no] })
      .orderBy('id', 'desc')
      .first('id');
    return row?.id;
  }

  join(no: number, own: string | undefined, pay_entrance_fee: boolean, crash_at: Crash): Promise<string> {
    const request = { customer_id: this.customers[no] as string, pay_entrance_fee };
    return this.outcome(crash_at, async (ctx) => {
      const { member, replayed } = await joinMember(ctx, this.scope, this.actor('maker'), {
        ...request,
        ...(own === undefined ? {} : { member_no: own }),
      });
      const fee = member.entrance_fee_paid ? 'paid' : 'unpaid';
      return `${member.member_no} ${member.status} ${fee}${replayed ? ' replayed' : ''}`;
    });
  }

  sendRequest(
    { key: idempotency_key, by, entry: its, member_id }: Request,
    crash_at: Crash,
  ): Promise<string> {
    const money = { amount_minor: BigInt(its.amount), idempotency_key };
    const id = member_id as string;
    const actor = this.actor(by);
    return this.outcome(crash_at, async (ctx) => {
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

  /** The approval that was requested so many approvals ago. */
  async approval(ago: number): Promise<string | undefined> {
    const row = await this.service.ctx
      .db('sacco_approvals')
      .where({ project_id: this.project.id })
      .orderBy('id', 'desc')
      .offset(ago)
      .first('id');
    return row?.id;
  }

  approve(id: string, by: Name, crash_at: Crash): Promise<string> {
    return this.outcome(crash_at, async (ctx) => {
      const { approval, entry } = await approve(ctx, this.scope, this.staff[by].id, id, null);
      return `${approval.status} ${answerOf(entry)}`;
    });
  }

  reject(id: string, by: Name): Promise<string> {
    return this.outcome(
      null,
      async (ctx) => (await reject(ctx, this.scope, this.staff[by].id, id, 'no')).status,
    );
  }

  cancel(id: string, by: Requester): Promise<string> {
    return this.outcome(
      null,
      async (ctx) => (await cancelApproval(ctx, this.scope, this.actor(by), id)).status,
    );
  }

  setStatus(member_id: string, to: 'active' | 'suspended'): Promise<string> {
    return this.outcome(
      null,
      async (ctx) => (await setMemberStatus(ctx, this.scope, SYSTEM, member_id, to)).status,
    );
  }

  async change(no: number, action: 'freeze' | 'unfreeze'): Promise<void> {
    await changeStatus(this.service.ctx, this.scope, SYSTEM, this.customers[no] as string, action);
  }

  /** The payment is booked, but not yet credited. */
  pay(member_id: string, amount_minor: number, sacco_purpose: string): Promise<string> {
    return this.outcome(null, async (ctx) => {
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
        server_url: this.service.url,
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
    return this.outcome(crash_at, (ctx) => creditSaccoPayment(ctx, payment));
  }

  refund(payment: string): Promise<string> {
    return this.outcome(null, async (ctx) => {
      const { refund } = await createRefund(ctx, this.scope, SYSTEM, payment, {});
      this.refunds.set(payment, refund.id);
    });
  }

  async endRefund(payment: string, succeeded: boolean): Promise<void> {
    const id = this.refunds.get(payment);
    if (!id) return;
    this.refunds.delete(payment);
    await markRefund(this.service.ctx, this.scope, id, succeeded ? 'succeeded' : 'failed', undefined);
  }

  async sweep(): Promise<void> {
    // What is still in flight has no process any more. Rows that are locked are being worked on, and are skipped: waiting for them
    // could cause deadlocks.
    await this.service.ctx.db.raw(
      `update sacco_entries set due_at = due_at - interval '1 minute' where id in (
         select id from sacco_entries where due_at is not null for update skip locked)`,
    );
    await resumePendingEntries(this.service.ctx);
  }

  private account(kind: AccountKind, owner = ''): string {
    return accountId(this.scope, { kind, currency: 'KES', owner });
  }

  private async rows(table: string, order: string) {
    return this.service.ctx.db(table).where({ project_id: this.project.id }).orderBy(order);
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
    const balances = await this.service.ctx.ledger.balances(
      [...Object.values(ids), ...own.flat()],
      this.scope.clock.now(),
    );
    const available = (id: string): number => {
      const found = balances.get(id);
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

  private outcome(crash_at: Crash, act: (ctx: Context) => Promise<string | void>): Promise<string> {
    return outcomeOf(this.service.ctx, crash_at, act);
  }
}

/** A status, with the error when there is one. */
export function answerOf({ status, error }: { status: string; error: string | null }): string {
  return error ? `${status} ${error}` : status;
}
