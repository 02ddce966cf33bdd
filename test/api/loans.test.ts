import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createSacco,
  decide,
  defineProduct,
  getLoan,
  held,
  lend,
  letDaysPass,
  moveToNoon,
  moving,
  must,
  newMember,
  newSaver,
  sharedService,
  verifyAll,
  type Client,
  type Sacco,
  type TestService,
} from '../harness/index.ts';
import { expectError, expectInvalid } from './samples.ts';

let service: TestService;
let sacco: Sacco;
let key: Client;

beforeAll(async () => {
  service = await sharedService();
  sacco = await createSacco(service);
  key = sacco.project.key;
  await moveToNoon(sacco.project);
});
afterAll(async () => {
  expect(await verifyAll(service.ctx)).toEqual([]);
  await service.stop();
});

const LOANS = '/api/v1/sacco/loans';
const PRODUCTS = '/api/v1/sacco/loan-products';

describe('products', () => {
  test('are defined, listed, read and retired by owner or admin; loans keep their terms', async () => {
    const id = await defineProduct(sacco, { name: 'School fees' });
    const { body } = must(await key.get(`${PRODUCTS}/${id}`));
    expect(body).toMatchObject({
      id,
      name: 'School fees',
      rate_bps: 1_800,
      min_amount: '10.00',
      max_amount_minor: 100_000_000,
      savings_multiple_bps: null,
      min_guarantors: 0,
      guarantee_coverage_bps: 0,
      fee_bps: 0,
      penalty_bps: 0,
      grace_days: 0,
      status: 'active',
      retired_at: null,
    });
    expectError(await key.post(`${PRODUCTS}/${id}/retire`), 403, 'FORBIDDEN');
    expectError(await sacco.checker.post(`${PRODUCTS}/${id}/retire`), 403, 'FORBIDDEN');
    const member = await newMember(sacco);
    const waiting = must(
      await key.post(LOANS, moving(5_000, { member_id: member, product_id: id, term: 3 })),
    ).body;
    const retired = must(await sacco.admin.post(`${PRODUCTS}/${id}/retire`)).body;
    expect(retired).toMatchObject({ status: 'retired', retired_at: expect.any(String) });
    expect(must(await sacco.admin.post(`${PRODUCTS}/${id}/retire`)).body).toEqual(retired);
    const refused = await key.post(LOANS, moving(5_000, { member_id: member, product_id: id, term: 3 }));
    expectError(refused, 422, 'UNPROCESSABLE', 'product_retired');
    const listed = must(await key.get(`${PRODUCTS}?status=retired`)).body;
    expect(listed.loan_products.map((product: { id: string }) => product.id)).toContain(id);
    expect(must(await decide(sacco, waiting.approval_id, 'approve')).body.loan).toMatchObject({
      status: 'open',
    });
  });

  test('have bounds that are in order', async () => {
    const terms = { name: 'x', rate_bps: 1, method: 'flat', frequency: 'weekly', min_term: 2, max_term: 1 };
    const reply = await sacco.admin.post(PRODUCTS, { ...terms, min_amount_minor: 2, max_amount_minor: 3 });
    expectInvalid(reply, 'max_term');
    expectInvalid(await sacco.admin.post(PRODUCTS, {}), 'name', 'rate_bps', 'method', 'frequency');
  });
});

