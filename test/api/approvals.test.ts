import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createSacco,
  held,
  inProject,
  issueKey,
  moveToNoon,
  moving,
  must,
  newMember,
  quickPerson,
  startService,
  verifyAll,
  type Client,
  type Sacco,
  type TestService,
} from '../harness/index.ts';
import { expectError, expectInvalid } from './samples.ts';

let service: TestService;
let sacco: Sacco;
let key: Client;
let member: string;

beforeAll(async () => {
  service = await startService();
  sacco = await createSacco(service, { withdrawal_approval_minor: 10_000 });
  key = sacco.project.key;
  member = await newMember(sacco);
  must(await key.post(path(member, 'deposits'), moving(1_000_000)));
});
afterAll(async () => {
  expect(await verifyAll(service.ctx)).toEqual([]);
  await service.stop();
});

const path = (id: string, what = ''): string => `/api/v1/sacco/members/${id}${what && `/${what}`}`;
const decide = (client: Client, approval: string, verb: string, body?: object) =>
  client.post(`/api/v1/approvals/${approval}/${verb}`, body);

/** A withdrawal that waits, asked for by whom the client signs in. */
async function waiting(
  by: Client,
  amount_minor = 10_001,
  of = member,
): Promise<{ id: string; approval_id: string }> {
  const { status, body } = await by.post(path(of, 'withdrawals'), moving(amount_minor));
  expect([status, body.status]).toEqual([202, 'awaiting_approval']);
  return body;
}

async function entry(id: string): Promise<Record<string, unknown>> {
  return must(await key.get(`/api/v1/sacco/entries/${id}`)).body;
}

test('the summary groups the thousands of its amount', async () => {
  const asked = await waiting(sacco.maker, 123_456);
  const { body: approval } = must(await decide(sacco.checker, asked.approval_id, 'reject', { note: 'no' }));
  expect(approval).toMatchObject({ amount: '1234.56', amount_minor: 123_456 });
  expect(approval.summary).toMatch(/^Withdrawal of 1,234\.56 KES by M00001 /);
});

describe('a decision', () => {
  test('is asked for, listed, made by a second person, and carried out', async () => {
    const { savings } = await held(key, member);
    const asked = await waiting(sacco.maker);
    const { body: approval } = must(await sacco.maker.get(`/api/v1/approvals/${asked.approval_id}`));
    expect(approval).toMatchObject({
      kind: 'withdrawal',
      status: 'pending',
      entry_id: asked.id,
      loan_id: null,
      dividend_id: null,
      subject: { type: 'entry', id: asked.id },
      requested_by: { type: 'user', id: sacco.people.maker.id },
      decided_by: null,
      decided_at: null,
      note: null,
    });
    expect(approval.summary).toMatch(/100\.01 KES by M00001/);
    const { approvals } = must(await sacco.checker.get('/api/v1/approvals?status=pending')).body;
    expect(approvals.map(({ id }: { id: string }) => id)).toContain(asked.approval_id);
    expect((await held(key, member))['savings']).toBe(savings);

    const { status, body } = await decide(sacco.checker, asked.approval_id, 'approve', { note: 'seen' });
    expect(status).toBe(200);
    expect(body.approval).toMatchObject({
      status: 'approved',
      decided_by: { type: 'user', id: sacco.people.checker.id },
      note: 'seen',
    });
    expect(body.approval.decided_at).not.toBeNull();
    expect(body.entry).toMatchObject({ id: asked.id, status: 'posted', approval_id: asked.approval_id });
    expect((await held(key, member))['savings']).toBe((savings as number) - 10_001);
    for (const verb of ['approve', 'cancel'])
      expectError(
        await decide(sacco.admin, asked.approval_id, verb, verb === 'approve' ? {} : undefined),
        409,
        'CONFLICT',
        'already_decided',
      );
    expectError(
      await decide(sacco.admin, asked.approval_id, 'reject', { note: 'no' }),
      409,
      'CONFLICT',
      'already_decided',
    );
  });

  test('needs no body to approve, and a note to reject', async () => {
    const first = await waiting(sacco.maker);
    must(await decide(sacco.checker, first.approval_id, 'approve'));
    const second = await waiting(sacco.maker);
    expectInvalid(await decide(sacco.checker, second.approval_id, 'reject', {}), 'note');
    const { body } = must(await decide(sacco.checker, second.approval_id, 'reject', { note: 'not today' }));
    expect(body).toMatchObject({ status: 'rejected', note: 'not today' });
    expect(await entry(second.id)).toMatchObject({ status: 'rejected', posted_at: null });
  });

  test('is made once, however many try at once', async () => {
    const { savings } = await held(key, member);
    const asked = await waiting(sacco.maker);
    const replies = await Promise.all([
      ...Array.from({ length: 6 }, () => decide(sacco.checker, asked.approval_id, 'approve', {})),
      ...Array.from({ length: 6 }, () => decide(sacco.admin, asked.approval_id, 'approve', {})),
      ...Array.from({ length: 6 }, () => decide(sacco.admin, asked.approval_id, 'reject', { note: 'no' })),
    ]);
    const taken = replies.filter(({ status }) => status === 200);
    expect(taken).toHaveLength(1);
    for (const reply of replies)
      if (reply.status !== 200) expectError(reply, 409, 'CONFLICT', 'already_decided');
    const { status } = await entry(asked.id);
    expect((await held(key, member))['savings']).toBe(
      (savings as number) - (status === 'posted' ? 10_001 : 0),
    );
  });
});

