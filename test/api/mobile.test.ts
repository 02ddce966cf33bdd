/** Withdrawals, exits and loans that a provider sends to the member's phone, over HTTP: the worked example, and every refusal. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { refusal, unavailable } from '../../core/errors.ts';
import { sandbox } from '../../domain/payments/providers/sandbox.ts';
import {
  allowPayouts,
  applyFor,
  createSacco,
  decide,
  floatOf,
  fund,
  getLoan,
  held,
  lend,
  markPayout,
  moveToNoon,
  moving,
  must,
  newPayee,
  newProduct,
  payoutBody,
  processPayout,
  REFUSED,
  repay,
  sendingSacco,
  SENT,
  setTestClock,
  startService,
  verifyAll,
  withdrawToPhone,
  type Reply,
  type Sacco,
  type TestService,
} from '../harness/index.ts';
import { importRows, linesOf } from '../reconciliation/books.ts';
import { expectError, expectInvalid } from './samples.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService({ workers: ['reconciliation-imports'] });
});
afterAll(async () => {
  expect(await verifyAll(service.ctx)).toEqual([]);
  await service.stop();
});

const at = (member: string, what: string): string => `/api/v1/sacco/members/${member}/${what}`;
const entryOf = async ({ maker }: Sacco, id: string): Promise<Reply['body']> =>
  must(await maker.get(`/api/v1/sacco/entries/${id}`)).body;
const memberOf = async ({ maker }: Sacco, id: string): Promise<Reply['body']> =>
  must(await maker.get(`/api/v1/sacco/members/${id}`)).body;
const payoutOf = async ({ maker }: Sacco, id: string): Promise<Reply['body']> =>
  must(await maker.get(`/api/v1/payouts/${id}`)).body;

function exitToPhone({ maker }: Sacco, member: string, more: object = {}): Promise<Reply> {
  return maker.post(at(member, 'exit'), {
    to: 'mobile',
    provider: 'sandbox',
    memo: 'moves away',
    idempotency_key: crypto.randomUUID(),
    ...more,
  });
}

async function balancesByKind(sacco: Sacco): Promise<Record<string, number>> {
  const { body } = must(await sacco.maker.get('/api/v1/accounting/trial-balance'));
  expect(body.currencies.every((each: { balanced: boolean }) => each.balanced)).toBe(true);
  const rows = body.currencies.flatMap((each: { rows: object[] }) => each.rows);
  return Object.fromEntries(
    rows.map((row: { kind: string; closing_balance_minor: number }) => [row.kind, row.closing_balance_minor]),
  );
}

describe('a withdrawal to the phone', () => {
  test('E6: is held on both sides, sent, and booked once it has arrived', async () => {
    const sacco = await sendingSacco(service, { float_minor: 50_000 });
    const member = await newPayee(sacco, 100_000);
    const before = await balancesByKind(sacco);
    const asked = must(await withdrawToPhone(sacco, member, 20_000, { memo: 'school fees' }));
    const { phone } = await memberOf(sacco, member);
    expect(asked.status).toBe(201);
    expect(asked.body).toMatchObject({
      kind: 'withdrawal',
      source: 'mobile',
      provider: 'sandbox',
      phone,
      status: 'paying',
      amount: '200.00',
      payout_id: expect.stringMatching(/^pyo_/),
      reversible: false,
      posted_at: null,
    });
    expect(await memberOf(sacco, member)).toMatchObject({ savings: '1000.00', savings_available: '800.00' });
    expect(await floatOf(sacco)).toEqual({ held: 50_000, available: 30_000 });
    expect(await payoutOf(sacco, asked.body.payout_id)).toMatchObject({
      status: 'held',
      origin: 'sacco',
      origin_id: asked.body.id,
      amount: '200.00',
      to: { phone },
    });
    expect(await verifyAll(service.ctx)).toEqual([]);

    const posted = await processPayout(service, sacco, asked.body.id);
    expect(posted).toMatchObject({ status: 'posted', error: null, failure_code: null, reversible: false });
    expect(posted.balances_after).toMatchObject({ savings: '800.00' });
    expect(await memberOf(sacco, member)).toMatchObject({ savings: '800.00', savings_available: '800.00' });
    expect(await payoutOf(sacco, asked.body.payout_id)).toMatchObject({ status: 'succeeded' });
    const after = await balancesByKind(sacco);
    expect(after['member_savings']).toBe((before['member_savings'] as number) - 20_000);
    expect(after['provider_clearing']).toBe((before['provider_clearing'] as number) - 20_000);
    // Processed again, it is paid once.
    await processPayout(service, sacco, asked.body.id);
    expect(await held(sacco.project.key, member)).toMatchObject({ savings: 80_000 });

    const today = posted.posted_at.slice(0, 10);
    const { body: statement } = must(
      await sacco.maker.get(`${at(member, 'statement')}?from=${today}&to=${today}`),
    );
    const savings = statement.accounts.find((each: { kind: string }) => each.kind === 'member_savings');
    expect(savings).toMatchObject({ closing_balance: '800.00' });
    expect(savings.movements.at(-1)).toMatchObject({
      description: 'Withdrawal by mobile money',
      amount: '-200.00',
    });
  });

  test('fails with the code of the provider, and the savings are back', async () => {
    const sacco = await sendingSacco(service, { withdrawal_approval_minor: 20_000 });
    const member = await newPayee(sacco, 100_000, REFUSED);
    const { body: asked } = must(await withdrawToPhone(sacco, member, 20_000));
    expect(asked.status).toBe('paying');
    const failed = await processPayout(service, sacco, asked.id);
    expect(failed).toMatchObject({
      status: 'failed',
      error: 'payout_failed',
      failure_code: 'payer_not_found',
      payout_id: asked.payout_id,
    });
    expect(await memberOf(sacco, member)).toMatchObject({ savings: '1000.00', savings_available: '1000.00' });
    expect(await floatOf(sacco)).toEqual({ held: 1_000_000, available: 1_000_000 });
    // What failed leaves the day's threshold.
    expect(must(await withdrawToPhone(sacco, member, 20_000)).body.status).toBe('paying');
    // What is being paid counts: cash above it waits.
    const cash = must(await sacco.maker.post(at(member, 'withdrawals'), moving(1)));
    expect(cash.status).toBe(202);
  });

  test('fails at once where savings or float are short, and has no payout', async () => {
    const sacco = await sendingSacco(service, { float_minor: 10_000 });
    const member = await newPayee(sacco, 20_000);
    const short = must(await withdrawToPhone(sacco, member, 10_001));
    expect(short.status).toBe(201);
    expect(short.body).toMatchObject({ status: 'failed', error: 'insufficient_float', payout_id: null });
    expect(must(await withdrawToPhone(sacco, member, 20_001)).body).toMatchObject({
      status: 'failed',
      error: 'insufficient_savings',
      payout_id: null,
    });
    expect(must(await sacco.maker.get('/api/v1/payouts')).body.payouts).toEqual([]);
    expect(must(await withdrawToPhone(sacco, member, 10_000)).body.status).toBe('paying');
    expect(must(await withdrawToPhone(sacco, member, 1)).body).toMatchObject({ error: 'insufficient_float' });
  });

  test('is replayed by its key', async () => {
    const sacco = await sendingSacco(service);
    const member = await newPayee(sacco, 20_000);
    const again = { idempotency_key: 'once' };
    const first = must(await withdrawToPhone(sacco, member, 10_000, again));
    const second = must(await withdrawToPhone(sacco, member, 10_000, again));
    expect([second.status, second.body.replayed, second.body.id]).toEqual([200, true, first.body.id]);
    expect(must(await sacco.maker.get('/api/v1/payouts')).body.payouts).toHaveLength(1);
    await processPayout(service, sacco, first.body.id);
    const third = must(await withdrawToPhone(sacco, member, 10_000, again));
    expect(third.body).toMatchObject({ id: first.body.id, status: 'posted', replayed: true });
    expectError(
      await withdrawToPhone(sacco, member, 10_000, { ...again, provider: 'manual' }),
      409,
      'CONFLICT',
      'idempotency_key_reused',
    );
  });

  test('names what a request lacks or has too much', async () => {
    const sacco = await sendingSacco(service);
    const member = await newPayee(sacco, 20_000);
    expectInvalid(await withdrawToPhone(sacco, member, 100, { provider: undefined }), 'provider');
    expectInvalid(await withdrawToPhone(sacco, member, 100, { account: '1100' }), 'account');
    expectInvalid(await withdrawToPhone(sacco, member, 100, { reference: 'x' }), 'reference');
    expectInvalid(
      await withdrawToPhone(sacco, member, 100, { till: 'til_00000000000000000000000000' }),
      'till',
    );
    expectInvalid(await withdrawToPhone(sacco, member, 100, { to: 'cash' }), 'provider');
    expectInvalid(await withdrawToPhone(sacco, member, 100, { phone: 'none' }), 'phone');
    const to_cash = moving(100, { phone: '+254712345789' });
    expectInvalid(await sacco.maker.post(at(member, 'withdrawals'), to_cash), 'phone');
    expectError(
      await withdrawToPhone(sacco, member, 100, { phone: '+254712345789' }),
      422,
      'UNPROCESSABLE',
      'phone_not_members',
    );
    const { phone } = await memberOf(sacco, member);
    const local = `0${phone.slice(4)}`;
    expect(must(await withdrawToPhone(sacco, member, 100, { phone: local })).body).toMatchObject({
      status: 'paying',
      phone,
    });
  });

  test('obeys the settings of the provider', async () => {
    const sacco = await sendingSacco(service);
    await moveToNoon(sacco.project);
    const member = await newPayee(sacco, 100_000);
    const limits = { max_minor: 10_000, daily_max_minor: 15_000, approval_above_minor: 5_000 };
    await allowPayouts(sacco.project, 'sandbox', limits);
    expectError(await withdrawToPhone(sacco, member, 10_001), 422, 'UNPROCESSABLE', 'payout_limit_exceeded');
    expect(must(await withdrawToPhone(sacco, member, 5_000)).status).toBe(201);
    const above = must(await withdrawToPhone(sacco, member, 5_001));
    expect(above.status).toBe(202);
    expect(must(await withdrawToPhone(sacco, member, 10_000)).status).toBe(202);
    expect(must(await decide(sacco, above.body.approval_id)).body.entry).toMatchObject({ status: 'paying' });
    // The day's limit is counted at the approval, too.
    const { body: waiting } = must(await sacco.maker.get('/api/v1/approvals?status=pending'));
    const [last] = waiting.approvals;
    const { body: shown } = must(await sacco.checker.get(`/api/v1/approvals/${last.id}`));
    expect(shown.effect).toMatchObject({
      carries_out: false,
      warnings: [{ code: 'payout_limit_exceeded', blocking: true }],
    });
    expect(must(await decide(sacco, last.id)).body.entry).toMatchObject({
      status: 'failed',
      error: 'payout_limit_exceeded',
      payout_id: null,
    });
    await allowPayouts(sacco.project, 'sandbox', { enabled: false });
    expectError(await withdrawToPhone(sacco, member, 100), 409, 'CONFLICT', 'payouts_disabled');
  });

  test('above the threshold waits; the checker sees what lacks, and decides once', async () => {
    const sacco = await sendingSacco(service, { withdrawal_approval_minor: 0, float_minor: 30_000 });
    const member = await newPayee(sacco, 100_000);
    const asked = must(await withdrawToPhone(sacco, member, 20_000));
    expect(asked.status).toBe(202);
    expect(asked.body).toMatchObject({ status: 'awaiting_approval', payout_id: null });
    // A request that waits holds nothing.
    expect(await memberOf(sacco, member)).toMatchObject({ savings_available: '1000.00' });
    const other = must(await withdrawToPhone(sacco, member, 30_000));
    const shown = async (id: string) => must(await sacco.checker.get(`/api/v1/approvals/${id}`)).body;
    const { phone, full_name, member_no } = await memberOf(sacco, member);
    expect(await shown(asked.body.approval_id)).toMatchObject({
      summary: `Withdrawal of 200.00 KES to ${phone} by Sandbox by ${member_no} ${full_name}`,
      effect: {
        carries_out: true,
        accounts: expect.arrayContaining([
          expect.objectContaining({
            kind: 'member_savings',
            balance_before: '1000.00',
            balance_after: '800.00',
          }),
          expect.objectContaining({
            kind: 'provider_clearing',
            balance_before: '300.00',
            balance_after: '100.00',
          }),
        ]),
      },
    });
    const decisions = await Promise.all([
      decide(sacco, asked.body.approval_id),
      sacco.admin.post(`/api/v1/approvals/${asked.body.approval_id}/approve`),
      decide(sacco, asked.body.approval_id),
    ]);
    expect(decisions.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    expect(await entryOf(sacco, asked.body.id)).toMatchObject({ status: 'paying' });
    expect((await shown(other.body.approval_id)).effect).toMatchObject({
      carries_out: false,
      warnings: [{ code: 'insufficient_float', blocking: true, short: '200.00' }],
    });
    expect(must(await decide(sacco, other.body.approval_id)).body.entry).toMatchObject({
      status: 'failed',
      error: 'insufficient_float',
    });
    expect(await processPayout(service, sacco, asked.body.id)).toMatchObject({ status: 'posted' });
    expectError(await decide({ ...sacco, checker: sacco.maker }, asked.body.approval_id), 403, 'FORBIDDEN');
  });

  test('is rejected and taken back without a trace at the provider', async () => {
    const sacco = await sendingSacco(service, { withdrawal_approval_minor: 0 });
    const member = await newPayee(sacco, 100_000);
    const { body: one } = must(await withdrawToPhone(sacco, member, 20_000));
    const { body: two } = must(await withdrawToPhone(sacco, member, 20_000));
    must(await decide(sacco, one.approval_id, 'reject', { note: 'not today' }));
    must(await sacco.maker.post(`/api/v1/approvals/${two.approval_id}/cancel`));
    expect(await entryOf(sacco, one.id)).toMatchObject({ status: 'rejected', payout_id: null });
    expect(await entryOf(sacco, two.id)).toMatchObject({ status: 'cancelled', payout_id: null });
    expect(must(await sacco.maker.get('/api/v1/payouts')).body.payouts).toEqual([]);
  });

  test('goes to no member who may be paid nothing, at the request, the approval and the sending', async () => {
    const sacco = await sendingSacco(service, { withdrawal_approval_minor: 10_000 });
    const member = await newPayee(sacco, 100_000);
    const { body: waits } = must(await withdrawToPhone(sacco, member, 10_001));
    const { body: small } = must(await withdrawToPhone(sacco, await newPayee(sacco, 5_000), 5_000));
    const suspended = small.member_id;
    must(await sacco.admin.post(`/api/v1/sacco/members/${suspended}/suspend`));
    // Held before; not sent any more.
    expect(await processPayout(service, sacco, small.id)).toMatchObject({
      status: 'failed',
      error: 'member_not_active',
    });
    expect(await memberOf(sacco, suspended)).toMatchObject({ savings: '50.00', savings_available: '50.00' });
    must(await sacco.admin.post(`/api/v1/sacco/members/${member}/suspend`));
    expect(must(await decide(sacco, waits.approval_id)).body.entry).toMatchObject({
      status: 'failed',
      error: 'member_not_active',
    });
    expectError(await withdrawToPhone(sacco, member, 100), 409, 'CONFLICT', 'member_not_active');
  });

  test('that was sent stays on hold, though the provider does not know it and the member is suspended', async () => {
    const sacco = await sendingSacco(service);
    const member = await newPayee(sacco, 100_000);
    const { body: asked } = must(await withdrawToPhone(sacco, member, 20_000));
    const send = vi.spyOn(sandbox.payouts, 'send').mockResolvedValue({ status: 'pending' });
    const ask = vi.spyOn(sandbox.payouts, 'fetch').mockResolvedValue(null as never);
    expect(await processPayout(service, sacco, asked.id)).toMatchObject({ status: 'paying' });
    must(await sacco.admin.post(`/api/v1/sacco/members/${member}/suspend`));
    await service.ctx
      .db('payouts')
      .where({ id: asked.payout_id })
      .update({ sent_at: new Date(0), next_attempt_at: new Date(0) });
    expect(await processPayout(service, sacco, asked.id)).toMatchObject({ status: 'paying' });
    expect(await payoutOf(sacco, asked.payout_id)).toMatchObject({ status: 'unknown' });
    expectError(
      await sacco.admin.post(`/api/v1/payouts/${asked.payout_id}/cancel`),
      409,
      'CONFLICT',
      'not_cancellable',
    );
    expect(send).toHaveBeenCalledTimes(1);
    expect(await memberOf(sacco, member)).toMatchObject({ savings: '1000.00', savings_available: '800.00' });
    ask.mockResolvedValue({ status: 'succeeded' });
    must(await sacco.maker.post(`/api/v1/payouts/${asked.payout_id}/sync`));
    expect(await entryOf(sacco, asked.id)).toMatchObject({ status: 'posted' });
    vi.restoreAllMocks();
  });

  test('is not failed by a process that finds out too late that another has begun to send it', async () => {
    const sacco = await sendingSacco(service);
    const member = await newPayee(sacco, 100_000);
    const { body: asked } = must(await withdrawToPhone(sacco, member, 20_000));
    const { payout_origins, db } = service.ctx;
    vi.spyOn(payout_origins.sacco, 'refusal').mockImplementationOnce(async () => {
      await db('payouts').where({ id: asked.payout_id }).update({ status: 'sending', sent_at: new Date() });
      return refusal('member_not_active');
    });
    expect(await processPayout(service, sacco, asked.id)).toMatchObject({ status: 'paying' });
    expect(await payoutOf(sacco, asked.payout_id)).toMatchObject({ status: 'sending' });
    vi.restoreAllMocks();
  });

  test("is approved whatever a client's payout is called", async () => {
    const sacco = await sendingSacco(service, { withdrawal_approval_minor: 0 });
    const member = await newPayee(sacco, 100_000);
    const { body: waits } = must(await withdrawToPhone(sacco, member, 10_000));
    await fund(service, sacco.project, 100);
    const taken = { to: { phone: '+254712345129' }, reference: waits.id };
    must(
      await sacco.maker.post(
        '/api/v1/payouts',
        payoutBody('sandbox', { currency: 'KES', amount_minor: 100 }, taken),
      ),
    );
    expect(must(await decide(sacco, waits.approval_id)).body.entry).toMatchObject({ status: 'paying' });
  });

  test('is cancelled by who manages the project, and nobody else', async () => {
    const sacco = await sendingSacco(service);
    const { body: asked } = must(await withdrawToPhone(sacco, await newPayee(sacco, 100_000), 10_000));
    for (const client of [sacco.maker, sacco.checker])
      expectError(await client.post(`/api/v1/payouts/${asked.payout_id}/cancel`), 403, 'FORBIDDEN');
    must(await sacco.admin.post(`/api/v1/payouts/${asked.payout_id}/cancel`));
  });

  test("that waits for another day is asked for, though this day's limit is reached", async () => {
    const sacco = await sendingSacco(service, { withdrawal_approval_minor: 14_000 });
    await moveToNoon(sacco.project);
    await allowPayouts(sacco.project, 'sandbox', { daily_max_minor: 12_000 });
    const member = await newPayee(sacco, 100_000);
    must(await withdrawToPhone(sacco, member, 10_000));
    expectError(await withdrawToPhone(sacco, member, 3_000), 422, 'UNPROCESSABLE', 'payout_limit_exceeded');
    const { body: waits } = must(await withdrawToPhone(sacco, member, 5_000));
    expect(waits.status).toBe('awaiting_approval');
    const { body: shown } = must(await sacco.checker.get(`/api/v1/approvals/${waits.approval_id}`));
    expect(shown.effect).toMatchObject({ carries_out: false, warnings: [{ code: 'payout_limit_exceeded' }] });
  });

  test('that failed here, and that a statement lists as paid, is not booked as money of the merchant', async () => {
    const sacco = await sendingSacco(service);
    const { body: asked } = must(
      await withdrawToPhone(sacco, await newPayee(sacco, 100_000, REFUSED), 10_000),
    );
    await processPayout(service, sacco, asked.id);
    const { key } = sacco.project;
    const run = await importRows(key, [{ kind: 'payout', amount: '100.00', reference: asked.payout_id }], {
      provider: 'sandbox',
    });
    const [line] = await linesOf(key, run.id);
    expect(line?.match_status).toBe('status_mismatch');
    const path = `/api/v1/reconciliation/runs/${run.id}`;
    expectError(
      await key.post(`${path}/lines/2/resolve`, { action: 'book_payout' }),
      422,
      'UNPROCESSABLE',
      'action_not_applicable',
    );
    must(await key.post(`${path}/resolve-all`, { action: 'book_payout' }));
    expect((await linesOf(key, run.id))[0]?.state).toBe('open');
  });

  test('goes to the phone that the checker has seen, or nowhere', async () => {
    const sacco = await sendingSacco(service, { withdrawal_approval_minor: 0 });
    const member = await newPayee(sacco, 100_000);
    const { body: waits } = must(await withdrawToPhone(sacco, member, 10_000));
    const { body: approved } = must(await withdrawToPhone(sacco, member, 10_000));
    must(await decide(sacco, approved.approval_id));
    const { customer_id } = await memberOf(sacco, member);
    must(await sacco.project.key.patch(`/api/v1/customers/${customer_id}`, { phone: `+25471111${SENT}0` }));
    expect(must(await decide(sacco, waits.approval_id)).body.entry).toMatchObject({
      status: 'failed',
      error: 'phone_not_members',
    });
    expect(await processPayout(service, sacco, approved.id)).toMatchObject({
      status: 'failed',
      error: 'phone_not_members',
    });
  });

  test('stands still while payouts are off, and is sent once when they are on again', async () => {
    const sacco = await sendingSacco(service);
    const member = await newPayee(sacco, 100_000);
    const { body: asked } = must(await withdrawToPhone(sacco, member, 10_000));
    await allowPayouts(sacco.project, 'sandbox', { enabled: false });
    expect(await processPayout(service, sacco, asked.id)).toMatchObject({ status: 'paying' });
    await allowPayouts(sacco.project, 'sandbox');
    expect(await processPayout(service, sacco, asked.id)).toMatchObject({ status: 'posted' });
    expect(await held(sacco.project.key, member)).toMatchObject({ savings: 90_000 });
  });

  test('whose payout is cancelled before it is sent has failed', async () => {
    const sacco = await sendingSacco(service);
    const member = await newPayee(sacco, 100_000);
    const { body: asked } = must(await withdrawToPhone(sacco, member, 10_000));
    must(await sacco.admin.post(`/api/v1/payouts/${asked.payout_id}/cancel`));
    expect(await entryOf(sacco, asked.id)).toMatchObject({
      status: 'failed',
      error: 'payout_failed',
      failure_code: 'cancelled',
    });
    expect(await memberOf(sacco, member)).toMatchObject({ savings_available: '1000.00' });
  });

  test('of a provider that a person serves ends as the person says', async () => {
    const sacco = await sendingSacco(service);
    const member = await newPayee(sacco, 100_000);
    const ends = async (status: string) => {
      const { body: asked } = must(await withdrawToPhone(sacco, member, 10_000, { provider: 'manual' }));
      expect(await processPayout(service, sacco, asked.id)).toMatchObject({ status: 'paying' });
      await markPayout(sacco, asked.payout_id, status);
      return entryOf(sacco, asked.id);
    };
    expect(await ends('succeeded')).toMatchObject({ status: 'posted' });
    expect(await ends('failed')).toMatchObject({ status: 'failed', error: 'payout_failed' });
    expect(await held(sacco.project.key, member)).toMatchObject({ savings: 90_000 });
  });

  test('is never reversed, lets its member not leave meanwhile, and its day be closed until it is being booked', async () => {
    const sacco = await sendingSacco(service);
    await moveToNoon(sacco.project);
    const member = await newPayee(sacco, 100_000);
    const { body: asked } = must(await withdrawToPhone(sacco, member, 10_000));
    const reverse = () =>
      sacco.maker.post(`/api/v1/sacco/entries/${asked.id}/reverse`, {
        memo: 'wrong',
        idempotency_key: crypto.randomUUID(),
      });
    expectError(await reverse(), 422, 'UNPROCESSABLE', 'not_reversible');
    expectError(await exitToPhone(sacco, member), 409, 'CONFLICT', 'not_closable');
    const day = asked.created_at.slice(0, 10);
    await setTestClock(sacco.project, `${nextDay(day)}T12:00:00.000Z`);
    const close = () =>
      sacco.admin.post('/api/v1/accounting/periods', {
        end_date: day,
        memo: 'day',
        idempotency_key: crypto.randomUUID(),
      });
    // How it ended is decided, and not booked yet: it may be booked on a day that is over.
    vi.spyOn(service.ctx.ledger, 'post').mockRejectedValueOnce(unavailable('ledger'));
    await expect(processPayout(service, sacco, asked.id)).rejects.toThrow('ledger');
    vi.restoreAllMocks();
    expectError(await close(), 409, 'CONFLICT', 'entries_under_way');
    await service.ctx
      .db('payouts')
      .where({ id: asked.payout_id })
      .update({ next_attempt_at: new Date(0) });
    expect(await processPayout(service, sacco, asked.id)).toMatchObject({ status: 'posted' });
    expectError(await reverse(), 422, 'UNPROCESSABLE', 'not_reversible');
    // One that waits for the provider is booked on the day on which that ends.
    must(await withdrawToPhone(sacco, member, 10_000));
    expect(must(await close()).status).toBe(202);
  });

  test('needs an API key whose scopes name payouts', async () => {
    const sacco = await sendingSacco(service);
    const member = await newPayee(sacco, 100_000);
    const { project } = sacco;
    const withScopes = async (scopes: string[] | null) => {
      const asked = { environment: 'test', name: 'counter', ...(scopes ? { scopes } : {}) };
      const { body } = must(await project.owner.client.post(`/api/projects/${project.id}/api-keys`, asked));
      return { maker: service.anyone.with({ 'x-api-key': body.key }) };
    };
    for (const scopes of [null, ['sacco']])
      expectError(
        await withdrawToPhone(await withScopes(scopes), member, 10_000),
        403,
        'FORBIDDEN',
        'key_scope_missing',
      );
    expect(
      must(await withdrawToPhone(await withScopes(['sacco', 'payouts']), member, 10_000)).body,
    ).toMatchObject({ status: 'paying' });
  });

  test('is listed by its status, and unknown to other projects', async () => {
    const sacco = await sendingSacco(service);
    const member = await newPayee(sacco, 100_000);
    const { body: asked } = must(await withdrawToPhone(sacco, member, 10_000));
    const listed = must(await sacco.maker.get('/api/v1/sacco/entries?status=paying')).body.entries;
    expect(listed.map(({ id }: { id: string }) => id)).toEqual([asked.id]);
    const elsewhere = await createSacco(service);
    expectError(await elsewhere.maker.get(`/api/v1/sacco/entries/${asked.id}`), 404, 'NOT_FOUND');
    expectError(await elsewhere.maker.get(`/api/v1/payouts/${asked.payout_id}`), 404, 'NOT_FOUND');
    expectError(await withdrawToPhone(elsewhere, member, 100), 404, 'NOT_FOUND');
  });
});

describe('an exit to the phone', () => {
  async function leaving(phone_end = SENT): Promise<{ sacco: Sacco; member: string; exit: Reply['body'] }> {
    const sacco = await sendingSacco(service, { float_minor: 100_000 });
    const member = await newPayee(sacco, 50_000, phone_end);
    must(await sacco.maker.post(at(member, 'shares'), moving(20_000, { from: 'savings' })));
    const asked = must(await exitToPhone(sacco, member));
    expect(asked.status).toBe(202);
    return { sacco, member, exit: asked.body };
  }

  test('pays savings and shares out in one sum', async () => {
    const { sacco, member, exit } = await leaving();
    const before = await balancesByKind(sacco);
    expect(must(await decide(sacco, exit.approval_id)).body.entry).toMatchObject({
      status: 'paying',
      amount: '500.00',
      source: 'mobile',
    });
    expect(await memberOf(sacco, member)).toMatchObject({
      status: 'exiting',
      savings: '300.00',
      shares: '200.00',
    });
    expect(await floatOf(sacco)).toEqual({ held: 100_000, available: 50_000 });
    expectError(
      await sacco.maker.post(at(member, 'deposits'), moving(1)),
      409,
      'CONFLICT',
      'member_not_active',
    );
    expect(await processPayout(service, sacco, exit.id)).toMatchObject({ status: 'posted' });
    expect(await memberOf(sacco, member)).toMatchObject({
      status: 'exited',
      savings: '0.00',
      shares: '0.00',
    });
    const after = await balancesByKind(sacco);
    expect(after['provider_clearing']).toBe((before['provider_clearing'] as number) - 50_000);
    expect(after['member_shares']).toBe((before['member_shares'] as number) - 20_000);
  });

  test('that the provider refuses leaves an active member with everything', async () => {
    const { sacco, member, exit } = await leaving(REFUSED);
    must(await decide(sacco, exit.approval_id));
    expect(await processPayout(service, sacco, exit.id)).toMatchObject({
      status: 'failed',
      error: 'payout_failed',
      failure_code: 'payer_not_found',
    });
    expect(await memberOf(sacco, member)).toMatchObject({
      status: 'active',
      savings: '300.00',
      savings_available: '300.00',
      shares: '200.00',
    });
    must(await sacco.maker.post(at(member, 'deposits'), moving(1)));
  });

  test('of a member who holds nothing sends nothing', async () => {
    const sacco = await sendingSacco(service, { float_minor: 0 });
    const member = await newPayee(sacco, 0);
    const { body: exit } = must(await exitToPhone(sacco, member));
    expect(must(await decide(sacco, exit.approval_id)).body.entry).toMatchObject({
      status: 'posted',
      payout_id: null,
    });
    expect(await memberOf(sacco, member)).toMatchObject({ status: 'exited' });
  });
});

describe('a loan to the phone', () => {
  const lending = {
    fee_bps: 100,
    min_guarantors: 1,
    guarantee_coverage_bps: 5_000,
    savings_multiple_bps: null,
  };

  async function applied(phone_end = SENT) {
    const sacco = await sendingSacco(service, { float_minor: 200_000 });
    const product_id = await newProduct(sacco, lending);
    const member = await newPayee(sacco, 10_000, phone_end);
    const guarantor = await newPayee(sacco, 60_000);
    const asked = must(
      await applyFor(sacco, {
        product_id,
        member_id: member,
        amount_minor: 100_000,
        guarantors: [{ member_id: guarantor, amount_minor: 50_000 }],
        disburse_to: 'mobile',
        provider: 'sandbox',
      }),
    );
    expect(asked.status).toBe(202);
    expect(asked.body).toMatchObject({ status: 'applied', disburse_to: 'mobile', savings_account_id: null });
    return { sacco, member, guarantor, loan: asked.body };
  }

  test('is open once the principal less the fee has arrived; the pledges are held from the approval on', async () => {
    const { sacco, member, guarantor, loan } = await applied();
    const { body: shown } = must(await sacco.checker.get(`/api/v1/approvals/${loan.approval_id}`));
    expect(shown.summary).toMatch(/ installments to \+2547\d+ by Sandbox$/);
    expect(shown.effect).toMatchObject({
      carries_out: true,
      accounts: expect.arrayContaining([
        expect.objectContaining({ kind: 'provider_clearing', balance_after: '1010.00' }),
        expect.objectContaining({ kind: 'loan_principal', balance_after: '1000.00' }),
        expect.objectContaining({ kind: 'fee_income', balance_after: '10.00' }),
      ]),
    });
    const { entry } = must(await decide(sacco, loan.approval_id)).body;
    expect(entry).toMatchObject({ kind: 'loan_disbursement', status: 'paying', source: 'mobile' });
    expect(await floatOf(sacco)).toEqual({ held: 200_000, available: 101_000 });
    expect(await payoutOf(sacco, entry.payout_id)).toMatchObject({ amount: '990.00', origin_id: entry.id });
    expect(await memberOf(sacco, guarantor)).toMatchObject({ savings_available: '100.00' });
    expect(await getLoan(sacco, loan.id)).toMatchObject({ status: 'applied', schedule: [] });
    expectError(await repay(sacco, loan.id, 100), 422, 'UNPROCESSABLE', 'loan_not_open');
    expectError(
      await sacco.maker.post(`/api/v1/sacco/loans/${loan.id}/write-off`, {
        memo: 'gone',
        idempotency_key: crypto.randomUUID(),
      }),
      422,
      'UNPROCESSABLE',
      'loan_not_open',
    );
    expect(await verifyAll(service.ctx)).toEqual([]);

    expect(await processPayout(service, sacco, entry.id)).toMatchObject({ status: 'posted' });
    expect(await getLoan(sacco, loan.id)).toMatchObject({
      status: 'open',
      outstanding: '1000.00',
      guarantors: [{ status: 'held' }],
    });
    expect(await memberOf(sacco, member)).toMatchObject({ savings: '100.00' });
    expect(await floatOf(sacco)).toEqual({ held: 101_000, available: 101_000 });
    const balances = await balancesByKind(sacco);
    expect(balances).toMatchObject({ loan_principal: 100_000, fee_income: 1_000 });
    expect(must(await repay(sacco, loan.id, 50_000)).body).toMatchObject({ status: 'posted' });
  });

  test('that the provider refuses is a failed one, and its pledges are free', async () => {
    const { sacco, guarantor, loan } = await applied(REFUSED);
    const { entry } = must(await decide(sacco, loan.approval_id)).body;
    // A pledge that the ledger holds is not counted a second time.
    const product_id = await newProduct(sacco, lending);
    const other = await newPayee(sacco, 10_000);
    const borrows = (pledge: number) =>
      applyFor(sacco, {
        product_id,
        member_id: other,
        amount_minor: 10_000,
        guarantors: [{ member_id: guarantor, amount_minor: pledge }],
      });
    expectError(await borrows(10_001), 422, 'UNPROCESSABLE', 'guarantee_unavailable');
    must(await borrows(10_000));
    expect(await processPayout(service, sacco, entry.id)).toMatchObject({
      status: 'failed',
      error: 'payout_failed',
      failure_code: 'payer_not_found',
    });
    expect(await getLoan(sacco, loan.id)).toMatchObject({
      status: 'failed',
      guarantors: [{ status: 'released' }],
    });
    expect(await memberOf(sacco, guarantor)).toMatchObject({ savings_available: '600.00' });
    expect(await balancesByKind(sacco)).not.toHaveProperty('loan_principal', 100_000);
  });

  test('into savings it is disbursed as ever', async () => {
    const sacco = await sendingSacco(service, { float_minor: 0 });
    const product_id = await newProduct(sacco);
    const member_id = await newPayee(sacco, 1_000);
    expect(await lend(sacco, { product_id, member_id, amount_minor: 10_000 })).toMatchObject({
      status: 'open',
      disburse_to: 'savings',
    });
  });

  test('names its provider', async () => {
    const sacco = await sendingSacco(service);
    const product_id = await newProduct(sacco);
    const member_id = await newPayee(sacco, 10_000);
    const about = { product_id, member_id, amount_minor: 10_000 };
    expectInvalid(await applyFor(sacco, { ...about, disburse_to: 'mobile' }), 'provider');
    expectInvalid(await applyFor(sacco, { ...about, provider: 'sandbox' }), 'provider');
    expectInvalid(await applyFor(sacco, { ...about, disburse_to: 'cash' }), 'disburse_to');
    await allowPayouts(sacco.project, 'sandbox', { enabled: false });
    expectError(
      await applyFor(sacco, { ...about, disburse_to: 'mobile', provider: 'sandbox' }),
      409,
      'CONFLICT',
      'payouts_disabled',
    );
  });
});

function nextDay(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}
