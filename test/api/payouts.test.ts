/** Payouts over HTTP: the examples of their contract, limits, decisions, scopes, replays and refusals. No queue is worked. */
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { unavailable } from '../../core/errors.ts';
import { payouts } from '../../domain/payments/index.ts';
import { ProviderUnavailable } from '../../domain/payments/providers/provider.port.ts';
import {
  enrol,
  must,
  scopeNow,
  setTestClock,
  startService,
  verifyAll,
  type Client,
  type Reply,
  type TestService,
} from '../harness/index.ts';
import {
  colleague,
  keyOf,
  moneyOf,
  newPayer,
  NO_RESULT,
  pay,
  paying,
  payoutBody,
  PAYOUTS,
  read,
  REFUSED,
  setTerms,
  watchSandbox,
  work,
  type Payer,
} from '../payouts/payer.ts';
import { importRows, linesOf } from '../reconciliation/books.ts';
import { expectError } from './samples.ts';

let service: TestService;

beforeAll(async () => {
  service = await startService({ workers: ['reconciliation-imports'] });
});
afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  expect(await verifyAll(service.ctx)).toEqual([]);
  await service.stop();
});

function expectRefused(reply: Reply, status: number, reason: string): void {
  expect([reply.status, reply.body.error?.reason]).toEqual([status, reason]);
}

const today = (): string => new Date().toISOString().slice(0, 10);

async function passes(payer: Payer, seconds: number): Promise<void> {
  const { clock } = await scopeNow(service, payer);
  await setTestClock(payer.project, new Date(clock.now().getTime() + seconds * 1_000).toISOString());
}

