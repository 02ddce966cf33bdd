/** What happens to one member at the same moment: whatever comes first, the other is refused or comes after it. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { LedgerBackend } from '../../domain/ledger/index.ts';
import { postings } from '../../domain/payments/index.ts';
import { SaccoEntry, paymentCredits } from '../../domain/movements/index.ts';
import {
  createSacco,
  held,
  loseNextBooking,
  moving,
  must,
  newCustomer,
  newMember,
  paymentBody,
  startService,
  verifyAll,
  type Reply,
  type Sacco,
  type TestService,
} from '../harness/index.ts';

const ROUNDS = 6;

let service: TestService;
let sacco: Sacco;

beforeAll(async () => {
  service = await startService();
  sacco = await createSacco(service, { withdrawal_approval_minor: 0 });
});
afterAll(async () => {
  expect(await verifyAll(service.ctx)).toEqual([]);
  await service.stop();
});

const path = (id: string, what = ''): string => `/api/v1/sacco/members/${id}${what && `/${what}`}`;
const approve = (id: string): Promise<Reply> => sacco.checker.post(`/api/v1/approvals/${id}/approve`);
const post = (id: string, what: string, amount: number, more: object = {}): Promise<Reply> =>
  sacco.maker.post(path(id, what), moving(amount, more));
const leave = (id: string, idempotency_key: string = crypto.randomUUID()): Promise<Reply> =>
  sacco.maker.post(path(id, 'exit'), { idempotency_key, memo: 'moves away' });
const status = async (id: string): Promise<string> => must(await sacco.maker.get(path(id))).body.status;

async function saver(amount: number): Promise<string> {
  const id = await newMember(sacco);
  must(await post(id, 'deposits', amount));
  return id;
}

/** The approval of a withdrawal that waits. */
async function waiting(id: string, amount: number): Promise<string> {
  return must(await post(id, 'withdrawals', amount)).body.approval_id;
}

/** A payment for the member that is booked, but not credited yet. */
async function booked(id: string, of = sacco): Promise<string> {
  const metadata = { sacco_member_id: id };
  const { body } = must(await of.project.key.post('/api/v1/payments', paymentBody({ amount: 1, metadata })));
  await postings.postPending(service.ctx);
  return body.id;
}

/** Lets the ledger answer only once so many have asked it. @returns what ends that */
function holdBookings(count: number): () => void {
  const { ledger } = service.ctx;
  const post: LedgerBackend['post'] = ledger.post.bind(ledger);
  let waiting_for = count;
  let open = (): void => undefined;
  const gate = new Promise<void>((resolve) => (open = resolve));
  const spy = vi.spyOn(ledger, 'post').mockImplementation(async (...posted) => {
    waiting_for -= 1;
    if (waiting_for <= 0) open();
    await gate;
    return post(...posted);
  });
  return () => spy.mockRestore();
}

/** Refused, each for the same reason. */
function reasons(replies: Reply[]): string[] {
  return replies.filter(({ status: code }) => code >= 300).map(({ body }) => body.error.reason);
}

