import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { effectiveTierOf, getCustomer, kycLimits } from '../../domain/customers/index.ts';
import { scopeOf } from '../../core/scope.ts';
import {
  addStaff,
  createProject,
  customerBody,
  must,
  projectOf,
  setTestClock,
  sharedService,
  type Project,
  type Reply,
  type TestService,
} from '../harness/index.ts';
import { expectError, expectInvalid } from './samples.ts';

let service: TestService;
let project: Project;

beforeAll(async () => {
  service = await sharedService();
  project = await createProject(service.anyone);
});
afterAll(() => service.stop());

const NUMBER = 'EP0123456-SECRET-7788';
const at = (id: string, rest = ''): string => `/api/v1/customers/${id}${rest}`;
const BEGAN = Date.now();
/** From the day on which the tests began; the same for all of them, whatever midnight comes. */
const daysFromNow = (days: number): string => new Date(BEGAN + days * 86_400_000).toISOString().slice(0, 10);

async function create(overrides: Record<string, unknown> = {}): Promise<string> {
  return must(await project.key.post('/api/v1/customers', customerBody(overrides))).body.id;
}

async function get(id: string) {
  return must(await project.key.get(at(id))).body;
}

function upload(id: string, overrides: Record<string, unknown> = {}): Promise<Reply> {
  return project.key.post(at(id, '/documents'), { doc_type: 'passport', number: NUMBER, ...overrides });
}

function review(id: string, document: string, decision = 'accept', note?: string): Promise<Reply> {
  return project.key.post(at(id, `/documents/${document}/review`), { decision, note });
}

async function accepted(id: string, overrides: Record<string, unknown> = {}): Promise<string> {
  const { body } = must(await upload(id, overrides));
  must(await review(id, body.id));
  return body.id;
}

function approve(id: string, tier: number, note?: string): Promise<Reply> {
  return project.key.post(at(id, '/kyc'), { decision: 'approve', tier, note });
}

async function atTier2(overrides: Record<string, unknown> = {}, document: Record<string, unknown> = {}) {
  const id = await create(overrides);
  const doc = await accepted(id, document);
  must(await approve(id, 2));
  return { id, doc };
}

async function events(id: string) {
  return must(await project.key.get(at(id, '/events?limit=1000'))).body.events as {
    type: string;
    actor: unknown;
    details: Record<string, unknown>;
  }[];
}

async function statusesOf(id: string): Promise<Record<string, string>> {
  const { body } = must(await project.key.get(at(id, '/documents')));
  return Object.fromEntries(
    body.documents.map((document: { id: string; status: string }) => [document.id, document.status]),
  );
}