describe('a payout', () => {
  test('E1 succeeds: once, however often it is requested', async () => {
    const payer = await newPayer(service);
    const { send } = watchSandbox();
    const body = payoutBody('400.00', { narration: 'for the maize' });
    const key = { 'idempotency-key': crypto.randomUUID() };
    const first = await payer.key.post(PAYOUTS, body, key);
    expect(first.status).toBe(201);
    expect(first.body).toMatchObject({
      id: expect.stringMatching(/^pyo_/),
      status: 'held',
      amount: '400.00',
      amount_minor: 40_000,
      to: { phone: '+254712345789', bank_code: null, account_number: null, account_name: null },
      narration: 'for the maize',
      failure_code: null,
      provider_txn_id: null,
      fee: null,
      fee_minor: null,
      replayed: false,
    });
    expect(await moneyOf(payer)).toEqual({ available: 60_000, held: 40_000, clearing: 100_000 });
    expect(await work(payer, first.body.id)).toMatchObject({
      status: 'succeeded',
      provider_txn_id: expect.stringMatching(/^SBX/),
      fee: '0.00',
    });
    expect(await moneyOf(payer)).toEqual({ available: 60_000, held: 0, clearing: 60_000 });
    const again = await payer.key.post(PAYOUTS, body, key);
    expect([again.status, again.headers.get('x-cache')]).toEqual([201, 'HIT-IDEMPOTENCY']);
    expect(again.body).toEqual({ ...first.body, replayed: true });
    const in_body = await payer.key.post(PAYOUTS, { ...body, idempotency_key: key['idempotency-key'] });
    expect(in_body.body).toEqual(again.body);
    expectRefused(
      await payer.key.post(PAYOUTS, { ...body, amount: '1.00' }, key),
      409,
      'idempotency_key_reused',
    );
    await work(payer, first.body.id);
    expect(send).toHaveBeenCalledTimes(1);
    const { body: timeline } = must(await payer.key.get(`${PAYOUTS}/${first.body.id}/events`));
    expect(timeline.events.map((event: { type: string }) => event.type)).toEqual([
      'payout.succeeded',
      'payout.sending',
      'payout.requested',
    ]);
  });

  test('E2 whose answer is lost is unknown, is asked for, and succeeds once', async () => {
    const payer = await newPayer(service);
    const { send, fetch } = watchSandbox();
    send.mockRejectedValueOnce(new ProviderUnavailable('the answer was lost'));
    fetch.mockResolvedValue({ status: 'pending' });
    const id = await paying(payer, '400.00');
    expect(await work(payer, id)).toMatchObject({ status: 'sending' });
    await passes(payer, 59);
    expect(must(await payer.key.post(`${PAYOUTS}/${id}/sync`)).body.status).toBe('sending');
    await passes(payer, 2);
    expect(must(await payer.key.post(`${PAYOUTS}/${id}/sync`)).body.status).toBe('unknown');
    expect(await moneyOf(payer)).toEqual({ available: 60_000, held: 40_000, clearing: 100_000 });
    expectRefused(await payer.key.post(`${PAYOUTS}/${id}/cancel`), 409, 'not_cancellable');
    fetch.mockRestore();
    expect(must(await payer.key.post(`${PAYOUTS}/${id}/sync`)).body.status).toBe('succeeded');
    expect(await moneyOf(payer)).toEqual({ available: 60_000, held: 0, clearing: 60_000 });
    expect(send).toHaveBeenCalledTimes(1);
  });

  test('a provider that does not answer who asks is 503', async () => {
    const payer = await newPayer(service);
    const { send, fetch } = watchSandbox();
    send.mockResolvedValueOnce({ status: 'pending' });
    fetch.mockRejectedValueOnce(new ProviderUnavailable('no answer'));
    const id = await paying(payer, '1.00');
    await work(payer, id);
    expectError(await payer.key.post(`${PAYOUTS}/${id}/sync`), 503, 'SERVICE_UNAVAILABLE');
    expect(must(await payer.key.post(`${PAYOUTS}/${id}/sync`)).body.status).toBe('succeeded');
  });

  test('that certainly was not sent is held, and sent again', async () => {
    const payer = await newPayer(service);
    const { send } = watchSandbox();
    send.mockRejectedValueOnce(new ProviderUnavailable('refused to connect', undefined, false));
    const id = await paying(payer, '400.00');
    expect(await work(payer, id)).toMatchObject({ status: 'held', sent_at: null });
    expect(must(await payer.key.post(`${PAYOUTS}/${id}/sync`)).body.status).toBe('succeeded');
    expect(send).toHaveBeenCalledTimes(2);
    expect(await moneyOf(payer)).toEqual({ available: 60_000, held: 0, clearing: 60_000 });
  });

  test('that the provider does not know is sent once more, after what was sent can no longer arrive', async () => {
    const payer = await newPayer(service);
    const { send, fetch } = watchSandbox();
    send.mockRejectedValueOnce(new ProviderUnavailable('the request was lost'));
    fetch.mockResolvedValueOnce(null as never).mockResolvedValueOnce(null as never);
    const id = await paying(payer, '400.00');
    await work(payer, id);
    expect(must(await payer.key.post(`${PAYOUTS}/${id}/sync`)).body.status).toBe('sending');
    expect(send).toHaveBeenCalledTimes(1);
    await passes(payer, 61);
    expect(must(await payer.key.post(`${PAYOUTS}/${id}/sync`)).body.status).toBe('succeeded');
    expect(send).toHaveBeenCalledTimes(2);
  });

  test('E3 above what is available is refused, and nothing is called', async () => {
    const payer = await newPayer(service);
    const { send } = watchSandbox();
    await work(payer, await paying(payer, '400.00'));
    const body = payoutBody('600.01', { idempotency_key: crypto.randomUUID() });
    expectRefused(await payer.key.post(PAYOUTS, body), 409, 'insufficient_funds');
    // Nothing is left of it: neither the key nor the reference is used.
    expect(must(await payer.key.post(PAYOUTS, { ...body, amount: '600.00' })).body.status).toBe('held');
    expect(send).toHaveBeenCalledTimes(1);
  });

  test('E3 where nothing was ever received is refused', async () => {
    expectRefused(await pay(await newPayer(service, 0), '1.00'), 409, 'insufficient_funds');
  });

  test('that the provider cannot cover is refused, though the merchant could', async () => {
    const payer = await newPayer(service);
    const { key, owner } = payer.project;
    const run = await importRows(key, [{ kind: 'fee', amount: '10.00', id: crypto.randomUUID() }], {
      provider: 'sandbox',
    });
    const [line] = await linesOf(key, run.id);
    must(
      await payer.project.session.post(`/api/v1/reconciliation/runs/${run.id}/lines/${line?.id}/resolve`, {
        action: 'book_fee',
        as: 'expense',
      }),
    );
    expect(owner.id).toBeTruthy();
    expectRefused(await pay(payer, '990.01'), 409, 'insufficient_float');
    await work(payer, await paying(payer, '990.00'));
    expect(await moneyOf(payer)).toEqual({ available: 1_000, held: 0, clearing: 0 });
  });

  test('E4 that fails gives the money back', async () => {
    const payer = await newPayer(service, 600);
    const id = await paying(payer, '400.00', { to: { phone: REFUSED } });
    expect(await work(payer, id)).toMatchObject({ status: 'failed', failure_code: 'not_approved' });
    expect(await moneyOf(payer)).toEqual({ available: 60_000, held: 0, clearing: 60_000 });
  });

  test('E7 a hundred at once hold what there is, and no more', async () => {
    const payer = await newPayer(service, 500);
    const replies = await Promise.all(Array.from({ length: 100 }, () => pay(payer, '10.00')));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(50);
    for (const reply of replies.filter(({ status }) => status !== 201))
      expectRefused(reply, 409, 'insufficient_funds');
    expect(await moneyOf(payer)).toEqual({ available: 0, held: 50_000, clearing: 50_000 });
    const { body } = must(await payer.key.get(`${PAYOUTS}?status=held&limit=100`));
    expect(body.payouts).toHaveLength(50);
    await Promise.all(body.payouts.map(({ id }: { id: string }) => work(payer, id)));
    expect(await moneyOf(payer)).toEqual({ available: 0, held: 0, clearing: 0 });
  });

  test('is told to who wants to know, and counted by the report beside what was paid out', async () => {
    const from = today();
    const payer = await newPayer(service);
    const { body: endpoint } = must(
      await payer.project.key.post('/api/v1/webhook-endpoints', {
        mode: 'poll',
        events: ['payout.succeeded', 'payout.failed'],
      }),
    );
    await work(payer, await paying(payer, '100.00'));
    await work(payer, await paying(payer, '50.00', { to: { phone: REFUSED } }));
    const { body: cancelled } = must(await pay(payer, '1.00'));
    must(await payer.key.post(`${PAYOUTS}/${cancelled.id}/cancel`));
    const { body: told } = must(
      await payer.project.key.get(`/api/v1/webhook-endpoints/${endpoint.id}/events`),
    );
    expect(
      told.events.map(({ type, data }: { type: string; data: { amount: string } }) => [type, data.amount]),
    ).toEqual([
      ['payout.succeeded', '100.00'],
      ['payout.failed', '50.00'],
    ]);
    // Midnight may have come meanwhile.
    const { body: report } = must(await payer.key.get(`/api/v1/ledger/report?from=${from}&to=${today()}`));
    expect(report.currencies[0]).toMatchObject({
      payouts: '100.00',
      payouts_minor: 10_000,
      paid_out_minor: 0,
    });
  });
});

