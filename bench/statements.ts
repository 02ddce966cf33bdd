/** Payments, and statements about them, for benches of reconciliation. */
import { newId } from '../core/ids.ts';
import { SYSTEM, type Scope } from '../core/scope.ts';
import { reconciliationJobs } from '../domain/reconciliation/index.ts';
import type { Context } from '../domain/platform/context.ts';

const PAYMENTS_PER_STATEMENT = 20_000;
const COLUMNS = {
  kind: 'Kind',
  amount: 'Amount',
  reference: 'Reference',
  provider_txn_id: 'Id',
  date: 'Date',
  description: 'Details',
};
const KINDS = { payment: ['payment'], refund: ['refund'], payout: ['payout'], fee: ['fee'] };
const PERIOD = { period_start: '2026-01-01', period_end: '2026-01-31' };

/** Completed payments, one every ten seconds. */
export async function loadPayments({ db }: Context, scope: Scope, count: number): Promise<void> {
  // In parts, each within the deadline of a statement.
  for (let first = 1; first <= count; first += PAYMENTS_PER_STATEMENT)
    await db.raw(
      `insert into payments (id, project_id, environment, provider, amount_minor, currency, reference, status, provider_txn_id,
       created_at, updated_at, completed_at, has_posting)
     select 'pay_' || lpad(i::text, 26, '0'), ?, 'test', 'manual', 10000, 'KES', 'INV-' || i, 'completed', 'TXN' || i,
       timestamptz '2026-01-01' + i * interval '10 seconds', now(), timestamptz '2026-01-01' + i * interval '10 seconds', true
     from generate_series(?::int, ?::int) as i`,
      [scope.project_id, first, Math.min(first + PAYMENTS_PER_STATEMENT - 1, count)],
    );
  await db.raw('vacuum analyze payments');
}

/** Of the texts of lines. */
export const PADDING = 'Pay Bill from 2547****678 - A CUSTOMER Acc. ';

/**
 * Nine of ten lines are payments, with reference and provider id; the rest are refunds.
 * @param every the distance between two payments
 */
export function paymentRows(lines: number, every: number, date = '2026-01-15'): string[][] {
  return Array.from({ length: lines }, (_, i) => {
    const payment = 1 + i * every;
    const kind = i % 10 === 9 ? 'refund' : 'payment';
    return [kind, '100.00', `INV-${payment}`, `TXN${payment}`, date, `${PADDING}${payment}`];
  });
}

export function csvOf(rows: string[][]): string {
  return [Object.values(COLUMNS), ...rows].map((cells) => cells.join(',')).join('\n');
}

/** Creates the run as a request does, without the job. @returns the run's id */
export async function storeText(ctx: Context, scope: Scope, csv: string, period = PERIOD): Promise<string> {
  const id = newId('reconciliation_run');
  await ctx.db('reconciliation_runs').insert({
    id,
    project_id: scope.project_id,
    environment: scope.environment,
    provider: 'manual',
    currency: 'KES',
    ...period,
    utc_offset_minutes: 0,
    options: JSON.stringify({ currency: 'KES', columns: COLUMNS, kinds: KINDS }),
    statement: csv,
    actor_type: SYSTEM.type,
    actor_id: SYSTEM.id,
    created_at: new Date(0),
    due_at: new Date(0),
  });
  return id;
}

const FIRST_DAY = '2026-01-01';
/** Of the 8,640 payments of a day. */
const EVERY = 8;

/** Imports a statement of the first day of the payments that were loaded: each day has as many, however many days there are. */
export async function importPayments(ctx: Context, scope: Scope, lines: number): Promise<void> {
  const csv = csvOf(paymentRows(lines, EVERY, FIRST_DAY));
  const period = { period_start: FIRST_DAY, period_end: FIRST_DAY };
  await reconciliationJobs.importRun(ctx, await storeText(ctx, scope, csv, period));
}
