/** Accounting periods over HTTP: closing and reopening days with two people, and what a closed one refuses. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sha256Hex } from '../../core/digest.ts';
import {
  createSacco,
  moving,
  must,
  newMember,
  setTestClock,
  sharedService,
  verifyAll,
  withoutTriggers,
  type Reply,
  type Sacco,
  type TestService,
} from '../harness/index.ts';
import { expectError } from './samples.ts';

const PATH = '/api/v1/accounting/periods';

let service: TestService;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(async () => {
  expect(await verifyAll(service.ctx)).toEqual([]);
  await service.stop();
});

/** Noon of a day in the far future, so that every day before it is over. */
async function moveTo(sacco: Sacco, day: string): Promise<void> {
  await setTestClock(sacco.project, `${day}T12:00:00.000Z`);
}

const asking = (more: object = {}): object => ({
  memo: 'the month is over',
  idempotency_key: crypto.randomUUID(),
  ...more,
});
const close = (sacco: Sacco, end_date: string): Promise<Reply> =>
  sacco.admin.post(PATH, asking({ end_date }));
const decide = (sacco: Sacco, id: string, verb = 'approve'): Promise<Reply> =>
  sacco.checker.post(`/api/v1/approvals/${id}/${verb}`, { note: 'seen' });
const cancel = (sacco: Sacco, id: string): Promise<Reply> =>
  sacco.admin.post(`/api/v1/approvals/${id}/cancel`);
const get = async (sacco: Sacco, id: string): Promise<Reply['body']> =>
  must(await sacco.maker.get(`${PATH}/${id}`)).body;

async function closed(sacco: Sacco, end_date: string): Promise<Reply['body']> {
  const { approval_id } = must(await close(sacco, end_date)).body;
  return must(await decide(sacco, approval_id)).body.period;
}

/** A cooperative on day D, with a deposit of that day. */
async function started(settings: object = {}) {
  const sacco = await createSacco(service, settings);
  await moveTo(sacco, '2035-05-10');
  const member = await newMember(sacco);
  const deposit = () => sacco.maker.post(`/api/v1/sacco/members/${member}/deposits`, moving(50_000));
  return { sacco, member, deposit, entry: must(await deposit()).body };
}