describe('an application', () => {
  test.each([
    ['amount_out_of_bounds', { amount_minor: 999 }],
    ['term_out_of_bounds', { term: 37 }],
    ['guarantors_insufficient', { guarantors: [] }],
    ['coverage_insufficient', { pledge: 4_999 }],
    ['guarantee_unavailable', { pledge: 20_001 }],
  ])('is refused: %s', async (reason, change: Record<string, unknown>) => {
    const product_id = await defineProduct(sacco, { min_guarantors: 1, guarantee_coverage_bps: 5_000 });
    const [member_id, guarantor] = [await newMember(sacco), await newSaver(sacco, 20_000)];
    const { pledge = 5_000, amount_minor = 10_000, ...rest } = change;
    const guarantors = [{ member_id: guarantor, amount_minor: pledge }];
    const body = { member_id, product_id, term: 6, guarantors, ...rest };
    expectError(await key.post(LOANS, moving(amount_minor as number, body)), 422, 'UNPROCESSABLE', reason);
  });

  test('is refused for share capital, savings, and guarantors who cannot guarantee it', async () => {
    const product_id = await defineProduct(sacco, { savings_multiple_bps: 30_000 });
    const [member_id, another] = [await newSaver(sacco, 1_000), await newSaver(sacco, 1_000)];
    const apply = (amount_minor: number, guarantors: object[] = []) =>
      key.post(LOANS, moving(amount_minor, { member_id, product_id, term: 6, guarantors }));
    expectError(await apply(3_001), 422, 'UNPROCESSABLE', 'savings_multiple_exceeded');
    for (const guarantors of [
      [{ member_id, amount_minor: 100 }],
      Array.from({ length: 2 }, () => ({ member_id: another, amount_minor: 100 })),
    ])
      expectError(await apply(3_000, guarantors), 422, 'UNPROCESSABLE', 'guarantor_invalid');
    must(await sacco.admin.put('/api/v1/sacco/settings', { min_share_capital_minor: 500 }));
    expectError(await apply(3_000), 422, 'UNPROCESSABLE', 'share_capital_insufficient');
    must(await sacco.admin.put('/api/v1/sacco/settings', { min_share_capital_minor: 0 }));
    expect((await apply(3_000)).status).toBe(202);
    expectError(await apply(1_000), 422, 'UNPROCESSABLE', 'savings_multiple_exceeded');
  });

  test('is previewed: what it would come to and every check, and nothing is stored or used up', async () => {
    const product_id = await defineProduct(sacco, {
      fee_bps: 100,
      min_guarantors: 1,
      guarantee_coverage_bps: 5_000,
    });
    const [member_id, guarantor] = [await newSaver(sacco, 1_000), await newSaver(sacco, 20_000)];
    const guarantors = [{ member_id: guarantor, amount_minor: 5_000 }];
    const application = { member_id, product_id, term: 3, guarantors };
    const body = moving(10_000, application);
    const { body: preview, status } = must(await key.post(LOANS, { ...body, dry_run: true }));
    expect(status).toBe(200);
    expect(preview).toMatchObject({ fee: '1.00', disbursed: '99.00', disbursed_minor: 9_900 });
    expect(preview.checks.filter(({ met }: { met: boolean }) => !met)).toEqual([]);
    expect(preview.checks.map(({ check }: { check: string }) => check)).toEqual([
      'member_not_active',
      'customer_not_active',
      'product_retired',
      'amount_out_of_bounds',
      'term_out_of_bounds',
      'share_capital_insufficient',
      'savings_multiple_exceeded',
      'guarantors_insufficient',
      'guarantor_invalid',
      'coverage_insufficient',
      'guarantee_unavailable',
    ]);
    expect(must(await key.get(`${LOANS}?member_id=${member_id}`)).body.loans).toEqual([]);

    // The same key is free, and what comes of it is what was shown.
    const { body: applied } = must(await key.post(LOANS, body));
    expect(applied).toMatchObject({ status: 'applied', replayed: false });
    const { loan } = must(await decide(sacco, applied.approval_id, 'approve')).body;
    expect(loan.schedule).toEqual(preview.schedule);
    const interest = loan.schedule.map(({ interest_minor }: { interest_minor: number }) => interest_minor);
    expect(preview.total_interest_minor).toBe(interest.reduce((a: number, b: number) => a + b));

    // All that stands against it, not only the first; a key is not needed.
    must(await key.post(`/api/v1/sacco/members/${member_id}/suspend`));
    const { body: refused } = must(
      await key.post(LOANS, { member_id, product_id, term: 37, amount_minor: 10_000, dry_run: true }),
    );
    expect(
      refused.checks.flatMap(({ check, met }: { check: string; met: boolean }) => (met ? [] : [check])),
    ).toEqual([
      'member_not_active',
      'term_out_of_bounds',
      'guarantors_insufficient',
      'coverage_insufficient',
    ]);
    expect(refused.schedule).toHaveLength(37);
    expectInvalid(
      await key.post(LOANS, { member_id, product_id, term: 3, amount_minor: 10_000 }),
      'idempotency_key',
    );
    expectError(
      await key.post(LOANS, { ...body, member_id: 'mem_00000000000000000000000000', dry_run: true }),
      404,
      'NOT_FOUND',
    );
  });

  test('waits with its approval, is repeated, and pledges count as taken until it is rejected', async () => {
    const product_id = await defineProduct(sacco);
    const [member_id, guarantor] = [await newMember(sacco), await newSaver(sacco, 10_000)];
    const body = moving(50_000, {
      member_id,
      product_id,
      term: 12,
      purpose: 'a water tank',
      guarantors: [{ member_id: guarantor, amount: '60.00' }],
    });
    const { status, body: applied } = await key.post(LOANS, body);
    expect([status, applied]).toEqual([
      202,
      expect.objectContaining({
        status: 'applied',
        member: {
          id: member_id,
          member_no: expect.any(String),
          full_name: expect.stringMatching(/^Member /),
        },
        principal: '500.00',
        purpose: 'a water tank',
        entry_id: expect.stringMatching(/^ent_/),
        approval_id: expect.stringMatching(/^apr_/),
        schedule: [],
        guarantors: [
          {
            member_id: guarantor,
            member: {
              id: guarantor,
              member_no: expect.any(String),
              full_name: expect.stringMatching(/^Member /),
            },
            amount: '60.00',
            amount_minor: 6_000,
            status: 'pledged',
            called: '0.00',
            called_minor: 0,
            consent: null,
          },
        ],
        replayed: false,
      }),
    ]);
    const again = await key.post(LOANS, body);
    expect([again.status, again.body]).toEqual([200, { ...applied, replayed: true }]);
    const approval = must(await key.get(`/api/v1/approvals/${applied.approval_id}`)).body;
    expect(approval).toMatchObject({
      kind: 'loan_disbursement',
      loan_id: applied.id,
      entry_id: applied.entry_id,
    });
    const more = moving(50_000, {
      member_id,
      product_id,
      term: 12,
      guarantors: [{ member_id: guarantor, amount_minor: 4_001 }],
    });
    expectError(await key.post(LOANS, more), 422, 'UNPROCESSABLE', 'guarantee_unavailable');
    must(await decide(sacco, applied.approval_id, 'reject', { note: 'no' }));
    expect(await getLoan(sacco, applied.id)).toMatchObject({
      status: 'rejected',
      guarantors: [{ status: 'released' }],
    });
    expect((await key.post(LOANS, { ...more, idempotency_key: 'once more' })).status).toBe(202);
  });

  test('that can no longer be covered fails on approval, and holds nothing', async () => {
    const product_id = await defineProduct(sacco);
    const [member_id, guarantor] = [await newMember(sacco), await newSaver(sacco, 10_000)];
    const guarantors = [{ member_id: guarantor, amount_minor: 10_000 }];
    const { body: applied } = must(
      await sacco.maker.post(LOANS, moving(50_000, { member_id, product_id, term: 12, guarantors })),
    );
    must(await key.post(`/api/v1/sacco/members/${guarantor}/withdrawals`, moving(1)));
    const { body } = must(await decide(sacco, applied.approval_id, 'approve'));
    expect(body.entry).toMatchObject({ status: 'failed', error: 'guarantee_unavailable' });
    expect(body.loan).toMatchObject({ status: 'failed', guarantors: [{ status: 'released' }] });
    const { body: left } = must(await key.get(`/api/v1/sacco/members/${guarantor}`));
    expect([left.savings_minor, left.savings_available_minor]).toEqual([9_999, 9_999]);
    expect((await held(key, member_id))['savings']).toBe(0);
  });
});

