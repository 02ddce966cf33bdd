/** Good passwords, forgotten ones, and the proof of an address by e-mail. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { passwords, sendAccountEmail } from '../../domain/staff/index.ts';
import {
  Mailbox,
  must,
  openSession,
  projectOf,
  quickPerson,
  runOperator,
  startService,
  until,
  type Person,
  type Reply,
  type TestService,
} from '../harness/index.ts';
import { expectError, expectInvalid } from './samples.ts';

/** Without a mail server. */
let service: TestService;
let mailbox: Mailbox;
let mailing: TestService;

beforeAll(async () => {
  mailbox = await Mailbox.open();
  service = await startService();
  mailing = await startService({
    workers: ['account-emails'],
    env: {
      SMTP_URL: mailbox.url,
      MAIL_FROM: 'office@umoja.example',
      PUBLIC_URL: 'https://pay.umoja.example',
    },
  });
});
afterAll(async () => {
  await service.stop();
  await mailing.stop();
  await mailbox.close();
});

const GOOD = 'seven goats by the river';

function newEmail(): string {
  return `${crypto.randomUUID()}@example.org`;
}

function register(at: TestService, email: string, password = GOOD): Promise<Reply> {
  return at.anyone.post('/api/auth/register', { email, password, name: 'Almaz' });
}

function login(at: TestService, email: string, password: string): Promise<Reply> {
  return at.anyone.post('/api/auth/login', { email, password });
}

function reset(at: TestService, token: string, new_password = GOOD): Promise<Reply> {
  return at.anyone.post('/api/auth/password/reset', { token, new_password });
}

describe('a bad password', () => {
  test.each(['1234567890', 'qwertyuiop', 'QwertyUiop', 'password123', 'basketball'])(
    '%s is too common to register',
    async (password) => {
      expectInvalid(await register(service, newEmail(), password), 'password');
    },
  );

  test('is one with the name of the e-mail in it, in any letter case', async () => {
    for (const password of ['almaz.kebede 1990', 'I am ALMAZ.Kebede!'])
      expectInvalid(await register(service, 'Almaz.Kebede@example.org', password), 'password');
    expect(await service.ctx.db('users').where({ email: 'Almaz.Kebede@example.org' })).toEqual([]);
  });

  test('replaces no other one', async () => {
    const person = await quickPerson(service);
    const change = (new_password: string) =>
      person.client.post('/api/auth/password', { current_password: person.password, new_password });
    expectInvalid(await change('1q2w3e4r5t'), 'new_password');
    expectInvalid(await change(`x ${person.email.split('@')[0]} x`), 'new_password');
    const token = (await passwords.issueResetToken(service.ctx.db, person.email)) ?? '';
    expectInvalid(await reset(service, token, '1q2w3e4r5t'), 'new_password');
    // The token is still good for a better one.
    expect((await reset(service, token)).status).toBe(204);
  });
});

