/** What is decided about lines: carried out once, by whoever asks, however often, and whatever dies when. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { postings } from '../../domain/payments/index.ts';
import { HANDLERS } from '../../workers/handlers.ts';
import {
  loseNextBooking,
  must,
  projectOf,
  quickPerson,
  startService,
  until,
  verifyAll,
  type Project,
  type Reply,
  type TestService,
} from '../harness/index.ts';
import { expectError } from '../api/samples.ts';
import {
  bookedPayment,
  importRows,
  linesOf,
  manualPayment,
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

const today = (): string => new Date().toISOString().slice(0, 10);

/** The available balance and what the provider holds, in minor units. */
async function balances(): Promise<[available: number, clearing: number]> {
  const { body } = must(await project.key.get('/api/v1/ledger/accounts?currency=KES'));
  const of = (kind: string): number =>
    body.accounts.find((account: { kind: string }) => account.kind === kind)?.balance_minor ?? 0;
  return [of('merchant_available'), of('provider_clearing')];
}

async function statement(rows: readonly Row[], overrides: object = {}): Promise<string> {
  return (await importRows(project.key, rows, overrides)).id;
}

async function statesOf(run: string): Promise<string[]> {
  return (await linesOf(project.key, run)).map(({ state }) => state);
}

interface Audited {
  action: string;
  line_id: string;
}

async function audited(): Promise<Audited[]> {
  const rows = await service.ctx
    .db('audit_log')
    .where({ project_id: project.id })
    .whereLike('action', 'reconciliation.%')
    .orderBy('seq');
  return rows.map(({ action, details }) => ({ action, ...JSON.parse(details) }));
}

/** The sweep, as if the decisions about these lines had been made long ago. */
async function sweepLater(run: string): Promise<void> {
  const { db } = service.ctx;
  await db('reconciliation_lines')
    .where({ run_id: run, status: 'resolving' })
    .update({ decided_at: new Date(0) });
  await db('reconciliation_runs')
    .where({ id: run })
    .update({ resolving_since: new Date(0) });
  await HANDLERS['resume-line-resolutions'](service.ctx, {});
  // The worker's own sweep may have come first.
  await until('nothing is resolving', async () => (await resolvingSince(run)) === null);
}

const resolvingSince = async (run: string): Promise<Date | null> =>
  (await service.ctx.db('reconciliation_runs').where({ id: run }).first('resolving_since')).resolving_since;

const statusOf = async (id: string): Promise<string> =>
  must(await project.key.get(`/api/v1/payments/${id}`)).body.status;

