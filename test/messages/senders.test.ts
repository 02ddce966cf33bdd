/** Senders against stand-ins: what they are sent, what their answers mean, and that nobody gets a message twice. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sweepMessages } from '../../domain/messages/index.ts';
import {
  changeContext,
  createSacco,
  Mailbox,
  moving,
  must,
  newMember,
  newPhone,
  sendAll,
  setSender,
  setTestClock,
  startService,
  toldTo,
  until,
  verifyAll,
  type Sacco,
  type TestService,
} from '../harness/index.ts';
import { AfricasTalkingStandIn, HttpGatewayStandIn } from '../stand-ins/sms-gateways.ts';

const AT = new AfricasTalkingStandIn();
const GATEWAY = new HttpGatewayStandIn();
let mailbox: Mailbox;
let service: TestService;
let sacco: Sacco;

beforeAll(async () => {
  await AT.start();
  await GATEWAY.start();
  mailbox = await Mailbox.open();
  service = await startService({ env: { AFRICASTALKING_URL: AT.base_url, SMTP_URL: mailbox.url } });
  sacco = await createSacco(service);
});
beforeEach(() => {
  AT.reset();
  GATEWAY.reset();
});
afterAll(async () => {
  expect(await verifyAll(service.ctx)).toEqual([]);
  await service.stop();
  await AT.stop();
  await GATEWAY.stop();
  await mailbox.close();
});

const africasTalking = async (): Promise<string> => {
  const set = must(await setSender(sacco, { sender: 'africastalking', credentials: AT.credentials }));
  return set.body.report_url;
};

async function told(): Promise<{ member: string; id: string }> {
  const member = await newMember(sacco);
  must(await sacco.maker.post(`/api/v1/sacco/members/${member}/deposits`, moving(10_000)));
  const [message] = await toldTo(sacco, member);
  return { member, id: message.id };
}

const read = async (id: string) => must(await sacco.maker.get(`/api/v1/notifications/${id}`)).body;

/** As if its time had come. */
const makeDue = (id: string) =>
  service.ctx
    .db('notifications')
    .where({ id })
    .whereNotNull('next_attempt_at')
    .update({ next_attempt_at: new Date(0) });