describe('documents', () => {
  test('are answered with the last four characters of their number', async () => {
    const id = await create();
    const file_sha256 = createHash('sha256').update('scan').digest('hex');
    const reply = await upload(id, {
      issuing_country: 'et',
      expires_on: '2035-01-31',
      file_url: 'https://files.example.org/scan.jpg?signature=x',
      file_sha256: file_sha256.toUpperCase(),
    });
    expect(reply.status).toBe(201);
    expect(reply.body).toEqual({
      id: expect.stringMatching(/^doc_/),
      doc_type: 'passport',
      number_last4: '7788',
      issuing_country: 'ET',
      expires_on: '2035-01-31',
      file_id: null,
      file_url: 'https://files.example.org/scan.jpg?signature=x',
      file_sha256,
      status: 'pending',
      note: null,
      reviewed_by: null,
      reviewed_at: null,
      created_at: expect.stringMatching(/Z$/),
    });
    expect(await get(id)).toMatchObject({ kyc_status: 'in_review', kyc_tier: 0 });
    const newer = must(await upload(id, { doc_type: 'tin_certificate', number: '12345' })).body;
    expect(newer).toMatchObject({
      issuing_country: null,
      expires_on: null,
      file_url: null,
      file_sha256: null,
    });
    const first = must(await project.key.get(at(id, '/documents?limit=1'))).body;
    expect(first.documents).toEqual([newer]);
    const second = must(await project.key.get(at(id, `/documents?limit=1&after=${first.next_after}`))).body;
    expect(second).toEqual({ documents: [reply.body], next_after: null });
    expect((await events(id)).map(({ type }) => type)).toEqual([
      'document.added',
      'document.added',
      'customer.created',
    ]);
  });

  test.each([
    ['1234', '234'],
    ['1', ''],
    ['12345', '2345'],
    ['ab\u{1F4A9}\u{1F4A9}\u{1F4A9}', 'b\u{1F4A9}\u{1F4A9}\u{1F4A9}'],
  ])('a short number is never shown whole: %s', async (number, shown) => {
    expect(must(await upload(await create(), { number })).body.number_last4).toBe(shown);
  });

  test.each([
    ['no type', { doc_type: undefined }, 'doc_type'],
    ['another type', { doc_type: 'library_card' }, 'doc_type'],
    ['no number', { number: undefined }, 'number'],
    ['an empty number', { number: '' }, 'number'],
    ['a number that is one', { number: 123456 }, 'number'],
    ['a country that is none', { issuing_country: 'ZZ' }, 'issuing_country'],
    ['a country of three letters', { issuing_country: 'ETH' }, 'issuing_country'],
    ['no date', { expires_on: '2026-02-29' }, 'expires_on'],
    ['a file without TLS', { file_url: 'http://files.example.org/scan.jpg' }, 'file_url'],
    ['a script for a file', { file_url: 'javascript:alert(1)' }, 'file_url'],
    ['half a hash', { file_sha256: 'abcd' }, 'file_sha256'],
    ['a hash that is no hex', { file_sha256: 'g'.repeat(64) }, 'file_sha256'],
    ['a status of its own', { status: 'accepted' }, 'status'],
  ])('refuses %s', async (_name, overrides, path) => {
    expectInvalid(await upload(await create(), overrides), path);
  });

  test('numbers are sealed where they are kept, and in no trail', async () => {
    const id = await create();
    const doc = await accepted(id);
    for (const table of ['kyc_documents', 'customer_events', 'audit_log', 'customers', 'customer_words']) {
      const { rows } = await service.ctx.db.raw('select t::text as row from ?? t', [table]);
      expect(JSON.stringify(rows)).not.toContain('SECRET');
    }
    const row = await service.ctx.db('kyc_documents').where({ id: doc }).first();
    expect(row.number_sealed).toMatch(/^v1\./);
    // Moved to another document, it does not open.
    const other = must(await upload(id)).body.id;
    await service.ctx.db('kyc_documents').where({ id: other }).update({ number_sealed: row.number_sealed });
    const path = `/api/projects/${project.id}/customers/${id}/documents/${other}/number`;
    expect((await project.owner.client.get(path)).status).toBe(500);
    expect((await events(id)).map(({ type }) => type)).not.toContain('document.number_revealed');
  });
});

