/** Invitations to a staff, where the server asks for them: nobody is put into a project, or learnt about, against their will. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  enrol,
  inProject,
  must,
  projectOf,
  quickPerson,
  startService,
  type Person,
  type Project,
  type TestService,
} from '../harness/index.ts';
import { expectError, expectInvalid } from './samples.ts';

let service: TestService;
let project: Project;

beforeAll(async () => {
  service = await startService({ env: { STAFF_INVITATIONS: 'true' } });
  project = await projectOf(await quickPerson(service), service.anyone);
});
afterAll(() => service.stop());

const staff = () => `/api/projects/${project.id}/staff`;
const put = ({ email }: Person, role = 'maker') => project.owner.client.post(staff(), { email, role });
const invitationsOf = async ({ client }: Person) =>
  must(await client.get('/api/auth/invitations')).body.invitations;
const projectsOf = async ({ client }: Person) => must(await client.get('/api/auth/me')).body.projects;

async function auditOf(person: Person, environment: string): Promise<string[]> {
  const path = `/api/projects/${project.id}/audit-log?environment=${environment}&limit=1000`;
  const { body } = must(await project.owner.client.get(path));
  const entries = body.audit_log as { subject: string; action: string }[];
  return entries.filter(({ subject }) => subject === person.id).map(({ action }) => action);
}

describe('an invitation', () => {
  test('shows no name and opens nothing before it is accepted', async () => {
    const person = await quickPerson(service);
    const reply = await put(person);
    expect(reply.status).toBe(201);
    expect(reply.body).toMatchObject({
      user_id: person.id,
      email: person.email,
      name: null,
      status: 'invited',
    });
    const listed = must(await project.owner.client.get(staff())).body.staff;
    expect(listed.find(({ user_id }: { user_id: string }) => user_id === person.id)).toEqual(reply.body);

    expect(await projectsOf(person)).toEqual([]);
    expect(must(await person.client.get('/api/projects')).body.projects).toEqual([]);
    expectError(await inProject(person, project.id, 'test').get('/api/v1/payments'), 403, 'FORBIDDEN');
    expectError(await person.client.get(staff()), 403, 'FORBIDDEN');
  });

  test('is accepted once, by the person who is invited, and then opens the project', async () => {
    const [person, other] = [await quickPerson(service), await quickPerson(service)];
    must(await put(person, 'checker'));
    const [invitation, ...more] = await invitationsOf(person);
    expect(more).toEqual([]);
    expect(invitation).toEqual({
      id: expect.stringMatching(/^inv_[0-9A-HJKMNP-TV-Z]{26}$/),
      project: { id: project.id, name: 'Test cooperative' },
      role: 'checker',
      invited_by: { id: project.owner.id, name: 'Test Person' },
      invited_at: expect.stringMatching(/Z$/),
    });
    expect(await invitationsOf(other)).toEqual([]);
    const path = `/api/auth/invitations/${invitation.id}`;
    for (const action of ['accept', 'decline'])
      expectError(await other.client.post(`${path}/${action}`), 404, 'NOT_FOUND');

    const replies = await Promise.all(Array.from({ length: 4 }, () => person.client.post(`${path}/accept`)));
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409]);
    expect(replies.find(({ status }) => status === 200)?.body).toMatchObject({
      id: project.id,
      name: 'Test cooperative',
      role: 'checker',
    });
    expectError(await person.client.post(`${path}/decline`), 409, 'CONFLICT', 'already_decided');
    expect(await invitationsOf(person)).toEqual([]);
    must(await inProject(person, project.id, 'test').get('/api/v1/payments'));
    const { body } = must(await project.owner.client.get(staff()));
    expect(body.staff.find(({ user_id }: { user_id: string }) => user_id === person.id)).toMatchObject({
      name: 'Test Person',
      status: 'active',
    });
    for (const environment of ['test', 'live'])
      expect(await auditOf(person, environment)).toEqual(['staff.invitation_accepted', 'staff.invited']);
  });

  test('that is declined is gone', async () => {
    const person = await quickPerson(service);
    must(await put(person));
    const [{ id }] = await invitationsOf(person);
    expect((await person.client.post(`/api/auth/invitations/${id}/decline`)).status).toBe(204);
    expectError(await person.client.post(`/api/auth/invitations/${id}/accept`), 404, 'NOT_FOUND');
    expect(await invitationsOf(person)).toEqual([]);
    expectError(await project.owner.client.delete(`${staff()}/${person.id}`), 404, 'NOT_FOUND');
    expect(await auditOf(person, 'test')).toEqual(['staff.invitation_declined', 'staff.invited']);
  });

  test('can be changed and taken back, which ends no session', async () => {
    const person = await quickPerson(service);
    must(await put(person));
    const changed = await put(person, 'admin');
    expect([changed.status, changed.body.status, changed.body.role]).toEqual([200, 'invited', 'admin']);
    const [{ id, role }] = await invitationsOf(person);
    expect(role).toBe('admin');
    expect((await project.owner.client.delete(`${staff()}/${person.id}`)).status).toBe(204);
    expectError(await person.client.post(`/api/auth/invitations/${id}/accept`), 404, 'NOT_FOUND');
    expect(await projectsOf(person)).toEqual([]);
    expect(await auditOf(person, 'live')).toEqual([
      'staff.invitation_withdrawn',
      'staff.role_changed',
      'staff.invited',
    ]);
  });

  test('is not needed between people who share a project already', async () => {
    const person = await quickPerson(service);
    must(await put(person));
    const [{ id }] = await invitationsOf(person);
    const second = await projectOf(project.owner, service.anyone);
    const at = `/api/projects/${second.id}/staff`;
    const body = { email: person.email, role: 'maker' };
    // An invitation that waits is nothing shared.
    expect(must(await project.owner.client.post(at, body)).body.status).toBe('invited');
    must(await project.owner.client.delete(`${at}/${person.id}`));
    must(await person.client.post(`/api/auth/invitations/${id}/accept`));
    expect(must(await project.owner.client.post(at, body)).body).toMatchObject({
      status: 'active',
      name: 'Test Person',
    });
  });

  test('unknown ones and strange cursors are refused', async () => {
    const { client } = project.owner;
    const nowhere = '/api/auth/invitations/inv_00000000000000000000000000/accept';
    expectError(await client.post(nowhere), 404, 'NOT_FOUND');
    expectError(await client.post('/api/auth/invitations/nonsense/accept'), 404, 'NOT_FOUND');
    expectInvalid(await client.get('/api/auth/invitations?after=prj_1'), 'after');
  });
});

test('to a project that requires a second factor is accepted with one, and declined without', async () => {
  const { client } = project.owner;
  must(await client.patch(`/api/projects/${project.id}`, { require_totp: true }));
  await enrol(client);
  const [person, other] = [await quickPerson(service), await quickPerson(service)];
  must(await put(person));
  must(await put(other));
  const answer = async ({ client: own }: Person, action: string) => {
    const [{ id }] = must(await own.get('/api/auth/invitations')).body.invitations;
    return own.post(`/api/auth/invitations/${id}/${action}`);
  };
  expectError(await answer(person, 'accept'), 403, 'FORBIDDEN', 'totp_required');
  expect(await projectsOf(person)).toEqual([]);
  await enrol(person.client);
  must(await answer(person, 'accept'));
  must(await answer(other, 'decline'));
  must(await client.patch(`/api/projects/${project.id}`, { require_totp: false }));
});

test('who is invited to decide does so from the acceptance on, appointed by who invited', async () => {
  const person = await quickPerson(service);
  const row = () =>
    service.ctx
      .db('staff')
      .where({ project_id: project.id, user_id: person.id })
      .first('decides_since', 'appointed_by');
  must(await put(person, 'maker'));
  expect(await row()).toEqual({ decides_since: null, appointed_by: null });
  must(await put(person, 'checker'));
  expect(await row()).toEqual({ decides_since: null, appointed_by: project.owner.id });
  const [{ id }] = await invitationsOf(person);
  const before = Date.now();
  must(await person.client.post(`/api/auth/invitations/${id}/accept`));
  const { decides_since, appointed_by } = await row();
  expect(appointed_by).toBe(project.owner.id);
  expect(decides_since.getTime()).toBeGreaterThanOrEqual(before);
});