describe('a loan', () => {
  test('is disbursed less its fee, charged, repaid from savings and cash, and closed', async () => {
    const product_id = await defineProduct(sacco, { fee_bps: 100, penalty_bps: 500, grace_days: 5 });
    const [member_id, guarantor] = [await newMember(sacco), await newSaver(sacco, 300_000)];
    const guarantors = [{ member_id: guarantor, amount_minor: 300_000 }];
    const loan = await lend(sacco, { member_id, product_id, amount_minor: 600_000, term: 6, guarantors });
    expect(loan).toMatchObject({
      status: 'open',
      outstanding: '6000.00',
      payoff: '6000.00',
      days_past_due: 0,
    });
    expect(loan['schedule']).toHaveLength(6);
    expect(loan['guarantors'][0]).toMatchObject({ status: 'held' });
    expect((await held(key, member_id))['savings']).toBe(594_000);
    const { body: backing } = must(await key.get(`/api/v1/sacco/members/${guarantor}`));
    expect([backing.savings_minor, backing.savings_available_minor]).toEqual([300_000, 0]);
    const refused = await key.post(`/api/v1/sacco/members/${guarantor}/withdrawals`, moving(1));
    expect(refused.body).toMatchObject({ status: 'failed' });
    await letDaysPass(service, sacco, 40);
    const late = await getLoan(sacco, loan['id']);
    expect(late).toMatchObject({ outstanding_minor: 600_000, days_past_due: expect.any(Number) });
    expect(late['schedule'][0]).toMatchObject({ interest_minor: 9_000, status: 'overdue' });
    expect(late['schedule'][0].penalty_minor).toBeGreaterThan(0);
    expect(late['payoff_minor']).toBe(late['outstanding_minor'] + late['charges_due_minor']);
    const exit = await key.post(`/api/v1/sacco/members/${guarantor}/exit`, {
      idempotency_key: 'exit-g',
      memo: 'x',
    });
    expectError(exit, 409, 'CONFLICT', 'not_closable');
    const repayments = `${LOANS}/${loan['id']}/repayments`;
    const above = await key.post(repayments, moving(late['payoff_minor'] + 1, { from: 'cash' }));
    expectError(above, 422, 'UNPROCESSABLE', 'above_payoff');
    const splitOf = (amount_minor: number) =>
      key.get(`${LOANS}/${loan['id']}/repayment-split?amount_minor=${amount_minor}`);
    expectError(await splitOf(late['payoff_minor'] + 1), 422, 'UNPROCESSABLE', 'above_payoff');
    expectError(await splitOf(0), 400, 'VALIDATION_ERROR');
    const split = must(await splitOf(200_000)).body;
    // As it is booked then: the penalty and the interest of the first installment before principal.
    expect(split).toMatchObject({
      interest_minor: 9_000,
      payoff_after_minor: late['payoff_minor'] - 200_000,
    });
    expect(split.penalty_minor).toBe(late['schedule'][0].penalty_minor);
    expect(split.penalty_minor + split.interest_minor + split.principal_minor).toBe(200_000);
    const part = moving(200_000, { from: 'savings' });
    const { status, body: entry } = await key.post(repayments, part);
    expect([status, entry]).toEqual([
      201,
      expect.objectContaining({
        kind: 'loan_repayment',
        status: 'posted',
        source: 'savings',
        loan_id: loan['id'],
      }),
    ]);
    const replay = await key.post(repayments, part);
    expect([replay.status, replay.body]).toEqual([200, { ...entry, replayed: true }]);
    const after = await getLoan(sacco, loan['id']);
    expect(after['payoff_minor']).toBe(late['payoff_minor'] - 200_000);
    expect(after['schedule'][0]).toMatchObject({ status: 'paid', unpaid_minor: 0 });
    must(await key.post(repayments, moving(after['payoff_minor'], { from: 'cash' })));
    expect(await getLoan(sacco, loan['id'])).toMatchObject({
      status: 'closed',
      outstanding_minor: 0,
      payoff_minor: 0,
      guarantors: [{ status: 'released' }],
    });
    const { body: freed } = must(await key.get(`/api/v1/sacco/members/${guarantor}`));
    expect(freed.savings_available_minor).toBe(300_000);
    const closed = await key.post(repayments, moving(1, { from: 'cash' }));
    expectError(closed, 422, 'UNPROCESSABLE', 'loan_not_open');
  });

  test('is written off: guarantees are called in their order, and the rest is a loss', async () => {
    const product_id = await defineProduct(sacco);
    const [member_id, first, second] = [
      await newMember(sacco),
      await newSaver(sacco, 30_000),
      await newSaver(sacco, 50_000),
    ];
    const guarantors = [
      { member_id: first, amount_minor: 30_000 },
      { member_id: second, amount_minor: 10_000 },
    ];
    const loan = await lend(sacco, { member_id, product_id, amount_minor: 60_000, term: 6, guarantors });
    const request = { idempotency_key: 'lost', memo: 'left the country' };
    const { status, body: asked } = await sacco.maker.post(`${LOANS}/${loan['id']}/write-off`, request);
    expect([status, asked.status]).toEqual([202, 'awaiting_approval']);
    const { body: paid } = must(
      await key.post(`${LOANS}/${loan['id']}/repayments`, moving(15_000, { from: 'savings' })),
    );
    expect(paid.status).toBe('posted');
    const { body } = must(await decide(sacco, asked.approval_id, 'approve'));
    expect(body.entry).toMatchObject({ status: 'posted', amount_minor: 45_000 });
    expect(body.loan).toMatchObject({
      status: 'written_off',
      outstanding_minor: 0,
      payoff_minor: 0,
      guarantors: [
        { status: 'called', called_minor: 30_000 },
        { status: 'called', called_minor: 10_000 },
      ],
    });
    expect(body.loan.schedule.at(-1).unpaid_minor).toBeGreaterThan(0);
    expect([(await held(key, first))['savings'], (await held(key, second))['savings']]).toEqual([0, 40_000]);
    for (const [guarantor, called, left] of [
      [first, -30_000, 0],
      [second, -10_000, 40_000],
    ]) {
      const at = `/api/v1/sacco/members/${guarantor}/statement?from=2026-01-01&to=2060-12-31`;
      const [savings] = must(await key.get(at)).body.accounts;
      expect(savings.closing_balance_minor).toBe(left);
      expect(savings.movements.at(-1)).toMatchObject({
        entry_id: asked.id,
        kind: 'loan_write_off',
        amount_minor: called,
        balance_after_minor: left,
      });
      // The newest entry, and by pages of one the first of several.
      const entries = `/api/v1/sacco/members/${guarantor}/entries`;
      const listed = must(await key.get(entries)).body.entries;
      expect(listed.map((each: { kind: string }) => each.kind)).toEqual(['loan_write_off', 'deposit']);
      expect(listed[0]).toMatchObject({ id: asked.id, member_id, amount_minor: 45_000 });
      const page = must(await key.get(`${entries}?limit=1&status=posted`)).body;
      expect(page).toEqual({ entries: [listed[0]], next_after: asked.id });
      const next = must(await key.get(`${entries}?limit=1&after=${page.next_after}`)).body;
      expect(next).toEqual({ entries: [listed[1]], next_after: null });
      expect(must(await key.get(`${entries}?status=failed`)).body.entries).toEqual([]);
    }
    const late = await sacco.maker.post(`${LOANS}/${loan['id']}/write-off`, {
      ...request,
      idempotency_key: 'twice',
    });
    expectError(late, 422, 'UNPROCESSABLE', 'loan_not_open');
  });

  test('is charged once for every installment that a jump of the clock passes', async () => {
    const product_id = await defineProduct(sacco, { method: 'flat', penalty_bps: 100 });
    const member_id = await newMember(sacco);
    const loan = await lend(sacco, { member_id, product_id, amount_minor: 120_000, term: 12 });
    await letDaysPass(service, sacco, 3_650);
    await letDaysPass(service, sacco, 1);
    const { schedule, outstanding_minor, charges_due_minor } = await getLoan(sacco, loan['id']);
    expect(outstanding_minor).toBe(120_000);
    expect(schedule.map((line: { interest_minor: number }) => line.interest_minor)).toEqual(
      Array.from({ length: 12 }, () => 1_800),
    );
    const penalties = schedule.map((line: { penalty_minor: number }) => line.penalty_minor);
    expect(Math.min(...penalties)).toBeGreaterThan(0);
    expect(charges_due_minor).toBe(
      12 * 1_800 + penalties.reduce((sum: number, each: number) => sum + each, 0),
    );
    const { body } = must(await key.get(`/api/v1/sacco/members/${member_id}/entries?limit=200`));
    const charges = body.entries.filter((entry: { kind: string }) => entry.kind === 'loan_charge');
    expect(charges).toHaveLength(24);
  });
});

