/** Savings products and the accounts of members, over HTTP alone. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  createSacco,
  decide,
  defineProduct,
  fixedAccount,
  moveDays,
  moving,
  must,
  newMember,
  savingsAccount,
  savingsIn,
  savingsPath,
  savingsProduct,
  startService,
  until,
  verifyAll,
  type Reply,
  type Sacco,
  type TestService,
} from '../harness/index.ts';
import { expectError } from './samples.ts';

let service: TestService;
let sacco: Sacco;
let member: string;
/** The id of the member's default account. */
let own: string;

beforeAll(async () => {
  service = await startService({ workers: 'all' });
});
afterAll(() => service.stop());
beforeEach(async () => {
  sacco = await createSacco(service);
  member = await newMember(sacco);
  own = `sav_${member.slice(4)}`;
  return async () => expect(await verifyAll(service.ctx)).toEqual([]);
});

const at = (what: string, of = member): string => `/api/v1/sacco/members/${of}/${what}`;
const post = (what: string, amount: number, more: object = {}): Promise<Reply> =>
  sacco.maker.post(at(what), moving(amount, more));
const deposit = async (amount: number, more: object = {}): Promise<Reply['body']> =>
  must(await post('deposits', amount, more)).body;
const inAccount = (account: string): Promise<number | undefined> => savingsIn(sacco, member, account);

async function approved(reply: Reply): Promise<Reply['body']> {
  expect(reply.status).toBe(202);
  return must(await decide(sacco, reply.body.approval_id)).body.entry;
}