describe('nobody decides alone', () => {
  test('not who asked, under whatever role', async () => {
    const asked = await waiting(sacco.checker);
    for (const [verb, body] of [
      ['approve', {}],
      ['reject', { note: 'no' }],
    ] as const)
      expectError(await decide(sacco.checker, asked.approval_id, verb, body), 403, 'FORBIDDEN');
    const email = sacco.people.checker.email;
    const roles = (role: string) =>
      sacco.project.owner.client.post(`/api/projects/${sacco.project.id}/staff`, { email, role });
    must(await roles('admin'));
    expectError(await decide(sacco.checker, asked.approval_id, 'approve', {}), 403, 'FORBIDDEN');
    must(await roles('checker'));
    must(await decide(sacco.admin, asked.approval_id, 'approve', {}));
  });

  test('not who issued the key that asked, not even once it is revoked', async () => {
    const own = await issueKey(service.anyone, sacco.people.admin, sacco.project.id, 'test');
    const asked = await waiting(own);
    expectError(await decide(sacco.admin, asked.approval_id, 'approve', {}), 403, 'FORBIDDEN');
    const { api_keys } = must(
      await sacco.project.owner.client.get(`/api/projects/${sacco.project.id}/api-keys`),
    ).body;
    const { id } = api_keys.find((each: { created_by: string }) => each.created_by === sacco.people.admin.id);
    must(await sacco.project.owner.client.delete(`/api/projects/${sacco.project.id}/api-keys/${id}`));
    expectError(await decide(sacco.admin, asked.approval_id, 'approve', {}), 403, 'FORBIDDEN');
    must(await decide(sacco.project.session, asked.approval_id, 'approve', {}));
  });

  test('not a maker, an API key, or anyone from elsewhere', async () => {
    const asked = await waiting(sacco.checker);
    const operator = await quickPerson(service);
    await service.ctx.db('users').where({ id: operator.id }).update({ operator: true });
    const outsider = inProject(operator, sacco.project.id, 'test');
    for (const client of [sacco.maker, key, outsider]) {
      expectError(await decide(client, asked.approval_id, 'approve', {}), 403, 'FORBIDDEN');
      expectError(await decide(client, asked.approval_id, 'reject', { note: 'no' }), 403, 'FORBIDDEN');
    }
    const other = await createSacco(service);
    expectError(await decide(other.checker, asked.approval_id, 'approve', {}), 404, 'NOT_FOUND');
    expectError(
      await decide(inProject(sacco.people.admin, sacco.project.id, 'live'), asked.approval_id, 'approve', {}),
      404,
      'NOT_FOUND',
    );
    expect(await entry(asked.id)).toMatchObject({ status: 'awaiting_approval' });
  });

  test('not a platform operator, whatever role that user has besides', async () => {
    const asked = await waiting(sacco.maker);
    const operator = (is: boolean) =>
      service.ctx.db('users').where({ id: sacco.people.checker.id }).update({ operator: is });
    await operator(true);
    expectError(await decide(sacco.checker, asked.approval_id, 'approve', {}), 403, 'FORBIDDEN');
    expectError(await decide(sacco.checker, asked.approval_id, 'reject', { note: 'no' }), 403, 'FORBIDDEN');
    await operator(false);
    must(await decide(sacco.checker, asked.approval_id, 'approve', { note: null }));
  });

  test('who asked, the key that asked, or an admin takes it back', async () => {
    const byMaker = await waiting(sacco.maker);
    expectError(await decide(sacco.checker, byMaker.approval_id, 'cancel'), 403, 'FORBIDDEN');
    expectError(await decide(key, byMaker.approval_id, 'cancel'), 403, 'FORBIDDEN');
    const { body } = must(await decide(sacco.maker, byMaker.approval_id, 'cancel'));
    expect(body).toMatchObject({ status: 'cancelled', decided_by: { id: sacco.people.maker.id } });
    expect(await entry(byMaker.id)).toMatchObject({ status: 'cancelled' });
    const byKey = await waiting(key);
    must(await decide(key, byKey.approval_id, 'cancel'));
    must(await decide(sacco.admin, (await waiting(sacco.maker)).approval_id, 'cancel'));
    must(await decide(sacco.project.session, (await waiting(sacco.maker)).approval_id, 'cancel'));
  });
});