describe('payouts are off', () => {
  test('until an owner enables them', async () => {
    const payer = await newPayer(service, 100, { enabled: false });
    expectRefused(await pay(payer, '1.00'), 409, 'payouts_disabled');
    const path = `/api/projects/${payer.project.id}/providers/sandbox/payouts`;
    for (const role of ['admin', 'checker', 'maker']) {
      const person = await colleague(payer, role);
      const reply = await person.client.put(path, { environment: 'test', enabled: true });
      expectError(reply, 403, 'FORBIDDEN');
    }
    must(await setTerms(payer));
    await work(payer, await paying(payer, '1.00'));
    expect(must(await payer.project.owner.client.get(path)).body).toEqual({
      provider: 'sandbox',
      enabled: true,
      max_minor: null,
      daily_max_minor: null,
      approval_above_minor: null,
    });
    const live = must(await payer.project.owner.client.get(`${path}?environment=live`));
    expect(live.body.enabled).toBe(false);
    const { body: log } = must(
      await payer.project.owner.client.get(`/api/projects/${payer.project.id}/audit-log?limit=100`),
    );
    expect(log.audit_log.map(({ action }: { action: string }) => action)).toContain(
      'payouts.settings_changed',
    );
  });

  test('E5 between the hold and the sending: nothing is sent until they are on again, and then once', async () => {
    const payer = await newPayer(service);
    const { send } = watchSandbox();
    const id = await paying(payer, '400.00');
    must(await setTerms(payer, { enabled: false }));
    expect(await work(payer, id)).toMatchObject({ status: 'held' });
    expect(must(await payer.key.post(`${PAYOUTS}/${id}/sync`)).body.status).toBe('held');
    expect(send).not.toHaveBeenCalled();
    expect(await moneyOf(payer)).toMatchObject({ available: 60_000, held: 40_000 });
    must(await setTerms(payer));
    expect(await work(payer, id)).toMatchObject({ status: 'succeeded' });
    await work(payer, id);
    expect(send).toHaveBeenCalledTimes(1);
  });

  test('by a body without limits, and on again, which leaves the limits as they were', async () => {
    const payer = await newPayer(service, 1_000, { max_minor: 10_000, daily_max_minor: 50_000 });
    must(await setTerms(payer, { enabled: false }));
    expect(must(await setTerms(payer)).body).toMatchObject({
      enabled: true,
      max_minor: 10_000,
      daily_max_minor: 50_000,
    });
    expectRefused(await pay(payer, '100.01'), 422, 'payout_limit_exceeded');
    expect(must(await setTerms(payer, { max_minor: null })).body).toMatchObject({
      max_minor: null,
      daily_max_minor: 50_000,
    });
  });

  test('and stay off when somebody approves what was requested before', async () => {
    const payer = await newPayer(service, 100, { max_minor: 10_000 });
    const { client } = payer.project.owner;
    const admin = await colleague(payer, 'admin');
    must(await client.patch(`/api/projects/${payer.project.id}`, { strict_approvals: true }));
    await service.ctx
      .db('staff')
      .where({ project_id: payer.project.id, user_id: admin.id })
      .update({ decides_since: new Date(0), appointed_by: admin.id });
    const asked = await setTerms(payer, { max_minor: 20_000 });
    expect(asked.status).toBe(202);
    must(await setTerms(payer, { enabled: false }));
    const approval = `/api/v1/approvals/${asked.body.approval_id}`;
    expect(must(await admin.session.get(approval)).body.effect).toMatchObject({
      carries_out: false,
      warnings: [{ code: 'invalid_state', blocking: true }],
    });
    expectRefused(await admin.session.post(`${approval}/approve`), 409, 'invalid_state');
    expectRefused(await pay(payer, '1.00'), 409, 'payouts_disabled');
  });

  test('while one is under way: it is asked for', async () => {
    const payer = await newPayer(service);
    const { send } = watchSandbox();
    send.mockResolvedValueOnce({ status: 'pending' });
    const id = await paying(payer, '400.00');
    await work(payer, id);
    must(await setTerms(payer, { enabled: false }));
    expect(must(await payer.key.post(`${PAYOUTS}/${id}/sync`)).body.status).toBe('succeeded');
    expect(send).toHaveBeenCalledTimes(1);
  });

  test('for providers that send no money', async () => {
    const payer = await newPayer(service);
    const reply = await setTerms(payer, {}, 'telebirr');
    expectRefused(reply, 422, 'payouts_not_supported');
    expectRefused(
      await pay(payer, '1.00', { provider: 'telebirr', currency: 'ETB' }),
      422,
      'payouts_not_supported',
    );
    expectRefused(await setTerms(payer, {}, 'nobody'), 422, 'provider_unknown');
  });

  test('they are turned on with a second factor where the project requires one', async () => {
    const payer = await newPayer(service, 0, { enabled: false });
    const { client } = payer.project.owner;
    must(await client.patch(`/api/projects/${payer.project.id}`, { require_totp: true }));
    expectRefused(await setTerms(payer), 403, 'totp_required');
    await enrol(client);
    must(await setTerms(payer));
  });

  test('with strict approvals what allows more waits for a second person, and turning off does not', async () => {
    const payer = await newPayer(service, 100, { enabled: false });
    const { client } = payer.project.owner;
    const admin = await colleague(payer, 'admin');
    must(await client.patch(`/api/projects/${payer.project.id}`, { strict_approvals: true }));
    const asked = await setTerms(payer, { max_minor: 500 });
    expect([asked.status, asked.body.enabled]).toEqual([202, false]);
    expectRefused(await pay(payer, '1.00'), 409, 'payouts_disabled');
    const approval = `/api/v1/approvals/${asked.body.approval_id}`;
    const { body: shown } = must(await admin.session.get(approval));
    expect(shown.effect.changes).toEqual([
      { field: 'enabled', from: 'false', to: 'true' },
      { field: 'max_minor', from: null, to: '500' },
    ]);
    // Appointed by who asks: a day must pass.
    expectRefused(await admin.session.post(`${approval}/approve`), 403, 'not_decider_at_request');
    await service.ctx
      .db('staff')
      .where({ project_id: payer.project.id, user_id: admin.id })
      .update({ decides_since: new Date(0), appointed_by: admin.id });
    const { body: approved } = must(await admin.session.post(`${approval}/approve`));
    expect(approved.payout_settings).toMatchObject({ enabled: true, max_minor: 500 });
    expect((await setTerms(payer, { max_minor: 400 })).status).toBe(200);
    expect((await setTerms(payer, { max_minor: 401 })).status).toBe(202);
    expect((await setTerms(payer, { enabled: false })).status).toBe(200);
  });
});

