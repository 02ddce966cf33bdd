/** Projects: keys, staff, the audit log, the test clock, providers. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AuditRow } from '../../domain/platform/audit/audit.model.ts';
import { auditHash, type CompleteEntry } from '../../domain/platform/audit/audit-hash.rules.ts';
import { completeEntries } from '../../domain/platform/audit/complete-entries.ts';
import { GENESIS_HASH } from '../../domain/platform/audit/audit-hash.rules.ts';
import { PROVIDERS } from '../../domain/payments/providers/index.ts';
import { postings } from '../../domain/payments/index.ts';
import {
  addStaff,
  deref,
  expectBetween,
  must,
  paymentBody,
  projectOf,
  quickPerson,
  startService,
  type Client,
  type Person,
  type Project,
  type TestService,
} from '../harness/index.ts';
import { expectError, expectInvalid } from './samples.ts';

let service: TestService;
let anyone: Client;
let project: Project;
let admin: Person;
let checker: Person;
let maker: Person;
/** Registered, and on no staff. */
let outsider: Person;

beforeAll(async () => {
  service = await startService();
  anyone = service.anyone;
  project = await projectOf(await quickPerson(service), anyone);
  [admin, checker, maker, outsider] = await Promise.all([
    addStaff(anyone, project, 'admin'),
    addStaff(anyone, project, 'checker'),
    addStaff(anyone, project, 'maker'),
    quickPerson(service),
  ]);
});
afterAll(() => service.stop());

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

function at(path: string): string {
  return `/api/projects/${project.id}${path}`;
}

async function auditLog(environment = 'test'): Promise<AuditEntry[]> {
  const path = at(`/audit-log?environment=${environment}&limit=1000`);
  return must(await project.owner.client.get(path)).body.audit_log;
}

interface AuditEntry {
  id: string;
  actor: { type: string; id: string };
  action: string;
  subject: string;
  details: Record<string, unknown>;
  hash: string;
  previous_hash: string;
}

describe('projects', () => {
  test('the creator owns it; others do not see it', async () => {
    const reply = await outsider.client.post('/api/projects', { name: 'Ushirika wa Maziwa' });
    expect(reply.status).toBe(201);
    expect(reply.body).toEqual({
      id: expect.stringMatching(/^prj_[0-9A-HJKMNP-TV-Z]{26}$/),
      name: 'Ushirika wa Maziwa',
      require_totp: false,
      strict_approvals: false,
      created_at: expect.stringMatching(INSTANT),
    });
    const { body } = must(await outsider.client.get('/api/projects'));
    const { require_totp: _setting, strict_approvals: _other, ...listed } = reply.body;
    expect(body).toEqual({ projects: [{ ...listed, role: 'owner' }], next_after: null });
    const { body: of_owner } = must(await project.owner.client.get('/api/projects'));
    expect(of_owner.projects.map(({ id }: { id: string }) => id)).toEqual([project.id]);
  });

  test('are listed page by page, newest first, with the role in each', async () => {
    const many = await quickPerson(service);
    const ids: string[] = [];
    for (const name of ['One', 'Two', 'Three'])
      ids.unshift(must(await many.client.post('/api/projects', { name })).body.id);
    must(
      await project.owner.client.post(`/api/projects/${project.id}/staff`, {
        email: many.email,
        role: 'maker',
      }),
    );
    const seen: object[] = [];
    for (let after = ''; ;) {
      const { body } = must(await many.client.get(`/api/projects?limit=3${after && `&after=${after}`}`));
      seen.push(...body.projects.map(({ id, role }: { id: string; role: string }) => ({ id, role })));
      if (body.next_after === null) break;
      after = body.next_after;
    }
    expect(seen).toEqual([...ids.map((id) => ({ id, role: 'owner' })), { id: project.id, role: 'maker' }]);
    expectInvalid(await many.client.get('/api/projects?limit=0'), 'limit');
    const { body: document } = must(await service.anyone.get('/openapi.json'));
    const answer = document.paths['/api/projects'].get.responses['200'].content['application/json'].schema;
    expect(deref(answer.properties.projects.items).required).toContain('role');
  });

  test.each([
    ['no name', {}],
    ['an empty name', { name: '' }],
    ['a blank name', { name: ' \t ' }],
    ['a number', { name: 7 }],
    ['201 characters', { name: 'x'.repeat(201) }],
  ])('refuses %s as a name', async (_what, body) => {
    expectInvalid(await outsider.client.post('/api/projects', body), 'name');
  });
});

