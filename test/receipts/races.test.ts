/** Requests for the same unallocated money, and the same transaction, at once: one of them counts. */
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { paybills, payouts, postings } from '../../domain/payments/index.ts';
import * as receipts from '../../domain/receipts/index.ts';
import {
  allocate,
  BOOKINGS,
  bookAs,
  createSacco,
  decide,
  defineProduct,
  getLoan,
  held,
  letDaysPass,
  must,
  newMember,
  newSaver,
  openLoan,
  paymentBody,
  receiptOf,
  repay,
  sendPaybill,
  startService,
  transactionId,
  UNALLOCATED,
  unallocatedReceipt,
  until,
  verifyAll,
  workPaybills,
  type Sacco,
  type TestService,
} from '../harness/index.ts';

import { expectError } from '../api/samples.ts';

let service: TestService;
let sacco: Sacco;

beforeAll(async () => {
  service = await startService();
  sacco = await createSacco(service);
});
afterAll(async () => {
  expect(await verifyAll(service.ctx)).toEqual([]);
  await service.stop();
});

test.each(BOOKINGS)(
  'ten requests to allocate one receipt, %s: one waits, and it is booked once',
  async (how) => {
    onTestFinished(bookAs(how, service.ctx.ledger));
    const members = await Promise.all(Array.from({ length: 3 }, () => newMember(sacco)));
    const receipt = await unallocatedReceipt(service.ctx, sacco.project.key, '30.00');
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_x, i) => allocate(sacco, receipt, { member_id: members[i % 3] })),
    );
    const asked = replies.filter(({ status }) => status === 202);
    expect(asked).toHaveLength(1);
    expect(replies.filter(({ body }) => body.error?.reason === 'receipt_not_open')).toHaveLength(9);
    const approval = asked[0]?.body.approval_id;
    const decisions = await Promise.all([
      ...Array.from({ length: 4 }, () => decide(sacco, approval)),
      sacco.maker.post(`/api/v1/approvals/${approval}/cancel`),
      decide(sacco, approval, 'reject', { note: 'no' }),
    ]);
    expect(decisions.filter(({ status }) => status === 200)).toHaveLength(1);
    const { status } = must(await sacco.maker.get(`${UNALLOCATED}/${receipt}`)).body;
    const total = (await Promise.all(members.map((id) => held(sacco.project.key, id)))).reduce(
      (sum, { savings = 0 }) => sum + savings,
      0,
    );
    expect([status, total]).toEqual(status === 'allocated' ? ['allocated', 3_000] : ['unallocated', 0]);
  },
);

test.each(BOOKINGS)(
  'one transaction, confirmed and allocated by many workers at once, %s: one payment, one deposit',
  async (how) => {
    onTestFinished(bookAs(how, service.ctx.ledger));
    const { ctx } = service;
    const member = await newMember(sacco);
    const { member_no } = must(await sacco.maker.get(`/api/v1/sacco/members/${member}`)).body;
    const transaction_id = transactionId();
    const sent = await Promise.all(
      Array.from({ length: 5 }, () => sendPaybill(sacco.project.key, member_no, '12.00', { transaction_id })),
    );
    const [id] = new Set(sent.map(({ body }) => body.id));
    await Promise.all(Array.from({ length: 5 }, () => paybills.confirm(ctx, id as string)));
    await Promise.all(Array.from({ length: 3 }, () => postings.postPending(ctx)));
    const { payment_id } = await receiptOf(ctx, transaction_id, 'pending', 'allocating', 'allocated');
    await Promise.all(Array.from({ length: 5 }, () => receipts.allocateNext(ctx, payment_id)));
    await workPaybills(ctx);
    await receiptOf(ctx, transaction_id, 'allocated');
    expect(await held(sacco.project.key, member)).toEqual({ savings: 1_200, shares: 0 });
    expect(await ctx.db('payments').where({ provider_txn_id: transaction_id })).toHaveLength(1);
  },
);

/** A payment that is booked, and of which nothing is allocated yet. */
async function bookedPayment(
  its: Sacco,
  account_number: string,
  amount: string,
): Promise<{ payment_id: string; transaction_id: string }> {
  const { body } = must(await sendPaybill(its.project.key, account_number, amount));
  await paybills.confirm(service.ctx, body.id);
  await postings.postPending(service.ctx);
  const { payment_id } = await receiptOf(service.ctx, body.transaction_id, 'pending');
  return { payment_id, transaction_id: body.transaction_id };
}

