/** Money that came into a bank account and that nobody can identify: unallocated, allocated by two people, or sent back by the bank. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  allocate,
  createSacco,
  decide,
  held,
  must,
  newMember,
  startService,
  UNALLOCATED,
  verifyAll,
  type Reply,
  type Sacco,
  type TestService,
} from '../harness/index.ts';
import { expectError, expectInvalid } from '../api/samples.ts';

let service: TestService;
let sacco: Sacco;

beforeAll(async () => {
  service = await startService();
  sacco = await createSacco(service);
  must(
    await sacco.admin.post('/api/v1/accounting/accounts', {
      code: '1100',
      name: 'Umoja Bank',
      kind: 'bank',
      currency: 'KES',
    }),
  );
});
afterAll(async () => {
  expect(await verifyAll(service.ctx)).toEqual([]);
  await service.stop();
});

function receive(amount: string, more: object = {}, by = sacco.maker): Promise<Reply> {
  return by.post(UNALLOCATED, {
    account: '1100',
    amount,
    reference: 'FT-0001',
    memo: 'A transfer by J. Kamau',
    idempotency_key: crypto.randomUUID(),
    ...more,
  });
}

function reverse(entry: string): Promise<Reply> {
  return sacco.maker.post(`/api/v1/sacco/entries/${entry}/reverse`, {
    memo: 'Nobody knows the sender',
    idempotency_key: crypto.randomUUID(),
  });
}

async function balances(): Promise<Record<string, string>> {
  const { accounts } = must(await sacco.maker.get('/api/v1/accounting/chart')).body;
  return Object.fromEntries(
    accounts
      .filter(({ code }: { code: string }) => ['1100', '2500'].includes(code))
      .map(({ code, balance }: { code: string; balance: string }) => [code, balance]),
  );
}

describe('a bank transfer that nobody can identify', () => {
  test('is unallocated, and allocated by two people', async () => {
    const member = await newMember(sacco);
    const key = crypto.randomUUID();
    const { status, body: entry } = await receive('500.00', { idempotency_key: key });
    expect(status).toBe(201);
    expect(entry).toMatchObject({
      kind: 'unallocated_receipt',
      source: 'bank',
      status: 'posted',
      amount: '500.00',
      member_id: null,
      payment_id: null,
      reference: 'FT-0001',
      reversible: true,
    });
    expect(await balances()).toEqual({ '1100': '500.00', '2500': '500.00' });
    expect(await receive('500.00', { idempotency_key: key })).toMatchObject({
      status: 200,
      body: { id: entry.id, receipt_id: entry.receipt_id, replayed: true },
    });
    const { receipts } = must(await sacco.maker.get(UNALLOCATED)).body;
    expect(receipts).toMatchObject([
      {
        id: entry.receipt_id,
        status: 'unallocated',
        payment_id: null,
        unallocated: '500.00',
        account_number: '',
        reference: 'FT-0001',
        memo: 'A transfer by J. Kamau',
      },
    ]);
    const { body: asked } = must(await allocate(sacco, entry.receipt_id, { member_id: member }));
    must(await decide(sacco, asked.approval_id));
    expect(await held(sacco.project.key, member)).toEqual({ savings: 50_000, shares: 0 });
    expect(await balances()).toEqual({ '1100': '500.00', '2500': '0.00' });
    // It is a member's by now.
    expectError(await reverse(entry.id), 409, 'CONFLICT', 'receipt_not_open');
  });

  test('goes back by the reversal of its entry, and not by a payout', async () => {
    const before = await balances();
    const { body: entry } = must(await receive('70.00'));
    const refund = await sacco.maker.post(`${UNALLOCATED}/${entry.receipt_id}/refund`, {
      memo: 'x',
      idempotency_key: crypto.randomUUID(),
    });
    expectError(refund, 422, 'UNPROCESSABLE', 'sender_unknown');
    expect(refund.body.error.message).toContain('reverse its entry');
    const { body: reversal } = must(await reverse(entry.id));
    expect(must(await decide(sacco, reversal.approval_id)).body.entry).toMatchObject({ status: 'posted' });
    expect(await balances()).toEqual(before);
    expect(must(await sacco.maker.get(`${UNALLOCATED}/${entry.receipt_id}`)).body).toMatchObject({
      status: 'refunded',
      unallocated: '0.00',
    });
    expectError(await reverse(entry.id), 409, 'CONFLICT', 'already_reversed');
    expectError(
      await allocate(sacco, entry.receipt_id, { member_id: await newMember(sacco) }),
      409,
      'CONFLICT',
      'receipt_not_open',
    );
  });

  test('allocated while its reversal waits, stays allocated: the reversal fails', async () => {
    const member = await newMember(sacco);
    const { body: entry } = must(await receive('30.00'));
    const { body: reversal } = must(await reverse(entry.id));
    const { body: asked } = must(await allocate(sacco, entry.receipt_id, { member_id: member }));
    const decided = await Promise.all([
      decide(sacco, asked.approval_id),
      decide(sacco, reversal.approval_id),
    ]);
    expect(decided.map(({ status }) => status)).toEqual([200, 200]);
    expect(must(await sacco.maker.get(`/api/v1/sacco/entries/${reversal.id}`)).body).toMatchObject({
      status: 'failed',
      error: 'receipt_not_open',
    });
    expect(await held(sacco.project.key, member)).toEqual({ savings: 3_000, shares: 0 });
  });

  test('that the bank does not have any more cannot go back, and stays unallocated', async () => {
    const { body: entry } = must(await receive('40.00'));
    const { '1100': held_at_bank } = await balances();
    const { body: banked } = must(
      await sacco.maker.post('/api/v1/sacco/bankings', {
        direction: 'bank_to_till',
        account: '1100',
        amount: held_at_bank,
        reference: 'slip',
        memo: 'float',
        idempotency_key: crypto.randomUUID(),
      }),
    );
    must(await decide(sacco, banked.approval_id));
    const { body: reversal } = must(await reverse(entry.id));
    expect(must(await decide(sacco, reversal.approval_id)).body.entry).toMatchObject({
      status: 'failed',
      error: 'insufficient_bank',
    });
    expect(must(await sacco.maker.get(`${UNALLOCATED}/${entry.receipt_id}`)).body).toMatchObject({
      status: 'unallocated',
      unallocated: '40.00',
    });
  });

  test('in another currency is unallocated in its own', async () => {
    must(
      await sacco.admin.post('/api/v1/accounting/accounts', {
        code: '1101',
        name: 'Umoja Bank, dollars',
        kind: 'bank',
        currency: 'USD',
      }),
    );
    const { body } = must(await receive('5.00', { account: '1101' }));
    expect(must(await sacco.maker.get(`${UNALLOCATED}/${body.receipt_id}`)).body).toMatchObject({
      currency: 'USD',
      unallocated: '5.00',
    });
  });

  test('needs a bank account, its reference and a memo', async () => {
    expectInvalid(await receive('1.00', { reference: undefined }), 'reference');
    expectInvalid(await receive('1.00', { memo: undefined }), 'memo');
    expectError(await receive('1.00', { account: '5100' }), 422, 'UNPROCESSABLE', 'account_refused');
    expectError(await receive('1.00', { account: '9999' }), 404, 'NOT_FOUND', 'account_not_found');
    const other = await createSacco(service);
    expectError(await receive('1.00', {}, other.maker), 404, 'NOT_FOUND', 'account_not_found');
  });
});
