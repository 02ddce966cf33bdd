/** Bank accounts, the chart of accounts, journals and bankings over HTTP: the worked examples, and every refusal. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { postings } from '../../domain/payments/index.ts';
import {
  ACCOUNTS,
  approvedMovement,
  bank,
  BANKINGS,
  CHART,
  chartBalances,
  createSacco,
  held,
  JOURNALS,
  lend,
  moveDays,
  moveToNoon,
  moving,
  must,
  newAccount,
  newMember,
  newProduct,
  newSaver,
  startService,
  until,
  verifyAll,
  type Reply,
  type Sacco,
  type TestService,
} from '../harness/index.ts';
import { importRows, linesOf, manualPayment, resolveAll, RUNS } from '../reconciliation/books.ts';
import { expectError, expectInvalid } from './samples.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService({ workers: ['reconciliation-imports', 'sacco-credits', 'ledger-postings'] });
});
afterAll(async () => {
  expect(await verifyAll(service.ctx)).toEqual([]);
  await service.stop();
});

/** A cooperative with so much in the till, all of it the savings of one member, and the bank account 1100. */
async function withTill(till_minor: number): Promise<{ sacco: Sacco; member: string; account: string }> {
  const sacco = await createSacco(service);
  await moveToNoon(sacco.project);
  const member = await newSaver(sacco, till_minor);
  return { sacco, member, account: await newAccount(sacco, '1100') };
}

const journal = (lines: object[], more: object = {}): object => ({
  lines,
  memo: 'as the board decided',
  idempotency_key: crypto.randomUUID(),
  ...more,
});

async function expectBalanced({ maker }: Sacco): Promise<Reply['body']> {
  const { body } = must(await maker.get('/api/v1/accounting/trial-balance'));
  for (const each of body.currencies) expect(each.balanced).toBe(true);
  const { integrity } = must(await maker.get('/api/v1/sacco/summary')).body;
  expect(integrity.balanced).toBe(true);
  return body.currencies[0];
}

const member_path = (member: string, what: string): string => `/api/v1/sacco/members/${member}/${what}`;
const of_bank = { from: 'bank', account: '1100', reference: 'TT-1' };

