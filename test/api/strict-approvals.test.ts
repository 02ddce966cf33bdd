/** Strict approvals: who may not decide, and which changes wait for a second person. Off, everything is as without them. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { reconciliationJobs } from '../../domain/reconciliation/index.ts';
import {
  createSacco,
  inProject,
  issueKey,
  lockWaiters,
  moving,
  must,
  newCustomer,
  newSaver,
  quickPerson,
  runOperator,
  startService,
  until,
  verifyAll,
  type Client,
  type Person,
  type Reply,
  type Sacco,
  type TestService,
} from '../harness/index.ts';
import { importRows, linesOf, manualPayment, resolve, resolveAll } from '../reconciliation/books.ts';
import { expectError } from './samples.ts';

let service: TestService;
let sacco: Sacco;
let member: string;

beforeAll(async () => {
  service = await startService({ workers: ['reconciliation-imports'] });
});
afterAll(async () => {
  expect(await verifyAll(service.ctx)).toEqual([]);
  await service.stop();
});
/** The owner has appointed everybody: nobody decides on the owner's requests, all of them on the admin's. */
beforeEach(async () => {
  sacco = await createSacco(service, { withdrawal_approval_minor: 100 });
  member = await newSaver(sacco, 10_000);
});

const owner = (): Client => sacco.project.owner.client;
const at = (path = ''): string => `/api/projects/${sacco.project.id}${path}`;
const SETTINGS = '/api/v1/sacco/settings';
const LIMITS = '/api/v1/kyc/limits';

function setStrict(strict_approvals: boolean, by: Client = owner()): Promise<Reply> {
  return by.patch(at(), { strict_approvals });
}

function put({ email }: Person, role: string, by: Client = owner()): Promise<Reply> {
  return by.post(at('/staff'), { email, role });
}

/** The session of the admin outside the environments. */
function admin(): Client {
  return sacco.people.admin.client;
}

async function asked(by: Client): Promise<string> {
  return must(await by.post(`/api/v1/sacco/members/${member}/withdrawals`, moving(500))).body.approval_id;
}

function approve(by: Client, id: string): Promise<Reply> {
  return by.post(`/api/v1/approvals/${id}/approve`);
}

async function read(by: Client, id: string): Promise<Reply['body']> {
  return must(await by.get(`/api/v1/approvals/${id}`)).body;
}

/** Approving is refused, as `may_decide` says. */
async function expectNewDecider(by: Client, id: string): Promise<void> {
  expect((await read(by, id)).may_decide).toBe(false);
  expectError(await approve(by, id), 403, 'FORBIDDEN', 'not_decider_at_request');
  const rejected = await by.post(`/api/v1/approvals/${id}/reject`, { note: 'no' });
  expectError(rejected, 403, 'FORBIDDEN', 'not_decider_at_request');
  expect(await read(by, id)).toMatchObject({ status: 'pending' });
}

async function auditOf(environment: string, action: string): Promise<{ actor: object; details: object }[]> {
  const { body } = must(await owner().get(at(`/audit-log?environment=${environment}&limit=200`)));
  return body.audit_log.filter((entry: { action: string }) => entry.action === action);
}

/** The appointments of the owner are older than a day. */
async function yesterday(): Promise<void> {
  await service.ctx
    .db('staff')
    .where({ project_id: sacco.project.id })
    .update({ decides_since: service.ctx.db.raw("decides_since - interval '25 hours'") });
}

