/** Interest on deposits over HTTP: the worked examples, every refusal, tax, and what is paid into savings. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { declareDueInterest, payInterest } from '../../domain/interest/index.ts';
import {
  createSacco,
  decide,
  held,
  moving,
  must,
  newAccount,
  newMember,
  setTestClock,
  sharedService,
  verifyAll,
  type Reply,
  type Sacco,
  type TestService,
} from '../harness/index.ts';
import { expectError, expectInvalid } from './samples.ts';

let service: TestService;

beforeAll(async () => {
  service = await sharedService();
});
afterAll(async () => {
  expect(await verifyAll(service.ctx)).toEqual([]);
  await service.stop();
});

const INTEREST = '/api/v1/sacco/savings-interest';
const at = (sacco: Sacco, date: string): Promise<void> => setTestClock(sacco.project, `${date}T09:00:00Z`);

/** A cooperative whose clock stands at noon in Nairobi of that day. */
async function saccoAt(date: string, settings: object = {}): Promise<Sacco> {
  const sacco = await createSacco(service, { utc_offset_minutes: 180, ...settings });
  await at(sacco, date);
  return sacco;
}

const pay = (sacco: Sacco, member: string, amount_minor: number, what = 'deposits'): Promise<Reply> =>
  sacco.project.key.post(
    `/api/v1/sacco/members/${member}/${what}`,
    moving(amount_minor, what === 'deposits' ? { from: 'cash' } : {}),
  );

const declaring = (label: string, more: object = {}): object => ({
  label,
  period_start: '2035-01-01',
  period_end: '2035-01-31',
  rate_bps: 600,
  basis: 'daily_balance',
  idempotency_key: label,
  ...more,
});

/** Declared, approved and paid. */
async function paid(sacco: Sacco, body: object): Promise<Reply['body']> {
  const declared = must(await sacco.maker.post(INTEREST, body)).body;
  must(await decide(sacco, declared.approval_id));
  await payInterest(service.ctx, declared.id);
  return must(await sacco.maker.get(`${INTEREST}/${declared.id}`)).body;
}

const figures = ({ lines }: { lines: Record<string, unknown>[] }): unknown[][] =>
  lines.map(({ gross, tax, net }) => [gross, tax, net]);

async function payable(sacco: Sacco): Promise<Record<string, unknown>> {
  const { body } = must(await sacco.maker.get('/api/v1/sacco/summary'));
  const { tax_payable_minor, deposit_interest_minor } = body.balances;
  return { tax_payable_minor, deposit_interest_minor };
}

describe('monthly balances', () => {
  let sacco: Sacco;
  let member: string;
  beforeAll(async () => {
    sacco = await saccoAt('2035-01-10');
    member = await newMember(sacco);
    must(await pay(sacco, member, 100_000));
    await at(sacco, '2035-03-20');
    must(await pay(sacco, member, 50_000));
    await at(sacco, '2036-01-02');
  });

  const year = { period_end: '2035-12-31', basis: 'monthly', withholding_tax_bps: 1_500 };

  test('E1: closing balances of a year at 6 % are 85.00, of which 12.75 is withheld', async () => {
    const run = await paid(sacco, declaring('closing', { ...year, counting: 'closing' }));
    expect(run).toMatchObject({ status: 'paid', total: '85.00', tax: '12.75', failed: '0.00' });
    expect(figures(run)).toEqual([['85.00', '12.75', '72.25']]);
    expect((await held(sacco.project.key, member))['savings']).toBe(157_225);
    expect(await payable(sacco)).toEqual({
      tax_payable_minor: 1_275,
      deposit_interest_minor: 8_500,
    });
    const { entries } = must(
      await sacco.maker.get(`/api/v1/sacco/members/${member}/entries?kind=savings_interest`),
    ).body;
    expect(entries).toMatchObject([
      { amount: '72.25', tax: '12.75', savings_interest_id: run.id, status: 'posted' },
    ]);
  });

  test('E1: opening balances are 77.50, of which 11.63 is withheld; the days of a run are not paid again', async () => {
    const opening = declaring('opening', { ...year, counting: 'opening' });
    expectError(await sacco.maker.post(INTEREST, opening), 409, 'CONFLICT', 'period_already_paid');
    const other = await saccoAt('2035-01-10');
    const saver = await newMember(other);
    must(await pay(other, saver, 100_000));
    await at(other, '2035-03-20');
    must(await pay(other, saver, 50_000));
    await at(other, '2036-01-02');
    const { body } = must(await other.maker.post(INTEREST, opening));
    expect(figures(body)).toEqual([['77.50', '11.63', '65.87']]);
    expect(body).toMatchObject({ status: 'declared', basis: 'monthly', counting: 'opening' });
  });
});

