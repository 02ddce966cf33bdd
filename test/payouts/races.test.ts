/** What happens to one payout at the same moment: it is sent or cancelled, ends once, and never after payouts were turned off. */
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { payouts } from '../../domain/payments/index.ts';
import type { ProviderPayout } from '../../domain/payments/providers/payout.port.ts';
import {
  lockWaiters,
  must,
  scopeNow,
  setTestClock,
  startService,
  until,
  verifyAll,
  type Reply,
  type TestService,
} from '../harness/index.ts';
import {
  colleague,
  moneyOf,
  newPayer,
  NO_RESULT,
  paying,
  payoutBody,
  PAYOUTS,
  pay,
  read,
  setTerms,
  watchSandbox,
  work,
  type Payer,
} from './payer.ts';

const ROUNDS = 8;

let service: TestService;

beforeAll(async () => {
  service = await startService();
});
afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  expect(await verifyAll(service.ctx)).toEqual([]);
  await service.stop();
});

test('twenty workers send it once', async () => {
  const payer = await newPayer(service);
  const { send } = watchSandbox();
  const id = await paying(payer, '400.00');
  await Promise.all(Array.from({ length: 20 }, () => payouts.process(service.ctx, id)));
  expect(await work(payer, id)).toMatchObject({ status: 'succeeded' });
  expect(send).toHaveBeenCalledTimes(1);
  expect(await moneyOf(payer)).toEqual({ available: 60_000, held: 0, clearing: 60_000 });
});

test('the same request twenty times at once is one payout', async () => {
  const payer = await newPayer(service);
  const body = payoutBody('400.00', { idempotency_key: 'once' });
  const replies = await Promise.all(Array.from({ length: 20 }, () => payer.key.post(PAYOUTS, body)));
  expect(new Set(replies.map((reply) => must(reply).body.id)).size).toBe(1);
  expect(await moneyOf(payer)).toMatchObject({ held: 40_000 });
});

test('twenty requests of one reference are one payout', async () => {
  const payer = await newPayer(service);
  const replies = await Promise.all(
    Array.from({ length: 20 }, () => pay(payer, '10.00', { reference: 'rent' })),
  );
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
  const refused = replies.filter(({ status }) => status !== 201);
  expect(new Set(refused.map(({ body }) => body.error.reason))).toEqual(new Set(['reference_taken']));
  expect(await moneyOf(payer)).toMatchObject({ held: 1_000 });
});

test('cancelled while it is being sent, it is one of both', async () => {
  const payer = await newPayer(service);
  const { send } = watchSandbox();
  for (let round = 0; round < ROUNDS; round++) {
    send.mockClear();
    const id = await paying(payer, '10.00');
    const [cancelled] = await Promise.all([
      payer.key.post(`${PAYOUTS}/${id}/cancel`),
      payouts.process(service.ctx, id),
    ]);
    const { status } = await work(payer, id);
    expect([cancelled.status, status, send.mock.calls.length]).toEqual(
      cancelled.status === 200 ? [200, 'cancelled', 0] : [409, 'succeeded', 1],
    );
  }
  expect(await moneyOf(payer)).toMatchObject({ held: 0 });
});

test('nothing begins to be sent after payouts were turned off', async () => {
  const payer = await newPayer(service);
  const { send } = watchSandbox();
  const ids = await Promise.all(Array.from({ length: ROUNDS }, () => paying(payer, '10.00')));
  let sent_by_then = -1;
  const working = ids.map((id) => payouts.process(service.ctx, id));
  const off = setTerms(payer, { enabled: false }).then((reply) => {
    must(reply);
    sent_by_then = send.mock.calls.length;
  });
  await Promise.all([...working, off]);
  const { rows } = await service.ctx.db.raw(
    `select count(*)::int as sent from payout_events e join payouts p on p.id = e.payout_id
     where p.project_id = ? and e.type = 'payout.sending'`,
    [payer.project.id],
  );
  // What had begun by then may have been called a moment later.
  expect(send.mock.calls.length).toBe(rows[0].sent);
  expect(send.mock.calls.length).toBeGreaterThanOrEqual(sent_by_then);
  send.mockClear();
  await Promise.all(ids.map((id) => work(payer, id)));
  expect(send).not.toHaveBeenCalled();
});

test('turning payouts off waits for who is just beginning to send, and for nobody after', async () => {
  const payer = await newPayer(service);
  const id = await paying(payer, '10.00');
  const { send } = watchSandbox();
  const trx = await service.ctx.db.transaction();
  await trx('payout_settings').where({ project_id: payer.project.id }).forUpdate();
  const working = payouts.process(service.ctx, id);
  await until('the worker waits', async () => (await lockWaiters(service.ctx.db, 'payout_settings')) > 0);
  await trx('payout_settings').where({ project_id: payer.project.id }).update({ enabled: false });
  await trx.commit();
  await working;
  expect(send).not.toHaveBeenCalled();
  expect(await read(payer, id)).toMatchObject({ status: 'held' });
});