describe("Africa's Talking", () => {
  test('gets the form and the key, and its answer is kept', async () => {
    await africasTalking();
    const { id } = await told();
    await sendAll(service, sacco);
    expect(AT.complaints).toEqual([]);
    const sent = await read(id);
    expect(sent).toMatchObject({ status: 'sent', cost: '0.8000', cost_currency: 'KES', error: null });
    expect(AT.taken).toMatchObject([{ to: sent.to, text: sent.text }]);
    await sendAll(service, sacco);
    expect(AT.taken).toHaveLength(1);
  });

  test('reports come out of order, twice, and before the answer', async () => {
    const url = await africasTalking();
    const { id } = await told();
    AT.onTaken = (sms) => AT.report(url, sms.id, 'Success');
    await sendAll(service, sacco);
    await until('the report is applied', async () => (await read(id)).status === 'delivered');
    const at_id = AT.taken[0]?.id ?? '';
    for (const status of ['Buffered', 'Failed', 'Success', 'Sent', 'Success'])
      expect(await AT.report(url, at_id, status)).toBe(200);
    expect(await read(id)).toMatchObject({ status: 'delivered', error: null, reason: null });
  });

  test('a failed delivery says why, and a later delivery counts', async () => {
    const url = await africasTalking();
    const { id } = await told();
    await sendAll(service, sacco);
    const at_id = AT.taken[0]?.id ?? '';
    await AT.report(url, at_id, 'Failed', 'UserIsInactive');
    expect(await read(id)).toMatchObject({
      status: 'failed',
      error: 'undelivered',
      reason: 'UserIsInactive',
    });
    await AT.report(url, at_id, 'Success');
    expect(await read(id)).toMatchObject({ status: 'delivered', error: null });
  });

  test('reports that match nothing keep back nobody, and are bounded and clean', async () => {
    const url = await africasTalking();
    const { id: flooded } = await service.ctx
      .db('message_senders')
      .where({ project_id: sacco.project.id, channel: 'sms' })
      .first();
    const flood = { message_ref: 'x', status: 'sent', applied: false, received_at: new Date() };
    await service.ctx
      .db('message_reports')
      .insert(Array.from({ length: 1_200 }, () => ({ ...flood, sender_id: flooded })));
    const other = await createSacco(service);
    const set = must(await setSender(other, { sender: 'africastalking', credentials: AT.credentials }));
    const member = await newMember(other);
    must(await other.maker.post(`/api/v1/sacco/members/${member}/deposits`, moving(100)));
    const [{ id }] = await toldTo(other, member);
    const { id: sender_id } = await service.ctx
      .db('message_senders')
      .where({ project_id: other.project.id })
      .first();
    // It came, in the order of the flood, before the answer to the call.
    const report = { ...flood, sender_id, message_ref: id, status: 'delivered' };
    await service.ctx.db('message_reports').insert({ ...report, received_at: new Date(Date.now() - 60_000) });
    await service.ctx.db('notifications').where({ id }).update({ handed_over_at: new Date(), attempts: 1 });
    await sweepMessages(service.ctx);
    expect((await toldTo(other, member))[0]).toMatchObject({ status: 'delivered' });
    expect(set.body.report_url).not.toBe(url);
    const long = 'y\0'.repeat(1_000);
    expect(await AT.report(url, long, 'Failed', long)).toBe(200);
    const [stored] = await service.ctx.db('message_reports').where('message_ref', 'like', 'y%');
    expect([stored.message_ref, stored.reason]).toEqual(['y'.repeat(200), 'y'.repeat(200)]);
    const credentials = GATEWAY.credentials('{"phone": "{{to}}", "message": "{{text}}"}');
    const { report_url } = must(await setSender(sacco, { sender: 'http', credentials })).body;
    expect(await GATEWAY.report(report_url, `z${long}`, 'sent')).toBe(200);
    await service.ctx.db('message_reports').where({ sender_id: flooded }).delete();
  });

  test('reports to an unknown address, or that nobody can read, are refused', async () => {
    const url = await africasTalking();
    expect(await AT.report(url.replace(/.{5}$/, 'XXXXX'), 'ATXid_1', 'Success')).toBe(404);
    expect(await AT.report(url, 'ATXid_1', 'Perhaps')).toBe(400);
    expect(await AT.report(url, 'ATXid_of_nobody', 'Success')).toBe(200);
  });

  test.each(['dropped', 'late', '500'] as const)(
    'a lost answer (%s) is never followed by a second call',
    async (fault) => {
      if (fault === 'late') changeContext(service.ctx, { provider_deadline_ms: 500 });
      const url = await africasTalking();
      const { id } = await told();
      AT.fault = fault;
      await sendAll(service, sacco);
      expect(await read(id)).toMatchObject({ status: 'failed', error: 'outcome_unknown' });
      AT.fault = 'none';
      await sendAll(service, sacco);
      expect(AT.taken).toHaveLength(1);
      // Its id at the sender is not known, and no report can be about it.
      await AT.report(url, AT.taken[0]?.id ?? '', 'Success');
      expect(AT.calls).toBe(1);
    },
  );

  test.each([401, 403, 429, 503])('what was certainly not taken (%s) is sent again later', async (status) => {
    await africasTalking();
    const { id } = await told();
    AT.refuses_with = status;
    await sendAll(service, sacco);
    expect(await read(id)).toMatchObject({ status: 'queued' });
    AT.refuses_with = null;
    await sendAll(service, sacco);
    expect(AT.taken).toEqual([]);
    await makeDue(id);
    await sendAll(service, sacco);
    expect(await read(id)).toMatchObject({ status: 'sent' });
    expect(AT.taken).toHaveLength(1);
  });

  test('a 503 that does not say when to come again may come from a proxy: not sent again', async () => {
    await africasTalking();
    const { id } = await told();
    AT.refuses_with = 503;
    AT.says_when = false;
    await sendAll(service, sacco);
    expect(await read(id)).toMatchObject({ status: 'failed', error: 'outcome_unknown' });
  });

  test('without a connection it is sent again later', async () => {
    const closed = new HttpGatewayStandIn();
    await closed.start();
    const credentials = closed.credentials('{"phone": "{{to}}", "message": "{{text}}"}');
    await closed.stop();
    for (const host of ['127.0.0.1', 'localhost', 'nobody.invalid']) {
      const url = (credentials['url'] as string).replace('127.0.0.1', host);
      must(await setSender(sacco, { sender: 'http', credentials: { ...credentials, url } }));
      const { id } = await told();
      await sendAll(service, sacco);
      expect([host, (await read(id)).status]).toEqual([host, 'queued']);
      await service.ctx.db('notifications').where({ id }).update({
        status: 'failed',
        error: 'not_taken',
        next_attempt_at: null,
        ended_at: new Date(),
      });
    }
  });

  test('an outage costs no attempt of those that were not tried', async () => {
    await africasTalking();
    const waiting = [];
    for (let n = 0; n < 12; n++) waiting.push((await told()).id);
    AT.refuses_with = 503;
    await sendAll(service, sacco);
    const tried = AT.calls;
    expect(tried).toBeLessThanOrEqual(5);
    const attempts = await service.ctx.db('notifications').whereIn('id', waiting).pluck<number[]>('attempts');
    expect(attempts.toSorted((a, b) => b - a)).toEqual(waiting.map((_, n) => (n < tried ? 1 : 0)));
    AT.refuses_with = null;
    for (const id of waiting) await makeDue(id);
    await sendAll(service, sacco);
    for (const id of waiting) expect(await read(id)).toMatchObject({ status: 'sent' });
    expect(AT.taken).toHaveLength(12);
  });

  test('attempts end', async () => {
    await africasTalking();
    const { id } = await told();
    AT.refuses_with = 503;
    await until('no attempt is left', async () => {
      await makeDue(id);
      await sendAll(service, sacco);
      return (await read(id)).status !== 'queued';
    });
    expect(await read(id)).toMatchObject({ status: 'failed', error: 'not_taken' });
    expect(AT.calls).toBe(12);
  });

  test.each([
    [406, 'failed', 'refused'],
    [403, 'failed', 'refused'],
    [500, 'failed', 'outcome_unknown'],
    [405, 'queued', null],
  ] as const)('status code %s of the recipient: %s', async (code, status, error) => {
    await africasTalking();
    const { id } = await told();
    AT.status_codes.push(code);
    await sendAll(service, sacco);
    expect(await read(id)).toMatchObject({ status, error });
    await service.ctx.db('notifications').where({ id, status: 'queued' }).update({
      status: 'failed',
      error: 'not_taken',
      next_attempt_at: null,
      ended_at: new Date(),
    });
  });

  test('many workers at once call once for each message', async () => {
    await africasTalking();
    const members = await Promise.all(Array.from({ length: 12 }, () => told()));
    await Promise.all(Array.from({ length: 5 }, () => sendAll(service, sacco)));
    expect(AT.taken).toHaveLength(12);
    for (const { id } of members) expect(await read(id)).toMatchObject({ status: 'sent' });
  });

  test('credentials are never answered, nor logged in the audit', async () => {
    await africasTalking();
    const listed = must(
      await sacco.project.owner.client.get(`/api/projects/${sacco.project.id}/senders?environment=test`),
    );
    expect(listed.text).not.toContain(AT.credentials.api_key);
    expect(listed.body.senders[0]).toMatchObject({
      sender: 'africastalking',
      credentials: { username: 'umoja', api_key: '••••', sender_id: 'UMOJA' },
    });
    const log = must(
      await sacco.project.owner.client.get(`/api/projects/${sacco.project.id}/audit-log?limit=1000`),
    );
    expect(log.text).not.toContain(AT.credentials.api_key);
    const [stored] = await service.ctx.db('message_senders').where({ project_id: sacco.project.id });
    expect(JSON.stringify(stored)).not.toContain(AT.credentials.api_key);
  });

  test('the address of reports is shown to managers alone, and is a new one for another account', async () => {
    const url = await africasTalking();
    const path = `/api/projects/${sacco.project.id}/senders?environment=test`;
    const managers = must(await sacco.project.owner.client.get(path)).body.senders[0];
    expect(managers.report_url).toBe(url);
    for (const { client } of [sacco.people.maker, sacco.people.checker]) {
      const shown = must(await client.get(path));
      expect(shown.body.senders[0]).toMatchObject({ sender: 'africastalking', report_url: null });
      expect(shown.text).not.toContain(url.split('/').at(-1));
    }
    expect(await africasTalking()).toBe(url);
    const credentials = { ...AT.credentials, username: 'another' };
    const set = must(await setSender(sacco, { sender: 'africastalking', credentials }));
    expect(set.body.report_url).not.toBe(url);
    expect(await AT.report(url, 'ATXid_1', 'Success')).toBe(404);
    const body = '{"phone": "{{to}}", "message": "{{text}}"}';
    const gateway = GATEWAY.credentials(body);
    const first = must(await setSender(sacco, { sender: 'http', credentials: gateway })).body.report_url;
    const moved = { ...gateway, url: `${gateway.url}&to=elsewhere` };
    const second = must(await setSender(sacco, { sender: 'http', credentials: moved })).body.report_url;
    expect(new Set([url, set.body.report_url, first, second]).size).toBe(4);
  });

  test('credentials that are left out stay; another sender needs its own', async () => {
    await africasTalking();
    must(await setSender(sacco, { sender: 'africastalking', quiet_hours: null }));
    await told();
    await sendAll(service, sacco);
    expect(AT.taken).toHaveLength(1);
    const refused = await setSender(sacco, { sender: 'http' });
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('credentials')]);
    const missing = await setSender(sacco, { sender: 'africastalking', credentials: { username: 'x' } });
    expect(missing.body.error.details).toMatchObject([{ path: 'credentials.api_key' }]);
  });
});

