/** What the rules of savings products hold against, in the cases that are easily missed. Over HTTP alone. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { chargeSavingsFees, matureTerms } from '../../domain/savings/index.ts';
import {
  createSacco,
  decide,
  defineProduct,
  fixedAccount,
  held,
  moveDays,
  moveToTenth,
  moving,
  must,
  newMember,
  projectOf,
  quickPerson,
  savingsAccount,
  savingsIn,
  savingsPath,
  savingsProduct,
  startService,
  verifyAll,
  type Reply,
  type Sacco,
  type TestService,
} from '../harness/index.ts';
import { expectError } from './samples.ts';

let service: TestService;
let sacco: Sacco;
let member: string;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  sacco = await createSacco(service);
  member = await newMember(sacco);
  return async () => expect(await verifyAll(service.ctx)).toEqual([]);
});

const at = (what: string, of = member): string => `/api/v1/sacco/members/${of}/${what}`;
const post = (what: string, amount: number, more: object = {}): Promise<Reply> =>
  sacco.maker.post(at(what), moving(amount, more));
const deposit = async (amount: number, savings_account_id: string): Promise<void> =>
  void must(await post('deposits', amount, { savings_account_id }));
const leave = (): Promise<Reply> =>
  sacco.maker.post(at('exit'), { memo: 'moves away', idempotency_key: crypto.randomUUID() });

describe('an exit', () => {
  /** Interest is paid out in cash, too. */
  beforeEach(async () => {
    const other = await newMember(sacco);
    must(await sacco.maker.post(at('deposits', other), moving(100_000)));
  });
  const TERM = { kind: 'fixed', rate_bps: 1_000, term_days: 40 };
  // 3,650.00 at 10 % for 40 days.
  const WITH_INTEREST = '3690.00';

  test('waits for the interest of a term that is over', async () => {
    await fixedAccount(sacco, member, await savingsProduct(sacco, TERM), 365_000);
    await moveDays(service, sacco, 40);
    expectError(await leave(), 409, 'CONFLICT', 'busy');
    await matureTerms(service.ctx);
    const { entry } = must(await decide(sacco, must(await leave()).body.approval_id)).body;
    expect(entry).toMatchObject({ status: 'posted', amount: WITH_INTEREST });
  });

  test.each(['pay_out', 'renew_principal', 'renew_all'])(
    'that waits while a term ends pays its interest: %s',
    async (at_maturity) => {
      await fixedAccount(sacco, member, await savingsProduct(sacco, { ...TERM, at_maturity }), 365_000);
      await moveDays(service, sacco, 39);
      const { approval_id } = must(await leave()).body;
      await moveDays(service, sacco, 1);
      expect((await decide(sacco, approval_id)).status).toBe(503);
      await matureTerms(service.ctx);
      const { entry } = must(await decide(sacco, approval_id)).body;
      expect(entry).toMatchObject({ status: 'posted', amount: WITH_INTEREST });
      expect(await matureTerms(service.ctx)).toBe(0);
    },
  );

  test('that is decided while the job runs pays a term once', async () => {
    const product_id = await savingsProduct(sacco, TERM);
    for (let round = 0; round < 3; round++) {
      member = await newMember(sacco);
      await fixedAccount(sacco, member, product_id, 365_000);
      await moveDays(service, sacco, 39);
      const { approval_id } = must(await leave()).body;
      await moveDays(service, sacco, 1);
      const [decided] = await Promise.all([decide(sacco, approval_id), matureTerms(service.ctx)]);
      await matureTerms(service.ctx);
      const last = decided.status === 503 ? await decide(sacco, approval_id) : decided;
      expect(must(last).body.entry).toMatchObject({ status: 'posted', amount: WITH_INTEREST });
    }
  });

  test('that is rejected lets the terms run on', async () => {
    const account = await fixedAccount(sacco, member, await savingsProduct(sacco, TERM), 365_000);
    const { approval_id } = must(await leave()).body;
    must(await sacco.checker.post(`/api/v1/approvals/${approval_id}/reject`, { note: 'stays' }));
    await moveDays(service, sacco, 40);
    await matureTerms(service.ctx);
    expect(await savingsIn(sacco, member, account)).toBeUndefined();
    expect((await held(sacco.maker, member))['savings']).toBe(369_000);
  });
});

