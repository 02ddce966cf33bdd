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
  lockWaiters,
  until,
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
  await setTestClock(sacco.project, '2034-12-31T09:00:00Z');
  member = await newMember(sacco);
  product_id = await savingsProduct(sacco, { name: 'School fees' });
  account = await savingsAccount(sacco, member, product_id);
  own = [...(await savingsOf(sacco, member)).keys()].find((id) => id !== account) as string;
  must(await sacco.maker.post(`/api/v1/sacco/members/${member}/deposits`, moving(1_000_000)));
  // From the default account to the other one, on the first day of the second half of January.
  await setTestClock(sacco.project, '2035-01-16T09:00:00Z');
  const accounts = { from_savings_account_id: own, to_savings_account_id: account };
  must(
    await sacco.maker.post(`/api/v1/sacco/members/${member}/savings-transfers`, moving(400_000, accounts)),
  );
  await setTestClock(sacco.project, '2035-02-01T09:00:00Z');
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
    period_end: '2035-01-20',
    credit_to: 'default_account',
  });
  await payInterest(service.ctx, to_default);
  expect((await read(to_default)).lines).toMatchObject([{ gross: '3.29', status: 'paid' }]);
  expect(await savingsIn(sacco, member, account)).toBe(400_000);
  expect(await savingsIn(sacco, member, own)).toBe(604_373);
  const period = { period_start: '2035-01-21', period_end: '2035-01-31' };
  const to_same = await approvedInterest(sacco, { product_id, ...period });
  await payInterest(service.ctx, to_same);
  expect(await savingsIn(sacco, member, account)).toBe(400_723);
});

/** A member with 1,000.00 in an account of the product. */
async function saver(): Promise<{ id: string; account: string; close: () => Promise<void> }> {
  const id = await newMember(sacco);
  const savings_account_id = await savingsAccount(sacco, id, product_id);
  const all = (): object => moving(100_000, { savings_account_id });
  must(await sacco.maker.post(`/api/v1/sacco/members/${id}/deposits`, all()));
  const close = async (): Promise<void> => {
    must(await sacco.maker.post(`/api/v1/sacco/members/${id}/withdrawals`, all()));
    must(await sacco.maker.post(savingsPath(id, savings_account_id, 'close')));
  };
  return { id, account: savings_account_id, close };
}

/** What was paid to a member, by the entries of the member. */
async function paidTo(id: string): Promise<Reply['body'][]> {
  return must(await sacco.maker.get(`/api/v1/sacco/members/${id}/entries?kind=savings_interest`)).body
    .entries;
}

const of_default = (id: string): string => id.replace('mem_', 'sav_');

test('what an account earned that was closed before, or after, the declaration is paid into the default one', async () => {
  await setTestClock(sacco.project, '2035-03-01T09:00:00Z');
  const [before, after] = [await saver(), await saver()];
  await setTestClock(sacco.project, '2035-03-11T09:00:00Z');
  await before.close();
  await setTestClock(sacco.project, '2035-04-01T09:00:00Z');
  const march = { product_id, period_start: '2035-03-01', period_end: '2035-03-31' };
  const { id: run_id, approval_id } = await declaredInterest(sacco, march);
  await after.close();
  const { effect } = must(await sacco.checker.get(`/api/v1/approvals/${approval_id}`)).body;
  expect(effect.accounts[0]).toMatchObject({ kind: 'deposit_interest' });
  const effect_minor = effect.accounts[0].balance_after_minor - effect.accounts[0].balance_before_minor;
  expect(effect_minor).toBe((await read(run_id)).total_minor);
  must(await decide(sacco, approval_id));
  await payInterest(service.ctx, run_id);
  const run = await read(run_id);
  expect(run.status).toBe('paid');
  for (const [{ id, account }, gross] of [
    [before, '1.64'],
    [after, '5.10'],
  ] as const) {
    const line = run.lines.find(({ savings_account_id }: Reply['body']) => savings_account_id === account);
    expect(line).toMatchObject({ gross, status: 'paid' });
    expect(await paidTo(id)).toMatchObject([{ amount: gross, savings_account_id: of_default(id) }]);
  }
});

test('an account that is closed while it is paid gets nothing any more: the default one does', async () => {
  const { db } = service.ctx;
  await setTestClock(sacco.project, '2035-05-01T09:00:00Z');
  const { id, account, close } = await saver();
  await setTestClock(sacco.project, '2035-06-01T09:00:00Z');
  const may = { product_id, period_start: '2035-05-01', period_end: '2035-05-31' };
  const run_id = await approvedInterest(sacco, may);
  await close();
  await db('sacco_savings_accounts').where({ id: account }).update({ status: 'active', closed_at: null });
  // As another process closes it: under the lock of its member.
  const closing = await db.transaction();
  await closing('sacco_members').where({ id }).forUpdate().select('id');
  const paying = payInterest(service.ctx, run_id);
  await until('the payout waits', async () => (await lockWaiters(db, 'sacco_savings_interest_lines')) > 0);
  await closing('sacco_savings_accounts')
    .where({ id: account })
    .update({ status: 'closed', closed_at: db.fn.now() });
  await closing.commit();
  await paying;
  expect(await paidTo(id)).toMatchObject([{ amount: '5.10', savings_account_id: of_default(id) }]);
});

test('another default product does not earn for days that the one before has earned for', async () => {
  const other = await createSacco(service);
  await setTestClock(other.project, '2035-01-01T09:00:00Z');
  const id = await newMember(other);
  must(await other.maker.post(`/api/v1/sacco/members/${id}/deposits`, moving(1_000_000)));
  await setTestClock(other.project, '2035-02-10T09:00:00Z');
  const january = await declaredInterest(other, { label: 'January' });
  const next = await savingsProduct(other, { name: 'Next' });
  must(await other.admin.put('/api/v1/sacco/settings', { savings_product_id: next }));
  const again = (more: object): Promise<Reply> =>
    other.maker.post('/api/v1/sacco/savings-interest', {
      label: 'again',
      period_start: '2035-01-31',
      period_end: '2035-02-05',
      rate_bps: 600,
      basis: 'daily_balance',
      idempotency_key: crypto.randomUUID(),
      ...more,
    });
  expectError(await again({}), 409, 'CONFLICT', 'period_already_paid');
  must(await decide(other, january.approval_id, 'reject', { note: 'by the next one' }));
  expect(must(await again({})).body.lines).toMatchObject([{ member_id: id, gross: '9.86' }]);
});

test('a fixed product earns at maturity alone, and products of others are not found', async () => {
  const fixed = await savingsProduct(sacco, { kind: 'fixed', rate_bps: 1_000, term_days: 90 });
  const ask = (more: object): Promise<Reply> =>
    sacco.maker.post('/api/v1/sacco/savings-interest', {
      label: crypto.randomUUID(),
      period_start: '2035-01-01',
      period_end: '2035-01-31',
      rate_bps: 600,
      basis: 'daily_balance',
      idempotency_key: crypto.randomUUID(),
      ...more,
    });
  expectInvalid(await ask({ product_id: fixed }), 'product_id');
  const stranger = await createSacco(service);
  expectError(await ask({ product_id: await savingsProduct(stranger) }), 404, 'NOT_FOUND');
});