describe('settle_payment', () => {
  test('completes a payment whose provider cannot be asked, with all that follows', async () => {
    const id = await manualPayment(project.key, 'R-1');
    const run = await statement([{ reference: 'R-1', amount: '100.00', id: 'T1' }]);
    const line = must(await resolve(project.key, run, 2, 'settle_payment', 'seen on the statement')).body;
    expect(line).toMatchObject({
      line_no: 2,
      state: 'resolved',
      match_status: 'matched',
      resolution: {
        action: 'settle_payment',
        status: 'done',
        note: 'seen on the statement',
        by: { type: 'api_key' },
        at: expect.any(String),
      },
    });
    expect(must(await project.key.get(`/api/v1/payments/${id}`)).body).toMatchObject({
      status: 'completed',
      provider_txn_id: 'T1',
    });
    await postings.postPending(service.ctx);
    expect(await balances()).toEqual([10_000, 10_000]);
    expect(await audited()).toEqual([
      expect.objectContaining({
        action: 'reconciliation.settle_payment',
        run_id: run,
        line_id: line.id,
        line_no: 2,
        payment_id: id,
      }),
    ]);
    expectError(
      await resolve(project.key, run, line.id, 'settle_payment'),
      409,
      'CONFLICT',
      'line_already_resolved',
    );
    expect(must(await project.key.get(`${RUNS}/${run}`)).body).toMatchObject({ actionable: 0, resolved: 1 });
  });

  test('only marks the line where the payment is completed', async () => {
    await bookedPayment(service, project.key, 'R-1');
    const run = await statement([{ reference: 'R-1', amount: '100.00' }]);
    expect(must(await resolve(project.key, run, 2, 'settle_payment')).body.state).toBe('resolved');
    expect(await balances()).toEqual([10_000, 10_000]);
  });

  test('leaves it to the provider where that can be asked', async () => {
    const body = { provider: 'sandbox', amount: 100, currency: 'KES', customer_phone: '+254712345129' };
    const { id } = must(await project.key.post('/api/v1/payments', { ...body, reference: 'S-1' })).body;
    const run = await statement([{ reference: 'S-1', amount: '100.00', id: 'another' }], {
      provider: 'sandbox',
    });
    expectError(await resolve(project.key, run, 2, 'settle_payment'), 409, 'CONFLICT', 'not_paid');
    expect([await statusOf(id), await statesOf(run)]).toEqual(['pending', ['open']]);
    await service.ctx.db('payments').where({ id }).update({ metadata: '{"sandbox_outcome":"789"}' });
    must(await resolve(project.key, run, 2, 'settle_payment'));
    expect(await statusOf(id)).toBe('completed');
  });

  test('is refused where the provider has another id for the payment, completed or not', async () => {
    const waiting = await manualPayment(project.key, 'R-1');
    await setPayment(service, waiting, 'pending', 'T1');
    const paid = await bookedPayment(service, project.key, 'R-2');
    await setPayment(service, paid, 'completed', 'T2');
    const run = await statement([
      { reference: 'R-1', amount: '100.00', id: 'X1' },
      { reference: 'R-2', amount: '100.00', id: 'X2' },
    ]);
    for (const line of [2, 3])
      expectError(
        await resolve(project.key, run, line, 'settle_payment'),
        422,
        'UNPROCESSABLE',
        'provider_id_differs',
      );
    expect([await statusOf(waiting), await statesOf(run)]).toEqual(['pending', ['open', 'open']]);
  });

  test('is refused where the payment was cancelled meanwhile', async () => {
    const id = await manualPayment(project.key, 'R-1');
    const run = await statement([{ reference: 'R-1', amount: '100.00' }]);
    must(await project.key.post(`/api/v1/payments/${id}/cancel`));
    expectError(await resolve(project.key, run, 2, 'settle_payment'), 409, 'CONFLICT', 'invalid_state');
    expect(await statesOf(run)).toEqual(['open']);
  });
});