describe('the threshold of withdrawals', () => {
  test('counts the local day, what waits included', async () => {
    const far = await createSacco(service, { withdrawal_approval_minor: 1_000, utc_offset_minutes: 180 });
    const saver = await newMember(far);
    const withdraw = async (amount_minor: number) =>
      (await far.project.key.post(path(saver, 'withdrawals'), moving(amount_minor))).body.status;
    const clock = (now: string) =>
      far.project.owner.client.post(`/api/projects/${far.project.id}/test-clock`, { now });
    must(await far.project.key.post(path(saver, 'deposits'), moving(100_000)));
    const year = new Date().getUTCFullYear() + 1;
    must(await clock(`${year}-03-09T20:30:00Z`));
    expect(await withdraw(600)).toBe('posted');
    expect(await withdraw(400)).toBe('posted');
    expect(await withdraw(1)).toBe('awaiting_approval');
    must(await clock(`${year}-03-09T21:00:00Z`));
    expect(await withdraw(1_001)).toBe('awaiting_approval');
    expect(await withdraw(1)).toBe('awaiting_approval');
    must(await clock(`${year}-03-10T21:00:00Z`));
    expect(await withdraw(999)).toBe('posted');
    const { entries } = must(
      await far.project.key.get('/api/v1/sacco/entries?status=awaiting_approval'),
    ).body;
    expect(entries).toHaveLength(3);
  });

  test('counts what was approved on the day on which it was paid out, also after the local day was moved', async () => {
    const slow = await createSacco(service, { withdrawal_approval_minor: 1_000 });
    const saver = await newMember(slow);
    const withdraw = async (amount_minor: number) =>
      (await slow.maker.post(path(saver, 'withdrawals'), moving(amount_minor))).body;
    const clock = (now: string) =>
      slow.project.owner.client.post(`/api/projects/${slow.project.id}/test-clock`, { now });
    must(await slow.project.key.post(path(saver, 'deposits'), moving(100_000)));
    const year = new Date().getUTCFullYear() + 1;
    must(await clock(`${year}-03-09T12:00:00Z`));
    const above = await withdraw(1_001);
    must(await clock(`${year}-03-10T22:30:00Z`));
    expect((await withdraw(100)).status).toBe('posted');
    must(await decide(slow.checker, above.approval_id, 'approve', {}));
    expect((await withdraw(1)).status).toBe('awaiting_approval');
    must(await clock(`${year}-03-11T22:30:00Z`));
    expect((await withdraw(1_000)).status).toBe('posted');
    must(await slow.project.session.put('/api/v1/sacco/settings', { utc_offset_minutes: 60 }));
    must(await clock(`${year}-03-11T23:30:00Z`));
    expect((await withdraw(1_000)).status).toBe('posted');
    must(await slow.project.session.put('/api/v1/sacco/settings', { utc_offset_minutes: 120 }));
    expect((await withdraw(1)).status).toBe('awaiting_approval');
  });

  test('any number that wait are no defect', async () => {
    const busy = await createSacco(service, { withdrawal_approval_minor: 0 });
    const saver = await newMember(busy);
    const most = Number.MAX_SAFE_INTEGER;
    const ask = () => busy.maker.post(path(saver, 'withdrawals'), moving(most));
    expect((await ask()).status).toBe(202);
    // As many more as the sum of which no account could hold.
    await service.ctx.db.raw(
      `insert into sacco_entries select (jsonb_populate_record(e, jsonb_build_object('id', 'ent_' || lpad(n::text, 26, '0'),
         'approval_id', null))).* from sacco_entries e, generate_series(1, 1100) n where e.member_id = ?`,
      [saver],
    );
    expect((await ask()).status).toBe(202);
    await service.ctx.db('sacco_entries').where({ member_id: saver, approval_id: null }).delete();
  });

  test('what failed, was rejected or cancelled frees its share', async () => {
    const frugal = await createSacco(service, { withdrawal_approval_minor: 1_000 });
    const saver = await newMember(frugal);
    const withdraw = async (amount_minor: number) =>
      (await frugal.maker.post(path(saver, 'withdrawals'), moving(amount_minor))).body;
    must(await frugal.project.key.post(path(saver, 'deposits'), moving(900)));
    expect(await withdraw(1_000)).toMatchObject({ status: 'failed', error: 'insufficient_savings' });
    const above = await withdraw(1_001);
    expect(above.status).toBe('awaiting_approval');
    must(await decide(frugal.maker, above.approval_id, 'cancel'));
    const again = await withdraw(1_001);
    must(await decide(frugal.checker, again.approval_id, 'reject', { note: 'no' }));
    expect((await withdraw(900)).status).toBe('posted');
  });

  test('is exact when many withdraw at once', async () => {
    const busy = await createSacco(service, { withdrawal_approval_minor: 1_000 });
    await moveToNoon(busy.project);
    const saver = await newMember(busy);
    must(await busy.project.key.post(path(saver, 'deposits'), moving(100_000)));
    const replies = await Promise.all(
      Array.from({ length: 40 }, () => busy.project.key.post(path(saver, 'withdrawals'), moving(100))),
    );
    const statuses = replies.map(({ body }) => body.status);
    expect(statuses.filter((status) => status === 'posted')).toHaveLength(10);
    expect(statuses.filter((status) => status === 'awaiting_approval')).toHaveLength(30);
    expect((await held(busy.project.key, saver))['savings']).toBe(99_000);
  });
});