describe('limits', () => {
  test('of one payout', async () => {
    const payer = await newPayer(service, 1_000, { max_minor: 10_000 });
    expectRefused(await pay(payer, '100.01'), 422, 'payout_limit_exceeded');
    must(await pay(payer, '100.00'));
  });

  test('of a day: what failed or was cancelled does not count, however many ask at once', async () => {
    const payer = await newPayer(service, 1_000, { daily_max_minor: 10_000 });
    await setTestClock(
      payer.project,
      `${new Date(Date.now() + 172_800_000).toISOString().slice(0, 10)}T10:00:00Z`,
    );
    await work(payer, await paying(payer, '100.00', { to: { phone: REFUSED } }));
    must(await payer.key.post(`${PAYOUTS}/${await paying(payer, '100.00')}/cancel`));
    const replies = await Promise.all(Array.from({ length: 10 }, () => pay(payer, '30.00')));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(3);
    for (const reply of replies.filter(({ status }) => status !== 201))
      expectRefused(reply, 422, 'payout_limit_exceeded');
    await passes(payer, 86_400);
    must(await pay(payer, '100.00'));
  });
});

describe('above the limit for approvals', () => {
  const TERMS = { approval_above_minor: 10_000 };

  test('a payout waits, held, for a second person', async () => {
    const payer = await newPayer(service, 1_000, TERMS);
    const { send } = watchSandbox();
    expect((await pay(payer, '100.00')).status).toBe(201);
    const owner = payer.project.session;
    const asked = await owner.post(PAYOUTS, payoutBody('100.01'));
    expect(asked.status).toBe(202);
    expect(asked.body).toMatchObject({
      status: 'awaiting_approval',
      approval_id: expect.stringMatching(/^apr_/),
    });
    expect(await moneyOf(payer)).toMatchObject({ held: 20_001 });
    expect(await work(payer, asked.body.id)).toMatchObject({ status: 'awaiting_approval' });
    expect(send).not.toHaveBeenCalled();
    const approval = `/api/v1/approvals/${asked.body.approval_id}`;
    expectError(await owner.post(`${approval}/approve`), 403, 'FORBIDDEN');
    const checker = await colleague(payer, 'checker');
    const { body: shown } = must(await checker.session.get(approval));
    expect(shown).toMatchObject({
      kind: 'payout',
      amount: '100.01',
      subject: { type: 'payout', id: asked.body.id },
      effect: {
        carries_out: true,
        changes: [
          { field: 'status', from: 'awaiting_approval', to: 'held' },
          { field: 'to', from: null, to: '+254712345789' },
        ],
      },
    });
    must(await setTerms(payer, { ...TERMS, enabled: false }));
    expect(must(await checker.session.get(approval)).body.effect).toMatchObject({ carries_out: false });
    expectRefused(await checker.session.post(`${approval}/approve`), 409, 'payouts_disabled');
    must(await setTerms(payer, TERMS));
    const { body: approved } = must(await checker.session.post(`${approval}/approve`));
    expect(approved.payout).toMatchObject({ id: asked.body.id, status: 'held' });
    expect(await work(payer, asked.body.id)).toMatchObject({ status: 'succeeded' });
    expectRefused(await checker.session.post(`${approval}/approve`), 409, 'already_decided');
  });

  test('rejected, or taken back, it is cancelled and the money available again', async () => {
    const payer = await newPayer(service, 1_000, TERMS);
    const checker = await colleague(payer, 'checker');
    const { body: rejected } = must(await payer.project.session.post(PAYOUTS, payoutBody('200.00')));
    must(
      await checker.session.post(`/api/v1/approvals/${rejected.approval_id}/reject`, { note: 'to whom?' }),
    );
    expect(await work(payer, rejected.id)).toMatchObject({ status: 'cancelled' });
    const { body: taken } = must(await payer.project.session.post(PAYOUTS, payoutBody('200.00')));
    must(await payer.project.session.post(`/api/v1/approvals/${taken.approval_id}/cancel`));
    expect(await work(payer, taken.id)).toMatchObject({ status: 'cancelled' });
    const { body: cancelled } = must(await pay(payer, '200.00'));
    expect(must(await payer.key.post(`${PAYOUTS}/${cancelled.id}/cancel`)).body.status).toBe('cancelled');
    const { body: approval } = must(await checker.session.get(`/api/v1/approvals/${cancelled.approval_id}`));
    expect(approval.status).toBe('cancelled');
    expect(await moneyOf(payer)).toEqual({ available: 100_000, held: 0, clearing: 100_000 });
  });
});

