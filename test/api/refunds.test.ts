import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { scopeOf, SYSTEM } from '../../core/scope.ts';
import type { Context } from '../../domain/platform/context.ts';
import type { Transfer } from '../../domain/ledger/index.ts';
import { refunds } from '../../domain/payments/index.ts';
import {
  createProject,
  lockWaiters,
  must,
  paymentBody,
  startService,
  until,
  type Client,
  type Project,
  type TestService,
} from '../harness/index.ts';
import { expectInvalid } from './samples.ts';

let service: TestService;
let project: Project;
let key: Client;

beforeAll(async () => {
  service = await startService({ workers: ['ledger-postings', 'provider-polls'] });
  project = await createProject(service.anyone);
  key = project.key;
});
afterAll(() => service.stop());

async function paid(amount: number, overrides: object = {}): Promise<string> {
  const { body } = must(await key.post('/api/v1/payments', paymentBody({ amount, ...overrides })));
  return body.id;
}

/** Completes a payment of a provider without a refund API, as a statement will. */
async function paidByHand(amount: number): Promise<string> {
  const id = await paid(amount, { provider: 'manual' });
  await service.ctx.db('payments').where({ id }).update({ status: 'completed', completed_at: new Date() });
  await service.ctx.jobs.enqueue('sweep-postings', {});
  await until(
    'it is booked',
    async () => (await service.ctx.db('postings').where({ payment_id: id }).first())?.status === 'posted',
  );
  return id;
}

function refund(payment: string, body: object = {}) {
  return key.post(`/api/v1/payments/${payment}/refunds`, body);
}

async function ended(refund_id: string): Promise<Record<string, unknown>> {
  return until(`${refund_id} is over`, async () => {
    const { body } = must(await key.get(`/api/v1/refunds/${refund_id}`));
    return body.completed_at === null ? null : body;
  });
}

/** Waits until the provider was asked, and is not asked at this moment. */
async function firstAttempt(refund_id: string): Promise<void> {
  await until('the first attempt is over', async () => {
    const { attempts, unanswered } = await service.ctx.db('refunds').where({ id: refund_id }).first();
    return attempts > 0 && unanswered === 0;
  });
}

async function available(): Promise<number> {
  const { body } = must(
    await key.post('/api/v1/ledger/accounts', { kind: 'merchant_available', currency: 'KES' }),
  );
  return body.available_minor;
}

