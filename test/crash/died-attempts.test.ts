/** What a worker was about when it died is taken up again within half a minute, and its death lengthens no pause. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, onTestFailed, onTestFinished, test } from 'vitest';
import {
  createProject,
  lockWaiters,
  must,
  openWallet,
  paymentBody,
  tieredCustomer,
  until,
  type Project,
} from '../harness/index.ts';
import { MtnMomoStandIn } from '../stand-ins/mtn-momo.ts';
import { RunningService } from './running-service.ts';

const WITHIN_MS = 30_000;
/** Calls of a provider and deliveries that are under way when the worker dies are not answered before. */
const UNANSWERED = { late_ms: 120_000 };

const gateway = new MtnMomoStandIn();
let service: RunningService;
let project: Project;
/** Deliveries that came, to an endpoint that answers only from some time on. */
let deliveries = 0;
let answers_deliveries = false;
let receiver: Server;

beforeAll(async () => {
  await gateway.start();
  service = await RunningService.build({
    PROVIDER_MTN_MOMO_BASE_URL_TEST: gateway.base_url,
    // As it is unless somebody changes it.
    JOB_LOCK_SECONDS: '10',
  });
  await Promise.all([service.start('web'), service.start('worker')]);
  project = await createProject(await service.client());
  const credentials = { ...gateway.credentials, ...gateway.disbursement };
  must(
    await project.owner.client.put(`/api/projects/${project.id}/providers/mtn_momo?environment=test`, {
      credentials,
    }),
  );
  receiver = createServer((_request, response) => {
    deliveries += 1;
    if (answers_deliveries) response.writeHead(204).end();
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
});
afterAll(async () => {
  receiver.closeAllConnections();
  receiver.close();
  await service.tearDown();
  await gateway.stop();
});

async function pay(): Promise<string> {
  const mtn = { provider: 'mtn_momo', currency: 'UGX', amount: 1_500, customer_phone: '+256772123456' };
  return must(await project.key.post('/api/v1/payments', paymentBody(mtn))).body.id;
}

/** A delivery whose attempt ended before the worker died waits out no pause, which would be longer than what is claimed here. */
async function killWorker(): Promise<void> {
  const { db } = service;
  await service.kill('worker');
  await db('webhook_deliveries')
    .where({ status: 'pending' })
    .update({ next_attempt_at: db.ref('created_at') });
}

test('refunds, polls, callbacks, deliveries and credits', { timeout: 300_000 }, async () => {
  onTestFailed(() => console.warn(service.output()));
  const { db } = service;
  const paid = await pay();
  const polled = await pay();
  const called = await pay();
  await gateway.settle(paid);
  await until(
    'it is booked',
    async () => (await db('postings').where({ payment_id: paid }).first())?.status === 'posted',
  );
  gateway.faults.refund = 'PENDING';
  gateway.faults.other_answers = UNANSWERED;

  const refund = must(await project.key.post(`/api/v1/payments/${paid}/refunds`, {})).body.id;
  await db('payments').where({ id: polled }).update({ next_poll_at: new Date() });
  // The payment's own poll is no part of this.
  await db('payments').where({ id: called }).update({ next_poll_at: null });
  await gateway.callBack(called);
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  must(await project.key.post('/api/v1/webhook-endpoints', { url, events: ['payment.completed'] }));
  const customer_id = await tieredCustomer(project);
  await openWallet(project, customer_id);
  const credits = await db.transaction();
  onTestFinished(async () => void (await credits.rollback()));
  const topup = must(
    await project.key.post(
      '/api/v1/payments',
      paymentBody({ metadata: { wallet_customer_id: customer_id } }),
    ),
  ).body.id;
  await credits('wallet_topups').where({ payment_id: topup }).forUpdate();

  const attempts = async () => ({
    refund: (await db('refunds').where({ id: refund }).first()).attempts as number,
    poll: (await db('payments').where({ id: polled }).first()).polls as number,
    callback: (await db('provider_callbacks').where({ payment_id: called }).first())?.attempts as number,
    delivery: deliveries,
  });
  const areAll = async (count: number): Promise<boolean> =>
    Object.values(await attempts()).every((made) => made >= count);
  await until(
    'all are under way',
    async () => (await areAll(1)) && (await lockWaiters(db, 'wallet_topups')) > 0,
  );

  await killWorker();
  await credits.rollback();
  await service.start('worker');
  await until('all are taken up again', () => areAll(2), WITHIN_MS);
  await until(
    'the wallet is credited',
    async () => (await db('wallet_topups').where({ payment_id: topup }).first()).status === 'credited',
    WITHIN_MS,
  );

  await killWorker();
  gateway.faults.other_answers = 'sent';
  answers_deliveries = true;
  await service.start('worker');
  await until('all are taken up once more', () => areAll(3), WITHIN_MS);
  await until('the delivery is made', async () =>
    db('webhook_deliveries').where({ status: 'delivered' }).first(),
  );

  // However many died, the pause follows from those that were answered.
  const expectPause = async (table: string, id: string, schedule_s: number[]): Promise<void> => {
    const row = await until('an attempt was answered', async () => {
      const {
        attempts = 0,
        polls = 0,
        next_attempt_at,
        next_poll_at,
        unanswered,
      } = await db(table).where({ id }).first();
      const answered = attempts + polls - unanswered;
      return answered > 0 && { answered, due_at: next_attempt_at ?? next_poll_at };
    });
    const pause_s = (row.due_at.getTime() - Date.now()) / 1_000;
    expect(pause_s).toBeLessThanOrEqual(schedule_s[row.answered - 1] as number);
  };
  await expectPause('refunds', refund, [15, 30, 60]);
  await expectPause('payments', polled, [30, 60, 120]);
});
