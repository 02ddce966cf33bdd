/** Imports at cut-over over HTTP: the worked examples, every error, and what becomes of what is imported. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  askBatch,
  askImport,
  chartBalances,
  createSacco,
  decide,
  getLoan,
  importBody,
  importFiles,
  IMPORTS,
  letDaysPass,
  memberRow,
  moveToNoon,
  moving,
  must,
  newAccount,
  newPhone,
  newProduct,
  postedBatch,
  repay,
  startService,
  until,
  verifyAll,
  type Sacco,
  type TestService,
} from '../harness/index.ts';
import { expectError, expectInvalid } from './samples.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService({ workers: ['bulk-movements'] });
});
afterAll(async () => {
  expect(await verifyAll(service.ctx)).toEqual([]);
  await service.stop();
});

async function newSacco(settings: object = {}): Promise<Sacco> {
  const sacco = await createSacco(service, settings);
  noon = await moveToNoon(sacco.project);
  return sacco;
}

/** The moment to which the test clock of the latest cooperative was moved. */
let noon: Date;
const date = (days: number): string =>
  new Date(noon.getTime() + days * 86_400_000).toISOString().slice(0, 10);

async function memberOf({ maker }: Sacco, number: string): Promise<string> {
  return must(await maker.get(`/api/v1/sacco/members/${number}`)).body.id;
}

const listed = async ({ maker }: Sacco, path: string): Promise<unknown[]> =>
  Object.values(must(await maker.get(path)).body).find(Array.isArray) as unknown[];