describe('API keys', () => {
  test('show their secret once, and afterwards only how it begins', async () => {
    const reply = await admin.client.post(at('/api-keys'), { environment: 'live', name: 'till' });
    expect(reply.status).toBe(201);
    const { key, ...shown } = reply.body;
    expect(shown).toEqual({
      id: expect.stringMatching(/^key_[0-9A-HJKMNP-TV-Z]{26}$/),
      prefix: key.slice(0, 14),
      environment: 'live',
      name: 'till',
      created_by: admin.id,
      created_at: expect.stringMatching(INSTANT),
      revoked_at: null,
      expires_at: null,
      last_used_at: null,
      scopes: null,
      allowed_ips: null,
    });
    expect(shown.prefix).toMatch(/^ush_live_/);
    const list = must(await admin.client.get(at('/api-keys')));
    expect(list.body.api_keys[0]).toEqual(shown);
    for (const each of list.body.api_keys)
      expect(Object.keys(each).toSorted()).toEqual(Object.keys(shown).toSorted());
    expect(list.text).not.toContain(key.slice(14));
    expect(JSON.stringify(await auditLog('live'))).not.toContain(key.slice(14));
  });

  test('are listed newest first, in pages, the revoked ones too', async () => {
    const { body } = must(await admin.client.post(at('/api-keys'), { environment: 'test' }));
    expect((await admin.client.delete(at(`/api-keys/${body.id}`))).status).toBe(204);
    const seen: { id: string; revoked_at: string | null }[] = [];
    for (let after: string | null = ''; after !== null;) {
      const path = at(`/api-keys?limit=1${after && `&after=${after}`}`);
      const { body: page } = must(await admin.client.get(path));
      expect(page.api_keys).toHaveLength(1);
      seen.push(...page.api_keys);
      after = page.next_after;
    }
    const ids = seen.map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)].toSorted().toReversed());
    expect(ids).toEqual(
      must(await admin.client.get(at('/api-keys'))).body.api_keys.map(({ id }: { id: string }) => id),
    );
    expect(seen.find(({ id }) => id === body.id)?.revoked_at).toMatch(INSTANT);
  });

  test.each([
    ['no environment', { name: 'x' }, 'environment'],
    ['another environment', { environment: 'production' }, 'environment'],
    ['an empty name', { environment: 'test', name: '' }, 'name'],
    ['a key of the caller', { environment: 'test', key: 'ush_test_mine' }, 'key'],
  ])('refuse %s', async (_what, body, path) => {
    expectInvalid(await admin.client.post(at('/api-keys'), body), path);
  });

  test('revoking what is not there is 404', async () => {
    expectError(await admin.client.delete(at('/api-keys/key_00000000000000000000000000')), 404, 'NOT_FOUND');
    expectError(await admin.client.delete(at('/api-keys/nonsense')), 404, 'NOT_FOUND');
  });

  test('issue and revocation are in the audit log of their environment', async () => {
    const { body } = must(
      await admin.client.post(at('/api-keys'), { environment: 'live', name: 'for the log' }),
    );
    must(await project.owner.client.delete(at(`/api-keys/${body.id}`)));
    must(await project.owner.client.delete(at(`/api-keys/${body.id}`)));
    const entries = (await auditLog('live')).filter(({ subject }) => subject === body.id);
    expect(entries.map(({ action, actor }) => [action, actor.id])).toEqual([
      ['api_key.revoked', project.owner.id],
      ['api_key.created', admin.id],
    ]);
    expect((await auditLog('test')).some(({ subject }) => subject === body.id)).toBe(false);
  });
});