describe('leaving', () => {
  test('pays out what came before the request, and no deposit or payment comes after it', async () => {
    // What is paid in by mobile money brings no cash into the tills.
    await saver(10_000);
    for (let round = 0; round < ROUNDS; round++) {
      const id = await saver(500);
      const payments = [await booked(id), await booked(id)];
      const [exit, ...deposits] = await Promise.all([
        leave(id),
        ...Array.from({ length: 3 }, () => post(id, 'deposits', 10)),
        ...payments.map((payment) => paymentCredits.apply(service.ctx, payment)),
      ]);
      const taken = deposits.filter((reply) => reply && reply.status === 201).length;
      if (exit.status === 409) continue;
      const [decided, ...late] = await Promise.all([
        approve(exit.body.approval_id),
        ...Array.from({ length: 3 }, () => post(id, 'deposits', 10)),
        ...payments.map((payment) => paymentCredits.apply(service.ctx, payment)),
      ]);
      const credited = await service.ctx
        .db('sacco_entries')
        .where({ member_id: id, source: 'payment', status: 'posted' });
      expect(must(decided).body.entry).toMatchObject({
        status: 'posted',
        amount_minor: 500 + 10 * taken + 100 * credited.length,
      });
      expect(reasons(late.flatMap((reply) => reply ?? []))).toEqual(Array(3).fill('member_not_active'));
      expect(await held(sacco.maker, id)).toEqual({ savings: 0, shares: 0 });
    }
  });

  test('is asked for once, however many ask', async () => {
    const id = await saver(100);
    const replies = await Promise.all(Array.from({ length: 6 }, () => leave(id)));
    expect(replies.filter((reply) => reply.status === 202)).toHaveLength(1);
    expect(reasons(replies)).toEqual(Array(5).fill('member_not_active'));
    const other = await saver(100);
    const same = await Promise.all(Array.from({ length: 6 }, () => leave(other, `exit of ${other}`)));
    expect(new Set(same.map((reply) => must(reply).body.id)).size).toBe(1);
  });

  test('a customer who was frozen since is not paid out, and stays a member', async () => {
    const id = await saver(100);
    const { customer_id } = must(await sacco.maker.get(path(id))).body;
    const { body } = must(await leave(id));
    must(await sacco.maker.post(`/api/v1/customers/${customer_id}/freeze`));
    const decided = must(await approve(body.approval_id)).body;
    expect(decided.approval.status).toBe('approved');
    expect(decided.entry).toMatchObject({
      status: 'failed',
      error: 'customer_not_active',
      amount_minor: 100,
    });
    expect(await status(id)).toBe('active');
    expect(await held(sacco.maker, id)).toEqual({ savings: 100, shares: 0 });
  });

  test('pays no entrance fee any more', async () => {
    const costly = await createSacco(service, { entrance_fee_minor: 700 });
    const id = await newMember(costly);
    const { customer_id } = must(await costly.maker.get(path(id))).body;
    const join = () => costly.maker.post('/api/v1/sacco/members', { customer_id, pay_entrance_fee: true });
    const asked = must(
      await costly.maker.post(path(id, 'exit'), { idempotency_key: 'exit', memo: 'moves away' }),
    ).body;
    expect(reasons([await join()])).toEqual(['member_not_active']);
    must(await costly.maker.post(`/api/v1/approvals/${asked.approval_id}/cancel`));
    expect(must(await join()).body).toMatchObject({ status: 'active', entrance_fee_paid: true });
  });
});

describe('approving', () => {
  test('withdrawals that together exceed the savings pays out those that they cover', async () => {
    const id = await saver(250);
    const asked = [];
    for (let i = 0; i < 5; i++) asked.push(await waiting(id, 100));
    const entries = (await Promise.all(asked.map(approve))).map((reply) => must(reply).body.entry);
    expect(entries.filter((each) => each.status === 'posted')).toHaveLength(2);
    expect(entries.filter((each) => each.error === 'insufficient_savings')).toHaveLength(3);
    expect(await held(sacco.maker, id)).toEqual({ savings: 50, shares: 0 });
  });

  test.each([
    ['suspended', 'member_not_active'],
    ['frozen', 'customer_not_active'],
  ])('for somebody who is being %s pays, or says why not', async (what, error) => {
    for (let round = 0; round < ROUNDS; round++) {
      const id = await saver(100);
      const { customer_id } = must(await sacco.maker.get(path(id))).body;
      const asked = await waiting(id, 100);
      const [decided] = await Promise.all([
        approve(asked),
        sacco.admin.post(what === 'frozen' ? `/api/v1/customers/${customer_id}/freeze` : path(id, 'suspend')),
      ]);
      const { entry } = must(decided).body;
      expect(entry).toMatchObject(entry.status === 'posted' ? { error: null } : { status: 'failed', error });
      const savings = entry.status === 'posted' ? 0 : 100;
      expect(await held(sacco.maker, id)).toEqual({ savings, shares: 0 });
    }
  });
});