describe('bookings', () => {
  const rows: Row[] = [
    { kind: 'payout', amount: '40.00', id: 'P1' },
    { kind: 'fee', amount: '-1.50', id: 'P1' },
    { kind: 'payout_reversal', amount: '-10.00', id: 'P2' },
    { kind: 'fee_reversal', amount: '0.50', id: 'P3' },
    { kind: 'payout', amount: '5.00' },
  ];

  test('move money as their kind says, and are in the report', async () => {
    const from = today();
    await bookedPayment(service, project.key, 'R-1');
    const run = await statement(rows);
    for (const [line, action] of [
      [2, 'book_payout'],
      [3, 'book_fee'],
      [4, 'book_payout'],
      [5, 'book_fee'],
      [6, 'book_payout'],
    ] as const)
      must(await resolve(project.key, run, line, action));
    const left = 10_000 - 4_000 - 150 + 1_000 + 50 - 500;
    expect(await balances()).toEqual([left, left]);
    // Midnight may have come meanwhile.
    const { body } = must(await project.key.get(`/api/v1/ledger/report?from=${from}&to=${today()}`));
    expect(body.currencies).toMatchObject([
      { collected_minor: 10_000, provider_fees_minor: 100, net_minor: 9_900, paid_out_minor: 3_500 },
    ]);
    const lines = await linesOf(project.key, run);
    expect((await audited()).map(({ action, line_id }) => [action, line_id])).toEqual(
      lines.map(({ id, kind }) => [
        `reconciliation.book_${kind.slice(0, 3) === 'fee' ? 'fee' : 'payout'}`,
        id,
      ]),
    );
    const { rows: kinds } = await service.ctx.db.raw(
      'select code from ledger_transfers where reference = any(?) order by code',
      [lines.map(({ id }) => id)],
    );
    expect(kinds.map(({ code }: { code: number }) => code)).toEqual([10, 10, 11, 12, 13]);
  });

  test('of one id are made from one line of all statements', async () => {
    await bookedPayment(service, project.key, 'R-1');
    const first = await statement([
      { kind: 'payout', amount: '4.00', id: 'P1' },
      { kind: 'payout', amount: '5.00', id: 'P1' },
    ]);
    const second = await statement([{ kind: 'payout', amount: '4.00', id: 'P1' }]);
    must(await resolve(project.key, first, 2, 'book_payout'));
    for (const [run, line] of [
      [first, 3],
      [second, 2],
    ] as const)
      expectError(await resolve(project.key, run, line, 'book_payout'), 409, 'CONFLICT', 'already_booked');
    const third = await importRows(project.key, [
      { kind: 'payout', amount: '4.00', id: 'P1' },
      { kind: 'payout', amount: '4.00', id: 'P1', date: '2026-11-19' },
      { kind: 'fee', amount: '4.00', id: 'P1' },
    ]);
    expect(third.counts).toMatchObject({ duplicate: 1, not_applicable: 2 });
    expect(third.actionable).toBe(2);
    expect(await balances()).toEqual([9_600, 9_600]);
  });

  test('that the ledger refuses leave the line open, for another time', async () => {
    const run = await statement([{ kind: 'payout', amount: '40.00', id: 'P1' }]);
    const refused = await resolve(project.key, run, 2, 'book_payout');
    expectError(refused, 409, 'CONFLICT', 'exceeds_credits');
    expect(await statesOf(run)).toEqual(['open']);
    await bookedPayment(service, project.key, 'R-1');
    must(await resolve(project.key, run, 2, 'book_payout'));
    expect(await balances()).toEqual([6_000, 6_000]);
  });
});

test('ignore needs a note, moves nothing and fits every line', async () => {
  const run = await statement([
    { amount: '1.00' },
    { kind: 'payout', amount: '2.00' },
    { kind: 'other', amount: '3.00' },
  ]);
  expectError(await resolve(project.key, run, 2, 'ignore'), 400, 'VALIDATION_ERROR');
  for (const line of [2, 3, 4])
    expect(must(await resolve(project.key, run, line, 'ignore', 'not ours')).body).toMatchObject({
      state: 'resolved',
      resolution: { action: 'ignore', note: 'not ours' },
    });
  expectError(await resolve(project.key, run, 3, 'book_payout'), 409, 'CONFLICT', 'line_already_resolved');
  expect([await balances(), await audited()]).toEqual([[0, 0], []]);
});

test('an action is refused for a line that it is not for', async () => {
  await bookedPayment(service, project.key, 'R-1');
  const run = await statement([
    { reference: 'R-1', amount: '99.00' },
    { reference: 'R-1', amount: '100.00' },
    { kind: 'payout' },
    { kind: 'refund', reference: 'R-1' },
  ]);
  for (const [line, action] of [
    [2, 'settle_payment'],
    [3, 'settle_payment'],
    [4, 'settle_payment'],
    [5, 'settle_payment'],
    [2, 'book_payout'],
    [4, 'book_fee'],
  ] as const)
    expectError(await resolve(project.key, run, line, action), 422, 'UNPROCESSABLE', 'action_not_applicable');
  expectError(await resolve(project.key, run, 9, 'ignore', 'x'), 404, 'NOT_FOUND');
  expectError(await resolveAll(project.key, run, 'ignore'), 400, 'VALIDATION_ERROR');
});