test('turned on while it is found that they are off, payouts are sent at once', async () => {
  const payer = await newPayer(service);
  const id = await paying(payer, '10.00');
  must(await setTerms(payer, { enabled: false }));
  const { db } = service.ctx;
  const of_payer = { project_id: payer.project.id };
  // Somebody turns them on, who has looked for those that wait already.
  const trx = await db.transaction();
  await trx('payout_settings').where(of_payer).update({ enabled: true });
  const working = payouts.process(service.ctx, id);
  await until('the worker waits', async () => (await lockWaiters(db, 'payout_settings')) > 0);
  await trx.commit();
  await working;
  const { next_attempt_at } = await db('payouts').where({ id }).first();
  expect(next_attempt_at.getTime()).toBeLessThanOrEqual(Date.now());
  await work(payer, id);
  expect(await read(payer, id)).toMatchObject({ status: 'succeeded' });
});

test('approved while payouts are turned off, it is not sent', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const payer = await newPayer(service, 1_000, { approval_above_minor: 0 });
    const { send } = watchSandbox();
    const { body } = must(await payer.project.session.post(PAYOUTS, payoutBody('10.00')));
    const checker = await colleague(payer, 'checker');
    const [approved] = await Promise.all([
      checker.session.post(`/api/v1/approvals/${body.approval_id}/approve`),
      setTerms(payer, { enabled: false }).then(must),
    ]);
    await work(payer, body.id);
    expect(send).not.toHaveBeenCalled();
    const status = approved.status === 200 ? 'held' : 'awaiting_approval';
    expect(await read(payer, body.id)).toMatchObject({ status });
    vi.restoreAllMocks();
  }
});

test('approved and cancelled at once, it is one of both', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const payer = await newPayer(service, 100, { approval_above_minor: 0 });
    const { body } = must(await payer.project.session.post(PAYOUTS, payoutBody('10.00')));
    const checker = await colleague(payer, 'checker');
    const approval = `/api/v1/approvals/${body.approval_id}`;
    const [approved, cancelled, rejected] = await Promise.all([
      checker.session.post(`${approval}/approve`),
      payer.project.session.post(`${PAYOUTS}/${body.id}/cancel`),
      checker.session.post(`${approval}/reject`, { note: 'no' }),
    ]);
    const { status } = await work(payer, body.id);
    // Approved first, it can still be cancelled.
    const is_cancelled = cancelled.status === 200 || rejected.status === 200;
    expect([round, status]).toEqual([round, is_cancelled ? 'cancelled' : 'succeeded']);
    expect(approved.status === 200 || is_cancelled).toBe(true);
    expect(approved.status === 200 && rejected.status === 200).toBe(false);
    expect(await moneyOf(payer)).toMatchObject({ held: 0, available: is_cancelled ? 10_000 : 9_000 });
  }
});

test('marked while the provider tells how it ended, it ends once', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const payer = await newPayer(service);
    const maker = await colleague(payer, 'maker');
    const id = await unknownPayout(payer);
    const { body } = must(
      await maker.session.post(`${PAYOUTS}/${id}/mark`, { status: 'failed', note: 'never arrived' }),
    );
    const { fetch } = watchSandbox();
    fetch.mockResolvedValue({ status: 'succeeded' } satisfies ProviderPayout);
    const [marked] = await Promise.all([
      payer.project.session.post(`/api/v1/approvals/${body.approval_id}/approve`),
      payer.key.post(`${PAYOUTS}/${id}/sync`),
      payouts.process(service.ctx, id),
    ]);
    const { status, marked_by } = await work(payer, id);
    expect([status, marked_by === null]).toEqual(
      marked.status === 200 ? ['failed', false] : ['succeeded', true],
    );
    expect(await moneyOf(payer)).toEqual(
      status === 'failed'
        ? { available: 100_000, held: 0, clearing: 100_000 }
        : { available: 60_000, held: 0, clearing: 60_000 },
    );
    vi.restoreAllMocks();
  }
});

async function unknownPayout(payer: Payer): Promise<string> {
  const id = await paying(payer, '400.00', { to: { phone: NO_RESULT } });
  await work(payer, id);
  const { clock } = await scopeNow(service, payer);
  await setTestClock(payer.project, new Date(clock.now().getTime() + 61_000).toISOString());
  const reply: Reply = must(await payer.key.post(`${PAYOUTS}/${id}/sync`));
  expect(reply.body.status).toBe('unknown');
  return id;
}

test('a request that is slow to hold, and a job that finds it, hold it once', async () => {
  const payer = await newPayer(service);
  const { send } = watchSandbox();
  const posted = vi.spyOn(service.ctx.ledger, 'post');
  posted.mockImplementationOnce(async (...chains) => {
    // The job comes first.
    const { id } = await service.ctx.db('payouts').where({ project_id: payer.project.id }).first();
    await payouts.process(service.ctx, id);
    return service.ctx.ledger.post(...chains);
  });
  const id = await paying(payer, '400.00');
  expect(await work(payer, id)).toMatchObject({ status: 'succeeded' });
  expect(send).toHaveBeenCalledTimes(1);
  expect(await moneyOf(payer)).toEqual({ available: 60_000, held: 0, clearing: 60_000 });
});
