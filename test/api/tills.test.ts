/** Tills: floats, movements of a teller's session, counts, differences and the return to the vault. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  codeOn,
  createSacco,
  decide,
  fetchPaper,
  fetchPdf,
  inProject,
  moving,
  must,
  newMember,
  pdfText,
  readPdf,
  sharedService,
  verifyAll,
  quickPerson,
  type Client,
  type Reply,
  type Sacco,
  type TestService,
} from '../harness/index.ts';
import { expectError, expectInvalid } from './samples.ts';

let service: TestService;

beforeAll(async () => {
  service = await sharedService();
});
afterAll(async () => {
  expect(await verifyAll(service.ctx)).toEqual([]);
  await service.stop();
});

const V1 = '/api/v1/sacco';

interface TillSacco extends Sacco {
  till: string;
  member: string;
}

/** A SACCO with tills, 1,000.00 in its vault, a till, and a member with nothing. */
async function withTills(vault_minor = 100_000): Promise<TillSacco> {
  const sacco = await createSacco(service);
  must(await sacco.project.session.put(`${V1}/settings`, { tills: 'on' }));
  if (vault_minor > 0) {
    const counted = moving(vault_minor, { direction: 'in', memo: 'first cash' });
    const { body } = must(await sacco.maker.post(`${V1}/cash-adjustments`, counted));
    must(await decide(sacco, body.approval_id));
  }
  return { ...sacco, till: await newTill(sacco), member: await newMember(sacco) };
}

let tills = 0;
async function newTill({ admin }: Sacco): Promise<string> {
  return must(await admin.post(`${V1}/tills`, { name: `Till ${++tills}` })).body.id;
}

const asked = (sacco: TillSacco, who: Client, float: string, till = sacco.till) =>
  who.post(`${V1}/tills/${till}/sessions`, { float, idempotency_key: crypto.randomUUID() });

/** @returns the session, which is open */
async function opened(
  sacco: TillSacco,
  who: Client = sacco.maker,
  float = '300.00',
  till = sacco.till,
): Promise<Reply['body']> {
  const { body } = must(await asked(sacco, who, float, till));
  must(await confirm(sacco, body.approval_id));
  return sessionOf(sacco, body.id);
}

/** Whoever may: the checker, or the owner of the project where the checker asked. */
async function confirm(sacco: Sacco, approval_id: string): Promise<Reply> {
  const { body } = must(await sacco.checker.get(`/api/v1/approvals/${approval_id}`));
  const who = body.may_decide ? sacco.checker : sacco.project.session;
  return who.post(`/api/v1/approvals/${approval_id}/approve`, {});
}

async function sessionOf({ maker }: Sacco, id: string): Promise<Reply['body']> {
  return must(await maker.get(`${V1}/till-sessions/${id}`)).body;
}

async function treasury({ maker }: Sacco): Promise<Record<string, string>> {
  const { body } = must(await maker.get(`${V1}/treasury`));
  const parts = body.cash_on_hand_parts.map((each: Reply['body']) => [each.till ?? 'vault', each.balance]);
  return { sum: body.cash_on_hand, ...Object.fromEntries(parts) };
}

const closing = (sacco: TillSacco, who: Client, session: string, body: object) =>
  who.post(`${V1}/tills/${sacco.till}/sessions/${session}/close`, {
    idempotency_key: crypto.randomUUID(),
    ...body,
  });

const deposit = (sacco: TillSacco, who: Client, amount_minor: number, more: object = {}) =>
  who.post(`${V1}/members/${sacco.member}/deposits`, moving(amount_minor, more));
const withdraw = (sacco: TillSacco, who: Client, amount_minor: number, more: object = {}) =>
  who.post(`${V1}/members/${sacco.member}/withdrawals`, moving(amount_minor, more));