describe('the setting', () => {
  test('is off, turned on at once by the owner alone, and off by a second person', async () => {
    expect(must(await owner().get(at())).body.strict_approvals).toBe(false);
    const off = await setStrict(false);
    expect([off.status, off.body.approval_id]).toEqual([200, undefined]);
    expectError(await setStrict(true, admin()), 403, 'FORBIDDEN');
    const on = await setStrict(true);
    expect([on.status, on.body.strict_approvals]).toEqual([200, true]);
    expect(must(await sacco.people.maker.client.get(at())).body.strict_approvals).toBe(true);
    expectError(await setStrict(false, admin()), 403, 'FORBIDDEN');

    const asked_off = await setStrict(false);
    expect(asked_off.status).toBe(202);
    expect(asked_off.body).toMatchObject({ strict_approvals: true, approval_id: expect.any(String) });
    const { approval_id } = asked_off.body;
    expect((await setStrict(false)).body.approval_id).toBe(approval_id);
    expect(await read(sacco.checker, approval_id)).toMatchObject({
      kind: 'strict_approvals_off',
      subject: { type: 'project', id: sacco.project.id },
      effect: {
        carries_out: true,
        changes: [{ field: 'strict_approvals', from: 'true', to: 'false' }],
      },
    });
    expectError(await approve(sacco.project.session, approval_id), 403, 'FORBIDDEN');
    await expectNewDecider(sacco.checker, approval_id);
    await yesterday();
    const approved = must(await approve(sacco.checker, approval_id)).body;
    expect(approved.project).toMatchObject({ strict_approvals: false });
    expect(must(await owner().get(at())).body.strict_approvals).toBe(false);
    for (const environment of ['test', 'live'])
      expect(
        (await auditOf(environment, 'project.settings_changed')).map(({ actor, details }) => [
          actor,
          details,
        ]),
      ).toEqual([
        [
          expect.objectContaining({ id: sacco.project.owner.id }),
          { strict_approvals: false, approval_id, approved_by: sacco.people.checker.id },
        ],
        [expect.objectContaining({ id: sacco.project.owner.id }), { strict_approvals: true }],
      ]);
  });

  test('stays on where it is rejected, and an operator of the machine can turn it off', async () => {
    must(await setStrict(true));
    await yesterday();
    const { approval_id } = must(await setStrict(false)).body;
    must(await sacco.checker.post(`/api/v1/approvals/${approval_id}/reject`, { note: 'We need it' }));
    expect(must(await owner().get(at())).body.strict_approvals).toBe(true);
    const { id } = sacco.project;
    expect((await runOperator(service, 'strict-approvals-off', id)).output).toContain('are off');
    expect(must(await owner().get(at())).body.strict_approvals).toBe(false);
    expect((await runOperator(service, 'strict-approvals-off', id)).output).toContain('are not on');
    const [last] = await auditOf('live', 'project.settings_changed');
    expect(last).toMatchObject({ actor: { type: 'system' }, details: { strict_approvals: false } });
  });
});

describe('nobody decides', () => {
  test('who joined, was promoted or restored after the request; as soon as they are off, they may', async () => {
    must(await setStrict(true));
    const [joined, { maker: promoted, checker: restored }] = [await quickPerson(service), sacco.people];
    const id = await asked(sacco.admin);
    must(await owner().delete(at(`/staff/${restored.id}`)));
    const appointed = [
      [joined, 'checker'],
      [promoted, 'admin'],
      [restored, 'checker'],
    ] as const;
    for (const [person, role] of appointed) {
      const { approval_id } = must(await put(person, role, admin())).body;
      must(await approve(sacco.project.session, approval_id));
      await expectNewDecider(inProject(person, sacco.project.id, 'test'), id);
    }
    // The owner could decide when it was requested.
    expect((await read(sacco.project.session, id)).may_decide).toBe(true);
    must(await approve(sacco.project.session, id));
  });

  test('while they are off, whoever is a checker by then does', async () => {
    const id = await asked(sacco.admin);
    must(await put(sacco.people.maker, 'checker'));
    expect((await read(sacco.maker, id)).may_decide).toBe(true);
    expect((await approve(sacco.maker, id)).status).toBe(200);
  });

  test('whom the requester appointed, within a day, also by a key of the requester', async () => {
    const person = await quickPerson(service);
    must(await put(person, 'checker', admin()));
    must(await setStrict(true));
    const session = inProject(person, sacco.project.id, 'test');
    await expectNewDecider(session, await asked(sacco.admin));
    const key = await issueKey(service.anyone, sacco.people.admin, sacco.project.id, 'test');
    await expectNewDecider(session, await asked(key));
    // Others have not appointed this person.
    must(await approve(session, await asked(sacco.checker)));
    const late = await asked(sacco.admin);
    await yesterday();
    expect((await read(session, late)).may_decide).toBe(true);
    must(await approve(session, late));
  });

  test('and who becomes a maker is no decider any more', async () => {
    const { project } = sacco;
    must(await setStrict(true));
    const person = await quickPerson(service);
    const { approval_id } = must(await put(person, 'checker', admin())).body;
    must(await approve(sacco.project.session, approval_id));
    const [row] = await service.ctx.db('staff').where({ project_id: project.id, user_id: person.id });
    expect(row).toMatchObject({ appointed_by: sacco.people.admin.id, decides_since: expect.any(Date) });
    must(await put(person, 'maker'));
    const [demoted] = await service.ctx.db('staff').where({ project_id: project.id, user_id: person.id });
    expect(demoted).toMatchObject({ appointed_by: null, decides_since: null });
  });

  test('a checker who becomes an admin could decide before, and still can', async () => {
    must(await setStrict(true));
    const id = await asked(sacco.admin);
    const { approval_id } = must(await put(sacco.people.checker, 'admin', admin())).body;
    must(await approve(sacco.project.session, approval_id));
    expect((await approve(sacco.checker, id)).status).toBe(200);
  });
});