test('the portfolio, the summary and the statement tell of open loans', async () => {
  const product_id = await defineProduct(sacco);
  const member_id = await newMember(sacco);
  const before = must(await key.get('/api/v1/sacco/portfolio')).body;
  const loan = await lend(sacco, { member_id, product_id, amount_minor: 50_000, term: 12 });
  const portfolio = must(await key.get('/api/v1/sacco/portfolio')).body;
  expect(portfolio.active_loans).toBe(before.active_loans + 1);
  expect(portfolio.principal_outstanding_minor).toBe(before.principal_outstanding_minor + 50_000);
  const summary = must(await key.get('/api/v1/sacco/summary')).body;
  expect(summary.portfolio).toEqual(portfolio);
  expect(summary.integrity.balanced).toBe(true);
  const { body } = must(
    await key.get(`/api/v1/sacco/members/${member_id}/statement?from=2026-01-01&to=2060-12-31`),
  );
  const principal = body.accounts.find((account: { kind: string }) => account.kind === 'loan_principal');
  expect(principal.closing_balance_minor).toBe(50_000);
  const listed = must(await key.get(`${LOANS}?member_id=${member_id}&status=open`)).body.loans;
  const { schedule, ...head } = await getLoan(sacco, loan['id']);
  expect(schedule).toHaveLength(12);
  expect(listed).toEqual([head]);
});