describe('what can no longer be carried out fails with its reason', () => {
  test('the money is gone, the member suspended, the customer frozen', async () => {
    const poor = await createSacco(service, { withdrawal_approval_minor: 0 });
    const saver = await newMember(poor);
    must(await poor.project.key.post(path(saver, 'deposits'), moving(1_000)));
    const [first, second, third, fourth] = [
      await waiting(poor.maker, 800, saver),
      await waiting(poor.maker, 800, saver),
      await waiting(poor.maker, 100, saver),
      await waiting(poor.maker, 100, saver),
    ];
    const approve = async (asked: { approval_id: string }) =>
      must(await decide(poor.checker, asked.approval_id, 'approve', {})).body;
    expect((await approve(first)).entry.status).toBe('posted');
    const gone = await approve(second);
    expect(gone.approval.status).toBe('approved');
    expect(gone.entry).toMatchObject({ status: 'failed', error: 'insufficient_savings' });
    must(await poor.maker.post(path(saver, 'suspend')));
    expect((await approve(third)).entry).toMatchObject({ status: 'failed', error: 'member_not_active' });
    must(await poor.maker.post(path(saver, 'reactivate')));
    const { customer_id } = must(await poor.project.key.get(path(saver))).body;
    must(await poor.project.key.post(`/api/v1/customers/${customer_id}/freeze`));
    expect((await approve(fourth)).entry).toMatchObject({ status: 'failed', error: 'customer_not_active' });
    expect(await held(poor.project.key, saver)).toEqual({ savings: 200, shares: 0 });
  });
});

