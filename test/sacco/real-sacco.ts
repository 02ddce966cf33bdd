/** The real SACCO of one project, driven through the use cases; a process may die at the ledger in each of them. */
import { encodeId, newUuid } from '../../core/ids.ts';
import {
  closeDays,
  periodStates,
  reopenPeriod,
  type PeriodsOf,
  type PeriodState,
} from '../accounting/real-periods.ts';
import { scopeOf, SYSTEM, type Actor, type Scope } from '../../core/scope.ts';
import type { Context } from '../../domain/platform/context.ts';
import type { Caller } from '../../domain/platform/unit.ts';
import { changeStatus } from '../../domain/customers/index.ts';
import { accountId, type AccountKind } from '../../domain/ledger/index.ts';
import { createPayment, postings, refunds } from '../../domain/payments/index.ts';
import { getSettings } from '../../domain/cooperative/index.ts';
import {
  buyShares,
  deposit,
  joinMember,
  putSettings,
  requestExit,
  setMemberStatus,
  withdraw,
  type SettingsChange,
} from '../../domain/members/index.ts';
import { approvals, paymentCredits, entries, type EntryRow } from '../../domain/movements/index.ts';
import { requestBanking, requestJournal } from '../../domain/banks/index.ts';
import { defineAccount } from '../../domain/chart/index.ts';
import { adjustCash, requestExpense } from '../../domain/tills/index.ts';
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
import { answerOf, type Crash, type EntryRequest, type Name, type Requester } from './naive-entry.ts';
import { CUSTOMERS } from './sacco-events.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Of the clock at the start of a history: midnight in Nairobi is near, and in Greenwich not much later. */
export const START_HOURS = 19.5;
const CLOCK_STEPS_H = [2, 2, 2, 18];