describe('a banking', () => {
  test('E1: moves cash to the bank once it is approved; what the till lacks fails then', async () => {
    const { sacco } = await withTill(100_000);
    const asked = must(await bank(sacco, 'till_to_bank', { account: '1100', amount_minor: 60_000 }));
    expect(asked.status).toBe(202);
    expect(asked.body).toMatchObject({
      kind: 'banking',
      source: 'bank',
      direction: 'till_to_bank',
      reference: 'slip 7',
      account: { code: '1100', name: 'Account 1100', kind: 'bank' },
      status: 'awaiting_approval',
      member_id: null,
    });
    const { body: approval } = must(await sacco.checker.get(`/api/v1/approvals/${asked.body.approval_id}`));
    expect(approval.effect).toMatchObject({
      carries_out: true,
      accounts: expect.arrayContaining([
        expect.objectContaining({
          kind: 'bank',
          account: expect.objectContaining({ code: '1100' }),
          balance_before: '0.00',
          balance_after: '600.00',
        }),
        expect.objectContaining({ kind: 'cash_on_hand', balance_after: '400.00' }),
      ]),
    });
    expect(await approvedMovement(sacco, Promise.resolve(asked))).toMatchObject({
      status: 'posted',
      reversible: true,
    });
    expect(await chartBalances(sacco)).toMatchObject({ 1000: 40_000, 1100: 60_000 });
    const failed = await approvedMovement(
      sacco,
      bank(sacco, 'till_to_bank', { account: '1100', amount_minor: 60_001 }),
    );
    expect(failed).toMatchObject({ status: 'failed', error: 'insufficient_cash' });
    expect(await chartBalances(sacco)).toMatchObject({ 1000: 40_000, 1100: 60_000 });
    expect(must(await sacco.maker.get('/api/v1/sacco/treasury')).body).toMatchObject({
      cash_on_hand: '400.00',
      banks: '600.00',
      cash_and_banks: '1000.00',
    });
    await expectBalanced(sacco);
  });

  test('the bank and the providers lack money in their own words', async () => {
    const { sacco } = await withTill(100_000);
    const outcome = async (direction: string) =>
      (await approvedMovement(sacco, bank(sacco, direction, { account: '1100', amount_minor: 1 }))).error;
    expect(await outcome('bank_to_till')).toBe('insufficient_bank');
    expect(await outcome('bank_to_provider')).toBe('insufficient_bank');
    expect(await outcome('provider_to_bank')).toBe('insufficient_clearing');
  });

  test('is reversed like any other movement', async () => {
    const { sacco } = await withTill(100_000);
    const banked = await approvedMovement(
      sacco,
      bank(sacco, 'till_to_bank', { account: '1100', amount_minor: 30_000 }),
    );
    const reversal = await approvedMovement(
      sacco,
      sacco.maker.post(`/api/v1/sacco/entries/${banked.id}/reverse`, {
        memo: 'wrong bank',
        idempotency_key: crypto.randomUUID(),
      }),
    );
    expect(reversal).toMatchObject({ status: 'posted', source: 'bank', account: { code: '1100' } });
    expect(await chartBalances(sacco)).toMatchObject({ 1000: 100_000, 1100: 0 });
  });

  test('names its account, direction, reference and memo', async () => {
    const { sacco } = await withTill(100_000);
    await newAccount(sacco, '1500', { kind: 'general_asset' });
    await newAccount(sacco, '1101', { currency: 'USD' });
    const whole = { direction: 'till_to_bank', account: '1100', reference: 'slip', memo: 'evening' };
    for (const field of ['direction', 'account', 'reference', 'memo'] as const)
      expectInvalid(await sacco.maker.post(BANKINGS, moving(100, { ...whole, [field]: undefined })), field);
    expectInvalid(await sacco.maker.post(BANKINGS, moving(100, { ...whole, direction: 'in' })), 'direction');
    expectInvalid(await sacco.maker.post(BANKINGS, moving(0, whole)), 'amount_minor');
    const named = async (account: string) => sacco.maker.post(BANKINGS, moving(100, { ...whole, account }));
    expectError(await named('9999'), 404, 'NOT_FOUND', 'account_not_found');
    expectError(await named('1500'), 422, 'UNPROCESSABLE', 'account_refused');
    expectError(await named('1000'), 422, 'UNPROCESSABLE', 'account_refused');
    expectError(await named('1101'), 422, 'UNPROCESSABLE', 'currency_mismatch');
    const elsewhere = await withTill(100);
    expectError(await named(elsewhere.account), 404, 'NOT_FOUND', 'account_not_found');
  });
});