describe('staff', () => {
  test('are added by email, in any letter case, and listed with the owner', async () => {
    const { client } = project.owner;
    const reply = await client.post(at('/staff'), { email: outsider.email.toUpperCase(), role: 'maker' });
    expect(reply.status).toBe(201);
    expect(reply.body).toEqual({
      user_id: outsider.id,
      email: outsider.email,
      name: 'Test Person',
      role: 'maker',
      status: 'active',
      added_at: expect.stringMatching(INSTANT),
    });
    const { body } = must(await maker.client.get(at('/staff')));
    const roles = Object.fromEntries(
      body.staff.map(({ user_id, role }: { user_id: string; role: string }) => [user_id, role]),
    );
    expect(roles).toMatchObject({
      [project.owner.id]: 'owner',
      [admin.id]: 'admin',
      [checker.id]: 'checker',
      [maker.id]: 'maker',
      [outsider.id]: 'maker',
    });
    expect(JSON.stringify(body)).not.toMatch(/password|scrypt/);

    const changed = await client.post(at('/staff'), { email: outsider.email, role: 'checker' });
    expect(changed.status).toBe(200);
    expect(changed.body).toEqual({ ...reply.body, role: 'checker' });
    // Once more the same: nothing changes, nothing is recorded.
    expect((await client.post(at('/staff'), { email: outsider.email, role: 'checker' })).status).toBe(200);

    expect((await client.delete(at(`/staff/${outsider.id}`))).status).toBe(204);
    expectError(await client.delete(at(`/staff/${outsider.id}`)), 404, 'NOT_FOUND');
    for (const environment of ['test', 'live']) {
      const entries = (await auditLog(environment)).filter(({ subject }) => subject === outsider.id);
      expect(entries.map(({ action, details }) => [action, details])).toEqual([
        ['staff.removed', { role: 'checker' }],
        ['staff.role_changed', { role: 'checker', previous_role: 'maker' }],
        ['staff.added', { role: 'maker' }],
      ]);
      for (const { actor } of entries)
        expect(actor).toEqual({ type: 'user', id: project.owner.id, name: 'Test Person' });
    }
  });

  test('an email that nobody registered is 404', async () => {
    const body = { email: 'nobody-at-all@example.org', role: 'maker' };
    expectError(await project.owner.client.post(at('/staff'), body), 404, 'NOT_FOUND');
  });

  test('the owner is neither demoted nor removed, by nobody', async () => {
    for (const { client } of [project.owner, admin]) {
      for (const role of ['admin', 'checker', 'maker']) {
        expectError(
          await client.post(at('/staff'), { email: project.owner.email, role }),
          409,
          'CONFLICT',
          'owner_protected',
        );
      }
      expectError(await client.delete(at(`/staff/${project.owner.id}`)), 409, 'CONFLICT', 'owner_protected');
    }
    const { body } = must(await project.owner.client.get('/api/auth/me'));
    expect(body.projects[0].role).toBe('owner');
  });

  test('nobody is made owner', async () => {
    expectInvalid(
      await project.owner.client.post(at('/staff'), { email: maker.email, role: 'owner' }),
      'role',
    );
  });

  test('two who add the same person at once add them once', async () => {
    const person = await quickPerson(service);
    const replies = await Promise.all(
      Array.from({ length: 8 }, () =>
        project.owner.client.post(at('/staff'), { email: person.email, role: 'maker' }),
      ),
    );
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(7);
    const added = (await auditLog()).filter(({ subject }) => subject === person.id);
    expect(added.map(({ action }) => action)).toEqual(['staff.added']);
    must(await project.owner.client.delete(at(`/staff/${person.id}`)));
  });

  test('makers and checkers look, and manage nothing', async () => {
    for (const { client } of [maker, checker]) {
      for (const [method, path, body] of [
        ['POST', '/staff', { email: maker.email, role: 'admin' }],
        ['DELETE', `/staff/${admin.id}`],
        ['POST', '/api-keys', { environment: 'live' }],
        ['GET', '/api-keys'],
        ['DELETE', '/api-keys/key_00000000000000000000000000'],
        ['POST', '/test-clock', { now: '2090-01-01T00:00:00Z' }],
        ['GET', '/audit-log'],
      ] as const) {
        expectError(await client.send(method, at(path), body), 403, 'FORBIDDEN');
      }
      for (const path of ['/staff', '/providers', '/test-clock']) must(await client.get(at(path)));
    }
  });
});

