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

  test('names no till: its cash is that of the vault', async () => {
    const { sacco } = await withTill(100_000);
    const till = 'til_00000000000000000000000000';
    const whole = { direction: 'till_to_bank', account: '1100', reference: 'slip', memo: 'evening', till };
    expectInvalid(await sacco.maker.post(BANKINGS, moving(100, whole)), 'till');
    const { id } = await approvedMovement(
      sacco,
      bank(sacco, 'till_to_bank', { account: '1100', amount_minor: 100 }),
    );
    const back = { memo: 'wrong', till, idempotency_key: crypto.randomUUID() };
    expectInvalid(await sacco.maker.post(`/api/v1/sacco/entries/${id}/reverse`, back), 'till');
  });

  test('tells the checker which account it moves, by code and name', async () => {
    const { sacco, account } = await withTill(100_000);
    const { body: asked } = must(await bank(sacco, 'till_to_bank', { account, amount_minor: 60_000 }));
    const { body } = must(await sacco.checker.get(`/api/v1/approvals/${asked.approval_id}`));
    expect(body.summary).toMatch(/^Cash banked: .*, bank account 1100 Account 1100, slip 7: evening$/);
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
      [[debit, { account: '1100', credit: '1.00' }], 'lines'],
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

  test('may debit and credit one account: the difference is booked, the lines are kept', async () => {
    const { sacco } = await withTill(100_000);
    await newAccount(sacco, '6000', { kind: 'general_expense' });
    await approvedMovement(sacco, bank(sacco, 'till_to_bank', { account: '1100', amount_minor: 10_000 }));
    const lines = [
      { account: '1100', credit: '70.00' },
      { account: '6000', debit: '65.00' },
      { account: '1100', debit: '5.00' },
    ];
    const posted = await approvedMovement(sacco, sacco.maker.post(JOURNALS, journal(lines)));
    expect(posted).toMatchObject({
      status: 'posted',
      amount: '70.00',
      lines: [
        { account: { code: '1100' }, credit: '70.00' },
        { account: { code: '6000' }, debit: '65.00' },
        { account: { code: '1100' }, debit: '5.00' },
      ],
    });
    expect(await chartBalances(sacco)).toMatchObject({ 1100: 3_500, 6000: 6_500 });
    const reversing = { memo: 'wrong', idempotency_key: crypto.randomUUID() };
    const reversal = sacco.maker.post(`/api/v1/sacco/entries/${posted.id}/reverse`, reversing);
    expect(await approvedMovement(sacco, reversal)).toMatchObject({ status: 'posted' });
    expect(await chartBalances(sacco)).toMatchObject({ 1100: 10_000, 6000: 0 });
  });

  test('tells the checker its first accounts', async () => {
    const { sacco } = await withTill(100_000);
    for (const code of ['6000', '6001', '6002'])
      await newAccount(sacco, code, { kind: 'general_expense', name: `Costs ${code}` });
    const lines = [
      { account: '6000', debit: '1.00' },
      { account: '6001', debit: '1.00' },
      { account: '6002', debit: '1.00' },
      { account: '3100', credit: '3.00' },
    ];
    const { body: asked } = must(await sacco.maker.post(JOURNALS, journal(lines)));
    const { body } = must(await sacco.checker.get(`/api/v1/approvals/${asked.approval_id}`));
    expect(body.summary).toContain('6000 Costs 6000, 6001 Costs 6001, 6002 Costs 6002 and 1 more: as the');
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

describe('a repeat', () => {
  test('is answered as the first time, though its account has another code, which a new account has taken', async () => {
    const { sacco, member, account } = await withTill(100_000);
    const { session } = sacco.project;
    const requests: [path: string, body: object][] = [
      [member_path(member, 'deposits'), moving(5_000, of_bank)],
      [
        BANKINGS,
        moving(100, { direction: 'till_to_bank', account: '1100', reference: 'slip', memo: 'evening' }),
      ],
      [
        JOURNALS,
        journal([
          { account: '1100', debit: '1.00' },
          { account: '5100', credit: '1.00' },
        ]),
      ],
    ];
    const first: Reply['body'][] = [];
    for (const [path, body] of requests) first.push(must(await sacco.maker.post(path, body)).body);
    const repeated = async (): Promise<void> => {
      for (const [i, [path, body]] of requests.entries())
        expect(must(await sacco.maker.post(path, body))).toMatchObject({
          status: 200,
          body: { id: first[i].id, replayed: true },
        });
    };
    must(await session.patch(`${ACCOUNTS}/${account}`, { code: '1150' }));
    must(await session.patch(`${CHART}/5100`, { code: '5150' }));
    await repeated();
    await newAccount(sacco, '1100');
    await newAccount(sacco, '5100', { kind: 'general_expense' });
    await repeated();
    const another = { ...requests[0]?.[1], amount_minor: 5_001 };
    const path = member_path(member, 'deposits');
    expectError(await sacco.maker.post(path, another), 409, 'CONFLICT', 'idempotency_key_reused');
    expect(await chartBalances(sacco)).toMatchObject({ 1150: 5_000, 1100: 0 });
  });

  test('may name the account by its id instead of its code, but no other account', async () => {
    const { sacco, member, account } = await withTill(100_000);
    await newAccount(sacco, '1101');
    const post = (body: object) => sacco.maker.post(member_path(member, 'deposits'), body);
    const by_code = moving(5_000, of_bank);
    const { id } = must(await post(by_code)).body;
    expect(must(await post({ ...by_code, account })).body).toMatchObject({ id, replayed: true });
    for (const other of ['1101', '1199'])
      expectError(await post({ ...by_code, account: other }), 409, 'CONFLICT', 'idempotency_key_reused');
    const lines = [
      { account, debit: '1.00' },
      { account: '3100', credit: '1.00' },
    ];
    const by_id = journal(lines);
    const { body: asked } = must(await sacco.maker.post(JOURNALS, by_id));
    const again = { ...by_id, lines: [{ account: '1100', debit: '1.00' }, lines[1]] };
    expect(must(await sacco.maker.post(JOURNALS, again)).body).toMatchObject({
      id: asked.id,
      replayed: true,
    });
  });
});

describe('a bank in another currency than the cooperative', () => {
  test('takes and gives money by journals and with providers, not with tills', async () => {
    const { sacco, member } = await withTill(100_000);
    await newAccount(sacco, '1101', { currency: 'USD' });
    await newAccount(sacco, '3901', { kind: 'general_equity', currency: 'USD' });
    const dollars = async () =>
      Object.fromEntries(
        must(await sacco.maker.get(`${CHART}?currency=USD`)).body.accounts.map((row: Reply['body']) => [
          row.code,
          row.balance,
        ]),
      );
    const lines = [
      { account: '1101', debit: '90.00' },
      { account: '3901', credit: '90.00' },
    ];
    const posted = await approvedMovement(sacco, sacco.maker.post(JOURNALS, journal(lines)));
    expect(posted).toMatchObject({ status: 'posted', currency: 'USD' });
    const to_provider = bank(sacco, 'bank_to_provider', { account: '1101', amount_minor: 4_000 });
    expect(await approvedMovement(sacco, to_provider)).toMatchObject({ status: 'posted', currency: 'USD' });
    expect(await dollars()).toMatchObject({ 1101: '50.00', 1200: '40.00', 3901: '90.00' });
    const banked = await approvedMovement(
      sacco,
      bank(sacco, 'provider_to_bank', { account: '1101', amount_minor: 1_000 }),
    );
    const back = { memo: 'wrong', idempotency_key: crypto.randomUUID() };
    const reversal = sacco.maker.post(`/api/v1/sacco/entries/${banked.id}/reverse`, back);
    expect(await approvedMovement(sacco, reversal)).toMatchObject({ status: 'posted', currency: 'USD' });
    expect(await dollars()).toMatchObject({ 1101: '50.00', 1200: '40.00' });
    const refused = [
      await bank(sacco, 'till_to_bank', { account: '1101', amount_minor: 1 }),
      await bank(sacco, 'bank_to_till', { account: '1101', amount_minor: 1 }),
      await sacco.maker.post(member_path(member, 'deposits'), moving(1, { ...of_bank, account: '1101' })),
    ];
    for (const reply of refused) expectError(reply, 422, 'UNPROCESSABLE', 'currency_mismatch');
    const { body } = must(await sacco.maker.get('/api/v1/accounting/trial-balance?currency=USD'));
    expect(body.currencies).toMatchObject([{ currency: 'USD', total_debits: '150.00', balanced: true }]);
    const { currencies } = must(await sacco.maker.get('/api/v1/accounting/balance-sheet')).body;
    expect(currencies).toMatchObject([{ currency: 'KES' }, { currency: 'USD', balanced: true }]);
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
      '5200 deposit_interest',
    ]);
    const { session } = sacco.project;
    const taken = await session.patch(`${CHART}/2000`, { code: '1000' });
    expectError(taken, 409, 'CONFLICT', 'code_taken');
    expect(taken.body.error.details).toEqual([{ path: 'code', message: expect.stringContaining('1000') }]);
    expectError(await session.patch(`${CHART}/2000`, { code: '5200' }), 409, 'CONFLICT', 'code_taken');
    expectError(
      await session.post(ACCOUNTS, { code: '5200', name: 'x', kind: 'general_expense', currency: 'KES' }),
      409,
      'CONFLICT',
      'code_taken',
    );
    expect(must(await session.patch(`${CHART}/2000`, { code: '2010', name: 'Deposits' })).body).toEqual({
      id: null,
      code: '2010',
      name: 'Deposits',
      class: 'liability',
      kind: 'member_savings',
      system: true,
      currency: 'KES',
      balance: '0.00',
      balance_minor: 0,
      active: true,
    });
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
    for (const bad of ['1', '1'.repeat(13), 'ab', '1 0', '..', '.-'])
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
    must(await session.patch(`${ACCOUNTS}/1100`, { name: 'Umoja Bank' }));
    must(await session.patch(`${CHART}/2000`, { code: '2010' }));
    // What changes nothing is no change.
    must(await session.patch(`${ACCOUNTS}/${account}`, { name: 'Umoja Bank', active: true }));
    must(await session.patch(`${CHART}/2010`, { code: '2010' }));
    const { audit_log } = must(await session.get(`/api/projects/${id}/audit-log?environment=test`)).body;
    const changes = audit_log.filter(({ action }: Reply['body']) => action.startsWith('accounting.'));
    expect(changes).toHaveLength(3);
    expect(changes.toReversed()).toMatchObject([
      { action: 'accounting.account_defined', subject: account, details: { code: '1100', kind: 'bank' } },
      {
        action: 'accounting.account_changed',
        subject: account,
        details: { from: { name: 'Account 1100' }, to: { name: 'Umoja Bank' } },
      },
      {
        action: 'accounting.system_account_changed',
        subject: 'member_savings',
        details: { from: { code: '2000' }, to: { code: '2010' } },
      },
    ]);
  });

  test('names its accounts wherever they are shown; ids of the inside are nowhere', async () => {
    const { sacco, account, member } = await withTill(100_000);
    must(await sacco.project.session.patch(`${ACCOUNTS}/${account}`, { name: 'Umoja Bank' }));
    must(await sacco.maker.post(member_path(member, 'deposits'), moving(5_000, of_bank)));
    const listed = must(await sacco.maker.get('/api/v1/ledger/accounts?kind=bank'));
    expect(listed.body.accounts).toMatchObject([{ id: account, code: '1100', name: 'Umoja Bank' }]);
    const single = must(await sacco.maker.get(`/api/v1/ledger/accounts/${account}`));
    expect(single.body).toMatchObject({ code: '1100', name: 'Umoja Bank', balance: '50.00' });
    const ledger = must(await sacco.maker.get('/api/v1/accounting/general-ledger?account_kind=bank'));
    expect(ledger.body.lines).toMatchObject([{ account_id: account, owner: null, debit: '50.00' }]);
    const log = must(
      await sacco.project.session.get(`/api/projects/${sacco.project.id}/audit-log?environment=test`),
    );
    for (const { body } of [listed, single, ledger, log]) expect(JSON.stringify(body)).not.toContain('cha_');
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
    const inactive = await sacco.maker.post(member_path(member, 'deposits'), moving(5_000, of_bank));
    expectError(inactive, 422, 'UNPROCESSABLE', 'account_inactive');
    expect(inactive.body.error.details).toEqual([
      { path: 'account', message: expect.stringContaining('1100') },
    ]);
    const lines = [
      { account: '3100', debit: '1.00' },
      { account: '1100', credit: '1.00' },
    ];
    const by_line = await sacco.maker.post(JOURNALS, journal(lines));
    expectError(by_line, 422, 'UNPROCESSABLE', 'account_inactive');
    expect(by_line.body.error.details).toMatchObject([{ path: 'lines[1].account' }]);
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
    expect(decided.summary).toContain('from bank account 1100 Account 1100: as asked');
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
    // Once it is resolved, it does not matter what the account is called.
    for (const name of ['1100', '9999'])
      expectError(await to(name), 409, 'CONFLICT', 'line_already_resolved');
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
    const { audit_log } = must(
      await sacco.project.session.get(`/api/projects/${sacco.project.id}/audit-log?environment=test`),
    ).body;
    expect(
      audit_log.filter(({ action }: Reply['body']) => action === 'reconciliation.book_payout'),
    ).toMatchObject([{ details: { bank_account_id: account } }, { details: { bank_account_id: account } }]);
    expect(JSON.stringify(audit_log)).not.toContain('cha_');
  });

  test('payouts that were banked are paid out, less what was reversed', async () => {
    const sacco = await createSacco(service);
    await moveToNoon(sacco.project);
    await newAccount(sacco, '1100');
    await newAccount(sacco, '3900', { kind: 'general_equity' });
    const lines = [
      { account: '1100', debit: '100.00' },
      { account: '3900', credit: '100.00' },
    ];
    await approvedMovement(sacco, sacco.maker.post(JOURNALS, journal(lines)));
    const move = (direction: string, amount_minor: number) =>
      approvedMovement(sacco, bank(sacco, direction, { account: '1100', amount_minor }));
    await move('bank_to_provider', 9_000);
    await move('provider_to_bank', 4_000);
    const { id, posted_at } = await move('provider_to_bank', 1_000);
    const day = posted_at.slice(0, 10);
    const report = async () =>
      must(await sacco.maker.get(`/api/v1/ledger/report?from=${day}&to=${day}`)).body.currencies;
    expect(await report()).toMatchObject([{ currency: 'KES', payments: 0, paid_out: '50.00', net: '0.00' }]);
    const back = { memo: 'twice', idempotency_key: crypto.randomUUID() };
    await approvedMovement(sacco, sacco.maker.post(`/api/v1/sacco/entries/${id}/reverse`, back));
    expect(await report()).toMatchObject([{ paid_out: '40.00' }]);
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

  test('of a day that is over leave out what was defined since; only the trial balance has every account', async () => {
    const { sacco, member } = await withTill(100_000);
    const { posted_at } = must(await sacco.maker.post(member_path(member, 'deposits'), moving(100))).body;
    const day = posted_at.slice(0, 10);
    await moveDays(service, sacco, 1);
    await newAccount(sacco, '4500', { kind: 'general_income' });
    const at = '/api/v1/accounting';
    const [sheet, income, trial] = [
      must(await sacco.maker.get(`${at}/balance-sheet?as_of=${day}`)).body.currencies[0],
      must(await sacco.maker.get(`${at}/income-statement?from=${day}&to=${day}`)).body.currencies[0],
      must(await sacco.maker.get(`${at}/trial-balance?from=${day}&to=${day}`)).body.currencies[0],
    ];
    expect(sheet.assets.kinds.map(({ kind }: Reply['body']) => kind)).not.toContain('bank');
    expect(income.accounts).toEqual([]);
    const codes = trial.rows.flatMap(({ code }: Reply['body']) => code ?? []);
    expect(codes).toEqual(['1100', '4500']);
  });

  test('as CSV have the same header whatever was defined, and a line for each account', async () => {
    const sacco = await createSacco(service);
    const csv = async (report: string): Promise<string[]> =>
      (await sacco.maker.with({ accept: 'text/csv' }).get(`/api/v1/accounting/${report}`)).text.split('\r\n');
    const names = ['trial-balance', 'balance-sheet', 'income-statement'];
    const headers = async () => Promise.all(names.map(async (name) => (await csv(name))[0]));
    const before = await headers();
    await newAccount(sacco, '1100');
    await newAccount(sacco, '4500', { kind: 'general_income', name: 'Rent received' });
    const lines = [
      { account: '1100', debit: '80.00' },
      { account: '4500', credit: '80.00' },
    ];
    await approvedMovement(sacco, sacco.maker.post(JOURNALS, journal(lines)));
    expect(await headers()).toEqual(before);
    expect(before[2]).toMatch(/,kind,account_id,code,name,amount$/);
    const [, total, of_account] = await csv('income-statement');
    expect(total).toBe('KES,0.00,0.00,0.00,0.00,0.00,80.00,0.00,80.00,0.00,,,,,');
    expect(of_account).toMatch(/^KES,{10}general_income,acc_\w+,4500,Rent received,80.00$/);
  });
});