describe('closing', () => {
  test('E5: D is closed on D + 1, by somebody else; its figures stay, and its movements too', async () => {
    const { sacco, member, deposit, entry } = await started();
    expectError(await close(sacco, '2035-05-10'), 409, 'CONFLICT', 'period_not_over');
    expectError(await close(sacco, '2035-05-11'), 409, 'CONFLICT', 'period_not_over');
    await moveTo(sacco, '2035-05-11');
    const reply = await close(sacco, '2035-05-10');
    expect(reply.status).toBe(202);
    const asked = reply.body;
    expect(asked).toMatchObject({
      start_date: '2035-05-10',
      end_date: '2035-05-10',
      status: 'closing',
      memo: 'the month is over',
      trial_balance: null,
      figures_sha256: null,
      closed_at: null,
    });
    const approval = must(await sacco.checker.get(`/api/v1/approvals/${asked.approval_id}`)).body;
    expect(approval).toMatchObject({
      kind: 'period_close',
      subject: { type: 'period', id: asked.id },
      entry_id: null,
      amount: '0.00',
      currency: 'KES',
      memo: 'the month is over',
      member: null,
      may_decide: true,
      effect: { carries_out: true, accounts: [], warnings: [] },
    });
    // Admins decide too, but not on what they asked for.
    expectError(await sacco.admin.post(`/api/v1/approvals/${asked.approval_id}/approve`), 403, 'FORBIDDEN');
    const decided = must(await decide(sacco, asked.approval_id)).body;
    expect(decided.entry).toBeUndefined();
    expect(decided.approval).toMatchObject({ status: 'approved' });
    const { period } = decided;
    expect(period.status).toBe('closed');
    expect(period.trial_balance).toMatchObject({
      from: '2035-05-10',
      to: '2035-05-10',
      currencies: [{ currency: 'KES', total_debits: '500.00', balanced: true }],
    });
    expect(period.figures_sha256).toBe(sha256Hex(JSON.stringify(period.trial_balance)));
    expectError(await decide(sacco, asked.approval_id), 409, 'CONFLICT', 'already_decided');

    const reverse = `/api/v1/sacco/entries/${entry.id}/reverse`;
    expectError(await sacco.maker.post(reverse, asking()), 409, 'CONFLICT', 'period_closed');
    for (let i = 0; i < 20; i++) must(await deposit());
    await newMember(sacco);
    const again = await get(sacco, asked.id);
    expect(JSON.stringify(again.trial_balance)).toBe(JSON.stringify(period.trial_balance));
    expect(again.figures_sha256).toBe(period.figures_sha256);
    expect(must(await sacco.maker.get(`/api/v1/sacco/members/${member}`)).body.savings).toBe('10500.00');
  });

  test('periods follow each other, one request at a time; a dropped one leaves nothing', async () => {
    const { sacco } = await started();
    await moveTo(sacco, '2035-06-20');
    const first = must(await close(sacco, '2035-05-31')).body;
    expectError(await close(sacco, '2035-05-31'), 409, 'CONFLICT', 'busy');
    must(await decide(sacco, first.approval_id, 'reject'));
    expectError(await sacco.maker.get(`${PATH}/${first.id}`), 404, 'NOT_FOUND');
    const second = must(await close(sacco, '2035-05-31')).body;
    must(await cancel(sacco, second.approval_id));
    expect(must(await sacco.maker.get(PATH)).body.periods).toEqual([]);
    const may = await closed(sacco, '2035-05-31');
    expect(may).toMatchObject({ start_date: '2035-05-10', status: 'closed' });
    expectError(await close(sacco, '2035-05-31'), 409, 'CONFLICT', 'period_closed');
    expectError(await close(sacco, '2035-05-01'), 409, 'CONFLICT', 'period_closed');
    const june = await closed(sacco, '2035-06-15');
    expect(june).toMatchObject({ start_date: '2035-06-01', end_date: '2035-06-15' });
    expect(must(await sacco.maker.get(PATH)).body.periods).toEqual([june, may]);
  });

  test('the repeat of a request that was turned down says so, and consumes nothing', async () => {
    const { sacco } = await started();
    await moveTo(sacco, '2035-06-20');
    const request = asking({ end_date: '2035-05-31' });
    for (const verb of ['reject', 'cancel'] as const) {
      const body = { ...request, idempotency_key: `close-${verb}` };
      const { approval_id } = must(await sacco.admin.post(PATH, body)).body;
      const decided = verb === 'reject' ? decide(sacco, approval_id, verb) : cancel(sacco, approval_id);
      must(await decided);
      const repeated = await sacco.admin.post(PATH, body);
      expectError(repeated, 409, 'CONFLICT', 'already_decided');
      expect(repeated.body.error.message).toContain('new idempotency key');
    }
    expect(await closed(sacco, '2035-05-31')).toMatchObject({ status: 'closed' });
  });

  test('the same request again is answered by the same period; others, and roles that may not, are refused', async () => {
    const { sacco } = await started();
    await moveTo(sacco, '2035-05-20');
    const body = asking({ end_date: '2035-05-15' });
    const once = must(await sacco.admin.post(PATH, body)).body;
    const twice = await sacco.admin.post(PATH, body);
    expect([twice.status, twice.body]).toEqual([200, { ...once, replayed: true }]);
    expectError(
      await sacco.admin.post(PATH, { ...body, end_date: '2035-05-16' }),
      409,
      'CONFLICT',
      'idempotency_key_reused',
    );
    for (const client of [sacco.maker, sacco.checker, sacco.project.key])
      expectError(await client.post(PATH, asking({ end_date: '2035-05-15' })), 403, 'FORBIDDEN');
    expect((await sacco.admin.post(PATH, { ...asking(), end_date: '2035-02-30' })).status).toBe(400);
    expect((await sacco.admin.post(PATH, { end_date: '2035-05-15', idempotency_key: 'x' })).status).toBe(400);
  });

  test('movements of its days that are being booked stand in the way; waiting ones do not', async () => {
    const { sacco, entry } = await started({ withdrawal_approval_minor: 0 });
    const member = entry.member_id;
    const waiting = must(
      await sacco.maker.post(`/api/v1/sacco/members/${member}/withdrawals`, moving(100)),
    ).body;
    expect(waiting.status).toBe('awaiting_approval');
    await moveTo(sacco, '2035-05-11');
    /** As while it is on its way to the ledger. */
    const set = (status: string): Promise<unknown> =>
      service.ctx.db.raw(
        withoutTriggers(
          'sacco_entries',
          `update sacco_entries set status = '${status}' where id = '${entry.id}';
           alter table sacco_entries enable trigger user`,
        ),
      );
    await set('posting');
    expectError(await close(sacco, '2035-05-10'), 409, 'CONFLICT', 'entries_under_way');
    await set('posted');
    const asked = must(await close(sacco, '2035-05-10')).body;
    await set('posting');
    const { effect } = must(await sacco.checker.get(`/api/v1/approvals/${asked.approval_id}`)).body;
    expect(effect).toMatchObject({
      carries_out: false,
      warnings: [{ code: 'entries_under_way', blocking: true }],
    });
    expectError(await decide(sacco, asked.approval_id), 409, 'CONFLICT', 'entries_under_way');
    expect((await get(sacco, asked.id)).status).toBe('closing');
    await set('posted');
    must(await decide(sacco, asked.approval_id));
  });
});