test('E1: daily balances: 1,000.00 for 15 days and 600.00 for 16 at 6 % are 4.04, less 0.20', async () => {
  const sacco = await saccoAt('2035-01-01');
  const member = await newMember(sacco);
  must(await pay(sacco, member, 100_000));
  await at(sacco, '2035-01-16');
  must(await pay(sacco, member, 40_000, 'withdrawals'));
  await at(sacco, '2035-02-01');
  const run = await paid(sacco, declaring('January', { withholding_tax_bps: 500 }));
  expect(figures(run)).toEqual([['4.04', '0.20', '3.84']]);
  expect(run.lines[0].balances).toBe('24600.00');
  expect((await held(sacco.project.key, member))['savings']).toBe(60_384);
});

test('E2: the lowest balance of a month from 1,000.00 down to 600.00 earns 3.00', async () => {
  const sacco = await saccoAt('2034-12-20');
  const member = await newMember(sacco);
  must(await pay(sacco, member, 100_000));
  await at(sacco, '2035-01-16');
  must(await pay(sacco, member, 40_000, 'withdrawals'));
  await at(sacco, '2035-01-20');
  must(await pay(sacco, member, 90_000));
  await at(sacco, '2035-02-01');
  const run = await paid(sacco, declaring('January', { basis: 'minimum_monthly_balance' }));
  expect(figures(run)).toEqual([['3.00', '0.00', '3.00']]);
});

test('E3: 500.00 a month from 31 January, 1,200.00 saved: 300.00 behind on 1 April', async () => {
  const sacco = await saccoAt('2035-01-31');
  const { key } = sacco.project;
  const [member, ahead] = [await newMember(sacco), await newMember(sacco)];
  const of = (id: string): string => `/api/v1/sacco/members/${id}/contribution`;
  expectError(await key.get(of(member)), 404, 'NOT_FOUND');
  const agreed = { amount: '500.00', frequency: 'monthly', start_date: '2035-01-31' };
  expect(must(await key.put(of(member), agreed)).body).toMatchObject({ member_id: member, ...agreed });
  must(await key.put(of(ahead), { amount: '10.00', frequency: 'weekly', start_date: '2035-03-31' }));
  must(await pay(sacco, member, 70_000));
  const { body: wrong } = must(await pay(sacco, member, 30_000));
  must(await pay(sacco, ahead, 99_900));
  await at(sacco, '2035-03-15');
  must(await pay(sacco, member, 50_000));
  const reversal = must(
    await sacco.maker.post(`/api/v1/sacco/entries/${wrong.id}/reverse`, {
      memo: 'wrong',
      idempotency_key: 'r',
    }),
  ).body;
  must(await decide(sacco, reversal.approval_id));
  await at(sacco, '2035-04-01');
  const report = must(await key.get('/api/v1/sacco/reports/contributions')).body;
  expect(report).toMatchObject({ date: '2035-04-01', total_arrears: '310.00' });
  expect(report.rows).toMatchObject([
    { member_id: member, expected: '1500.00', contributed: '1200.00', arrears: '300.00' },
    { member_id: ahead, expected: '10.00', contributed: '0.00', arrears: '10.00' },
  ]);
  const earlier = must(await key.get('/api/v1/sacco/reports/contributions?date=2035-02-27')).body;
  expect(earlier.rows[0]).toMatchObject({ expected: '500.00', contributed: '1000.00', arrears: '0.00' });
  const csv = await key.with({ accept: 'text/csv' }).get('/api/v1/sacco/reports/contributions');
  expect(csv.text).toMatch(
    /^member_id,member_no,full_name,amount,frequency,start_date,expected,contributed,arrears\r\n/,
  );
  expect(csv.text).toContain(',1500.00,1200.00,300.00\r\n');
  expectInvalid(await key.get('/api/v1/sacco/reports/contributions?date=2035-04-02'), 'date');
});