describe('the sandbox', () => {
  test('refunds all of a payment that was just completed', async () => {
    const today = (): string => new Date().toISOString().slice(0, 10);
    const from = today();
    const payment = await paid(100);
    const { status, body } = await refund(payment, { reason: 'changed their mind' });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      payment_id: payment,
      amount: '100.00',
      amount_minor: 10_000,
      currency: 'KES',
      replayed: false,
    });
    expect(await ended(body.id)).toMatchObject({ status: 'succeeded', reason: 'changed their mind' });
    const { body: after } = must(await key.get(`/api/v1/payments/${payment}`));
    expect(after).toMatchObject({ status: 'completed', refunded_minor: 10_000 });
    expect(Date.parse(after.updated_at)).toBeGreaterThanOrEqual(Date.parse(body.created_at));
    const again = await refund(payment);
    expect([again.status, again.body.error.reason]).toEqual([409, 'exceeds_payment']);
    // Midnight may have come meanwhile.
    const { body: report } = must(await key.get(`/api/v1/ledger/report?from=${from}&to=${today()}`));
    expect(report.currencies[0]).toMatchObject({ refunds: 1, refunded_minor: 10_000 });
  });

  test('refunds in parts, never more than the payment, however many ask at once', async () => {
    const payment = await paid(100);
    const replies = await Promise.all(Array.from({ length: 20 }, () => refund(payment, { amount: '15.00' })));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(6);
    for (const { status, body } of replies.filter((reply) => reply.status !== 201)) {
      expect([status, body.error.reason]).toEqual([409, 'exceeds_payment']);
    }
    const { body: rest } = must(await refund(payment));
    expect(rest.amount_minor).toBe(1_000);
    const { body: list } = must(await key.get(`/api/v1/payments/${payment}/refunds`));
    await Promise.all(list.refunds.map((each: { id: string }) => ended(each.id)));
    expect(must(await key.get(`/api/v1/payments/${payment}`)).body.refunded_minor).toBe(10_000);
  });

  test('a refund that fails gives the money back to the merchant', async () => {
    const payment = await paid(50);
    const before = await until('it is booked', async () => {
      const row = await service.ctx.db('postings').where({ payment_id: payment }).first();
      return row.status === 'posted' ? { available: await available() } : null;
    });
    const { body } = must(await refund(payment, { reason: 'sandbox:fail' }));
    expect(await ended(body.id)).toMatchObject({ status: 'failed', failure_code: 'unspecified' });
    expect(await available()).toBe(before.available);
    must(await refund(payment));
  });

  test('a pending refund holds the money until a person says how it ended', async () => {
    const payment = await paid(40);
    const { body } = must(await refund(payment, { amount_minor: 1_500, reason: 'sandbox:pending' }));
    const before = await available();
    await firstAttempt(body.id);
    expect(must(await key.get(`/api/v1/refunds/${body.id}`)).body.status).toBe('pending');
    const marks = await Promise.all(
      (['succeeded', 'failed', 'cancelled'] as const).map((status) =>
        key.post(`/api/v1/refunds/${body.id}/mark`, { status, note: 'by hand' }),
      ),
    );
    const [won, ...others] = marks.toSorted((a, b) => a.status - b.status);
    expect(won?.status).toBe(200);
    for (const lost of others)
      expect([lost.status, lost.body.error.reason]).toEqual([409, 'already_decided']);
    expect(await available()).toBe(won?.body.status === 'succeeded' ? before : before + 1_500);
    expect(won?.body.note).toBe('by hand');
  });
});

test('a provider without refunds leaves them to a person', async () => {
  const payment = await paidByHand(30);
  const { body } = must(await refund(payment));
  expect(body).toMatchObject({ status: 'pending', manual: true });
  const marked = must(
    await key.post(`/api/v1/refunds/${body.id}/mark`, { status: 'succeeded', note: 'paid at the counter' }),
  );
  expect(marked.body).toMatchObject({ status: 'succeeded', note: 'paid at the counter' });
  // Whose word it is stays known.
  expect(marked.body.marked_by).toEqual(marked.body.requested_by);
  const { events } = must(await key.get(`/api/v1/payments/${payment}/events`)).body;
  expect(events.map(({ type, details }: PaymentEvent) => [type, details.actor?.id])).toContainEqual([
    'refund.succeeded',
    marked.body.marked_by.id,
  ]);
  expect(must(await key.get(`/api/v1/payments/${payment}`)).body.refunded_minor).toBe(3_000);
});

test('only completed payments are refunded', async () => {
  const payment = await paid(10, { customer_phone: '+254712345129' });
  const reply = await refund(payment);
  expect([reply.status, reply.body.error.reason]).toEqual([409, 'not_refundable']);
});

test('what the merchant no longer has cannot be refunded, and nothing is created', async () => {
  const own = await createProject(service.anyone);
  const { body: payment } = must(await own.key.post('/api/v1/payments', paymentBody({ amount: 10 })));
  await until(
    'it is booked',
    async () => (await own.key.get('/api/v1/ledger/postings?status=posted')).body.postings.length === 1,
  );
  const open = async (kind: string): Promise<string> =>
    must(await own.key.post('/api/v1/ledger/accounts', { kind, currency: 'KES' })).body.id;
  must(
    await own.key.post('/api/v1/ledger/transfers', {
      debit_account_id: await open('merchant_available'),
      credit_account_id: await open('adjustments'),
      amount_minor: 1,
      idempotency_key: 'spent',
    }),
  );
  const path = `/api/v1/payments/${payment.id}/refunds`;
  const reply = await own.key.post(path, { idempotency_key: 'r-1' });
  expect([reply.status, reply.body.error.reason]).toEqual([409, 'insufficient_funds']);
  expect(must(await own.key.get(path)).body.refunds).toEqual([]);
  const smaller = must(await own.key.post(path, { amount_minor: 999, idempotency_key: 'r-1' }));
  expect(smaller.status).toBe(201);
});