describe('an HTTP gateway', () => {
  test.each([
    ['JSON', '{"phone": "{{to}}", "message": "{{text}}", "ref": "{{id}}"}'],
    ['a form', 'phone={{to}}&message={{text}}&ref={{id}}&type=plain'],
  ])('gets signed %s, and reports by our id', async (_kind, body) => {
    const { report_url } = must(
      await setSender(sacco, {
        sender: 'http',
        credentials: GATEWAY.credentials(body),
        segment_price: '0.65',
        segment_currency: 'KES',
      }),
    ).body;
    must(
      await sacco.admin.put('/api/v1/sacco/notification-templates/deposit/en', {
        text: 'Say "hello" & {{amount}} = ok? \\ +1 %',
      }),
    );
    const { id } = await told();
    await sendAll(service, sacco);
    expect(GATEWAY.complaints).toEqual([]);
    expect(GATEWAY.taken).toMatchObject([{ ref: id, id, text: 'Say "hello" & KES 100.00 = ok? \\ +1 %' }]);
    expect(await read(id)).toMatchObject({ status: 'sent', cost: '0.6500', cost_currency: 'KES' });
    expect(await GATEWAY.report(report_url, id, 'delivered')).toBe(200);
    expect(await GATEWAY.report(report_url, id, 'sent')).toBe(200);
    expect(await read(id)).toMatchObject({ status: 'delivered' });
  });

  test('a delivery report about a lost answer corrects it', async () => {
    const credentials = GATEWAY.credentials('{"phone": "{{to}}", "message": "{{text}}"}');
    const { report_url } = must(await setSender(sacco, { sender: 'http', credentials })).body;
    const { id } = await told();
    GATEWAY.fault = 'dropped';
    await sendAll(service, sacco);
    expect(await read(id)).toMatchObject({ status: 'failed', error: 'outcome_unknown' });
    await GATEWAY.report(report_url, id, 'delivered');
    expect(await read(id)).toMatchObject({ status: 'delivered', error: null });
  });

  test('ids may be numbers, in answers and in reports', async () => {
    const credentials = GATEWAY.credentials('{"phone": "{{to}}", "message": "{{text}}"}');
    const { report_url } = must(await setSender(sacco, { sender: 'http', credentials })).body;
    GATEWAY.answers_number = 90_210;
    const { id } = await told();
    await sendAll(service, sacco);
    // An id that no message has.
    expect(await GATEWAY.report(report_url, 1.5, 'delivered')).toBe(200);
    expect(await read(id)).toMatchObject({ status: 'sent' });
    expect(await GATEWAY.report(report_url, 90_210, 'delivered')).toBe(200);
    expect(await read(id)).toMatchObject({ status: 'delivered' });
    GATEWAY.answers_number = null;
  });

  test('a report about what it seemed to refuse: it is not sent again', async () => {
    const credentials = GATEWAY.credentials('{"phone": "{{to}}", "message": "{{text}}"}');
    const { report_url } = must(await setSender(sacco, { sender: 'http', credentials })).body;
    const { id } = await told();
    GATEWAY.refuses_with = 503;
    await sendAll(service, sacco);
    expect(await read(id)).toMatchObject({ status: 'queued' });
    GATEWAY.refuses_with = null;
    expect(await GATEWAY.report(report_url, id, 'delivered')).toBe(200);
    await makeDue(id);
    await sendAll(service, sacco);
    expect(GATEWAY.taken).toEqual([]);
    expect(await read(id)).toMatchObject({ status: 'delivered', error: null });
  });

  test('secrets in its address are masked, and a body without the text is refused', async () => {
    const body = '{"phone": "{{to}}", "message": "{{text}}"}';
    const set = must(await setSender(sacco, { sender: 'http', credentials: GATEWAY.credentials(body) }));
    expect(set.text).not.toContain('a-key-in-the-address');
    const refused = await setSender(sacco, {
      sender: 'http',
      credentials: GATEWAY.credentials('{"phone": "{{to}}"}'),
    });
    expect(refused.body.error.details).toMatchObject([{ path: 'credentials.body' }]);
  });

  test('an address in our own network is refused, and not called', async () => {
    changeContext(service.ctx, { allow_private_webhooks: false });
    const body = '{"phone": "{{to}}", "message": "{{text}}"}';
    const refused = await setSender(sacco, { sender: 'http', credentials: GATEWAY.credentials(body) });
    expect(refused.body.error.details).toMatchObject([{ path: 'credentials.url' }]);
    changeContext(service.ctx, { allow_private_webhooks: true });
    must(await setSender(sacco, { sender: 'http', credentials: GATEWAY.credentials(body) }));
    changeContext(service.ctx, { allow_private_webhooks: false });
    const { id } = await told();
    await sendAll(service, sacco);
    expect(GATEWAY.calls).toBe(0);
    expect(await read(id)).toMatchObject({ status: 'failed', error: 'refused' });
  });
});

