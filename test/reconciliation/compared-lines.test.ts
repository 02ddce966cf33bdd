/** Lines beside what our books have, and what is suggested for each: what the decision carries out. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  must,
  projectOf,
  quickPerson,
  startService,
  verifyAll,
  type Project,
  type TestService,
} from '../harness/index.ts';
import { expectError } from '../api/samples.ts';
import {
  bookedPayment,
  importBody,
  importRows,
  linesOf,
  manualPayment,
  refund,
  resolve,
  resolveAll,
  RUNS,
  setPayment,
  type Row,
} from './books.ts';

let service: TestService;
let project: Project;

beforeAll(async () => {
  service = await startService({ workers: ['reconciliation-imports'] });
});
afterAll(async () => {
  expect(await verifyAll(service.ctx)).toEqual([]);
  await service.stop();
});
beforeEach(async () => {
  project = await projectOf(await quickPerson(service), service.anyone);
});

const suggestedIn = async (run: string): Promise<[line_no: number, action: string | undefined][]> => {
  const lines = await linesOf(project.key, run);
  return lines.map(({ line_no, suggested_action }) => [line_no, suggested_action?.action]);
};

describe('ours', () => {
  test('is the payment or refund that the line names, whether it matches or not', async () => {
    const { key } = project;
    const pending = await manualPayment(key, 'R-1', { customer_phone: '+254712000001' });
    const paid = await bookedPayment(service, key, 'R-2', { amount: 50 });
    await setPayment(service, paid, 'completed', 'T2', new Date('2026-11-19T22:30:00Z'));
    const given = await refund(service, project, paid, 2_000);
    const { id } = await importRows(
      key,
      [
        { reference: 'R-1', amount: '100.00' },
        { reference: 'R-2', amount: '51.00', id: 'T2' },
        { kind: 'refund', reference: 'R-2', amount: '20.00' },
        { reference: 'nobody', amount: '3.00' },
      ],
      { utc_offset: '+03:00' },
    );
    const [first, second, third, fourth] = await linesOf(key, id);
    expect(first).toMatchObject({
      done: false,
      ours: {
        type: 'payment',
        id: pending,
        reference: 'R-1',
        provider_txn_id: null,
        amount: '100.00',
        amount_minor: 10_000,
        currency: 'KES',
        name: '+254712000001',
      },
      suggested_action: { action: 'settle_payment', reason: 'payment_not_completed' },
    });
    // Half past one on the next day, where the statement is from.
    expect(second).toMatchObject({
      match_status: 'amount_mismatch',
      done: false,
      ours: { id: paid, amount_minor: 5_000, status: 'completed', date: '2026-11-20', provider_txn_id: 'T2' },
      suggested_action: null,
    });
    expect(third).toMatchObject({
      done: true,
      ours: { type: 'refund', id: given, amount_minor: 2_000, status: 'succeeded' },
      suggested_action: null,
    });
    expect(fourth).toMatchObject({ done: false, ours: null, suggested_action: null });
  });

  test('is in a preview, too, and not in the answer to a decision', async () => {
    await manualPayment(project.key, 'R-1');
    const body = importBody([
      { reference: 'R-1', amount: '100.00' },
      { kind: 'fee', id: 'F1' },
    ]);
    const { preview } = must(await project.key.post(RUNS, { ...body, dry_run: true })).body;
    expect(preview).toMatchObject([
      { ours: { reference: 'R-1' }, suggested_action: { action: 'settle_payment' } },
      { ours: null, suggested_action: { action: 'book_fee' } },
    ]);
    const { id } = must(await project.key.post(RUNS, body)).body;
    const resolved = must(await resolve(project.key, id, 2, 'settle_payment')).body;
    expect(resolved).not.toHaveProperty('ours');
    expect(resolved).not.toHaveProperty('suggested_action');
  });
});

test('what is left to do are the lines that are not done', async () => {
  const { key } = project;
  await bookedPayment(service, key, 'R-1');
  await manualPayment(key, 'R-2');
  const { id } = await importRows(key, [
    { reference: 'R-1', amount: '100.00' },
    { reference: 'R-2', amount: '100.00' },
    { reference: 'R-3' },
    { reference: 'R-4' },
  ]);
  const numbers = async (query: string): Promise<number[]> =>
    must(await key.get(`${RUNS}/${id}/lines?${query}`)).body.lines.map(
      ({ line_no }: { line_no: number }) => line_no,
    );
  expect(await numbers('done=false')).toEqual([3, 4, 5]);
  expect(await numbers('done=true')).toEqual([2]);
  expect(await numbers('done=false&match_status=unmatched')).toEqual([4, 5]);
  expect(await numbers('done=false&limit=1&after=3')).toEqual([4]);
  must(await resolve(key, id, 3, 'settle_payment'));
  must(await resolve(key, id, 4, 'ignore', 'of another branch'));
  expect(await numbers('done=false')).toEqual([5]);
  expect(must(await key.get(`${RUNS}/${id}`)).body).toMatchObject({ done: 3, resolved: 2 });
  expectError(await key.get(`${RUNS}/${id}/lines?done=maybe`), 400, 'VALIDATION_ERROR');
});

describe('a suggestion', () => {
  test('ends once the line is resolved, its id is booked from another line, or the run is closed', async () => {
    const { key } = project;
    await bookedPayment(service, key, 'R-1', { amount: 500 });
    const { id } = await importRows(key, [
      { kind: 'fee', id: 'F1', amount: '1.00' },
      { kind: 'fee', id: 'F1', amount: '2.00' },
      { kind: 'payout', amount: '3.00' },
    ]);
    expect(await suggestedIn(id)).toEqual([
      [2, 'book_fee'],
      [3, 'book_fee'],
      [4, 'book_payout'],
    ]);
    must(await resolve(key, id, 2, 'book_fee'));
    expect(await suggestedIn(id)).toEqual([
      [2, undefined],
      [3, undefined],
      [4, 'book_payout'],
    ]);
    expectError(await resolve(key, id, 3, 'book_fee'), 409, 'CONFLICT', 'already_booked');
    must(await key.post(`${RUNS}/${id}/close`));
    expect(await suggestedIn(id)).toEqual([
      [2, undefined],
      [3, undefined],
      [4, undefined],
    ]);
  });

  test("is not made where the payment has another id of the provider, or the line's belongs to another payment", async () => {
    const { key } = project;
    const named = await manualPayment(key, 'R-1');
    await manualPayment(key, 'R-2');
    const { id } = await importRows(key, [
      { reference: 'R-1', amount: '100.00', id: 'T1' },
      { reference: 'R-2', amount: '100.00', id: 'T9' },
    ]);
    expect(await suggestedIn(id)).toEqual([
      [2, 'settle_payment'],
      [3, 'settle_payment'],
    ]);
    await setPayment(service, named, 'pending', 'T2');
    const other = await manualPayment(key, 'R-3');
    await setPayment(service, other, 'completed', 'T9');
    expect(await suggestedIn(id)).toEqual([
      [2, undefined],
      [3, undefined],
    ]);
    expectError(await resolve(key, id, 2, 'settle_payment'), 422, 'UNPROCESSABLE', 'provider_id_differs');
    expectError(await resolve(key, id, 3, 'settle_payment'), 409, 'CONFLICT', 'provider_id_taken');
  });

  test('is what the decision for all lines carries out, line by line', async () => {
    const { key } = project;
    await bookedPayment(service, key, 'R-0', { amount: 5_000 });
    for (const reference of ['R-1', 'R-2', 'R-3']) await manualPayment(key, reference);
    await setPayment(service, await manualPayment(key, 'R-4'), 'failed');
    const rows: Row[] = [
      { reference: 'R-0', amount: '5000.00' },
      ...['R-1', 'R-2', 'R-3', 'R-4', 'R-1', 'R-9'].map((reference) => ({ reference, amount: '100.00' })),
      { reference: 'R-2', amount: '99.00' },
      { kind: 'refund', reference: 'R-0', amount: '1.00' },
      { kind: 'payout', id: 'P1', amount: '30.00' },
      { kind: 'payout', id: 'P1', amount: '30.00' },
      { kind: 'payout_reversal', id: 'P2', amount: '4.00' },
      { kind: 'fee', id: 'F1', amount: '1.50' },
      { kind: 'fee', amount: '1.50' },
      { kind: 'fee_reversal', id: 'F1', amount: '1.50' },
      { kind: 'interest', amount: '9.00' },
    ];
    const { id } = await importRows(key, rows);
    const before = await suggestedIn(id);
    for (const action of ['settle_payment', 'book_payout', 'book_fee']) {
      const { results } = must(await resolveAll(key, id, action)).body;
      const suggested = before.flatMap(([line_no, each]) => (each === action ? [line_no] : []));
      expect(results.map(({ line_no }: { line_no: number }) => line_no)).toEqual(suggested);
      expect(results.every(({ ok }: { ok: boolean }) => ok)).toBe(true);
      expect(suggested.length).toBeGreaterThan(1);
    }
    expect((await suggestedIn(id)).filter(([, action]) => action)).toEqual([]);
  });
});