test('the same request many times at once is refused alike when there is no money', async () => {
  const own = await createProject(service.anyone);
  const { body: payment } = must(await own.key.post('/api/v1/payments', paymentBody({ amount: 10 })));
  const path = `/api/v1/payments/${payment.id}/refunds`;
  await until(
    'it is booked',
    async () => (await own.key.get('/api/v1/ledger/postings?status=posted')).body.postings.length === 1,
  );
  const open = async (kind: string): Promise<string> =>
    must(await own.key.post('/api/v1/ledger/accounts', { kind, currency: 'KES' })).body.id;
  const [debit_account_id, credit_account_id] = [await open('merchant_available'), await open('adjustments')];
  const spend = { debit_account_id, credit_account_id, amount_minor: 1_000, idempotency_key: 'all' };
  must(await own.key.post('/api/v1/ledger/transfers', spend));
  for (let round = 0; round < 5; round++) {
    const replies = await Promise.all(
      Array.from({ length: 25 }, () => own.key.post(path, { idempotency_key: `r-${round}` })),
    );
    const answers = new Set(replies.map(({ status, body }) => `${status} ${body.error.reason}`));
    expect([...answers]).toEqual(['409 insufficient_funds']);
  }
  expect(must(await own.key.get(path)).body.refunds).toEqual([]);
});

test('a key makes one refund of any number of requests', async () => {
  const payment = await paid(20);
  const request = { amount: '5.00', idempotency_key: `key of ${payment}` };
  const replies = await Promise.all(Array.from({ length: 10 }, () => refund(payment, request)));
  expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1);
  expect(replies.filter(({ body }) => body.replayed === false)).toHaveLength(1);
  const other = await refund(payment, { ...request, amount: '6.00' });
  expect([other.status, other.body.error.reason]).toEqual([409, 'idempotency_key_reused']);
});

test.each([
  ['both spellings', { amount: '1.00', amount_minor: 100 }],
  ['a number', { amount: 1 }],
  ['no decimals', { amount: '1' }],
  ['three decimals', { amount: '1.001' }],
  ['an exponent', { amount: '1e2' }],
  ['zero', { amount: '0.00' }],
  ['a negative amount', { amount_minor: -1 }],
])('%s in an amount is refused', async (_what, body) => {
  const { status, body: answer } = await refund(await paid(10), body);
  expect([status, answer.error.code]).toEqual([400, 'VALIDATION_ERROR']);
});

test('refunds whose job was lost, or whose request died before the hold was noted, are finished by the sweep', async () => {
  const payment = await paid(10);
  const { body } = must(await refund(payment, { reason: 'sandbox:pending' }));
  await firstAttempt(body.id);
  await service.ctx
    .db('refunds')
    .where({ id: body.id })
    .update({ held: false, reason: 'now it works', next_attempt_at: new Date(0) });
  await service.ctx.jobs.enqueue('sweep-refunds', {});
  expect(await ended(body.id)).toMatchObject({ status: 'succeeded' });
});

test('what a person decides while a job looks at the refund is carried out, also when that person’s request dies', async () => {
  const { db } = service.ctx;
  const { body } = must(await refund(await paidByHand(10)));
  const row = () => db('refunds').where({ id: body.id });
  await until('the job of its creation is over', async () => (await row().first()).next_attempt_at === null);
  await row().update({ next_attempt_at: new Date() });
  let job: Promise<void> | undefined;
  await db.transaction(async (dying) => {
    await dying('refunds').where({ id: body.id }).forUpdate();
    job = refunds.process(service.ctx, body.id);
    await until('the job waits for the refund', async () => (await lockWaiters(db, 'refunds')) > 0);
    await dying('refunds')
      .where({ id: body.id })
      .update({ outcome: 'succeeded', next_attempt_at: new Date() });
  });
  await job;
  expect((await row().first()).next_attempt_at).not.toBeNull();
  await refunds.process(service.ctx, body.id);
  expect(must(await key.get(`/api/v1/refunds/${body.id}`)).body.status).toBe('succeeded');
});