describe('what is closed', () => {
  test('keeps the offset of its days until it is reopened', async () => {
    const { sacco } = await started({ utc_offset_minutes: 180 });
    await moveTo(sacco, '2035-05-12');
    const period = await closed(sacco, '2035-05-10');
    const put = (body: object): Promise<Reply> => sacco.admin.put('/api/v1/sacco/settings', body);
    expectError(await put({ utc_offset_minutes: 120 }), 409, 'CONFLICT', 'period_closed');
    must(await put({ utc_offset_minutes: 180, entrance_fee_minor: 100 }));
    const { approval_id } = must(await sacco.admin.post(`${PATH}/${period.id}/reopen`, asking())).body;
    expectError(await put({ utc_offset_minutes: 120 }), 409, 'CONFLICT', 'period_closed');
    must(await decide(sacco, approval_id));
    must(await put({ utc_offset_minutes: 120 }));
  });

  test('is reopened from the last one backwards, by two people', async () => {
    const { sacco } = await started();
    await moveTo(sacco, '2035-06-20');
    const may = await closed(sacco, '2035-05-31');
    const june = await closed(sacco, '2035-06-15');
    const reopen = (id: string): Promise<Reply> => sacco.admin.post(`${PATH}/${id}/reopen`, asking());
    expectError(await reopen(may.id), 409, 'CONFLICT', 'period_not_latest');
    const asked = must(await reopen(june.id));
    expect([asked.status, asked.body.status]).toEqual([202, 'reopening']);
    expectError(await reopen(june.id), 409, 'CONFLICT', 'busy');
    expectError(await close(sacco, '2035-06-16'), 409, 'CONFLICT', 'busy');
    expectError(
      await sacco.admin.post(`/api/v1/approvals/${asked.body.approval_id}/approve`),
      403,
      'FORBIDDEN',
    );
    must(await decide(sacco, asked.body.approval_id, 'reject'));
    expect(await get(sacco, june.id)).toMatchObject({ status: 'closed', reopened_at: null });
    const { approval_id } = must(await reopen(june.id)).body;
    const { period } = must(await decide(sacco, approval_id)).body;
    expect(period).toMatchObject({ status: 'open', figures_sha256: june.figures_sha256 });
    expect(period.reopened_at).not.toBeNull();
    expectError(await reopen(june.id), 409, 'CONFLICT', 'period_not_closed');
    const anew = await closed(sacco, '2035-06-15');
    expect(anew.id).not.toBe(june.id);
    expect(anew).toMatchObject({ start_date: '2035-06-01' });
    expect(JSON.stringify(anew.trial_balance)).toBe(JSON.stringify(june.trial_balance));
  });
});

test('movements at the moment of closing count on the day of the closing, not in what is closed', async () => {
  for (let round = 0; round < 4; round++) {
    const { sacco, deposit } = await started();
    await moveTo(sacco, '2035-05-11');
    const { id, approval_id } = must(await close(sacco, '2035-05-10')).body;
    const [decided, ...deposits] = await Promise.all([
      decide(sacco, approval_id),
      ...Array.from({ length: 6 }, () => deposit()),
    ]);
    for (const reply of deposits) expect(reply.body.status).toBe('posted');
    // An entry of a day that is over is never under way: all are of today.
    expect(decided.status).toBe(200);
    const { trial_balance } = await get(sacco, id);
    expect(trial_balance.currencies[0]).toMatchObject({ total_debits: '500.00' });
  }
});
