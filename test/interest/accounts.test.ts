/** Interest on the accounts of a product besides the default one: what counts, where it is paid, and accounts that are closed. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { payInterest } from '../../domain/interest/index.ts';
import {
  approvedInterest,
  createSacco,
  decide,
  declaredInterest,
  moving,
  must,
  newMember,
  savingsAccount,
  savingsIn,
  savingsOf,
  savingsPath,
  savingsProduct,
  setTestClock,
  sharedService,
  verifyAll,
  type Reply,
  type Sacco,
  type TestService,
} from '../harness/index.ts';
import { expectError, expectInvalid } from '../api/samples.ts';

let service: TestService;
let sacco: Sacco;
let member: string;
let product_id: string;
let account: string;
let own: string;

beforeAll(async () => {
  service = await sharedService();
  sacco = await createSacco(service);
  await setTestClock(sacco.project, '2026-12-31T09:00:00Z');
  member = await newMember(sacco);
  product_id = await savingsProduct(sacco, { name: 'School fees' });
  account = await savingsAccount(sacco, member, product_id);
  own = [...(await savingsOf(sacco, member)).keys()].find((id) => id !== account) as string;
  must(await sacco.maker.post(`/api/v1/sacco/members/${member}/deposits`, moving(1_000_000)));
  // From the default account to the other one, on the first day of the second half of January.
  await setTestClock(sacco.project, '2027-01-16T09:00:00Z');
  const accounts = { from_savings_account_id: own, to_savings_account_id: account };
  must(
    await sacco.maker.post(`/api/v1/sacco/members/${member}/savings-transfers`, moving(400_000, accounts)),
  );
  await setTestClock(sacco.project, '2027-02-01T09:00:00Z');
});
afterAll(async () => {
  expect(await verifyAll(service.ctx)).toEqual([]);
  await service.stop();
});

const read = async (id: string): Promise<Reply['body']> =>
  must(await sacco.maker.get(`/api/v1/sacco/savings-interest/${id}`)).body;

test('a transfer between two accounts of a member counts on both, each by its product', async () => {
  const by_default = await read(await approvedInterest(sacco, { label: 'default' }));
  // 15 days of 10,000.00 and 16 of 6,000.00.
  expect(by_default.lines).toMatchObject([
    { member_id: member, savings_account_id: own, balances: '246000.00', gross: '40.44' },
  ]);
  const of_product = await read((await declaredInterest(sacco, { product_id, label: 'school' })).id);
  expect(of_product.lines).toMatchObject([
    { member_id: member, savings_account_id: account, balances: '64000.00', gross: '10.52' },
  ]);
  must(await decide(sacco, of_product.approval_id, 'reject', { note: 'paid below' }));
  await payInterest(service.ctx, by_default.id);
  expect(await savingsIn(sacco, member, own)).toBe(604_044);
});

test('it is paid into the account that earned it, or the default one', async () => {
  const to_default = await approvedInterest(sacco, {
    product_id,
    period_end: '2027-01-20',
    credit_to: 'default_account',
  });
  await payInterest(service.ctx, to_default);
  expect((await read(to_default)).lines).toMatchObject([{ gross: '3.29', status: 'paid' }]);
  expect(await savingsIn(sacco, member, account)).toBe(400_000);
  expect(await savingsIn(sacco, member, own)).toBe(604_373);
  const period = { period_start: '2027-01-21', period_end: '2027-01-31' };
  const to_same = await approvedInterest(sacco, { product_id, ...period });
  await payInterest(service.ctx, to_same);
  expect(await savingsIn(sacco, member, account)).toBe(400_723);
});

test('an account that was closed since is not paid', async () => {
  const other = await newMember(sacco);
  const closing = await savingsAccount(sacco, other, product_id);
  const deposit = moving(100_000, { savings_account_id: closing });
  must(await sacco.maker.post(`/api/v1/sacco/members/${other}/deposits`, deposit));
  await setTestClock(sacco.project, '2027-03-01T09:00:00Z');
  const february = { product_id, period_start: '2027-02-01', period_end: '2027-02-28' };
  const id = await approvedInterest(sacco, february);
  const withdrawal = moving(100_000, { savings_account_id: closing });
  must(await sacco.maker.post(`/api/v1/sacco/members/${other}/withdrawals`, withdrawal));
  must(await sacco.maker.post(savingsPath(other, closing, 'close')));
  await payInterest(service.ctx, id);
  const run = await read(id);
  expect(run.status).toBe('paid_with_exceptions');
  const line = run.lines.find(({ savings_account_id }: Reply['body']) => savings_account_id === closing);
  expect(line).toMatchObject({ status: 'failed', error: 'account_inactive' });
});

test('a fixed product earns at maturity alone, and products of others are not found', async () => {
  const fixed = await savingsProduct(sacco, { kind: 'fixed', rate_bps: 1_000, term_days: 90 });
  const ask = (more: object): Promise<Reply> =>
    sacco.maker.post('/api/v1/sacco/savings-interest', {
      label: crypto.randomUUID(),
      period_start: '2027-01-01',
      period_end: '2027-01-31',
      rate_bps: 600,
      basis: 'daily_balance',
      idempotency_key: crypto.randomUUID(),
      ...more,
    });
  expectInvalid(await ask({ product_id: fixed }), 'product_id');
  const stranger = await createSacco(service);
  expectError(await ask({ product_id: await savingsProduct(stranger) }), 404, 'NOT_FOUND');
});