describe('reviews', () => {
  test('accept or reject, once, by whom and why', async () => {
    const id = await create();
    const { body: document } = must(await upload(id));
    expectInvalid(await review(id, document.id, 'reject'), 'note');
    expectInvalid(await review(id, document.id, 'maybe'), 'decision');
    const { body: rejected } = must(
      await project.session.post(at(id, `/documents/${document.id}/review`), {
        decision: 'reject',
        note: 'unreadable',
      }),
    );
    expect(rejected).toEqual({
      ...document,
      status: 'rejected',
      note: 'unreadable',
      reviewed_by: { type: 'user', id: project.owner.id, name: 'Test Person' },
      reviewed_at: expect.stringMatching(/Z$/),
    });
    for (const decision of ['accept', 'reject'])
      expectError(await review(id, document.id, decision, 'x'), 409, 'CONFLICT', 'already_decided');
    expect((await events(id))[0]).toMatchObject({
      type: 'document.rejected',
      actor: { type: 'user', id: project.owner.id },
      details: { document_id: document.id, doc_type: 'passport', note: 'unreadable' },
    });
    expect(await get(id)).toMatchObject({ kyc_status: 'in_review' });
  });

  test('two at once: one decides', async () => {
    for (let i = 0; i < 3; i++) {
      const id = await create();
      const { body: document } = must(await upload(id));
      const replies = await Promise.all([
        review(id, document.id, 'accept'),
        review(id, document.id, 'reject', 'no'),
        review(id, document.id, 'accept'),
      ]);
      expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
      const decided = replies.find(({ status }) => status === 200);
      expect(await statusesOf(id)).toEqual({ [document.id]: decided?.body.status });
      const trail = (await events(id)).filter(({ type }) => /^document\.(accepted|rejected)$/.test(type));
      expect(trail).toHaveLength(1);
    }
  });

  test('an accepted document takes the place of the earlier one of its type', async () => {
    const id = await create();
    const old = await accepted(id);
    const address = await accepted(id, { doc_type: 'proof_of_address' });
    const renewed = await accepted(id);
    expect(await statusesOf(id)).toEqual({
      [old]: 'superseded',
      [address]: 'accepted',
      [renewed]: 'accepted',
    });
    expect((await events(id))[0]).toMatchObject({
      type: 'document.superseded',
      details: { document_id: old, replaced_by: renewed },
    });
    expectError(await review(id, old, 'reject', 'x'), 409, 'CONFLICT', 'already_decided');
  });

  test('one that is over takes nobody’s place', async () => {
    const id = await create();
    const valid = await accepted(id);
    const over = await accepted(id, { expires_on: '2020-01-01' });
    expect(await statusesOf(id)).toEqual({ [valid]: 'accepted', [over]: 'accepted' });
  });

  test("another customer's document is none of this one's", async () => {
    const { body: document } = must(await upload(await create()));
    expectError(await review(await create(), document.id), 404, 'NOT_FOUND');
  });
});

