/** What is wrong with a cell of any file of imports, batches and remittances is told by its line, its column and a sentence. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectInvalid } from '../api/samples.ts';
import {
  askBatch,
  askImport,
  createSacco,
  csvTable,
  IMPORTS,
  importFiles,
  memberRow,
  moveToNoon,
  must,
  newAccount,
  newMember,
  newPhone,
  newProduct,
  startService,
  type Reply,
  type Sacco,
  type TestService,
} from '../harness/index.ts';

let service: TestService;
let sacco: Sacco;
let stranger: Sacco;
let noon: Date;
/** Of another cooperative. */
let their_product: string;
let their_savings: string;

beforeAll(async () => {
  service = await startService({ workers: ['bulk-movements'] });
  [sacco, stranger] = [await createSacco(service), await createSacco(service)];
  noon = await moveToNoon(sacco.project);
  await newProduct(sacco, { name: 'Development', max_term: 36 });
  const retired = await newProduct(sacco, { name: 'Old' });
  must(await sacco.project.session.post(`/api/v1/sacco/loan-products/${retired}/retire`));
  for (let i = 0; i < 2; i += 1) await newProduct(sacco, { name: 'Twice' });
  await newAccount(sacco, '1100');
  await newAccount(sacco, '1500', { kind: 'general_asset' });
  const closed = await newAccount(sacco, '1600', { kind: 'general_asset' });
  must(await sacco.project.session.patch(`/api/v1/accounting/accounts/${closed}`, { active: false }));
  const savings = { currency: 'KES', rate_bps: 500 };
  const define = async (of: Sacco, more: object): Promise<string> =>
    must(await of.project.session.post('/api/v1/sacco/savings-products', { ...savings, ...more })).body.id;
  await define(sacco, { name: 'Fixed', kind: 'fixed', term_days: 90 });
  await define(sacco, { name: 'Play', kind: 'regular', counts_for_multiple: false });
  their_savings = await define(stranger, { name: 'Junior', kind: 'regular' });
  their_product = await newProduct(stranger);
  taken_phone = newPhone();
  await importFiles(sacco, {
    members: [
      memberRow('T-1', { phone: taken_phone, external_ref: 'ref-1' }),
      memberRow('T-2'),
      memberRow('T-3'),
    ],
    loans: [
      {
        member_no: 'T-2',
        product: 'Development',
        outstanding: '50.00',
        term_left: '2',
        next_due_date: day(9),
      },
      ...['a', 'b'].map((loan_ref) => ({
        member_no: 'T-3',
        loan_ref,
        product: 'Development',
        outstanding: '50.00',
        term_left: '2',
        next_due_date: day(9),
      })),
    ],
  });
  gone = await newMember(sacco);
  const exit = { memo: 'moves away', idempotency_key: crypto.randomUUID() };
  const { body } = must(await sacco.maker.post(`/api/v1/sacco/members/${gone}/exit`, exit));
  must(await sacco.checker.post(`/api/v1/approvals/${body.approval_id}/approve`));
  gone_no = must(await sacco.maker.get(`/api/v1/sacco/members/${gone}`)).body.member_no;
});
afterAll(() => service.stop());

let taken_phone: string;
let gone: string;
let gone_no: string;
const day = (days: number): string => new Date(noon.getTime() + days * 86_400_000).toISOString().slice(0, 10);

type Row = Record<string, string>;
/** What a cell holds that is wrong, and what is said about it. */
type Case = [column: string, cell: string | (() => string), says: RegExp, also?: Row];

const LONG = 'x'.repeat(201);
const AMOUNTS: [string, RegExp][] = [
  ['1 000.00', /must be an amount, like 1500\.00/],
  ['5.001', /must have at most two decimals/],
  ['-1.00', /must be/],
  ['1e3', /must be an amount/],
  ['90071992547409.92', /must be at most 90071992547409\.91/],
];
const amounts = (column: string, also: Row = {}): Case[] =>
  AMOUNTS.map(([cell, says]) => [column, cell, says, also]);
const DATE = /must be a date that exists, as YYYY-MM-DD/;
const dates = (column: string): Case[] => [
  [column, '2026-02-30', DATE],
  [column, '30/01/2026', DATE],
];

/** The errors of a dry run, as the JSON of the file that is looked at. */
async function errorsOf(
  files: Parameters<typeof askImport>[1],
): Promise<{ file: string; line_no: number; column: string; message: string }[]> {
  const { body } = must(await askImport(sacco, files, { dry_run: true }));
  expect(body.status).toBe('refused');
  return body.errors;
}