describe('opening accounts', () => {
  test('many at once, a member has fifty', async () => {
    const [regular, fixed] = [
      await savingsProduct(sacco),
      await savingsProduct(sacco, { kind: 'fixed', rate_bps: 1_000, term_days: 40 }),
    ];
    for (let opened = 0; opened < 46; opened++) await savingsAccount(sacco, member, regular);
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        i % 2
          ? sacco.maker.post(savingsPath(member), { product_id: regular })
          : sacco.maker.post(savingsPath(member), moving(100, { product_id: fixed, from: 'cash' })),
      ),
    );
    const refused = replies.filter(({ status }) => status !== 201);
    for (const reply of refused) expectError(reply, 422, 'UNPROCESSABLE', 'too_many_accounts');
    expect(refused).toHaveLength(8);
  });

  test('a fixed one of a product that is being retired', async () => {
    for (let round = 0; round < 4; round++) {
      const product_id = await savingsProduct(sacco, { kind: 'fixed', rate_bps: 1_000, term_days: 40 });
      const body = moving(100, { product_id, from: 'cash' });
      const [opened] = await Promise.all([
        sacco.maker.post(savingsPath(member), body),
        sacco.project.session.post(`/api/v1/sacco/savings-products/${product_id}/retire`),
      ]);
      if (opened.status !== 201) expectError(opened, 422, 'UNPROCESSABLE', 'product_retired');
      expectError(
        await sacco.maker.post(savingsPath(member), moving(100, { product_id, from: 'cash' })),
        422,
        'UNPROCESSABLE',
        'product_retired',
      );
    }
  });
});

describe('notices', () => {
  const underNotice = async (terms: object = {}): Promise<string> =>
    savingsAccount(sacco, member, await savingsProduct(sacco, { notice_days: 7, ...terms }));
  const give = async (account: string, amount_minor: number): Promise<Reply['body']> =>
    must(await sacco.maker.post(savingsPath(member, account, 'notices'), { amount_minor })).body;
  const list = async (account: string): Promise<Reply['body'][]> =>
    must(await sacco.maker.get(savingsPath(member, account, 'notices'))).body.notices;

  test('that money has left otherwise end: they are never of more than the account holds', async () => {
    const account = await underNotice();
    await deposit(50_000, account);
    await give(account, 30_000);
    must(await post('shares', 40_000, { from: 'savings', savings_account_id: account }));
    expect(await list(account)).toMatchObject([{ remaining: '100.00' }]);
    await deposit(90_000, account);
    expect(await list(account)).toMatchObject([{ remaining: '100.00' }]);
    await moveDays(service, sacco, 7);
    const more = await post('withdrawals', 10_001, { savings_account_id: account });
    expectError(more, 422, 'UNPROCESSABLE', 'notice_running');
    must(await post('withdrawals', 10_000, { savings_account_id: account }));
    expect(await list(account)).toMatchObject([{ status: 'used' }]);
  });

  test('that cover a part leave the early fee for the rest', async () => {
    const account = await underNotice({ early_fee_bps: 1_000 });
    await deposit(50_000, account);
    await give(account, 10_000);
    await moveDays(service, sacco, 7);
    const paid = must(await post('withdrawals', 15_000, { savings_account_id: account })).body;
    expect(paid).toMatchObject({ status: 'posted', fee: '5.00' });
    expect(await list(account)).toMatchObject([{ status: 'used' }]);
  });

  test('are not used by a movement of the same moment that is refused', async () => {
    const account = await underNotice({ early_fee_bps: 1_000, min_balance: '150.00' });
    await deposit(50_000, account);
    await give(account, 40_000);
    await moveDays(service, sacco, 7);
    const out = (amount: number) => post('withdrawals', amount, { savings_account_id: account });
    // Whichever is first, the larger one leaves too little, and the other one has its notice.
    const [larger, other] = await Promise.all([out(40_000), out(30_000)]);
    expect(larger.body.status).not.toBe('posted');
    expect(other.body).toMatchObject({ status: 'posted', fee: '0.00' });
    expect(await list(account)).toMatchObject([{ remaining: '100.00' }]);
  });

  test('are listed page by page, each with what remains of it', async () => {
    const account = await underNotice();
    await deposit(50_000, account);
    for (let given = 0; given < 4; given++) await give(account, 1_000);
    await moveDays(service, sacco, 7);
    must(await post('withdrawals', 2_500, { savings_account_id: account }));
    const path = savingsPath(member, account, 'notices');
    const first = must(await sacco.maker.get(`${path}?limit=2`)).body;
    expect(first.notices).toMatchObject([{ remaining: '10.00' }, { remaining: '5.00' }]);
    const second = must(await sacco.maker.get(`${path}?limit=2&after=${first.next_after}`)).body;
    expect(second.notices).toMatchObject([{ remaining: '0.00' }, { remaining: '0.00' }]);
  });
});

