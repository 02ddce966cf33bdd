import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createSacco,
  held,
  moving,
  must,
  newCustomer,
  newMember,
  startService,
  until,
  verifyAll,
  type Client,
  type Sacco,
  type TestService,
} from '../harness/index.ts';
import { expectError, expectInvalid } from './samples.ts';

let service: TestService;
let sacco: Sacco;
let key: Client;

beforeAll(async () => {
  service = await startService({ workers: ['housekeeping'] });
  sacco = await createSacco(service);
  key = sacco.project.key;
});
afterAll(async () => {
  expect(await verifyAll(service.ctx)).toEqual([]);
  await service.stop();
});

const path = (member: string, what = ''): string => `/api/v1/sacco/members/${member}${what && `/${what}`}`;

async function treasury(of: Client = key): Promise<Record<string, number>> {
  return must(await of.get('/api/v1/sacco/treasury')).body;
}

describe('settings', () => {
  test('are not there before the currency is chosen', async () => {
    const bare = await createSacco(service);
    await service.ctx.db('sacco_settings').where({ project_id: bare.project.id }).delete();
    expectError(await bare.project.key.get('/api/v1/sacco/settings'), 404, 'NOT_FOUND', 'sacco_not_set_up');
    expectError(await bare.project.key.get('/api/v1/sacco/treasury'), 404, 'NOT_FOUND', 'sacco_not_set_up');
    expectInvalid(await bare.admin.put('/api/v1/sacco/settings', { min_kyc_tier: 2 }), 'currency');
  });

  test('start from defaults, keep what is left out, and are audited', async () => {
    const { admin, project } = await createSacco(service);
    expect(must(await admin.get('/api/v1/sacco/settings')).body).toMatchObject({
      currency: 'KES',
      min_kyc_tier: 1,
      entrance_fee: '0.00',
      entrance_fee_minor: 0,
      min_share_capital_minor: 0,
      utc_offset_minutes: 0,
      withdrawal_approval_minor: null,
    });
    const { body } = must(await admin.put('/api/v1/sacco/settings', { withdrawal_approval_minor: 50_000 }));
    expect(body).toMatchObject({ currency: 'KES', min_kyc_tier: 1, withdrawal_approval: '500.00' });
    expect(must(await admin.put('/api/v1/sacco/settings', { utc_offset_minutes: 180 })).body).toMatchObject({
      withdrawal_approval_minor: 50_000,
    });
    must(await admin.put('/api/v1/sacco/settings', { withdrawal_approval_minor: null }));
    const { audit_log } = must(
      await project.owner.client.get(`/api/projects/${project.id}/audit-log?environment=test`),
    ).body;
    const changes = audit_log.filter((each: { action: string }) => each.action === 'sacco.settings_changed');
    expect(changes.map((each: { details: { changes: object } }) => each.details.changes)).toEqual([
      { withdrawal_approval_minor: { from: 50_000, to: null } },
      { utc_offset_minutes: { from: 0, to: 180 } },
      { withdrawal_approval_minor: { from: null, to: 50_000 } },
      { currency: { from: null, to: 'KES' } },
    ]);
  });

  test('are changed in a session of an owner or admin only', async () => {
    const change = { min_kyc_tier: 0 };
    for (const client of [key, sacco.maker, sacco.checker])
      expectError(await client.put('/api/v1/sacco/settings', change), 403, 'FORBIDDEN');
    expectInvalid(
      await sacco.admin.put('/api/v1/sacco/settings', { min_kyc_tier: 4, utc_offset_minutes: 900 }),
      'min_kyc_tier',
      'utc_offset_minutes',
    );
  });

  test('their currency changes until money has moved, and members may have joined by then', async () => {
    const young = await createSacco(service);
    const member = await newMember(young);
    must(await young.admin.put('/api/v1/sacco/settings', { currency: 'UGX' }));
    const { body } = must(await young.project.key.post(path(member, 'deposits'), moving(500)));
    expect(body).toMatchObject({ status: 'posted', currency: 'UGX' });
    expectError(
      await young.admin.put('/api/v1/sacco/settings', { currency: 'KES' }),
      409,
      'CONFLICT',
      'currency_locked',
    );
    expectError(
      await young.admin.put('/api/v1/sacco/settings', { currency: 'TZS' }),
      409,
      'CONFLICT',
      'currency_locked',
    );
    // What was refused has opened nothing.
    const { accounts } = must(await young.project.key.get('/api/v1/ledger/accounts?kind=cash_on_hand')).body;
    expect(
      accounts
        .map(({ currency }: { currency: string }) => currency)
        .toSorted((x: string, y: string) => x.localeCompare(y)),
    ).toEqual(['KES', 'UGX']);
  });
});