test('a loan that is closed between two parts takes nothing of the second: it is saved', async () => {
  const { ctx } = service;
  const its = await createSacco(service, { paybill_waterfall: ['overdue_loans', 'savings'] });
  const member = await newSaver(its, 1_000_000);
  const product = await defineProduct(its, { rate_bps: 1_200, method: 'flat' });
  const lendTo = (amount_minor: number) =>
    openLoan(its, { product_id: product, member_id: member, amount_minor, term: 3 });
  const [first, second] = [await lendTo(30_000), await lendTo(12_000)];
  await letDaysPass(service, its, 35);
  const { member_no } = must(await its.maker.get(`/api/v1/sacco/members/${member}`)).body;
  const { savings = 0 } = await held(its.project.key, member);
  const { payment_id, transaction_id } = await bookedPayment(its, member_no, '150.00');
  await receipts.allocateNext(ctx, payment_id);
  expect(await getLoan(its, first)).toMatchObject({ outstanding_minor: 20_000 });
  must(await repay(its, second, (await getLoan(its, second)).payoff_minor));
  await receipts.allocateNext(ctx, payment_id);
  await receipts.allocateNext(ctx, payment_id);
  await receiptOf(ctx, transaction_id, 'allocated');
  expect(await getLoan(its, second)).toMatchObject({ status: 'closed' });
  expect(await held(its.project.key, member)).toMatchObject({ savings: savings + 15_000 - 10_300 });
});

test('a member who leaves between two parts keeps the first, and the rest is unallocated', async () => {
  const { ctx } = service;
  const its = await createSacco(service, {
    paybill_waterfall: ['shares', 'savings'],
    min_share_capital_minor: 500,
  });
  const member = await newMember(its);
  const { member_no } = must(await its.maker.get(`/api/v1/sacco/members/${member}`)).body;
  const { payment_id, transaction_id } = await bookedPayment(its, member_no, '20.00');
  await receipts.allocateNext(ctx, payment_id);
  must(
    await its.maker.post(`/api/v1/sacco/members/${member}/exit`, {
      memo: 'moves',
      idempotency_key: crypto.randomUUID(),
    }),
  );
  await receipts.allocateNext(ctx, payment_id);
  const receipt = await receiptOf(ctx, transaction_id, 'unallocated');
  expect(must(await its.maker.get(`${UNALLOCATED}/${receipt.id}`)).body).toMatchObject({
    amount: '20.00',
    credited: '5.00',
    unallocated: '15.00',
    reason: 'member_not_active',
    member: { id: member },
  });
  const other = await newMember(its);
  const { body: asked } = must(await allocate(its, receipt.id, { member_id: other }));
  must(await decide(its, asked.approval_id));
  expect(await held(its.project.key, other)).toEqual({ savings: 1_500, shares: 0 });
});

test('money that the merchant has moved on meanwhile is credited once it is there', async () => {
  const { ctx } = service;
  const its = await createSacco(service);
  const { key } = its.project;
  const member = await newMember(its);
  const { member_no } = must(await its.maker.get(`/api/v1/sacco/members/${member}`)).body;
  const { payment_id, transaction_id } = await bookedPayment(its, member_no, '20.00');
  const open = async (kind: string) =>
    must(await key.post('/api/v1/ledger/accounts', { kind, currency: 'KES' })).body.id;
  const [available, adjustments] = [await open('merchant_available'), await open('adjustments')];
  must(
    await key.post('/api/v1/ledger/transfers', {
      debit_account_id: available,
      credit_account_id: adjustments,
      amount_minor: 1,
      idempotency_key: 'moved',
    }),
  );
  await receipts.allocateNext(ctx, payment_id);
  const waiting = await receiptOf(ctx, transaction_id, 'pending');
  expect(waiting).toMatchObject({ attempts: 1, entry_id: null });
  await receipts.allocateNext(ctx, payment_id);
  expect(await receiptOf(ctx, transaction_id, 'pending')).toMatchObject({ attempts: 2 });
  // Another payment of the merchant brings the balance up again.
  must(await key.post('/api/v1/payments', paymentBody({ amount: 5 })));
  await postings.postPending(ctx);
  await receipts.allocateNext(ctx, payment_id);
  await receiptOf(ctx, transaction_id, 'allocated');
  expect(await held(key, member)).toEqual({ savings: 2_000, shares: 0 });
});