describe('a session', () => {
  test('E1: float, movements, too little cash, a count that differs, and the return', async () => {
    const sacco = await withTills();
    const { maker, till } = sacco;
    const { status, body: opening } = must(await asked(sacco, maker, '300.00'));
    expect(status).toBe(202);
    expect(opening).toMatchObject({
      till,
      status: 'opening',
      opening: '300.00',
      replayed: false,
      expected: null,
    });
    expect(opening.id).toMatch(/^tls_/);
    expectError(await deposit(sacco, maker, 5_000), 409, 'CONFLICT', 'no_open_till');

    const { body: approval } = must(await sacco.checker.get(`/api/v1/approvals/${opening.approval_id}`));
    expect(approval).toMatchObject({ kind: 'till_transfer', amount: '300.00', may_decide: true });
    expect(approval.effect.accounts).toEqual([
      expect.objectContaining({
        kind: 'cash_on_hand',
        till: expect.any(String),
        balance_before: '0.00',
        balance_after: '300.00',
      }),
      expect.objectContaining({ kind: 'cash_on_hand', balance_before: '1000.00', balance_after: '700.00' }),
    ]);
    expectError(await maker.post(`/api/v1/approvals/${opening.approval_id}/approve`, {}), 403, 'FORBIDDEN');
    must(await decide(sacco, opening.approval_id));
    expect(await sessionOf(sacco, opening.id)).toMatchObject({
      status: 'open',
      approval_id: null,
      expected: '300.00',
    });
    expect(await treasury(sacco)).toEqual({ sum: '1000.00', vault: '700.00', [till]: '300.00' });

    const { body: deposited } = must(await deposit(sacco, maker, 5_000));
    expect(deposited).toMatchObject({ status: 'posted', till, session: opening.id });
    must(await deposit(sacco, maker, 40_000, { memo: 'so that savings do not limit' }));
    must(await withdraw(sacco, maker, 40_000));
    expect((await treasury(sacco))[till]).toBe('350.00');
    expect(must(await withdraw(sacco, maker, 5_000)).body).toMatchObject({ status: 'posted', till });
    must(await deposit(sacco, maker, 5_000));
    const savings = must(await maker.get(`${V1}/members/${sacco.member}`)).body.savings;
    expect(savings).toBe('50.00');
  });

  test('E1 to the letter', async () => {
    const sacco = await withTills(0);
    const { maker, till } = sacco;
    // The member has savings from before the cooperative had tills, so that cash alone is short.
    must(await sacco.project.session.put(`${V1}/settings`, { tills: 'off' }));
    must(await deposit(sacco, maker, 100_000));
    must(await sacco.project.session.put(`${V1}/settings`, { tills: 'on' }));
    const session = await opened(sacco);
    expect(await treasury(sacco)).toEqual({ sum: '1000.00', vault: '700.00', [till]: '300.00' });
    must(await deposit(sacco, maker, 5_000));
    must(await withdraw(sacco, maker, 12_000));
    expect((await treasury(sacco))[till]).toBe('230.00');
    expectError(await withdraw(sacco, maker, 23_001), 409, 'CONFLICT', 'insufficient_cash');
    expect(await treasury(sacco)).toEqual({ sum: '930.00', vault: '700.00', [till]: '230.00' });

    expectInvalid(await closing(sacco, maker, session.id, { counted: '229.00' }), 'memo');
    const { status, body: counted } = must(
      await closing(sacco, maker, session.id, { counted: '229.00', memo: 'one shilling is missing' }),
    );
    expect(status).toBe(202);
    expect(counted).toMatchObject({
      status: 'closing',
      opening: '300.00',
      in: '50.00',
      out: '120.00',
      expected: '230.00',
      counted: '229.00',
      difference: '-1.00',
      by_kind: [
        { kind: 'deposit', entries: 1, in: '50.00', out: '0.00', in_minor: 5_000, out_minor: 0 },
        { kind: 'withdrawal', entries: 1, in: '0.00', out: '120.00', in_minor: 0, out_minor: 12_000 },
      ],
    });
    expectError(await deposit(sacco, maker, 100), 409, 'CONFLICT', 'no_open_till');
    expectError(
      await closing(sacco, maker, session.id, { counted: '230.00' }),
      409,
      'CONFLICT',
      'session_not_open',
    );
    expectError(await maker.post(`/api/v1/approvals/${counted.approval_id}/approve`, {}), 403, 'FORBIDDEN');
    const difference = must(await decide(sacco, counted.approval_id)).body.entry;
    expect(difference).toMatchObject({
      kind: 'cash_adjustment',
      direction: 'out',
      amount: '1.00',
      status: 'posted',
      till,
    });
    const returning = await sessionOf(sacco, session.id);
    expect(returning).toMatchObject({ status: 'closing', difference_entry_id: difference.id });
    const returned = must(await decide(sacco, returning.approval_id)).body.entry;
    expect(returned).toMatchObject({
      kind: 'till_transfer',
      direction: 'out',
      amount: '229.00',
      status: 'posted',
    });
    expect(await sessionOf(sacco, session.id)).toMatchObject({
      status: 'closed',
      expected: '230.00',
      difference: '-1.00',
    });
    expect(await treasury(sacco)).toEqual({ sum: '929.00', vault: '929.00', [till]: '0.00' });

    const csv = await maker.with({ accept: 'text/csv' }).get(`${V1}/till-sessions/${session.id}`);
    const lines = csv.text.split('\r\n').map((line) => line.split(','));
    expect(lines.map((cells) => [cells[0], cells[3], cells[6], cells[7], cells[8]])).toEqual([
      ['line', 'kind', 'in', 'out', 'balance'],
      ['movement', 'till_transfer', '300.00', '', '300.00'],
      ['movement', 'deposit', '50.00', '', '350.00'],
      ['movement', 'withdrawal', '', '120.00', '230.00'],
      ['movement', 'cash_adjustment', '', '1.00', '229.00'],
      ['movement', 'till_transfer', '', '229.00', '0.00'],
      ['expected', '', '', '', '230.00'],
      ['counted', '', '', '', '229.00'],
      ['difference', '', '', '', '-1.00'],
      ['', undefined, undefined, undefined, undefined],
    ]);

    const path = `${V1}/till-sessions/${session.id}`;
    const sheet = await fetchPaper(maker, path);
    const { status: code_status, body: checked } = await maker
      .with({ accept: 'application/json' })
      .get(`/documents/${codeOn(sheet)}`);
    expect([code_status, checked]).toEqual([
      200,
      expect.objectContaining({ kind: 'day_sheet', member_no: null, amount: '229.00', reversed: false }),
    ]);
    const text = pdfText(sheet);
    for (const part of ['Day sheet', '230.00 KES', '229.00 KES', '-1.00 KES', 'one shilling is missing'])
      expect(text).toContain(part);
    expect(
      readPdf(sheet).flatMap(({ lines }) =>
        lines.filter((line) => /^\d{4}-\d\d-\d\d \d\d:\d\d .*\d$/.test(line)),
      ),
    ).toEqual([
      expect.stringMatching(/Cash to or from a till .*\+300\.00 300\.00$/),
      expect.stringMatching(/Deposit .*\+50\.00 350\.00$/),
      expect.stringMatching(/Withdrawal .*-120\.00 230\.00$/),
      expect.stringMatching(/Cash over or short .*-1\.00 229\.00$/),
      expect.stringMatching(/Cash to or from a till .*-229\.00 0\.00$/),
    ]);
    expect((await fetchPaper(maker, path)).equals(sheet)).toBe(true);
    expect(pdfText(await fetchPaper(maker, `${path}?language=sw`))).toContain('Karatasi ya siku');
    const other = await createSacco(service);
    expect((await fetchPdf(other.maker, path)).status).toBe(404);
  });

  test('E2: of ten openings of one till at once there is one', async () => {
    const sacco = await withTills();
    const replies = await Promise.all(Array.from({ length: 10 }, () => asked(sacco, sacco.maker, '10.00')));
    expect(replies.filter(({ status }) => status === 202)).toHaveLength(1);
    for (const reply of replies.filter(({ status }) => status !== 202))
      expectError(reply, 409, 'CONFLICT', 'till_open');
  });

  test('E2: of ten openings by one person at ten tills at once there is one', async () => {
    const sacco = await withTills();
    const places = await Promise.all(Array.from({ length: 10 }, () => newTill(sacco)));
    const replies = await Promise.all(places.map((till) => asked(sacco, sacco.maker, '10.00', till)));
    expect(replies.filter(({ status }) => status === 202)).toHaveLength(1);
    for (const reply of replies.filter(({ status }) => status !== 202))
      expectError(reply, 409, 'CONFLICT', 'session_open');
  });

  test('E3: each deposit at the moment of the close is in the session or refused', async () => {
    const sacco = await withTills();
    const session = await opened(sacco);
    const deposits = Array.from({ length: 12 }, () => deposit(sacco, sacco.maker, 100));
    await Promise.race(deposits);
    const [closed, ...replies] = await Promise.all([
      closing(sacco, sacco.maker, session.id, {
        counted: '300.00',
        memo: 'counted before the last deposits',
      }),
      ...deposits,
    ]);
    must(closed);
    const taken = replies.filter(({ status }) => status === 201);
    for (const reply of replies.filter(({ status }) => status !== 201))
      expectError(reply, 409, 'CONFLICT', 'no_open_till');
    const after = await sessionOf(sacco, session.id);
    expect(after.in_minor).toBe(taken.length * 100);
    expect(after.difference_minor).toBe(0 - taken.length * 100);
    const savings = must(await sacco.maker.get(`${V1}/members/${sacco.member}`)).body.savings_minor;
    expect(savings).toBe(taken.length * 100);
  });

  test('with more than expected, and nothing left, ends as it should', async () => {
    const sacco = await withTills();
    const session = await opened(sacco);
    const { body: more } = must(
      await closing(sacco, sacco.maker, session.id, { counted: '300.50', memo: 'a gift' }),
    );
    expect(more).toMatchObject({ difference: '0.50' });
    must(await decide(sacco, more.approval_id));
    must(await decide(sacco, (await sessionOf(sacco, session.id)).approval_id));
    expect(await treasury(sacco)).toMatchObject({ sum: '1000.50', vault: '1000.50' });

    const second = await opened(sacco, sacco.maker, '10.00');
    const { body: none } = must(await closing(sacco, sacco.maker, second.id, { count: {}, memo: 'stolen' }));
    expect(none).toMatchObject({ counted: '0.00', difference: '-10.00' });
    must(await decide(sacco, none.approval_id));
    expect(await sessionOf(sacco, second.id)).toMatchObject({ status: 'closed', return_entry_id: null });
    expect(await treasury(sacco)).toMatchObject({ sum: '990.50', vault: '990.50' });
  });

  test('a rejected difference, and a rejected return, open it again', async () => {
    const sacco = await withTills();
    const session = await opened(sacco);
    const reject = (approval_id: string) => decide(sacco, approval_id, 'reject', { note: 'count again' });
    const { body: first } = must(
      await closing(sacco, sacco.maker, session.id, { counted: '290.00', memo: '?' }),
    );
    must(await reject(first.approval_id));
    expect(await sessionOf(sacco, session.id)).toMatchObject({
      status: 'open',
      counted: null,
      difference: null,
    });
    must(await deposit(sacco, sacco.maker, 1_000));
    const { body: second } = must(
      await closing(sacco, sacco.maker, session.id, { counted: '309.00', memo: '?' }),
    );
    must(await decide(sacco, second.approval_id));
    must(await reject((await sessionOf(sacco, session.id)).approval_id));
    expect(await sessionOf(sacco, session.id)).toMatchObject({
      status: 'open',
      in: '10.00',
      out: '1.00',
      expected: '309.00',
    });
    const { body: third } = must(await closing(sacco, sacco.maker, session.id, { counted: '309.00' }));
    expect(third).toMatchObject({ difference: '0.00' });
    must(await decide(sacco, third.approval_id));
    expect(await treasury(sacco)).toMatchObject({ sum: '1009.00', vault: '1009.00' });
  });

  test('a float that is rejected, or that the vault does not have, leaves the till free', async () => {
    const sacco = await withTills(10_000);
    const { body: first } = must(await asked(sacco, sacco.maker, '50.00'));
    must(await decide(sacco, first.approval_id, 'reject', { note: 'too late' }));
    expect(await sessionOf(sacco, first.id)).toMatchObject({ status: 'cancelled' });
    const { body: second } = must(await asked(sacco, sacco.maker, '100.01'));
    const { body: approval } = must(await sacco.checker.get(`/api/v1/approvals/${second.approval_id}`));
    expect(approval.effect).toMatchObject({
      carries_out: false,
      warnings: [{ code: 'insufficient_cash', blocking: true, short: '0.01' }],
    });
    expect(must(await decide(sacco, second.approval_id)).body.entry).toMatchObject({
      status: 'failed',
      error: 'insufficient_cash',
    });
    expect(await sessionOf(sacco, second.id)).toMatchObject({ status: 'cancelled' });
    await opened(sacco, sacco.maker, '100.00');
    expect(await treasury(sacco)).toMatchObject({ sum: '100.00', vault: '0.00' });
  });

  test('repeats answer what was done first, also once it has ended', async () => {
    const sacco = await withTills();
    const open = { float_minor: 30_000, idempotency_key: 'open-1' };
    const first = must(await sacco.maker.post(`${V1}/tills/${sacco.till}/sessions`, open)).body;
    const again = must(await sacco.maker.post(`${V1}/tills/${sacco.till}/sessions`, open));
    expect([again.status, again.body]).toMatchObject([200, { id: first.id, replayed: true }]);
    must(await decide(sacco, first.approval_id));
    const close = { counted: '300.00', idempotency_key: 'close-1' };
    const path = `${V1}/tills/${sacco.till}/sessions/${first.id}/close`;
    must(await sacco.maker.post(path, close));
    const repeated = must(await sacco.maker.post(path, close));
    expect([repeated.status, repeated.body]).toMatchObject([
      200,
      { id: first.id, replayed: true, status: 'closing' },
    ]);
    expectError(
      await sacco.maker.post(path, { ...close, counted: '299.00' }),
      409,
      'CONFLICT',
      'idempotency_key_reused',
    );
  });
});