describe('a forgotten password', () => {
  test('is set anew with the token that the e-mail brings, once; every session ends', async () => {
    const person = await quickPerson(mailing);
    const second = await openSession(mailing, person.id);
    const asked = await mailing.anyone.post('/api/auth/password/forgot', {
      email: person.email.toUpperCase(),
    });
    expect([asked.status, asked.body]).toEqual([202, { delivery: 'email' }]);
    const token = await mailbox.tokenFor(person.email, 'ush_reset_');
    const mail = mailbox.mails.find(({ raw }) => raw.includes(token));
    expect(mail).toMatchObject({ from: 'office@umoja.example', to: [person.email] });
    expect(mail?.raw).toContain('https://pay.umoja.example');
    // Nothing readable of it is stored.
    const { rows } = await mailing.ctx.db.raw(
      `select (select json_agg(t) from account_tokens t)::text || (select json_agg(e) from account_emails e)::text as all`,
    );
    expect(rows[0].all).not.toContain(token);

    const replies = await Promise.all([1, 2, 3].map(() => reset(mailing, token)));
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 422, 422]);
    expectError(await reset(mailing, token), 422, 'UNPROCESSABLE', 'token_invalid');
    for (const client of [person.client, second])
      expectError(await client.get('/api/auth/me'), 401, 'UNAUTHORIZED');
    expectError(await login(mailing, person.email, person.password), 401, 'UNAUTHORIZED');
    must(await login(mailing, person.email, GOOD));
  });

  test('of nobody is answered alike, and mailed to nobody', async () => {
    const email = newEmail();
    const reply = await mailing.anyone.post('/api/auth/password/forgot', { email });
    expect([reply.status, reply.body]).toEqual([202, { delivery: 'email' }]);
    await until('it is known to be nobody', () =>
      mailing.ctx.db('account_emails').where({ email, status: 'unknown_address' }).first(),
    );
    expect(mailbox.mails.some(({ to }) => to.includes(email))).toBe(false);
  });

  test('asked for again and again fills no mailbox', async () => {
    const person = await quickPerson(mailing);
    const ask = () => mailing.anyone.post('/api/auth/password/forgot', { email: person.email });
    for (let i = 0; i < 3; i++) expect((await ask()).status).toBe(202);
    const rows = () => mailing.ctx.db('account_emails').where({ email: person.email });
    expect(await rows()).toHaveLength(1);
    for (let i = 0; i < 6; i++) {
      await rows().update({ created_at: mailing.ctx.db.raw("created_at - interval '61 seconds'") });
      expect((await ask()).status).toBe(202);
    }
    expect(await rows()).toHaveLength(5);
  });

  test('is mailed once the mail server takes it again', async () => {
    const person = await quickPerson(mailing);
    mailbox.refuses = true;
    must(await mailing.anyone.post('/api/auth/password/forgot', { email: person.email }));
    const row = () => mailing.ctx.db('account_emails').where({ email: person.email });
    const { id } = await until('it was tried', async () => {
      const found = await row().first();
      return mailbox.refused.includes(person.email) && found;
    });
    mailbox.refuses = false;
    // Not before it is due.
    await sendAccountEmail(mailing.ctx, id);
    expect(await row().first()).toMatchObject({ status: 'pending', attempts: 1 });
    await row().update({ next_attempt_at: new Date(0) });
    await Promise.all([1, 2, 3].map(() => sendAccountEmail(mailing.ctx, id)));
    // The worker's own sweep may have taken it up first.
    await until('it is sent', async () => (await row().first()).status === 'sent');
    expect(await row().first()).toMatchObject({ attempts: 2, next_attempt_at: null });
    expect(mailbox.mails.filter(({ to }) => to.includes(person.email))).toHaveLength(1);
    expect((await reset(mailing, await mailbox.tokenFor(person.email, 'ush_reset_'))).status).toBe(204);
  });

  test('without a mail server the operator prints a token, which is recorded', async () => {
    const person = await quickPerson(service);
    const project = await projectOf(person, service.anyone);
    const asked = await service.anyone.post('/api/auth/password/forgot', { email: person.email });
    expect([asked.status, asked.body]).toEqual([202, { delivery: 'operator' }]);
    expect(await service.ctx.db('account_emails').where({ email: person.email })).toEqual([]);

    const { code, output } = await runOperator(service, 'reset-password', person.email);
    expect(code, output).toBe(0);
    const token = /ush_reset_[\w-]{43}/.exec(output)?.[0] ?? '';
    expect((await reset(service, token)).status).toBe(204);
    must(await login(service, person.email, GOOD));
    const unknown = await runOperator(service, 'reset-password', newEmail());
    expect([unknown.code, unknown.output]).toEqual([1, expect.stringContaining('No user is registered')]);
    expect((await runOperator(service, 'reset-passwords', person.email)).output).toContain('Usage');

    const again = await openSession(service, person.id);
    const { body } = must(await again.get(`/api/projects/${project.id}/audit-log`));
    expect(body.audit_log.map(({ action }: { action: string }) => action)).toEqual([
      'sign_in.succeeded',
      'password.reset',
      'password.reset_token_issued',
      'api_key.created',
    ]);
    expect(JSON.stringify(body)).not.toContain(token);
  });

  test('needs a token that is not too old, the newest, and for this', async () => {
    const person = await quickPerson(service);
    const issue = async () => (await passwords.issueResetToken(service.ctx.db, person.email)) ?? '';
    const [earlier, token] = [await issue(), await issue()];
    for (const wrong of [earlier, 'nonsense', '', `${token}x`, token.toUpperCase()]) {
      const reply = await reset(service, wrong);
      if (wrong === '') expectInvalid(reply, 'token');
      else expectError(reply, 422, 'UNPROCESSABLE', 'token_invalid');
    }
    const verify = await service.anyone.post('/api/auth/email/verify', { token });
    expectError(verify, 422, 'UNPROCESSABLE', 'token_invalid');
    const row = service.ctx.db('account_tokens').where({ user_id: person.id });
    await row.clone().update({ expires_at: new Date(Date.now() - 1) });
    expectError(await reset(service, token), 422, 'UNPROCESSABLE', 'token_invalid');
    await row.clone().update({ expires_at: new Date(Date.now() + 60_000) });
    expect((await reset(service, token)).status).toBe(204);
  });
});