describe('joining', () => {
  test('gives the next number, and a repeat answers the member', async () => {
    const fresh = await createSacco(service);
    const customer_id = await newCustomer(fresh.project);
    const first = await fresh.maker.post('/api/v1/sacco/members', { customer_id, pay_entrance_fee: false });
    expect(first.status).toBe(201);
    expect(first.body).toMatchObject({
      member_no: 'M00001',
      customer_id,
      status: 'active',
      shares: '0.00',
      savings_minor: 0,
      savings_available: '0.00',
      entrance_fee_paid: true,
      replayed: false,
    });
    const again = await fresh.maker.post('/api/v1/sacco/members', { customer_id, pay_entrance_fee: false });
    expect(again.status).toBe(200);
    expect(again.body).toEqual({ ...first.body, replayed: true });
    expect(must(await fresh.project.key.get(path(first.body.id))).body).toMatchObject({
      member_no: 'M00001',
    });
  });

  test('many at once are numbered without a gap, and one customer joins once', async () => {
    const fresh = await createSacco(service);
    const customers = await Promise.all(Array.from({ length: 12 }, () => newCustomer(fresh.project)));
    const join = (customer_id: string, more: object = {}) =>
      fresh.project.key.post('/api/v1/sacco/members', { customer_id, pay_entrance_fee: false, ...more });
    must(await join(customers[0] as string, { member_no: 'M00003' }));
    const replies = await Promise.all([...customers, ...customers].map((customer) => join(customer)));
    expect(replies.map(({ status }) => status).toSorted((x, y) => x - y)).toEqual([
      ...Array<number>(13).fill(200),
      ...Array<number>(11).fill(201),
    ]);
    const numbers = new Set(replies.map(({ body }) => body.member_no));
    expect([...numbers].toSorted((x, y) => x.localeCompare(y))).toEqual(
      Array.from({ length: 12 }, (_each, i) => `M${String(i + 1).padStart(5, '0')}`),
    );
  });

  test('is refused', async () => {
    const strict = await createSacco(service, { min_kyc_tier: 2 });
    const join = (customer_id: string, more: object = {}) =>
      strict.project.key.post('/api/v1/sacco/members', { customer_id, pay_entrance_fee: false, ...more });
    expectError(await join('cus_01ARZ3NDEKTSV4RRFFQ69G5FAV'), 404, 'NOT_FOUND');
    expectError(await join(await newCustomer(sacco.project)), 404, 'NOT_FOUND');
    expectError(await join(await newCustomer(strict.project)), 422, 'UNPROCESSABLE', 'kyc_required');
    must(await strict.admin.put('/api/v1/sacco/settings', { min_kyc_tier: 1 }));
    const frozen = await newCustomer(strict.project);
    must(await strict.project.key.post(`/api/v1/customers/${frozen}/freeze`));
    expectError(await join(frozen), 409, 'CONFLICT', 'customer_not_active');
    const first = await newCustomer(strict.project);
    must(await join(first, { member_no: 'OWN-7' }));
    expectError(await join(first, { member_no: 'OWN-8' }), 409, 'CONFLICT', 'already_member');
    const second = await newCustomer(strict.project);
    expectError(await join(second, { member_no: 'OWN-7' }), 409, 'CONFLICT', 'member_no_taken');
    expectInvalid(await join(second, { member_no: 'a b' }), 'member_no');
    expect(must(await join(second)).body.member_no).toBe('M00001');
  });

  test('with the entrance fee books it in cash, once; left unpaid, it can be paid by joining again', async () => {
    const costly = await createSacco(service, { entrance_fee_minor: 20_000 });
    const join = (customer_id: string, pay_entrance_fee: boolean) =>
      costly.project.key.post('/api/v1/sacco/members', { customer_id, pay_entrance_fee });
    const [a, b] = [await newCustomer(costly.project), await newCustomer(costly.project)];
    const paid = must(await join(a, true)).body;
    expect(paid.entrance_fee_paid).toBe(true);
    expect(must(await join(b, false)).body.entrance_fee_paid).toBe(false);
    expect(await treasury(costly.project.key)).toMatchObject({
      cash_on_hand_minor: 20_000,
      fee_income_minor: 20_000,
    });
    const replies = await Promise.all(Array.from({ length: 5 }, () => join(b, true)));
    for (const { status, body } of replies) expect([status, body.replayed]).toEqual([200, true]);
    expect(must(await join(b, false)).body.entrance_fee_paid).toBe(true);
    expect(await treasury(costly.project.key)).toMatchObject({
      cash_on_hand_minor: 40_000,
      fee_income_minor: 40_000,
    });
    const { entries } = must(await costly.project.key.get(path(paid.id, 'entries'))).body;
    expect(entries).toMatchObject([
      { kind: 'entrance_fee', source: 'cash', amount: '200.00', status: 'posted', replayed: false },
    ]);
  });
});