describe('an import', () => {
  test('E1: brings savings, shares, loans and cash; opening balances take the difference', async () => {
    const sacco = await newSacco();
    const product = await newProduct(sacco, { name: 'Development loan' });
    const asked = must(
      await askImport(
        sacco,
        {
          members: [
            memberRow('A-1', { savings: '500.00', shares: '100.00', joined_on: '2015-02-01' }),
            memberRow('A-2', { savings: '300.00', shares: '100.00', entrance_fee_paid: 'yes' }),
          ],
          loans: [
            {
              member_no: 'A-1',
              product: 'Development loan',
              outstanding: '400.00',
              term_left: '4',
              next_due_date: date(20),
              charges_due: '20.00',
            },
          ],
        },
        { cash_on_hand_minor: 70_000 },
      ),
    );
    expect(asked.status).toBe(202);
    expect(asked.body).toMatchObject({
      status: 'awaiting_approval',
      members: 2,
      loans: 1,
      totals: { member_savings_minor: 80_000, opening_balances_minor: 12_000 },
      error_count: 0,
      errors: [],
      dry_run: false,
    });
    expect(await listed(sacco, '/api/v1/sacco/members')).toEqual([]);
    const { effect, summary } = must(
      await sacco.checker.get(`/api/v1/approvals/${asked.body.approval_id}`),
    ).body;
    expect(summary).toContain('2 members');
    expect(effect).toMatchObject({ carries_out: true, warnings: [] });
    expect(effect.accounts).toContainEqual(
      expect.objectContaining({ kind: 'opening_balances', balance_after: '120.00' }),
    );
    const approved = must(await decide(sacco, asked.body.approval_id)).body;
    expect(approved.import).toMatchObject({ status: 'imported', finished_at: expect.any(String) });
    expect(await chartBalances(sacco)).toMatchObject({
      1000: 70_000,
      1300: 40_000,
      1310: 2_000,
      2000: 80_000,
      3000: 20_000,
      3100: 12_000,
    });
    const { currencies } = must(await sacco.maker.get('/api/v1/accounting/trial-balance')).body;
    expect(currencies[0].balanced).toBe(true);
    const member = must(await sacco.maker.get('/api/v1/sacco/members/A-1')).body;
    expect(member).toMatchObject({ savings: '500.00', shares: '100.00', status: 'active' });
    const customer = must(await sacco.maker.get(`/api/v1/customers/${member.customer_id}`)).body;
    expect(customer).toMatchObject({ kyc_tier: 1, kyc_status: 'verified', full_name: 'Member A-1' });
    const [loan] = must(await sacco.maker.get(`/api/v1/sacco/loans?member_id=${member.id}`)).body.loans;
    const found = await getLoan(sacco, loan.id);
    expect(found).toMatchObject({
      status: 'open',
      is_opening: true,
      savings_account_id: null,
      product_id: product,
      principal: '400.00',
      outstanding: '400.00',
      charges_due: '20.00',
      payoff: '420.00',
    });
    expect(found.schedule[0]).toMatchObject({
      no: 0,
      interest: '20.00',
      principal: '0.00',
      due_date: asked.body.cut_over_date,
    });
    expect(found.schedule[1]).toMatchObject({ no: 1, due_date: date(20) });
    expect(found.schedule).toHaveLength(5);
  });

  test('E2: a doubled phone is named by its line and column, and nothing exists', async () => {
    const sacco = await newSacco();
    const phone = newPhone();
    const reply = await askImport(sacco, {
      members: [memberRow('A-1', { phone }), memberRow('A-2', { phone })],
    });
    expectError(reply, 422, 'UNPROCESSABLE', 'import_refused');
    expect(reply.body.error.details).toEqual([
      { file: 'members', line_no: 3, column: 'phone', message: expect.stringContaining('line 2') },
    ]);
    expect(await listed(sacco, '/api/v1/customers')).toEqual([]);
    expect(await listed(sacco, IMPORTS)).toEqual([]);
  });

  test('E3: a dry run changes no list and no balance, and its errors are kept to be read', async () => {
    const sacco = await newSacco();
    const files = { members: [memberRow('A-1', { savings: '500.00' })] };
    const before = await chartBalances(sacco);
    const dry = { dry_run: true, memo: undefined, idempotency_key: undefined };
    const good = must(await askImport(sacco, files, dry));
    expect(good.status).toBe(200);
    expect(good.body).toMatchObject({ status: 'checked', dry_run: true, members: 1, approval_id: null });
    const bad = must(await askImport(sacco, { members: [memberRow('', { savings: '5.001' })] }, dry));
    expect(bad.body).toMatchObject({ status: 'refused', error_count: 2 });
    const csv = must(await sacco.maker.get(`${IMPORTS}/${bad.body.id}/errors`));
    expect(csv.text.split('\r\n')[0]).toBe('file,line_no,column,message');
    expect(must(await sacco.maker.get(`${IMPORTS}/${bad.body.id}`)).body.errors).toHaveLength(2);
    for (const path of [IMPORTS, '/api/v1/customers', '/api/v1/sacco/members', '/api/v1/approvals'])
      expect(await listed(sacco, path), path).toEqual([]);
    expect(await chartBalances(sacco)).toEqual(before);
  });

  test('E4: a phone that is taken before the approval refuses the import', async () => {
    const sacco = await newSacco();
    const phone = newPhone();
    const { body } = must(
      await askImport(sacco, { members: [memberRow('A-1', { phone, savings: '5.00' })] }),
    );
    must(await sacco.project.key.post('/api/v1/customers', { full_name: 'Somebody', phone }));
    const { effect } = must(await sacco.checker.get(`/api/v1/approvals/${body.approval_id}`)).body;
    expect(effect).toMatchObject({
      carries_out: false,
      warnings: [{ code: 'import_refused', blocking: true }],
    });
    const approved = must(await decide(sacco, body.approval_id)).body;
    expect(approved.import).toMatchObject({
      status: 'refused',
      error_count: 1,
      errors: [{ file: 'members', line_no: 2, column: 'phone' }],
    });
    expect(await listed(sacco, '/api/v1/sacco/members')).toEqual([]);
  });

  test('loans go on where they stood: arrears are repaid first, interest falls due, and pledges are held', async () => {
    const sacco = await newSacco();
    const product = await newProduct(sacco);
    const bank = await newAccount(sacco, '1100');
    await newAccount(sacco, '1500', { kind: 'general_asset', name: 'Equipment' });
    await newAccount(sacco, '2900', { kind: 'general_liability', name: 'Payables' });
    const found = await importFiles(sacco, {
      members: [
        memberRow('B-1', { savings: '100.00' }),
        memberRow('B-2', { savings: '900.00' }),
        memberRow('B-3'),
      ],
      loans: [
        {
          member_no: 'B-1',
          loan_ref: 'L-1',
          product,
          outstanding: '1000.00',
          term_left: '3',
          next_due_date: date(10),
          charges_due: '30.00',
          arrears_principal: '200.00',
          overdue_since: date(-30),
          disbursed_on: date(-200),
        },
        { member_no: 'B-3', product, outstanding: '50.00', term_left: '0', arrears_principal: '50.00' },
      ],
      guarantors: [{ borrower_no: 'B-1', loan_ref: 'L-1', guarantor_no: 'B-2', amount: '600.00' }],
      accounts: [
        { code: '1100', debit: '5000.00' },
        { code: '1500', debit: '250.00' },
        { code: '2900', credit: '70.00' },
      ],
    });
    expect(found).toMatchObject({
      status: 'imported',
      totals: { bank_minor: 500_000, opening_balances_minor: 526_000 },
    });
    expect(await chartBalances(sacco)).toMatchObject({
      1100: 500_000,
      1500: 25_000,
      2900: 7_000,
      3100: 526_000,
    });
    expect(bank).toBeTruthy();
    const borrower = await memberOf(sacco, 'B-1');
    const [summary] = must(await sacco.maker.get(`/api/v1/sacco/loans?member_id=${borrower}`)).body.loans;
    const loan = await getLoan(sacco, summary.id);
    expect(loan).toMatchObject({ outstanding: '1000.00', charges_due: '30.00', days_past_due: 30 });
    expect(
      loan.schedule.map(({ no, principal }: { no: number; principal: string }) => [no, principal]),
    ).toEqual([
      [0, '200.00'],
      [1, expect.any(String)],
      [2, expect.any(String)],
      [3, expect.any(String)],
    ]);
    expect(loan.guarantors).toMatchObject([
      { member: { member_no: 'B-2' }, amount: '600.00', status: 'held' },
    ]);
    const guarantor = await memberOf(sacco, 'B-2');
    const tooMuch = must(
      await sacco.maker.post(`/api/v1/sacco/members/${guarantor}/withdrawals`, moving(30_001)),
    );
    expect(tooMuch.body).toMatchObject({ status: 'failed', error: 'insufficient_savings' });
    must(await sacco.maker.post(`/api/v1/sacco/members/${guarantor}/deposits`, moving(100_000)));
    must(await repay(sacco, loan.id, 10_000, 'savings'));
    expect((await getLoan(sacco, loan.id)).schedule[0]).toMatchObject({ paid: '100.00', unpaid: '130.00' });
    await letDaysPass(service, sacco, 12);
    const later = await getLoan(sacco, loan.id);
    expect(later.schedule[1]).toMatchObject({ interest: '12.00', status: 'overdue' });
    must(await sacco.maker.post(`/api/v1/sacco/members/${borrower}/deposits`, moving(200_000)));
    must(await repay(sacco, loan.id, later.payoff_minor, 'savings'));
    const closed = await getLoan(sacco, loan.id);
    expect(closed).toMatchObject({ status: 'closed', guarantors: [{ status: 'released' }] });
    const statement = must(
      await sacco.maker.get(`/api/v1/sacco/members/${borrower}/statement?from=${date(-5)}&to=${date(20)}`),
    ).body;
    expect(statement.accounts.map(({ kind }: { kind: string }) => kind)).toContain('loan_principal');
  });

  test('savings of another product get an account of their own, where they can be pledged and paid into', async () => {
    const sacco = await newSacco();
    const product = await newProduct(sacco);
    const deposits = {
      name: 'BOSA deposits',
      kind: 'restricted',
      currency: 'KES',
      counts_for_multiple: true,
    };
    must(await sacco.project.session.post('/api/v1/sacco/savings-products', deposits));
    const found = await importFiles(sacco, {
      members: [
        memberRow('D-1', { savings: '700.00', savings_product: 'BOSA deposits' }),
        memberRow('D-2', { savings: '40.00', savings_product: 'regular' }),
      ],
      loans: [{ member_no: 'D-2', product, outstanding: '90.00', term_left: '3', next_due_date: date(9) }],
      guarantors: [{ borrower_no: 'D-2', guarantor_no: 'D-1', amount: '90.00' }],
    });
    expect(found.status).toBe('imported');
    const member = must(await sacco.maker.get('/api/v1/sacco/members/D-1')).body;
    expect(member).toMatchObject({ savings: '0.00', savings_total: '700.00' });
    expect(must(await sacco.maker.get('/api/v1/sacco/members/D-2')).body.savings).toBe('40.00');
    const rows = [{ member_no: 'D-1', kind: 'deposit', amount: '5.00', savings_product: 'BOSA deposits' }];
    await postedBatch(sacco, await askBatch(sacco, rows, 500));
    expect(must(await sacco.maker.get('/api/v1/sacco/members/D-1')).body.savings_total).toBe('705.00');
    const other = [{ member_no: 'D-2', kind: 'deposit', amount: '5.00', savings_product: 'BOSA deposits' }];
    expectError(await askBatch(sacco, other, 500), 422, 'UNPROCESSABLE', 'batch_refused');
  });

  test('every file is checked, column by column', async () => {
    const sacco = await newSacco();
    const product = await newProduct(sacco);
    await newAccount(sacco, '1100');
    const { body } = must(
      await askImport(
        sacco,
        {
          members: [
            memberRow('C-1', { savings: '1.234', joined_on: '2015-02-30', email: 'nobody' }),
            memberRow('C-1', { shares: '-1.00', kind: 'robot' }),
            memberRow('C-3', { external_ref: 'x', entrance_fee_paid: 'maybe' }),
            memberRow('C-4', { external_ref: 'x', phone: '12' }),
            memberRow('C-5', { savings: '10.00' }),
          ],
          loans: [
            { member_no: 'C-9', product, outstanding: '5.00', term_left: '2', next_due_date: date(3) },
            {
              member_no: 'C-5',
              product: 'none',
              outstanding: '5.00',
              term_left: '2',
              next_due_date: date(3),
            },
            { member_no: 'C-5', product, outstanding: '5.00', term_left: '2', arrears_principal: '6.00' },
            { member_no: 'C-5', product, outstanding: '5.00', term_left: '99', next_due_date: date(3) },
          ],
          accounts: [
            { code: '1100', credit: '5.00' },
            { code: '9999', debit: '5.00' },
            { code: '1100', debit: '5.00', credit: '5.00' },
          ],
          guarantors: [
            { borrower_no: 'C-5', guarantor_no: 'C-5', amount: '1.00' },
            { borrower_no: 'C-5', guarantor_no: 'C-3', amount: '1.00' },
          ],
        },
        { dry_run: true },
      ),
    );
    const named = body.errors.map(
      ({ file, line_no, column }: { file: string; line_no: number; column: string }) =>
        `${file} ${line_no} ${column}`,
    );
    expect(new Set(named)).toEqual(
      new Set([
        'members 2 savings',
        'members 2 joined_on',
        'members 2 email',
        'members 3 shares',
        'members 3 kind',
        'members 3 member_no',
        'members 4 entrance_fee_paid',
        'members 5 external_ref',
        'members 5 phone',
        'loans 2 member_no',
        'loans 3 product',
        'loans 4 arrears_principal',
        'loans 4 term_left',
        'loans 5 term_left',
        'accounts 2 credit',
        'accounts 3 code',
        'accounts 4 code',
        'accounts 4 credit',
        'guarantors 2 guarantor_no',
        'guarantors 2 loan_ref',
        'guarantors 3 loan_ref',
      ]),
    );
    const header = must(
      await sacco.admin.post(IMPORTS, importBody({}, { members_csv: 'member_no,nme\nX,Y', dry_run: true })),
    ).body;
    expect(header.errors.map(({ column }: { column: string }) => column)).toEqual([
      'nme',
      'full_name',
      'phone',
    ]);
  });

  test('what is refused before the files are read', async () => {
    const sacco = await newSacco({ min_kyc_tier: 2 });
    const members = [memberRow('A-1')];
    expectError(await askImport(sacco, { members }), 422, 'UNPROCESSABLE', 'kyc_required');
    const other = await newSacco();
    expectInvalid(await askImport(other, { members }, { cut_over_date: date(3) }), 'cut_over_date');
    expectInvalid(await askImport(other, { members }, { memo: undefined }), 'memo');
    expectError(await askImport({ admin: other.maker }, { members }), 403, 'FORBIDDEN');
    const large = await askImport(other, {}, { members_csv: 'x'.repeat(11 * 1024 * 1024) });
    expectError(large, 413, 'PAYLOAD_TOO_LARGE');
    const rows = Array.from({ length: 20_001 }, (_each, i) => `A-${i},B,C`);
    const long = await askImport(
      other,
      {},
      { members_csv: ['member_no,full_name,phone', ...rows].join('\n') },
    );
    expectError(long, 422, 'UNPROCESSABLE', 'import_refused');
  });

  test('of a closed period nothing is imported, also where it was closed since', async () => {
    const sacco = await newSacco();
    const members = [memberRow('A-1', { savings: '5.00' })];
    const { approval_id, id } = must(await askImport(sacco, { members }, { cut_over_date: date(-2) })).body;
    const close = { end_date: date(-2), memo: 'closed', idempotency_key: crypto.randomUUID() };
    const period = must(await sacco.admin.post('/api/v1/accounting/periods', close)).body;
    must(await decide(sacco, period.approval_id));
    const { effect } = must(await sacco.checker.get(`/api/v1/approvals/${approval_id}`)).body;
    expect(effect).toMatchObject({
      carries_out: false,
      warnings: [{ code: 'period_closed', blocking: true }],
    });
    expectError(await decide(sacco, approval_id), 409, 'CONFLICT', 'period_closed');
    const others = [memberRow('A-2')];
    const late = await askImport(sacco, { members: others }, { cut_over_date: date(-2) });
    expectError(late, 409, 'CONFLICT', 'period_closed');
    must(await decide(sacco, approval_id, 'reject', { note: 'too late' }));
    expect(must(await sacco.maker.get(`${IMPORTS}/${id}`)).body.status).toBe('rejected');
    must(await askImport(sacco, { members: others }, { cut_over_date: date(-1) }));
  });

  test('a repeat is answered as before; rejected and cancelled imports leave nothing', async () => {
    const sacco = await newSacco();
    const body = importBody({ members: [memberRow('A-1', { savings: '1.00' })] });
    const asked = must(await sacco.admin.post(IMPORTS, body)).body;
    const again = must(await sacco.admin.post(IMPORTS, body));
    expect(again).toMatchObject({ status: 200, body: { id: asked.id, replayed: true } });
    expectError(await sacco.admin.post(`/api/v1/approvals/${asked.approval_id}/approve`), 403, 'FORBIDDEN');
    must(await decide(sacco, asked.approval_id, 'reject', { note: 'the sums differ' }));
    expect(must(await sacco.maker.get(`${IMPORTS}/${asked.id}`)).body.status).toBe('rejected');
    const next = must(await askImport(sacco, { members: [memberRow('A-1')] })).body;
    must(await sacco.admin.post(`/api/v1/approvals/${next.approval_id}/cancel`));
    expect(must(await sacco.maker.get(`${IMPORTS}/${next.id}`)).body.status).toBe('cancelled');
    expect(await listed(sacco, '/api/v1/sacco/members')).toEqual([]);
    expect(await listed(sacco, IMPORTS)).toHaveLength(2);
  });

  test('each file has a template that can be imported', async () => {
    const sacco = await newSacco();
    await newProduct(sacco, { name: 'Development loan' });
    await newAccount(sacco, '1500', { kind: 'general_asset' });
    const csv = async (file: string): Promise<string> =>
      must(await sacco.maker.get(`${IMPORTS}/template?file=${file}`)).text;
    const second = 'A-002,Brian Otieno,+254712345679,,,,,,5000.00,,,no\n';
    const { body } = must(
      await askImport(
        sacco,
        {},
        {
          members_csv: (await csv('members')) + second,
          loans_csv: (await csv('loans'))
            .replaceAll(/2026-\d\d-\d\d/g, date(-40))
            .replace('2027-01-31', date(20)),
          accounts_csv: await csv('accounts'),
          guarantors_csv: await csv('guarantors'),
          dry_run: true,
        },
      ),
    );
    expect(body).toMatchObject({ status: 'checked', members: 2, loans: 1, errors: [] });
  });

  test('a check that takes long is answered, and read later', async () => {
    const sacco = await newSacco();
    const { import_answer_ms } = service.ctx;
    service.ctx.import_answer_ms = -1;
    const asked = must(await askImport(sacco, { members: [memberRow('A-1')] }));
    service.ctx.import_answer_ms = import_answer_ms;
    expect(asked.status).toBe(202);
    await until('it is checked', async () => {
      const { status } = must(await sacco.maker.get(`${IMPORTS}/${asked.body.id}`)).body;
      return status === 'awaiting_approval';
    });
  });
});