describe('e-mail', () => {
  async function withEmail(): Promise<string> {
    const member = await newMember(sacco);
    const { customer_id } = must(await sacco.maker.get(`/api/v1/sacco/members/${member}`)).body;
    must(await sacco.maker.patch(`/api/v1/customers/${customer_id}`, { email: `${newPhone()}@example.org` }));
    must(await sacco.maker.put(`/api/v1/sacco/members/${member}/preferences`, { sms: false, email: true }));
    must(await sacco.maker.post(`/api/v1/sacco/members/${member}/deposits`, moving(700)));
    const message = (await toldTo(sacco, member)).find(({ channel }) => channel === 'email');
    return message.id;
  }

  test('goes by SMTP_URL; one that the server did not take is sent later', async () => {
    must(await setSender(sacco, { sender: 'smtp' }, 'email'));
    const id = await withEmail();
    await sendAll(service, sacco);
    const sent = await read(id);
    expect(sent).toMatchObject({ status: 'sent', segments: null });
    expect(mailbox.mails.filter(({ to }) => to.includes(sent.to))).toHaveLength(1);
    mailbox.refuses = true;
    const later = await withEmail();
    await sendAll(service, sacco);
    expect(await read(later)).toMatchObject({ status: 'queued' });
    mailbox.refuses = false;
    await makeDue(later);
    await sendAll(service, sacco);
    expect(await read(later)).toMatchObject({ status: 'sent' });
  });

  test('one recipient who is refused for now holds up nobody else', async () => {
    must(await setSender(sacco, { sender: 'smtp' }, 'email'));
    const refused = await withEmail();
    const { to } = await read(refused);
    mailbox.refuses_to = to;
    const others = [];
    for (let n = 0; n < 8; n++) others.push(await withEmail());
    await sendAll(service, sacco);
    expect(await read(refused)).toMatchObject({ status: 'queued' });
    for (const id of others) expect(await read(id)).toMatchObject({ status: 'sent' });
    mailbox.refuses_to = null;
    await makeDue(refused);
    await sendAll(service, sacco);
    expect(await read(refused)).toMatchObject({ status: 'sent' });
  });

  test('needs a mail server', async () => {
    changeContext(service.ctx, { mailer: null });
    const refused = await setSender(sacco, { sender: 'smtp' }, 'email');
    expect(refused.body.error).toMatchObject({ reason: 'mail_not_configured' });
    expect((await setSender(sacco, { sender: 'smtp' }, 'sms')).status).toBe(400);
  });
});

