/** What is learnt of one payment at the same moment. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { scopeOf } from '../../core/scope.ts';
import { completeFromStatement } from '../../domain/payments/index.ts';
import { getPayment } from '../../domain/payments/payment.ts';
import { START_AGAIN } from '../../domain/payments/providers/next-actions.ts';
import { recordStatus } from '../../domain/payments/status/record-status.ts';
import {
  lockWaiters,
  must,
  paymentBody,
  projectOf,
  quickPerson,
  startService,
  until,
  type Project,
  type TestService,
} from '../harness/index.ts';

let service: TestService;
let project: Project;

beforeAll(async () => {
  service = await startService();
  project = await projectOf(await quickPerson(service), service.anyone);
});
afterAll(() => service.stop());

const scope = () => scopeOf(project.id, 'test', 0n);

/** A payment that waits for its payer. */
async function waiting(): Promise<string> {
  const body = paymentBody({ customer_phone: '+254712345129' });
  return must(await project.key.post('/api/v1/payments', body)).body.id;
}

test('cancelling does not end a payment that the payer confirms at this moment', async () => {
  const id = await waiting();
  const trx = await service.ctx.db.transaction();
  await trx('payments').where({ id }).update({ status: 'processing' });
  const cancelling = project.key.post(`/api/v1/payments/${id}/cancel`);
  await until('the cancellation waits', async () => (await lockWaiters(service.ctx.db, 'payments')) > 0);
  await trx.commit();
  expect((await cancelling).body.error).toMatchObject({ reason: 'not_cancellable' });
  expect((await getPayment(service.ctx.db, scope(), id)).status).toBe('processing');
});

test('the payment page is kept when a poll was quicker than the answer that names it', async () => {
  const { ctx } = service;
  const id = await waiting();
  await ctx.db('payments').where({ id }).update({ status: 'initiated', next_action: null });
  const stored = await getPayment(ctx.db, scope(), id);
  const polled = await recordStatus(
    { ctx, scope: scope() },
    stored,
    { status: 'pending', next_action: START_AGAIN },
    'poll',
  );
  expect(polled).toMatchObject({ status: 'pending', next_action: START_AGAIN });
  const next_action = { type: 'redirect', url: 'https://pay.example.org/1' } as const;
  const created = await recordStatus(
    { ctx, scope: scope() },
    stored,
    { status: 'pending', next_action },
    'request',
  );
  expect(created).toMatchObject({ status: 'pending', next_action });
  expect((await getPayment(ctx.db, scope(), id)).next_action).toEqual(next_action);

  // Not once the payer has confirmed.
  const confirmed = await recordStatus(
    { ctx, scope: scope() },
    created,
    { status: 'processing' },
    'callback',
  );
  const other = { type: 'redirect', url: 'https://pay.example.org/2' } as const;
  await recordStatus({ ctx, scope: scope() }, stored, { status: 'pending', next_action: other }, 'request');
  expect(await getPayment(ctx.db, scope(), id)).toEqual(confirmed);
});

test('of two lines with different ids one completes the payment, however close they come', async () => {
  for (let round = 0; round < 10; round++) {
    const body = paymentBody({ provider: 'manual' });
    const { id } = must(await project.key.post('/api/v1/payments', body)).body;
    await completeFromStatement({ ctx: service.ctx, scope: scope() }, id, null);
    const completed = await Promise.allSettled(
      [`T1-${round}`, `T2-${round}`].map((line) =>
        completeFromStatement({ ctx: service.ctx, scope: scope() }, id, line),
      ),
    );
    const refused = completed.filter(({ status }) => status === 'rejected');
    expect(refused).toMatchObject([{ reason: { reason: 'provider_id_differs' } }]);
  }
});