describe('a journal', () => {
  test('E2: moves and is reversed in one piece; the books balance throughout', async () => {
    const { sacco } = await withTill(100_000);
    await newAccount(sacco, '1500', { kind: 'general_asset', name: 'Equipment' });
    await approvedMovement(sacco, bank(sacco, 'till_to_bank', { account: '1100', amount_minor: 60_000 }));
    const lines = [
      { account: '1500', debit: '250.00' },
      { account: '1100', credit: '250.00' },
    ];
    const posted = await approvedMovement(
      sacco,
      sacco.maker.post(JOURNALS, journal(lines, { reference: 'invoice 3' })),
    );
    expect(posted).toMatchObject({
      kind: 'journal',
      status: 'posted',
      amount: '250.00',
      reference: 'invoice 3',
      lines: [
        { account: { code: '1500', name: 'Equipment' }, debit: '250.00', credit: '0.00' },
        { account: { code: '1100' }, debit: '0.00', credit: '250.00' },
      ],
    });
    expect(await chartBalances(sacco)).toMatchObject({ 1100: 35_000, 1500: 25_000 });
    const { rows } = await expectBalanced(sacco);
    expect(rows).toContainEqual(
      expect.objectContaining({ kind: 'general_asset', code: '1500', closing_balance: '250.00' }),
    );
    const reversal = await approvedMovement(
      sacco,
      sacco.maker.post(`/api/v1/sacco/entries/${posted.id}/reverse`, {
        memo: 'sent back',
        idempotency_key: crypto.randomUUID(),
      }),
    );
    expect(reversal).toMatchObject({ kind: 'reversal', status: 'posted', reverses_entry_id: posted.id });
    expect(await chartBalances(sacco)).toMatchObject({ 1100: 60_000, 1500: 0 });
    await expectBalanced(sacco);
  });

  test('of many lines is one chain, and fails as a whole', async () => {
    const { sacco } = await withTill(100_000);
    await newAccount(sacco, '6000', { kind: 'general_expense' });
    await newAccount(sacco, '3900', { kind: 'general_equity' });
    await newAccount(sacco, '1101');
    await approvedMovement(sacco, bank(sacco, 'till_to_bank', { account: '1100', amount_minor: 10_000 }));
    const lines = [
      { account: '6000', debit: '70.00' },
      { account: '5100', debit_minor: 4_000 },
      { account: '1100', credit: '100.00' },
      { account: '3900', credit: '10.00' },
    ];
    expect(await approvedMovement(sacco, sacco.maker.post(JOURNALS, journal(lines)))).toMatchObject({
      status: 'posted',
      amount: '110.00',
    });
    expect(await chartBalances(sacco)).toMatchObject({ 6000: 7_000, 5100: 4_000, 1100: 0, 3900: 1_000 });
    const short = [
      { account: '6000', debit: '2.00' },
      { account: '3900', credit: '1.00' },
      { account: '1101', credit: '1.00' },
    ];
    expect(await approvedMovement(sacco, sacco.maker.post(JOURNALS, journal(short)))).toMatchObject({
      status: 'failed',
      error: 'insufficient_bank',
    });
    expect(await chartBalances(sacco)).toMatchObject({ 6000: 7_000, 3900: 1_000 });
    await expectBalanced(sacco);
  });

  test("E3: does not move members', loans', wallets', merchants', tills' and providers' accounts, nor loans' income", async () => {
    const { sacco } = await withTill(100_000);
    const protected_codes =
      '1000 1200 1300 1310 1390 2000 2100 2200 2300 2500 3000 3200 3300 3400 4000 4100 5000';
    for (const account of protected_codes.split(' ')) {
      const reply = await sacco.maker.post(
        JOURNALS,
        journal([
          { account: '1100', debit: '1.00' },
          { account, credit: '1.00' },
        ]),
      );
      expectError(reply, 422, 'UNPROCESSABLE', 'account_refused');
      expect(reply.body.error.details).toEqual([
        { path: 'lines[1].account', message: expect.stringContaining(account) },
      ]);
    }
    const { accounts } = must(await sacco.maker.get('/api/v1/ledger/accounts?kind=member_savings')).body;
    const by_id = [
      { account: accounts[0].id, debit: '1.00' },
      { account: '1100', credit: '1.00' },
    ];
    expectError(await sacco.maker.post(JOURNALS, journal(by_id)), 422, 'UNPROCESSABLE', 'account_refused');
  });

  test('is refused by field and line where it makes no sense', async () => {
    const { sacco } = await withTill(100_000);
    await newAccount(sacco, '1101', { currency: 'USD' });
    const [debit, credit] = [
      { account: '1100', debit: '1.00' },
      { account: '5100', credit: '1.00' },
    ];
    const refused: [lines: object[], path: string][] = [
      [[debit, { ...credit, credit: '1.01' }], 'lines'],
      [[debit], 'lines'],
      [Array.from({ length: 101 }, () => debit), 'lines'],
      [[debit, { account: '5100' }], 'lines[1]'],
      [[debit, { ...credit, debit: '1.00' }], 'lines[1]'],
      [[debit, { ...credit, credit: '0.00' }], 'lines[1].credit'],
      [[debit, { ...credit, credit: '1.001' }], 'lines[1].credit'],
      [[debit, { credit: '1.00' }], 'lines[1].account'],
      [[debit, { account: '1100', credit: '1.00' }], 'lines[1].account'],
    ];
    for (const [lines, path] of refused)
      expectInvalid(await sacco.maker.post(JOURNALS, journal(lines)), path);
    expectInvalid(await sacco.maker.post(JOURNALS, journal([debit, credit], { memo: undefined })), 'memo');
    const dollars = journal([debit, { account: '1101', credit: '1.00' }]);
    expectError(await sacco.maker.post(JOURNALS, dollars), 422, 'UNPROCESSABLE', 'currency_mismatch');
    const elsewhere = await withTill(100);
    const foreign = journal([debit, { account: elsewhere.account, credit: '1.00' }]);
    expectError(await sacco.maker.post(JOURNALS, foreign), 404, 'NOT_FOUND', 'account_not_found');
    expectError(await sacco.project.key.post(JOURNALS, journal([debit, credit])), 403, 'FORBIDDEN');
  });

  test('repeats under its key, and is refused another content', async () => {
    const { sacco } = await withTill(100_000);
    const body = journal([
      { account: '1100', debit: '1.00' },
      { account: '3100', credit: '1.00' },
    ]);
    const { body: asked } = must(await sacco.maker.post(JOURNALS, body));
    expect(must(await sacco.maker.post(JOURNALS, body))).toMatchObject({
      status: 200,
      body: { id: asked.id, replayed: true },
    });
    expectError(
      await sacco.maker.post(JOURNALS, { ...body, memo: 'another' }),
      409,
      'CONFLICT',
      'idempotency_key_reused',
    );
  });
});