describe('what is refused', () => {
  let sacco: Sacco;
  beforeAll(async () => {
    sacco = await saccoAt('2035-01-05');
    must(await pay(sacco, await newMember(sacco), 100_000));
    await at(sacco, '2035-03-10');
  });

  test('a period that is not over, is too long, runs backwards or has no whole month', async () => {
    const ask = (more: object): Promise<Reply> => sacco.maker.post(INTEREST, declaring('x', more));
    expectError(await ask({ period_end: '2035-03-10' }), 409, 'CONFLICT', 'period_not_over');
    expectInvalid(await ask({ period_start: '2034-01-01' }), 'period_end');
    expectInvalid(await ask({ period_start: '2035-02-01' }), 'period_end');
    const part = { period_start: '2035-01-02', period_end: '2035-02-27' };
    expectInvalid(await ask({ ...part, basis: 'minimum_monthly_balance' }), 'period_end');
    expectInvalid(await ask({ ...part, basis: 'monthly', counting: 'closing' }), 'period_end');
    expectInvalid(await ask({ basis: 'monthly' }), 'counting');
    expectInvalid(await ask({ counting: 'closing' }), 'counting');
    expectError(await ask({ product_id: 'spr_00000000000000000000000000' }), 404, 'NOT_FOUND');
  });

  test('the same days, and the same label, until the run is rejected', async () => {
    const { body: first } = must(await sacco.maker.post(INTEREST, declaring('January')));
    const again = await sacco.maker.post(INTEREST, declaring('January'));
    expect([again.status, again.body]).toEqual([200, { ...first, replayed: true }]);
    const other = (label: string, more: object = {}): Promise<Reply> =>
      sacco.maker.post(INTEREST, declaring(label, { idempotency_key: crypto.randomUUID(), ...more }));
    expectError(
      await other('January', { period_start: '2035-02-01', period_end: '2035-02-02' }),
      409,
      'CONFLICT',
      'label_taken',
    );
    expectError(
      await other('late', { period_start: '2035-01-31', period_end: '2035-02-02' }),
      409,
      'CONFLICT',
      'period_already_paid',
    );
    must(await decide(sacco, first.approval_id, 'reject', { note: 'too much' }));
    expect(must(await sacco.maker.get(`${INTEREST}/${first.id}`)).body.status).toBe('rejected');
    expect(must(await other('January')).body.status).toBe('declared');
    const listed = must(await sacco.maker.get(`${INTEREST}?status=rejected`)).body.savings_interest;
    expect(listed).toMatchObject([{ id: first.id }]);
    expect(listed[0]).not.toHaveProperty('lines');
    expectError(await sacco.maker.post(`${INTEREST}/${first.id}/retry`), 409, 'CONFLICT', 'invalid_state');
  });

  test('ten declarations at once: one is made', async () => {
    const february = { period_start: '2035-02-01', period_end: '2035-02-28' };
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, i) => sacco.maker.post(INTEREST, declaring(`February ${i}`, february))),
    );
    expect(replies.filter(({ status }) => status === 202)).toHaveLength(1);
    expect(replies.filter(({ body }) => body.error?.reason === 'period_already_paid')).toHaveLength(9);
  });
});