describe('a role that decides', () => {
  test('waits, in both environments; a maker is appointed, and anybody removed, at once', async () => {
    must(await setStrict(true));
    const person = await quickPerson(service);
    const reply = await put(person, 'checker', admin());
    expect([reply.status, reply.body]).toEqual([
      202,
      {
        user_id: person.id,
        email: person.email,
        role: 'checker',
        status: 'awaiting_approval',
        approval_id: expect.stringMatching(/^apr_/),
      },
    ]);
    const { approval_id } = reply.body;
    expect((await put(person, 'checker', admin())).body.approval_id).toBe(approval_id);
    const { body: staff } = must(await owner().get(at('/staff')));
    expect(staff.staff.map(({ user_id }: { user_id: string }) => user_id)).not.toContain(person.id);
    for (const environment of ['test', 'live'] as const) {
      const by = inProject(sacco.people.checker, sacco.project.id, environment);
      const { approvals } = must(await by.get('/api/v1/approvals?status=pending')).body;
      expect(approvals).toMatchObject([
        { id: approval_id, kind: 'staff_appointment', subject: { type: 'staff', id: person.id } },
      ]);
      expect((await read(by, approval_id)).effect).toMatchObject({
        changes: [{ field: 'role', from: null, to: 'checker' }],
      });
    }
    // Other projects have it nowhere.
    const elsewhere = await createSacco(service);
    expectError(await elsewhere.checker.get(`/api/v1/approvals/${approval_id}`), 404, 'NOT_FOUND');
    expectError(await approve(sacco.admin, approval_id), 403, 'FORBIDDEN');
    const live = inProject(sacco.people.checker, sacco.project.id, 'live');
    expect(must(await approve(live, approval_id)).body.staff).toMatchObject({
      user_id: person.id,
      role: 'checker',
      status: 'active',
    });
    for (const environment of ['test', 'live'])
      expect((await auditOf(environment, 'staff.added'))[0]).toMatchObject({
        actor: { id: sacco.people.admin.id },
        details: { role: 'checker', approval_id, approved_by: sacco.people.checker.id },
      });

    const maker = await quickPerson(service);
    expect((await put(maker, 'maker', admin())).status).toBe(201);
    expect((await put(maker, 'maker', admin())).status).toBe(200);
    expect((await put(maker, 'checker', admin())).status).toBe(202);
    expect((await put(person, 'maker', admin())).status).toBe(200);
    must(await admin().delete(at(`/staff/${person.id}`)));
    expectError(await put(sacco.project.owner, 'checker', admin()), 409, 'CONFLICT', 'owner_protected');
    const unknown = await admin().post(at('/staff'), { email: 'nobody@example.org', role: 'checker' });
    expectError(unknown, 404, 'NOT_FOUND');
  });

  test('is an event of both environments, in order', async () => {
    must(await setStrict(true));
    const polls = await Promise.all(
      (['test', 'live'] as const).map(async (environment) => {
        const by = inProject(sacco.people.admin, sacco.project.id, environment);
        const { id } = must(await by.post('/api/v1/webhook-endpoints', { mode: 'poll', events: ['*'] })).body;
        return { by, id };
      }),
    );
    const { approval_id } = must(await put(sacco.people.maker, 'checker', admin())).body;
    must(await approve(sacco.checker, approval_id));
    for (const { by, id } of polls) {
      const { events } = must(await by.get(`/api/v1/webhook-endpoints/${id}/events`)).body;
      expect(events.map(({ type, data }: Reply['body']) => [type, data.id, data.status])).toEqual([
        ['approval.created', approval_id, 'pending'],
        ['approval.decided', approval_id, 'approved'],
      ]);
    }
  });

  test('is not given where it is rejected or cancelled', async () => {
    must(await setStrict(true));
    const { maker } = sacco.people;
    const first = must(await put(maker, 'checker', admin())).body.approval_id;
    must(await sacco.checker.post(`/api/v1/approvals/${first}/reject`, { note: 'not yet' }));
    const second = must(await put(maker, 'checker', admin())).body.approval_id;
    must(await sacco.admin.post(`/api/v1/approvals/${second}/cancel`));
    expect(second).not.toBe(first);
    expectError(await sacco.maker.get(at('/api-keys')), 403, 'FORBIDDEN');
    expect(must(await maker.client.get('/api/auth/me')).body.projects).toMatchObject([{ role: 'maker' }]);
  });
});

