/** The steps of loans, dividends and interest one by one, made through the API as staff make them. */
import { randomBytes } from 'node:crypto';
import { scopeOf, type Scope } from '../../core/scope.ts';
import { chargeLoans } from '../../domain/loans/index.ts';
import { entries } from '../../domain/movements/index.ts';
import type { Reply } from './client.ts';
import { must, type Project, setTestClock } from './people.ts';
import { moving, newMember, type Sacco } from './sacco.ts';
import type { TestService } from './service.ts';
import { until } from './wait.ts';

const DAY_MS = 86_400_000;

/** @returns the product's id */
export async function defineProduct({ project }: { project: Project }, terms: object = {}): Promise<string> {
  const { body } = must(
    await project.session.post('/api/v1/sacco/loan-products', {
      name: `Product ${randomBytes(3).toString('hex')}`,
      rate_bps: 1_800,
      method: 'declining',
      frequency: 'monthly',
      min_amount_minor: 1_000,
      max_amount_minor: 100_000_000,
      min_term: 1,
      max_term: 36,
      ...terms,
    }),
  );
  return body.id;
}

/** @returns the product's id: 1.5 % a month on what is owed, a fee of 1 %, and 5 % penalty after 5 days */
export async function newProduct(sacco: Sacco, more: object = {}): Promise<string> {
  const terms = { min_amount_minor: 1, fee_bps: 100, penalty_bps: 500, grace_days: 5, ...more };
  return defineProduct(sacco, terms);
}

/** A member with savings, in minor units. */
export async function newSaver(sacco: Sacco, savings_minor: number): Promise<string> {
  const id = await newMember(sacco);
  must(await sacco.maker.post(`/api/v1/sacco/members/${id}/deposits`, moving(savings_minor)));
  return id;
}

export interface Application {
  product_id: string;
  member_id: string;
  amount_minor: number;
  term?: number;
  guarantors?: { member_id: string; amount_minor: number }[];
  officer_user_id?: string;
  disburse_to?: string;
  provider?: string;
}

export function applyFor(sacco: Sacco, { term = 3, amount_minor, ...request }: Application): Promise<Reply> {
  return sacco.maker.post('/api/v1/sacco/loans', moving(amount_minor, { term, ...request }));
}

/** A loan that waits for its checker. */
export async function appliedLoan(
  sacco: Sacco,
  application: Application,
): Promise<{ id: string; approval_id: string }> {
  const { id, approval_id } = must(await applyFor(sacco, application)).body;
  return { id, approval_id };
}

export function decide(sacco: Sacco, approval_id: string, verb = 'approve', body?: object): Promise<Reply> {
  return sacco.checker.post(`/api/v1/approvals/${approval_id}/${verb}`, body);
}

/** A loan that is disbursed. */
export async function lend(sacco: Sacco, application: Application): Promise<Reply['body']> {
  const { approval_id } = await appliedLoan(sacco, application);
  const { entry, loan } = must(await decide(sacco, approval_id)).body;
  if (entry.status !== 'posted') throw new Error(`the loan was not disbursed: ${entry.error}`);
  return loan;
}

/** The id of a loan that is disbursed. */
export async function openLoan(sacco: Sacco, application: Application): Promise<string> {
  return (await lend(sacco, application)).id;
}

export async function getLoan(sacco: Sacco, id: string): Promise<Reply['body']> {
  return must(await sacco.maker.get(`/api/v1/sacco/loans/${id}`)).body;
}

export function repay(
  sacco: Sacco,
  id: string,
  amount_minor: number,
  from: 'cash' | 'savings' = 'cash',
): Promise<Reply> {
  return sacco.maker.post(`/api/v1/sacco/loans/${id}/repayments`, moving(amount_minor, { from }));
}

/** @returns the approval of a write-off that waits */
export async function askWriteOff(sacco: Sacco, id: string): Promise<string> {
  const body = { idempotency_key: crypto.randomUUID(), memo: 'gone away' };
  return must(await sacco.maker.post(`/api/v1/sacco/loans/${id}/write-off`, body)).body.approval_id;
}