async function unknownPayout(payer: Payer): Promise<string> {
  const id = await paying(payer, '400.00', { to: { phone: NO_RESULT } });
  await work(payer, id);
  await passes(payer, 61);
  expect(must(await payer.key.post(`${PAYOUTS}/${id}/sync`)).body.status).toBe('unknown');
  return id;
}

const MARK = { status: 'succeeded', note: 'seen on the statement' };

describe('marked by a person', () => {
  test.each([
    ['succeeded', { available: 60_000, held: 0, clearing: 60_000 }],
    ['failed', { available: 100_000, held: 0, clearing: 100_000 }],
  ])('%s, once a second person agrees', async (status, money) => {
    const payer = await newPayer(service);
    const maker = await colleague(payer, 'maker');
    const id = await unknownPayout(payer);
    const asked = await maker.session.post(`${PAYOUTS}/${id}/mark`, { ...MARK, status });
    expect(asked.status).toBe(202);
    expect(asked.body).toMatchObject({ status: 'unknown', approval_id: expect.stringMatching(/^apr_/) });
    const approval = `/api/v1/approvals/${asked.body.approval_id}`;
    expectError(await maker.session.post(`${approval}/approve`), 403, 'FORBIDDEN');
    const { body } = must(await payer.project.session.post(`${approval}/approve`));
    expect(body.payout).toMatchObject({ status, note: MARK.note, marked_by: { id: maker.id } });
    expect(await moneyOf(payer)).toEqual(money);
    expectRefused(await maker.session.post(`${PAYOUTS}/${id}/mark`, MARK), 409, 'already_decided');
  });

  test('by one request at a time, which is withdrawn when the provider knows after all', async () => {
    const payer = await newPayer(service);
    const maker = await colleague(payer, 'maker');
    const id = await unknownPayout(payer);
    const mark = (marking: object) => maker.session.post(`${PAYOUTS}/${id}/mark`, marking);
    const { body: asked } = must(await mark(MARK));
    expect(must(await mark(MARK)).body.approval_id).toBe(asked.approval_id);
    expectRefused(await mark({ ...MARK, status: 'failed' }), 409, 'busy');
    must(await payer.project.session.post(`/api/v1/approvals/${asked.approval_id}/reject`, { note: 'no' }));
    const { body: again } = must(await mark({ ...MARK, status: 'failed' }));
    watchSandbox().fetch.mockResolvedValue({ status: 'succeeded' });
    expect(must(await payer.key.post(`${PAYOUTS}/${id}/sync`)).body.status).toBe('succeeded');
    const approval = `/api/v1/approvals/${again.approval_id}`;
    expect(must(await maker.session.get(approval)).body.status).toBe('cancelled');
    expectRefused(await payer.project.session.post(`${approval}/approve`), 409, 'already_decided');
  });

  test('the timeline says so, also where another process records it', async () => {
    const payer = await newPayer(service);
    const maker = await colleague(payer, 'maker');
    const id = await unknownPayout(payer);
    const { body } = must(await maker.session.post(`${PAYOUTS}/${id}/mark`, MARK));
    vi.spyOn(service.ctx.ledger, 'post').mockRejectedValueOnce(unavailable('ledger'));
    must(await payer.project.session.post(`/api/v1/approvals/${body.approval_id}/approve`));
    expect(await work(payer, id)).toMatchObject({ status: 'succeeded' });
    const { body: timeline } = must(await payer.key.get(`${PAYOUTS}/${id}/events`));
    expect(timeline.events[0]).toMatchObject({
      type: 'payout.succeeded',
      cause: 'person',
      details: { actor: { id: maker.id }, note: MARK.note },
    });
  });

  test('only where nobody else knows', async () => {
    const payer = await newPayer(service);
    const { session } = payer.project;
    const id = await paying(payer, '1.00', { to: { phone: NO_RESULT } });
    expectRefused(await session.post(`${PAYOUTS}/${id}/mark`, MARK), 409, 'invalid_state');
    await work(payer, id);
    expectRefused(await session.post(`${PAYOUTS}/${id}/mark`, MARK), 409, 'invalid_state');
    expectError(await payer.key.post(`${PAYOUTS}/${id}/mark`, MARK), 403, 'FORBIDDEN');
    expectError(
      await session.post(`${PAYOUTS}/${id}/mark`, { status: 'cancelled' }),
      400,
      'VALIDATION_ERROR',
    );
  });

  test('one that a person pays by hand waits for them', async () => {
    const payer = await newPayer(service);
    const to = { bank_code: 'KCB', account_number: '1100223344', account_name: 'Asha Ali' };
    must(await setTerms(payer, {}, 'manual'));
    const id = await paying(payer, '400.00', { provider: 'manual', to });
    expect(await work(payer, id)).toMatchObject({ status: 'sending', to });
    await passes(payer, 3_600);
    expect(must(await payer.key.post(`${PAYOUTS}/${id}/sync`)).body.status).toBe('sending');
    const maker = await colleague(payer, 'maker');
    const { body } = must(await maker.session.post(`${PAYOUTS}/${id}/mark`, MARK));
    must(await payer.project.session.post(`/api/v1/approvals/${body.approval_id}/approve`));
    expect(await moneyOf(payer)).toEqual({ available: 60_000, held: 0, clearing: 60_000 });
  });
});