describe('settings', () => {
  const threshold = async (): Promise<number | null> =>
    must(await sacco.admin.get(SETTINGS)).body.withdrawal_approval_minor;

  test('that raise or remove a threshold wait; all others are changed at once', async () => {
    must(await setStrict(true));
    for (const change of [
      { min_kyc_tier: 0 },
      { withdrawal_approval_minor: 100 },
      { withdrawal_approval_minor: 90 },
    ])
      expect((await sacco.admin.put(SETTINGS, change)).status).toBe(200);
    for (const wanted of [91, null]) {
      const reply = await sacco.admin.put(SETTINGS, { withdrawal_approval_minor: wanted, min_kyc_tier: 1 });
      expect(reply.status).toBe(202);
      expect(reply.body).toMatchObject({ withdrawal_approval_minor: 90, min_kyc_tier: 0 });
      const { approval_id } = reply.body;
      expect(await threshold()).toBe(90);
      const shown = await read(sacco.checker, approval_id);
      expect(shown).toMatchObject({
        kind: 'settings_change',
        subject: { type: 'settings' },
        may_decide: true,
      });
      expect(shown.effect.changes).toEqual([
        { field: 'min_kyc_tier', from: '0', to: '1' },
        { field: 'withdrawal_approval_minor', from: '90', to: wanted === null ? null : '91' },
      ]);
      // One environment's settings are the other's business nowhere.
      const live = inProject(sacco.people.checker, sacco.project.id, 'live');
      expectError(await live.get(`/api/v1/approvals/${approval_id}`), 404, 'NOT_FOUND');
      const { settings } = must(await approve(sacco.checker, approval_id)).body;
      expect(settings).toMatchObject({ withdrawal_approval_minor: wanted, min_kyc_tier: 1 });
      const [last] = await auditOf('test', 'sacco.settings_changed');
      expect(last).toMatchObject({
        actor: { id: sacco.people.admin.id },
        details: { approval_id, approved_by: sacco.people.checker.id },
      });
      // Lowering one, or setting one again, weakens nothing.
      must(await sacco.admin.put(SETTINGS, { withdrawal_approval_minor: 90, min_kyc_tier: 0 }));
      expect(await threshold()).toBe(90);
    }
  });

  test('change at once while they are off', async () => {
    expect((await sacco.admin.put(SETTINGS, { withdrawal_approval_minor: null })).status).toBe(200);
    expect(await threshold()).toBeNull();
  });

  test('and KYC limits wait, also those of a key', async () => {
    const limits = {
      tier: 1,
      currency: 'KES',
      max_balance_minor: 9_000_000_000_000_001,
      max_single_minor: null,
    };
    expect((await sacco.project.key.put(LIMITS, { ...limits, max_single_minor: 7 })).status).toBe(200);
    must(await setStrict(true));
    expect((await sacco.project.key.put(LIMITS, { ...limits, max_single_minor: 7 })).status).toBe(200);
    const key = await issueKey(service.anyone, sacco.people.admin, sacco.project.id, 'test');
    const reply = await key.put(LIMITS, limits);
    expect(reply.status).toBe(202);
    expect(reply.body).toMatchObject({ tier: 1, max_single_minor: 7, approval_id: expect.any(String) });
    const { approval_id } = reply.body;
    const listed = async () => must(await key.get(LIMITS)).body.limits;
    expect(await listed()).toMatchObject([{ max_single_minor: 7 }]);
    expect((await read(sacco.checker, approval_id)).effect.changes).toEqual([
      { field: 'max_single_minor', from: '7', to: null },
    ]);
    expectError(await approve(sacco.admin, approval_id), 403, 'FORBIDDEN');
    const approved = must(await approve(sacco.checker, approval_id)).body;
    expect(approved.limits).toMatchObject({ tier: 1, max_balance_minor: 9_000_000_000_000_001 });
    expect(await listed()).toMatchObject([{ max_single_minor: null }]);
  });
});