/** What a request says about the bank. */
const BANK = { account: '1100', reference: 'slip' };
const EQUIPMENT = '1500';

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
  /** Days since 1970 of the day on which its clock starts. */
  private readonly first_day = Math.floor(Date.now() / DAY_MS) + 1;

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
    const caller = { ctx: service.ctx, scope: real.scope, actor: SYSTEM };
    await defineAccount(caller, { code: BANK.account, name: 'Bank', kind: 'bank', currency: 'KES' });
    await defineAccount(caller, { code: EQUIPMENT, name: 'Safe', kind: 'general_asset', currency: 'KES' });
    await real.moveClock(real.first_day * DAY_MS + START_HOURS * HOUR_MS - Date.now());
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

  set(change: SettingsChange): Promise<string> {
    return this.outcome(
      null,
      async (ctx) => void (await putSettings({ ctx, scope: this.scope, actor: SYSTEM }, change)),
    );
  }

  private get periods_of(): PeriodsOf {
    return { ctx: this.service.ctx, scope: this.scope };
  }

  close(days_ago: number, by: Name): Promise<string> {
    return this.outcome(null, async (ctx) => {
      const { utc_offset_minutes } = await getSettings(ctx.db, this.scope);
      const today = Math.floor((this.scope.clock.now().getTime() + utc_offset_minutes * 60_000) / DAY_MS);
      return closeDays(this.periods_of, this.actor(by), today - days_ago);
    });
  }

  reopen(which: number, by: Name): Promise<string> {
    return this.outcome(null, () => reopenPeriod(this.periods_of, this.actor(by), which));
  }

  /** The same, with days counted from that on which its clock starts. */
  async periods(kinds: readonly string[]): Promise<PeriodState[]> {
    const states = await periodStates(this.periods_of, kinds);
    return states.map((each) => ({
      ...each,
      first: each.first - this.first_day,
      last: each.last - this.first_day,
    }));
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
      const { member, replayed } = await joinMember(
        { ctx, scope: this.scope, actor: this.actor('maker') },
        {
          ...request,
          ...(own === undefined ? {} : { member_no: own }),
        },
      );
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
        deposit: () => deposit({ ctx, scope: this.scope, actor }, id, money),
        withdrawal: () => withdraw({ ctx, scope: this.scope, actor }, id, money),
        'shares from cash': () =>
          buyShares({ ctx, scope: this.scope, actor }, id, { ...money, from: 'cash' }),
        'shares from savings': () =>
          buyShares({ ctx, scope: this.scope, actor }, id, { ...money, from: 'savings' }),
        'cash in': () =>
          adjustCash({ ctx, scope: this.scope, actor }, { ...money, direction: 'in', memo: 'counted' }),
        'cash out': () =>
          adjustCash({ ctx, scope: this.scope, actor }, { ...money, direction: 'out', memo: 'counted' }),
        expense: () =>
          requestExpense({ ctx, scope: this.scope, actor }, { ...money, category: 'Fuel', memo: 'paid' }),
        'deposit from bank': () =>
          deposit({ ctx, scope: this.scope, actor }, id, { ...money, ...BANK, from: 'bank' }),
        'withdrawal to bank': () =>
          withdraw({ ctx, scope: this.scope, actor }, id, {
            ...money,
            ...BANK,
            to: 'bank',
            memo: 'as asked',
          }),
        'cash to bank': () =>
          requestBanking(
            { ctx, scope: this.scope, actor },
            { ...money, ...BANK, direction: 'till_to_bank', memo: 'evening' },
          ),
        'cash from bank': () =>
          requestBanking(
            { ctx, scope: this.scope, actor },
            { ...money, ...BANK, direction: 'bank_to_till', memo: 'morning' },
          ),
        'expense by bank': () =>
          requestExpense(
            { ctx, scope: this.scope, actor },
            { ...money, ...BANK, paid_from: 'bank', category: 'Fuel', memo: 'paid' },
          ),
        journal: () =>
          requestJournal(
            { ctx, scope: this.scope, actor },
            {
              idempotency_key,
              memo: 'bought',
              lines: [
                { account: EQUIPMENT, side: 'debit', amount_minor: money.amount_minor },
                { account: BANK.account, side: 'credit', amount_minor: money.amount_minor },
              ],
            },
          ),
        exit: () =>
          requestExit({ ctx, scope: this.scope, actor }, id, { idempotency_key, memo: 'moves away' }),
      }[its.kind];
      const { entry, replayed } = await request();
      return `${answerOf(entry)}${replayed ? ' replayed' : ''}`;
    });
  }

  /** Asks for the entry to be taken back that was stored so many entries ago. */
  async reverse(ago: number, by: Requester): Promise<string | undefined> {
    const row = (await this.entryRows()).at(-1 - ago);
    if (!row) return undefined;
    // Only credits of payments are in batches here: they are the members' for good.
    if ((await this.entriesInBatches()).some(({ id }) => id === row.id)) return 'not_reversible';
    const request = { idempotency_key: newUuid(), memo: 'by mistake' };
    return this.outcome(null, async (ctx) =>
      answerOf(
        (await entries.reverse({ ctx, scope: this.scope, actor: this.actor(by) }, row.id, request)).entry,
      ),
    );
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
      const { approval, entry } = await approvals.approve(this.decider(ctx, by), id, null);
      return entry ? `${approval.status} ${answerOf(entry)}` : approval.status;
    });
  }

  reject(id: string, by: Name): Promise<string> {
    return this.outcome(
      null,
      async (ctx) => (await approvals.reject(this.decider(ctx, by), id, 'no')).status,
    );
  }

  cancel(id: string, by: Requester): Promise<string> {
    return this.outcome(
      null,
      async (ctx) => (await approvals.cancel({ ctx, scope: this.scope, actor: this.actor(by) }, id)).status,
    );
  }

  setStatus(member_id: string, to: 'active' | 'suspended'): Promise<string> {
    return this.outcome(
      null,
      async (ctx) => (await setMemberStatus({ ctx, scope: this.scope, actor: SYSTEM }, member_id, to)).status,
    );
  }

  async change(no: number, action: 'freeze' | 'unfreeze'): Promise<void> {
    await changeStatus(
      { ctx: this.service.ctx, scope: this.scope, actor: SYSTEM },
      this.customers[no] as string,
      action,
    );
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
      const { payment } = await createPayment({ ctx, scope: this.scope, actor: SYSTEM }, request, {
        key: null,
        server_url: this.service.url,
      });
      await postings.postPending(ctx);
      this.payments.push(payment.id);
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
    return this.outcome(crash_at, (ctx) => paymentCredits.apply(ctx, payment));
  }

  refund(payment: string): Promise<string> {
    return this.outcome(null, async (ctx) => {
      const { refund } = await refunds.create({ ctx, scope: this.scope, actor: SYSTEM }, payment, {});
      this.refunds.set(payment, refund.id);
    });
  }

  async endRefund(payment: string, succeeded: boolean): Promise<void> {
    const id = this.refunds.get(payment);
    if (!id) return;
    this.refunds.delete(payment);
    await refunds.mark({ ctx: this.service.ctx, scope: this.scope, actor: SYSTEM }, id, {
      status: succeeded ? 'succeeded' : 'failed',
    });
  }

  async sweep(): Promise<void> {
    // What is still in flight has no process any more. Rows that are locked are being worked on, and are skipped: waiting for them
    // could cause deadlocks.
    const makeDue = (table: string) =>
      this.service.ctx.db.raw(
        `update ${table} set due_at = due_at - interval '1 minute' where id in (
           select id from ${table} where due_at is not null for update skip locked)`,
      );
    await makeDue('sacco_entry_batches');
    await makeDue('sacco_entries');
    await entries.resumePending(this.service.ctx);
    // What batches held has become entries.
    await makeDue('sacco_entries');
    await entries.resumePending(this.service.ctx);
  }

  account(kind: AccountKind, owner = ''): string {
    return accountId(this.scope, { kind, currency: 'KES', owner });
  }

  /** The account of the chart with that code. */
  async defined(code: string): Promise<string> {
    const row = await this.ctx
      .db('chart_accounts')
      .where({ project_id: this.project.id, code })
      .first('account_id');
    return row.account_id;
  }

  async rows(table: string, order: string) {
    return this.ctx.db(table).where({ project_id: this.project.id }).orderBy(order);
  }

  /** In the order in which they were requested, also what a process that died had in a batch. */
  async entryRows(): Promise<EntryRow[]> {
    const stored: EntryRow[] = await this.rows('sacco_entries', 'id');
    return [...stored, ...(await this.entriesInBatches())].toSorted((a, b) => (a.id < b.id ? -1 : 1));
  }

  private async entriesInBatches(): Promise<EntryRow[]> {
    const { rows } = await this.ctx.db.raw(
      `select e.* from sacco_entry_batches b cross join
         json_populate_recordset(json_populate_record(null::sacco_entries, b.common), b.entries) e
       where b.project_id = ?`,
      [this.project.id],
    );
    return rows;
  }

  get ctx(): Context {
    return this.service.ctx;
  }

  get now(): Date {
    return this.scope.clock.now();
  }

  private decider(ctx: Context, by: Name): Caller {
    return { ctx, scope: this.scope, actor: { type: 'user', id: this.staff[by].id } };
  }

  private outcome(crash_at: Crash, act: (ctx: Context) => Promise<string | void>): Promise<string> {
    return outcomeOf(this.service.ctx, crash_at, act);
  }
}
