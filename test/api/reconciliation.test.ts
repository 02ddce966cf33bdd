/** Statements through the API: imported, compared with the books, read, closed. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  must,
  projectOf,
  quickPerson,
  startService,
  type Project,
  type TestService,
} from '../harness/index.ts';
import {
  bookedPayment,
  csvOf,
  importBody,
  importRows,
  linesOf,
  manualPayment,
  refund,
  RUNS,
  setPayment,
} from '../reconciliation/books.ts';
import { expectError } from './samples.ts';

let service: TestService;
let project: Project;

beforeAll(async () => {
  service = await startService({ workers: ['reconciliation-imports'] });
});
afterAll(() => service.stop());
beforeEach(async () => {
  project = await projectOf(await quickPerson(service), service.anyone);
});

const stored = async (): Promise<number> => {
  const runs = await service.ctx.db('reconciliation_runs').where({ project_id: project.id });
  return runs.length;
};

describe('an import', () => {
  test('answers the run: what it counted, summed and missed', async () => {
    const { key } = project;
    const paid = await bookedPayment(service, key, 'R-1');
    const pending = await manualPayment(key, 'R-2');
    const failed = await manualPayment(key, 'R-3');
    await setPayment(service, failed, 'failed');
    const dollars = await manualPayment(key, 'R-4', { currency: 'USD' });
    const unlisted = await bookedPayment(service, key, 'R-5', { amount: 70 });
    const other = await bookedPayment(service, key, 'R-6', { amount: 50 });
    const given = await refund(service, project, other, 2_000);
    const reply = must(
      await key.post(
        RUNS,
        importBody(
          [
            { reference: 'R-1', amount: '100.00', id: 'T1' },
            { reference: 'R-2', amount: '100.00' },
            { reference: 'R-1', amount: '100.00' },
            { reference: 'R-3', amount: '100.00' },
            { reference: 'R-4', amount: '100.00' },
            { reference: 'R-6', amount: '51.00' },
            { reference: 'nobody', amount: '3.00' },
            { reference: 'R-2', amount: '-100.00' },
            { kind: 'refund', reference: 'R-6', amount: '-20.00' },
            { kind: 'payout', id: 'P1', amount: '30.00', description: '=cmd|calc' },
            { kind: 'fee', id: 'P1', amount: '1.50' },
            { kind: 'interest', amount: '9.00' },
            { kind: 'payout', id: 'P1', amount: '30.00' },
            { reference: 'zero', amount: '0.00' },
          ],
          { source_name: 'november.csv' },
        ),
      ),
    );
    expect(reply.status).toBe(201);
    expect(reply.body).toMatchObject({
      id: expect.stringMatching(/^rec_/),
      status: 'open',
      provider: 'manual',
      currency: 'KES',
      source_name: 'november.csv',
      utc_offset: '+00:00',
      lines: 13,
      skipped_rows: 1,
      counts: {
        matched: 3,
        unmatched: 2,
        duplicate: 2,
        amount_mismatch: 1,
        currency_mismatch: 1,
        status_mismatch: 1,
        not_applicable: 3,
      },
      totals: {
        payment_minor: 10_000 * 4 + 5_100 + 300,
        refund_minor: -2_000,
        payout_minor: 6_000,
        fee_minor: 150,
        other_minor: 900,
        payout_reversal_minor: 0,
        fee_reversal_minor: 0,
      },
      // The pending payment, the first payout and the fee.
      actionable: 3,
      resolved: 0,
      missing_on_statement_count: 1,
      closed_at: null,
      replayed: false,
    });
    expect(reply.body.missing_on_statement).toEqual([
      {
        payment_id: unlisted,
        reference: 'R-5',
        amount: '70.00',
        amount_minor: 7_000,
        completed_at: expect.any(String),
      },
    ]);
    const { replayed: _replayed, ...run } = reply.body;
    expect(must(await key.get(`${RUNS}/${run.id}`)).body).toEqual(run);

    const lines = await linesOf(key, run.id);
    expect(lines.map((line) => [line.line_no, line.match_status, line.payment_id, line.refund_id])).toEqual([
      [2, 'matched', paid, null],
      [3, 'matched', pending, null],
      [4, 'duplicate', paid, null],
      [5, 'status_mismatch', failed, null],
      [6, 'currency_mismatch', dollars, null],
      [7, 'amount_mismatch', other, null],
      [8, 'unmatched', null, null],
      [9, 'unmatched', null, null],
      [10, 'matched', other, given],
      [11, 'not_applicable', null, null],
      [12, 'not_applicable', null, null],
      [13, 'not_applicable', null, null],
      [14, 'duplicate', null, null],
    ]);
    expect(lines[9]).toEqual({
      id: expect.stringMatching(/^rln_/),
      run_id: run.id,
      line_no: 11,
      kind: 'payout',
      amount: '30.00',
      amount_minor: 3_000,
      currency: 'KES',
      match_status: 'not_applicable',
      match_note: expect.stringContaining('payout'),
      payment_id: null,
      refund_id: null,
      payout_id: null,
      provider_txn_id: 'P1',
      reference: null,
      date: '2026-11-20',
      description: '=cmd|calc',
      state: 'open',
      resolution: null,
      done: false,
      ours: null,
      suggested_action: { action: 'book_payout', reason: 'not_booked' },
    });
  });

  test('of a dry run says the same and stores nothing', async () => {
    await manualPayment(project.key, 'R-1');
    const body = importBody([{ reference: 'R-1', amount: '100.00' }]);
    const tried = must(await project.key.post(RUNS, { ...body, dry_run: true }));
    expect(tried.status).toBe(200);
    expect(tried.body).toMatchObject({
      status: 'open',
      dry_run: true,
      counts: { matched: 1 },
      actionable: 1,
      preview: [{ line_no: 2, amount: '100.00', reference: 'R-1', match_status: 'matched', state: 'open' }],
    });
    expect(must(await project.key.get(RUNS)).body).toEqual({ runs: [], next_after: null });
    expectError(await project.key.get(`${RUNS}/${tried.body.id}`), 404, 'NOT_FOUND');
  });

  test.each([false, true])(
    'with lines that cannot be read names them and stores nothing (dry run: %s)',
    async (dry_run) => {
      const rows = [
        { amount: '1.00' },
        { amount: '1,00' },
        { amount: '5.00', date: '31/02/2026' },
        { amount: 'x' },
      ];
      const reply = await project.key.post(RUNS, importBody(rows, { dry_run }));
      expectError(reply, 400, 'VALIDATION_ERROR');
      expect(reply.body.error.details.map(({ line_no }: { line_no: number }) => line_no)).toEqual([3, 4, 5]);
      expect(await stored()).toBe(0);
    },
  );

  test('whose header lacks several columns counts one line, and names each of them', async () => {
    const reply = await project.key.post(RUNS, {
      ...importBody([{ amount: '1.00' }]),
      csv: 'A,B\n1,2\n',
      columns: { amount: 'Amount', reference: 'Reference' },
      kinds: {},
    });
    expectError(reply, 400, 'VALIDATION_ERROR');
    expect(reply.body.error.message).toMatch(
      /^Line 1 of the statement cannot be read: The header has no column /,
    );
    expect(reply.body.error.details).toHaveLength(2);
  });

  test('names a hundred lines at most', async () => {
    const reply = await project.key.post(
      RUNS,
      importBody(Array.from({ length: 130 }, () => ({ amount: 'x' }))),
    );
    expectError(reply, 400, 'VALIDATION_ERROR');
    expect(reply.body.error.details).toHaveLength(100);
    expect(reply.body.error.message).toContain('130');
  });

  test.each([
    [
      'no entries',
      { csv: 'Amount\n0.00\n', columns: { amount: 'Amount' }, kinds: {} },
      422,
      'UNPROCESSABLE',
      'empty_statement',
    ],
    ['no text', { csv: '' }, 422, 'UNPROCESSABLE', 'empty_statement'],
    ['an unknown provider', { provider: 'nobody' }, 422, 'UNPROCESSABLE', 'provider_unknown'],
    [
      'a period that runs backwards',
      { period_start: '2026-02-02', period_end: '2026-02-01' },
      400,
      'VALIDATION_ERROR',
      undefined,
    ],
    ['no column of amounts', { columns: { reference: 'Reference' } }, 400, 'VALIDATION_ERROR', undefined],
    [
      'more than 20,000 records',
      { csv: `${csvOf([])}\n${'payment,1.00,,,,\n'.repeat(20_001)}` },
      413,
      'PAYLOAD_TOO_LARGE',
      undefined,
    ],
    [
      'more than 5 MB',
      { csv: csvOf([{ description: 'x'.repeat(5 * 1024 * 1024) }]) },
      413,
      'PAYLOAD_TOO_LARGE',
      undefined,
    ],
    ['a body beyond all limits', { csv: 'x'.repeat(12 * 1024 * 1024) }, 413, 'PAYLOAD_TOO_LARGE', undefined],
  ])('of %s is refused', async (_what, overrides, status, code, reason) => {
    expectError(await project.key.post(RUNS, importBody([{}], overrides)), status, code, reason);
    expect(await stored()).toBe(0);
  });

  test('other routes keep their limit', async () => {
    const reply = await project.key.post('/api/v1/customers', { full_name: 'x'.repeat(300_000) });
    expectError(reply, 413, 'PAYLOAD_TOO_LARGE');
  });

  test('takes a large statement whose text looks like names and long numbers', async () => {
    const row = {
      reference: '"a":1,125000000001234',
      id: '125000000001234',
      amount: '1.00',
      description: 'y'.repeat(150),
    };
    const rows = Array.from({ length: 18_000 }, (_, i) => ({ ...row, id: `${125000000000000 + i}` }));
    expect(await importRows(project.key, rows)).toMatchObject({
      lines: 18_000,
      counts: { unmatched: 18_000 },
    });
  });

  test('under a key is made once', async () => {
    const body = importBody([{ amount: '1.00' }]);
    const headers = { 'idempotency-key': 'november' };
    const [first, second] = await Promise.all([
      project.key.post(RUNS, body, headers),
      project.key.post(RUNS, body, headers),
    ]);
    const third = await project.key.post(RUNS, body, headers);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(first.body.replayed).toBe(!second.body.replayed);
    expect([third.status, third.body.replayed, third.headers.get('x-cache')]).toEqual([
      201,
      true,
      'HIT-IDEMPOTENCY',
    ]);
    expect(new Set([first.body.id, second.body.id, third.body.id]).size).toBe(1);
    expectError(
      await project.key.post(RUNS, importBody([{ amount: '2.00' }]), headers),
      409,
      'CONFLICT',
      'idempotency_key_reused',
    );
    expect(await stored()).toBe(1);
  });

  test('that is refused leaves its key unused', async () => {
    const headers = { 'idempotency-key': 'december' };
    const bad = importBody([{ amount: 'x' }]);
    const refused = await Promise.all([
      project.key.post(RUNS, bad, headers),
      project.key.post(RUNS, bad, headers),
    ]);
    for (const reply of refused) expectError(reply, 400, 'VALIDATION_ERROR');
    expect(must(await project.key.post(RUNS, importBody([{}]), headers)).status).toBe(201);
  });

  test('that is refused is refused to everybody who repeats it meanwhile', async () => {
    const bad = importBody([{ amount: 'x' }]);
    for (let round = 0; round < 5; round++) {
      const headers = { 'idempotency-key': crypto.randomUUID() };
      const refused = await Promise.all(
        Array.from({ length: 12 }, () => project.key.post(RUNS, bad, headers)),
      );
      for (const reply of refused) expectError(reply, 400, 'VALIDATION_ERROR');
    }
  });

  test('with a preset reads the export that it is for, and what is sent beside it counts', async () => {
    const { body } = must(await project.key.get('/api/v1/reconciliation/presets'));
    expect(body.presets.map(({ name }: { name: string }) => name)).toEqual([
      'mpesa_org',
      'mtn_momo',
      'airtel_ug',
    ]);
    const csv =
      'Id,External id,Date,Status,Type,From name,To name,Amount\n1,R-1,2025-06-03,Successful,Payment,X,Y,100\n';
    const run = await importRows(project.key, [], { preset: 'mtn_momo', columns: {}, kinds: {}, csv });
    expect(run).toMatchObject({ utc_offset: '+02:00', lines: 1, totals: { payment_minor: 10_000 } });
    const override = { preset: 'mtn_momo', columns: {}, kinds: {}, csv, amount_unit: 'minor' };
    expect(await importRows(project.key, [], override)).toMatchObject({ totals: { payment_minor: 100 } });
  });
});

describe('a period', () => {
  test('has the days of its offset', async () => {
    const completed = await Promise.all(
      [
        '2026-03-31T20:59:59.999Z',
        '2026-03-31T21:00:00.000Z',
        '2026-04-01T20:59:59.999Z',
        '2026-04-01T21:00:00.000Z',
      ].map(async (at, i) => {
        const id = await manualPayment(project.key, `R-${i}`);
        await setPayment(service, id, 'completed', null, new Date(at));
        return id;
      }),
    );
    const run = await importRows(project.key, [{ amount: '1.00' }], {
      period_start: '2026-04-01',
      period_end: '2026-04-01',
      utc_offset: '+03:00',
    });
    expect(run.missing_on_statement.map(({ payment_id }: { payment_id: string }) => payment_id)).toEqual(
      completed.slice(1, 3),
    );
  });
});

test('the webhook of a run names the first 40 payments that the statement lacks, and how many there are', async () => {
  const { id: endpoint } = must(
    await project.key.post('/api/v1/webhook-endpoints', {
      mode: 'poll',
      events: ['reconciliation.completed'],
    }),
  ).body;
  for (let i = 0; i < 45; i++)
    await setPayment(
      service,
      await manualPayment(project.key, `MISSING-${i}`),
      'completed',
      null,
      new Date('2026-05-01T12:00:00Z'),
    );
  const period = { period_start: '2026-05-01', period_end: '2026-05-01' };
  const run = await importRows(project.key, [{ amount: '1.00' }], period);
  expect(run.missing_on_statement).toHaveLength(45);
  const { events } = must(await project.key.get(`/api/v1/webhook-endpoints/${endpoint}/events`)).body;
  expect(events).toHaveLength(1);
  expect(events[0].data).toEqual({
    ...run,
    replayed: undefined,
    missing_on_statement: run.missing_on_statement.slice(0, 40),
  });
  expect(JSON.stringify(events[0]).length).toBeLessThan(20_000);
});

describe('lines', () => {
  test('are pages in the order of the file, by match status where asked for', async () => {
    const { id } = await importRows(project.key, [
      { amount: '1.00' },
      { kind: 'payout', amount: '2.00' },
      { amount: '3.00' },
      { kind: 'fee', amount: '4.00' },
      { amount: '5.00' },
    ]);
    const path = `${RUNS}/${id}/lines`;
    const first = must(await project.key.get(`${path}?limit=2`)).body;
    expect(first.lines.map(({ line_no }: { line_no: number }) => line_no)).toEqual([2, 3]);
    expect(first.next_after).toBe('3');
    const rest = must(await project.key.get(`${path}?limit=1000&after=3`)).body;
    expect([rest.lines.length, rest.next_after]).toEqual([3, null]);
    const unmatched = must(await project.key.get(`${path}?match_status=unmatched&limit=2`)).body;
    expect(unmatched.lines.map(({ line_no }: { line_no: number }) => line_no)).toEqual([2, 4]);
    expect(
      must(await project.key.get(`${path}?match_status=unmatched&after=${unmatched.next_after}`)).body.lines,
    ).toHaveLength(1);
    expect(must(await project.key.get(`${path}?after=9223372036854775807`)).body.lines).toEqual([]);
    expectError(await project.key.get(`${path}?limit=1001`), 400, 'VALIDATION_ERROR');
    expectError(await project.key.get(`${path}?match_status=nothing`), 400, 'VALIDATION_ERROR');
  });

  test('are numbered as in the file, also behind a preamble and within quotes', async () => {
    const csv = `A shop,\nSeptember,\n${csvOf([{ amount: '1.00', description: 'one\ntwo' }, { amount: '2.00' }])}`;
    const { id } = await importRows(project.key, [], { csv, skip_rows: 2 });
    const lines = await linesOf(project.key, id);
    expect(lines.map(({ line_no, description }) => [line_no, description])).toEqual([
      [4, 'one\ntwo'],
      [6, null],
    ]);
  });
});

describe('runs', () => {
  test('are listed newest first, and closed once', async () => {
    const first = await importRows(project.key, [{}]);
    const second = await importRows(project.key, [{ kind: 'payout' }]);
    const listed = must(await project.key.get(`${RUNS}?limit=1`)).body;
    expect(listed.runs).toMatchObject([
      { id: second.id, status: 'open', lines: 1, counts: { not_applicable: 1 } },
    ]);
    expect(must(await project.key.get(`${RUNS}?after=${listed.next_after}`)).body.runs).toMatchObject([
      { id: first.id },
    ]);
    const closed = must(await project.key.post(`${RUNS}/${first.id}/close`));
    expect(closed.body).toMatchObject({ status: 'closed', closed_at: expect.any(String) });
    expect(must(await project.key.post(`${RUNS}/${first.id}/close`)).body).toEqual(closed.body);
  });
});
