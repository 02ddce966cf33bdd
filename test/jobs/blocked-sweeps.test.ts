/** Jobs that never succeed keep no other row from its turn: for every sweep that enqueues lost jobs. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { newId, newUuid } from '../../core/ids.ts';
import { sweepDividends } from '../../domain/dividends/index.ts';
import { paymentPolls, postings, providerCallbacks, refunds } from '../../domain/payments/index.ts';
import type { Context } from '../../domain/platform/context.ts';
import { sweepTopupCredits } from '../../domain/wallets/index.ts';
import { sweepWebhookDeliveries } from '../../domain/webhooks/index.ts';
import {
  BEHIND,
  copyRow,
  createSacco,
  customerWithWallet,
  expectTurn,
  FIRST,
  FULL_BATCH,
  must,
  paymentBody,
  startService,
  type Sacco,
  type Swept,
  type TestService,
} from '../harness/index.ts';

let service: TestService;
let ctx: Context;
let sacco: Sacco;

// Nobody works on the queues: only the sweeps here run.
beforeAll(async () => {
  service = await startService();
  ctx = service.ctx;
  sacco = await createSacco(service);
  const endpoint = { url: 'http://127.0.0.1:9/', events: ['*'] };
  must(await sacco.project.key.post('/api/v1/webhook-endpoints', endpoint));
});
afterAll(() => service.stop());

interface Enqueueing extends Swept {
  /** Rows are due after this at the latest, in seconds: as far as the rules of the kind go. */
  longest_pause_s: number;
  /** Of the row in the payload. */
  payload_field: string;
  newId: () => string;
  /** A row for whose job it is time. @returns its id */
  prepare: () => Promise<string>;
  /** What is unique in the copies of that row. */
  unique?: () => Record<string, unknown>;
  /** The table of rows that each of these belongs to, with the same ids. */
  of?: string;
  /** Rows without which nothing is due for these. */
  belongings?: (ids: string[]) => Promise<void>;
}

const newPayment = () => newId('payment');
const unique = () => ({ reference: newUuid(), provider_txn_id: newUuid() });

async function pay(phone: string, metadata: object = {}): Promise<string> {
  const body = paymentBody({ customer_phone: phone, metadata });
  return must(await sacco.project.key.post('/api/v1/payments', body)).body.id;
}

const waitingPayment = (): Promise<string> => pay('+254712345129');
const completedPayment = (metadata: object = {}): Promise<string> => pay('+254712345789', metadata);