describe('requirements and decisions', () => {
  async function missing(id: string, tier: number) {
    return must(await project.key.get(at(id, `/kyc/requirements?tier=${tier}`))).body;
  }

  test('what is missing is listed, and refuses the tier', async () => {
    const id = await create({ phone: null });
    expect(await missing(id, 0)).toEqual({ tier: 0, met: true, missing: [] });
    expect(await missing(id, 3)).toEqual({
      tier: 3,
      met: false,
      missing: [
        { requirement: 'phone', any_of: [] },
        {
          requirement: 'identity_document',
          any_of: ['national_id', 'kebele_id', 'passport', 'driving_licence', 'residence_permit'],
        },
        { requirement: 'proof_of_address', any_of: ['proof_of_address'] },
      ],
    });
    const refused = await approve(id, 3);
    expectError(refused, 422, 'UNPROCESSABLE', 'kyc_required');
    expect(refused.body.error.details.map(({ path }: { path: string }) => path)).toEqual([
      'phone',
      'identity_document',
      'proof_of_address',
    ]);
    expect(await get(id)).toMatchObject({ kyc_status: 'unverified', kyc_tier: 0 });
    for (const tier of ['4', '-1', 'x', '1.5'])
      expectInvalid(await project.key.get(at(id, `/kyc/requirements?tier=${tier}`)), 'tier');
    expectInvalid(await project.key.get(at(id, '/kyc/requirements')), 'tier');
  });

  test('a person climbs to tier 3', async () => {
    const id = await create();
    const { body } = must(await approve(id, 1, 'met in person'));
    expect(body).toEqual({ ...(await get(id)), decision: 'approve' });
    expect(body).toMatchObject({ kyc_status: 'verified', kyc_tier: 1 });
    expectError(await approve(id, 2), 422, 'UNPROCESSABLE', 'kyc_required');
    const pending = must(await upload(id, { doc_type: 'kebele_id' })).body.id;
    expectError(await approve(id, 2), 422, 'UNPROCESSABLE', 'kyc_required');
    must(await review(id, pending));
    expect(await missing(id, 2)).toEqual({ tier: 2, met: true, missing: [] });
    expect(must(await approve(id, 2)).body.kyc_tier).toBe(2);
    await accepted(id, { doc_type: 'proof_of_address' });
    expect(await get(id)).toMatchObject({ kyc_status: 'in_review', kyc_tier: 2 });
    expect(must(await approve(id, 3)).body).toMatchObject({ kyc_status: 'verified', kyc_tier: 3 });
    expect((await events(id)).find(({ type }) => type === 'kyc.approved')?.details).toEqual({
      tier: 3,
      previous_tier: 2,
      note: null,
    });
    // A lower tier takes the higher one back.
    expect(must(await approve(id, 1)).body).toMatchObject({ kyc_status: 'verified', kyc_tier: 1 });
  });

  test('a business climbs by its own documents', async () => {
    const id = await create({ kind: 'business' });
    await accepted(id, { doc_type: 'passport' });
    expectError(await approve(id, 2), 422, 'UNPROCESSABLE', 'kyc_required');
    await accepted(id, { doc_type: 'business_licence' });
    must(await approve(id, 2));
    await accepted(id, { doc_type: 'proof_of_address' });
    expectError(await approve(id, 3), 422, 'UNPROCESSABLE', 'kyc_required');
    await accepted(id, { doc_type: 'tin_certificate' });
    expect(must(await approve(id, 3)).body.kyc_tier).toBe(3);
  });

  test('a rejection says why, and leaves the tier that was granted', async () => {
    const { id } = await atTier2();
    const kyc = at(id, '/kyc');
    expectInvalid(await project.key.post(kyc, { decision: 'reject' }), 'note');
    expectInvalid(await project.key.post(kyc, { decision: 'reject', note: null }), 'note');
    expectInvalid(await project.key.post(kyc, { decision: 'reject', note: ' ' }), 'note');
    for (const tier of [undefined, 0, 4, '1']) {
      expectInvalid(await project.key.post(kyc, { decision: 'approve', tier }), 'tier');
    }
    const { body } = must(await project.session.post(kyc, { decision: 'reject', note: 'another face' }));
    expect(body).toMatchObject({ decision: 'reject', kyc_status: 'rejected', kyc_tier: 2 });
    expect((await events(id))[0]).toMatchObject({
      type: 'kyc.rejected',
      actor: { type: 'user', id: project.owner.id },
      details: { tier: null, previous_tier: 2, note: 'another face' },
    });
    must(await upload(id));
    expect(await get(id)).toMatchObject({ kyc_status: 'in_review', kyc_tier: 2 });
  });
});

describe('another name, date of birth or kind', () => {
  test.each([
    ['name', { full_name: 'Another Name' }],
    ['date of birth', { date_of_birth: '1990-01-02' }],
    ['date of birth taken out', { date_of_birth: null }],
    ['kind', { kind: 'business' }],
  ])('%s: back to review at tier 1, accepted documents superseded', async (_what, change) => {
    const { id, doc } = await atTier2({ date_of_birth: '1990-01-01' });
    const rejected = must(await upload(id)).body.id;
    must(await review(id, rejected, 'reject', 'blurred'));
    const pending = must(await upload(id)).body.id;
    must(await approve(id, 2));
    const { body } = must(await project.key.patch(at(id), change));
    expect(body).toMatchObject({ ...change, kyc_status: 'in_review', kyc_tier: 1 });
    expect(await statusesOf(id)).toEqual({
      [doc]: 'superseded',
      [rejected]: 'rejected',
      [pending]: 'pending',
    });
    expect((await events(id)).slice(0, 3).toReversed()).toMatchObject([
      { type: 'customer.updated' },
      { type: 'document.superseded', details: { document_id: doc } },
      { type: 'kyc.review_reopened', details: { tier: 1, previous_tier: 2 } },
    ]);
    expectError(await approve(id, 2), 422, 'UNPROCESSABLE', 'kyc_required');
  });

  test('what is no identity leaves the tier', async () => {
    const { id, doc } = await atTier2();
    must(await project.key.patch(at(id), { email: 'new@example.org', external_ref: crypto.randomUUID() }));
    const { full_name } = await get(id);
    must(await project.key.patch(at(id), { full_name }));
    expect(await get(id)).toMatchObject({ kyc_status: 'verified', kyc_tier: 2 });
    expect(await statusesOf(id)).toEqual({ [doc]: 'accepted' });
  });

  test('below tier 2 the tier stays, and documents of the old name carry no one up', async () => {
    const id = await create();
    must(await approve(id, 1));
    const doc = await accepted(id);
    must(await approve(id, 1));
    const { body } = must(await project.key.patch(at(id), { full_name: 'Another Name' }));
    expect(body).toMatchObject({ kyc_status: 'verified', kyc_tier: 1 });
    expect(await statusesOf(id)).toEqual({ [doc]: 'superseded' });
    expectError(await approve(id, 2), 422, 'UNPROCESSABLE', 'kyc_required');
  });
});