/** The SACCO's test environment as it now stands, with its clock. */
export async function scopeNow({ ctx }: TestService, { project }: Pick<Sacco, 'project'>): Promise<Scope> {
  const { test_clock_offset_ms } = await ctx.db('projects').where({ id: project.id }).first();
  return scopeOf(project.id, 'test', test_clock_offset_ms);
}

/** Moves the SACCO's test clock forward. */
export async function moveDays(service: TestService, sacco: Sacco, days: number): Promise<Scope> {
  const { clock } = await scopeNow(service, sacco);
  const now = new Date(clock.now().getTime() + days * DAY_MS).toISOString();
  await setTestClock(sacco.project, now);
  return scopeNow(service, sacco);
}

/** The same, and what has fallen due is charged. */
export async function letDaysPass(service: TestService, sacco: Sacco, days: number): Promise<void> {
  await moveDays(service, sacco, days);
  await chargeLoans(service.ctx);
}

/** As if their processes had died long ago: the resume job takes up whatever is in flight. */
export async function makeEntriesDue({ ctx }: TestService): Promise<void> {
  await ctx
    .db('sacco_entries')
    .whereIn('status', ['pending', 'posting'])
    .update({ due_at: new Date(0) });
  await ctx.db('sacco_entry_batches').update({ due_at: new Date(0) });
}

/** Lets the resume job take up whatever is in flight. @returns whether no movement is in flight any more */
export async function resumeOnce(service: TestService): Promise<boolean> {
  const { ctx } = service;
  await makeEntriesDue(service);
  await entries.resumePending(ctx);
  return !(await ctx.db('sacco_entries_in_flight').first());
}

/** Lets the resume job run as often as it takes until no movement is in flight any more. */
export async function finishEntries(service: TestService): Promise<void> {
  await until('no movement is in flight', () => resumeOnce(service));
}

/** A dividend of so many basis points of shares, paid from fees, that waits for its checker. */
export async function declaredDividend(
  sacco: Sacco,
  more: object = {},
): Promise<{ id: string; approval_id: string }> {
  const body = {
    label: crypto.randomUUID(),
    period_start: '2025-01-01',
    period_end: '2025-12-31',
    share_rate_bps: 1_000,
    interest_rebate_bps: 0,
    paid_from: 'fee_income',
    idempotency_key: crypto.randomUUID(),
    ...more,
  };
  const { id, approval_id } = must(await sacco.maker.post('/api/v1/sacco/dividends', body)).body;
  return { id, approval_id };
}

/** The id of a dividend that is approved and not yet paid. @param sacco has fees of 10000 minor units or more */
export async function approvedDividend(sacco: Sacco, more: object = {}): Promise<string> {
  const { id, approval_id } = await declaredDividend(sacco, more);
  must(await decide(sacco, approval_id));
  return id;
}

/** Interest on the savings of January 2035, which is over, that waits for its checker. */
export async function declaredInterest(
  sacco: Sacco,
  more: object = {},
): Promise<{ id: string; approval_id: string }> {
  const body = {
    label: crypto.randomUUID(),
    period_start: '2035-01-01',
    period_end: '2035-01-31',
    rate_bps: 600,
    basis: 'daily_balance',
    idempotency_key: crypto.randomUUID(),
    ...more,
  };
  const { id, approval_id } = must(await sacco.maker.post('/api/v1/sacco/savings-interest', body)).body;
  return { id, approval_id };
}

/** The id of a run of interest that is approved and not yet paid. */
export async function approvedInterest(sacco: Sacco, more: object = {}): Promise<string> {
  const { id, approval_id } = await declaredInterest(sacco, more);
  must(await decide(sacco, approval_id));
  return id;
}

/** A SACCO that has fees to pay dividends from, and members with shares in minor units. */
export async function earnFees(sacco: Sacco, shares_minor: readonly number[]): Promise<string[]> {
  must(await sacco.admin.put('/api/v1/sacco/settings', { currency: 'KES', entrance_fee_minor: 100_000 }));
  const members: string[] = [];
  for (const amount of shares_minor) {
    const id = await newMember(sacco, { pay_entrance_fee: true });
    must(await sacco.maker.post(`/api/v1/sacco/members/${id}/shares`, moving(amount, { from: 'cash' })));
    members.push(id);
  }
  return members;
}
