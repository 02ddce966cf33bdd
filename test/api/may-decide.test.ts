/** Whether the caller of `GET /approvals/{id}` may decide on it, which is each time tried. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createSacco,
  enrol,
  inProject,
  issueKey,
  lockWaiters,
  moving,
  must,
  newSaver,
  openSession,
  quickPerson,
  sharedService,
  until,
  type Client,
  type Reply,
  type TestService,
} from '../harness/index.ts';

let service: TestService;

beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.stop());

async function read(by: Client, approval_id: string): Promise<Reply['body']> {
  return must(await by.get(`/api/v1/approvals/${approval_id}`)).body;
}

/** A withdrawal that waits. */
async function asked(by: Client, member: string): Promise<string> {
  return must(await by.post(`/api/v1/sacco/members/${member}/withdrawals`, moving(10))).body.approval_id;
}

describe('may_decide', () => {
  /** Whether this client may decide, which is tried by rejecting. */
  async function tried(by: Client, id: string): Promise<boolean> {
    const { may_decide } = await read(by, id);
    const { status } = await by.post(`/api/v1/approvals/${id}/reject`, { note: 'no' });
    expect(status).toBe(may_decide ? 200 : 403);
    return may_decide;
  }

  test('is true of owner, admin and checker, and false of makers and keys', async () => {
    const sacco = await createSacco(service, { withdrawal_approval_minor: 0 });
    const member = await newSaver(sacco, 10_000);
    for (const [by, may] of [
      [sacco.maker, false],
      [sacco.project.key, false],
      [sacco.checker, true],
      [sacco.admin, true],
      [sacco.project.session, true],
    ] as const)
      expect(await tried(by, await asked(sacco.maker, member))).toBe(may);
  });

  test('is false of who asked, of who issued the key that did, of operators, and once it is decided', async () => {
    const sacco = await createSacco(service, { withdrawal_approval_minor: 0 });
    const member = await newSaver(sacco, 10_000);
    expect(await tried(sacco.checker, await asked(sacco.checker, member))).toBe(false);
    const own_key = await issueKey(service.anyone, sacco.people.admin, sacco.project.id, 'test');
    expect(await tried(sacco.admin, await asked(own_key, member))).toBe(false);
    expect(await tried(sacco.checker, await asked(own_key, member))).toBe(true);

    const operator = (is: boolean): Promise<unknown> =>
      service.ctx.db('users').where({ id: sacco.people.checker.id }).update({ operator: is });
    await operator(true);
    expect(await tried(sacco.checker, await asked(sacco.maker, member))).toBe(false);
    await operator(false);

    const cancelled = await asked(sacco.maker, member);
    must(await sacco.maker.post(`/api/v1/approvals/${cancelled}/cancel`));
    expect(await read(sacco.checker, cancelled)).toMatchObject({ may_decide: false, effect: null });
  });

  test('needs the second factor where the project requires one', async () => {
    const sacco = await createSacco(service, { withdrawal_approval_minor: 0 });
    const { owner, id: project_id } = sacco.project;
    const member = await newSaver(sacco, 10_000);
    const id = await asked(sacco.maker, member);
    await enrol(owner.client);
    must(await owner.client.patch(`/api/projects/${project_id}`, { require_totp: true }));
    expect(await tried(sacco.checker, id)).toBe(false);
    expect(await tried(sacco.project.session, id)).toBe(true);
  });

  test('follows the role at once', async () => {
    const sacco = await createSacco(service, { withdrawal_approval_minor: 0 });
    const member = await newSaver(sacco, 10_000);
    const id = await asked(sacco.maker, member);
    const person = await quickPerson(service);
    const becomes = (role: string): Promise<Reply> =>
      sacco.project.owner.client.post(`/api/projects/${sacco.project.id}/staff`, {
        email: person.email,
        role,
      });
    const session = inProject(person, sacco.project.id, 'test');
    must(await becomes('maker'));
    expect((await read(session, id)).may_decide).toBe(false);
    must(await becomes('checker'));
    expect(await tried(session, id)).toBe(true);
  });

  test('is over for a decision that waits while the decider is removed', async () => {
    const sacco = await createSacco(service, { withdrawal_approval_minor: 0 });
    const member = await newSaver(sacco, 10_000);
    const { owner, id: project_id } = sacco.project;
    const { checker } = sacco.people;
    for (const decision of ['approve', 'reject']) {
      const id = await asked(sacco.maker, member);
      const trx = await service.ctx.db.transaction();
      await trx('sacco_approvals').where({ id }).forUpdate();
      const decided = sacco.checker.post(`/api/v1/approvals/${id}/${decision}`, { note: 'no' });
      await until(
        'the decision waits',
        async () => (await lockWaiters(service.ctx.db, 'sacco_approvals')) > 0,
      );
      must(await owner.client.delete(`/api/projects/${project_id}/staff/${checker.id}`));
      await trx.commit();
      expect((await decided).status).toBe(403);
      expect(await read(sacco.admin, id)).toMatchObject({ status: 'pending' });
      const again = { email: checker.email, role: 'checker' };
      must(await owner.client.post(`/api/projects/${project_id}/staff`, again));
      sacco.checker = inProject({ client: await openSession(service, checker.id) }, project_id, 'test');
    }
  });
});