test('an exit and an allocation decided at once: one is carried out', async () => {
  for (let i = 0; i < 5; i++) {
    const member = await newMember(sacco);
    const receipt = await unallocatedReceipt(service.ctx, sacco.project.key, '3.00');
    const { body: asked } = must(await allocate(sacco, receipt, { member_id: member }));
    const [decided, exit] = await Promise.all([
      decide(sacco, asked.approval_id),
      sacco.maker.post(`/api/v1/sacco/members/${member}/exit`, {
        memo: 'moves',
        idempotency_key: crypto.randomUUID(),
      }),
    ]);
    must(decided);
    const { status } = must(await sacco.maker.get(`${UNALLOCATED}/${receipt}`)).body;
    const { savings } = await held(sacco.project.key, member);
    if (exit.status === 202 && status === 'allocated') {
      // The exit was asked for afterwards, or pays out what came before.
      expect(savings).toBe(300);
    } else
      expect([status, savings]).toEqual(status === 'allocated' ? ['allocated', 300] : ['unallocated', 0]);
  }
});

describe('a refund to the sender', () => {
  async function payingOut(): Promise<{
    its: Sacco;
    refund: (id: string, more?: object) => ReturnType<Sacco['maker']['post']>;
  }> {
    const its = await createSacco(service);
    const settings = {
      environment: 'test',
      enabled: true,
      max_minor: null,
      daily_max_minor: null,
      approval_above_minor: null,
    };
    must(
      await its.project.owner.client.put(
        `/api/projects/${its.project.id}/providers/sandbox/payouts`,
        settings,
      ),
    );
    const refund = (id: string, more = {}) =>
      its.maker.post(`${UNALLOCATED}/${id}/refund`, {
        memo: 'wrong number',
        idempotency_key: crypto.randomUUID(),
        ...more,
      });
    return { its, refund };
  }

  const workPayouts = async (): Promise<void> => {
    const { ctx } = service;
    const due = await ctx.db('payouts').whereNull('completed_at').select('id');
    for (const { id } of due) {
      await ctx
        .db('payouts')
        .where({ id })
        .update({ next_attempt_at: new Date(0) });
      await payouts.process(ctx, id);
    }
  };

  async function untilEnded(its: Sacco, receipt: string, status: string): Promise<Record<string, unknown>> {
    return until(`the receipt is ${status}`, async () => {
      await workPayouts();
      const { body } = must(await its.maker.get(`${UNALLOCATED}/${receipt}`));
      return body.status === status ? body : null;
    });
  }

  test('is approved by a second person and paid once', async () => {
    const { its, refund } = await payingOut();
    const { key } = its.project;
    const receipt = await unallocatedReceipt(service.ctx, key, '40.00', { phone: '+254712345789' });
    const body = { idempotency_key: crypto.randomUUID() };
    const asked = await refund(receipt, body);
    expect([asked.status, asked.body.status]).toEqual([202, 'refunding']);
    expect(await refund(receipt, body)).toMatchObject({ status: 200, body: { id: receipt, replayed: true } });
    expectError(await refund(receipt), 409, 'CONFLICT', 'receipt_not_open');
    expectError(
      await allocate(its, receipt, { member_id: await newMember(its) }),
      409,
      'CONFLICT',
      'receipt_not_open',
    );
    const seen = must(await its.checker.get(`/api/v1/approvals/${asked.body.approval_id}`)).body;
    expect(seen).toMatchObject({
      kind: 'receipt_refund',
      amount: '40.00',
      subject: { type: 'receipt', id: receipt },
      effect: {
        carries_out: true,
        changes: [
          { field: 'status', to: 'refunding' },
          { field: 'to', to: '+254712345789' },
        ],
      },
    });
    expectError(
      await its.maker.post(`/api/v1/approvals/${asked.body.approval_id}/approve`),
      403,
      'FORBIDDEN',
    );
    const decided = must(await decide(its, asked.body.approval_id)).body;
    expect(decided.receipt).toMatchObject({ id: receipt, status: 'refunding' });
    const ended = await untilEnded(its, receipt, 'refunded');
    expect(ended).toMatchObject({ unallocated: '0.00', credited: '0.00' });
    const payout = must(await key.get(`/api/v1/payouts/${String(ended['payout_id'])}`)).body;
    expect(payout).toMatchObject({
      status: 'succeeded',
      amount: '40.00',
      origin: 'paybill',
      origin_id: receipt,
    });
    const { accounts } = must(await key.get('/api/v1/ledger/accounts?kind=unallocated&currency=KES')).body;
    expect(accounts[0].balance_minor).toBe(0);
  });

  test('needs an API key whose scopes name payouts', async () => {
    const { its } = await payingOut();
    const { project } = its;
    const receipt = await unallocatedReceipt(service.ctx, project.key, '40.00', { phone: '+254712345789' });
    const refundWith = async (scopes: string[] | null) => {
      const asked = { environment: 'test', name: 'refunds', ...(scopes ? { scopes } : {}) };
      const { body } = must(await project.owner.client.post(`/api/projects/${project.id}/api-keys`, asked));
      return service.anyone
        .with({ 'x-api-key': body.key })
        .post(`${UNALLOCATED}/${receipt}/refund`, { memo: 'back', idempotency_key: crypto.randomUUID() });
    };
    for (const scopes of [null, ['sacco']])
      expectError(await refundWith(scopes), 403, 'FORBIDDEN', 'key_scope_missing');
    expect((await refundWith(['sacco', 'payouts'])).status).toBe(202);
  });

  test('that fails leaves it unallocated, and it can be tried again', async () => {
    const { its, refund } = await payingOut();
    const receipt = await unallocatedReceipt(service.ctx, its.project.key, '40.00', {
      phone: '+254712345039',
    });
    for (let i = 0; i < 2; i++) {
      const { body } = must(await refund(receipt));
      must(await decide(its, body.approval_id));
      expect(await untilEnded(its, receipt, 'unallocated')).toMatchObject({ unallocated: '40.00' });
    }
    const member = await newMember(its);
    const { body } = must(await allocate(its, receipt, { member_id: member }));
    must(await decide(its, body.approval_id));
    expect(await held(its.project.key, member)).toEqual({ savings: 4_000, shares: 0 });
  });

  test('is refused where it could not be paid; approved when that has changed, it waits', async () => {
    const { its, refund } = await payingOut();
    const dear = await unallocatedReceipt(service.ctx, its.project.key, '40.00');
    const put = async (terms: object) =>
      must(
        await its.project.owner.client.put(`/api/projects/${its.project.id}/providers/sandbox/payouts`, {
          environment: 'test',
          enabled: true,
          max_minor: null,
          daily_max_minor: null,
          approval_above_minor: null,
          ...terms,
        }),
      );
    await put({ max_minor: 3_999 });
    expectError(await refund(dear), 422, 'UNPROCESSABLE', 'payout_limit_exceeded');
    await put({ enabled: false });
    expectError(await refund(dear), 409, 'CONFLICT', 'payouts_disabled');
    expect(must(await its.maker.get(`${UNALLOCATED}/${dear}`)).body).toMatchObject({ status: 'unallocated' });
    await put({});
    const receipt = await unallocatedReceipt(service.ctx, its.project.key, '40.00');
    const { body } = must(await refund(receipt));
    await put({ enabled: false });
    const shown = must(await its.checker.get(`/api/v1/approvals/${body.approval_id}`)).body;
    expect(shown.effect).toMatchObject({
      carries_out: false,
      warnings: [{ code: 'payouts_disabled', blocking: true }],
    });
    expectError(await decide(its, body.approval_id), 409, 'CONFLICT', 'payouts_disabled');
    must(await decide(its, body.approval_id, 'reject', { note: 'off' }));
    expect(must(await its.maker.get(`${UNALLOCATED}/${receipt}`)).body).toMatchObject({
      status: 'unallocated',
    });
  });

  test('and an allocation asked for at once: one waits', async () => {
    const { its, refund } = await payingOut();
    const member = await newMember(its);
    for (let i = 0; i < 4; i++) {
      const receipt = await unallocatedReceipt(service.ctx, its.project.key, '1.00', {
        phone: '+254712345789',
      });
      const replies = await Promise.all([
        refund(receipt),
        allocate(its, receipt, { member_id: member }),
        refund(receipt),
        allocate(its, receipt, { member_id: member }),
      ]);
      const [asked, ...more] = replies.filter(({ status }) => status === 202);
      expect(more).toEqual([]);
      expect(replies.filter(({ body }) => body.error?.reason === 'receipt_not_open')).toHaveLength(3);
      must(await decide(its, asked?.body.approval_id));
      await until('it has ended', async () => {
        await workPayouts();
        return ['allocated', 'refunded'].includes(
          must(await its.maker.get(`${UNALLOCATED}/${receipt}`)).body.status,
        );
      });
    }
  });

  test('is refused where nobody knows the sender, and in another project', async () => {
    const { its, refund } = await payingOut();
    const receipt = await unallocatedReceipt(service.ctx, its.project.key, '40.00');
    await service.ctx.db('sacco_receipts').where({ id: receipt }).update({ payer_phone: null });
    expectError(await refund(receipt), 422, 'UNPROCESSABLE', 'sender_unknown');
    const other = await payingOut();
    expectError(await other.refund(receipt), 404, 'NOT_FOUND');
  });
});