test('a closed run is only read', async () => {
  const run = await statement([{ kind: 'fee', id: 'F1' }]);
  must(await project.key.post(`${RUNS}/${run}/close`));
  expectError(await resolve(project.key, run, 2, 'ignore', 'x'), 409, 'CONFLICT', 'run_closed');
  expectError(await resolveAll(project.key, run, 'book_fee'), 409, 'CONFLICT', 'run_closed');
});

test('resolve-all decides about all that fit, and one failure stops no other', async () => {
  const [a, b] = [await manualPayment(project.key, 'R-1'), await manualPayment(project.key, 'R-2')];
  await bookedPayment(service, project.key, 'R-3');
  await setPayment(service, b, 'pending', 'known');
  const run = await statement([
    { reference: 'R-1', amount: '100.00' },
    { reference: 'R-2', amount: '100.00', id: 'other' },
    { reference: 'R-3', amount: '100.00' },
    { kind: 'payout', amount: '60.00', id: 'P1' },
    { kind: 'payout', amount: '60.00', id: 'P2' },
    { kind: 'payout', amount: '60.00', id: 'P1' },
    { kind: 'payout', amount: '20.00', id: 'P1' },
    { kind: 'fee', amount: '1.00' },
  ]);
  expect(must(await resolveAll(project.key, run, 'settle_payment')).body.results).toMatchObject([
    { line_no: 2, ok: true },
    { line_no: 3, ok: false, error: 'provider_id_differs', message: expect.stringContaining('known') },
  ]);
  expect([await statusOf(a), await statusOf(b)]).toEqual(['completed', 'pending']);
  const payouts = must(await resolveAll(project.key, run, 'book_payout')).body.results;
  expect(payouts).toMatchObject([
    { line_no: 5, ok: true },
    { line_no: 6, ok: false, error: 'exceeds_credits' },
    { line_no: 8, ok: false, error: 'already_booked' },
  ]);
  expect(must(await resolveAll(project.key, run, 'book_fee')).body.results).toMatchObject([
    { line_no: 9, ok: true },
  ]);
  expect(must(await resolveAll(project.key, run, 'book_fee')).body.results).toEqual([]);
  expect(await statesOf(run)).toEqual([
    'resolved',
    'open',
    'open',
    'resolved',
    'open',
    'open',
    'open',
    'resolved',
  ]);
});

describe.each(['before', 'after'] as const)('a process that dies %s the ledger has booked', (when) => {
  test.each(['one line', 'all lines'])('is followed by the same decision about %s', async (about) => {
    await bookedPayment(service, project.key, 'R-1');
    const run = await statement([{ kind: 'payout', amount: '40.00', id: 'P1' }]);
    const again = (): Promise<Reply> =>
      about === 'one line'
        ? resolve(project.key, run, 2, 'book_payout')
        : resolveAll(project.key, run, 'book_payout');
    loseNextBooking(service.ctx.ledger, when);
    expect((await again()).status).toBe(503);
    expect(await statesOf(run)).toEqual(['resolving:book_payout']);
    expect(await linesOf(project.key, run)).toMatchObject([{ resolution: { status: 'resolving' } }]);
    expectError(await resolve(project.key, run, 2, 'ignore', 'x'), 409, 'CONFLICT', 'line_resolving');
    expectError(await project.key.post(`${RUNS}/${run}/close`), 409, 'CONFLICT', 'line_resolving');
    expect(await verifyAll(service.ctx)).toEqual([]);
    must(await again());
    expect(await statesOf(run)).toEqual(['resolved']);
    expect([await balances(), (await audited()).length]).toEqual([[6_000, 6_000], 1]);
  });

  test('is followed by the sweep, also where the ledger refuses', async () => {
    await bookedPayment(service, project.key, 'R-1');
    const run = await statement([
      { kind: 'payout', amount: '40.00', id: 'P1' },
      { kind: 'payout', amount: '70.00', id: 'P2' },
    ]);
    loseNextBooking(service.ctx.ledger, when);
    expect((await resolveAll(project.key, run, 'book_payout')).status).toBe(503);
    await sweepLater(run);
    const states = await statesOf(run);
    expect(states.toSorted()).toEqual(['open', 'resolved']);
    expect(await balances()).toEqual(states[0] === 'resolved' ? [6_000, 6_000] : [3_000, 3_000]);
  });

  test('is looked for by the sweep as long as a line is resolving, and not while it may still be carried out', async () => {
    await bookedPayment(service, project.key, 'R-1');
    const run = await statement([{ kind: 'payout', amount: '40.00', id: 'P1' }]);
    loseNextBooking(service.ctx.ledger, when);
    expect((await resolve(project.key, run, 2, 'book_payout')).status).toBe(503);
    const runs = service.ctx.db('reconciliation_runs').where({ id: run });
    await runs.update({ resolving_since: new Date(0) });
    await HANDLERS['resume-line-resolutions'](service.ctx, {});
    await until('it was looked for', async () => Number(await resolvingSince(run)) > 0);
    expect(await statesOf(run)).toEqual(['resolving:book_payout']);
    await sweepLater(run);
    expect([await statesOf(run), await resolvingSince(run)]).toEqual([['resolved'], null]);
  });

  test('with a refusal that nobody heard, uses another transfer', async () => {
    const run = await statement([{ kind: 'payout', amount: '40.00', id: 'P1' }]);
    loseNextBooking(service.ctx.ledger, when);
    expect((await resolve(project.key, run, 2, 'book_payout')).status).toBe(503);
    await bookedPayment(service, project.key, 'R-1');
    must(await resolve(project.key, run, 2, 'book_payout'));
    expect(await balances()).toEqual([6_000, 6_000]);
  });
});