describe('a new address', () => {
  test('is confirmed before it is added as staff, where e-mail is sent', async () => {
    const project = await projectOf(await quickPerson(mailing), mailing.anyone);
    const email = newEmail();
    const { body } = must(await register(mailing, email));
    expect(body.user.email_verified).toBe(false);
    const client = mailing.anyone.with({ authorization: `Bearer ${body.token}` });
    const add = () =>
      project.owner.client.post(`/api/projects/${project.id}/staff`, { email, role: 'maker' });
    expectError(await add(), 409, 'CONFLICT', 'email_unverified');
    const { body: staff } = must(await project.owner.client.get(`/api/projects/${project.id}/staff`));
    expect(staff.staff).toHaveLength(1);

    const token = await mailbox.tokenFor(email, 'ush_verify_');
    const verify = () => mailing.anyone.post('/api/auth/email/verify', { token });
    expect((await verify()).status).toBe(204);
    expectError(await verify(), 422, 'UNPROCESSABLE', 'token_invalid');
    expect(must(await client.get('/api/auth/me')).body.user).not.toHaveProperty('email_verified');
    expect((await add()).status).toBe(201);
  });

  test('can be sent its token once more', async () => {
    const email = newEmail();
    const { body } = must(await register(mailing, email));
    const first = await mailbox.tokenFor(email, 'ush_verify_');
    await mailing.ctx
      .db('account_emails')
      .where({ email })
      .update({ created_at: new Date(0) });
    const client = mailing.anyone.with({ authorization: `Bearer ${body.token}` });
    expect((await client.post('/api/auth/email/send-verification')).status).toBe(204);
    const second = await until('the second one is there', async () => {
      const token = await mailbox.tokenFor(email, 'ush_verify_');
      return token !== first && token;
    });
    const verify = (token: string) => mailing.anyone.post('/api/auth/email/verify', { token });
    expectError(await verify(first), 422, 'UNPROCESSABLE', 'token_invalid');
    expect((await verify(second)).status).toBe(204);
  });

  test('is proved by a new password, too', async () => {
    const email = newEmail();
    must(await register(mailing, email));
    must(await mailing.anyone.post('/api/auth/password/forgot', { email }));
    expect((await reset(mailing, await mailbox.tokenFor(email, 'ush_reset_'))).status).toBe(204);
    expect(must(await login(mailing, email, GOOD)).body.user).not.toHaveProperty('email_verified');
  });

  test('of who registered before, or without a mail server, is not asked for', async () => {
    const person: Person = await quickPerson(service);
    expect(must(await person.client.get('/api/auth/me')).body.user).not.toHaveProperty('email_verified');
    expect((await person.client.post('/api/auth/email/send-verification')).status).toBe(204);
    const project = await projectOf(await quickPerson(mailing), mailing.anyone);
    const { email } = await quickPerson(mailing);
    const path = `/api/projects/${project.id}/staff`;
    expect((await project.owner.client.post(path, { email, role: 'maker' })).status).toBe(201);
  });
});