describe('who may', () => {
  test('an API key needs the scope by name', async () => {
    const payer = await newPayer(service);
    const { key } = payer.project;
    const id = await paying(payer, '1.00');
    expectRefused(await key.post(PAYOUTS, payoutBody('1.00')), 403, 'key_scope_missing');
    expectRefused(await key.post(`${PAYOUTS}/${id}/cancel`), 403, 'key_scope_missing');
    expect((await key.get(PAYOUTS)).status).toBe(200);
    const other = await keyOf(service, payer.project, ['payments', 'ledger']);
    expectRefused(await other.post(PAYOUTS, payoutBody('1.00')), 403, 'key_scope_missing');
    expectRefused(await other.get(PAYOUTS), 403, 'key_scope_missing');
    const narrow = await keyOf(service, payer.project, ['payouts']);
    expect((await narrow.get(PAYOUTS)).status).toBe(200);
    must(await narrow.post(PAYOUTS, payoutBody('1.00')));
  });

  test('cancel what another person has requested: whoever manages the project', async () => {
    const payer = await newPayer(service, 1_000, { approval_above_minor: 0 });
    const maker = await colleague(payer, 'maker');
    const { body } = must(await payer.project.session.post(PAYOUTS, payoutBody('1.00')));
    const cancel = (client: Client) => client.post(`${PAYOUTS}/${body.id}/cancel`);
    expectError(await cancel(maker.session), 403, 'FORBIDDEN');
    expectError(await cancel(payer.key), 403, 'FORBIDDEN');
    expect(await read(payer, body.id)).toMatchObject({ status: 'awaiting_approval' });
    const admin = await colleague(payer, 'admin');
    expect(must(await cancel(admin.session)).body.status).toBe('cancelled');
  });

  test('nobody of another project', async () => {
    const payer = await newPayer(service);
    const other = await newPayer(service, 0);
    const id = await paying(payer, '1.00');
    const calls: [Client, (client: Client) => Promise<Reply>][] = [
      [other.key, (client) => client.get(`${PAYOUTS}/${id}`)],
      [other.key, (client) => client.get(`${PAYOUTS}/${id}/events`)],
      [other.key, (client) => client.post(`${PAYOUTS}/${id}/sync`)],
      [other.key, (client) => client.post(`${PAYOUTS}/${id}/cancel`)],
      [
        other.project.session,
        (client) => client.post(`${PAYOUTS}/${id}/mark`, { status: 'failed', note: 'no' }),
      ],
      [payer.project.live_session, (client) => client.get(`${PAYOUTS}/${id}`)],
    ];
    for (const [client, call] of calls) expectError(await call(client), 404, 'NOT_FOUND');
    expect(must(await other.key.get(PAYOUTS)).body.payouts).toEqual([]);
    const path = `/api/projects/${payer.project.id}/providers/sandbox/payouts`;
    expectError(
      await other.project.owner.client.put(path, { environment: 'test', enabled: true }),
      403,
      'FORBIDDEN',
    );
    expect(await read(payer, id)).toMatchObject({ status: 'held' });
  });
});