describe('a request that is slow to hold the money', () => {
  /** The service, where something happens between the reservation and the hold. */
  function meanwhile(happens: (refund_id: string) => Promise<unknown>): Context {
    const { ctx } = service;
    return {
      ...ctx,
      ledger: {
        ...ctx.ledger,
        async post(chains, now) {
          const [[hold]] = chains as [[Transfer]];
          if (hold.phase === 'pending') await happens(hold.memo as string);
          return ctx.ledger.post(chains, now);
        },
      },
    };
  }
  beforeAll(async () => {
    project = await createProject(service.anyone);
    key = project.key;
  });

  const scope = () => scopeOf(project.id, 'test', 0n);
  const reserved = async (id: string): Promise<bigint> =>
    (await service.ctx.db('payments').where({ id }).first()).refunding_minor;

  async function spendAll(): Promise<void> {
    const open = async (kind: string) =>
      must(await key.post('/api/v1/ledger/accounts', { kind, currency: 'KES' })).body;
    const { id: debit_account_id, available_minor: amount_minor } = await open('merchant_available');
    const { id: credit_account_id } = await open('adjustments');
    const idempotency_key = crypto.randomUUID();
    must(
      await key.post('/api/v1/ledger/transfers', {
        debit_account_id,
        credit_account_id,
        amount_minor,
        idempotency_key,
      }),
    );
  }

  test('and that a job has overtaken frees what it reserved once', async () => {
    const payment = await paidByHand(10);
    await spendAll();
    const ctx = meanwhile((refund_id) => refunds.process(service.ctx, refund_id));
    const attempt = refunds.create({ ctx, scope: scope(), actor: SYSTEM }, payment, { amount_minor: 600n });
    await expect(attempt).rejects.toMatchObject({ reason: 'insufficient_funds' });
    expect(await reserved(payment)).toBe(0n);
    const { body } = must(await key.get(`/api/v1/payments/${payment}/refunds`));
    expect(body.refunds).toMatchObject([{ status: 'failed', failure_code: 'insufficient_funds' }]);
  });

  test('and whose refund a person marks is held and captured all the same', async () => {
    const payment = await paidByHand(10);
    const before = await available();
    const ctx = meanwhile((refund_id) =>
      refunds.mark({ ctx: service.ctx, scope: scope(), actor: SYSTEM }, refund_id, {
        status: 'succeeded',
        note: 'in cash',
      }),
    );
    const { refund: marked } = await refunds.create({ ctx, scope: scope(), actor: SYSTEM }, payment, {
      amount_minor: 600n,
    });
    expect(marked).toMatchObject({ status: 'succeeded', held: true });
    expect(before - (await available())).toBe(600);
    expect(await reserved(payment)).toBe(600n);
  });

  test('and that is repeated makes one refund, or none for both', async () => {
    const payment = await paidByHand(10);
    const request = { amount_minor: 600n, idempotency_key: 'slow' };
    let repeated: Awaited<ReturnType<typeof refunds.create>> | undefined;
    const ctx = meanwhile(async () => {
      repeated = await refunds.create({ ctx: service.ctx, scope: scope(), actor: SYSTEM }, payment, request);
    });
    const { refund: first } = await refunds.create({ ctx, scope: scope(), actor: SYSTEM }, payment, request);
    expect(repeated).toMatchObject({ refund: { id: first.id, held: true }, replayed: true });

    await spendAll();
    const refused = { ...request, idempotency_key: 'refused', amount_minor: 100n };
    const broke = meanwhile(() =>
      expect(
        refunds.create({ ctx: service.ctx, scope: scope(), actor: SYSTEM }, payment, refused),
      ).rejects.toMatchObject({
        reason: 'insufficient_funds',
      }),
    );
    await expect(
      refunds.create({ ctx: broke, scope: scope(), actor: SYSTEM }, payment, refused),
    ).rejects.toMatchObject({
      reason: 'insufficient_funds',
    });
    expect(await reserved(payment)).toBe(600n);
  });
});

