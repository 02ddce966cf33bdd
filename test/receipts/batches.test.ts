/** Many credits in one batch: each as if it had come alone, in the order in which the money came. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { paymentCredits } from '../../domain/movements/index.ts';
import { paybills, postings } from '../../domain/payments/index.ts';
import * as receipts from '../../domain/receipts/index.ts';
import {
  BOOKINGS,
  bookAs,
  createSacco,
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
  sendPaybill,
  startService,
  verifyAll,
  type Sacco,
  type TestService,
} from '../harness/index.ts';

let service: TestService;

// Nobody works on the queues: the drains run here.
beforeAll(async () => {
  service = await startService();
});
afterAll(async () => {
  expect(await verifyAll(service.ctx)).toEqual([]);
  await service.stop();
});

const numberOf = async (sacco: Sacco, member: string): Promise<string> =>
  must(await sacco.maker.get(`/api/v1/sacco/members/${member}`)).body.member_no;

/** Payments by paybill that are booked for the merchant, in this order. @returns their transactions */
async function booked(sacco: Sacco, sent: readonly (readonly [string, string])[]): Promise<string[]> {
  const transactions: string[] = [];
  for (const [account_number, amount] of sent) {
    const { body } = must(await sendPaybill(sacco.project.key, account_number, amount));
    await paybills.confirm(service.ctx, body.id);
    transactions.push(body.transaction_id);
  }
  await postings.postPending(service.ctx);
  return transactions;
}

async function paidFor(sacco: Sacco, metadata: object, amount: number): Promise<string> {
  const { body } = must(await sacco.project.key.post('/api/v1/payments', paymentBody({ amount, metadata })));
  return body.id;
}

const creditsOf = (payment_ids: readonly string[]) =>
  service.ctx.db('sacco_payment_credits').whereIn('payment_id', payment_ids).orderBy('payment_id');

async function partsOf(transaction_id: string): Promise<[string, string][]> {
  const { id } = await receiptOf(service.ctx, transaction_id, 'allocated');
  const rows = await service.ctx
    .db('sacco_entries')
    .where({ receipt_id: id, status: 'posted' })
    .orderBy('id')
    .select('kind', 'amount_minor');
  return rows.map(({ kind, amount_minor }) => [kind, String(amount_minor)]);
}

describe.each(BOOKINGS)('receipts of one batch, %s', (how) => {
  let restore: () => void;
  beforeAll(() => {
    restore = bookAs(how, service.ctx.ledger);
  });
  afterAll(() => restore());

  test('of one member see what the ones before them are for: a loan, then shares, then savings', async () => {
    const sacco = await createSacco(service, {
      paybill_waterfall: ['overdue_loans', 'shares', 'savings'],
    });
    const member = await newSaver(sacco, 1_000_000);
    const product_id = await defineProduct(sacco, { rate_bps: 1_200, method: 'flat' });
    const loan = await openLoan(sacco, { product_id, member_id: member, amount_minor: 30_000, term: 3 });
    await letDaysPass(service, sacco, 35);
    must(await sacco.admin.put('/api/v1/sacco/settings', { min_share_capital_minor: 5_000 }));
    const before = await held(sacco.project.key, member);
    const missing = 5_000 - (before['shares'] as number);
    const member_no = await numberOf(sacco, member);
    // Overdue are 100.00 of principal and 3.00 of interest.
    const transactions = await booked(sacco, [
      [member_no, '60.00'],
      [member_no, '60.00'],
      [member_no, '60.00'],
    ]);
    await receipts.allocateDue(service.ctx);
    expect(await partsOf(transactions[0] as string)).toEqual([['loan_repayment', '6000']]);
    expect(await partsOf(transactions[1] as string)).toEqual([
      ['loan_repayment', '4300'],
      ['share_purchase', '1700'],
    ]);
    expect(await partsOf(transactions[2] as string)).toEqual([
      ['share_purchase', String(missing - 1_700)],
      ['deposit', String(6_000 - missing + 1_700)],
    ]);
    expect(await getLoan(sacco, loan)).toMatchObject({ outstanding_minor: 20_000 });
    expect(await held(sacco.project.key, member)).toEqual({
      savings: (before['savings'] as number) + 6_000 - missing + 1_700,
      shares: 5_000,
    });
  });

  test('of a loan that the first one closes: the second is saved', async () => {
    const sacco = await createSacco(service, { paybill_waterfall: ['overdue_loans', 'current_loans'] });
    const member = await newSaver(sacco, 1_000_000);
    const product_id = await defineProduct(sacco, { rate_bps: 1_200, method: 'flat' });
    const loan = await openLoan(sacco, { product_id, member_id: member, amount_minor: 12_000, term: 3 });
    await letDaysPass(service, sacco, 35);
    const { savings = 0 } = await held(sacco.project.key, member);
    const { payoff_minor } = await getLoan(sacco, loan);
    const member_no = await numberOf(sacco, member);
    const transactions = await booked(sacco, [
      [member_no, '100.00'],
      [loan, '100.00'],
      [member_no, '7.00'],
    ]);
    await receipts.allocateDue(service.ctx);
    await Promise.all(transactions.map((each) => receiptOf(service.ctx, each, 'allocated')));
    expect(await getLoan(sacco, loan)).toMatchObject({ status: 'closed' });
    expect((await held(sacco.project.key, member))['savings']).toBe(savings + 20_700 - payoff_minor);
  });

  test('of several cooperatives, known and unknown, are each where they belong', async () => {
    const [one, other] = [await createSacco(service), await createSacco(service)];
    const [member, namesake] = [await newMember(one), await newMember(other)];
    const member_no = await numberOf(one, member);
    expect(await numberOf(other, namesake)).toBe(member_no);
    const [first, unknown] = await booked(one, [
      [member_no.toLowerCase(), '10.00'],
      ['NOBODY', '20.00'],
    ]);
    const [second] = await booked(other, [[member_no, '30.00']]);
    await receipts.allocateDue(service.ctx);
    await receiptOf(service.ctx, first as string, 'allocated');
    await receiptOf(service.ctx, second as string, 'allocated');
    expect(await receiptOf(service.ctx, unknown as string, 'unallocated')).toMatchObject({
      reason: 'account_number_unknown',
    });
    expect(await held(one.project.key, member)).toEqual({ savings: 1_000, shares: 0 });
    expect(await held(other.project.key, namesake)).toEqual({ savings: 3_000, shares: 0 });
  });

  test('that several drains work on at once are each allocated once', async () => {
    const sacco = await createSacco(service, {
      paybill_waterfall: ['shares', 'savings'],
      min_share_capital_minor: 2_500,
    });
    const members = await Promise.all(Array.from({ length: 3 }, () => newMember(sacco)));
    const numbers = await Promise.all(members.map((member) => numberOf(sacco, member)));
    const transactions = await booked(
      sacco,
      Array.from({ length: 12 }, (_x, i) => [numbers[i % 3] as string, '10.00'] as const),
    );
    await Promise.all(Array.from({ length: 4 }, () => receipts.allocateDue(service.ctx)));
    await receipts.allocateDue(service.ctx);
    await Promise.all(transactions.map((each) => receiptOf(service.ctx, each, 'allocated')));
    for (const member of members)
      expect(await held(sacco.project.key, member)).toEqual({ savings: 1_500, shares: 2_500 });
  });
});