describe('a request', () => {
  test.each([
    ['to', { to: {} }],
    ['to.account_name', { to: { phone: '+254712345789', account_number: '1' } }],
    ['to.account_name', { to: { account_number: '1' } }],
    ['to.phone', { to: { phone: '12' } }],
    ['currency', { currency: 'XXX' }],
    ['reference', { reference: '' }],
    ['provider', { provider: 'No!' }],
    ['amount', { amount: '0.00' }],
    ['amount', { amount: '1.001' }],
    ['narration', { narration: 'x'.repeat(101) }],
  ])('names the field at fault: %s', async (path, overrides) => {
    const payer = await newPayer(service, 0);
    const reply = await pay(payer, '1.00', overrides);
    expectError(reply, 400, 'VALIDATION_ERROR');
    expect(reply.body.error.details[0].path).toBe(path);
  });

  test('whose reference is used by one that was or may be paid is refused', async () => {
    const payer = await newPayer(service);
    const reference = 'invoice-7';
    const first = await paying(payer, '1.00', { reference, to: { phone: REFUSED } });
    const taken = await pay(payer, '1.00', { reference });
    expectRefused(taken, 409, 'reference_taken');
    expect(taken.body.error.message).toContain(first);
    await work(payer, first);
    const second = await paying(payer, '1.00', { reference });
    await work(payer, second);
    expectRefused(await pay(payer, '1.00', { reference }), 409, 'reference_taken');
    const { body } = must(await payer.key.get(`${PAYOUTS}?reference=${reference}`));
    expect(body.payouts.map(({ id, status }: { id: string; status: string }) => [id, status])).toEqual([
      [second, 'succeeded'],
      [first, 'failed'],
    ]);
  });

  test('that is named as one of ours takes nothing from it', async () => {
    const payer = await newPayer(service);
    const [named, other] = [await paying(payer, '1.00'), await paying(payer, '2.00')];
    const thief = await paying(payer, '3.00', { reference: named });
    for (const id of [named, other, thief]) await work(payer, id);
    const run = await importRows(payer.project.key, [{ kind: 'payout', amount: '1.00', reference: named }], {
      provider: 'sandbox',
    });
    const [line] = await linesOf(payer.project.key, run.id);
    expect([line?.match_status, line?.payout_id]).toEqual(['matched', named]);
  });

  test('is found in lists by status, provider, origin and day, page by page', async () => {
    const from = today();
    const payer = await newPayer(service);
    const ids = [await paying(payer, '1.00'), await paying(payer, '2.00'), await paying(payer, '3.00')];
    await work(payer, ids[0] as string);
    const list = async (query: string): Promise<string[]> =>
      must(await payer.key.get(`${PAYOUTS}?${query}`)).body.payouts.map(({ id }: { id: string }) => id);
    expect(await list('status=succeeded')).toEqual([ids[0]]);
    expect(await list('provider=sandbox&origin=merchant')).toEqual(ids.toReversed());
    expect(await list('origin=sacco')).toEqual([]);
    expect(await list('provider=manual')).toEqual([]);
    // Midnight may have come meanwhile.
    expect(await list(`from=${from}&to=${today()}`)).toEqual(ids.toReversed());
    expect(await list('to=2020-01-01')).toEqual([]);
    // Midnight in Nairobi.
    const place = (created_at: string) =>
      service.ctx.db('payouts').where({ id: ids[2] }).update({ created_at });
    await place('2024-02-29T21:00:00.000Z');
    expect(await list('to=2024-03-01&from=2024-03-01&utc_offset_minutes=180')).toEqual([ids[2]]);
    expect(await list('to=2024-02-29&utc_offset_minutes=180')).toEqual([]);
    expect(await list('to=2024-02-29&utc_offset_minutes=179')).toEqual([ids[2]]);
    const { body } = must(await payer.key.get(`${PAYOUTS}?limit=2`));
    expect(await list(`limit=2&after=${body.next_after}`)).toEqual([ids[0]]);
  });
});