describe('a statement', () => {
  async function statement(count: number): Promise<{ run: string; payments: string[] }> {
    const references = Array.from({ length: count }, (_, i) => `INV-${i}`);
    const payments = await Promise.all(
      references.map((reference) => manualPayment(sacco.project.key, reference, { amount: 250 })),
    );
    const rows = references.map((reference) => ({ reference, amount: '250.00' }));
    const { id } = await importRows(sacco.project.key, rows);
    return { run: id, payments };
  }
  const statusOf = async (id: string): Promise<string> =>
    must(await sacco.maker.get(`/api/v1/payments/${id}`)).body.status;

  test('completes payments at once while they are off', async () => {
    const { run, payments } = await statement(1);
    const reply = await resolve(sacco.maker, run, 2, 'settle_payment');
    expect([reply.status, reply.body.resolution]).toMatchObject([200, { status: 'done', approval_id: null }]);
    expect(await statusOf(payments[0] as string)).toBe('completed');
  });

  test('completes none before a second person has approved it', async () => {
    must(await setStrict(true));
    const { run, payments } = await statement(3);
    const reply = await resolve(sacco.maker, run, 2, 'settle_payment');
    expect(reply.status).toBe(202);
    expect(reply.body).toMatchObject({
      state: 'awaiting_approval',
      resolution: { action: 'settle_payment', status: 'awaiting_approval', approval_id: expect.any(String) },
    });
    const again = await resolve(sacco.maker, run, 2, 'settle_payment');
    expect([again.status, again.body]).toEqual([202, reply.body]);
    expectError(
      await sacco.maker.post(`/api/v1/reconciliation/runs/${run}/lines/2/resolve`, {
        action: 'ignore',
        note: 'x',
      }),
      409,
      'CONFLICT',
      'line_resolving',
    );
    expectError(
      await sacco.maker.post(`/api/v1/reconciliation/runs/${run}/close`),
      409,
      'CONFLICT',
      'line_resolving',
    );
    const { approval_id } = reply.body.resolution;
    expect(await read(sacco.checker, approval_id)).toMatchObject({
      kind: 'statement_settlement',
      subject: { type: 'run', id: run },
      amount_minor: 25_000,
      currency: 'KES',
      effect: { changes: [{ field: payments[0], from: 'pending', to: 'completed' }] },
    });
    expectError(await approve(sacco.maker, approval_id), 403, 'FORBIDDEN');

    const all = await resolveAll(sacco.maker, run, 'settle_payment');
    expect(all.status).toBe(202);
    expect(all.body.results).toMatchObject([
      { line_no: 3, ok: true, approval_id: expect.any(String) },
      { line_no: 4, ok: true },
    ]);
    const rest = all.body.results[0].approval_id;
    expect(await Promise.all(payments.map(statusOf))).toEqual(['pending', 'pending', 'pending']);

    must(await sacco.checker.post(`/api/v1/approvals/${rest}/reject`, { note: 'Not on our account' }));
    const approved = must(await approve(sacco.checker, approval_id)).body;
    expect(approved.run).toMatchObject({ id: run, resolved: 1 });
    expect(await Promise.all(payments.map(statusOf))).toEqual(['completed', 'pending', 'pending']);
    const lines = await linesOf(sacco.project.key, run);
    expect(lines.map(({ state }) => state)).toEqual(['resolved', 'open', 'open']);
    expect((await auditOf('test', 'reconciliation.settle_payment')).map(({ actor }) => actor)).toMatchObject([
      { id: sacco.people.maker.id },
    ]);
    must(await sacco.maker.post(`/api/v1/reconciliation/runs/${run}/close`));
  });

  test('that names a payment which the provider has confirmed waits for nobody', async () => {
    must(await setStrict(true));
    const { run, payments } = await statement(1);
    const { approval_id } = must(await resolve(sacco.maker, run, 2, 'settle_payment')).body.resolution;
    must(await approve(sacco.checker, approval_id));
    const later = await importRows(sacco.project.key, [{ reference: 'INV-0', amount: '250.00' }]);
    const reply = await resolve(sacco.maker, later.id, 2, 'settle_payment');
    expect([reply.status, reply.body.resolution]).toMatchObject([200, { status: 'done', approval_id: null }]);
    expect(await statusOf(payments[0] as string)).toBe('completed');
  });

  test('that was approved is carried out by the sweep where the process dies', async () => {
    must(await setStrict(true));
    const { run, payments } = await statement(1);
    const { approval_id } = must(await resolve(sacco.maker, run, 2, 'settle_payment')).body.resolution;
    const { subject_actions } = service.ctx;
    const dying = subject_actions.map((action) => ({ ...action, afterApproval: () => Promise.resolve() }));
    service.ctx.subject_actions = dying;
    try {
      must(await approve(sacco.checker, approval_id));
    } finally {
      service.ctx.subject_actions = subject_actions;
    }
    expect(await statusOf(payments[0] as string)).toBe('pending');
    const { db } = service.ctx;
    const long_ago = new Date(Date.now() - 120_000);
    await db('reconciliation_lines').where({ run_id: run }).update({ decided_at: long_ago });
    await db('reconciliation_runs').where({ id: run }).update({ resolving_since: long_ago });
    await reconciliationJobs.resumeResolutions(service.ctx);
    expect(await statusOf(payments[0] as string)).toBe('completed');
  });
});