describe('expiry', () => {
  test('a document that ran out does not carry a tier, one of today does', async () => {
    const before = project;
    project = await projectOf(project.owner, service.anyone);
    try {
      await moveTo(`${daysFromNow(2)}T12:00:00Z`);
      const id = await create();
      await accepted(id, { expires_on: daysFromNow(1) });
      expectError(await approve(id, 2), 422, 'UNPROCESSABLE', 'kyc_required');
      await accepted(id, { expires_on: daysFromNow(2) });
      expect(must(await approve(id, 2)).body.kyc_tier).toBe(2);
    } finally {
      project = before;
    }
  });

  test('the tier falls by itself with the day after, everywhere, and comes back with a renewal', async () => {
    const mine = await projectOf(project.owner, service.anyone);
    const before = project;
    project = mine;
    try {
      const { id } = await atTier2({}, { expires_on: daysFromNow(30) });
      await accepted(id, { doc_type: 'proof_of_address' });
      must(await approve(id, 3));
      expect(await tiers(id)).toEqual([3, 3, 3]);
      await moveTo(`${daysFromNow(30)}T23:59:00Z`);
      expect(await tiers(id)).toEqual([3, 3, 3]);
      await moveTo(`${daysFromNow(31)}T00:00:00Z`);
      expect(await tiers(id)).toEqual([1, 1, 1]);
      expect(must(await project.key.get(at(id, '/kyc/requirements?tier=3'))).body.missing).toMatchObject([
        { requirement: 'identity_document' },
      ]);
      await accepted(id, { doc_type: 'national_id', expires_on: null });
      expect(await tiers(id)).toEqual([3, 3, 3]);
    } finally {
      project = before;
    }
  });

  /** As read, as listed, and as other rooms see it. */
  async function tiers(id: string): Promise<number[]> {
    const { body } = must(await project.key.get('/api/v1/customers'));
    const listed = body.customers.find((each: { id: string }) => each.id === id);
    const { test_clock_offset_ms } = await service.ctx.db('projects').where({ id: project.id }).first();
    const scope = scopeOf(project.id, 'test', test_clock_offset_ms);
    const { db } = service.ctx;
    return [
      (await get(id)).kyc_tier,
      listed.kyc_tier,
      await effectiveTierOf(db, scope, await getCustomer(db, scope, id)),
    ];
  }

  async function moveTo(now: string): Promise<void> {
    await setTestClock(project, now);
  }
});