describe('a process that dies before it records', () => {
  /** Makes every record fail, as if the process had died there. */
  async function dyingRecords<Result>(work: () => Promise<Result>): Promise<Result> {
    const { db } = service.ctx;
    await db.raw(`
      create function die_here() returns trigger language plpgsql as $$ begin raise exception 'gone'; end $$;
      create trigger die_here before insert on audit_log execute function die_here()`);
    try {
      return await work();
    } finally {
      await db.raw('drop function die_here() cascade');
    }
  }

  test.each([
    ['settle_payment', { reference: 'R-2', amount: '100.00', id: 'T2' }],
    ['book_fee', { kind: 'fee', amount: '1.00', id: 'F1' }],
  ] as const)('%s is finished by the same decision, once', async (action, row) => {
    await bookedPayment(service, project.key, 'R-1');
    await manualPayment(project.key, 'R-2');
    const run = await statement([row]);
    expect((await dyingRecords(() => resolve(project.key, run, 2, action))).status).toBe(500);
    expect(await statesOf(run)).toEqual([`resolving:${action}`]);
    must(await resolve(project.key, run, 2, action));
    await postings.postPending(service.ctx);
    expect(await statesOf(run)).toEqual(['resolved']);
    expect(await balances()).toEqual(action === 'book_fee' ? [9_900, 9_900] : [20_000, 20_000]);
    expect(await audited()).toHaveLength(1);
  });
});