describe('the chart', () => {
  test('E5: of ten requests for one code at once, one gets it', async () => {
    const sacco = await createSacco(service);
    const replies = await Promise.all(
      Array.from({ length: 10 }, () =>
        sacco.project.session.post(ACCOUNTS, { code: '1100', name: 'Bank', kind: 'bank', currency: 'KES' }),
      ),
    );
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(9);
    for (const reply of replies.filter(({ status }) => status === 409))
      expectError(reply, 409, 'CONFLICT', 'code_taken');
  });

  test('lists the default codes, and those that were changed', async () => {
    const sacco = await createSacco(service);
    const { accounts } = must(await sacco.maker.get(CHART)).body;
    expect(accounts.map(({ code, kind }: Reply['body']) => `${code} ${kind}`)).toEqual([
      '1000 cash_on_hand',
      '1200 provider_clearing',
      '1300 loan_principal',
      '1310 interest_receivable',
      '1390 loan_loss_allowance',
      '2000 member_savings',
      '2100 wallet',
      '2200 subaccount',
      '2300 guarantee_clearing',
      '2400 tax_payable',
      '2500 unallocated',
      '3000 member_shares',
      '3100 opening_balances',
      '3200 merchant_available',
      '3300 adjustments',
      '3400 cash_adjustments',
      '4000 interest_income',
      '4100 fee_income',
      '5000 loan_losses',
      '5100 operating_expenses',
    ]);
    const { session } = sacco.project;
    expectError(await session.patch(`${CHART}/2000`, { code: '1000' }), 409, 'CONFLICT', 'code_taken');
    must(await session.patch(`${CHART}/2000`, { code: '2010', name: 'Deposits' }));
    must(await session.patch(`${CHART}/1000`, { code: '2000' }));
    const changed = must(await sacco.maker.get(CHART)).body.accounts;
    expect(changed).toContainEqual(
      expect.objectContaining({
        kind: 'member_savings',
        code: '2010',
        name: 'Deposits',
        system: true,
        id: null,
      }),
    );
    expect(changed).toContainEqual(expect.objectContaining({ kind: 'cash_on_hand', code: '2000' }));
    expectError(await session.patch(`${CHART}/1000`, { name: 'x' }), 404, 'NOT_FOUND', 'account_not_found');
    expectInvalid(await session.patch(`${CHART}/2000`, {}), '');
    for (const bad of ['1', '1'.repeat(13), 'ab', '1 0'])
      expectInvalid(
        await session.post(ACCOUNTS, { code: bad, name: 'x', kind: 'bank', currency: 'KES' }),
        'code',
      );
    expectError(await sacco.maker.patch(`${CHART}/2000`, { name: 'x' }), 403, 'FORBIDDEN');
    expectError(
      await sacco.maker.post(ACCOUNTS, { code: '77', name: 'x', kind: 'bank', currency: 'KES' }),
      403,
      'FORBIDDEN',
    );
  });

  test('its accounts are refused to generic transfers and holds, on either side', async () => {
    const { sacco, account } = await withTill(100_000);
    const { key } = sacco.project;
    const opened = must(
      await key.post('/api/v1/ledger/accounts', { kind: 'merchant_available', currency: 'KES' }),
    );
    const own = opened.body.id;
    for (const path of ['transfers', 'holds'])
      for (const [debit_account_id, credit_account_id] of [
        [account, own],
        [own, account],
      ]) {
        const body = moving(1, { debit_account_id, credit_account_id, memo: 'x' });
        const reply = await key.post(`/api/v1/ledger/${path}`, body);
        expectError(reply, 422, 'UNPROCESSABLE', 'account_refused');
      }
    expectInvalid(await key.post('/api/v1/ledger/accounts', { kind: 'bank', currency: 'KES' }), 'kind');
  });

  test('every change of it is in the audit log', async () => {
    const sacco = await createSacco(service);
    const { session, id } = sacco.project;
    const account = await newAccount(sacco, '1100');
    must(await session.patch(`${ACCOUNTS}/${account}`, { name: 'Umoja Bank' }));
    must(await session.patch(`${CHART}/2000`, { code: '2010' }));
    const { audit_log } = must(await session.get(`/api/projects/${id}/audit-log?environment=test`)).body;
    const changes = audit_log.filter(({ action }: Reply['body']) => action.startsWith('accounting.'));
    expect(changes.toReversed()).toMatchObject([
      { action: 'accounting.account_defined', details: { code: '1100', kind: 'bank' } },
      {
        action: 'accounting.account_changed',
        details: { from: { name: 'Account 1100' }, to: { name: 'Umoja Bank' } },
      },
      {
        action: 'accounting.system_account_changed',
        subject: 'member_savings',
        details: { from: { code: '2000' }, to: { code: '2010' } },
      },
    ]);
  });

  test('an account that holds money stays active; an inactive one takes none', async () => {
    const { sacco, member, account } = await withTill(100_000);
    const { session } = sacco.project;
    must(await sacco.maker.post(member_path(member, 'deposits'), moving(5_000, of_bank)));
    const at = `${ACCOUNTS}/${account}`;
    expectError(await session.patch(at, { active: false }), 409, 'CONFLICT', 'account_not_empty');
    const waiting = must(await bank(sacco, 'till_to_bank', { account, amount_minor: 100 }));
    await approvedMovement(sacco, bank(sacco, 'bank_to_till', { account, amount_minor: 5_000 }));
    expect(must(await session.patch(at, { active: false })).body).toMatchObject({ active: false });
    expectError(
      await sacco.maker.post(member_path(member, 'deposits'), moving(5_000, of_bank)),
      422,
      'UNPROCESSABLE',
      'account_inactive',
    );
    expectError(
      await bank(sacco, 'till_to_bank', { account, amount_minor: 1 }),
      422,
      'UNPROCESSABLE',
      'account_inactive',
    );
    const { effect } = must(await sacco.checker.get(`/api/v1/approvals/${waiting.body.approval_id}`)).body;
    expect(effect).toMatchObject({ carries_out: false, warnings: [{ code: 'account_inactive' }] });
    expect(await approvedMovement(sacco, Promise.resolve(waiting))).toMatchObject({
      status: 'failed',
      error: 'account_inactive',
    });
    must(await session.patch(at, { active: true }));
    must(await sacco.maker.post(member_path(member, 'deposits'), moving(5_000, of_bank)));
  });
});

