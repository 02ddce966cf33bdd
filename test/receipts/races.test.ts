/** Requests for the same unallocated money, and the same transaction, at once: one of them counts. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paybills, postings } from '../../domain/payments/index.ts';
import * as receipts from '../../domain/receipts/index.ts';
import {
  allocate,
  bookApart,
  createSacco,
  decide,
  held,
  must,
  newMember,
  receiptOf,
  sendPaybill,
  startService,
  transactionId,
  UNALLOCATED,
  unallocatedReceipt,
  verifyAll,
  workPaybills,
  type Sacco,
  type TestService,
} from '../harness/index.ts';

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

const HOWS = [['in one transaction'], ['each step apart']] as const;

test.each(HOWS)('ten requests to allocate one receipt, %s: one waits, and it is booked once', async (how) => {
  const restore = how === 'each step apart' ? bookApart(service.ctx.ledger) : () => undefined;
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
  const total = (await Promise.all(members.map((id) => held(sacco.project.key, id)))).reduce((sum, { savings = 0 }) => sum + savings, 0);
  expect([status, total]).toEqual(status === 'allocated' ? ['allocated', 3_000] : ['unallocated', 0]);
  restore();
});

test.each(HOWS)('one transaction, confirmed and allocated by many workers at once, %s: one payment, one deposit', async (how) => {
  const restore = how === 'each step apart' ? bookApart(service.ctx.ledger) : () => undefined;
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
  restore();
});

test('an exit and an allocation decided at once: one is carried out', async () => {
  for (let i = 0; i < 5; i++) {
    const member = await newMember(sacco);
    const receipt = await unallocatedReceipt(service.ctx, sacco.project.key, '3.00');
    const { body: asked } = must(await allocate(sacco, receipt, { member_id: member }));
    const [decided, exit] = await Promise.all([
      decide(sacco, asked.approval_id),
      sacco.maker.post(`/api/v1/sacco/members/${member}/exit`, { memo: 'moves', idempotency_key: crypto.randomUUID() }),
    ]);
    must(decided);
    const { status } = must(await sacco.maker.get(`${UNALLOCATED}/${receipt}`)).body;
    const { savings } = await held(sacco.project.key, member);
    if (exit.status === 202 && status === 'allocated') {
      // The exit was asked for afterwards, or pays out what came before.
      expect(savings).toBe(300);
    } else expect([status, savings]).toEqual(status === 'allocated' ? ['allocated', 300] : ['unallocated', 0]);
  }
});