const cellOf = (cell: Case[1]): string => (typeof cell === 'string' ? cell : cell());

describe('members', () => {
  const good = memberRow('M-1');
  const CASES: Case[] = [
    ['member_no', '', /is required/],
    ['member_no', '-1', /1 to 32 letters/],
    ['member_no', 'A'.repeat(33), /1 to 32 letters/],
    ['member_no', 't-1', /is the number of a member already/],
    ['member_no', 'm-1', /is that of line 2, too/],
    ['full_name', '', /is required/],
    ['full_name', LONG, /one line of at most 200/],
    ['phone', '', /is required/],
    ['phone', '12', /.+/],
    ['phone', 'nobody', /.+/],
    ['phone', () => taken_phone, /is the number of a customer already/],
    ['phone', () => good['phone'] as string, /is that of line 2, too/],
    ['kind', 'robot', /must be one of individual, business/],
    ['email', 'nobody', /must be an e-mail address/],
    ...dates('date_of_birth'),
    ['date_of_birth', () => day(1), /must not be in the future/],
    ['external_ref', 'ref-1', /is that of a customer already/],
    ['external_ref', LONG, /one line of at most 100/],
    ...dates('joined_on'),
    ['joined_on', () => day(1), /must not be in the future/],
    ...amounts('savings'),
    ...amounts('shares'),
    ['savings_product', 'none', /is no active savings product/],
    ['savings_product', () => their_savings, /is no active savings product/],
    ['savings_product', 'Fixed', /fixed terms/],
    ['entrance_fee_paid', 'maybe', /must be one of yes, no/],
  ];

  test.each(CASES)('%s = %s', async (column, cell, says) => {
    const row = memberRow(`M-${crypto.randomUUID().slice(0, 8)}`, { [column]: cellOf(cell) });
    const errors = await errorsOf({ members: [good, row] });
    expect(errors).toEqual([{ file: 'members', line_no: 3, column, message: expect.stringMatching(says) }]);
    expect(errors[0]?.message).toContain(`"${column}"`);
  });
});