describe('money of the bank', () => {
  test('comes in as deposits, shares and repayments, and leaves as withdrawals, expenses and exits', async () => {
    const { sacco, member } = await withTill(100_000);
    const post = (what: string, amount: number, more: object) =>
      sacco.maker.post(member_path(member, what), moving(amount, more));
    const deposit = must(await post('deposits', 50_000, of_bank));
    expect(deposit).toMatchObject({
      status: 201,
      body: { status: 'posted', source: 'bank', reference: 'TT-1', account: { code: '1100' } },
    });
    must(await post('shares', 20_000, of_bank));
    expect(await held(sacco.maker, member)).toEqual({ savings: 150_000, shares: 20_000 });
    const product_id = await newProduct(sacco);
    const loan = await lend(sacco, { member_id: member, product_id, amount_minor: 30_000 });
    const repaid = await sacco.maker.post(
      `/api/v1/sacco/loans/${loan.id}/repayments`,
      moving(10_000, of_bank),
    );
    expect(must(repaid).body).toMatchObject({ status: 'posted', source: 'bank' });
    const to_bank = { to: 'bank', account: '1100', reference: 'cheque 9', memo: 'as asked' };
    const withdrawal = must(await post('withdrawals', 15_000, to_bank));
    expect(withdrawal.status).toBe(202);
    expect(await approvedMovement(sacco, Promise.resolve(withdrawal))).toMatchObject({ status: 'posted' });
    const expense = moving(5_000, {
      paid_from: 'bank',
      account: '1100',
      reference: 'cheque 10',
      category: 'Rent',
      memo: 'March',
    });
    expect(await approvedMovement(sacco, sacco.maker.post('/api/v1/sacco/expenses', expense))).toMatchObject({
      status: 'posted',
      source: 'bank',
    });
    expect(await chartBalances(sacco)).toMatchObject({ 1000: 100_000, 1100: 60_000, 5100: 5_000 });

    const leaving = await newMember(sacco);
    must(await sacco.maker.post(member_path(leaving, 'deposits'), moving(7_000, of_bank)));
    const exit = await approvedMovement(
      sacco,
      sacco.maker.post(member_path(leaving, 'exit'), { ...to_bank, idempotency_key: crypto.randomUUID() }),
    );
    expect(exit).toMatchObject({ status: 'posted', source: 'bank', amount: '70.00' });
    const decided = must(await sacco.checker.get(`/api/v1/approvals/${exit.approval_id}`)).body;
    expect(decided.summary).toContain('from bank account 1100: as asked');
    expectError(
      await sacco.maker.post(member_path(leaving, 'deposits'), moving(7_000, of_bank)),
      409,
      'CONFLICT',
      'member_not_active',
    );
    expect(await chartBalances(sacco)).toMatchObject({ 1000: 100_000, 1100: 60_000 });
    await expectBalanced(sacco);
  });

  test('is named whole, and where it is the bank’s alone', async () => {
    const { sacco, member } = await withTill(100_000);
    const post = (what: string, more: object) =>
      sacco.maker.post(member_path(member, what), moving(100, more));
    expectInvalid(await post('deposits', { from: 'bank', reference: 'x' }), 'account');
    expectInvalid(await post('deposits', { from: 'bank', account: '1100' }), 'reference');
    expectInvalid(await post('deposits', { account: '1100' }), 'account');
    expectInvalid(await post('shares', { from: 'savings', reference: 'x' }), 'reference');
    expectInvalid(await post('withdrawals', { to: 'bank', account: '1100', reference: 'x' }), 'memo');
    expectError(
      await post('deposits', { ...of_bank, account: '1000' }),
      422,
      'UNPROCESSABLE',
      'account_refused',
    );
  });

  test('is of no account of another project or environment', async () => {
    const { sacco, member } = await withTill(100_000);
    const elsewhere = await withTill(100);
    const live = sacco.project.session.with({ 'x-service-environment': 'live' });
    must(await live.put('/api/v1/sacco/settings', { currency: 'KES' }));
    const defined = { code: '1188', name: 'Live', kind: 'bank', currency: 'KES' };
    const of_live = must(await live.post(ACCOUNTS, defined)).body.id;
    for (const account of [elsewhere.account, of_live, '1188']) {
      const bank_money = { account, reference: 'x', memo: 'x' };
      const of_member = (what: string, more: object) =>
        sacco.maker.post(member_path(member, what), moving(100, { ...bank_money, ...more }));
      const replies = [
        await of_member('deposits', { from: 'bank' }),
        await of_member('shares', { from: 'bank' }),
        await of_member('withdrawals', { to: 'bank' }),
        await sacco.maker.post(member_path(member, 'exit'), {
          ...bank_money,
          to: 'bank',
          idempotency_key: crypto.randomUUID(),
        }),
        await sacco.maker.post(
          '/api/v1/sacco/expenses',
          moving(100, { ...bank_money, paid_from: 'bank', category: 'Rent' }),
        ),
        await bank(sacco, 'till_to_bank', { account, amount_minor: 100 }),
        await sacco.project.session.patch(`${ACCOUNTS}/${account}`, { name: 'mine' }),
      ];
      for (const reply of replies) expectError(reply, 404, 'NOT_FOUND', 'account_not_found');
    }
  });

  test('is not paid out beyond what the bank has', async () => {
    const { sacco, member } = await withTill(100_000);
    const to_bank = { to: 'bank', account: '1100', reference: 'cheque 9', memo: 'as asked' };
    const asked = sacco.maker.post(member_path(member, 'withdrawals'), moving(100, to_bank));
    expect(await approvedMovement(sacco, asked)).toMatchObject({
      status: 'failed',
      error: 'insufficient_bank',
    });
    const exit = { ...to_bank, idempotency_key: crypto.randomUUID() };
    expect(await approvedMovement(sacco, sacco.maker.post(member_path(member, 'exit'), exit))).toMatchObject({
      status: 'failed',
      error: 'insufficient_bank',
    });
    expect(must(await sacco.maker.get(`/api/v1/sacco/members/${member}`)).body.status).toBe('active');
  });

  test('of a closed period is not reversed', async () => {
    const { sacco, member } = await withTill(100_000);
    const entry = must(await sacco.maker.post(member_path(member, 'deposits'), moving(100, of_bank))).body;
    const day = entry.created_at.slice(0, 10);
    await moveDays(service, sacco, 1);
    const close = { end_date: day, memo: 'closed', idempotency_key: crypto.randomUUID() };
    const period = must(await sacco.admin.post('/api/v1/accounting/periods', close)).body;
    must(await sacco.checker.post(`/api/v1/approvals/${period.approval_id}/approve`));
    const reversing = { memo: 'late', idempotency_key: crypto.randomUUID() };
    expectError(
      await sacco.maker.post(`/api/v1/sacco/entries/${entry.id}/reverse`, reversing),
      409,
      'CONFLICT',
      'period_closed',
    );
  });
});