describe('movements', () => {
  let member: string;
  beforeAll(async () => {
    member = await newMember(sacco);
  });

  test('a deposit is booked before it is answered', async () => {
    const { status, body } = await sacco.maker.post(path(member, 'deposits'), {
      amount: '1000.00',
      idempotency_key: 'deposit-1',
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      kind: 'deposit',
      member_id: member,
      source: 'cash',
      direction: null,
      amount: '1000.00',
      amount_minor: 100_000,
      currency: 'KES',
      status: 'posted',
      error: null,
      reason: null,
      requested_by: { type: 'user', id: sacco.people.maker.id },
      approval_id: null,
      replayed: false,
    });
    expect(body.posted_at).not.toBeNull();
    expect(await held(key, member)).toEqual({ savings: 100_000, shares: 0 });
    expect(must(await key.get(`/api/v1/sacco/entries/${body.id}`)).body).toEqual(body);

    const replay = await sacco.maker.post(path(member, 'deposits'), {
      amount_minor: 100_000,
      idempotency_key: 'deposit-1',
    });
    expect(replay.status).toBe(200);
    expect(replay.body).toEqual({ ...body, replayed: true });
    expect(await held(key, member)).toEqual({ savings: 100_000, shares: 0 });
  });

  test('a key belongs to one request', async () => {
    const other = await newMember(sacco);
    const reuse = { amount_minor: 100_001, idempotency_key: 'deposit-1' };
    expectError(await key.post(path(member, 'deposits'), reuse), 409, 'CONFLICT', 'idempotency_key_reused');
    const same = { amount_minor: 100_000, idempotency_key: 'deposit-1' };
    for (const [to, what] of [
      [other, 'deposits'],
      [member, 'withdrawals'],
    ] as const)
      expectError(await key.post(path(to, what), same), 409, 'CONFLICT', 'idempotency_key_reused');
    for (const prefix of ['payment:', 'entrance:', 'loan:', 'dividend:']) {
      const reserved = await key.post(path(member, 'deposits'), {
        amount_minor: 1,
        idempotency_key: `${prefix}1`,
      });
      expectError(reserved, 400, 'VALIDATION_ERROR', 'idempotency_key_reserved');
    }
  });

  test('shares are bought from cash and from savings', async () => {
    const cash = await key.post(path(member, 'shares'), moving(30_000, { from: 'cash' }));
    expect(cash.body).toMatchObject({ kind: 'share_purchase', source: 'cash', status: 'posted' });
    const savings = await key.post(path(member, 'shares'), moving(20_000, { from: 'savings' }));
    expect(savings.body).toMatchObject({ kind: 'share_purchase', source: 'savings', status: 'posted' });
    expect(await held(key, member)).toEqual({ savings: 80_000, shares: 50_000 });
    expectInvalid(await key.post(path(member, 'shares'), moving(1)), 'from');
  });

  test('a withdrawal pays out savings; what is not there fails with its reason', async () => {
    const { status, body } = await key.post(path(member, 'withdrawals'), moving(10_000));
    expect([status, body.status, body.kind]).toEqual([201, 'posted', 'withdrawal']);
    expect(await held(key, member)).toEqual({ savings: 70_000, shares: 50_000 });
    const withdrawal = moving(70_001);
    const failed = await key.post(path(member, 'withdrawals'), withdrawal);
    expect(failed.status).toBe(201);
    expect(failed.body).toMatchObject({ status: 'failed', error: 'insufficient_savings', posted_at: null });
    expect(failed.body.reason).toMatch(/available savings/);
    expect((await key.post(path(member, 'withdrawals'), withdrawal)).body).toMatchObject({
      id: failed.body.id,
      status: 'failed',
      replayed: true,
    });
    expect(await held(key, member)).toEqual({ savings: 70_000, shares: 50_000 });
  });

  test('a till that holds less than needed pays nothing out', async () => {
    const poor = await createSacco(service);
    const rich = await newMember(poor);
    must(await poor.project.key.post(path(rich, 'deposits'), moving(10_000)));
    const { body: counted } = await poor.maker.post(
      '/api/v1/sacco/cash-adjustments',
      moving(4_000, { direction: 'out', memo: 'missing at the evening count' }),
    );
    must(await poor.checker.post(`/api/v1/approvals/${counted.approval_id}/approve`, {}));
    const { body } = await poor.project.key.post(path(rich, 'withdrawals'), moving(6_001));
    expect(body).toMatchObject({ status: 'failed', error: 'insufficient_cash' });
    must(await poor.project.key.post(path(rich, 'withdrawals'), moving(6_000)));
    expect(await treasury(poor.project.key)).toMatchObject({ cash_on_hand: '0.00' });
  });

  test('withdrawals at once never take more than there is', async () => {
    const racer = await newMember(sacco);
    must(await key.post(path(racer, 'deposits'), moving(1_000)));
    const replies = await Promise.all(
      Array.from({ length: 30 }, () => key.post(path(racer, 'withdrawals'), moving(100))),
    );
    const statuses = replies.map(({ body }): string => body.status).toSorted((x, y) => x.localeCompare(y));
    expect(statuses).toEqual([...Array<string>(20).fill('failed'), ...Array<string>(10).fill('posted')]);
    expect(await held(key, racer)).toEqual({ savings: 0, shares: 0 });
  });

  test('100 identical requests at once are one deposit', async () => {
    const racer = await newMember(sacco);
    const body = moving(700);
    const replies = await Promise.all(
      Array.from({ length: 100 }, () => key.post(path(racer, 'deposits'), body)),
    );
    expect(new Set(replies.map((reply) => must(reply).body.id)).size).toBe(1);
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(replies.every((reply) => reply.body.status === 'posted')).toBe(true);
    expect(await held(key, racer)).toEqual({ savings: 700, shares: 0 });
  });

  test('a suspended member pays in, and is paid nothing', async () => {
    const idle = await newMember(sacco);
    must(await key.post(path(idle, 'deposits'), moving(5_000)));
    expect(must(await key.post(path(idle, 'suspend'))).body.status).toBe('suspended');
    expect(must(await key.post(path(idle, 'suspend'))).body.status).toBe('suspended');
    must(await key.post(path(idle, 'deposits'), moving(5_000)));
    must(await key.post(path(idle, 'shares'), moving(100, { from: 'cash' })));
    for (const [what, more] of [
      ['withdrawals', {}],
      ['shares', { from: 'savings' }],
    ] as const)
      expectError(await key.post(path(idle, what), moving(1, more)), 409, 'CONFLICT', 'member_not_active');
    expectError(
      await key.post(path(idle, 'exit'), { idempotency_key: 'leave-suspended', memo: 'moves away' }),
      409,
      'CONFLICT',
      'member_not_active',
    );
    expect(must(await key.post(path(idle, 'reactivate'))).body.status).toBe('active');
    must(await key.post(path(idle, 'withdrawals'), moving(1)));
  });

  test('a member stays a customer', async () => {
    const id = await newMember(sacco);
    const { customer_id } = must(await key.get(path(id))).body;
    expectError(await key.post(`/api/v1/customers/${customer_id}/close`), 409, 'CONFLICT', 'not_closable');
    const asked = must(await sacco.maker.post(path(id, 'exit'), { idempotency_key: id, memo: 'moves' })).body;
    expectError(await key.post(`/api/v1/customers/${customer_id}/close`), 409, 'CONFLICT', 'not_closable');
    must(await sacco.checker.post(`/api/v1/approvals/${asked.approval_id}/approve`));
    must(await key.post(`/api/v1/customers/${customer_id}/close`));
  });

  test('a frozen customer is paid nothing', async () => {
    const frozen = await newMember(sacco);
    must(await key.post(path(frozen, 'deposits'), moving(5_000)));
    const { customer_id } = must(await key.get(path(frozen))).body;
    must(await key.post(`/api/v1/customers/${customer_id}/freeze`));
    expectError(
      await key.post(path(frozen, 'withdrawals'), moving(1)),
      409,
      'CONFLICT',
      'customer_not_active',
    );
    must(await key.post(path(frozen, 'deposits'), moving(1)));
  });

  test('amounts and members are checked', async () => {
    for (const body of [
      {},
      { amount: '1.0' },
      { amount: 1 },
      { amount_minor: 0 },
      { amount: '1.00', amount_minor: 100 },
    ])
      expectError(
        await key.post(path(member, 'deposits'), { ...body, idempotency_key: 'checked' }),
        400,
        'VALIDATION_ERROR',
      );
    expectInvalid(await key.post(path(member, 'deposits'), { amount_minor: 1 }), 'idempotency_key');
    expectError(
      await key.post(path('mem_01ARZ3NDEKTSV4RRFFQ69G5FAV', 'deposits'), moving(1)),
      404,
      'NOT_FOUND',
    );
    const foreign = await createSacco(service);
    expectError(await foreign.project.key.post(path(member, 'deposits'), moving(1)), 404, 'NOT_FOUND');
    expectError(
      await sacco.project.live_key.post(path(member, 'deposits'), moving(1)),
      404,
      'NOT_FOUND',
      'sacco_not_set_up',
    );
  });

  test('a request that came many times at once is told of once', async () => {
    const fresh = await createSacco(service);
    const member = await newMember(fresh);
    must(await fresh.project.key.post('/api/v1/webhook-endpoints', { url: 'http://127.0.0.1:9/' }));
    const body = moving(300);
    for (const reply of await Promise.all(
      Array.from({ length: 20 }, () => fresh.project.key.post(path(member, 'deposits'), body)),
    ))
      must(reply);
    const told = await service.ctx
      .db('webhook_events')
      .where({ project_id: fresh.project.id, type: 'sacco.entry.posted' });
    expect(told).toHaveLength(1);
  });

  test('a refused request that came twice at once is refused twice', async () => {
    const idle = await newMember(sacco);
    must(await key.post(path(idle, 'suspend')));
    const body = moving(300);
    const replies = await Promise.all(
      Array.from({ length: 6 }, () => key.post(path(idle, 'withdrawals'), body)),
    );
    for (const reply of replies) expectError(reply, 409, 'CONFLICT', 'member_not_active');
  });

  test('a refused request does not use up its key', async () => {
    const body = moving(300);
    const idle = await newMember(sacco);
    must(await key.post(path(idle, 'deposits'), moving(300)));
    must(await key.post(path(idle, 'suspend')));
    expectError(await key.post(path(idle, 'withdrawals'), body), 409, 'CONFLICT', 'member_not_active');
    must(await key.post(path(idle, 'reactivate')));
    expect((await key.post(path(idle, 'withdrawals'), body)).body).toMatchObject({
      status: 'posted',
      replayed: false,
    });
    must(await key.post(path(idle, 'suspend')));
    expect((await key.post(path(idle, 'withdrawals'), body)).body).toMatchObject({
      status: 'posted',
      replayed: true,
    });
  });
});

