/** What was paid of a loan and when, and when it was late, as the API answers it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  appliedLoan,
  createSacco,
  getLoan,
  letDaysPass,
  must,
  newProduct,
  newSaver,
  openLoan,
  repay,
  sharedService,
  verifyAll,
  type Reply,
  type Sacco,
  type TestService,
} from '../harness/index.ts';
import { expectError } from './samples.ts';

let service: TestService;
let sacco: Sacco;
let member: string;
let product_id: string;

beforeAll(async () => {
  service = await sharedService();
  sacco = await createSacco(service);
  member = await newSaver(sacco, 500_000);
  product_id = await newProduct(sacco);
});
afterAll(async () => {
  expect(await verifyAll(service.ctx)).toEqual([]);
  await service.stop();
});

const historyOf = async (id: string): Promise<Reply['body']> =>
  must(await sacco.maker.get(`/api/v1/sacco/loans/${id}/history`)).body;

test('of a loan that is repaid late, then paid off', async () => {
  const id = await openLoan(sacco, { member_id: member, product_id, amount_minor: 30_000, term: 3 });
  const before = await historyOf(id);
  expect(before.installments).toHaveLength(3);
  expect(before.installments[0]).toMatchObject({ no: 1, paid_date: null, payments: [] });
  expect(before.arrears).toEqual([]);

  await letDaysPass(service, sacco, 40);
  const late = await getLoan(sacco, id);
  const { arrears } = await historyOf(id);
  expect(arrears).toMatchObject([{ to: null, days: late.days_past_due, installments: 1 }]);
  expect(late.next_due_date).toBe(late.schedule[0].due_date);

  const { body: repaid } = must(await repay(sacco, id, late.schedule[0].unpaid_minor));
  const after = await historyOf(id);
  const paid_date = after.installments[0].paid_date;
  expect(after.installments[0]).toMatchObject({
    paid_date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    payments: [{ entry_id: repaid.id, date: paid_date, amount_minor: late.schedule[0].unpaid_minor }],
  });
  expect(after.arrears).toMatchObject([{ days: late.days_past_due - 1, installments: 1 }]);
  expect(after.arrears[0].to < paid_date).toBe(true);

  // A repayment that is taken back has paid nothing, and the loan is late again.
  const { approval_id } = must(
    await sacco.maker.post(`/api/v1/sacco/entries/${repaid.id}/reverse`, {
      idempotency_key: crypto.randomUUID(),
      memo: 'keyed for the wrong loan',
    }),
  ).body;
  must(await sacco.checker.post(`/api/v1/approvals/${approval_id}/approve`));
  const reversed = await historyOf(id);
  expect(reversed.installments[0]).toMatchObject({ paid_date: null, payments: [] });
  expect(reversed.arrears).toMatchObject([{ to: null }]);

  const { payoff_minor } = await getLoan(sacco, id);
  must(await repay(sacco, id, payoff_minor));
  const over = await historyOf(id);
  expect(over.installments.map((each: { paid_date: string }) => each.paid_date)).toEqual(
    Array(3).fill(paid_date),
  );
  const sum = over.installments
    .flatMap(({ payments }: { payments: { amount_minor: number }[] }) => payments)
    .reduce((all: number, { amount_minor }: { amount_minor: number }) => all + amount_minor, 0);
  expect(sum).toBe(payoff_minor);
  expect((await getLoan(sacco, id)).next_due_date).toBeNull();
});

test('of an application there is none yet; of another project none is found', async () => {
  const { id } = await appliedLoan(sacco, { member_id: member, product_id, amount_minor: 10_000 });
  expect(await historyOf(id)).toMatchObject({ installments: [], arrears: [] });
  const other = await createSacco(service);
  expectError(await other.maker.get(`/api/v1/sacco/loans/${id}/history`), 404, 'NOT_FOUND');
});

test('lists say when a loan is due next, as its page does', async () => {
  const id = await openLoan(sacco, { member_id: member, product_id, amount_minor: 20_000, term: 2 });
  const { body } = must(await sacco.maker.get(`/api/v1/sacco/loans?member_id=${member}&status=open`));
  const listed = body.loans.find((each: { id: string }) => each.id === id);
  const loan = await getLoan(sacco, id);
  expect(loan.next_due_date).toBe(loan.schedule[0].due_date);
  expect(listed.next_due_date).toBe(loan.next_due_date);
});