describe('examples', () => {
  test('E1 restricted: withdrawal refused, the loan multiple counts it, exit pays it', async () => {
    const product_id = await savingsProduct(sacco, { kind: 'restricted' });
    const account = await savingsAccount(sacco, member, product_id);
    await deposit(100_000, { savings_account_id: account });
    const out = await post('withdrawals', 1, { savings_account_id: account });
    expectError(out, 422, 'UNPROCESSABLE', 'not_withdrawable');
    for (const reply of [
      await post('savings-transfers', 1, { from_savings_account_id: account, to_savings_account_id: own }),
      await post('shares', 1, { from: 'savings', savings_account_id: account }),
    ])
      expectError(reply, 422, 'UNPROCESSABLE', 'not_withdrawable');

    const lent = await defineProduct(sacco, { savings_multiple_bps: 30_000 });
    const applying = (amount: number) =>
      sacco.maker.post(
        '/api/v1/sacco/loans',
        moving(amount, { member_id: member, product_id: lent, term: 3 }),
      );
    expectError(await applying(300_001), 422, 'UNPROCESSABLE', 'savings_multiple_exceeded');
    const { approval_id } = must(await applying(300_000)).body;
    must(await sacco.maker.post(`/api/v1/approvals/${approval_id}/cancel`));

    expect(must(await sacco.maker.get(at(''))).body).toMatchObject({
      savings_minor: 0,
      savings_total_minor: 100_000,
    });
    const exit = { memo: 'moves away', idempotency_key: crypto.randomUUID() };
    const entry = await approved(await sacco.maker.post(at('exit'), exit));
    expect(entry).toMatchObject({ status: 'posted', amount: '1000.00' });
    expect(must(await sacco.maker.get(at(''))).body).toMatchObject({
      status: 'exited',
      savings_total_minor: 0,
    });
    const { body } = must(await sacco.maker.get(savingsPath(member)));
    expect(body.savings_accounts).toMatchObject([
      { id: own },
      { id: account, status: 'closed', balance: '0.00' },
    ]);
  });

  test('E2 notice of 300.00 for 7 days: running on day 6, paid on day 7', async () => {
    const product_id = await savingsProduct(sacco, { notice_days: 7 });
    const account = await savingsAccount(sacco, member, product_id);
    await deposit(50_000, { savings_account_id: account });
    const notices = savingsPath(member, account, 'notices');
    const notice = must(await sacco.maker.post(notices, { amount: '300.00' }));
    expect(notice.status).toBe(201);
    expect(notice.body).toMatchObject({ status: 'running', remaining: '300.00' });
    await moveDays(service, sacco, 6);
    const early = await post('withdrawals', 30_000, { savings_account_id: account });
    expectError(early, 422, 'UNPROCESSABLE', 'notice_running');
    await moveDays(service, sacco, 1);
    expectError(
      await post('withdrawals', 30_001, { savings_account_id: account }),
      422,
      'UNPROCESSABLE',
      'notice_running',
    );
    const paid = must(await post('withdrawals', 30_000, { savings_account_id: account })).body;
    expect(paid).toMatchObject({ status: 'posted', amount: '300.00', savings_account_id: account });
    expectError(
      await post('withdrawals', 1, { savings_account_id: account }),
      422,
      'UNPROCESSABLE',
      'notice_running',
    );
    const { body } = must(await sacco.maker.get(notices));
    expect(body.notices).toMatchObject([{ status: 'used', remaining: '0.00' }]);
    expect(await inAccount(account)).toBe(20_000);
  });

  describe('E3 fixed 10,000.00 at 1000 bps for 90 days', () => {
    const TERM = { kind: 'fixed', rate_bps: 1_000, term_days: 90 };
    beforeEach(async () => {
      const withholding = [{ kind: 'deposit_interest', bps: 1_500, from: '2020-01-01' }];
      must(await sacco.project.session.put('/api/v1/sacco/settings', { withholding }));
    });

    test('interest 246.58, tax 36.99, 209.59 paid', async () => {
      const account = await fixedAccount(sacco, member, await savingsProduct(sacco, TERM), 1_000_000);
      expect(await inAccount(account)).toBe(1_000_000);
      await moveDays(service, sacco, 90);
      await until('the term has matured', async () => (await savingsIn(sacco, member, own)) === 1_020_959);
      expect(await inAccount(account)).toBeUndefined();
      const { body } = must(await sacco.maker.get('/api/v1/sacco/entries?kind=term_maturity'));
      expect(body.entries).toMatchObject([
        { interest: '246.58', tax: '36.99', savings_account_id: account, to_savings_account_id: own },
      ]);
      const { balances } = must(await sacco.maker.get('/api/v1/sacco/summary')).body;
      expect(balances).toMatchObject({ deposit_interest_minor: 24_658, tax_payable_minor: 3_699 });
      expectError(
        await post('deposits', 1, { savings_account_id: account }),
        422,
        'UNPROCESSABLE',
        'account_inactive',
      );
    });

    test('broken on day 89: 10,000.00', async () => {
      const account = await fixedAccount(sacco, member, await savingsProduct(sacco, TERM), 1_000_000);
      await moveDays(service, sacco, 89);
      const body = { savings_account_id: account };
      expectError(await post('withdrawals', 999_999, body), 422, 'UNPROCESSABLE', 'savings_account_fixed');
      const entry = await approved(await post('withdrawals', 1_000_000, body));
      expect(entry).toMatchObject({ status: 'posted', amount: '10000.00', interest: '0.00' });
      await moveDays(service, sacco, 30);
      const { body: listed } = must(await sacco.maker.get(savingsPath(member)));
      expect(listed.savings_accounts).toMatchObject([
        { balance: '0.00' },
        { status: 'closed', balance: '0.00' },
      ]);
    });
  });

  test('E4 balance 1,000.00, minimum 200.00: 800.00 goes, 800.01 is refused', async () => {
    const product_id = await savingsProduct(sacco, { min_balance: '200.00' });
    const account = await savingsAccount(sacco, member, product_id);
    await deposit(100_000, { savings_account_id: account });
    const out = (amount: number) => post('withdrawals', amount, { savings_account_id: account });
    expectError(await out(80_001), 422, 'UNPROCESSABLE', 'below_minimum');
    expect(must(await out(80_000)).body).toMatchObject({ status: 'posted' });
    expect(await inAccount(account)).toBe(20_000);
  });

  test('E5 fee 20.00 on a withdrawal of 100.00 from 110.00: it fails and nothing moves', async () => {
    const product_id = await savingsProduct(sacco, { withdrawal_fee_minor: 2_000 });
    const account = await savingsAccount(sacco, member, product_id);
    await deposit(11_000, { savings_account_id: account });
    const failed = must(await post('withdrawals', 10_000, { savings_account_id: account })).body;
    expect(failed).toMatchObject({ status: 'failed', error: 'insufficient_savings' });
    expect(await inAccount(account)).toBe(11_000);
    const posted = must(await post('withdrawals', 9_000, { savings_account_id: account })).body;
    expect(posted).toMatchObject({ status: 'posted', amount: '90.00', fee: '20.00' });
    expect(await inAccount(account)).toBe(0);
    const { balances } = must(await sacco.maker.get('/api/v1/sacco/summary')).body;
    expect(balances).toMatchObject({ fee_income_minor: 2_000, cash_on_hand_minor: 2_000 });
  });
});
