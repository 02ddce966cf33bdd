/** Check-off over HTTP: advices, remittances, and the report. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  batchLines,
  chartBalances,
  createSacco,
  csvTable,
  decide,
  getLoan,
  held,
  lend,
  moving,
  must,
  newAccount,
  newMember,
  newProduct,
  setTestClock,
  startService,
  verifyAll,
  type Reply,
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

const EMPLOYERS = '/api/v1/sacco/employers';

interface Workplace {
  sacco: Sacco;
  employer: string;
}

/** A cooperative on 10 January 2035, with an employer and the bank account 1100. */
async function newWorkplace(): Promise<Workplace> {
  const sacco = await createSacco(service);
  await setTestClock(sacco.project, '2035-01-10T09:00:00Z');
  await newAccount(sacco, '1100');
  const { body } = must(await sacco.maker.post(EMPLOYERS, { name: 'Tea Factory', code: 'TEA', pay_day: 28 }));
  return { sacco, employer: body.id };
}

async function employ(
  { sacco, employer }: Workplace,
  payroll_no: string,
  contribution: string | null = '500.00',
): Promise<string> {
  const member = await newMember(sacco);
  must(
    await sacco.maker.patch(`/api/v1/sacco/members/${member}`, {
      employer_id: employer,
      payroll_no,
      ...(contribution === null ? {} : { contribution }),
    }),
  );
  return member;
}

/** 3,000.00 over six months at 1.5 % a month: 526.58 each month, the first on 10 February. */
async function lendTo({ sacco }: Workplace, member_id: string): Promise<string> {
  must(await sacco.maker.post(`/api/v1/sacco/members/${member_id}/deposits`, moving(100)));
  const product_id = await newProduct(sacco, { fee_bps: 0 });
  const loan = await lend(sacco, { product_id, member_id, amount_minor: 300_000, term: 6 });
  must(await sacco.maker.post(`/api/v1/sacco/members/${member_id}/withdrawals`, moving(300_100)));
  return loan.id;
}

/** Cash of nobody, which loans are paid out of. */
async function fillTheTill(sacco: Sacco): Promise<void> {
  const counted = await sacco.maker.post(
    '/api/v1/sacco/cash-adjustments',
    moving(1_000_000, { direction: 'in', memo: 'counted' }),
  );
  must(await decide(sacco, must(counted).body.approval_id));
}

function remit(
  { sacco, employer }: Workplace,
  rows: Record<string, string>[],
  total_minor: number,
  more: object = {},
): Promise<Reply> {
  return sacco.maker.post(`${EMPLOYERS}/${employer}/remittances`, {
    month: '2035-02',
    csv: csvTable(rows),
    account: '1100',
    reference: 'TT-77',
    total_minor,
    memo: 'February',
    idempotency_key: crypto.randomUUID(),
    ...more,
  });
}

async function posted(
  place: Workplace,
  ...given: [Record<string, string>[], number, object?]
): Promise<Reply['body']> {
  const asked = must(await remit(place, ...given));
  const { batch } = must(await decide(place.sacco, asked.body.approval_id)).body;
  expect(batch.status).toMatch(/^posted/);
  return batch;
}