describe('settings', () => {
  test('of many first ones at once, one stays, and it can be read and sends', async () => {
    for (let round = 0; round < 3; round++) {
      AT.reset();
      const own = await createSacco(service);
      const set = await Promise.all(
        Array.from({ length: 5 }, () =>
          setSender(own, { sender: 'africastalking', credentials: AT.credentials }),
        ),
      );
      for (const reply of set) must(reply);
      const path = `/api/projects/${own.project.id}/senders?environment=test`;
      const [sms] = must(await own.project.owner.client.get(path)).body.senders;
      expect(sms).toMatchObject({ sender: 'africastalking', report_url: expect.any(String) });
      for (const { body } of set) expect(body.report_url).toBe(sms.report_url);
      const member = await newMember(own);
      must(await own.maker.post(`/api/v1/sacco/members/${member}/deposits`, moving(100)));
      await sendAll(service, own);
      expect(await toldTo(own, member)).toMatchObject([{ status: 'sent' }]);
    }
  });
});

describe('after the key was lost', () => {
  async function withLostKey(): Promise<{ id: string; own: Sacco; url: string }> {
    const own = await createSacco(service);
    const set = must(await setSender(own, { sender: 'africastalking', credentials: AT.credentials }));
    const member = await newMember(own);
    must(await own.maker.post(`/api/v1/sacco/members/${member}/deposits`, moving(100)));
    const [{ id }] = await toldTo(own, member);
    const garbage = 'v1.AAAAAAAAAAAAAAAA.AAAAAAAAAAAAAAAAAAAAAA==.AAAA';
    await service.ctx
      .db('message_senders')
      .where({ project_id: own.project.id })
      .update({ credentials_sealed: garbage, token_sealed: garbage });
    return { id, own, url: set.body.report_url };
  }
  const stored = (id: string) => service.ctx.db('notifications').where({ id }).first();

  test('senders are shown, and messages wait until the credentials are entered again', async () => {
    const { id, own, url } = await withLostKey();
    const path = `/api/projects/${own.project.id}/senders?environment=test`;
    const [shown] = must(await own.project.owner.client.get(path)).body.senders;
    expect(shown).toMatchObject({ sender: 'africastalking', report_url: null });
    await sendAll(service, own);
    expect(await stored(id)).toMatchObject({ status: 'queued', attempts: 1, handed_over_at: null });
    expect(AT.calls).toBe(0);
    const again = must(await setSender(own, { sender: 'africastalking', credentials: AT.credentials }));
    expect(again.body.report_url).not.toBe(url);
    await makeDue(id);
    await sendAll(service, own);
    expect(await stored(id)).toMatchObject({ status: 'sent' });
  });

  test('attempts end, and the message says why', async () => {
    const { id, own } = await withLostKey();
    await until('no attempt is left', async () => {
      await makeDue(id);
      await sendAll(service, own);
      return (await stored(id)).status !== 'queued';
    });
    expect(await stored(id)).toMatchObject({
      status: 'failed',
      error: 'not_taken',
      reason: expect.stringContaining('ENCRYPTION_KEY'),
      attempts: 12,
    });
    expect(AT.calls).toBe(0);
  });
});

