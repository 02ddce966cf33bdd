/** What the SACCO spends on itself: asked for, decided by somebody else, and reported by category. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createSacco,
  decide,
  moveDays,
  moveToNoon,
  moving,
  must,
  newSaver,
  sharedService,
  verifyAll,
  type Reply,
  type Sacco,
  type TestService,
} from '../harness/index.ts';
import { expectError, expectInvalid } from './samples.ts';

let service: TestService;
let sacco: Sacco;

beforeAll(async () => {
  service = await sharedService();
});
afterAll(async () => {
  expect(await verifyAll(service.ctx)).toEqual([]);
  await service.stop();
});

const EXPENSES = '/api/v1/sacco/expenses';
const REPORT = '/api/v1/sacco/reports/expenses';

async function newSacco(till_minor: number): Promise<void> {
  sacco = await createSacco(service);
  await moveToNoon(sacco.project);
  await newSaver(sacco, till_minor);
}

const spending = (amount_minor: number, category: string): object =>
  moving(amount_minor, { category, memo: 'receipt 12' });

/** @returns the entry, once it is approved */
async function spend(amount_minor: number, category: string): Promise<Reply['body']> {
  const { body } = must(await sacco.maker.post(EXPENSES, spending(amount_minor, category)));
  return must(await decide(sacco, body.approval_id)).body.entry;
}

async function balances(): Promise<Reply['body']> {
  const { body } = must(await sacco.maker.get('/api/v1/sacco/summary'));
  expect(body.integrity.balanced).toBe(true);
  return body.balances;
}

describe('an expense', () => {
  test('waits for a second person, is paid from the tills, and is told once', async () => {
    await newSacco(100_000);
    const body = spending(15_000, 'Rent');
    const { status, body: asked } = must(await sacco.checker.post(EXPENSES, body));
    expect([status, asked]).toEqual([
      202,
      expect.objectContaining({
        kind: 'expense',
        status: 'awaiting_approval',
        category: 'Rent',
        memo: 'receipt 12',
        member_id: null,
        amount: '150.00',
        replayed: false,
      }),
    ]);
    const { body: approval } = must(await sacco.maker.get(`/api/v1/approvals/${asked.approval_id}`));
    expect(approval).toMatchObject({
      kind: 'expense',
      subject: { type: 'entry', id: asked.id },
      summary: 'Expense of 150.00 KES for Rent: receipt 12',
    });
    expect(must(await sacco.checker.post(EXPENSES, body)).body).toMatchObject({
      id: asked.id,
      replayed: true,
    });
    expectError(await decide(sacco, asked.approval_id), 403, 'FORBIDDEN');
    expect(await balances()).toMatchObject({ operating_expenses_minor: 0, cash_on_hand_minor: 100_000 });

    const { body: done } = must(
      await sacco.admin.post(`/api/v1/approvals/${asked.approval_id}/approve`, { note: 'seen' }),
    );
    expect(done.entry).toMatchObject({ id: asked.id, status: 'posted', balances_after: null });
    expect(await balances()).toMatchObject({ operating_expenses_minor: 15_000, cash_on_hand_minor: 85_000 });
  });

  test('of more than the tills hold fails once it is approved', async () => {
    await newSacco(10_000);
    const entry = await spend(10_001, 'Fuel');
    expect(entry).toMatchObject({ status: 'failed', error: 'insufficient_cash' });
    expect(await balances()).toMatchObject({ operating_expenses_minor: 0, cash_on_hand_minor: 10_000 });
  });

  test('needs a category and a memo', async () => {
    await newSacco(10_000);
    for (const [field, value] of [
      ['category', undefined],
      ['category', ''],
      ['category', 'x'.repeat(61)],
      ['memo', undefined],
    ] as const) {
      const reply = await sacco.maker.post(EXPENSES, { ...spending(100, 'Rent'), [field]: value });
      expectInvalid(reply, field);
    }
  });
});

describe('the report', () => {
  test('adds up by category what was booked on its days', async () => {
    await newSacco(100_000);
    const rent = await spend(15_000, 'Rent');
    await spend(500, 'Fuel');
    await spend(2_500, 'Rent');
    await spend(1_000_000, 'Rent');
    const first = rent.posted_at.slice(0, 10);
    await moveDays(service, sacco, 1);
    const last = (await spend(700, 'Fuel')).posted_at.slice(0, 10);
    expect(must(await sacco.maker.get(`${REPORT}?from=${first}&to=${last}`)).body).toEqual({
      from: first,
      to: last,
      categories: [
        { category: 'Fuel', amount: '12.00', amount_minor: 1_200 },
        { category: 'Rent', amount: '175.00', amount_minor: 17_500 },
      ],
      total: '187.00',
      total_minor: 18_700,
    });
    const { body: second_day } = must(await sacco.maker.get(`${REPORT}?from=${last}&to=${last}`));
    expect(second_day.categories).toEqual([{ category: 'Fuel', amount: '7.00', amount_minor: 700 }]);
    const csv = await sacco.maker.with({ accept: 'text/csv' }).get(`${REPORT}?from=${first}&to=${last}`);
    expect(csv.text).toBe('category,amount\r\nFuel,12.00\r\nRent,175.00\r\n');
    const { body: this_year } = must(await sacco.maker.get(REPORT));
    expect(this_year).toMatchObject({ from: `${last.slice(0, 4)}-01-01`, to: last });
  });

  test('refuses days in the wrong order and more than a year', async () => {
    await newSacco(100);
    expectInvalid(await sacco.maker.get(`${REPORT}?from=2027-01-02&to=2027-01-01`), 'to');
    expectInvalid(await sacco.maker.get(`${REPORT}?from=2026-01-01&to=2027-01-02`), 'from');
    must(await sacco.maker.get(`${REPORT}?from=2024-01-01&to=2024-12-31`));
    const ahead = await sacco.maker.get(`${REPORT}?from=9000-01-01`);
    expectInvalid(ahead, 'from');
    expect(ahead.body.error.message).toContain('"from" must not be after today');
  });
});