describe('the till of a movement', () => {
  test('is that of the open session, of every kind of movement of cash', async () => {
    const sacco = await withTills();
    const { maker, till } = sacco;
    const expense = () => maker.post(`${V1}/expenses`, moving(1_000, { category: 'Tea', memo: 'slip 1' }));
    for (const reply of [
      await deposit(sacco, maker, 100),
      await maker.post(`${V1}/members/${sacco.member}/shares`, moving(100, { from: 'cash' })),
      await expense(),
      await maker.post(`${V1}/members/${sacco.member}/exit`, { idempotency_key: 'exit', memo: 'moves' }),
    ])
      expectError(reply, 409, 'CONFLICT', 'no_open_till');
    const session = await opened(sacco);
    must(await deposit(sacco, maker, 20_000));
    must(await maker.post(`${V1}/members/${sacco.member}/shares`, moving(100, { from: 'cash' })));
    const by_savings = must(
      await maker.post(`${V1}/members/${sacco.member}/shares`, moving(100, { from: 'savings' })),
    );
    expect(by_savings.body).toMatchObject({ till: null, session: null });
    const { body: waiting } = must(await expense());
    expect(waiting).toMatchObject({ status: 'awaiting_approval', till, session: session.id });
    expect(must(await decide(sacco, waiting.approval_id)).body.entry).toMatchObject({
      status: 'posted',
      till,
    });
    const counted = moving(50, { direction: 'out', memo: 'torn note' });
    const { body: adjusted } = must(await maker.post(`${V1}/cash-adjustments`, counted));
    expect(must(await decide(sacco, adjusted.approval_id)).body.entry).toMatchObject({
      status: 'posted',
      till,
    });
    expect(await sessionOf(sacco, session.id)).toMatchObject({
      in: '201.00',
      out: '10.50',
      expected: '490.50',
    });
    // Somebody without a session counts the vault.
    const { body: of_vault } = must(
      await sacco.checker.post(`${V1}/cash-adjustments`, moving(50, { direction: 'in', memo: 'found' })),
    );
    must(await sacco.admin.post(`/api/v1/approvals/${of_vault.approval_id}/approve`, {}));
    expect(await treasury(sacco)).toMatchObject({ vault: '700.50', [till]: '490.50' });
  });

  test('is named by an API key', async () => {
    const sacco = await withTills();
    const { key } = sacco.project;
    const { till } = sacco;
    expectError(await deposit(sacco, key, 100, { till }), 409, 'CONFLICT', 'no_open_till');
    const session = await opened(sacco);
    expectError(await deposit(sacco, key, 100), 409, 'CONFLICT', 'no_open_till');
    expect(must(await deposit(sacco, key, 100, { till })).body).toMatchObject({ till, session: session.id });
    const other = await newTill(sacco);
    expectError(await deposit(sacco, key, 100, { till: other }), 409, 'CONFLICT', 'no_open_till');
    expectError(await deposit(sacco, sacco.maker, 100, { till: other }), 409, 'CONFLICT', 'no_open_till');
    must(await deposit(sacco, sacco.maker, 100, { till }));
    const elsewhere = await withTills(0);
    expectError(await deposit(sacco, key, 100, { till: elsewhere.till }), 404, 'NOT_FOUND');
    expectInvalid(await deposit(sacco, key, 100, { till: 'till' }), 'till');
    expectInvalid(
      await key.post(`${V1}/members/${sacco.member}/shares`, moving(100, { from: 'savings', till })),
      'till',
    );
  });

  test('of a request that waited is that of the session that is open when it is approved', async () => {
    const sacco = await withTills();
    must(await sacco.project.session.put(`${V1}/settings`, { withdrawal_approval_minor: 0 }));
    const first = await opened(sacco);
    must(await deposit(sacco, sacco.maker, 10_000));
    const { body: one } = must(await withdraw(sacco, sacco.maker, 1_000));
    const { body: two } = must(await withdraw(sacco, sacco.maker, 2_000));
    expect(one).toMatchObject({ status: 'awaiting_approval', session: first.id });
    const { body: closed } = must(await closing(sacco, sacco.maker, first.id, { counted: '400.00' }));
    const failed = must(await decide(sacco, one.approval_id)).body.entry;
    expect(failed).toMatchObject({ status: 'failed', error: 'no_open_till' });
    must(await decide(sacco, closed.approval_id));
    const other = await newTill(sacco);
    const second = await opened(sacco, sacco.maker, '30.00', other);
    expect(must(await decide(sacco, two.approval_id)).body.entry).toMatchObject({
      status: 'posted',
      till: other,
      session: second.id,
    });
    expect(await sessionOf(sacco, first.id)).toMatchObject({ status: 'closed', out: '0.00' });
  });

  test('of a reversal is that of whoever asks for it', async () => {
    const sacco = await withTills();
    await opened(sacco);
    const { body: deposited } = must(await deposit(sacco, sacco.maker, 5_000));
    const other = await newTill(sacco);
    const second = await opened(sacco, sacco.checker, '100.00', other);
    const body = { memo: 'typed twice', idempotency_key: 'rev' };
    const { body: asked_for } = must(await sacco.checker.post(`${V1}/entries/${deposited.id}/reverse`, body));
    must(await sacco.admin.post(`/api/v1/approvals/${asked_for.approval_id}/approve`, {}));
    expect(await treasury(sacco)).toMatchObject({ [sacco.till]: '350.00', [other]: '50.00', sum: '1000.00' });
    expect(await sessionOf(sacco, second.id)).toMatchObject({
      out: '50.00',
      by_kind: [{ kind: 'reversal' }],
    });
  });

  test('takes the entrance fee, or nobody joins', async () => {
    const sacco = await withTills();
    must(await sacco.project.session.put(`${V1}/settings`, { entrance_fee_minor: 200 }));
    const { body: customer } = must(
      await sacco.project.key.post('/api/v1/customers', {
        kind: 'individual',
        full_name: 'New Member',
        phone: '+254700111222',
      }),
    );
    must(
      await sacco.project.key.post(`/api/v1/customers/${customer.id}/kyc`, { decision: 'approve', tier: 1 }),
    );
    const join = (who: Client, more: object = {}) =>
      who.post(`${V1}/members`, { customer_id: customer.id, pay_entrance_fee: true, ...more });
    const before = must(await sacco.maker.get(`${V1}/members`)).body.members.length;
    expectError(await join(sacco.maker), 409, 'CONFLICT', 'no_open_till');
    expect(must(await sacco.maker.get(`${V1}/members`)).body.members).toHaveLength(before);
    const session = await opened(sacco);
    expectError(await join(sacco.project.key), 409, 'CONFLICT', 'no_open_till');
    must(await join(sacco.project.key, { till: sacco.till }));
    expect(await sessionOf(sacco, session.id)).toMatchObject({
      in: '2.00',
      by_kind: [{ kind: 'entrance_fee' }],
    });
  });
});

