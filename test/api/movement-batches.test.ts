/** Batches of movements over HTTP: what is refused, what is booked, and what becomes of lines that fail. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  askBatch,
  BATCHES,
  batchBody,
  batchLines,
  chartBalances,
  createSacco,
  decide,
  getLoan,
  held,
  importFiles,
  lend,
  memberRow,
  moveToNoon,
  must,
  newAccount,
  newMember,
  newProduct,
  newSaver,
  postedBatch,
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

async function newSacco(): Promise<Sacco> {
  const sacco = await createSacco(service);
  await moveToNoon(sacco.project);
  return sacco;
}

async function numberOf({ maker }: Sacco, id: string): Promise<string> {
  return must(await maker.get(`/api/v1/sacco/members/${id}`)).body.member_no;
}

const of_bank = { source: 'bank', account: '1100', reference: 'TT-9' };

describe('a batch', () => {
  test('brings the sum in at the bank, and splits it', async () => {
    const sacco = await newSacco();
    await newAccount(sacco, '1100');
    const saver = await newMember(sacco);
    const borrower = await newSaver(sacco, 100_000);
    const product_id = await newProduct(sacco, { fee_bps: 0 });
    const loan = await lend(sacco, { product_id, member_id: borrower, amount_minor: 60_000 });
    const [one, two] = [await numberOf(sacco, saver), await numberOf(sacco, borrower)];
    const asked = must(
      await askBatch(
        sacco,
        [
          { member_no: one, kind: 'deposit', amount: '100.00', reference: 'R-1' },
          { member_no: one.toLowerCase(), kind: 'share_purchase', amount: '50.00' },
          { member_no: two, kind: 'loan_repayment', amount: '200.00' },
          { member_no: two, kind: 'loan_repayment', amount: '500.00', loan_id: loan.id },
          { member_no: two, kind: 'fee', amount: '5.00' },
        ],
        85_500,
        of_bank,
      ),
    );
    expect(asked.status).toBe(202);
    expect(asked.body).toMatchObject({
      status: 'awaiting_approval',
      lines: 5,
      total: '855.00',
      account: { code: '1100' },
      entry_id: null,
    });
    expectError(
      await sacco.maker.post(`/api/v1/approvals/${asked.body.approval_id}/approve`),
      403,
      'FORBIDDEN',
    );
    const { effect } = must(await sacco.checker.get(`/api/v1/approvals/${asked.body.approval_id}`)).body;
    expect(effect).toMatchObject({ carries_out: true });
    expect(effect.accounts).toContainEqual(
      expect.objectContaining({ kind: 'bank', balance_after: '855.00' }),
    );
    const batch = await postedBatch(sacco, asked);
    expect(batch).toMatchObject({ status: 'posted', failed_lines: 0, failed: '0.00' });
    expect(await held(sacco.maker, saver)).toEqual({ savings: 10_000, shares: 5_000 });
    // 600.00 were owed: what is above goes into savings.
    expect(await held(sacco.maker, borrower)).toEqual({ savings: 170_000, shares: 0 });
    expect(await getLoan(sacco, loan.id)).toMatchObject({ status: 'closed', outstanding: '0.00' });
    expect(await chartBalances(sacco)).toMatchObject({ 1100: 85_500, 2500: 0, 4100: 500 });
    const lines = await batchLines(sacco, asked.body.id);
    expect(lines[0]).toMatchObject({
      line_no: 2,
      named: one,
      kind: 'deposit',
      status: 'posted',
      entry: { kind: 'deposit', source: 'batch', amount: '100.00', reference: 'R-1', reversible: false },
    });
    expect(lines.map(({ status }: { status: string }) => status)).toEqual(Array(5).fill('posted'));
    expect(await batchLines(sacco, asked.body.id, '&status=failed')).toEqual([]);
    expect(must(await sacco.maker.get(`${BATCHES}?status=posted`)).body.movement_batches).toHaveLength(1);
  });

  test('a line that fails when it is posted leaves its money unallocated, and somebody allocates it', async () => {
    const sacco = await newSacco();
    const [leaver, stayer] = [await newMember(sacco), await newMember(sacco)];
    const asked = must(
      await askBatch(
        sacco,
        [
          { member_no: await numberOf(sacco, leaver), kind: 'deposit', amount: '30.00' },
          { member_no: await numberOf(sacco, stayer), kind: 'deposit', amount: '70.00' },
        ],
        10_000,
      ),
    );
    const exit = must(
      await sacco.maker.post(`/api/v1/sacco/members/${leaver}/exit`, {
        memo: 'moves away',
        idempotency_key: crypto.randomUUID(),
      }),
    );
    must(await decide(sacco, exit.body.approval_id));
    const batch = await postedBatch(sacco, asked);
    expect(batch).toMatchObject({ status: 'posted_with_failures', failed_lines: 1, failed: '30.00' });
    const [failed] = await batchLines(sacco, batch.id, '&status=failed');
    expect(failed).toMatchObject({ line_no: 2, error: 'member_not_active', entry: null });
    expect(await chartBalances(sacco)).toMatchObject({ 1000: 10_000, 2500: 3_000 });
    const { receipts } = must(await sacco.maker.get('/api/v1/sacco/unallocated')).body;
    expect(receipts).toMatchObject([
      { id: failed.receipt_id, unallocated: '30.00', reason: 'member_not_active' },
    ]);
    const allocated = must(
      await sacco.maker.post(`/api/v1/sacco/unallocated/${failed.receipt_id}/allocate`, {
        member_id: stayer,
        purpose: 'savings',
        memo: 'it was meant for the other one',
        idempotency_key: crypto.randomUUID(),
      }),
    );
    must(await decide(sacco, allocated.body.approval_id));
    expect(await held(sacco.maker, stayer)).toEqual({ savings: 10_000, shares: 0 });
  });

  test('E6: 10,000 lines; a sum off by 0.01 is refused, and nothing is booked; the right one is, each line once', async () => {
    const sacco = await newSacco();
    const members = Array.from({ length: 500 }, (_each, i) => memberRow(`E-${i}`));
    await importFiles(sacco, { members });
    const rows = Array.from({ length: 10_000 }, (_each, i) => ({
      member_no: `E-${i % 500}`,
      kind: i % 3 === 0 ? 'share_purchase' : 'deposit',
      amount: '1.00',
    }));
    const refused = await askBatch(sacco, rows, 1_000_001);
    expectError(refused, 422, 'UNPROCESSABLE', 'total_mismatch');
    expect(must(await sacco.maker.get(BATCHES)).body.movement_batches).toEqual([]);
    expect(await chartBalances(sacco)).toMatchObject({ 1000: 0, 2000: 0 });
    const batch = await postedBatch(sacco, await askBatch(sacco, rows, 1_000_000));
    expect(batch).toMatchObject({ status: 'posted', lines: 10_000 });
    expect(await chartBalances(sacco)).toMatchObject({
      1000: 1_000_000,
      2000: 666_600,
      3000: 333_400,
      2500: 0,
    });
  });

  test('every line is checked', async () => {
    const sacco = await newSacco();
    const number = await numberOf(sacco, await newMember(sacco));
    const rows: Record<string, string>[] = [
      { member_no: 'nobody', kind: 'deposit', amount: '1.00' },
      { member_no: number, kind: 'gift', amount: '1.00' },
      { member_no: number, kind: 'deposit', amount: '0.00' },
      { member_no: number, kind: 'loan_repayment', amount: '1.00' },
      { member_no: number, kind: 'deposit', amount: '1.00', loan_id: 'loan_x' },
      { member_no: number, kind: 'deposit', amount: '1.00', savings_product: 'Junior' },
      { member_no: '', kind: 'deposit', amount: '1.00' },
    ];
    const reply = await askBatch(sacco, rows, 700);
    expectError(reply, 422, 'UNPROCESSABLE', 'batch_refused');
    expect(
      reply.body.error.details.map(
        ({ line_no, column }: { line_no: number; column: string }) => `${line_no} ${column}`,
      ),
    ).toEqual([
      '2 member_no',
      '3 kind',
      '4 amount',
      '5 loan_id',
      '6 loan_id',
      '6 loan_id',
      '7 savings_product',
      '8 member_no',
    ]);
    const dry = must(await askBatch(sacco, rows, 700, { dry_run: true }));
    expect(dry.body).toMatchObject({ status: 'refused', error_count: 8 });
    const good = [{ member_no: number, kind: 'deposit', amount: '1.00' }];
    expect(must(await askBatch(sacco, good, 100, { dry_run: true })).body).toMatchObject({
      status: 'checked',
      lines: 1,
      total: '1.00',
    });
    expect(must(await askBatch(sacco, good, 101, { dry_run: true })).body).toMatchObject({
      status: 'refused',
      errors: [{ column: 'total_minor' }],
    });
    expectError(await askBatch(sacco, [], 100), 422, 'UNPROCESSABLE', 'batch_refused');
    expectInvalid(await askBatch(sacco, good, 100, { account: '1100' }), 'account');
    expectInvalid(await askBatch(sacco, good, 100, { source: 'bank' }), 'account');
    const unknown = await askBatch(sacco, good, 100, { source: 'bank', account: '1100' });
    expect(unknown.body.error.reason).toBe('account_not_found');
    await newAccount(sacco, '1102', { currency: 'UGX' });
    await newAccount(sacco, '1500', { kind: 'general_asset' });
    const closed = await newAccount(sacco, '1103');
    must(await sacco.project.session.patch(`/api/v1/accounting/accounts/${closed}`, { active: false }));
    for (const [account, reason] of [
      ['1102', 'currency_mismatch'],
      ['1500', 'account_refused'],
      ['1103', 'account_inactive'],
    ])
      expectError(
        await askBatch(sacco, good, 100, { source: 'bank', account }),
        422,
        'UNPROCESSABLE',
        reason,
      );
    expectInvalid(await askBatch(sacco, good, 0), 'total_minor');
    expectInvalid(await askBatch(sacco, good, 100, { memo: undefined }), 'memo');
    const rows_above = Array.from({ length: 20_001 }, () => good[0] as Record<string, string>);
    expectError(await askBatch(sacco, rows_above, 2_000_100), 413, 'PAYLOAD_TOO_LARGE');
    expect((await sacco.project.key.post(BATCHES, batchBody(good, 100))).status).toBe(403);
    expect(must(await sacco.maker.get(BATCHES)).body.movement_batches).toEqual([]);
  });

  test('a repeat is answered as before; a rejected batch books nothing', async () => {
    const sacco = await newSacco();
    const number = await numberOf(sacco, await newMember(sacco));
    const body = batchBody([{ member_no: number, kind: 'deposit', amount: '1.00' }], 100);
    const replies = await Promise.all(Array.from({ length: 5 }, () => sacco.maker.post(BATCHES, body)));
    expect(new Set(replies.map(({ body: { id } }: Reply) => id)).size).toBe(1);
    expect(replies.filter(({ status }) => status === 202)).toHaveLength(1);
    const [{ id, approval_id }] = replies.map((reply) => reply.body) as [Reply['body']];
    must(await decide(sacco, approval_id, 'reject', { note: 'counted anew' }));
    expect(must(await sacco.maker.get(`${BATCHES}/${id}`)).body.status).toBe('rejected');
    expect(await chartBalances(sacco)).toMatchObject({ 1000: 0, 2000: 0 });
  });
});
