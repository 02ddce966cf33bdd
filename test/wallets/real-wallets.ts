/** The real wallets of one project, driven through the use cases; a process may die at the ledger in each of them. */
import { expect } from 'vitest';
import { AppError } from '../../core/errors.ts';
import { newUuid } from '../../core/ids.ts';
import { scopeOf, SYSTEM, type Scope } from '../../core/scope.ts';
import type { Context } from '../../domain/platform/context.ts';
import { changeStatus } from '../../domain/customers/index.ts';
import { accountId } from '../../domain/ledger/index.ts';
import { createPayment, postings, refunds } from '../../domain/payments/index.ts';
import {
  creditTopup,
  depositIntoWallet,
  resumePendingMovements,
  retryTopup,
  reverseTopup,
  transferBetweenWallets,
  withdrawFromWallet,
} from '../../domain/wallets/index.ts';
import {
  customerWithWallet,
  dyingLedger,
  projectOf,
  type Person,
  type Project,
  type TestService,
} from '../harness/index.ts';
import type { Crash, Limits } from './naive-wallets.ts';
import { CUSTOMERS } from './wallet-events.ts';

/** What the merchant has at first: little, so that it runs out. */
export const FUNDS = 120;
export const DAY_MS = 86_400_000;

/** A request to move money; `null` is the merchant. */
export interface Request {
  key: string;
  from: number | null;
  to: number | null;
  amount: number;
}

/** A project with wallets, and what was requested of it. */
export class RealWallets {
  readonly requests: Request[] = [];
  readonly payments: string[] = [];
  private readonly refunds = new Map<string, string>();
  private scope: Scope;
  readonly project: Project;
  private readonly customers: string[];

  private readonly service: TestService;

  private constructor(service: TestService, project: Project, customers: string[]) {
    this.service = service;
    this.project = project;
    this.customers = customers;
    this.scope = scopeOf(project.id, 'test', 0n);
  }

  /** @param owner of the new project */
  static async open(service: TestService, owner: Person): Promise<RealWallets> {
    const project = await projectOf(owner, service.anyone);
    const customers: string[] = [];
    for (let i = 0; i < CUSTOMERS; i++) customers.push(await customerWithWallet(project));
    const real = new RealWallets(service, project, customers);
    await real.pay(null, FUNDS);
    // Far from midnight, which no history expects.
    const noon = new Date(new Date().toISOString().slice(0, 10)).getTime() + 1.5 * DAY_MS;
    await real.moveClock(noon - Date.now());
    return real;
  }

  async moveClock(by_ms: number): Promise<void> {
    const offset_ms = BigInt(Math.round(this.scope.clock.offset_ms + by_ms));
    const { id } = this.project;
    await this.service.ctx.db('projects').where({ id }).update({ test_clock_offset_ms: offset_ms });
    this.scope = scopeOf(id, 'test', offset_ms);
  }

  async change(no: number, action: 'freeze' | 'unfreeze'): Promise<void> {
    await changeStatus(
      { ctx: this.service.ctx, scope: this.scope, actor: SYSTEM },
      this.customers[no] as string,
      action,
    );
  }

  /** A payment to the customer's wallet, or to the merchant; it is booked, but not yet credited. */
  async pay(no: number | null, amount_minor: number): Promise<void> {
    const { payment } = await createPayment(
      { ctx: this.service.ctx, scope: this.scope, actor: SYSTEM },
      {
        provider: 'sandbox',
        amount_minor: BigInt(amount_minor),
        currency: 'KES',
        reference: newUuid(),
        customer_phone: '+254712345789',
        metadata: no === null ? {} : { wallet_customer_id: this.customers[no] },
      },
      { key: null, server_url: this.service.url },
    );
    await postings.postPending(this.service.ctx);
    if (no !== null) this.payments.push(payment.id);
  }

  move(request: Request, crash_at: Crash): Promise<string> {
    const { key: idempotency_key, from, to } = request;
    const money = { currency: 'KES' as const, amount_minor: BigInt(request.amount), idempotency_key };
    const id = (no: number | null): string => this.customers[no as number] as string;
    return this.outcome(crash_at, async (ctx) => {
      const caller = { ctx, scope: this.scope, actor: SYSTEM };
      if (from === null) return depositIntoWallet(caller, id(to), money);
      if (to === null) return withdrawFromWallet(caller, id(from), money);
      const customers = { from_customer_id: id(from), to_customer_id: id(to) };
      return transferBetweenWallets(caller, { ...money, ...customers });
    });
  }

  async credit(payment: string, crash_at: Crash): Promise<void> {
    await this.outcome(crash_at, (ctx) => creditTopup(ctx, payment));
  }

  retry(payment: string, crash_at: Crash): Promise<string> {
    return this.outcome(
      crash_at,
      async (ctx) => (await retryTopup({ ctx, scope: this.scope, actor: SYSTEM }, payment)).status,
    );
  }

  reverse(payment: string, crash_at: Crash): Promise<string> {
    return this.outcome(crash_at, (ctx) => reverseTopup({ ctx, scope: this.scope, actor: SYSTEM }, payment));
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
    // What is still pending has no process any more. Rows that are locked are being worked on, and are skipped: waiting for them
    // could cause deadlocks.
    await this.service.ctx.db.raw(
      `update wallet_movements set touched_at = touched_at - interval '1 minute' where id in (
         select id from wallet_movements where status = 'pending' for update skip locked)`,
    );
    await resumePendingMovements(this.service.ctx);
  }

  private account(no: number | null): string {
    const key =
      no === null
        ? { kind: 'merchant_available' as const, owner: '' }
        : { kind: 'wallet' as const, owner: this.customers[no] as string };
    return accountId(this.scope, { ...key, currency: 'KES' });
  }

  /** The available balance of each wallet and of the merchant, the bounds of the wallets, the status of each top-up. */
  async state(): Promise<unknown> {
    const { db, ledger } = this.service.ctx;
    const owners = [...this.customers.keys(), null];
    const balances = await ledger.balances(
      owners.map((no) => this.account(no)),
      this.scope.clock.now(),
    );
    const wallets = await db('wallets').where({ project_id: this.project.id });
    const topups = await db('wallet_topups').where({ project_id: this.project.id });
    return {
      available: owners.map((no) => {
        const found = balances.get(this.account(no));
        return found ? Number(found.credits_posted - found.debits_posted - found.debits_pending) : 0;
      }),
      bounds: this.customers.map((id) =>
        Number(wallets.find(({ customer_id }) => customer_id === id).balance_bound_minor),
      ),
      topups: this.payments.map((id) => topups.find(({ payment_id }) => payment_id === id).status),
    };
  }

  /** Fails when a wallet ever held more, or paid out more on a day, than the limits allow. */
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
      } of await this.service.ctx.ledger.history(this.account(no), 10_000)) {
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

  /** @returns the answer as text. @throws whatever is not an answer but a defect */
  private async outcome(crash_at: Crash, act: (ctx: Context) => Promise<unknown>): Promise<string> {
    const ctx =
      crash_at === null
        ? this.service.ctx
        : { ...this.service.ctx, ledger: dyingLedger(this.service.ctx.ledger, crash_at) };
    try {
      const answer = await act(ctx);
      if (typeof answer === 'string') return answer;
      return (answer as { replayed?: boolean } | undefined)?.replayed ? 'replayed' : 'created';
    } catch (error) {
      if (error instanceof AppError) return error.reason ?? error.code;
      throw error;
    }
  }
}