test('the checker is told where interest is above the surplus', async () => {
  const sacco = await saccoAt('2035-01-01');
  must(await pay(sacco, await newMember(sacco), 100_000));
  await at(sacco, '2035-02-01');
  const { body } = must(
    await sacco.maker.post(INTEREST, declaring('January', { withholding_tax_bps: 1_000 })),
  );
  const approval = must(await sacco.checker.get(`/api/v1/approvals/${body.approval_id}`)).body;
  expect(approval.summary).toBe('Interest on deposits January: 5.10 KES to 1 members');
  expect(approval.savings_interest_id).toBe(body.id);
  expect(approval.effect.warnings).toMatchObject([{ code: 'above_surplus', blocking: false, short: '5.10' }]);
  expect(approval.effect.accounts).toMatchObject([
    { kind: 'deposit_interest', balance_before: '0.00', balance_after: '5.10' },
    { kind: 'member_savings', balance_after: '1004.59' },
    { kind: 'tax_payable', balance_after: '0.51' },
  ]);
  const decided = must(await decide(sacco, body.approval_id)).body;
  expect(decided.savings_interest).toMatchObject({ id: body.id, status: 'declared' });
});

describe('tax', () => {
  let sacco: Sacco;
  let member: string;
  let exempt: string;
  beforeAll(async () => {
    sacco = await saccoAt('2035-01-01', {
      entrance_fee_minor: 100_000,
      withholding: [
        { kind: 'deposit_interest', bps: 1_000, from: '2034-01-01' },
        { kind: 'deposit_interest', bps: 1_500, from: '2035-02-01' },
        { kind: 'dividend', bps: 500, from: '2020-01-01' },
      ],
    });
    member = await newMember(sacco, { pay_entrance_fee: true });
    exempt = await newMember(sacco);
    for (const id of [member, exempt]) must(await pay(sacco, id, 1_000_000));
    must(
      await sacco.project.key.post(
        `/api/v1/sacco/members/${member}/shares`,
        moving(10_000, { from: 'cash' }),
      ),
    );
  });

  test('of a member is recorded by managers, with a reason for an exemption', async () => {
    const of = (id: string): string => `/api/v1/sacco/members/${id}/tax`;
    const { admin, maker } = sacco;
    expect(must(await maker.get(of(member))).body).toEqual({
      member_id: member,
      tax_number: null,
      exempt: false,
      reason: null,
    });
    expectInvalid(await admin.put(of(member), { exempt: true }), 'reason');
    expectInvalid(await admin.put(of(member), { reason: 'church' }), 'reason');
    expectError(await maker.put(of(member), {}), 403, 'FORBIDDEN');
    must(await admin.put(of(member), { tax_number: 'A001' }));
    const given = { tax_number: '=A002', exempt: true, reason: 'church' };
    expect(must(await admin.put(of(exempt), given)).body).toEqual({ member_id: exempt, ...given });
    expect(must(await maker.get(of(exempt))).body).toEqual({ member_id: exempt, ...given });
  });

  test('the rate of the day of declaration is withheld, and nothing from who is exempt', async () => {
    await at(sacco, '2035-02-01');
    const run = await paid(sacco, declaring('January'));
    expect(run).toMatchObject({ withholding_tax_bps: 1_500, total: '101.92', tax: '7.64' });
    const of = (id: string) => run.lines.find(({ member_id }: { member_id: string }) => member_id === id);
    expect(of(member)).toMatchObject({ gross: '50.96', tax: '7.64', net: '43.32', status: 'paid' });
    expect(of(exempt)).toMatchObject({ gross: '50.96', tax: '0.00', net: '50.96', status: 'paid' });
  });

  test('dividends withhold it, too', async () => {
    const { body: declared } = must(
      await sacco.maker.post('/api/v1/sacco/dividends', {
        label: '2035',
        period_start: '2035-01-01',
        period_end: '2035-01-31',
        share_rate_bps: 1_000,
        interest_rebate_bps: 0,
        paid_from: 'fee_income',
        idempotency_key: 'dividend',
      }),
    );
    expect(declared).toMatchObject({ withholding_tax_bps: 500, total: '10.00', tax: '0.50' });
    const { effect } = must(await sacco.checker.get(`/api/v1/approvals/${declared.approval_id}`)).body;
    expect(effect.accounts).toMatchObject([
      { kind: 'fee_income', balance_before: '1000.00', balance_after: '990.00' },
      { kind: 'member_savings' },
      { kind: 'tax_payable', balance_before: '7.64', balance_after: '8.14' },
    ]);
    must(await decide(sacco, declared.approval_id));
    const { payDividend } = await import('../../domain/dividends/index.ts');
    await payDividend(service.ctx, declared.id);
    const { lines } = must(await sacco.maker.get(`/api/v1/sacco/dividends/${declared.id}`)).body;
    expect(lines).toContainEqual(
      expect.objectContaining({
        member_id: member,
        amount: '10.00',
        tax: '0.50',
        net: '9.50',
        status: 'paid',
      }),
    );
  });

  test('what was withheld is reported by member and kind, as JSON and CSV', async () => {
    const path = '/api/v1/sacco/reports/withholding?from=2035-02-01&to=2035-02-01';
    const { body } = must(await sacco.maker.get(path));
    expect(body).toMatchObject({ currency: 'KES', total_gross: '111.92', total_tax: '8.14' });
    const no = async (id: string) =>
      must(await sacco.maker.get(`/api/v1/sacco/members/${id}`)).body.member_no;
    const [first, second] = [await no(member), await no(exempt)];
    expect(
      body.rows.map((row: Record<string, string>) => [
        row['member_no'],
        row['tax_number'],
        row['kind'],
        row['gross'],
        row['tax'],
      ]),
    ).toEqual([
      [first, 'A001', 'deposit_interest', '50.96', '7.64'],
      [first, 'A001', 'dividend', '10.00', '0.50'],
      [second, '=A002', 'deposit_interest', '50.96', '0.00'],
    ]);
    const csv = await sacco.maker.with({ accept: 'text/csv' }).get(path);
    expect(csv.text).toMatch(/^member_no,full_name,tax_number,kind,gross,tax\r\n/);
    expect(csv.text).toContain(",'=A002,deposit_interest,50.96,0.00\r\n");
    const before = must(
      await sacco.maker.get('/api/v1/sacco/reports/withholding?from=2035-01-01&to=2035-01-31'),
    ).body;
    expect(before.rows).toEqual([]);
  });

  test('it is remitted in cash and by the bank, and never more than was withheld', async () => {
    await newAccount(sacco, '1100');
    const remit = (amount_minor: number, more: object = {}): Promise<Reply> =>
      sacco.maker.post('/api/v1/sacco/tax-remittances', moving(amount_minor, { memo: 'January', ...more }));
    const decided = async (reply: Promise<Reply>) =>
      must(await decide(sacco, must(await reply).body.approval_id)).body.entry;
    expectInvalid(await remit(1, { paid_from: 'bank', account: '1100' }), 'reference');
    expectInvalid(await remit(1, { reference: 'x' }), 'reference');
    expect(await decided(remit(815))).toMatchObject({ status: 'failed', error: 'insufficient_funds' });
    expect(await decided(remit(1, { paid_from: 'bank', account: '1100', reference: 'KRA-1' }))).toMatchObject(
      {
        status: 'failed',
        error: 'insufficient_bank',
      },
    );
    const cash = await decided(remit(814));
    expect(cash).toMatchObject({ status: 'posted', kind: 'tax_remittance', amount: '8.14', member_id: null });
    expect((await payable(sacco))['tax_payable_minor']).toBe(0);
    const reversal = must(
      await sacco.maker.post(`/api/v1/sacco/entries/${cash.id}/reverse`, {
        memo: 'bounced',
        idempotency_key: 'b',
      }),
    ).body;
    must(await decide(sacco, reversal.approval_id));
    expect((await payable(sacco))['tax_payable_minor']).toBe(814);
  });
});