describe('the whole number', () => {
  const pathOf = (id: string, doc: string, environment = ''): string =>
    `/api/projects/${project.id}/customers/${id}/documents/${doc}/number${environment && `?environment=${environment}`}`;

  test('is shown to any member of staff, and that is recorded', async () => {
    const id = await create();
    const doc = must(await upload(id)).body.id;
    const maker = await addStaff(service.anyone, project, 'maker');
    const reply = must(await maker.client.get(pathOf(id, doc, 'test')));
    expect(reply.body).toEqual({ number: NUMBER });
    expect(reply.headers.get('cache-control')).toBe('no-store');
    expect((await events(id))[0]).toMatchObject({
      type: 'document.number_revealed',
      actor: { type: 'user', id: maker.id },
      details: { document_id: doc },
    });
    const { body: log } = must(await project.owner.client.get(`/api/projects/${project.id}/audit-log`));
    expect(log.audit_log[0]).toMatchObject({
      action: 'document.number_revealed',
      subject: doc,
      actor: { type: 'user', id: maker.id },
      details: { customer_id: id },
    });
    // Of a closed customer too, and each time anew.
    must(await project.key.post(at(id, '/close')));
    must(await project.owner.client.get(pathOf(id, doc)));
    const { body: later } = must(await project.owner.client.get(`/api/projects/${project.id}/audit-log`));
    expect(later.audit_log[0]).toMatchObject({ subject: doc, actor: { id: project.owner.id } });
  });

  test('is shown to no API key and no outsider, and not from another environment', async () => {
    const id = await create();
    const doc = must(await upload(id)).body.id;
    const outsider = await createProject(service.anyone);
    expectError(await project.key.get(pathOf(id, doc)), 403, 'FORBIDDEN');
    expectError(await outsider.owner.client.get(pathOf(id, doc)), 403, 'FORBIDDEN');
    expectError(await service.anyone.get(pathOf(id, doc)), 401, 'UNAUTHORIZED');
    expectError(await project.owner.client.get(pathOf(id, doc, 'live')), 404, 'NOT_FOUND');
    expectError(await project.owner.client.get(pathOf(await create(), doc)), 404, 'NOT_FOUND');
    expectInvalid(await project.owner.client.get(pathOf(id, doc, 'staging')), 'environment');
    expect((await events(id)).map(({ type }) => type)).not.toContain('document.number_revealed');
  });
});