describe('races', () => {
  const outcomes = (replies: Reply[]): string[] =>
    replies
      .map(({ status, body }): string => (status === 200 ? 'ok' : body.error.reason))
      .toSorted((a, b) => a.localeCompare(b));

  test('of people who decide the same about one line: it happens once', async () => {
    await bookedPayment(service, project.key, 'R-1');
    const run = await statement([{ kind: 'payout', amount: '40.00', id: 'P1' }]);
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => resolve(project.key, run, 2, 'book_payout')),
    );
    expect(outcomes(replies)).toContain('ok');
    for (const outcome of outcomes(replies)) expect(['ok', 'line_already_resolved']).toContain(outcome);
    expect([await balances(), (await audited()).length]).toEqual([[6_000, 6_000], 1]);
  });

  test('of different decisions about one line: one counts', async () => {
    await bookedPayment(service, project.key, 'R-1');
    for (let round = 0; round < 5; round++) {
      const run = await statement([{ kind: 'payout', amount: '1.00', id: `P${round}` }]);
      const replies = await Promise.all([
        resolve(project.key, run, 2, 'book_payout'),
        resolve(project.key, run, 2, 'ignore', 'no'),
      ]);
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(await statesOf(run)).toEqual(['resolved']);
    }
  });

  test('of resolve-all with itself and with single lines', async () => {
    await bookedPayment(service, project.key, 'R-1');
    const rows = Array.from({ length: 40 }, (_, i) => ({ kind: 'payout', amount: '1.00', id: `P${i}` }));
    const run = await statement(rows);
    const replies = await Promise.all([
      resolveAll(project.key, run, 'book_payout'),
      resolveAll(project.key, run, 'book_payout'),
      ...rows.map((_row, i) => resolve(project.key, run, i + 2, 'book_payout')),
    ]);
    for (const { status, body } of replies)
      expect([200, 'line_already_resolved']).toContain(status === 200 ? 200 : body.error.reason);
    expect(new Set(await statesOf(run))).toEqual(new Set(['resolved']));
    expect([await balances(), (await audited()).length]).toEqual([[6_000, 6_000], 40]);
  });

  test('of one id on two statements: one books it', async () => {
    await bookedPayment(service, project.key, 'R-1');
    const runs = [
      await statement([{ kind: 'payout', amount: '1.00', id: 'P' }]),
      await statement([{ kind: 'payout', amount: '1.00', id: 'P' }]),
    ];
    const replies = await Promise.all(runs.map((run) => resolve(project.key, run, 2, 'book_payout')));
    expect(outcomes(replies)).toEqual(['already_booked', 'ok']);
    expect(await balances()).toEqual([9_900, 9_900]);
  });

  test('of closing with deciding: what is decided is carried out before the run is closed', async () => {
    await bookedPayment(service, project.key, 'R-1');
    for (let round = 0; round < 8; round++) {
      const run = await statement([{ kind: 'payout', amount: '1.00', id: `P${round}` }]);
      const [resolved, closed] = await Promise.all([
        resolve(project.key, run, 2, 'book_payout'),
        project.key.post(`${RUNS}/${run}/close`),
      ]);
      const what = `${outcomes([resolved]).join('')} ${outcomes([closed]).join('')}`;
      expect(['ok ok', 'ok line_resolving', 'run_closed ok']).toContain(what);
      expect(await statesOf(run)).toEqual([resolved.status === 200 ? 'resolved' : 'open']);
    }
  });
});

test('every resolved line is told to endpoints, once', async () => {
  await bookedPayment(service, project.key, 'R-1');
  must(
    await project.key.post('/api/v1/webhook-endpoints', {
      url: 'http://127.0.0.1:9/',
      events: ['reconciliation.completed', 'reconciliation.line.resolved'],
    }),
  );
  const run = await statement([{ kind: 'fee', amount: '1.00' }, { amount: '2.00' }]);
  must(await resolve(project.key, run, 2, 'book_fee'));
  must(await resolve(project.key, run, 3, 'ignore', 'not ours'));
  const events = await until('the events are there', async () => {
    const found = await service.ctx.db('webhook_events').where({ project_id: project.id }).orderBy('id');
    return found.length === 3 ? found : null;
  });
  const payloads = events.map(({ payload }) => JSON.parse(payload));
  expect(payloads.map(({ type }) => type)).toEqual([
    'reconciliation.completed',
    'reconciliation.line.resolved',
    'reconciliation.line.resolved',
  ]);
  expect(payloads[0].data).toMatchObject({ id: run, status: 'open', lines: 2 });
  // Lists say besides what the line compares with, and what is suggested.
  const lines = await linesOf(project.key, run);
  expect(payloads.slice(1).map(({ data }) => data)).toEqual(
    lines.map(({ done: _done, ours: _ours, suggested_action: _suggested, ...line }) => line),
  );
});