describe('quiet hours and turning off', () => {
  test('nothing is sent in quiet hours, by local time; afterwards it is', async () => {
    const own = await createSacco(service, { utc_offset_minutes: 180 });
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    await setTestClock(own.project, `${tomorrow}T18:30:00Z`);
    must(await setSender(own, { quiet_hours: { from: '21:00', to: '06:30' } }));
    const member = await newMember(own);
    must(await own.maker.post(`/api/v1/sacco/members/${member}/deposits`, moving(100)));
    await sendAll(service, own);
    expect(await toldTo(own, member)).toMatchObject([{ status: 'queued' }]);
    const after = new Date(Date.parse(`${tomorrow}T03:30:00Z`) + 86_400_000).toISOString();
    await setTestClock(own.project, after);
    await sendAll(service, own);
    expect(await toldTo(own, member)).toMatchObject([{ status: 'delivered' }]);
  });

  test('what waits for a sender that is turned off has failed', async () => {
    must(await setSender(sacco));
    const { id, member } = await told();
    must(await setSender(sacco, { sender: 'none' }));
    await sendAll(service, sacco);
    expect(await read(id)).toMatchObject({ status: 'failed', error: 'sender_off' });
    must(await sacco.maker.post(`/api/v1/sacco/members/${member}/deposits`, moving(100)));
    expect(await toldTo(sacco, member)).toHaveLength(1);
  });

  test('the sandbox is of the test environment', async () => {
    const refused = await setSender(sacco, { environment: 'live' });
    expect(refused.body.error.details).toMatchObject([{ path: 'sender' }]);
  });

  test('a maker sets no sender', async () => {
    const path = `/api/projects/${sacco.project.id}/senders/sms`;
    const body = { environment: 'test', sender: 'none' };
    expect((await sacco.people.maker.client.put(path, body)).status).toBe(403);
  });
});