describe('loans', () => {
  const CASES: Case[] = [
    ['member_no', '', /is required/],
    ['member_no', 'nobody', /is in no line of the members' file/],
    ['loan_ref', 'A', /is that of line 2, too/, { loan_ref: 'A' }],
    ['product', '', /is required/],
    ['product', 'none', /is no active loan product/],
    ['product', () => their_product, /is no active loan product/],
    ['product', 'Old', /is no active loan product/],
    ['product', 'Twice', /write the id of one/],
    ['outstanding', '', /is required/],
    ['outstanding', '0.00', /must be more than zero/],
    ...amounts('outstanding'),
    ['term_left', '', /is required/],
    ['term_left', '0', /must be at least 1/],
    ['term_left', '1.5', /must be a whole number/],
    ['term_left', '601', /must be a whole number from 0 to 600/],
    ['term_left', '37', /is above the 36 of the product/],
    ['term_left', '1', /must be 0: all of "outstanding" is overdue/, { arrears_principal: '50.00' }],
    ...dates('next_due_date'),
    ['next_due_date', '', /is required/],
    ['next_due_date', () => day(-40), /must not be before "cut_over_date"/],
    ...amounts('charges_due'),
    ...amounts('arrears_principal'),
    ['arrears_principal', '50.01', /must not be more/],
    ...dates('overdue_since'),
    ['overdue_since', () => day(-9), /is for a loan with/],
    ['overdue_since', () => day(5), /must not be after "cut_over_date"/, { charges_due: '1.00' }],
    ...dates('disbursed_on'),
    ['disbursed_on', () => day(5), /must not be after "cut_over_date"/],
  ];

  test.each(CASES)('%s = %s', async (column, cell, says, also = {}) => {
    const usual = { product: 'Development', outstanding: '50.00', term_left: '2', next_due_date: day(9) };
    const errors = await errorsOf({
      members: [memberRow('L-1')],
      loans: [
        { member_no: 'L-1', loan_ref: 'A', ...usual },
        { member_no: 'L-1', loan_ref: 'B', ...usual, ...also, [column]: cellOf(cell) },
      ],
    });
    expect(errors).toContainEqual({
      file: 'loans',
      line_no: 3,
      column,
      message: expect.stringMatching(says),
    });
    expect(errors.every(({ line_no }) => line_no === 3)).toBe(true);
  });
});

describe('accounts', () => {
  const CASES: Case[] = [
    ['code', '', /is required/],
    ['code', '9999', /is no bank or general account/],
    ['code', '2000', /is no bank or general account/],
    ['code', '1600', /is an inactive account/],
    ['code', '1500', /is that of line 2, too/],
    ...amounts('debit', { code: '1100' }),
    ...amounts('credit', { code: '1100', debit: '' }),
    ['credit', '5.00', /a bank account is never overdrawn/, { code: '1100', debit: '' }],
    ['credit', '5.00', /not both/, { code: '1100' }],
    ['debit', '', /must be more than zero/, { code: '1100' }],
  ];

  test.each(CASES)('%s = %s', async (column, cell, says, also = {}) => {
    const errors = await errorsOf({
      members: [memberRow('L-1')],
      accounts: [
        { code: '1500', debit: '5.00', credit: '' },
        { code: '', debit: '5.00', credit: '', ...also, [column]: cellOf(cell) },
      ],
    });
    expect(errors).toContainEqual({
      file: 'accounts',
      line_no: 3,
      column,
      message: expect.stringMatching(says),
    });
  });
});

describe('guarantors', () => {
  const CASES: Case[] = [
    ['borrower_no', '', /is required/],
    ['borrower_no', 'nobody', /is in no line of the members' file/],
    ['loan_ref', 'Z', /is that of no loan of the borrower/],
    ['loan_ref', '', /is required: the borrower has 2 loans/],
    ['guarantor_no', '', /is required/],
    ['guarantor_no', 'nobody', /is in no line of the members' file/],
    ['guarantor_no', 'T-2', /is in no line of the members' file/],
    ['guarantor_no', 'G-1', /is the borrower/],
    ['guarantor_no', 'G-2', /guarantees this loan by an earlier line/],
    ...amounts('amount'),
    ['amount', '0.00', /must be more than zero/],
    ['amount', '', /is required/],
    ['amount', '100.01', /is more than the guarantor has saved/],
  ];

  test.each(CASES)('%s = %s', async (column, cell, says) => {
    const usual = { product: 'Development', outstanding: '50.00', term_left: '2', next_due_date: day(9) };
    const errors = await errorsOf({
      members: [
        memberRow('G-1'),
        memberRow('G-2', { savings: '100.00' }),
        memberRow('G-3', { savings: '100.00' }),
      ],
      loans: [
        { member_no: 'G-1', loan_ref: 'A', ...usual },
        { member_no: 'G-1', loan_ref: 'B', ...usual },
      ],
      guarantors: [
        { borrower_no: 'G-1', loan_ref: 'A', guarantor_no: 'G-2', amount: '1.00' },
        {
          borrower_no: 'G-1',
          loan_ref: 'A',
          guarantor_no: 'G-3',
          amount: '1.00',
          [column]: cellOf(cell),
        },
      ],
    });
    expect(errors).toContainEqual({
      file: 'guarantors',
      line_no: 3,
      column,
      message: expect.stringMatching(says),
    });
  });

  test('savings that do not count as a pledge', async () => {
    const errors = await errorsOf({
      members: [memberRow('G-1'), memberRow('G-2', { savings: '100.00', savings_product: 'Play' })],
      loans: [
        {
          member_no: 'G-1',
          product: 'Development',
          outstanding: '50.00',
          term_left: '2',
          next_due_date: day(9),
        },
      ],
      guarantors: [{ borrower_no: 'G-1', guarantor_no: 'G-2', amount: '1.00' }],
    });
    expect(errors).toMatchObject([{ file: 'members', line_no: 3, column: 'savings_product' }]);
  });
});

describe('a batch', () => {
  const CASES: Case[] = [
    ['member_no', '', /is required/],
    ['member_no', 'nobody', /is the number of no member/],
    ['member_no', () => gone_no, /is that of a member who is exited/],
    ['kind', '', /is required/],
    ['kind', 'gift', /must be one of deposit, share_purchase, loan_repayment, fee/],
    ['amount', '', /is required/],
    ['amount', '0.00', /must be more than zero/],
    ...amounts('amount'),
    ['savings_product', 'none', /is no savings product/],
    ['savings_product', () => their_savings, /is no savings product/],
    ['savings_product', 'Play', /is none on which the member saves/],
    ['savings_product', 'Play', /is for a deposit alone/, { kind: 'share_purchase' }],
    ['loan_id', 'loan_x', /must be the id of a loan/, { kind: 'loan_repayment', member_no: 'T-2' }],
    ['loan_id', '', /the member has no open loan/, { kind: 'loan_repayment' }],
    ['loan_id', '', /the member has several open loans/, { kind: 'loan_repayment', member_no: 'T-3' }],
    [
      'loan_id',
      'loan_00000000000000000000000000',
      /is no open loan of the member/,
      { kind: 'loan_repayment', member_no: 'T-2' },
    ],
    ['loan_id', 'loan_00000000000000000000000000', /is for a loan_repayment alone/],
    ['reference', LONG, /one line of at most 100/],
  ];

  test.each(CASES)('%s = %s', async (column, cell, says, also = {}) => {
    const usual = { kind: 'deposit', amount: '1.00', savings_product: '', loan_id: '', reference: '' };
    const rows = [
      { member_no: 'T-1', ...usual },
      { member_no: 'T-1', ...usual, ...also, [column]: cellOf(cell) },
    ];
    const reply = await askBatch(sacco, rows, 200);
    expect(reply.body.error).toMatchObject({ code: 'UNPROCESSABLE', reason: 'batch_refused' });
    expect(reply.body.error.details).toContainEqual({
      line_no: 3,
      column,
      message: expect.stringMatching(says),
    });
  });
});

describe('a remittance', () => {
  const CASES: Case[] = [
    ['payroll_no', '', /is required/],
    ['payroll_no', 'p-1', /is that of line 2, too/],
    ['payroll_no', 'x'.repeat(61), /one line of at most 60/],
    ['amount', '', /is required/],
    ['amount', '0', /must be more than zero/],
    ...amounts('amount'),
  ];
  let employer: string;
  beforeAll(async () => {
    const body = { name: 'Tea Factory', code: 'TEA', pay_day: 28 };
    employer = must(await sacco.maker.post('/api/v1/sacco/employers', body)).body.id;
  });

  test.each(CASES)('%s = %s', async (column, cell, says) => {
    const csv = csvTable([
      { payroll_no: 'P-1', amount: '1.00' },
      { payroll_no: 'P-2', amount: '1.00', [column]: cellOf(cell) },
    ]);
    const reply: Reply = await sacco.maker.post(`/api/v1/sacco/employers/${employer}/remittances`, {
      month: '2031-02',
      csv,
      account: '1100',
      total_minor: 200,
      memo: 'pay day',
      idempotency_key: crypto.randomUUID(),
    });
    expect(reply.body.error).toMatchObject({ code: 'UNPROCESSABLE', reason: 'batch_refused' });
    expect(reply.body.error.details).toContainEqual({
      line_no: 3,
      column,
      message: expect.stringMatching(says),
    });
  });
});

test('files that are no tables', async () => {
  const told = async (members_csv: string): Promise<unknown> =>
    must(await sacco.admin.post(IMPORTS, { cut_over_date: day(-9), members_csv, dry_run: true })).body.errors;
  expect(await told('')).toMatchObject([{ line_no: 1, message: 'The file has no header.' }]);
  expect(await told('member_no,full_name,phone\n')).toMatchObject([
    { line_no: 1, message: 'The files have no lines: nothing would be imported.' },
  ]);
  expect(await told('member_no,full_name,phone,phone\nX,Y,Z,Z')).toMatchObject([{ column: 'phone' }]);
  expect(await told('member_no,full_name,phone,\nX,Y,Z,Z')).toMatchObject([
    { line_no: 1, column: null, message: 'Column 4 has no name.' },
  ]);
  expect(await told(`member_no,full_name,phone\nX-1,Y,${newPhone()},more`)).toMatchObject([
    { line_no: 2, column: null, message: 'The line has more cells than the header.' },
  ]);
  expect(await told('member_no,full_name,phone\nX-1,"Y,Z')).toMatchObject([{ line_no: 2 }]);
  const no_text = { cut_over_date: day(-9), members_csv: '\0', dry_run: true };
  expectInvalid(await sacco.admin.post(IMPORTS, no_text), 'members_csv');
  // Spreadsheets write marks, semicolons and other ends of lines.
  const phone = newPhone();
  const good = await sacco.admin.post(IMPORTS, {
    cut_over_date: day(-9),
    members_csv: `\uFEFFMember_No;Full_Name;Phone\r\nX-1;"Y; Z";'${phone}\r\n`,
    dry_run: true,
  });
  expect(must(good).body).toMatchObject({ status: 'checked', members: 1 });
});
