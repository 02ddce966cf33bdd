/** Money that was paid to a prompt of ours and that M-PESA also confirms at the paybill is counted once, whatever comes late. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { paybills, paymentPolls, syncPaymentNow } from '../../domain/payments/index.ts';
import {
  confirmationOf,
  must,
  saccoWithPaybill,
  scopeNow,
  startWithProvider,
  until,
  verifyAll,
  type ProviderService,
  type Sacco,
} from '../harness/index.ts';
import { DarajaStandIn } from '../stand-ins/mpesa/index.ts';

const PHONE = '254712345678';

let setup: ProviderService<DarajaStandIn>;
let sacco: Sacco;

beforeAll(async () => {
  setup = await startWithProvider('mpesa', new DarajaStandIn());
  sacco = await saccoWithPaybill(setup);
});
afterAll(async () => {
  expect(await verifyAll(setup.service.ctx)).toEqual([]);
  await setup.stop();
});
beforeEach(() => setup.gateway.reset({ tells_at_once: false }));

interface Outage {
  payment: { id: string; reference: string };
  transaction_id: string;
  confirmation_id: string;
  /** Asks about the confirmation, until its answer has been taken. */
  confirm: () => Promise<void>;
  /** Asks about the payment. */
  poll: () => Promise<void>;
}

/** A payer has answered a prompt; two hours later nobody has asked M-PESA about it yet. */
async function outage(told: { callback: boolean; account?: string }): Promise<Outage> {
  const { gateway, service } = setup;
  const { ctx } = service;
  const reference = `P${crypto.randomUUID().slice(0, 8)}`;
  const { body: payment } = must(
    await sacco.project.key.post('/api/v1/payments', {
      provider: 'mpesa',
      amount: 150,
      currency: 'KES',
      customer_phone: `+${PHONE}`,
      reference,
    }),
  );
  const { transaction_id } = gateway.receive({ amount: '150', account: reference, phone: PHONE });
  gateway.pushOf(payment.id).receipt = transaction_id;
  gateway.faults.callback = told.callback ? 'once' : 'never';
  await gateway.settle(payment.id);
  await gateway.notify('confirmation', {
    transaction_id,
    amount: '150.00',
    account: told.account ?? reference,
    phone: PHONE,
  });
  const hours_ago = new Date(Date.now() - 2 * 3_600_000);
  await ctx.db('payments').where({ id: payment.id }).update({ created_at: hours_ago });
  const { id: confirmation_id } = await confirmationOf(ctx, transaction_id);
  return {
    payment: { id: payment.id, reference },
    transaction_id,
    confirmation_id,
    async confirm() {
      await paybills.confirm(ctx, confirmation_id);
      await gateway.tellResults();
      await paybills.confirm(ctx, confirmation_id);
    },
    async poll() {
      await ctx
        .db('payments')
        .where({ id: payment.id })
        .update({ next_poll_at: new Date(0) });
      await paymentPolls.poll(ctx, payment.id);
    },
  };
}

async function counted({ transaction_id, payment }: Outage): Promise<{ id: string; origin: string }[]> {
  const { db } = setup.service.ctx;
  return db('payments')
    .where({ status: 'completed' })
    .where((query) => query.where({ provider_txn_id: transaction_id }).orWhere({ id: payment.id }))
    .select('id', 'origin');
}

test.each([
  ['with the callback', { callback: true }],
  ['without the callback', { callback: false }],
  ['with the callback, and a confirmation without an account number', { callback: true, account: '' }],
])('%s: the confirmation is answered first', async (_what, told) => {
  const late = await outage(told);
  await late.confirm();
  await late.poll();
  expect(await counted(late)).toEqual([{ id: late.payment.id, origin: 'request' }]);
  expect(await confirmationOf(setup.service.ctx, late.transaction_id)).toMatchObject({
    status: 'confirmed',
    payment_id: late.payment.id,
  });
});

test.each([
  ['with the callback', { callback: true }],
  ['without the callback', { callback: false }],
])('%s: the payment is asked about first', async (_what, told) => {
  const late = await outage(told);
  await late.poll();
  await late.confirm();
  expect(await counted(late)).toEqual([{ id: late.payment.id, origin: 'request' }]);
  expect(await confirmationOf(setup.service.ctx, late.transaction_id)).toMatchObject({
    status: 'confirmed',
    payment_id: late.payment.id,
  });
});

test('both at once', async () => {
  for (let i = 0; i < 10; i++) {
    const late = await outage({ callback: true });
    await paybills.confirm(setup.service.ctx, late.confirmation_id);
    await setup.gateway.tellResults();
    await Promise.all([late.poll(), paybills.confirm(setup.service.ctx, late.confirmation_id), late.poll()]);
    await late.confirm();
    await late.poll();
    expect(await counted(late)).toEqual([{ id: late.payment.id, origin: 'request' }]);
  }
});

test('a payment that came by paybill keeps its transaction: the prompt that claims it later is left for a person', async () => {
  const { gateway, service } = setup;
  const { ctx } = service;
  const late = await outage({ callback: false, account: 'NOT-THE-REFERENCE' });
  await late.confirm();
  const [by_paybill] = await counted(late);
  expect(by_paybill?.origin).toBe('paybill');
  await gateway.callBack(late.payment.id);
  await until(
    'the callback is stored',
    async () => (await ctx.db('payments').where({ id: late.payment.id }).first()).provider_data.receipt,
  );
  await late.poll();
  const scope = await scopeNow(service, sacco);
  expect((await syncPaymentNow({ ctx, scope }, late.payment.id)).status).not.toBe('completed');
  expect(await counted(late)).toEqual([by_paybill]);
  const { events } = must(await sacco.maker.get(`/api/v1/payments/${late.payment.id}/events`)).body;
  expect(events.map(({ type }: { type: string }) => type)).toContain('payment.provider_id_refused');
});

test('a transaction that a payment has, of another amount than M-PESA says, is refused and shown', async () => {
  const { gateway } = setup;
  const late = await outage({ callback: true });
  await late.poll();
  const paid = gateway.paybills.find(({ transaction_id }) => transaction_id === late.transaction_id);
  Object.assign(paid as object, { amount: '149' });
  // M-PESA's answers about prompts come from elsewhere in the stand-in.
  gateway.pushes.length = 0;
  await late.confirm();
  expect(await confirmationOf(setup.service.ctx, late.transaction_id)).toMatchObject({
    status: 'refused',
    error: 'amount_differs',
  });
  const { events } = must(await sacco.maker.get(`/api/v1/payments/${late.payment.id}/events`)).body;
  expect(events.map(({ type }: { type: string }) => type)).toContain('payment.mismatch');
});