test('the minimum counts what is pledged, which stays in the account', async () => {
  const account = await savingsAccount(sacco, member, await savingsProduct(sacco, { min_balance: '200.00' }));
  await deposit(100_000, account);
  const borrower = await newMember(sacco);
  const product_id = await defineProduct(sacco, { min_guarantors: 1, guarantee_coverage_bps: 10_000 });
  const guarantors = [{ member_id: member, amount_minor: 30_000 }];
  const loan = moving(30_000, { member_id: borrower, product_id, term: 1, guarantors });
  must(await decide(sacco, must(await sacco.maker.post('/api/v1/sacco/loans', loan)).body.approval_id));
  const out = (amount: number) => post('withdrawals', amount, { savings_account_id: account });
  expect(must(await out(70_001)).body).toMatchObject({ status: 'failed', error: 'insufficient_savings' });
  expect(must(await out(70_000)).body).toMatchObject({ status: 'posted' });
  expect(await savingsIn(sacco, member, account)).toBe(30_000);
});

describe('the default product', () => {
  const products = '/api/v1/sacco/savings-products';

  test('is there once, though two first settings come at the same time', async () => {
    const project = await projectOf(await quickPerson(service), service.anyone);
    const put = (currency: string) => project.session.put('/api/v1/sacco/settings', { currency });
    const replies = await Promise.all(['KES', 'KES', 'UGX', 'KES'].map(put));
    for (const reply of replies) must(reply);
    const { savings_products } = must(await project.session.get(products)).body;
    expect(savings_products).toHaveLength(1);
    const settings = must(await project.session.get('/api/v1/sacco/settings')).body;
    expect(savings_products[0]).toMatchObject({
      id: settings.savings_product_id,
      currency: settings.currency,
    });
  });

  test('is there, though a process of the build before has set the cooperative up', async () => {
    const project = await projectOf(await quickPerson(service), service.anyone);
    await service.ctx.db('sacco_settings').insert({
      project_id: project.id,
      environment: 'test',
      currency: 'KES',
      min_kyc_tier: 1,
      entrance_fee_minor: 0n,
      min_share_capital_minor: 0n,
      utc_offset_minutes: 0,
      updated_at: new Date(),
    });
    const settings = must(await project.session.get('/api/v1/sacco/settings')).body;
    expect(must(await project.session.get(`${products}/${settings.savings_product_id}`)).body).toMatchObject({
      name: 'regular',
    });
    must(await project.session.put('/api/v1/sacco/settings', { currency: 'UGX' }));
  });

  test('was charged for a month that is over, though it was replaced before the job ran', async () => {
    await moveToTenth(sacco.project);
    const with_fee = await savingsProduct(sacco, { monthly_fee: '5.00' });
    const put = (savings_product_id: string): Promise<Reply> =>
      sacco.project.session.put('/api/v1/sacco/settings', { savings_product_id });
    const { savings_product_id: regular } = must(await put(with_fee)).body;
    expect(regular).toBe(with_fee);
    must(await post('deposits', 10_000));
    await moveDays(service, sacco, 31);
    must(await put(await savingsProduct(sacco)));
    await chargeSavingsFees(service.ctx);
    expect((await held(sacco.maker, member))['savings']).toBe(9_500);
    await moveDays(service, sacco, 31);
    await chargeSavingsFees(service.ctx);
    expect((await held(sacco.maker, member))['savings']).toBe(9_500);
  });
});

test('the currency stays once products have amounts in it', async () => {
  const settings = { currency: 'UGX' };
  must(await sacco.project.session.put('/api/v1/sacco/settings', settings));
  must(await sacco.project.session.put('/api/v1/sacco/settings', { currency: 'KES' }));
  await savingsProduct(sacco, { min_balance: '200.00' });
  const refused = await sacco.project.session.put('/api/v1/sacco/settings', settings);
  expectError(refused, 409, 'CONFLICT', 'currency_locked');
});

test('the statement of one account is about the time before it was opened, too', async () => {
  const account = await savingsAccount(sacco, member, await savingsProduct(sacco));
  const of = (id: string): Promise<Reply> =>
    sacco.maker.get(at(`statement?from=2020-01-01&to=2020-01-31&savings_account_id=${id}`));
  expect(must(await of(account)).body.accounts).toMatchObject([
    { savings_account_id: account, opening_balance: '0.00', movements: [], closing_balance: '0.00' },
  ]);
  const other = await newMember(sacco);
  expectError(await of(`sav_${other.slice(4)}`), 404, 'NOT_FOUND');
});
