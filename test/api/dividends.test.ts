import { afterAll, beforeAll, expect, test } from 'vitest';
import { payDividend } from '../../domain/dividends/index.ts';
import {
  createSacco,
  decide,
  defineProduct,
  held,
  lend,
  letDaysPass,
  moveToNoon,
  moving,
  must,
  newMember,
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
let shareholder: string;
let borrower: string;
/** A day within the period in which the borrower paid interest. */
let paid_on: string;

beforeAll(async () => {
  service = await sharedService();
  sacco = await createSacco(service, { entrance_fee_minor: 100_000 });
  key = sacco.project.key;
  await moveToNoon(sacco.project);
  shareholder = await newMember(sacco, { pay_entrance_fee: true });
  borrower = await newMember(sacco);
  must(await key.post(`/api/v1/sacco/members/${shareholder}/shares`, moving(33_333, { from: 'cash' })));
  const product_id = await defineProduct(sacco, { method: 'flat' });
  const loan = await lend(sacco, { member_id: borrower, product_id, amount_minor: 120_000, term: 12 });
  await letDaysPass(service, sacco, 31);
  const { body } = must(
    await key.post(`/api/v1/sacco/loans/${loan['id']}/repayments`, moving(11_800, { from: 'cash' })),
  );
  paid_on = body.posted_at.slice(0, 10);
});
afterAll(async () => {
  expect(await verifyAll(service.ctx)).toEqual([]);
  await service.stop();
});

const DIVIDENDS = '/api/v1/sacco/dividends';

function declaring(label: string, more: object = {}): object {
  return {
    label,
    period_start: paid_on,
    period_end: paid_on,
    share_rate_bps: 1_050,
    interest_rebate_bps: 0,
    paid_from: 'fee_income',
    idempotency_key: label,
    ...more,
  };
}

const lineOf = (dividend: { lines: { member_id: string }[] }, member: string) =>
  dividend.lines.find(({ member_id }) => member_id === member);

test('a dividend is declared with every line, approved, and paid into savings once', async () => {
  const request = declaring('2026', { interest_rebate_bps: 500 });
  const declaration = { ...request, idempotency_key: undefined };
  const dry = must(await sacco.maker.post(DIVIDENDS, { ...declaration, dry_run: true }));
  expect([dry.status, dry.body]).toEqual([200, expect.objectContaining({ members: 2, total_minor: 3_590 })]);
  expect(dry.body.left_minor).toBe(dry.body.available_minor - 3_590);
  expect(must(await sacco.maker.get(DIVIDENDS)).body.dividends).toEqual([]);
  expectError(await sacco.maker.post(DIVIDENDS, declaration), 400, 'VALIDATION_ERROR');
  const { status, body: declared } = await sacco.maker.post(DIVIDENDS, request);
  expect([status, declared.status, declared.lines.length]).toEqual([202, 'declared', 2]);
  // 33,333 at 10.5 % is 3,499.965; 1,800 at 5 % is 90.
  expect(lineOf(declared, shareholder)).toMatchObject({
    shares_minor: 33_333,
    amount_minor: 3_500,
    status: 'pending',
  });
  expect(lineOf(declared, borrower)).toMatchObject({ interest_paid_minor: 1_800, amount_minor: 90 });
  const { member_no, full_name } = must(await key.get(`/api/v1/sacco/members/${borrower}`)).body;
  expect(lineOf(declared, borrower)).toMatchObject({ member: { id: borrower, member_no, full_name } });
  expect(declared).toMatchObject({ total_minor: 3_590, failed_minor: 0, replayed: false });
  const again = await sacco.maker.post(DIVIDENDS, request);
  expect([again.status, again.body]).toEqual([200, { ...declared, replayed: true }]);
  expectError(
    await sacco.maker.post(DIVIDENDS, declaring('other', { interest_rebate_bps: 1 })),
    409,
    'CONFLICT',
    'period_already_rebated',
  );
  expectError(
    await sacco.maker.post(
      DIVIDENDS,
      declaring('2026', { interest_rebate_bps: 500, idempotency_key: 'other' }),
    ),
    409,
    'CONFLICT',
    'label_taken',
  );
  const before = await held(key, borrower);
  const { body } = must(await decide(sacco, declared.approval_id, 'approve'));
  expect(body.dividend).toMatchObject({ id: declared.id, status: 'declared' });
  await Promise.all([1, 2, 3].map(() => payDividend(service.ctx, declared.id)));
  await payDividend(service.ctx, declared.id);
  const { body: paid } = must(await key.get(`${DIVIDENDS}/${declared.id}`));
  expect(paid).toMatchObject({ status: 'paid', paid_at: expect.any(String), failed_minor: 0 });
  expect(paid.lines.map((line: { status: string }) => line.status)).toEqual(['paid', 'paid']);
  expect((await held(key, borrower))['savings']).toBe((before['savings'] as number) + 90);
  expectError(await sacco.maker.post(`${DIVIDENDS}/${declared.id}/retry`), 409, 'CONFLICT', 'invalid_state');
});

test('a line of a member who has left fails alone, and can be retried', async () => {
  const leaving = await newMember(sacco);
  must(await key.post(`/api/v1/sacco/members/${leaving}/shares`, moving(10_000, { from: 'cash' })));
  const { body: declared } = must(await sacco.maker.post(DIVIDENDS, declaring('with exceptions')));
  const { body: exit } = must(
    await sacco.maker.post(`/api/v1/sacco/members/${leaving}/exit`, {
      idempotency_key: 'leaves',
      memo: 'moves',
    }),
  );
  must(await decide(sacco, declared.approval_id, 'approve'));
  await payDividend(service.ctx, declared.id);
  const read = async () => must(await key.get(`${DIVIDENDS}/${declared.id}`)).body;
  const first = await read();
  expect(first).toMatchObject({ status: 'paid_with_exceptions', failed_minor: 1_050 });
  expect(lineOf(first, leaving)).toMatchObject({ status: 'failed', error: 'member_not_active' });
  must(await decide(sacco, exit.approval_id, 'reject', { note: 'stays' }));
  const shares = await held(key, shareholder);
  const retried = await sacco.maker.post(`${DIVIDENDS}/${declared.id}/retry`);
  expect([retried.status, lineOf(retried.body, leaving)]).toEqual([
    202,
    expect.objectContaining({ status: 'pending' }),
  ]);
  await payDividend(service.ctx, declared.id);
  expect(await read()).toMatchObject({ status: 'paid', failed_minor: 0 });
  expect(await held(key, shareholder)).toEqual(shares);
  expect((await held(key, leaving))['savings']).toBe(1_050);
});

test('more than the income holds is refused, and what is rejected leaves label and period free', async () => {
  const above = await sacco.maker.post(DIVIDENDS, declaring('too much', { share_rate_bps: 100_000 }));
  expectError(above, 422, 'UNPROCESSABLE', 'income_insufficient');
  const day = {
    period_start: '2020-01-01',
    period_end: '2020-12-31',
    interest_rebate_bps: 1,
    share_rate_bps: 1,
  };
  const { body: declared } = must(await sacco.maker.post(DIVIDENDS, declaring('2020', day)));
  must(await decide(sacco, declared.approval_id, 'reject', { note: 'later' }));
  expect(must(await key.get(`${DIVIDENDS}/${declared.id}`)).body.status).toBe('rejected');
  const again = must(
    await sacco.maker.post(DIVIDENDS, declaring('2020', { ...day, idempotency_key: 'anew' })),
  );
  expect(again.body.status).toBe('declared');
  const listed = must(await key.get(`${DIVIDENDS}?status=rejected`)).body.dividends;
  expect(listed.map(({ id }: { id: string }) => id)).toEqual([declared.id]);
  expect(listed[0]).not.toHaveProperty('lines');
  must(await decide(sacco, again.body.approval_id, 'reject', { note: 'never' }));
});

test('the period is in order', async () => {
  expectInvalid(
    await sacco.maker.post(DIVIDENDS, declaring('x', { period_start: '2099-01-01' })),
    'period_end',
  );
});

test('a dividend of nothing is paid without a booking', async () => {
  const { body: declared } = must(await sacco.maker.post(DIVIDENDS, declaring('0', { share_rate_bps: 0 })));
  expect(declared.total_minor).toBe(0);
  const { body } = must(await decide(sacco, declared.approval_id, 'approve'));
  expect(body.entry).toMatchObject({ status: 'posted', amount_minor: 0 });
  await payDividend(service.ctx, declared.id);
  expect(must(await key.get(`${DIVIDENDS}/${declared.id}`)).body.status).toBe('paid');
});