describe('check-off', () => {
  test('E7: what comes pays the loan first, then the contribution; what is short is told', async () => {
    const place = await newWorkplace();
    const { sacco, employer } = place;
    await fillTheTill(sacco);
    const member = await employ(place, 'P-1');
    const loan_id = await lendTo(place, member);
    const advice_path = `${EMPLOYERS}/${employer}/advice?month=2035-02`;
    const advice = must(await sacco.maker.get(advice_path)).body;
    expect(advice).toMatchObject({
      month: '2035-02',
      rows: [
        {
          payroll_no: 'P-1',
          contribution: '500.00',
          loans: [{ loan_id, due_date: '2035-02-10', amount: '526.58' }],
          total: '1026.58',
        },
      ],
      total: '1026.58',
    });
    const csv = await sacco.maker.with({ accept: 'text/csv' }).get(advice_path);
    expect(csv.text.split('\r\n').slice(0, 2)).toEqual([
      'payroll_no,member_id,member_no,full_name,contribution,installments,total',
      expect.stringMatching(/^P-1,mem_.*,500\.00,526\.58,1026\.58$/),
    ]);
    await setTestClock(sacco.project, '2035-02-28T09:00:00Z');
    const asked = must(await remit(place, [{ payroll_no: 'p-1', amount: '900.00' }], 90_000));
    expect(asked.status).toBe(202);
    expect(asked.body).toMatchObject({
      employer_id: employer,
      month: '2035-02',
      status: 'awaiting_approval',
      shortages: [{ payroll_no: 'P-1', expected: '1026.58', remitted: '900.00', short: '126.58' }],
    });
    must(await decide(sacco, asked.body.approval_id));
    const lines = await batchLines(sacco, asked.body.id);
    expect(lines).toMatchObject([
      { kind: 'loan_repayment', loan_id, amount: '526.58', status: 'posted', entry: { source: 'batch' } },
      { kind: 'deposit', amount: '373.42', status: 'posted' },
    ]);
    expect(await held(sacco.maker, member)).toMatchObject({ savings: 37_342 });
    // The first installment was 18 days late: its penalty of 5 % came first.
    expect((await getLoan(sacco, loan_id)).schedule[0]).toMatchObject({ paid: '526.58' });
    const report = must(await sacco.maker.get('/api/v1/sacco/reports/check-off?month=2035-02')).body;
    expect(report).toMatchObject({
      employers: [{ code: 'TEA', expected: '1026.58', remitted: '900.00', short: '126.58', unknown: '0.00' }],
      members: [{ payroll_no: 'P-1', short: '126.58' }],
    });
    // The advice stays what it was.
    expect(must(await sacco.maker.get(advice_path)).body.rows).toEqual(advice.rows);
    expect(must(await sacco.maker.get(`${EMPLOYERS}/${employer}/remittances`)).body.remittances).toHaveLength(
      1,
    );
    const rest = await posted(place, [{ payroll_no: 'P-1', amount: '126.58' }], 12_658);
    expect(await batchLines(sacco, rest.id)).toMatchObject([{ kind: 'deposit', amount: '126.58' }]);
    expect(
      must(await sacco.maker.get(`/api/v1/sacco/reports/check-off?month=2035-02&employer_id=${employer}`))
        .body.employers,
    ).toMatchObject([{ remitted: '1026.58', short: '0.00' }]);
  });

  test('E8: the same request twice is replayed; the same file under another key is refused', async () => {
    const place = await newWorkplace();
    await employ(place, 'P-1');
    const rows = [
      { payroll_no: 'P-1', amount: '500.00' },
      { payroll_no: 'P-2', amount: '40.00' },
    ];
    const key = { idempotency_key: crypto.randomUUID() };
    const asked = must(await remit(place, rows, 54_000, key));
    const again = must(await remit(place, rows, 54_000, key));
    expect(again).toMatchObject({ status: 200, body: { id: asked.body.id, replayed: true } });
    expectError(await remit(place, rows.toReversed(), 54_000), 409, 'CONFLICT', 'already_imported');
    must(await remit(place, rows, 54_000, { month: '2035-03' }));
    must(await decide(place.sacco, asked.body.approval_id, 'reject', { note: 'the wrong month' }));
    must(await remit(place, rows, 54_000));
  });

  test('unknown numbers become unallocated', async () => {
    const place = await newWorkplace();
    const { sacco, employer } = place;
    const member = await employ(place, 'P-1');
    const batch = await posted(
      place,
      [
        { payroll_no: 'P-1', amount: '700.00' },
        { payroll_no: 'X-9', amount: '40.00' },
      ],
      74_000,
    );
    expect(batch).toMatchObject({ status: 'posted_with_failures', failed: '40.00' });
    expect(await held(sacco.maker, member)).toMatchObject({ savings: 70_000 });
    expect(await chartBalances(sacco)).toMatchObject({ 1100: 74_000, 2500: 4_000 });
    expect(await batchLines(sacco, batch.id, '&status=failed')).toMatchObject([
      { named: 'X-9', kind: 'unallocated', member: null, error: 'payroll_no_unknown' },
    ]);
    const { receipts } = must(await sacco.maker.get('/api/v1/sacco/unallocated')).body;
    expect(receipts).toMatchObject([{ account_number: 'X-9', unallocated: '40.00', reference: 'TT-77' }]);
    const report = must(await sacco.maker.get(`/api/v1/sacco/reports/check-off?month=2035-02`)).body;
    expect(report.employers).toMatchObject([{ unknown: '40.00', remitted: '700.00', short: '0.00' }]);
    expect(must(await sacco.maker.get(`${EMPLOYERS}/${employer}`)).body.code).toBe('TEA');
  });

  test('a remittance is split by what was approved before it, and not by what was rejected', async () => {
    const place = await newWorkplace();
    const { sacco } = place;
    await fillTheTill(sacco);
    const member = await employ(place, 'P-1');
    const loan_id = await lendTo(place, member);
    const wrong = must(await remit(place, [{ payroll_no: 'P-1', amount: '900.00' }], 90_000));
    const right = must(await remit(place, [{ payroll_no: 'P-1', amount: '800.00' }], 80_000));
    const rest = must(await remit(place, [{ payroll_no: 'P-1', amount: '50.00' }], 5_000));
    must(await decide(sacco, wrong.body.approval_id, 'reject', { note: 'of another month' }));
    const { effect } = must(await sacco.checker.get(`/api/v1/approvals/${right.body.approval_id}`)).body;
    expect(effect.accounts).toContainEqual(
      expect.objectContaining({ kind: 'loan_principal', balance_after: '2473.42' }),
    );
    must(await decide(sacco, right.body.approval_id));
    expect(await batchLines(sacco, right.body.id)).toMatchObject([
      { kind: 'loan_repayment', loan_id, amount: '526.58', status: 'posted' },
      { kind: 'deposit', amount: '273.42', status: 'posted' },
    ]);
    // When it was asked for, nothing had come yet. Whoever decides on it sees what will be booked.
    expect(await batchLines(sacco, rest.body.id)).toMatchObject([
      { no: 0, named: 'P-1', kind: 'deposit', amount: '50.00', status: 'pending', entry: null },
    ]);
    expect(await batchLines(sacco, rest.body.id, '&status=posted')).toEqual([]);
    expect(await batchLines(sacco, rest.body.id, '&after=0')).toEqual([]);
    const later = must(await sacco.checker.get(`/api/v1/approvals/${rest.body.approval_id}`)).body.effect;
    expect(later.accounts.map(({ kind }: { kind: string }) => kind)).not.toContain('loan_principal');
    const { batch } = must(await decide(sacco, rest.body.approval_id)).body;
    expect(batch).toMatchObject({ status: 'posted', lines: 1 });
    expect(await batchLines(sacco, rest.body.id)).toMatchObject([{ kind: 'deposit', amount: '50.00' }]);
    const { owner, id } = sacco.project;
    const { audit_log } = must(await owner.client.get(`/api/projects/${id}/audit-log?environment=test`)).body;
    const splits = audit_log.filter(
      ({ action, subject }: Reply['body']) =>
        action === 'sacco.remittance_split_again' && subject === rest.body.id,
    );
    expect(splits.at(-1).details).toEqual({
      before_minor: { loan_repayment: 5_000 },
      after_minor: { deposit: 5_000 },
    });
  });

  test('a repayment that failed is still missing when the next remittance is split', async () => {
    const place = await newWorkplace();
    const { sacco } = place;
    await fillTheTill(sacco);
    const member = await employ(place, 'P-1');
    const loan_id = await lendTo(place, member);
    const first = must(await remit(place, [{ payroll_no: 'P-1', amount: '800.00' }], 80_000));
    const { payoff_minor } = await getLoan(sacco, loan_id);
    const paid = must(
      await sacco.maker.post(
        `/api/v1/sacco/loans/${loan_id}/repayments`,
        moving(payoff_minor, { from: 'cash' }),
      ),
    ).body;
    must(await decide(sacco, first.body.approval_id));
    expect(await batchLines(sacco, first.body.id)).toMatchObject([
      { kind: 'loan_repayment', amount: '526.58', status: 'failed' },
      { kind: 'deposit', amount: '273.42', status: 'posted' },
    ]);
    const undone = await sacco.maker.post(`/api/v1/sacco/entries/${paid.id}/reverse`, {
      memo: 'paid by another',
      idempotency_key: crypto.randomUUID(),
    });
    must(await decide(sacco, must(undone).body.approval_id));
    const next = await posted(place, [{ payroll_no: 'P-1', amount: '600.00' }], 60_000);
    expect(await batchLines(sacco, next.id)).toMatchObject([
      { kind: 'loan_repayment', loan_id, amount: '526.58', status: 'posted' },
      { kind: 'deposit', amount: '73.42', status: 'posted' },
    ]);
    const report = must(await sacco.maker.get('/api/v1/sacco/reports/check-off?month=2035-02')).body;
    expect(report.members).toMatchObject([{ expected: '1026.58', remitted: '1400.00', short: '0.00' }]);
  });

  test('whoever gets a number, or another one, after the first remittance is known by it', async () => {
    const place = await newWorkplace();
    const { sacco, employer } = place;
    const member = await employ(place, 'P-1', '100.00');
    await posted(place, [{ payroll_no: 'P-1', amount: '60.00' }], 6_000);
    const path = `/api/v1/sacco/members/${member}`;
    must(await sacco.maker.patch(path, { payroll_no: 'P-7' }));
    const other = await employ(place, 'P-2', '30.00');
    await employ(place, 'P-3', '30.00');
    const rows = [
      { payroll_no: 'P-7', amount: '10.00' },
      { payroll_no: 'P-1', amount: '5.00' },
      { payroll_no: 'P-2', amount: '20.00' },
    ];
    const batch = await posted(place, rows, 3_500);
    expect(batch).toMatchObject({ status: 'posted', failed_lines: 0 });
    expect(await held(sacco.maker, member)).toMatchObject({ savings: 7_500 });
    expect(await held(sacco.maker, other)).toMatchObject({ savings: 2_000 });
    const report = must(await sacco.maker.get('/api/v1/sacco/reports/check-off?month=2035-02')).body;
    expect(report).toMatchObject({
      employers: [{ employer_id: employer, expected: '130.00', remitted: '95.00', short: '35.00' }],
      members: [
        { payroll_no: 'P-1', remitted: '75.00', short: '25.00' },
        { payroll_no: 'P-2', remitted: '20.00', short: '10.00' },
      ],
    });
  });

  test('what belongs to others is not found', async () => {
    const place = await newWorkplace();
    const { sacco, employer } = place;
    const member = await employ(place, 'P-1', null);
    const elsewhere = await newWorkplace();
    const stranger = elsewhere.employer;
    const rows = [{ payroll_no: 'P-1', amount: '5.00' }];
    expectError(await remit({ sacco, employer: stranger }, rows, 500), 404, 'NOT_FOUND');
    const path = `/api/v1/sacco/members/${member}`;
    const moved = await sacco.maker.patch(path, { employer_id: stranger, contribution: '7.00' });
    expectError(moved, 404, 'NOT_FOUND');
    // Nothing of it is done.
    expectError(await sacco.maker.get(`${path}/contribution`), 404, 'NOT_FOUND');
    expect(must(await sacco.maker.get(path)).body).toMatchObject({ employer_id: employer });
    const { accounts } = must(await elsewhere.sacco.maker.get('/api/v1/accounting/chart')).body;
    const { id: account } = accounts.find(({ code }: Reply['body']) => code === '1100');
    const refused = await remit(place, rows, 500, { account });
    expect(refused.body.error.reason).toBe('account_not_found');
    const second = must(await sacco.maker.post(EMPLOYERS, { name: 'Mill', code: 'MILL', pay_day: 1 })).body;
    const asked = must(await remit(place, rows, 500)).body;
    must(await sacco.maker.get(`${EMPLOYERS}/${employer}/remittances/${asked.id}`));
    const at_other = await sacco.maker.get(`${EMPLOYERS}/${second.id}/remittances/${asked.id}`);
    expectError(at_other, 404, 'NOT_FOUND');
  });

  test('a file may be as large as that of a batch', async () => {
    const place = await newWorkplace();
    const rows = Array.from({ length: 15_000 }, (_, i) => ({
      payroll_no: `NOBODY-HERE-${i}`,
      amount: '1.00',
    }));
    expect(csvTable(rows).length).toBeGreaterThan(256 * 1024);
    const asked = await remit(place, rows, 1_500_000);
    expect([asked.status, asked.body.total_minor]).toEqual([202, 1_500_000]);
  });

  test('what is refused', async () => {
    const place = await newWorkplace();
    const { sacco, employer } = place;
    await employ(place, 'P-1', null);
    const rows = [{ payroll_no: 'P-1', amount: '5.00' }];
    expectError(await remit(place, rows, 501), 422, 'UNPROCESSABLE', 'total_mismatch');
    expectError(await remit(place, [...rows, ...rows], 1_000), 422, 'UNPROCESSABLE', 'batch_refused');
    expectInvalid(await remit(place, rows, 500, { month: '2035-13' }), 'month');
    const taken = await sacco.maker.post(EMPLOYERS, { name: 'Tea', code: 'tea', pay_day: 1 });
    expectError(taken, 409, 'CONFLICT', 'employer_code_taken');
    const other = await newMember(sacco);
    const path = `/api/v1/sacco/members/${other}`;
    const same = await sacco.maker.patch(path, { employer_id: employer, payroll_no: 'p-1' });
    expectError(same, 409, 'CONFLICT', 'payroll_no_taken');
    const changed = must(await sacco.maker.patch(path, { employer_id: employer, payroll_no: 'P-2' })).body;
    expect(changed).toMatchObject({ employer_id: employer, payroll_no: 'P-2' });
    expect(must(await sacco.maker.patch(path, { employer_id: null })).body).toMatchObject({
      employer_id: null,
      payroll_no: null,
    });
    must(await sacco.maker.post(`${path}/exit`, { idempotency_key: crypto.randomUUID(), memo: 'moves' }));
    for (const gone of [
      await sacco.maker.patch(path, { employer_id: employer }),
      await sacco.maker.put(`${path}/contribution`, {
        amount: '5.00',
        frequency: 'monthly',
        start_date: '2035-02-01',
      }),
    ])
      expectError(gone, 409, 'CONFLICT', 'member_not_active');
    expect(must(await sacco.maker.get(path)).body).toMatchObject({ employer_id: null });
    const renamed = must(await sacco.maker.patch(`${EMPLOYERS}/${employer}`, { name: 'Coffee', pay_day: 5 }));
    expect(renamed.body).toMatchObject({ name: 'Coffee', pay_day: 5, code: 'TEA' });
  });
});