test('the reversal of a withdrawal that is being decided is refused, and waits for nothing', async () => {
  const { id } = must(await post(await saver(10), 'withdrawals', 5)).body;
  await service.ctx.db.transaction(async (trx) => {
    // As its decision does, which locks the member next.
    await SaccoEntry.query(trx).forUpdate().findById(id);
    const body = { memo: 'typed twice', idempotency_key: crypto.randomUUID() };
    const reply = await sacco.maker.post(`/api/v1/sacco/entries/${id}/reverse`, body);
    expect(reply.body.error.reason).toBe('not_posted');
  });
});

describe('the currency', () => {
  test('stays what the first deposit was made in', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const young = await createSacco(service);
      const id = await newMember(young);
      const [changed, paid] = await Promise.all([
        young.admin.put('/api/v1/sacco/settings', { currency: 'ETB' }),
        young.maker.post(path(id, 'deposits'), moving(100)),
      ]);
      const { currency } = must(await young.maker.get('/api/v1/sacco/settings')).body;
      expect([changed.status, currency]).toEqual(changed.status === 200 ? [200, 'ETB'] : [409, 'KES']);
      // In the new one, in the old one that is then locked, or not at all.
      if (paid.status === 201) expect(paid.body.currency).toBe(currency);
      else expect(paid.status).toBe(503);
    }
  });

  test('and what a payment was credited in', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const young = await createSacco(service);
      const payment = await booked(await newMember(young), young);
      const [changed] = await Promise.all([
        young.admin.put('/api/v1/sacco/settings', { currency: 'ETB' }),
        paymentCredits.apply(service.ctx, payment),
      ]);
      const credited = await service.ctx.db('sacco_entries').where({ payment_id: payment }).first();
      expect([changed.status, credited.status]).toEqual(
        changed.status === 200 ? [200, 'failed'] : [409, 'posted'],
      );
    }
  });
});

test('a number that is being assigned cannot be requested by another member at once', async () => {
  const fresh = await createSacco(service);
  const join = async (more: object = {}) =>
    fresh.project.key.post('/api/v1/sacco/members', {
      customer_id: await newCustomer(fresh.project),
      ...more,
    });
  for (let round = 0; round < ROUNDS; round++) {
    const requested = `M${String(3 * round + 2).padStart(5, '0')}`;
    const [a, b, c] = await Promise.all([join(), join({ member_no: requested }), join()]);
    expect([a.status, c.status]).toEqual([201, 201]);
    if (b.status !== 201) {
      expect(reasons([b])).toEqual(['member_no_taken']);
      must(await join());
    }
  }
});

test('those who join at once are numbered without gaps in few transactions, and refused each by themselves', async () => {
  const fresh = await createSacco(service);
  const customers: string[] = [];
  for (let n = 0; n < 12; n++) customers.push(await newCustomer(fresh.project));
  const [frozen, chooser, other, ...rest] = customers as [string, string, string, ...string[]];
  must(await fresh.project.key.post(`/api/v1/customers/${frozen}/freeze`));
  const join = (customer_id: string, more: object = {}) =>
    fresh.project.key.post('/api/v1/sacco/members', { customer_id, ...more });
  let transactions = 0;
  const count = ({ sql }: { sql: string }): void => void (transactions += sql.startsWith('BEGIN') ? 1 : 0);
  service.ctx.db.on('query', count);
  const [refused, unknown, first, second, twice, again, ...others] = await Promise.all([
    join(frozen),
    join(`${frozen.slice(0, -6)}000000`),
    join(chooser, { member_no: 'M00003' }),
    join(other, { member_no: 'M00003' }),
    join(rest[0] as string),
    join(rest[0] as string),
    ...rest.slice(1).map((id) => join(id)),
  ]);
  service.ctx.db.removeListener('query', count);
  expect(refused.body.error.reason).toBe('customer_not_active');
  expect(unknown.status).toBe(404);
  // One of the two has it, or none, where others had joined and the number was theirs already.
  const chosen = [first, second].filter(({ status }) => status === 201);
  expect(chosen.length).toBeLessThan(2);
  for (const reply of [first, second].filter((each) => !chosen.includes(each)))
    expect([reply.status, reply.body.error.reason]).toEqual([409, 'member_no_taken']);
  expect([twice.status, again.status].toSorted((a, b) => a - b)).toEqual([200, 201]);
  expect(again.body.id).toBe(twice.body.id);
  const numbers = [...chosen, twice, ...others].map(({ body }) => body.member_no as string);
  expect(numbers.toSorted()).toEqual(
    Array.from({ length: 9 + chosen.length }, (_, i) => `M${String(i + 1).padStart(5, '0')}`),
  );
  // Those that arrive while a transaction runs share the next one; how many do depends on the machine.
  expect(transactions).toBeLessThan(customers.length);
});