describe('a statement', () => {
  test('names payouts by id, reference or the id of the provider; they are booked already', async () => {
    const payer = await newPayer(service);
    const { key } = payer.project;
    const [a, b, c, failed] = [
      await paying(payer, '10.00'),
      await paying(payer, '20.00', { reference: 'rent-1' }),
      await paying(payer, '30.00'),
      await paying(payer, '40.00', { to: { phone: REFUSED } }),
    ];
    for (const id of [a, b, c, failed]) await work(payer, id);
    const { provider_txn_id } = await read(payer, c);
    const run = await importRows(
      key,
      [
        { kind: 'payout', amount: '-10.00', reference: a },
        { kind: 'payout', amount: '20.00', reference: 'rent-1' },
        { kind: 'payout', amount: '30.01', id: provider_txn_id },
        { kind: 'payout', amount: '30.00', id: provider_txn_id },
        { kind: 'payout', amount: '5.00', id: 'TO-THE-BANK' },
        { kind: 'payout', amount: '40.00', reference: failed },
        { kind: 'payout', amount: '5.00' },
      ],
      { provider: 'sandbox' },
    );
    const lines = await linesOf(key, run.id);
    expect(lines.map(({ match_status, payout_id }) => [match_status, payout_id])).toEqual([
      ['matched', a],
      ['matched', b],
      ['amount_mismatch', c],
      ['duplicate', c],
      ['not_found', null],
      ['status_mismatch', failed],
      ['not_applicable', null],
    ]);
    const book = (line: number): Promise<Reply> =>
      key.post(`/api/v1/reconciliation/runs/${run.id}/lines/${line}/resolve`, { action: 'book_payout' });
    for (const line of [2, 3, 5]) expectRefused(await book(line), 409, 'already_booked');
    must(await book(6));
    must(await key.post(`/api/v1/reconciliation/runs/${run.id}/resolve-all`, { action: 'book_payout' }));
    const after = await linesOf(key, run.id);
    expect(after.map(({ state }) => state)).toEqual([
      'open',
      'open',
      'open',
      'open',
      'resolved',
      'resolved',
      'resolved',
    ]);
    expect(await moneyOf(payer)).toMatchObject({ available: 100_000 - 6_000 - 500 - 4_000 - 500 });
    // Named like the payout, and of another amount: a person says that it is something else.
    must(await book(4));
    expect(await moneyOf(payer)).toMatchObject({ available: 100_000 - 6_000 - 500 - 4_000 - 500 - 3_001 });
  });

  test('that shows as paid what two people have marked as failed can be booked then', async () => {
    const payer = await newPayer(service);
    const { key } = payer.project;
    const id = await unknownPayout(payer);
    const run = await importRows(key, [{ kind: 'payout', amount: '400.00', reference: id }], {
      provider: 'sandbox',
    });
    const [line] = await linesOf(key, run.id);
    expect(line?.match_status).toBe('matched');
    const book = () =>
      key.post(`/api/v1/reconciliation/runs/${run.id}/lines/2/resolve`, { action: 'book_payout' });
    expectRefused(await book(), 409, 'already_booked');
    const maker = await colleague(payer, 'maker');
    const { body } = must(await maker.session.post(`${PAYOUTS}/${id}/mark`, { ...MARK, status: 'failed' }));
    const approval = `/api/v1/approvals/${body.approval_id}`;
    const { body: shown } = must(await payer.project.session.get(approval));
    expect(shown.effect.changes).toContainEqual({
      field: 'listed_as_paid',
      from: null,
      to: `${run.id}, line 2`,
    });
    must(await payer.project.session.post(`${approval}/approve`));
    expect(await moneyOf(payer)).toEqual({ available: 100_000, held: 0, clearing: 100_000 });
    must(await key.post(`/api/v1/reconciliation/runs/${run.id}/resolve-all`, { action: 'book_payout' }));
    expect(await moneyOf(payer)).toEqual({ available: 60_000, held: 0, clearing: 60_000 });
  });

  test('of a project that pays nobody is as it always was', async () => {
    const payer = await newPayer(service);
    const run = await importRows(payer.project.key, [{ kind: 'payout', amount: '5.00', id: 'P1' }], {
      provider: 'sandbox',
    });
    const [line] = await linesOf(payer.project.key, run.id);
    expect(line?.match_status).toBe('not_applicable');
  });
});

test('workers carry a payout out without further requests, also one whose job was lost', async () => {
  const payer = await newPayer(service);
  const id = await paying(payer, '1.00');
  await service.ctx
    .db('payouts')
    .where({ id })
    .update({ next_attempt_at: new Date(Date.now() - 60_000) });
  expect(await payouts.sweep(service.ctx)).toBeGreaterThan(0);
  expect(await work(payer, id)).toMatchObject({ status: 'succeeded' });
});