describe('what a crash leaves behind', () => {
  test('is booked by the sweep, with the same transfers', async () => {
    const member = await newMember(sacco);
    const { body } = must(await key.post(path(member, 'deposits'), moving(900)));
    const db = service.ctx.db;
    // As if the request had died after the ledger's answer, and another before it was asked.
    await db('sacco_entries')
      .where({ id: body.id })
      .update({ status: 'pending', posted_at: null, due_at: new Date() });
    const { body: second } = must(await key.post(path(member, 'deposits'), moving(50)));
    const died = { ...(await db('sacco_entries').where({ id: second.id }).first()) };
    await db('sacco_entries').insert({
      ...died,
      id: 'ent_01ARZ3NDEKTSV4RRFFQ69G5FAV',
      status: 'pending',
      posted_at: null,
      ledger_timestamp: null,
      due_at: new Date(),
    });
    await service.ctx.jobs.enqueue('resume-sacco-entries', {});
    await until('both are booked', async () => {
      const { entries } = must(await key.get(path(member, 'entries'))).body;
      return entries.length === 3 && entries.every((each: { status: string }) => each.status === 'posted');
    });
    expect(await held(key, member)).toEqual({ savings: 1_000, shares: 0 });
  });
});

describe('lists', () => {
  test('of members: by status, number, page', async () => {
    const fresh = await createSacco(service);
    const ids = [];
    for (let i = 0; i < 5; i++) ids.push(await newMember(fresh));
    must(await fresh.project.key.post(path(ids[2] as string, 'suspend')));
    must(await fresh.project.key.post(path(ids[0] as string, 'deposits'), moving(123)));
    const list = async (query: string) =>
      must(await fresh.project.key.get(`/api/v1/sacco/members${query}`)).body;
    const first = await list('?limit=3');
    expect(first.members.map(({ id }: { id: string }) => id)).toEqual(ids.slice(2).toReversed());
    const rest = await list(`?limit=3&after=${first.next_after}`);
    expect(
      rest.members.map(({ id, savings_minor }: { id: string; savings_minor: number }) => [id, savings_minor]),
    ).toEqual([
      [ids[1], 0],
      [ids[0], 123],
    ]);
    expect(rest.next_after).toBeNull();
    expect((await list('?status=suspended')).members.map(({ id }: { id: string }) => id)).toEqual([ids[2]]);
    expect((await list('?q=m00004')).members.map(({ id }: { id: string }) => id)).toEqual([ids[3]]);
    const { full_name, phone } = first.members[0];
    for (const q of [full_name, full_name.slice(0, -2).toUpperCase(), phone])
      expect(
        (await list(`?q=${encodeURIComponent(q)}`)).members.map(({ id }: { id: string }) => id),
      ).toContain(ids[4]);
    expect((await list('?q=nobody')).members).toEqual([]);
  });

  test('of entries: by status and member', async () => {
    const fresh = await createSacco(service, { withdrawal_approval_minor: 100 });
    const [a, b] = [await newMember(fresh), await newMember(fresh)];
    must(await fresh.project.key.post(path(a, 'deposits'), moving(1_000)));
    must(await fresh.project.key.post(path(b, 'deposits'), moving(1_000)));
    must(await fresh.project.key.post(path(a, 'withdrawals'), moving(500)));
    must(await fresh.project.key.post(path(b, 'withdrawals'), moving(100)));
    const list = async (query: string) =>
      must(await fresh.project.key.get(query)).body.entries.map((each: Record<string, unknown>) => [
        each['member_id'],
        each['kind'],
        each['status'],
      ]);
    expect(await list('/api/v1/sacco/entries?status=awaiting_approval')).toEqual([
      [a, 'withdrawal', 'awaiting_approval'],
    ]);
    expect(await list(path(b, 'entries'))).toEqual([
      [b, 'withdrawal', 'posted'],
      [b, 'deposit', 'posted'],
    ]);
    expect(await list('/api/v1/sacco/entries')).toHaveLength(4);
  });
});