test('a line of a member who is leaving fails alone, and can be retried', async () => {
  const sacco = await saccoAt('2035-01-01');
  const [stays, leaves] = [await newMember(sacco), await newMember(sacco)];
  for (const id of [stays, leaves]) must(await pay(sacco, id, 1_000_000));
  await at(sacco, '2035-02-01');
  const { body: declared } = must(await sacco.maker.post(INTEREST, declaring('January')));
  const exit = must(
    await sacco.maker.post(`/api/v1/sacco/members/${leaves}/exit`, {
      idempotency_key: 'leaves',
      memo: 'moves',
    }),
  ).body;
  must(await decide(sacco, declared.approval_id));
  await payInterest(service.ctx, declared.id);
  const read = async () => must(await sacco.maker.get(`${INTEREST}/${declared.id}`)).body;
  expect(await read()).toMatchObject({ status: 'paid_with_exceptions', failed: '50.96' });
  must(await decide(sacco, exit.approval_id, 'reject', { note: 'stays' }));
  await at(sacco, '2035-03-01');
  expect((await sacco.maker.post(`${INTEREST}/${declared.id}/retry`)).status).toBe(202);
  await Promise.all([1, 2, 3].map(() => payInterest(service.ctx, declared.id)));
  expect(await read()).toMatchObject({ status: 'paid', failed: '0.00' });
  // Reported from when the line is paid, not from when the run has ended again.
  const { db } = service.ctx;
  const unfinished = { paid_at: '2035-02-01T09:00:00Z', due_at: db.fn.now() };
  await db('sacco_savings_interest').where({ id: declared.id }).update(unfinished);
  const march = '/api/v1/sacco/reports/withholding?from=2035-03-01&to=2035-03-01';
  expect(must(await sacco.maker.get(march)).body.rows).toMatchObject([{ gross: '50.96' }]);
  await payInterest(service.ctx, declared.id);
  for (const id of [stays, leaves]) expect((await held(sacco.project.key, id))['savings']).toBe(1_005_096);
});