describe('the audit log', () => {
  test('is a chain whose every hash can be computed again', async () => {
    for (const environment of ['test', 'live'] as const) {
      const shown = (await auditLog(environment)).toReversed();
      const rows: AuditRow[] = await service.ctx
        .db<AuditRow>('audit_log')
        .where({ project_id: project.id, environment })
        .orderBy('seq');
      expect(shown.length).toBeGreaterThan(3);
      expect(shown.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
      let previous = GENESIS_HASH;
      for (const [i, { hash, ...row }] of (await completeEntries(service.ctx, rows)).entries()) {
        expect(row.seq).toBe(BigInt(i + 1));
        expect(row.previous_hash).toBe(previous);
        expect(auditHash(row)).toBe(hash);
        expect(shown[i]).toMatchObject({ hash, previous_hash: previous, action: row.action });
        previous = hash;
      }
    }
  });

  test('a changed entry has another hash', async () => {
    const rows: AuditRow[] = await service.ctx
      .db<AuditRow>('audit_log')
      .where({ project_id: project.id })
      .orderBy('seq')
      .limit(1);
    const [{ hash, ...row }] = (await completeEntries(service.ctx, rows)) as [CompleteEntry];
    for (const change of [
      { details: '{}' },
      { actor_id: 'usr_other' },
      { action: 'other' },
      { subject: 'other' },
      { at: new Date(row.at.getTime() + 1) },
      { seq: row.seq + 1n },
      { previous_hash: hash },
    ])
      expect(auditHash({ ...row, ...change })).not.toBe(hash);
  });

  test('is walked in pages', async () => {
    const whole = (await auditLog()).map(({ id }) => id);
    const walked: string[] = [];
    for (let after: string | null = ''; after !== null;) {
      const path = at(`/audit-log?limit=2${after && `&after=${after}`}`);
      const { body } = must(await project.owner.client.get(path));
      walked.push(...body.audit_log.map(({ id }: AuditEntry) => id));
      after = body.next_after;
    }
    expect(walked).toEqual(whole);
  });

  test('is filtered by who, what and on what, alone and together, in pages', async () => {
    const whole = await auditLog();
    const listed = async (query: string): Promise<AuditEntry[]> =>
      must(await project.owner.client.get(at(`/audit-log?limit=1000&${query}`))).body.audit_log;
    const { actor, action, subject } = whole.find((entry) => entry.action === 'staff.added') as AuditEntry;
    const filters = {
      actor: (entry: AuditEntry) => entry.actor.id === actor.id,
      action: (entry: AuditEntry) => entry.action === action,
      subject: (entry: AuditEntry) => entry.subject === subject,
    };
    const values = { actor: actor.id, action, subject };
    const names = ['actor', 'action', 'subject'] as const;
    for (const chosen of [['actor'], ['action'], ['subject'], ['actor', 'action'], names] as const) {
      const query = chosen.map((name) => `${name}=${values[name]}`).join('&');
      const expected = whole.filter((entry) => chosen.every((name) => filters[name](entry)));
      expect(expected.length).toBeGreaterThan(0);
      expect(await listed(query)).toEqual(expected);
      const { body } = must(await project.owner.client.get(at(`/audit-log?limit=1&${query}`)));
      expect(body.audit_log).toEqual(expected.slice(0, 1));
      expect(body.next_after === null).toBe(expected.length === 1);
    }
    expect(await listed(`actor=${outsider.id}&action=payment.late_success`)).toEqual([]);
  });

  test("another project's people and things are not found, nor its entries", async () => {
    const other = await projectOf(await quickPerson(service), anyone);
    const { body: log } = must(await other.owner.client.get(`/api/projects/${other.id}/audit-log`));
    const [theirs] = log.audit_log as [AuditEntry];
    expect(theirs.actor.id).toBe(other.owner.id);
    for (const query of [`actor=${other.owner.id}`, `subject=${theirs.subject}`]) {
      const { body } = must(await project.owner.client.get(at(`/audit-log?${query}`)));
      expect(body).toEqual({ audit_log: [], next_after: null });
    }
    const foreign = `/api/projects/${other.id}/audit-log?actor=${project.owner.id}`;
    expectError(await project.owner.client.get(foreign), 403, 'FORBIDDEN');
  });

  test.each([
    ['action', 'not%20one'],
    ['action', ''],
    ['actor', '%00'],
    ['subject', 'x'.repeat(101)],
  ])('refuses the filter %s=%s', async (name, value) => {
    expectInvalid(await project.owner.client.get(at(`/audit-log?${name}=${value}`)), name);
  });

  test.each(['nonsense', '-1', '1.5', '9999999999999999999', '9'.repeat(40), ''])(
    'refuses the cursor "%s"',
    async (after) => {
      expectInvalid(await project.owner.client.get(at(`/audit-log?after=${after}`)), 'after');
    },
  );

  test('and the ledger are append-only in the database itself', async () => {
    must(await project.key.post('/api/v1/payments', paymentBody()));
    await postings.postPending(service.ctx);
    const { db } = service.ctx;
    for (const table of ['audit_log', 'ledger_transfers']) {
      const contents = JSON.stringify((await db.raw(`select json_agg(t) from ${table} t`)).rows);
      expect(contents).not.toBe('[{"json_agg":null}]');
      for (const statement of [
        `update ${table} set id = id`,
        `delete from ${table}`,
        `truncate ${table}`,
        `truncate ${table} cascade`,
        // Even when there is nothing to change.
        `delete from ${table} where false`,
      ]) {
        await expect(db.raw(statement), statement).rejects.toThrow(`${table} is append-only`);
      }
      expect(JSON.stringify((await db.raw(`select json_agg(t) from ${table} t`)).rows)).toBe(contents);
    }
  });

  test('many at once stay one chain', async () => {
    const before = (await auditLog()).length;
    await Promise.all(
      Array.from({ length: 30 }, () => admin.client.post(at('/api-keys'), { environment: 'test' })),
    );
    const entries = await auditLog();
    expect(entries).toHaveLength(before + 30);
    for (const [i, entry] of entries.entries())
      expect(entry.previous_hash).toBe(entries[i + 1]?.hash ?? GENESIS_HASH);
  });
});

describe('the test clock', () => {
  const DAY_MS = 86_400_000;
  let clocked: Project;

  beforeAll(async () => {
    clocked = await projectOf(await quickPerson(service), anyone);
  });

  const path = () => `/api/projects/${clocked.id}/test-clock`;
  const move = (now: unknown) => clocked.owner.client.post(path(), { now });
  const read = async () => must(await clocked.owner.client.get(path())).body;

  test('shows real time until it is moved', async () => {
    const began = Date.now();
    const clock = await read();
    expect(clock).toEqual({ now: expect.stringMatching(INSTANT), offset_seconds: 0 });
    expectBetween(began, clock.now, Date.now());
  });

  test('moves the test environment forward, never live', async () => {
    const began = Date.now();
    const to = new Date(began + 40 * DAY_MS);
    /** On the moved clock. */
    const latest = () => to.getTime() + (Date.now() - began);
    const moved = must(await move(to.toISOString())).body;
    expectBetween(to, moved.now, latest());
    // In whole seconds.
    expectBetween(to.getTime() - Date.now() - 1_000, moved.offset_seconds * 1_000, 40 * DAY_MS + 1_000);
    expect((await read()).offset_seconds).toBe(moved.offset_seconds);

    const { body: test_payment } = must(await clocked.key.post('/api/v1/payments', paymentBody()));
    for (const field of ['created_at', 'updated_at', 'completed_at'])
      expectBetween(to, test_payment[field], latest());
    const events = must(await clocked.key.get(`/api/v1/payments/${test_payment.id}/events`)).body.events;
    for (const event of events) expectBetween(to, event.at, latest());

    const { body: live_payment } = must(
      await clocked.live_key.post('/api/v1/payments', paymentBody({ provider: 'manual' })),
    );
    expectBetween(began, live_payment.created_at, Date.now());

    const day = to.toISOString().slice(0, 10);
    const found = must(await clocked.key.get(`/api/v1/payments?from=${day}`)).body.payments;
    expect(found.map(({ id }: { id: string }) => id)).toContain(test_payment.id);
  });

  test('of one project moves no other', async () => {
    const began = Date.now();
    const { body } = must(await project.key.post('/api/v1/payments', paymentBody()));
    expectBetween(began, body.created_at, Date.now());
  });

  test('never moves back', async () => {
    const { now } = await read();
    expectError(
      await move(new Date(Date.parse(now) - 60_000).toISOString()),
      409,
      'CONFLICT',
      'clock_backwards',
    );
    expectError(await move('2000-01-01T00:00:00Z'), 409, 'CONFLICT', 'clock_backwards');
    expectError(await move('0001-01-01T00:00:00Z'), 409, 'CONFLICT', 'clock_backwards');
    expect(Date.parse((await read()).now)).toBeGreaterThanOrEqual(Date.parse(now));
  });

  test('moves at most ten years', async () => {
    const { now } = await read();
    const later = (years: number, more_ms: number): string => {
      const moment = new Date(Date.parse(now) + more_ms);
      moment.setUTCFullYear(moment.getUTCFullYear() + years);
      return moment.toISOString();
    };
    expectInvalid(await move(later(10, DAY_MS)), 'now');
    expectInvalid(await move('9999-12-31T23:59:59Z'), 'now');
    must(await move(later(10, 0)));
  });

  test.each([
    '2026-02-30T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-01-01T25:00:00Z',
    '2026-01-01T00:00:00',
    '2026-01-01',
    'tomorrow',
    '',
    1_800_000_000,
    null,
    { $date: 1 },
  ])('refuses %j', async (now) => {
    expectInvalid(await move(now), 'now');
  });

  test('takes an offset for what it is', async () => {
    const { now } = await read();
    const target = Date.parse(now) + DAY_MS;
    const local = new Date(target + 3 * 3_600_000).toISOString().replace('Z', '+03:00');
    const began = Date.now();
    const { body } = must(await move(local));
    expectBetween(target, body.now, target + (Date.now() - began));
  });

  test('its moves are in the audit log', async () => {
    const { body } = must(await clocked.owner.client.get(`/api/projects/${clocked.id}/audit-log`));
    const moves = body.audit_log.filter(({ action }: AuditEntry) => action === 'test_clock.moved');
    expect(moves).toHaveLength(3);
    for (const entry of moves) expect(entry).toMatchObject({ subject: clocked.id, actor: { type: 'user' } });
  });

  test('does not lengthen a session', async () => {
    const { rows } = await service.ctx.db.raw('select max(expires_at) as latest from sessions');
    expect(rows[0].latest.getTime()).toBeLessThan(Date.now() + 13 * 3_600_000);
  });
});

describe('providers', () => {
  test.each(['test', 'live'] as const)('are listed with what they can do in %s', async (environment) => {
    const { body } = must(await maker.client.get(at(`/providers?environment=${environment}`)));
    expect(Object.keys(body)).toEqual(['providers']);
    for (const provider of body.providers) {
      expect(provider).toEqual({
        name: expect.stringMatching(/^[a-z_]+$/),
        title: expect.any(String),
        configured: expect.any(Boolean),
        payouts_enabled: false,
        currencies: expect.arrayContaining([expect.stringMatching(/^[A-Z]{3}$/)]),
        capabilities: {
          status_api: expect.any(Boolean),
          refunds: expect.any(Boolean),
          partial_refunds: expect.any(Boolean),
          payouts: expect.any(Boolean),
          callbacks_signed: expect.any(Boolean),
        },
        needs_callback: expect.any(Boolean),
        amount_step_minor: expect.any(Number),
        needs_phone: expect.any(Boolean),
        paybill:
          provider.name === 'mpesa' ? { enabled: false, reject_unknown: false, registered_at: null } : null,
        // None where nothing goes over the network, or no address is known: MTN gives one with each live account.
        circuit: (environment === 'test' ? ['sandbox', 'manual'] : ['manual', 'mtn_momo']).includes(
          provider.name,
        )
          ? null
          : { state: 'closed', opened_at: null, probe_at: null },
        // None is configured.
        webhook_url: null,
        credential_fields: expect.any(Array),
        credentials: null,
      });
    }
    const expected = Object.values(PROVIDERS).filter(({ environments }) =>
      environments.includes(environment),
    );
    expect(body.providers.map(({ name }: { name: string }) => name)).toEqual(
      expected.map(({ name }) => name),
    );
  });

  test('the sandbox is of the test environment alone; test is what is meant unless said otherwise', async () => {
    const names = async (query: string) =>
      must(await maker.client.get(at(`/providers${query}`))).body.providers.map(
        ({ name }: { name: string }) => name,
      );
    expect(await names('')).toEqual(await names('?environment=test'));
    expect(await names('')).toContain('sandbox');
    expect(await names('?environment=live')).not.toContain('sandbox');
    expect(await names('?environment=live')).toContain('manual');
    expectInvalid(await maker.client.get(at('/providers?environment=all')), 'environment');
  });
});