describe('one request, sent several times at once', () => {
  test('is refused every time', async () => {
    const id = await saver(100);
    must(await sacco.maker.post(path(id, 'suspend')));
    const body = moving(10, { from: 'savings' });
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => sacco.maker.post(path(id, 'shares'), body)),
    );
    expect(reasons(replies)).toEqual(Array(10).fill('member_not_active'));
  });

  test('fails for the same reason every time', async () => {
    const id = await saver(100);
    const body = moving(101, { from: 'savings' });
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => sacco.maker.post(path(id, 'shares'), body)),
    );
    expect(new Set(replies.map((reply) => must(reply).body.error))).toEqual(
      new Set(['insufficient_savings']),
    );
  });

  test('is told of once', async () => {
    const heard = await createSacco(service);
    const url = 'http://127.0.0.1:9/';
    must(await heard.project.key.post('/api/v1/webhook-endpoints', { url, events: ['*'] }));
    const id = await newMember(heard);
    const body = moving(10);
    const release = holdBookings(10);
    const entries = await Promise.all(
      Array.from({ length: 10 }, () => heard.maker.post(path(id, 'deposits'), body)),
    );
    release();
    expect(new Set(entries.map((reply) => must(reply).body.id)).size).toBe(1);
    const events = await service.ctx.db('webhook_events').where({ type: 'sacco.entry.posted' });
    expect(events).toHaveLength(1);
  });
});

test('a refusal whose answer was lost is found again', async () => {
  const id = await saver(100);
  const body = moving(101, { from: 'savings' });
  loseNextBooking(service.ctx.ledger, 'after');
  expect((await sacco.maker.post(path(id, 'shares'), body)).status).toBe(503);
  expect(must(await sacco.maker.post(path(id, 'shares'), body)).body).toMatchObject({
    status: 'failed',
    error: 'insufficient_savings',
  });
});

test.each([
  ['savings', 600, 1_000, 'insufficient_savings'],
  ['the till', 300, 200, 'insufficient_cash'],
])(
  'of a lost refusal of a withdrawal the repeat says that %s fell short',
  async (_what, amount, cash, error) => {
    const own = await createSacco(service);
    const id = await newMember(own);
    const send = (body: object): Promise<Reply> => own.maker.post(path(id, 'withdrawals'), body);
    must(await own.maker.post(path(id, 'deposits'), moving(500)));
    const counting = moving(Math.abs(cash - 500), { direction: cash > 500 ? 'in' : 'out', memo: 'counted' });
    const counted = must(await own.maker.post('/api/v1/sacco/cash-adjustments', counting)).body;
    must(await own.checker.post(`/api/v1/approvals/${counted.approval_id}/approve`));
    const body = moving(amount);
    loseNextBooking(service.ctx.ledger, 'after');
    expect((await send(body)).status).toBe(503);
    // What has come in since does not count.
    must(await own.maker.post(path(id, 'deposits'), moving(700)));
    expect(must(await send(body)).body).toMatchObject({ status: 'failed', error });
  },
);

test('a payment that is refunded before it is credited is not due for ever', async () => {
  const id = await newMember(sacco);
  const payment = await booked(id);
  must(await sacco.project.key.post(`/api/v1/payments/${payment}/refunds`, {}));
  const credit = () => service.ctx.db('sacco_payment_credits').where({ payment_id: payment });
  await credit().update({ due_at: new Date() });
  await paymentCredits.apply(service.ctx, payment);
  expect(await credit().first()).toMatchObject({ status: 'cancelled', due_at: null });
});