describe('a setting declares interest by itself', () => {
  const plan = { rate_bps: 600, basis: 'daily_balance', frequency: 'monthly' };

  test('for each month that has ended since, once, also after a pause', async () => {
    const sacco = await saccoAt('2035-01-15');
    must(await pay(sacco, await newMember(sacco), 100_000));
    const settings = must(await sacco.admin.put('/api/v1/sacco/settings', { savings_interest: plan })).body;
    expect(settings.savings_interest).toEqual({
      ...plan,
      counting: null,
      credit_to: 'same_account',
      product_id: null,
      withholding_tax_bps: null,
      since: '2035-01-15',
    });
    await declareDueInterest(service.ctx);
    const runs = async () => must(await sacco.maker.get(INTEREST)).body.savings_interest;
    expect(await runs()).toEqual([]);
    await at(sacco, '2035-03-02');
    await Promise.all([1, 2].map(() => declareDueInterest(service.ctx)));
    await declareDueInterest(service.ctx);
    const declared = await runs();
    expect(declared).toMatchObject([
      { period_start: '2035-02-01', period_end: '2035-02-28', total: '4.60', status: 'declared' },
      { period_start: '2035-01-01', period_end: '2035-01-31', total: '2.79', status: 'declared' },
    ]);
    // One that was rejected is not declared anew, and the same terms again change nothing.
    must(await decide(sacco, declared[0].approval_id, 'reject', { note: 'no' }));
    await at(sacco, '2035-03-03');
    const again = must(await sacco.admin.put('/api/v1/sacco/settings', { savings_interest: plan })).body;
    expect(again.savings_interest.since).toBe('2035-01-15');
    await declareDueInterest(service.ctx);
    expect(await runs()).toHaveLength(2);
    const off = must(await sacco.admin.put('/api/v1/sacco/settings', { savings_interest: null })).body;
    expect(off.savings_interest).toBeNull();
  });
});
