/** Memos of movements, and what lists of entries and approvals are filtered by. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createSacco,
  inProject,
  moving,
  must,
  newMember,
  setTestClock,
  sharedService,
  verifyAll,
  type Client,
  type Sacco,
  type TestService,
} from '../harness/index.ts';
import { expectError, expectInvalid } from './samples.ts';

let service: TestService;
let sacco: Sacco;
let member: string;

beforeAll(async () => {
  service = await sharedService();
  sacco = await createSacco(service, { withdrawal_approval_minor: 5_000 });
  member = await newMember(sacco);
  must(await sacco.maker.post(`/api/v1/sacco/members/${member}/deposits`, moving(100_000)));
});
afterAll(async () => {
  expect(await verifyAll(service.ctx)).toEqual([]);
  await service.stop();
});

const ofMember = (what: string): string => `/api/v1/sacco/members/${member}/${what}`;

describe('a memo', () => {
  test.each([
    ['deposits', {}],
    ['withdrawals', {}],
    ['shares', { from: 'cash' }],
    ['shares', { from: 'savings' }],
  ])('is kept with %s and the transfer, and is part of the request', async (what, more) => {
    const body = moving(100, { ...more, memo: 'slip 4711' });
    const { body: entry } = must(await sacco.maker.post(ofMember(what), body));
    expect(entry).toMatchObject({ status: 'posted', memo: 'slip 4711' });
    const { body: read } = must(await sacco.maker.get(`/api/v1/sacco/entries/${entry.id}`));
    expect(read.memo).toBe('slip 4711');
    const [transfer] = await service.ctx.db('ledger_transfers').where({ reference: entry.id });
    expect(transfer.memo).toBe('slip 4711');
    expect((await sacco.maker.post(ofMember(what), body)).body).toMatchObject({
      id: entry.id,
      replayed: true,
    });
    for (const other of [
      { ...body, memo: 'slip 4712' },
      { ...body, memo: undefined },
    ])
      expectError(await sacco.maker.post(ofMember(what), other), 409, 'CONFLICT', 'idempotency_key_reused');
  });

  test('may be left out, is text of 1 to 500 characters, and waits with what waits', async () => {
    for (const memo of ['', 'x'.repeat(501), 7, null])
      expectInvalid(await sacco.maker.post(ofMember('deposits'), moving(100, { memo })), 'memo');
    const { body: plain } = must(await sacco.maker.post(ofMember('deposits'), moving(100)));
    expect(plain.memo).toBeNull();
    const waiting = await sacco.maker.post(ofMember('withdrawals'), moving(6_000, { memo: 'school fees' }));
    expect([waiting.status, waiting.body.memo]).toEqual([202, 'school fees']);
    must(await sacco.checker.post(`/api/v1/approvals/${waiting.body.approval_id}/approve`));
    const { body: posted } = must(await sacco.maker.get(`/api/v1/sacco/entries/${waiting.body.id}`));
    expect(posted).toMatchObject({ status: 'posted', memo: 'school fees' });
  });
});

describe('filters', () => {
  const idsOf = async (client: Client, path: string): Promise<string[]> => {
    const { body } = must(await client.get(path));
    return (body.entries ?? body.approvals).map(({ id }: { id: string }) => id);
  };

  test('kind', async () => {
    const mine = must(await sacco.maker.post(ofMember('shares'), moving(100, { from: 'cash' }))).body.id;
    for (const path of ['/api/v1/sacco/entries', ofMember('entries')]) {
      const found = must(await sacco.maker.get(`${path}?kind=share_purchase&limit=1000`)).body.entries;
      expect(found.map(({ id }: { id: string }) => id)).toContain(mine);
      expect(new Set(found.map(({ kind }: { kind: string }) => kind))).toEqual(new Set(['share_purchase']));
      expectInvalid(await sacco.maker.get(`${path}?kind=gift`), 'kind');
    }
  });

  test("from and to are the SACCO's days of the requests, both included", async () => {
    const own = await createSacco(service, { utc_offset_minutes: 180 });
    const anybody = await newMember(own);
    // 22:00 UTC is the next day in Nairobi.
    const days: Record<string, string> = {};
    const tomorrow = new Date(Math.ceil(Date.now() / 86_400_000) * 86_400_000);
    for (const [name, hours] of [
      ['before', 20],
      ['after', 22],
    ] as const) {
      const now = new Date(tomorrow.getTime() + hours * 3_600_000);
      await setTestClock(own.project, now.toISOString());
      const reply = await own.maker.post(`/api/v1/sacco/members/${anybody}/deposits`, moving(100));
      days[name] = must(reply).body.id;
    }
    const day = tomorrow.toISOString().slice(0, 10);
    const next = new Date(tomorrow.getTime() + 86_400_000).toISOString().slice(0, 10);
    for (const path of ['/api/v1/sacco/entries', `/api/v1/sacco/members/${anybody}/entries`]) {
      expect(await idsOf(own.maker, `${path}?from=${day}&to=${day}`)).toEqual([days['before']]);
      expect(await idsOf(own.maker, `${path}?from=${next}`)).toEqual([days['after']]);
      expect(await idsOf(own.maker, `${path}?to=${next}&kind=deposit`)).toEqual([
        days['after'],
        days['before'],
      ]);
      expect(await idsOf(own.maker, `${path}?from=${day}&status=failed`)).toEqual([]);
      expectInvalid(await own.maker.get(`${path}?from=${next}&to=${day}`), 'to');
      expectInvalid(await own.maker.get(`${path}?from=2026-02-30`), 'from');
    }
  });

  test('short_no is the number that the receipt prints, as people type it, of this project and environment alone', async () => {
    const { id } = must(await sacco.maker.post(ofMember('deposits'), moving(100))).body;
    const { short_no } = must(await sacco.maker.get(`/api/v1/sacco/entries/${id}/receipt`)).body;
    expect(short_no).toBe(id.slice(-6));
    const path = `/api/v1/sacco/entries?short_no=`;
    const misread = short_no.replaceAll('0', 'o').replaceAll('1', 'l');
    for (const typed of [short_no, short_no.toLowerCase(), misread])
      expect(await idsOf(sacco.maker, path + typed)).toEqual([id]);
    expect(await idsOf(sacco.maker, `${path}${short_no}&sort=created_at&kind=deposit`)).toEqual([id]);
    expect(await idsOf(sacco.maker, `${path}${short_no}&kind=withdrawal`)).toEqual([]);
    const { totals } = must(await sacco.maker.get(`${path}${short_no}&totals=true`)).body;
    expect(totals.count).toBe(1);

    const other = await createSacco(service);
    expect(await idsOf(other.maker, path + short_no)).toEqual([]);
    const live = inProject(sacco.people.maker, sacco.project.id, 'live');
    expect(await idsOf(live, path + short_no)).toEqual([]);

    for (const typed of ['', '12345', '1234567', '12-456', id])
      expectInvalid(await sacco.maker.get(path + typed), 'short_no');
  });

  test('requested_by=me is whoever asks: a person or a key, not another of either', async () => {
    const by_maker = must(await sacco.maker.post(ofMember('deposits'), moving(100))).body.id;
    const by_key = must(await sacco.project.key.post(ofMember('deposits'), moving(100))).body.id;
    for (const path of ['/api/v1/sacco/entries', ofMember('entries')]) {
      const of_maker = await idsOf(sacco.maker, `${path}?requested_by=me&limit=1000`);
      expect(of_maker).toContain(by_maker);
      expect(of_maker).not.toContain(by_key);
      const of_key = await idsOf(sacco.project.key, `${path}?requested_by=me&limit=1000`);
      expect(of_key).toContain(by_key);
      expect(of_key).not.toContain(by_maker);
      expect(await idsOf(sacco.admin, `${path}?requested_by=me`)).toEqual([]);
      expectInvalid(await sacco.maker.get(`${path}?requested_by=usr_other`), 'requested_by');
    }
    const waiting = must(await sacco.maker.post(ofMember('withdrawals'), moving(6_000))).body.approval_id;
    const path = '/api/v1/approvals?status=pending&requested_by=me';
    expect(await idsOf(sacco.maker, path)).toContain(waiting);
    expect(await idsOf(sacco.checker, path)).toEqual([]);
    must(await sacco.maker.post(`/api/v1/approvals/${waiting}/cancel`));
  });
});
