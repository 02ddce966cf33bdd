/**
 * M-PESA in Ethiopia, where a push cannot be asked for: a payment is completed by its receipt, asked for and answered later, or
 * by the statement.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { scopeOf } from '../../core/scope.ts';
import { providerCallbacks, completeFromStatement } from '../../domain/payments/index.ts';
import {
  must,
  paymentBody,
  projectWithProvider,
  startWithProvider,
  until,
  type Project,
  type ProviderService,
} from '../harness/index.ts';
import { DarajaStandIn } from '../stand-ins/mpesa/index.ts';

let setup: ProviderService<DarajaStandIn>;
let project: Project;

beforeAll(async () => {
  setup = await startWithProvider('mpesa', new DarajaStandIn('ET'), {
    workers: ['ledger-postings', 'provider-polls'],
  });
  setup.service.ctx.provider_deadline_ms = 1_500;
  project = await projectWithProvider(setup, setup.gateway.initiator);
});
afterAll(() => setup.stop());

test('the receipt that the callback names is asked for, and the answer completes the payment', async () => {
  const { gateway } = setup;
  gateway.reset();
  const { id } = await pay(project);
  await gateway.settle(id);
  await until('it was asked for', () => gateway.has_results);
  expect(await statusOf(project, id)).toBe('pending');
  await gateway.tellResults();
  await until('it is completed', async () => (await statusOf(project, id)) === 'completed');
  const { body } = must(await project.key.get(`/api/v1/payments/${id}`));
  expect(body.provider_txn_id).toBe(gateway.pushOf(id).receipt);
  expect(gateway.complaints).toEqual([]);
});

test('one of another amount is shown to a person, and completes nothing', async () => {
  const { gateway } = setup;
  gateway.reset({ status_amount: '151' });
  const { id } = await pay(project);
  await gateway.settle(id);
  await until('it was asked for', () => gateway.has_results);
  await gateway.tellResults();
  const mismatches = async (): Promise<unknown[]> => {
    const { body } = must(await project.key.get(`/api/v1/payments/${id}/events`));
    return body.events.filter(({ type }: { type: string }) => type === 'payment.mismatch');
  };
  await until('a person sees it', async () => (await mismatches()).length === 1);
  expect(await statusOf(project, id)).toBe('pending');
});

test('a question whose answer never comes is asked again', async () => {
  const { gateway, service } = setup;
  gateway.reset({ results: 'never' });
  const { id } = await pay(project);
  await gateway.settle(id);
  // Those of the tests before are asked for again, too.
  const asked = () =>
    gateway
      .calls('/mpesa/transactionstatus')
      .filter(({ body }) => body['TransactionID'] === gateway.pushOf(id).receipt).length;
  await until('it was asked for', () => gateway.has_results && asked() === 1);
  await gateway.tellResults();
  gateway.faults.results = 'once';
  const { ctx } = service;
  const callback = await ctx.db('provider_callbacks').where({ payment_id: id }).first();
  await ctx
    .db('provider_callbacks')
    .where({ id: callback.id })
    .update({ next_attempt_at: new Date(0) });
  await ctx
    .db('payments')
    .where({ id })
    .update({ provider_data: ctx.db.raw("provider_data - 'asked_at'") });
  await providerCallbacks.handle(ctx, callback.id);
  await until('it was asked for again', () => gateway.has_results && asked() === 2);
  await gateway.tellResults();
  await until('it is completed', async () => (await statusOf(project, id)) === 'completed');
  expect(asked()).toBe(2);
});

test('without an initiator the statement completes it, and no other line', async () => {
  const { gateway, service } = setup;
  gateway.reset();
  const other = await projectWithProvider(setup);
  const { body } = must(await other.owner.client.get(`/api/projects/${other.id}/providers?environment=test`));
  const listed = body.providers.find(({ name }: { name: string }) => name === 'mpesa');
  expect(listed).toMatchObject({ currencies: ['ETB'], capabilities: { status_api: false, refunds: false } });
  const { id } = await pay(other);
  await gateway.settle(id);
  expect(gateway.calls('/mpesa/transactionstatus')).toEqual([]);
  expect(await statusOf(other, id)).toBe('pending');
  const scope = scopeOf(other.id, 'test', 0n);
  await completeFromStatement({ ctx: service.ctx, scope }, id, 'RCP0000001');
  expect(await statusOf(other, id)).toBe('completed');
  await expect(completeFromStatement({ ctx: service.ctx, scope }, id, 'RCP9999999')).rejects.toMatchObject({
    reason: 'provider_id_differs',
  });
});

test('a refund is a reversal here too, with the fields of its second version', async () => {
  const { gateway } = setup;
  gateway.reset();
  const { id } = await pay(project);
  await gateway.settle(id);
  await until('it was asked for', () => gateway.has_results);
  await gateway.tellResults();
  await until('it is booked', async () => {
    const posting = await setup.service.ctx.db('postings').where({ payment_id: id }).first();
    return posting?.status === 'posted';
  });
  const { body: refund } = must(await project.key.post(`/api/v1/payments/${id}/refunds`, {}));
  await until('it was requested', () => gateway.reversals.length === 1 && gateway.has_results);
  await gateway.tellResults();
  await until('it succeeded', async () => {
    const { body } = must(await project.key.get(`/api/v1/refunds/${refund.id}`));
    return body.status === 'succeeded';
  });
  expect(gateway.complaints).toEqual([]);
});

test('phones and currencies are those of the country', async () => {
  const kenyan = await project.key.post('/api/v1/payments', body({ customer_phone: '+254708374149' }));
  expect(kenyan).toMatchObject({ status: 422, body: { error: { reason: 'phone_not_supported' } } });
  const shillings = await project.key.post('/api/v1/payments', body({ currency: 'KES' }));
  expect(shillings).toMatchObject({ status: 422, body: { error: { reason: 'currency_mismatch' } } });
  const fraction = await project.key.post('/api/v1/payments', body({ amount: 150.5 }));
  expect(fraction).toMatchObject({ status: 422, body: { error: { reason: 'amount_not_supported' } } });
});

function body(overrides: Record<string, unknown> = {}): Record<string, unknown> {
  return paymentBody({
    provider: 'mpesa',
    currency: 'ETB',
    amount: 150,
    customer_phone: '+251711234567',
    ...overrides,
  });
}

async function pay(of: Project): Promise<{ id: string }> {
  return must(await of.key.post('/api/v1/payments', body())).body;
}

async function statusOf(of: Project, payment_id: string): Promise<string> {
  return must(await of.key.get(`/api/v1/payments/${payment_id}`)).body.status;
}
