/** An id that a provider gives belongs to one payment, or refund, of a project, environment and provider. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { scopeOf } from '../../core/scope.ts';
import { completeFromStatement, paymentPolls, PROVIDER_NAMES, refunds } from '../../domain/payments/index.ts';
import { getPayment } from '../../domain/payments/payment.ts';
import { recordStatus } from '../../domain/payments/status/record-status.ts';
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
  setup = await startWithProvider('mpesa', new DarajaStandIn(), {
    workers: ['ledger-postings', 'provider-polls'],
  });
  setup.service.ctx.provider_deadline_ms = 1_500;
  project = await projectWithProvider(setup, setup.gateway.initiator);
});
afterAll(() => setup.stop());

const base = (of = project) => ({ ctx: setup.service.ctx, scope: scopeOf(of.id, 'test', 0n) });

async function pay(overrides: Record<string, unknown> = {}, of = project): Promise<string> {
  const body = paymentBody({ provider: 'mpesa', amount: 150, customer_phone: '+254708374149', ...overrides });
  return must(await of.key.post('/api/v1/payments', body)).body.id;
}

async function read(id: string) {
  return must(await project.key.get(`/api/v1/payments/${id}`)).body;
}

async function refusals(id: string): Promise<object[]> {
  const { events } = must(await project.key.get(`/api/v1/payments/${id}/events`)).body;
  return events
    .filter(({ type }: { type: string }) => type.endsWith('.provider_id_refused'))
    .map(({ details }: { details: object }) => details);
}

async function poll(id: string): Promise<void> {
  const { ctx } = setup.service;
  await ctx
    .db('payments')
    .where({ id })
    .whereNotNull('next_poll_at')
    .update({ next_poll_at: new Date(0) });
  await paymentPolls.poll(ctx, id);
}

/** A payment whose push is answered by nothing: its CheckoutRequestID is not known. */
async function payWithoutAnswer(): Promise<string> {
  setup.gateway.faults.drop_response = true;
  const id = await pay();
  setup.gateway.faults.drop_response = false;
  return id;
}

test('a callback with the CheckoutRequestID of another payment completes nothing', async () => {
  const { gateway } = setup;
  gateway.reset({ callback: 'never' });
  const owner = await pay();
  await gateway.settle(owner);
  const other = await payWithoutAnswer();
  const { checkout_request_id, receipt } = gateway.pushOf(owner);
  Object.assign(gateway.pushOf(other), { checkout_request_id, receipt });

  for (const _time of [1, 2]) expect(await gateway.callBack(other)).toBe(401);
  await poll(other);
  expect(await read(other)).toMatchObject({ status: 'initiated', provider_txn_id: null });
  expect(await refusals(other)).toEqual([{ checkout_request_id, belongs_to: owner }]);

  expect(await gateway.callBack(owner)).toBe(200);
  await until('the owner is completed', async () => (await read(owner)).status === 'completed');
  expect(await refusals(owner)).toEqual([]);
});

test('of two payments that adopt one CheckoutRequestID at once, one does, and one completes', async () => {
  const { gateway } = setup;
  for (let round = 0; round < 5; round++) {
    gateway.reset({ callback: 'never' });
    const ids = [await payWithoutAnswer(), await payWithoutAnswer()];
    const [first = '', second = ''] = ids;
    await gateway.settle(first);
    Object.assign(gateway.pushOf(second), {
      checkout_request_id: gateway.pushOf(first).checkout_request_id,
      result_code: '0',
    });
    const answers = await Promise.all(ids.map((id) => gateway.callBack(id)));
    expect(answers.toSorted((a, b) => a - b)).toEqual([200, 401]);
    const adopter = ids[answers.indexOf(200)] as string;
    await until('it is completed', async () => (await read(adopter)).status === 'completed');
    const refused = ids[answers.indexOf(401)] as string;
    await poll(refused);
    expect((await read(refused)).status).toBe('initiated');
    expect(await refusals(refused)).toMatchObject([{ belongs_to: adopter }]);
  }
});

test('a receipt that another payment has is not recorded with a late callback', async () => {
  const { gateway } = setup;
  gateway.reset({ callback: 'never' });
  const [owner, other] = [await pay(), await pay()];
  for (const id of [owner, other]) {
    await gateway.settle(id);
    await poll(id);
  }
  await gateway.callBack(owner);
  const { receipt } = gateway.pushOf(owner);
  await until('the receipt is recorded', async () => (await read(owner)).provider_txn_id === receipt);
  gateway.pushOf(other).receipt = receipt;
  expect(await gateway.callBack(other)).toBe(200);
  await until('it is refused', async () => (await refusals(other)).length > 0);
  expect(await refusals(other)).toEqual([{ provider_txn_id: receipt, belongs_to: owner }]);
  expect((await read(other)).provider_txn_id).toBeNull();
});

/** Two payments that this provider has asked for. */
async function twoOf(provider: string, of = project): Promise<[string, string]> {
  const ids: [string, string] = [
    await pay({ provider: 'manual' }, of),
    await pay({ provider: 'manual' }, of),
  ];
  await setup.service.ctx.db('payments').whereIn('id', ids).update({ provider });
  return ids;
}

