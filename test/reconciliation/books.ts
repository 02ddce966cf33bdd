/** Payments, refunds and statements of them, for the tests of reconciliation. */
import { postings, refunds } from '../../domain/payments/index.ts';
import type { Wire } from '../../core/schema.ts';
import type { lineSchema } from '../../domain/reconciliation/index.ts';
import { scopeOf, SYSTEM, type Scope } from '../../core/scope.ts';
import { must, type Client, type Project, type Reply, type TestService } from '../harness/index.ts';

/** A day before and after everything that a test does: payments complete now. */
const DAY_MS = 86_400_000;
export const PERIOD = {
  period_start: new Date(Date.now() - DAY_MS).toISOString().slice(0, 10),
  period_end: new Date(Date.now() + DAY_MS).toISOString().slice(0, 10),
};

export const RUNS = '/api/v1/reconciliation/runs';

export interface Row {
  kind?: string;
  amount?: string;
  reference?: string;
  id?: string;
  date?: string;
  description?: string;
}

/** A statement with a header and these rows; the first row is line 2. */
export function csvOf(rows: readonly Row[]): string {
  const cell = (text = '') => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return [
    'Kind,Amount,Reference,Id,Date,Description',
    ...rows.map((row) =>
      [
        row.kind ?? 'payment',
        row.amount ?? '1.00',
        row.reference,
        row.id,
        row.date ?? '2026-11-20',
        row.description,
      ]
        .map(cell)
        .join(','),
    ),
  ].join('\n');
}

export const COLUMNS = {
  kind: 'Kind',
  amount: 'Amount',
  reference: 'Reference',
  provider_txn_id: 'Id',
  date: 'Date',
  description: 'Description',
};
export const KINDS = Object.fromEntries(
  ['payment', 'refund', 'payout', 'payout_reversal', 'fee', 'fee_reversal'].map((kind) => [kind, [kind]]),
);

export function importBody(rows: readonly Row[], overrides: object = {}): Record<string, unknown> {
  return {
    provider: 'manual',
    currency: 'KES',
    ...PERIOD,
    columns: COLUMNS,
    kinds: KINDS,
    csv: csvOf(rows),
    ...overrides,
  };
}

/** Imports a statement. @returns its run */
export async function importRows(key: Client, rows: readonly Row[], overrides: object = {}) {
  return must(await key.post(RUNS, importBody(rows, overrides))).body;
}

type LineWire = Wire<typeof lineSchema>;

/** Every line of a run. */
export async function linesOf(key: Client, run: string): Promise<LineWire[]> {
  return must(await key.get(`${RUNS}/${run}/lines?limit=1000`)).body.lines;
}

export function resolve(
  key: Client,
  run: string,
  line: string | number,
  action: string,
  note?: string,
): Promise<Reply> {
  return key.post(`${RUNS}/${run}/lines/${line}/resolve`, { action, ...(note ? { note } : {}) });
}

export function resolveAll(key: Client, run: string, action: string): Promise<Reply> {
  return key.post(`${RUNS}/${run}/resolve-all`, { action });
}

/** A pending payment of a provider that only a statement completes. @returns its id */
export async function manualPayment(key: Client, reference: string, overrides: object = {}): Promise<string> {
  const body = { provider: 'manual', amount: 100, currency: 'KES', reference, ...overrides };
  return must(await key.post('/api/v1/payments', body)).body.id;
}

/** Writes what a provider would have said. */
export async function setPayment(
  { ctx }: TestService,
  id: string,
  status: string,
  provider_txn_id: string | null = null,
  completed_at = new Date(),
): Promise<void> {
  const completed = status === 'completed';
  await ctx
    .db('payments')
    .where({ id })
    .update({ status, provider_txn_id, completed_at: completed ? completed_at : null });
}

export function scopeOfProject(project: Project): Scope {
  return scopeOf(project.id, 'test', 0n);
}

/** A completed, booked payment. @returns its id */
export async function bookedPayment(
  service: TestService,
  key: Client,
  reference: string,
  overrides: object = {},
): Promise<string> {
  const id = await manualPayment(key, reference, overrides);
  await setPayment(service, id, 'completed');
  const { project_id } = await service.ctx.db('payments').where({ id }).first();
  await service.ctx
    .db('postings')
    .insert({ payment_id: id, project_id, environment: 'test', created_at: new Date() });
  await service.ctx.db('payments').where({ id }).update({ has_posting: true });
  await postings.postPending(service.ctx);
  return id;
}

/** Gives back part of a booked payment. @returns the refund's id */
export async function refund(
  service: TestService,
  project: Project,
  payment: string,
  amount_minor: number,
): Promise<string> {
  const { body } = must(await project.key.post(`/api/v1/payments/${payment}/refunds`, { amount_minor }));
  await refunds.process(service.ctx, body.id);
  await refunds.mark({ ctx: service.ctx, scope: scopeOfProject(project), actor: SYSTEM }, body.id, {
    status: 'succeeded',
    note: 'given back',
  });
  return body.id;
}