describe('the summary', () => {
  test('counts members, sums balances by kind, and balances', async () => {
    const fresh = await createSacco(service, { entrance_fee_minor: 100 });
    const [a, b] = [
      await newMember(fresh, { pay_entrance_fee: true }),
      await newMember(fresh, { pay_entrance_fee: false }),
    ];
    must(await fresh.project.key.post(path(a, 'deposits'), moving(1_000)));
    must(await fresh.project.key.post(path(b, 'shares'), moving(400, { from: 'cash' })));
    must(await fresh.project.key.post(path(b, 'suspend')));
    expect(must(await fresh.project.key.get('/api/v1/sacco/summary')).body).toMatchObject({
      members: { active: 1, suspended: 1, exiting: 0, exited: 0 },
      balances: {
        cash_on_hand_minor: 1_500,
        member_savings_minor: 1_000,
        member_shares_minor: 400,
        fee_income_minor: 100,
        operating_expenses_minor: 0,
        opening_balances_minor: 0,
        loan_loss_allowance_minor: 0,
        tax_payable_minor: 0,
        deposit_interest_minor: 0,
      },
      portfolio: { active_loans: 0, principal_outstanding_minor: 0, par30_bps: 0 },
      integrity: { total_debit_balances_minor: 1_500, total_credit_balances_minor: 1_500, balanced: true },
    });
  });
});