describe('cash between places', () => {
  test('goes from till to till and to the vault once it is confirmed', async () => {
    const sacco = await withTills();
    const other = await newTill(sacco);
    const from = await opened(sacco);
    const carry = (who: Client, body: object) =>
      who.post(`${V1}/till-transfers`, moving(5_000, { memo: 'change', ...body }));
    expectError(await carry(sacco.maker, { from: sacco.till, to: other }), 409, 'CONFLICT', 'no_open_till');
    const to = await opened(sacco, sacco.checker, '100.00', other);
    expectInvalid(await carry(sacco.maker, { from: sacco.till, to: sacco.till }), 'to');
    expectInvalid(await carry(sacco.maker, { from: 'safe', to: sacco.till }), 'from');
    const { body: waiting } = must(await carry(sacco.maker, { from: sacco.till, to: other }));
    must(await decide(sacco, waiting.approval_id));
    expect(await treasury(sacco)).toMatchObject({
      [sacco.till]: '250.00',
      [other]: '150.00',
      vault: '600.00',
    });
    expect(await sessionOf(sacco, from.id)).toMatchObject({ out: '50.00' });
    expect(await sessionOf(sacco, to.id)).toMatchObject({
      in: '50.00',
      entries: [{ id: waiting.id, other_till: other }, {}],
    });
    const { body: dropped } = must(await carry(sacco.maker, { from: sacco.till, to: 'vault' }));
    must(await decide(sacco, dropped.approval_id));
    const { body: late } = must(await carry(sacco.maker, { from: 'vault', to: sacco.till }));
    const { body: closed } = must(await closing(sacco, sacco.maker, from.id, { counted: '200.00' }));
    expect(must(await decide(sacco, late.approval_id)).body.entry).toMatchObject({
      status: 'failed',
      error: 'session_not_open',
    });
    must(await decide(sacco, closed.approval_id));
    expect(await treasury(sacco)).toMatchObject({
      [sacco.till]: '0.00',
      [other]: '150.00',
      vault: '850.00',
      sum: '1000.00',
    });
    const elsewhere = await withTills(0);
    expectError(await carry(sacco.maker, { from: elsewhere.till, to: other }), 404, 'NOT_FOUND');
  });

  test('is shown beside the sum in summary, trial balance and balance sheet', async () => {
    const sacco = await withTills();
    await opened(sacco);
    const { body: summary } = must(await sacco.maker.get(`${V1}/summary`));
    expect(summary).toMatchObject({
      balances: { cash_on_hand_minor: 100_000 },
      cash_on_hand_parts: [
        { till: null, name: 'Vault', balance: '700.00' },
        { till: sacco.till, balance: '300.00' },
      ],
      integrity: { balanced: true },
    });
    const { body: trial } = must(await sacco.maker.get('/api/v1/accounting/trial-balance'));
    const cash = trial.currencies[0].rows.find(({ kind }: Reply['body']) => kind === 'cash_on_hand');
    expect(cash).toMatchObject({
      closing_balance: '1000.00',
      parts: [
        { till: null, debits: '1000.00', credits: '300.00', closing_balance: '700.00' },
        { till: sacco.till, debits: '300.00', credits: '0.00', closing_balance: '300.00' },
      ],
    });
    expect(trial.currencies[0].balanced).toBe(true);
    const { body: sheet } = must(await sacco.maker.get('/api/v1/accounting/balance-sheet'));
    expect(sheet.currencies[0].assets.kinds).toMatchObject([
      {
        kind: 'cash_on_hand',
        amount: '1000.00',
        parts: [{ amount: '700.00' }, { till: sacco.till, amount: '300.00' }],
      },
    ]);
  });
});