describe('cash adjustments', () => {
  test('always wait, need a memo, and move the tills', async () => {
    const body = moving(5_000, { direction: 'in', memo: 'found behind the safe' });
    const { status, body: asked } = await sacco.maker.post('/api/v1/sacco/cash-adjustments', body);
    expect(status).toBe(202);
    expect(asked).toMatchObject({
      kind: 'cash_adjustment',
      member_id: null,
      source: null,
      direction: 'in',
      memo: 'found behind the safe',
      status: 'awaiting_approval',
    });
    expect((await sacco.maker.post('/api/v1/sacco/cash-adjustments', body)).body).toEqual({
      ...asked,
      replayed: true,
    });
    const cash = async () => must(await key.get('/api/v1/sacco/treasury')).body.cash_on_hand_minor;
    const before = await cash();
    must(await decide(sacco.checker, asked.approval_id, 'approve', {}));
    expect(await cash()).toBe(before + 5_000);
    const { body: out } = await sacco.maker.post(
      '/api/v1/sacco/cash-adjustments',
      moving(before + 5_001, { direction: 'out', memo: 'more than there is' }),
    );
    const failed = must(await decide(sacco.checker, out.approval_id, 'approve', {})).body;
    expect(failed.entry).toMatchObject({ status: 'failed', error: 'insufficient_cash' });
    expect(await cash()).toBe(before + 5_000);
    expectInvalid(await key.post('/api/v1/sacco/cash-adjustments', moving(1, { direction: 'in' })), 'memo');
    expectInvalid(await key.post('/api/v1/sacco/cash-adjustments', moving(1, { memo: 'm' })), 'direction');
  });
});