describe('a request', () => {
  test('says who asked, in the refund and once in the timeline of the payment, with the amount', async () => {
    const payment = await paidByHand(10);
    const body = { amount: '4.00', idempotency_key: 'who-asked' };
    const { body: asked } = must(await project.session.post(`/api/v1/payments/${payment}/refunds`, body));
    const owner = { type: 'user', id: project.owner.id, name: 'Test Person' };
    expect(asked.requested_by).toEqual(owner);
    expect(must(await refund(payment, body)).body).toMatchObject({ id: asked.id, requested_by: owner });
    must(await key.post(`/api/v1/refunds/${asked.id}/mark`, { status: 'succeeded' }));
    const { body: other } = must(await refund(payment));
    expect(other.requested_by).toMatchObject({ type: 'api_key', name: 'test' });
    const { refunds } = must(await key.get(`/api/v1/payments/${payment}/refunds`)).body;
    expect(refunds.map(({ requested_by }: { requested_by: object }) => requested_by)).toEqual([
      other.requested_by,
      owner,
    ]);
    expect(must(await key.get(`/api/v1/refunds/${asked.id}`)).body.requested_by).toEqual(owner);
    const { events } = must(await key.get(`/api/v1/payments/${payment}/events`)).body;
    expect(events.filter(({ type }: { type: string }) => type.startsWith('refund.'))).toMatchObject([
      {
        type: 'refund.requested',
        cause: 'request',
        details: {
          refund_id: other.id,
          amount: '6.00',
          amount_minor: 600,
          currency: 'KES',
          actor: other.requested_by,
        },
      },
      { type: 'refund.succeeded', details: { refund_id: asked.id } },
      {
        type: 'refund.requested',
        details: { refund_id: asked.id, amount: '4.00', amount_minor: 400, currency: 'KES', actor: owner },
      },
    ]);
    expect(events.at(-1)).toMatchObject({ type: 'payment.initiated', details: { actor: { name: 'test' } } });
  });

  test('that is refused leaves nothing in the timeline', async () => {
    const payment = await paidByHand(10);
    expect((await refund(payment, { amount: '10.01' })).body.error.reason).toBe('exceeds_payment');
    const { events } = must(await key.get(`/api/v1/payments/${payment}/events`)).body;
    expect(events.filter(({ type }: { type: string }) => type.startsWith('refund.'))).toEqual([]);
  });

  test('from before it was kept says so', async () => {
    const payment = await paidByHand(10);
    const { body: asked } = must(await refund(payment));
    await service.ctx
      .db('refunds')
      .where({ id: asked.id })
      .update({ requested_by_type: null, requested_by_id: null });
    expect(must(await key.get(`/api/v1/refunds/${asked.id}`)).body.requested_by).toBeNull();
  });
});

interface PaymentEvent {
  type: string;
  details: { actor?: { id: string } };
}

describe('the idempotency key', () => {
  test('may be the header, with which payments take it, or the field', async () => {
    const path = `/api/v1/payments/${await paid(100)}/refunds`;
    const headers = { 'idempotency-key': '"once"' };
    const replies = await Promise.all(
      Array.from({ length: 4 }, () => key.post(path, { amount_minor: 100 }, headers)),
    );
    const field = await key.post(path, { amount_minor: 100, idempotency_key: 'once' });
    const both = await key.post(path, { amount_minor: 100, idempotency_key: 'once' }, headers);
    expect(new Set([...replies, field, both].map((reply) => must(reply).body.id)).size).toBe(1);
    expect([field, both].map(({ status, body }) => [status, body.replayed])).toEqual([
      [200, true],
      [200, true],
    ]);
  });

  test('is refused where the two differ, and nothing is refunded', async () => {
    const payment = await paid(100);
    const headers = { 'idempotency-key': 'this' };
    const reply = await key.post(`/api/v1/payments/${payment}/refunds`, { idempotency_key: 'that' }, headers);
    expectInvalid(reply, 'idempotency-key');
    expect(must(await key.get(`/api/v1/payments/${payment}/refunds`)).body.refunds).toEqual([]);
  });
});