describe('a surprise count', () => {
  test('is recorded by a checker, and closes nothing', async () => {
    const sacco = await withTills();
    const session = await opened(sacco);
    const count = (who: Client, body: object) =>
      who.post(`${V1}/tills/${sacco.till}/sessions/${session.id}/counts`, body);
    expectError(await count(sacco.maker, { counted: '300.00' }), 403, 'FORBIDDEN');
    const { status, body } = must(
      await count(sacco.checker, {
        count: { '200.00': 1, '50.00': 1, '40.00': 1, '5.00': 1 },
        memo: 'at noon',
      }),
    );
    expect([status, body]).toMatchObject([
      201,
      { expected: '300.00', counted: '295.00', difference: '-5.00', memo: 'at noon' },
    ]);
    must(await deposit(sacco, sacco.maker, 100));
    expect(await sessionOf(sacco, session.id)).toMatchObject({
      status: 'open',
      counts: [{ id: body.id }],
      expected: '301.00',
    });
    expectInvalid(await count(sacco.checker, { count: { '7.00': 1 } }), 'count.7.00');
    expectInvalid(await count(sacco.checker, { count: { '5.00': -1 } }), 'count.5.00');
    expectInvalid(await count(sacco.checker, { counted: '1.0' }), 'counted');
    expectError(await count(sacco.checker, { counted: '1.00', counted_minor: 100 }), 400, 'VALIDATION_ERROR');
  });

  test('is not made by the teller of the session', async () => {
    const sacco = await withTills();
    const session = await opened(sacco, sacco.checker);
    expectError(
      await sacco.checker.post(`${V1}/tills/${sacco.till}/sessions/${session.id}/counts`, {
        counted: '1.00',
      }),
      403,
      'FORBIDDEN',
    );
  });
});