test('a maker decides no KYC while they are on', async () => {
  const customer = await newCustomer(sacco.project);
  const decide = (by: Client) =>
    by.post(`/api/v1/customers/${customer}/kyc`, { decision: 'approve', tier: 1, note: null });
  must(await decide(sacco.maker));
  must(await setStrict(true));
  expectError(await decide(sacco.maker), 403, 'FORBIDDEN');
  must(await decide(sacco.checker));
  must(await decide(sacco.project.key));
});

describe('races', () => {
  test('of two deciders one decides, and the change is made once', async () => {
    must(await setStrict(true));
    const person = await quickPerson(service);
    const { approval_id } = must(await put(person, 'checker', admin())).body;
    const deciders = [
      sacco.checker,
      sacco.project.session,
      inProject(sacco.people.checker, sacco.project.id, 'live'),
    ];
    const replies = await Promise.all(deciders.map((by) => approve(by, approval_id)));
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    expect(await auditOf('live', 'staff.added')).toHaveLength(4);
  });

  test('a promotion that commits while the decision waits makes nobody a decider', async () => {
    must(await setStrict(true));
    const id = await asked(sacco.admin);
    const { approval_id } = must(await put(sacco.people.maker, 'checker', admin())).body;
    const trx = await service.ctx.db.transaction();
    await trx('sacco_approvals').where({ id }).forUpdate();
    // The role is checked before the lock, so that the decision of a maker waits only where the role is right by then.
    must(await approve(sacco.project.session, approval_id));
    const decided = approve(sacco.maker, id);
    await until('the decision waits', async () => (await lockWaiters(service.ctx.db, 'sacco_approvals')) > 0);
    await trx.commit();
    expectError(await decided, 403, 'FORBIDDEN', 'not_decider_at_request');
  });

  test('turning them on reaches a decision that waits', async () => {
    const id = await asked(sacco.admin);
    must(await put(sacco.people.maker, 'checker', admin()));
    const trx = await service.ctx.db.transaction();
    await trx('sacco_approvals').where({ id }).forUpdate();
    const decided = approve(sacco.maker, id);
    await until('the decision waits', async () => (await lockWaiters(service.ctx.db, 'sacco_approvals')) > 0);
    must(await setStrict(true));
    await trx.commit();
    expectError(await decided, 403, 'FORBIDDEN', 'not_decider_at_request');
  });
});

test('verify finds a decision of somebody who was not allowed', async () => {
  must(await setStrict(true));
  const id = await asked(sacco.admin);
  must(await approve(sacco.checker, id));
  const row = service.ctx.db('sacco_approvals').where({ id });
  const [stored] = await row.clone();
  const { asked_at, strict_decider_since } = stored;
  for (const forged of [
    { strict_decider_since: new Date(asked_at.getTime() + 1) },
    { strict_decider_since: null },
    { strict_appointed_by: sacco.people.admin.id },
  ]) {
    await row.clone().update(forged);
    expect(await verifyAll(service.ctx)).toEqual([expect.stringContaining(id)]);
    await row.clone().update({ strict_decider_since, strict_appointed_by: stored.strict_appointed_by });
  }
});