describe('the statement', () => {
  test('has the balance after each movement, in local dates, as JSON and as CSV', async () => {
    const far = await createSacco(service, { utc_offset_minutes: 180 });
    const member = await newMember(far);
    const clock = (now: string) =>
      far.project.owner.client.post(`/api/projects/${far.project.id}/test-clock`, { now });
    must(await far.project.key.post(path(member, 'deposits'), moving(1_000)));
    // 21:30 UTC is half past midnight, the next day, in Nairobi.
    const year = new Date().getUTCFullYear() + 1;
    must(await clock(`${year}-03-09T20:59:00Z`));
    must(await far.project.key.post(path(member, 'deposits'), moving(200)));
    must(await clock(`${year}-03-09T21:30:00Z`));
    must(await far.project.key.post(path(member, 'withdrawals'), moving(300)));
    must(await far.project.key.post(path(member, 'shares'), moving(400, { from: 'savings' })));
    must(await clock(`${year}-03-10T21:30:00Z`));
    must(await far.project.key.post(path(member, 'deposits'), moving(77)));

    const at = (query: string) => far.project.key.get(path(member, `statement?${query}`));
    const { body } = must(await at(`from=${year}-03-10&to=${year}-03-10`));
    expect(body).toMatchObject({
      member_id: member,
      member_no: 'M00001',
      currency: 'KES',
      next_after: null,
      accounts: [
        {
          kind: 'member_savings',
          opening_balance: '12.00',
          movements: [
            { date: `${year}-03-10`, kind: 'withdrawal', amount_minor: -300, balance_after_minor: 900 },
            { date: `${year}-03-10`, kind: 'share_purchase', amount_minor: -400, balance_after_minor: 500 },
          ],
          closing_balance_minor: 500,
        },
        {
          kind: 'member_shares',
          opening_balance_minor: 0,
          movements: [{ kind: 'share_purchase', amount_minor: 400, balance_after_minor: 400 }],
          closing_balance_minor: 400,
        },
      ],
    });
    expect(body.accounts[0].movements[0].description).toBe('Cash withdrawal');

    const csv = await far.project.key
      .with({ accept: 'text/csv' })
      .get(path(member, `statement?from=${year}-03-10&to=${year}-03-10`));
    expect(csv.headers.get('content-type')).toMatch(/^text\/csv/);
    for (const accept of ['text/csv;q=0, application/json', 'application/json, text/csv;q=0.1', '*/*']) {
      const reply = await far.project.key
        .with({ accept })
        .get(path(member, `statement?from=${year}-03-10&to=${year}-03-10`));
      expect([accept, reply.headers.get('content-type')]).toEqual([accept, expect.stringMatching(/json/)]);
    }
    const lines = csv.text.trim().split('\r\n');
    expect(lines[0]).toBe('account,date,entry_id,kind,description,amount,balance_after');
    expect(lines[1]).toBe(`member_savings,${year}-03-10,,,Opening balance,,12.00`);
    expect(lines[2]).toMatch(/,withdrawal,Cash withdrawal,-3\.00,9\.00$/);
    expect(lines).toHaveLength(8);

    // Page by page it tells the same.
    const whole = must(await at(`from=2020-01-01&to=${year}-12-31`)).body.accounts[0];
    const pieces = [];
    let after = '';
    do {
      const { body: piece } = must(await at(`from=2020-01-01&to=${year}-12-31&limit=2${after}`));
      const [savings] = piece.accounts;
      const before = pieces.at(-1) as { balance_after_minor: number } | undefined;
      expect(savings.opening_balance_minor).toBe(before?.balance_after_minor ?? 0);
      expect(savings.closing_balance_minor).toBe(whole.closing_balance_minor);
      pieces.push(...savings.movements);
      after = piece.next_after === null ? '' : `&after=${piece.next_after}`;
    } while (after);
    expect(pieces).toEqual(whole.movements);
    expect(pieces).toHaveLength(5);
    expectInvalid(await at(`from=${year}-03-10&to=${year}-03-09`), 'to');
    expectInvalid(await at(`from=2020-01-01&to=${year}-12-31&after=1.2`), 'after');
    const { next_after } = must(await at(`from=2020-01-01&to=${year}-12-31&limit=1`)).body;
    expectInvalid(await at(`from=2020-01-02&to=${year}-12-31&after=${next_after}`), 'after');
    expectInvalid(await at('from=2020-02-30&to=2020-03-01'), 'from');
  });

  test('as CSV it is whole, or refused when it is too long, or a part where a part is asked for', async () => {
    const busy = await createSacco(service);
    const member = await newMember(busy);
    must(await busy.project.key.post(path(member, 'deposits'), moving(5)));
    const { db } = service.ctx;
    const copy = (from: number, to: number) =>
      db.raw(
        `insert into sacco_entries select (jsonb_populate_record(e, jsonb_build_object('id', 'ent_copy' || lpad(n::text, 22, '0'),
           'ledger_timestamp', e.ledger_timestamp + n))).*
         from sacco_entries e, generate_series(?::integer, ?::integer) n where e.member_id = ? and e.kind = 'deposit'
           and e.id not like 'ent_copy%'`,
        [from, to, member],
      );
    const read = (more = '') =>
      busy.project.key
        .with({ accept: 'text/csv' })
        .get(path(member, `statement?from=2020-01-01&to=2100-12-31${more}`));
    const linesOf = (csv: string): number => csv.trim().split('\r\n').length;
    try {
      await copy(1, 1_500);
      const whole = must(await read());
      // The heading, and a line with the opening and one with the closing balance of both accounts.
      expect(linesOf(whole.text)).toBe(1_501 + 5);
      expect(whole.headers.get('x-next-after')).toBeNull();
      const part = must(await read('&limit=1000'));
      expect(linesOf(part.text)).toBe(1_000 + 5);
      const rest = must(await read(`&after=${part.headers.get('x-next-after')}`));
      expect(linesOf(rest.text)).toBe(501 + 5);
      await copy(1_501, 10_000);
      expectInvalid(await read(), 'to');
    } finally {
      await db('sacco_entries').where({ member_id: member }).whereLike('id', 'ent_copy%').delete();
    }
  });
});
