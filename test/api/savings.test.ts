/** Savings products and the accounts of members, over HTTP alone. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  createSacco,
  decide,
  defineProduct,
  fixedAccount,
  moveDays,
  moveToTenth,
  moving,
  must,
  newMember,
  savingsAccount,
  savingsIn,
  savingsOf,
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
      await until('the account is closed', async () => (await inAccount(account)) === undefined);
      expect(await inAccount(own)).toBe(1_020_959);
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

describe('products', () => {
  test('are defined, listed and retired, and never changed', async () => {
    const owner = sacco.project.session;
    const products = '/api/v1/sacco/savings-products';
    const listed = must(await owner.get(products)).body.savings_products;
    expect(listed).toMatchObject([{ name: 'regular', kind: 'regular', counts_for_multiple: true }]);
    const settings = must(await owner.get('/api/v1/sacco/settings')).body;
    expect(settings.savings_product_id).toBe(listed[0].id);
    expectError(await owner.post(`${products}/${listed[0].id}/retire`), 409, 'CONFLICT', 'product_in_use');

    const id = await savingsProduct(sacco, { kind: 'restricted' });
    await savingsAccount(sacco, member, id);
    const again = await sacco.maker.post(savingsPath(member), { product_id: id });
    expectError(again, 409, 'CONFLICT', 'savings_account_exists');
    must(await owner.post(`${products}/${id}/retire`));
    const late = await sacco.maker.post(savingsPath(await newMember(sacco)), { product_id: id });
    expectError(late, 422, 'UNPROCESSABLE', 'product_retired');
    expectError(
      await owner.put('/api/v1/sacco/settings', { savings_product_id: id }),
      422,
      'UNPROCESSABLE',
      'product_retired',
    );
    for (const body of [
      { kind: 'fixed' },
      { kind: 'regular', term_days: 10 },
      { kind: 'restricted', withdrawal_fee: '1.00' },
      { kind: 'regular', early_fee_bps: 10 },
    ])
      expectError(await owner.post(products, { name: 'x', ...body }), 400, 'VALIDATION_ERROR');
    expectError(await sacco.maker.post(products, { name: 'x', kind: 'regular' }), 403, 'FORBIDDEN');
  });

  test('the default one has its rules, too', async () => {
    const id = await savingsProduct(sacco, { min_balance: '50.00', withdrawal_fee: '2.00' });
    must(await sacco.project.session.put('/api/v1/sacco/settings', { savings_product_id: id }));
    await deposit(10_000);
    expectError(await post('withdrawals', 4_801), 422, 'UNPROCESSABLE', 'below_minimum');
    expect(must(await post('withdrawals', 4_800)).body).toMatchObject({ status: 'posted', fee: '2.00' });
    expect(await inAccount(own)).toBe(5_000);
  });
});

describe('accounts', () => {
  test('move money between each other, which can be reversed', async () => {
    const account = await savingsAccount(sacco, member, await savingsProduct(sacco));
    await deposit(10_000);
    const between = { from_savings_account_id: own, to_savings_account_id: account };
    const entry = must(await post('savings-transfers', 3_000, between)).body;
    expect(entry).toMatchObject({
      status: 'posted',
      savings_account_id: own,
      to_savings_account_id: account,
    });
    expect([await inAccount(own), await inAccount(account)]).toEqual([7_000, 3_000]);
    const short = must(await post('savings-transfers', 7_001, between)).body;
    expect(short).toMatchObject({ status: 'failed', error: 'insufficient_savings' });
    const body = { memo: 'wrong goal', idempotency_key: crypto.randomUUID() };
    await approved(await sacco.maker.post(`/api/v1/sacco/entries/${entry.id}/reverse`, body));
    expect([await inAccount(own), await inAccount(account)]).toEqual([10_000, 0]);

    const today = entry.posted_at.slice(0, 10);
    const read = async (query = '') =>
      must(await sacco.maker.get(at(`statement?from=${today}&to=${today}${query}`))).body.accounts;
    expect(await read()).toMatchObject([
      { kind: 'member_savings', savings_account_id: own, closing_balance: '100.00' },
      { kind: 'member_shares' },
      {
        kind: 'member_savings',
        savings_account_id: account,
        movements: [{ amount: '30.00' }, { amount: '-30.00' }],
        closing_balance: '0.00',
      },
    ]);
    expect(await read(`&savings_account_id=${account}`)).toMatchObject([{ savings_account_id: account }]);
  });

  test('of others are not found; closed ones take no money', async () => {
    const other = await newMember(sacco);
    const account = await savingsAccount(sacco, other, await savingsProduct(sacco));
    expectError(await post('deposits', 100, { savings_account_id: account }), 404, 'NOT_FOUND');
    must(await sacco.maker.post(at('deposits', other), moving(100, { savings_account_id: account })));
    const close = savingsPath(other, account, 'close');
    expectError(await sacco.maker.post(close), 409, 'CONFLICT', 'account_not_empty');
    must(await sacco.maker.post(at('withdrawals', other), moving(100, { savings_account_id: account })));
    expect(must(await sacco.maker.post(close)).body).toMatchObject({ status: 'closed' });
    must(await sacco.maker.post(close));
    const late = await sacco.maker.post(at('deposits', other), moving(1, { savings_account_id: account }));
    expectError(late, 422, 'UNPROCESSABLE', 'account_inactive');
    expectError(
      await sacco.maker.post(savingsPath(other, `sav_${other.slice(4)}`, 'close')),
      409,
      'CONFLICT',
      'savings_account_in_use',
    );
  });

  test('are opened once under one key, and with at least the minimum', async () => {
    const product_id = await savingsProduct(sacco, { min_opening: '10.00' });
    const body = { product_id, idempotency_key: 'open-1' };
    const [first, second] = [
      must(await sacco.maker.post(savingsPath(member), body)),
      must(await sacco.maker.post(savingsPath(member), body)),
    ];
    expect([first.status, second.status]).toEqual([201, 200]);
    expect(second.body).toEqual({ ...first.body, replayed: true });
    const savings_account_id = first.body.id;
    expectError(await post('deposits', 999, { savings_account_id }), 422, 'UNPROCESSABLE', 'below_minimum');
    await deposit(1_000, { savings_account_id });
    await deposit(1, { savings_account_id });
    expect(await inAccount(savings_account_id)).toBe(1_001);
  });

  test('carry pledges and repay loans', async () => {
    const product_id = await savingsProduct(sacco, { kind: 'restricted' });
    const account = await savingsAccount(sacco, member, product_id);
    await deposit(50_000, { savings_account_id: account });
    const borrower = await newMember(sacco);
    const lent = await defineProduct(sacco, { min_guarantors: 1, guarantee_coverage_bps: 10_000 });
    const goal = await savingsAccount(sacco, borrower, await savingsProduct(sacco));
    const applying = (amount: number) => ({
      member_id: borrower,
      product_id: lent,
      term: 1,
      savings_account_id: goal,
      guarantors: [{ member_id: member, amount_minor: amount }],
    });
    const to_phone = { ...applying(100), disburse_to: 'mobile', provider: 'mpesa' };
    expectError(
      await sacco.maker.post('/api/v1/sacco/loans', moving(100, to_phone)),
      400,
      'VALIDATION_ERROR',
    );
    for (const not_own of [
      account,
      await fixedAccount(sacco, member, await savingsProduct(sacco, { kind: 'fixed', term_days: 9 }), 100),
    ]) {
      const into = { ...applying(100), savings_account_id: not_own };
      expectError(await sacco.maker.post('/api/v1/sacco/loans', moving(100, into)), 404, 'NOT_FOUND');
    }
    const more = await sacco.maker.post('/api/v1/sacco/loans', moving(50_001, applying(50_001)));
    expectError(more, 422, 'UNPROCESSABLE', 'guarantee_unavailable');
    const applied = must(
      await sacco.maker.post('/api/v1/sacco/loans', moving(40_000, applying(40_000))),
    ).body;
    expect(applied).toMatchObject({ disburse_to: 'savings', savings_account_id: goal });
    const { loan } = must(await decide(sacco, applied.approval_id)).body;
    expect(loan.savings_account_id).toBe(goal);
    const { loans } = must(await sacco.maker.get(`/api/v1/sacco/loans?member_id=${borrower}`)).body;
    expect(loans).toMatchObject([{ id: loan.id, savings_account_id: goal }]);
    const { body } = must(await sacco.maker.get(savingsPath(member, account)));
    expect(body).toMatchObject({ balance: '500.00', available: '100.00' });

    expect(await savingsIn(sacco, borrower, goal)).toBe(40_000);
    const repaying = moving(40_000, { from: 'savings', savings_account_id: goal });
    must(await sacco.maker.post(`/api/v1/sacco/loans/${loan.id}/repayments`, repaying));
    expect(must(await sacco.maker.get(savingsPath(member, account))).body.available).toBe('500.00');
  });
});

describe('notices', () => {
  test('without a ripe one the early fee is taken, where there is one', async () => {
    const product_id = await savingsProduct(sacco, {
      notice_days: 30,
      early_fee_bps: 100,
      withdrawal_fee: '1.00',
    });
    const account = await savingsAccount(sacco, member, product_id);
    await deposit(50_000, { savings_account_id: account });
    const early = must(await post('withdrawals', 10_000, { savings_account_id: account })).body;
    expect(early).toMatchObject({ status: 'posted', fee: '2.00' });
    const notices = savingsPath(member, account, 'notices');
    const body = { amount: '100.00', idempotency_key: 'notice-1' };
    must(await sacco.maker.post(notices, body));
    expect((await sacco.maker.post(notices, body)).body).toMatchObject({ replayed: true });
    const too_much = await sacco.maker.post(notices, { amount_minor: 29_801 });
    expectError(too_much, 409, 'CONFLICT', 'insufficient_savings');
    await moveDays(service, sacco, 30);
    const ripe = must(await post('withdrawals', 4_000, { savings_account_id: account })).body;
    expect(ripe).toMatchObject({ status: 'posted', fee: '1.00' });
    expect(must(await sacco.maker.get(notices)).body.notices).toMatchObject([
      { status: 'ripe', amount: '100.00', remaining: '60.00' },
    ]);
    const none = await sacco.maker.post(savingsPath(member, own, 'notices'), { amount: '1.00' });
    expectError(none, 422, 'UNPROCESSABLE', 'notice_not_needed');
  });

  test('are used once by movements at the same time', async () => {
    const account = await savingsAccount(sacco, member, await savingsProduct(sacco, { notice_days: 1 }));
    await deposit(50_000, { savings_account_id: account });
    must(await sacco.maker.post(savingsPath(member, account, 'notices'), { amount: '100.00' }));
    await moveDays(service, sacco, 1);
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => post('withdrawals', 6_000, { savings_account_id: account })),
    );
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(await inAccount(account)).toBe(44_000);
  });
});

describe('fixed accounts', () => {
  const fixed = (more: object): Promise<string> =>
    savingsProduct(sacco, { kind: 'fixed', rate_bps: 1_000, term_days: 30, ...more });

  test('are renewed from the day on which they matured, also when the job is late', async () => {
    const renewed = await fixed({ at_maturity: 'renew_all' });
    const principal = await fixed({ at_maturity: 'renew_principal' });
    const all = await fixedAccount(sacco, member, renewed, 1_000_000);
    const only = await fixedAccount(sacco, member, principal, 1_000_000);
    const started = (await savingsOf(sacco, member)).get(all)?.['term'].starts_on;
    // Two terms are over, and the third has run for five days.
    await moveDays(service, sacco, 65);
    await until('both were renewed twice', async () => {
      const accounts = await savingsOf(sacco, member);
      return [all, only].every((id) => accounts.get(id)?.['term'].no === 3);
    });
    const accounts = await savingsOf(sacco, member);
    const day = 86_400_000;
    const third = new Date(Date.parse(started) + 60 * day).toISOString().slice(0, 10);
    // 8,219.18 of a million cents, then 8,286.73 of what that makes.
    expect(accounts.get(all)).toMatchObject({ balance_minor: 1_016_506, term: { starts_on: third } });
    expect(accounts.get(only)).toMatchObject({ balance_minor: 1_000_000, term: { starts_on: third } });
    expect(await inAccount(own)).toBe(16_438);
  });

  test('take nothing in, and are opened from savings or not at all', async () => {
    const product_id = await fixed({ min_opening: '100.00' });
    const opening = (amount: number) =>
      sacco.maker.post(savingsPath(member), moving(amount, { product_id, from: 'savings' }));
    expectError(await opening(9_999), 422, 'UNPROCESSABLE', 'below_minimum');
    expectError(await opening(10_000), 409, 'CONFLICT', 'insufficient_savings');
    await deposit(10_000);
    const account = must(await opening(10_000)).body;
    expect(account).toMatchObject({ kind: 'fixed', balance: '100.00', replayed: false });
    const id = { savings_account_id: account.id };
    expectError(await post('deposits', 1, id), 422, 'UNPROCESSABLE', 'savings_account_fixed');
    const incomplete = await sacco.maker.post(savingsPath(member), { product_id });
    expectError(incomplete, 400, 'VALIDATION_ERROR');

    const body = moving(10_000, { from_savings_account_id: account.id, to_savings_account_id: own });
    const entry = await approved(await sacco.maker.post(at('savings-transfers'), body));
    expect(entry).toMatchObject({ kind: 'term_withdrawal', status: 'posted' });
    expect(await inAccount(own)).toBe(10_000);
  });

  test('a withdrawal that waits while the term ends fails', async () => {
    const account = await fixedAccount(sacco, member, await fixed({}), 10_000);
    const asked = await post('withdrawals', 10_000, { savings_account_id: account });
    await moveDays(service, sacco, 30);
    await until('the term has matured', async () => (await inAccount(account)) === undefined);
    expect(await approved(asked)).toMatchObject({ status: 'failed', error: 'account_inactive' });
    expect(await inAccount(own)).toBe(10_082);
  });
});

describe('monthly fees', () => {
  test('are charged once the month is over, and skipped where an account cannot pay', async () => {
    await moveToTenth(sacco.project);
    const product_id = await savingsProduct(sacco, { monthly_fee: '5.00' });
    const [rich, poor] = [
      await savingsAccount(sacco, member, product_id),
      await savingsAccount(sacco, member, product_id),
    ];
    await deposit(10_000, { savings_account_id: rich });
    await deposit(499, { savings_account_id: poor });
    await moveDays(service, sacco, 31);
    // Entries of a batch are stored once the ledger has booked them.
    const { memo: month } = await until('the fee is charged', async () => {
      const { entries } = must(await sacco.maker.get('/api/v1/sacco/entries?kind=savings_fee')).body;
      return entries[0];
    });
    expect([await inAccount(rich), await inAccount(poor)]).toEqual([9_500, 499]);
    const report = `/api/v1/sacco/reports/fees?month=${month}`;
    const fees = { charged: 1, charged_total: '5.00', skipped: 1, skipped_total: '5.00', pending: 0 };
    await until('both lines have ended', async () => must(await sacco.maker.get(report)).body.pending === 0);
    expect(must(await sacco.maker.get(report)).body).toMatchObject({
      ...fees,
      products: [{ product_id, ...fees }],
    });
  });
});