describe('tills', () => {
  test('are created, renamed and set aside by a manager', async () => {
    const sacco = await withTills(10_000);
    expectError(await sacco.maker.post(`${V1}/tills`, { name: 'Mine' }), 403, 'FORBIDDEN');
    const { body: till } = must(await sacco.admin.post(`${V1}/tills`, { name: 'Front', branch: 'Nakuru' }));
    expect(till).toMatchObject({
      name: 'Front',
      branch: 'Nakuru',
      active: true,
      balance: '0.00',
      session: null,
    });
    expectError(
      await sacco.admin.post(`${V1}/tills`, { name: 'front', branch: 'nakuru' }),
      409,
      'CONFLICT',
      'name_taken',
    );
    must(await sacco.admin.post(`${V1}/tills`, { name: 'Front' }));
    expectError(
      await sacco.admin.patch(`${V1}/tills/${till.id}`, { branch: null }),
      409,
      'CONFLICT',
      'name_taken',
    );
    expect(must(await sacco.admin.patch(`${V1}/tills/${till.id}`, { name: 'Back' })).body).toMatchObject({
      name: 'Back',
    });
    const session = await opened(sacco, sacco.maker, '10.00', till.id);
    expect(must(await sacco.maker.get(`${V1}/tills/${till.id}`)).body).toMatchObject({
      session: session.id,
      balance: '10.00',
    });
    expectError(
      await sacco.admin.patch(`${V1}/tills/${till.id}`, { active: false }),
      409,
      'CONFLICT',
      'till_open',
    );
    const aside = await newTill(sacco);
    must(await sacco.admin.patch(`${V1}/tills/${aside}`, { active: false }));
    expectError(await asked(sacco, sacco.checker, '1.00', aside), 422, 'UNPROCESSABLE', 'till_inactive');
    const { body: listed } = must(await sacco.maker.get(`${V1}/tills?active=false`));
    expect(listed.tills.map(({ id }: Reply['body']) => id)).toEqual([aside]);
    expectInvalid(await sacco.admin.post(`${V1}/tills`, {}), 'name');
    expectInvalid(await sacco.maker.post(`${V1}/tills/${sacco.till}/sessions`, { float: '0.00' }), 'float');
  });

  test('are off by default, and not turned off while one has a session', async () => {
    const off = await createSacco(service);
    const till = await newTill(off);
    const sacco = { ...off, till, member: await newMember(off) };
    expect(must(await off.maker.get(`${V1}/settings`)).body).toMatchObject({ tills: 'off' });
    expectError(await asked(sacco, off.maker, '1.00'), 409, 'CONFLICT', 'tills_off');
    expectError(await deposit(sacco, off.maker, 100, { till }), 409, 'CONFLICT', 'tills_off');
    expect(must(await deposit(sacco, off.maker, 10_000)).body).toMatchObject({ till: null, session: null });
    expect(must(await off.maker.get(`${V1}/treasury`)).body).not.toHaveProperty('cash_on_hand_parts');
    expect(must(await withdraw(sacco, off.maker, 10_001)).body).toMatchObject({
      status: 'failed',
      error: 'insufficient_savings',
    });
    const set = (tills_are: string) => off.project.session.put(`${V1}/settings`, { tills: tills_are });
    must(await set('on'));
    const session = await opened(sacco, off.maker, '20.00');
    expectError(await set('off'), 409, 'CONFLICT', 'till_open');
    const { body: closed } = must(await closing(sacco, off.maker, session.id, { counted: '20.00' }));
    expectError(await set('off'), 409, 'CONFLICT', 'till_open');
    must(await decide(sacco, closed.approval_id));
    must(await set('off'));
    must(await withdraw(sacco, off.maker, 10_000));
  });

  test('and sessions of another project are not there', async () => {
    const sacco = await withTills();
    const session = await opened(sacco);
    const other = await withTills(0);
    expectError(await other.maker.get(`${V1}/tills/${sacco.till}`), 404, 'NOT_FOUND');
    expectError(await other.maker.get(`${V1}/till-sessions/${session.id}`), 404, 'NOT_FOUND');
    expectError(await closing(sacco, other.maker, session.id, { counted: '1.00' }), 404, 'NOT_FOUND');
    expectError(
      await closing({ ...sacco, till: other.till }, sacco.maker, session.id, { counted: '1.00' }),
      404,
      'NOT_FOUND',
    );
    expectError(await asked(sacco, other.maker, '1.00'), 404, 'NOT_FOUND');
    // Another teller does not close it; a checker may.
    const outsider = await quickPerson(service);
    must(
      await sacco.project.owner.client.post(`/api/projects/${sacco.project.id}/staff`, {
        email: outsider.email,
        role: 'maker',
      }),
    );
    expectError(
      await closing(sacco, inProject(outsider, sacco.project.id, 'test'), session.id, { counted: '300.00' }),
      403,
      'FORBIDDEN',
    );
    const { body: closed } = must(await closing(sacco, sacco.checker, session.id, { counted: '300.00' }));
    expectError(
      await sacco.checker.post(`/api/v1/approvals/${closed.approval_id}/approve`, {}),
      403,
      'FORBIDDEN',
    );
    must(await sacco.admin.post(`/api/v1/approvals/${closed.approval_id}/approve`, {}));
    expect(await treasury(sacco)).toMatchObject({ vault: '1000.00' });
  });
});
