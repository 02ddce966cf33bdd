/** A payment that goes back by itself does so whatever is lost on the way: its refund is stored as it completes. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { refunds } from '../../domain/payments/index.ts';
import {
  must,
  projectOf,
  quickPerson,
  startService,
  type Project,
  type TestService,
} from '../harness/index.ts';

let service: TestService;
let project: Project;

// Without workers: every job is lost.
beforeAll(async () => {
  service = await startService();
  project = await projectOf(await quickPerson(service), service.anyone);
});
afterAll(() => service.stop());

async function pay(link: string, phone: string): Promise<string> {
  const form = new URLSearchParams({ provider: 'sandbox', phone }).toString();
  const reply = await service.anyone.post(`/pay/${link}`, form, {
    'content-type': 'application/x-www-form-urlencoded',
  });
  expect(reply.status, reply.text).toBe(303);
  return (reply.headers.get('location') as string).split('/').at(-1) as string;
}

/** @returns the payment that completed although another had */
async function overpay(): Promise<string> {
  const body = { title: 'Fees', amount: 100, currency: 'KES', refund_overpaid: true };
  const { id: link } = must(await project.key.post('/api/v1/payment-links', body)).body;
  const late = await pay(link, '+254712345129');
  must(await project.key.post(`/api/v1/payments/${late}/cancel`));
  await pay(link, '+254712345789');
  await service.ctx.db('payments').where({ id: late }).update({ customer_phone: '+254712345789' });
  must(await project.key.post(`/api/v1/payments/${late}/sync`));
  return late;
}

async function refundOf(payment_id: string) {
  return (await service.ctx.db('refunds').where({ payment_id }))[0];
}

test('its refund is due in the transaction that completes it, and books the payment before it takes its money', async () => {
  const { db } = service.ctx;
  const id = await overpay();
  const refund = await refundOf(id);
  expect(refund).toMatchObject({ status: 'pending', held: false, amount_minor: 10_000n, manual: false });
  expect(refund.next_attempt_at.getTime()).toBeLessThanOrEqual(Date.now());
  const { rows } = await db.raw(
    'select p.xmin = r.xmin as together from payments p join refunds r on r.payment_id = p.id where p.id = ?',
    [id],
  );
  expect(rows).toEqual([{ together: true }]);
  expect(await db('postings').where({ payment_id: id }).pluck('status')).toEqual(['pending']);

  await Promise.all([1, 2, 3].map(() => refunds.process(service.ctx, refund.id)));
  expect(await db('postings').where({ payment_id: id }).pluck('status')).toEqual(['posted']);
  expect(await refundOf(id)).toMatchObject({ status: 'succeeded' });
  const { body } = must(await project.key.get(`/api/v1/payments/${id}`));
  expect(body).toMatchObject({ overpaid: true, refunded_minor: 10_000 });
});

test('it waits for a person where the payment could not be booked', async () => {
  const { db } = service.ctx;
  const id = await overpay();
  await db('postings').where({ payment_id: id }).update({ status: 'failed', error: 'refused' });
  const { id: refund_id } = await refundOf(id);
  await refunds.process(service.ctx, refund_id);
  const waiting = await refundOf(id);
  expect(waiting).toMatchObject({ status: 'pending', held: false, outcome: null });
  expect(waiting.next_attempt_at.getTime()).toBeGreaterThan(Date.now() + 1_800_000);
});