describe('a statement of a provider', () => {
  test('E4: books its payout to the bank and its fee as an expense; savings are untouched', async () => {
    const sacco = await createSacco(service);
    const { key } = sacco.project;
    const account = await newAccount(sacco, '1100');
    await newAccount(sacco, '1500', { kind: 'general_asset' });
    const member = await newMember(sacco);
    await manualPayment(key, 'collected', { amount: 1_000, metadata: { sacco_member_id: member } });
    const { id: run } = await importRows(key, [
      { amount: '1000.00', reference: 'collected' },
      { kind: 'payout', amount: '900.00', id: 'PO-1' },
      { kind: 'fee', amount: '10.00', id: 'FEE-1' },
      { kind: 'payout', amount: '1.00', id: 'PO-2' },
    ]);
    must(await resolveAll(key, run, 'settle_payment'));
    await until('the member has it', async () => {
      await postings.postPending(service.ctx);
      return (await held(key, member))['savings'] === 100_000;
    });
    const decide = (line: number, body: object) => key.post(`${RUNS}/${run}/lines/${line}/resolve`, body);
    expectInvalid(await decide(3, { action: 'book_fee', bank_account: '1100' }), 'bank_account');
    expectInvalid(await decide(3, { action: 'book_payout', as: 'expense' }), 'as');
    const to = (bank_account: string) => decide(3, { action: 'book_payout', bank_account });
    expectError(await to('9999'), 404, 'NOT_FOUND', 'account_not_found');
    expectError(await to('1500'), 422, 'UNPROCESSABLE', 'account_refused');
    expect(must(await to('1100')).body.resolution).toMatchObject({
      action: 'book_payout',
      bank_account: { id: account, code: '1100' },
      as: null,
    });
    expectError(await to('1100'), 409, 'CONFLICT', 'line_already_resolved');
    must(await key.post(`${RUNS}/${run}/resolve-all`, { action: 'book_fee', as: 'expense' }));
    expect(await chartBalances(sacco)).toMatchObject({
      1100: 90_000,
      5100: 1_000,
      1200: 9_000,
      2000: 100_000,
      3200: 0,
    });
    must(await key.post(`${RUNS}/${run}/resolve-all`, { action: 'book_payout', bank_account: account }));
    expect(await chartBalances(sacco)).toMatchObject({ 1100: 90_100, 1200: 8_900, 3200: 0 });
    expect((await linesOf(key, run)).map(({ resolution }) => resolution?.as ?? null)).toEqual([
      null,
      null,
      'expense',
      null,
    ]);
    await expectBalanced(sacco);
  });
});