const SWEEPS: [string, Enqueueing][] = [
  [
    'polls',
    {
      table: 'payments',
      longest_pause_s: 3_600,
      due_column: 'next_poll_at',
      payload_field: 'payment_id',
      newId: newPayment,
      prepare: waitingPayment,
      unique,
      sweep: paymentPolls.sweep,
    },
  ],
  [
    'callbacks',
    {
      table: 'provider_callbacks',
      longest_pause_s: 3_600,
      due_column: 'next_attempt_at',
      payload_field: 'callback_id',
      newId: () => newId('callback'),
      async prepare() {
        const id = newId('callback');
        await ctx.db('provider_callbacks').insert({
          id,
          payment_id: await waitingPayment(),
          project_id: sacco.project.id,
          environment: 'test',
          provider: 'sandbox',
          authenticity: 'unverified',
          fingerprint: newUuid(),
          method: 'POST',
          query: '',
          body: Buffer.from('{}'),
          received_at: BEHIND,
          next_attempt_at: BEHIND,
        });
        return id;
      },
      unique: () => ({ fingerprint: newUuid() }),
      sweep: providerCallbacks.sweep,
    },
  ],
  [
    'refunds',
    {
      table: 'refunds',
      longest_pause_s: 3_600,
      due_column: 'next_attempt_at',
      payload_field: 'refund_id',
      newId: () => newId('refund'),
      async prepare() {
        const payment = await completedPayment();
        return must(await sacco.project.key.post(`/api/v1/payments/${payment}/refunds`, {})).body.id;
      },
      sweep: refunds.sweep,
    },
  ],
  [
    'top-up credits',
    {
      table: 'wallet_topups',
      longest_pause_s: 0,
      id_column: 'payment_id',
      due_column: 'ready_at',
      payload_field: 'payment_id',
      newId: newPayment,
      async prepare() {
        const payment = await completedPayment({
          wallet_customer_id: await customerWithWallet(sacco.project),
        });
        await postings.postPending(ctx);
        return payment;
      },
      of: 'payments',
      sweep: sweepTopupCredits,
    },
  ],
  [
    'dividends',
    {
      table: 'sacco_dividends',
      longest_pause_s: 60,
      due_column: 'due_at',
      payload_field: 'dividend_id',
      newId: () => newId('dividend'),
      async prepare() {
        const id = newId('dividend');
        await ctx.db('sacco_dividends').insert({
          id,
          project_id: sacco.project.id,
          environment: 'test',
          label: newUuid(),
          period_start: '2020-01-01',
          period_end: '2020-12-31',
          share_rate_bps: 500,
          interest_rebate_bps: 0,
          paid_from: 'interest_income',
          currency: 'KES',
          total_minor: 0,
          entry_id: newId('entry'),
          created_at: BEHIND,
        });
        return id;
      },
      unique: () => ({ label: newUuid() }),
      sweep: sweepDividends,
    },
  ],
  [
    'webhook deliveries',
    {
      table: 'webhook_endpoint_states',
      longest_pause_s: 0,
      id_column: 'endpoint_id',
      due_column: 'swept_at',
      payload_field: 'endpoint_id',
      newId: () => newId('webhook_endpoint'),
      async prepare() {
        await completedPayment();
        await ctx.db('webhook_deliveries').update({ next_attempt_at: BEHIND });
        const newest = await ctx.db('webhook_endpoints').orderBy('id', 'desc').first('id');
        return newest.id;
      },
      of: 'webhook_endpoints',
      async belongings(ids) {
        const due = await ctx.db('webhook_deliveries').orderBy('id', 'desc').first('id');
        await copyRow(
          ctx,
          'webhook_deliveries',
          'id',
          due.id,
          ids.map((endpoint_id) => ({ id: newId('webhook_delivery'), endpoint_id })),
        );
      },
      sweep: sweepWebhookDeliveries,
    },
  ],
];

test.each(SWEEPS)('a full batch of %s holds up none behind it', async (_what, swept) => {
  const { table, id_column = 'id', due_column, payload_field, of } = swept;
  const id = await swept.prepare();
  // What else came to be meanwhile is not due.
  await ctx.db(table).update({ [due_column]: null });
  await ctx
    .db(table)
    .where({ [id_column]: id })
    .update({ [due_column]: BEHIND });
  const ids = Array.from({ length: FULL_BATCH }, swept.newId);
  if (of)
    await copyRow(
      ctx,
      of,
      'id',
      id,
      ids.map((each) => ({ id: each, ...(of === 'payments' ? unique() : {}) })),
    );
  await copyRow(
    ctx,
    table,
    id_column,
    id,
    ids.map((each) => ({ [id_column]: each, [due_column]: FIRST, ...swept.unique?.() })),
  );
  await swept.belongings?.(ids);
  const enqueued = new Set<string>();
  vi.spyOn(ctx.jobs, 'enqueue').mockImplementation((_name, payload) => {
    enqueued.add((payload as Record<string, string>)[payload_field] as string);
    return Promise.resolve();
  });
  await expectTurn(ctx, swept, () => enqueued.has(id));
  expect(enqueued.size).toBe(FULL_BATCH + 1);
});

test.each(SWEEPS)('one of the %s from while a clock was ahead has its turn now', async (_what, swept) => {
  const { table, id_column = 'id', due_column, payload_field, longest_pause_s } = swept;
  const id = await swept.prepare();
  const enqueued: unknown[] = [];
  vi.spyOn(ctx.jobs, 'enqueue').mockImplementation((_name, payload) => {
    enqueued.push((payload as Record<string, string>)[payload_field]);
    return Promise.resolve();
  });
  const putOff = (by_s: number) =>
    ctx
      .db(table)
      .where({ [id_column]: id })
      .update({ [due_column]: new Date(Date.now() + by_s * 1_000) });
  // Within the slack between two clocks it keeps its time.
  await putOff(longest_pause_s + 30);
  await swept.sweep(ctx);
  expect(enqueued).not.toContain(id);
  await putOff(longest_pause_s + 120);
  await swept.sweep(ctx);
  expect(enqueued).toContain(id);
});