test.each(PROVIDER_NAMES)('of two payments of %s that complete with one id, one does', async (provider) => {
  const ids = await twoOf(provider);
  const provider_txn_id = `TXN-${provider}`;
  const rows = await Promise.all(ids.map((id) => getPayment(setup.service.ctx.db, base().scope, id)));
  const ended = await Promise.all(
    rows.map((row) => recordStatus(base(), row, { status: 'completed', provider_txn_id }, 'poll')),
  );
  const completed = ended.filter(({ status }) => status === 'completed');
  expect(completed).toMatchObject([{ provider_txn_id }]);
  const refused = ended.find(({ status }) => status !== 'completed');
  expect(refused).toMatchObject({ status: 'pending', provider_txn_id: null });
  expect(await refusals(refused?.id ?? '')).toEqual([{ provider_txn_id, belongs_to: completed[0]?.id }]);
  // It completes with its own.
  const own = { status: 'completed', provider_txn_id: `${provider_txn_id}-2` } as const;
  expect(await recordStatus(base(), refused as never, own, 'poll')).toMatchObject(own);
});

test('evidence that names the payment by our own id completes it, without the id of another', async () => {
  const [owner, other] = await twoOf('chapa');
  for (const id of [owner, other]) {
    const row = await getPayment(setup.service.ctx.db, base().scope, id);
    const evidence = { status: 'completed', provider_txn_id: 'CONSTANT', reference: id } as const;
    expect(await recordStatus(base(), row, evidence, 'poll')).toMatchObject({
      status: 'completed',
      provider_txn_id: id === owner ? 'CONSTANT' : null,
    });
  }
  expect(await refusals(other)).toEqual([{ provider_txn_id: 'CONSTANT', belongs_to: owner }]);
});

test('on its way a payment goes on without the id of another, however many change at once', async () => {
  const groups = await Promise.all(Array.from({ length: 5 }, () => twoOf('chapa')));
  const rows = await Promise.all(
    groups.flat().map((id) => getPayment(setup.service.ctx.db, base().scope, id)),
  );
  const moved = await Promise.all(
    rows.map((row, i) =>
      recordStatus(
        base(),
        row,
        { status: 'processing', provider_txn_id: `WAY-${Math.floor(i / 2)}` },
        'poll',
      ),
    ),
  );
  expect(moved.map(({ status }) => status)).toEqual(rows.map(() => 'processing'));
  const ids = moved.flatMap(({ provider_txn_id }) => provider_txn_id ?? []);
  expect(ids.toSorted()).toEqual(groups.map((_group, i) => `WAY-${i}`));
  const without = moved.find(({ provider_txn_id }) => provider_txn_id === null);
  expect(await refusals(without?.id ?? '')).toHaveLength(1);
});

test('another provider, and another project, may have the same id', async () => {
  const elsewhere = await projectWithProvider(setup);
  const provider_txn_id = 'SHARED-1';
  for (const [provider, of] of [
    ['telebirr', project],
    ['chapa', project],
    ['telebirr', elsewhere],
  ] as const) {
    const [id] = await twoOf(provider, of);
    const row = await getPayment(setup.service.ctx.db, base(of).scope, id);
    const evidence = { status: 'completed', provider_txn_id } as const;
    expect(await recordStatus(base(of), row, evidence, 'poll')).toMatchObject(evidence);
  }
});

test('a statement does not complete a payment by the id of another', async () => {
  const [owner, other] = await twoOf('manual');
  await completeFromStatement(base(), owner, 'LISTED-1');
  for (const id of [other, other])
    await expect(completeFromStatement(base(), id, 'LISTED-1')).rejects.toMatchObject({
      reason: 'provider_id_taken',
      message: `LISTED-1 is the provider's id of ${owner}.`,
    });
  expect((await read(other)).status).toBe('pending');
  expect(await refusals(other)).toEqual([{ provider_txn_id: 'LISTED-1', belongs_to: owner }]);
  // Neither does it at the same moment.
  const both = await twoOf('manual');
  const ended = await Promise.allSettled(both.map((id) => completeFromStatement(base(), id, 'LISTED-2')));
  expect(ended.filter(({ status }) => status === 'rejected')).toMatchObject([
    { reason: { reason: 'provider_id_taken' } },
  ]);
});

test('a refund does not succeed by the result of another', async () => {
  const { gateway } = setup;
  const { ctx } = setup.service;
  gateway.reset();
  const refundOne = async (): Promise<string> => {
    const payment_id = await pay();
    await gateway.settle(payment_id);
    await until('the receipt is known', async () => (await read(payment_id)).provider_txn_id !== null);
    return must(await project.key.post(`/api/v1/payments/${payment_id}/refunds`, {})).body.id;
  };
  const readRefund = async (id: string) => must(await project.key.get(`/api/v1/refunds/${id}`)).body;
  const owner = await refundOne();
  await until('it was requested', () => gateway.has_results);
  await gateway.tellResults();
  await until('it succeeded', async () => (await readRefund(owner)).status === 'succeeded');
  const { provider_refund_id } = await readRefund(owner);

  gateway.received.length = 0;
  const other = await refundOne();
  await until('the other was requested', () => gateway.has_results);
  const [request] = gateway.calls('/mpesa/reversal/');
  const result = { ResultCode: 0, ResultDesc: 'Processed.', TransactionID: provider_refund_id };
  const told = await fetch(String(request?.body['ResultURL']), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ Result: result }),
  });
  expect(told.status).toBe(200);
  const { payment_id } = await readRefund(other);
  await until('it is refused', async () => {
    await ctx
      .db('refunds')
      .where({ id: other })
      .update({ next_attempt_at: new Date(0) });
    await refunds.process(ctx, other);
    return (await refusals(payment_id)).length > 0;
  });
  expect(await refusals(payment_id)).toEqual([{ refund_id: other, provider_refund_id, belongs_to: owner }]);
  expect(await readRefund(other)).toMatchObject({ status: 'processing', provider_refund_id: null });
});