describe('leaving', () => {
  const leave = (client: Client, id: string, idempotency_key: string = crypto.randomUUID()) =>
    client.post(path(id, 'exit'), { idempotency_key, memo: 'moves to the coast' });

  test('nothing moves while it waits; then shares and savings are paid out in cash', async () => {
    const fresh = await createSacco(service);
    const leaver = await newMember(fresh);
    const stays = await newMember(fresh);
    must(await fresh.project.key.post(path(leaver, 'deposits'), moving(7_000)));
    must(await fresh.project.key.post(path(leaver, 'shares'), moving(3_000, { from: 'cash' })));
    must(await fresh.project.key.post(path(stays, 'deposits'), moving(500)));
    const { status, body: asked } = await leave(fresh.maker, leaver, 'leave-1');
    expect(status).toBe(202);
    expect(asked).toMatchObject({
      kind: 'member_exit',
      status: 'awaiting_approval',
      memo: 'moves to the coast',
    });
    expect((await leave(fresh.maker, leaver, 'leave-1')).body).toEqual({ ...asked, replayed: true });
    expect(must(await fresh.project.key.get(path(leaver))).body.status).toBe('exiting');
    for (const [what, more] of [
      ['deposits', {}],
      ['withdrawals', {}],
      ['shares', { from: 'cash' }],
      ['shares', { from: 'savings' }],
    ] as const)
      expectError(
        await fresh.project.key.post(path(leaver, what), moving(1, more)),
        409,
        'CONFLICT',
        'member_not_active',
      );
    for (const verb of ['suspend', 'reactivate'])
      expectError(await fresh.project.key.post(path(leaver, verb)), 409, 'CONFLICT', 'member_not_active');
    expectError(await leave(fresh.maker, leaver), 409, 'CONFLICT', 'member_not_active');

    const { body } = must(await decide(fresh.checker, asked.approval_id, 'approve', {}));
    expect(body.entry).toMatchObject({ status: 'posted', amount: '100.00', amount_minor: 10_000 });
    expect(must(await fresh.project.key.get(path(leaver))).body).toMatchObject({
      status: 'exited',
      shares_minor: 0,
      savings_minor: 0,
    });
    expect(must(await fresh.project.key.get('/api/v1/sacco/treasury')).body.cash_on_hand_minor).toBe(500);
    const { accounts } = must(
      await fresh.project.key.get(path(leaver, 'statement?from=2020-01-01&to=2100-01-01')),
    ).body;
    expect(accounts[0].movements.map(({ amount_minor }: { amount_minor: number }) => amount_minor)).toEqual([
      7_000, 3_000, -10_000,
    ]);
    expect(accounts.map((each: { closing_balance_minor: number }) => each.closing_balance_minor)).toEqual([
      0, 0,
    ]);
  });

  test('tills that cannot cover it leave an active member, who may ask again', async () => {
    const fresh = await createSacco(service);
    const leaver = await newMember(fresh);
    must(await fresh.project.key.post(path(leaver, 'deposits'), moving(1_000)));
    const adjust = async (direction: string) => {
      const { body } = await fresh.maker.post(
        '/api/v1/sacco/cash-adjustments',
        moving(400, { direction, memo: 'count' }),
      );
      must(await decide(fresh.checker, body.approval_id, 'approve', {}));
    };
    await adjust('out');
    const first = (await leave(fresh.maker, leaver)).body;
    const { entry: failed } = must(await decide(fresh.checker, first.approval_id, 'approve', {})).body;
    expect(failed).toMatchObject({ status: 'failed', error: 'insufficient_cash' });
    expect(must(await fresh.project.key.get(path(leaver))).body).toMatchObject({
      status: 'active',
      savings_minor: 1_000,
    });
    await adjust('in');
    const second = (await leave(fresh.maker, leaver)).body;
    must(await decide(fresh.checker, second.approval_id, 'approve', {}));
    expect(must(await fresh.project.key.get(path(leaver))).body.status).toBe('exited');
  });

  test('rejected or cancelled, the member stays; without money nothing is booked', async () => {
    const fresh = await createSacco(service);
    const leaver = await newMember(fresh);
    const first = (await leave(fresh.maker, leaver)).body;
    must(await decide(fresh.checker, first.approval_id, 'reject', { note: 'talk first' }));
    expect(must(await fresh.project.key.get(path(leaver))).body.status).toBe('active');
    const second = (await leave(fresh.maker, leaver)).body;
    must(await decide(fresh.maker, second.approval_id, 'cancel'));
    expect(must(await fresh.project.key.get(path(leaver))).body.status).toBe('active');
    const third = (await leave(fresh.maker, leaver)).body;
    expect(must(await decide(fresh.checker, third.approval_id, 'approve', {})).body.entry).toMatchObject({
      status: 'posted',
      amount_minor: 0,
    });
    expectInvalid(await fresh.maker.post(path(leaver, 'exit'), { idempotency_key: 'x' }), 'memo');
    const { customer_id } = must(await fresh.project.key.get(path(leaver))).body;
    const again = await fresh.project.key.post('/api/v1/sacco/members', { customer_id });
    expect([again.status, again.body.member_no]).toEqual([201, 'M00002']);
  });

  test('a deposit at the same moment is paid out too, or refused', async () => {
    const fresh = await createSacco(service);
    for (let round = 0; round < 8; round++) {
      const leaver = await newMember(fresh);
      must(await fresh.project.key.post(path(leaver, 'deposits'), moving(100)));
      const [asked, ...paid] = await Promise.all([
        leave(fresh.maker, leaver),
        ...Array.from({ length: 5 }, () => fresh.project.key.post(path(leaver, 'deposits'), moving(10))),
      ]);
      const taken = paid.filter(({ status }) => status === 201).length;
      if (asked?.status === 409) {
        expectError(asked, 409, 'CONFLICT', 'busy');
        expect(must(await fresh.project.key.get(path(leaver))).body.status).toBe('active');
        continue;
      }
      const { body } = must(await decide(fresh.checker, asked?.body.approval_id, 'approve', {}));
      expect(body.entry).toMatchObject({ status: 'posted', amount_minor: 100 + 10 * taken });
      expect(await held(fresh.project.key, leaver)).toEqual({ savings: 0, shares: 0 });
    }
  });
});