describe('limits', () => {
  const SOME = { tier: 1, currency: 'KES', max_balance_minor: 500_000, max_single_minor: 0 };

  async function audited(): Promise<{ action: string; subject: string; details: object }[]> {
    const { body } = must(await project.owner.client.get(`/api/projects/${project.id}/audit-log?limit=1000`));
    return body.audit_log.filter(({ action }: { action: string }) => action === 'kyc.limits_changed');
  }

  test('are replaced as a whole; what is left out or null is not set; changes are audited once', async () => {
    const { body } = must(await project.session.put('/api/v1/kyc/limits', SOME));
    expect(body).toEqual({
      tier: 1,
      currency: 'KES',
      max_balance: '5000.00',
      max_balance_minor: 500_000,
      max_single: '0.00',
      max_single_minor: 0,
      max_daily_out: null,
      max_daily_out_minor: null,
    });
    must(await project.key.put('/api/v1/kyc/limits', { ...SOME, max_daily_out_minor: null }));
    const other = { tier: 2, currency: 'ETB', max_daily_out_minor: 1 };
    must(await project.key.put('/api/v1/kyc/limits', other));
    const listed = must(await project.key.get('/api/v1/kyc/limits')).body;
    expect(listed).toEqual({ limits: [body, expect.objectContaining(other)], next_after: null });
    expect(must(await project.live_key.get('/api/v1/kyc/limits')).body.limits).toEqual([]);

    must(await project.key.put('/api/v1/kyc/limits', { tier: 1, currency: 'KES', max_single_minor: 7 }));
    must(await project.key.put('/api/v1/kyc/limits', { tier: 2, currency: 'ETB' }));
    expect(must(await project.key.get('/api/v1/kyc/limits')).body.limits).toEqual([
      expect.objectContaining({ tier: 1, max_balance: null, max_balance_minor: null, max_single: '0.07' }),
    ]);
    const log = await audited();
    expect(log.map(({ subject }) => subject)).toEqual([
      'ETB tier 2',
      'KES tier 1',
      'ETB tier 2',
      'KES tier 1',
    ]);
    expect(log[1]?.details).toEqual({
      max_balance_minor: null,
      max_single_minor: 7,
      max_daily_out_minor: null,
      previous: { max_balance_minor: 500_000, max_single_minor: 0, max_daily_out_minor: null },
    });
  });

  test('are listed in pages by tier and currency, as every list', async () => {
    const { key } = await projectOf(project.owner, service.anyone);
    const set = [
      [0, 'ZMW'],
      [1, 'ETB'],
      [1, 'KES'],
      [2, 'CDF'],
    ] as const;
    for (const [tier, currency] of set.toReversed())
      must(await key.put('/api/v1/kyc/limits', { tier, currency, max_single_minor: 1 }));
    const read = async (query: string) => must(await key.get(`/api/v1/kyc/limits${query}`)).body;
    const listed: unknown[] = [];
    for (let query = '?limit=3', pages = 1; ; pages++) {
      const { limits, next_after } = await read(query);
      listed.push(...limits.map((each: { tier: number; currency: string }) => [each.tier, each.currency]));
      if (next_after === null) {
        expect(pages).toBe(2);
        break;
      }
      query = `?limit=3&after=${encodeURIComponent(next_after)}`;
    }
    expect(listed).toEqual(set);
    expect((await read('?limit=4')).next_after).toBeNull();
    for (const [query, path] of [
      ['limit=0', 'limit'],
      ['limit=1001', 'limit'],
      ['after=lim_1', 'after'],
    ] as const)
      expectInvalid(await key.get(`/api/v1/kyc/limits?${query}`), path);
  });

  test('what other rooms go by: those of the tier, and for tier 0 without its own those of tier 1', async () => {
    const mine = await projectOf(project.owner, service.anyone);
    const scope = scopeOf(mine.id, 'test', 0n);
    const of = async (tier: number) =>
      (await kycLimits.ofTiers(service.ctx.db, [{ scope, tier, currency: 'KES' }]))[0];
    expect(await of(1)).toBeNull();
    must(await mine.key.put('/api/v1/kyc/limits', SOME));
    expect(await of(1)).toMatchObject({ tier: 1, max_balance_minor: 500_000n, max_daily_out_minor: null });
    expect(await of(0)).toEqual(await of(1));
    expect(await of(2)).toBeNull();
    must(await mine.key.put('/api/v1/kyc/limits', { tier: 0, currency: 'KES', max_balance_minor: 1 }));
    expect(await of(0)).toMatchObject({ tier: 0, max_balance_minor: 1n });
  });

  test('two changes at once leave one of them whole', async () => {
    await Promise.all(
      Array.from({ length: 6 }, (_none, i) =>
        project.key
          .put('/api/v1/kyc/limits', { tier: 3, currency: 'USD', max_single_minor: i, max_balance_minor: i })
          .then(must),
      ),
    );
    const limit = must(await project.key.get('/api/v1/kyc/limits')).body.limits.find(
      ({ currency }: { currency: string }) => currency === 'USD',
    );
    expect(limit.max_single_minor).toBe(limit.max_balance_minor);
    expect((await audited()).filter(({ subject }) => subject === 'USD tier 3')).toHaveLength(6);
  });

  test.each([
    ['no tier', { tier: undefined }, 'tier'],
    ['a tier that is none', { tier: 4 }, 'tier'],
    ['a tier in text', { tier: '1' }, 'tier'],
    ['no currency', { currency: undefined }, 'currency'],
    ['another currency', { currency: 'JPY' }, 'currency'],
    ['a negative limit', { max_single_minor: -1 }, 'max_single_minor'],
    ['half a cent', { max_balance_minor: 1.5 }, 'max_balance_minor'],
    ['too much', { max_balance_minor: 2 ** 53 }, 'max_balance_minor'],
    ['an unknown limit', { max_weekly_minor: 1 }, 'max_weekly_minor'],
  ])('refuses %s', async (_name, overrides, path) => {
    expectInvalid(await project.key.put('/api/v1/kyc/limits', { ...SOME, ...overrides }), path);
  });
});