describe.each(BOOKINGS)('payments for members in one batch, %s', (how) => {
  let restore: () => void;
  beforeAll(() => {
    restore = bookAs(how, service.ctx.ledger);
  });
  afterAll(() => restore());

  test('are credited, except those that nobody may get', async () => {
    const sacco = await createSacco(service);
    const [member, leaving] = [await newMember(sacco), await newMember(sacco)];
    const ids = [
      await paidFor(sacco, { sacco_member_id: member }, 10),
      await paidFor(sacco, { sacco_member_id: leaving }, 20),
      await paidFor(sacco, { sacco_member_id: member, sacco_purpose: 'shares' }, 30),
    ];
    must(
      await sacco.maker.post(`/api/v1/sacco/members/${leaving}/exit`, {
        memo: 'moves',
        idempotency_key: crypto.randomUUID(),
      }),
    );
    await postings.postPending(service.ctx);
    await Promise.all(Array.from({ length: 3 }, () => paymentCredits.applyDue(service.ctx)));
    const credits = new Map((await creditsOf(ids)).map(({ payment_id, status }) => [payment_id, status]));
    expect(ids.map((id) => credits.get(id))).toEqual(['credited', 'failed', 'credited']);
    expect(await held(sacco.project.key, member)).toEqual({ savings: 1_000, shares: 3_000 });
    expect(await held(sacco.project.key, leaving)).toEqual({ savings: 0, shares: 0 });
  });

  test('repay one loan one after the other; what is above the payoff is saved', async () => {
    const sacco = await createSacco(service);
    const member = await newSaver(sacco, 1_000_000);
    const product_id = await defineProduct(sacco, { rate_bps: 1_200, method: 'flat' });
    const loan = await openLoan(sacco, { product_id, member_id: member, amount_minor: 12_000, term: 3 });
    await letDaysPass(service, sacco, 35);
    const { savings = 0 } = await held(sacco.project.key, member);
    const about = { sacco_member_id: member, sacco_purpose: 'loan_repayment', sacco_loan_id: loan };
    const ids = [
      await paidFor(sacco, about, 50),
      await paidFor(sacco, about, 50),
      await paidFor(sacco, about, 50),
    ];
    await postings.postPending(service.ctx);
    const { payoff_minor } = await getLoan(sacco, loan);
    await paymentCredits.applyDue(service.ctx);
    expect((await creditsOf(ids)).map(({ status }) => status)).toEqual(ids.map(() => 'credited'));
    expect(await getLoan(sacco, loan)).toMatchObject({ status: 'closed' });
    expect((await held(sacco.project.key, member))['savings']).toBe(savings + 15_000 - payoff_minor);
  });

  test('that the balance does not cover all: those that it covers are credited, the rest later', async () => {
    const sacco = await createSacco(service);
    const { key } = sacco.project;
    const member = await newMember(sacco);
    const ids = [
      await paidFor(sacco, { sacco_member_id: member }, 10),
      await paidFor(sacco, { sacco_member_id: member }, 20),
    ];
    await postings.postPending(service.ctx);
    const open = async (kind: string) =>
      must(await key.post('/api/v1/ledger/accounts', { kind, currency: 'KES' })).body;
    const [available, adjustments] = [await open('merchant_available'), await open('adjustments')];
    must(
      await key.post('/api/v1/ledger/transfers', {
        debit_account_id: available.id,
        credit_account_id: adjustments.id,
        amount_minor: 1_500,
        idempotency_key: crypto.randomUUID(),
      }),
    );
    await paymentCredits.applyDue(service.ctx);
    const waiting = (await creditsOf(ids)).filter(({ status }) => status === 'pending');
    expect(waiting).toMatchObject([{ attempts: 1 }]);
    // Nothing more is tried until it is due again, nor then while the balance does not cover it.
    await paymentCredits.applyDue(service.ctx);
    await service.ctx
      .db('sacco_payment_credits')
      .whereIn('payment_id', ids)
      .where({ status: 'pending' })
      .update({ due_at: new Date(0) });
    await paymentCredits.applyDue(service.ctx);
    expect((await creditsOf(ids)).filter(({ status }) => status === 'pending')).toMatchObject([
      { attempts: 2 },
    ]);
    must(await key.post('/api/v1/payments', paymentBody({ amount: 15 })));
    await postings.postPending(service.ctx);
    await service.ctx
      .db('sacco_payment_credits')
      .whereIn('payment_id', ids)
      .where({ status: 'pending' })
      .update({ due_at: new Date(0) });
    await paymentCredits.applyDue(service.ctx);
    expect((await creditsOf(ids)).map(({ status }) => status)).toEqual(['credited', 'credited']);
    expect(await held(key, member)).toEqual({ savings: 3_000, shares: 0 });
  });
});