describe('reports', () => {
  test('list general accounts by code, and banks one by one', async () => {
    const { sacco } = await withTill(100_000);
    await newAccount(sacco, '1101');
    await newAccount(sacco, '4500', { kind: 'general_income', name: 'Rent received' });
    await newAccount(sacco, '5500', { kind: 'general_expense', name: 'Audit' });
    const lines = [
      { account: '1101', debit: '80.00' },
      { account: '5500', debit: '20.00' },
      { account: '4500', credit: '100.00' },
    ];
    await approvedMovement(sacco, sacco.maker.post(JOURNALS, journal(lines)));
    await approvedMovement(sacco, bank(sacco, 'till_to_bank', { account: '1100', amount_minor: 1_000 }));
    const sheet = must(await sacco.maker.get('/api/v1/accounting/balance-sheet')).body.currencies[0];
    expect(sheet.balanced).toBe(true);
    expect(sheet.assets.kinds.filter(({ kind }: Reply['body']) => kind === 'bank')).toMatchObject([
      { code: '1100', amount: '10.00' },
      { code: '1101', amount: '80.00' },
    ]);
    const income = must(await sacco.maker.get('/api/v1/accounting/income-statement')).body.currencies[0];
    expect(income).toMatchObject({
      general_income: '100.00',
      general_expenses: '20.00',
      surplus: '80.00',
      accounts: [
        { kind: 'general_income', code: '4500', name: 'Rent received', amount: '100.00' },
        { kind: 'general_expense', code: '5500', name: 'Audit', amount: '20.00' },
      ],
    });
    const summary = must(await sacco.maker.get('/api/v1/sacco/summary')).body;
    expect(summary.balances).toMatchObject({
      bank_minor: 9_000,
      general_income_minor: 10_000,
      unallocated_minor: 0,
    });
  });
});