test('a row that nobody can work on is put off, and holds up none of its batch', async () => {
  const sacco = await createSacco(service);
  const member = await newMember(sacco);
  const ids = [
    await paidFor(sacco, { sacco_member_id: member }, 1),
    await paidFor(sacco, { sacco_member_id: member }, 2),
    await paidFor(sacco, { sacco_member_id: member }, 3),
  ];
  await postings.postPending(service.ctx);
  const { movements } = service.ctx;
  const of = movements.of.bind(movements);
  const error = vi.spyOn(service.ctx.log, 'error');
  const broken = vi.spyOn(movements, 'of').mockImplementation((movement) => {
    if ('payment_id' in movement && movement['payment_id'] === ids[1]) throw new Error('a defect');
    return of(movement);
  });
  await paymentCredits.applyDue(service.ctx);
  broken.mockRestore();
  const statuses = new Map((await creditsOf(ids)).map(({ payment_id, status }) => [payment_id, status]));
  expect(ids.map((id) => statuses.get(id))).toEqual(['credited', 'pending', 'credited']);
  expect(error).toHaveBeenCalledWith(
    expect.objectContaining({ payment_id: ids[1] }),
    'a payment cannot be credited',
  );
  error.mockRestore();
  const [put_off] = await creditsOf([ids[1] as string]);
  expect(put_off.due_at.getTime()).toBeGreaterThan(Date.now());
  // As a clock that was ahead would have put it off.
  const far = new Date(Date.now() + 2 * 3_600_000);
  await service.ctx.db('sacco_payment_credits').where({ payment_id: ids[1] }).update({ due_at: far });
  await paymentCredits.sweep(service.ctx);
  expect(await creditsOf([ids[1] as string])).toMatchObject([{ status: 'credited' }]);
  expect(await held(sacco.project.key, member)).toEqual({ savings: 600, shares: 0 });
});

test('workers that close take no more', async () => {
  const sacco = await createSacco(service);
  const member = await newMember(sacco);
  const [transaction] = await booked(sacco, [[await numberOf(sacco, member), '5.00']]);
  const closing = AbortSignal.abort();
  expect(await receipts.allocateDue({ ...service.ctx, closing })).toBe(0);
  await receiptOf(service.ctx, transaction as string, 'pending');
  await receipts.allocateDue(service.ctx);
  await receiptOf(service.ctx, transaction as string, 'allocated');
});
