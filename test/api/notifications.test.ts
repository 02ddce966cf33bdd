/** Messages to members over HTTP alone: once per cause and channel, by the sandbox, until a member opts out. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { remindBorrowers } from '../../domain/loans/index.ts';
import {
  applyFor,
  createSacco,
  decide,
  moveDays,
  moving,
  must,
  newMember,
  newPayee,
  newPhone,
  newProduct,
  newSaver,
  outboxOf,
  processPayout,
  repay,
  sendAll,
  sendingSacco,
  setSender,
  sharedService,
  toldTo,
  type Told,
  verifyAll,
  type Sacco,
  type TestService,
} from '../harness/index.ts';

let service: TestService;
let sacco: Sacco;

beforeAll(async () => {
  service = await sharedService();
  sacco = await createSacco(service);
  must(await setSender(sacco));
});
afterAll(async () => {
  expect(await verifyAll(service.ctx)).toEqual([]);
  await service.stop();
});

const deposit = (member: string, body: object) =>
  sacco.maker.post(`/api/v1/sacco/members/${member}/deposits`, body);
const prefer = (member: string, body: object) =>
  sacco.maker.put(`/api/v1/sacco/members/${member}/preferences`, body);

describe('once per cause and channel', () => {
  test('E1: a deposit and its replay make one message, which the sandbox delivers', async () => {
    const member = await newMember(sacco);
    const body = moving(150_000);
    const { body: entry } = must(await deposit(member, body));
    must(await deposit(member, body));
    const [queued, ...others] = await toldTo(sacco, member);
    expect(others).toEqual([]);
    expect(queued).toMatchObject({
      member_id: member,
      channel: 'sms',
      template: 'deposit',
      language: 'en',
      status: 'queued',
      segments: 1,
      entry_id: entry.id,
      cost: null,
      error: null,
    });
    expect(queued.id).toMatch(/^ntf_/);
    expect(queued.text).toContain('your deposit of KES 1,500.00');
    await sendAll(service, sacco);
    expect(await toldTo(sacco, member)).toMatchObject([{ id: queued.id, status: 'delivered' }]);
    expect(await outboxOf(sacco, member)).toMatchObject([{ id: queued.id, text: queued.text }]);
  });

  test('the event comes once, with the message as GET answers it', async () => {
    const { body: endpoint } = must(
      await sacco.admin.post('/api/v1/webhook-endpoints', { events: ['member.notification'], mode: 'poll' }),
    );
    const member = await newMember(sacco);
    const body = moving(100);
    must(await deposit(member, body));
    must(await deposit(member, body));
    const { events } = must(await sacco.admin.get(`/api/v1/webhook-endpoints/${endpoint.id}/events`)).body;
    const [told] = await toldTo(sacco, member);
    const { events: own } = {
      events: events.filter(({ data }: { data: Told }) => data.member_id === member),
    };
    expect(own).toMatchObject([{ type: 'member.notification', data: told }]);
    expect(own).toHaveLength(1);
  });

  test('a movement that fails is told to nobody', async () => {
    const member = await newMember(sacco);
    const { body } = must(await sacco.maker.post(`/api/v1/sacco/members/${member}/withdrawals`, moving(100)));
    expect(body).toMatchObject({ status: 'failed' });
    expect(await toldTo(sacco, member)).toEqual([]);
  });

  test('a withdrawal that waits is told once it is posted', async () => {
    const member = await newSaver(sacco, 5_000);
    must(await sacco.maker.post(`/api/v1/sacco/members/${member}/withdrawals`, moving(2_000)));
    expect(await toldTo(sacco, member)).toMatchObject([{ template: 'deposit' }, { template: 'withdrawal' }]);
  });

  test('without a sender, or without a verified phone, there is none', async () => {
    const other = await createSacco(service);
    const member = await newMember(other);
    must(await other.maker.post(`/api/v1/sacco/members/${member}/deposits`, moving(100)));
    expect(await toldTo(other, member)).toEqual([]);
    const lenient = await createSacco(service, { min_kyc_tier: 0 });
    must(await setSender(lenient));
    const { body: customer } = must(
      await lenient.project.key.post('/api/v1/customers', { full_name: 'Nobody', phone: '+254700000777' }),
    );
    const { body: unverified } = must(
      await lenient.project.key.post('/api/v1/sacco/members', { customer_id: customer.id }),
    );
    must(await lenient.maker.post(`/api/v1/sacco/members/${unverified.id}/deposits`, moving(100)));
    expect(await toldTo(lenient, unverified.id)).toEqual([]);
  });
});

describe('another phone', () => {
  const customerOf = async (member: string): Promise<string> =>
    `/api/v1/customers/${must(await sacco.maker.get(`/api/v1/sacco/members/${member}`)).body.customer_id}`;

  test('is told nothing until KYC is approved again', async () => {
    const member = await newMember(sacco);
    const customer = await customerOf(member);
    must(await sacco.project.key.patch(customer, { phone: newPhone() }));
    must(await deposit(member, moving(100)));
    expect(await toldTo(sacco, member)).toEqual([]);
    must(await sacco.project.key.post(`${customer}/kyc`, { decision: 'approve', tier: 1 }));
    must(await deposit(member, moving(100)));
    expect(await toldTo(sacco, member)).toMatchObject([{ status: 'queued' }]);
  });

  test('is not verified by the person who changed it, but by somebody else', async () => {
    const member = await newMember(sacco);
    const customer = await customerOf(member);
    const approve = { decision: 'approve', tier: 1 };
    must(await sacco.maker.patch(customer, { phone: newPhone() }));
    must(await sacco.maker.post(`${customer}/kyc`, approve));
    must(await deposit(member, moving(100)));
    expect(await toldTo(sacco, member)).toEqual([]);
    must(await sacco.checker.post(`${customer}/kyc`, approve));
    must(await deposit(member, moving(100)));
    expect(await toldTo(sacco, member)).toMatchObject([{ status: 'queued' }]);
  });

  test('what is queued for the earlier one, or for the earlier address, is suppressed', async () => {
    must(await setSender(sacco, {}, 'email'));
    const member = await newMember(sacco);
    const customer = await customerOf(member);
    must(await sacco.project.key.patch(customer, { email: `${newPhone()}@example.org` }));
    must(await prefer(member, { email: true }));
    must(await deposit(member, moving(100)));
    expect(await toldTo(sacco, member)).toMatchObject([{ status: 'queued' }, { status: 'queued' }]);
    must(await sacco.project.key.patch(customer, { phone: newPhone(), email: `${newPhone()}@example.org` }));
    must(await sacco.project.key.post(`${customer}/kyc`, { decision: 'approve', tier: 1 }));
    await sendAll(service, sacco);
    const reason = expect.stringContaining('another phone or address');
    expect(await toldTo(sacco, member)).toMatchObject([
      { status: 'suppressed', reason },
      { status: 'suppressed', reason },
    ]);
    expect(await outboxOf(sacco, member)).toEqual([]);
    must(await setSender(sacco, { sender: 'none' }, 'email'));
  });
});

describe('preferences', () => {
  test('E2: who has opted out gets nothing: suppressed', async () => {
    const member = await newMember(sacco);
    expect(must(await prefer(member, { sms: false })).body).toEqual({
      member_id: member,
      language: null,
      sms: false,
      email: false,
    });
    must(await deposit(member, moving(100)));
    await sendAll(service, sacco);
    expect(await toldTo(sacco, member)).toMatchObject([
      { status: 'suppressed', error: null, reason: 'The member has opted out.' },
    ]);
    expect(await outboxOf(sacco, member)).toEqual([]);
  });

  test('what is queued when a member opts out is suppressed', async () => {
    const member = await newSaver(sacco, 100);
    expect(await toldTo(sacco, member)).toMatchObject([{ status: 'queued' }]);
    must(await prefer(member, { sms: false }));
    expect(await toldTo(sacco, member)).toMatchObject([
      { status: 'suppressed', reason: 'The member has opted out.' },
    ]);
    must(await prefer(member, { sms: true }));
    await sendAll(service, sacco);
    expect(await outboxOf(sacco, member)).toEqual([]);
  });

  test('a member is told in the language that they chose', async () => {
    const member = await newMember(sacco);
    must(await prefer(member, { language: 'sw' }));
    must(await deposit(member, moving(100)));
    const [told] = await toldTo(sacco, member);
    expect(told).toMatchObject({ language: 'sw', segments: 1 });
    expect(told.text).toContain('tumepokea amana');
  });

  test('e-mails go to who asks for them', async () => {
    must(await setSender(sacco, {}, 'email'));
    const member = await newMember(sacco);
    const { body } = must(await sacco.maker.get(`/api/v1/sacco/members/${member}`));
    must(await sacco.maker.patch(`/api/v1/customers/${body.customer_id}`, { email: 'amina@example.org' }));
    must(await deposit(member, moving(100)));
    must(await prefer(member, { sms: false, email: true }));
    must(await deposit(member, moving(200)));
    expect(await toldTo(sacco, member)).toMatchObject([
      { channel: 'sms', status: 'suppressed' },
      {
        channel: 'email',
        status: 'queued',
        to: 'amina@example.org',
        subject: 'Deposit received',
        segments: null,
      },
      { channel: 'sms', status: 'suppressed' },
    ]);
    must(await setSender(sacco, { sender: 'none' }, 'email'));
  });
});

describe('templates', () => {
  const path = '/api/v1/sacco/notification-templates';

  test('E3: 71 Amharic letters are two segments', async () => {
    const other = await createSacco(service);
    must(await setSender(other, { language: 'am' }));
    must(await other.admin.put(`${path}/deposit/am`, { text: 'ሀ'.repeat(71) }));
    const member = await newMember(other);
    must(await other.maker.post(`/api/v1/sacco/members/${member}/deposits`, moving(100)));
    expect(await toldTo(other, member)).toMatchObject([{ language: 'am', segments: 2 }]);
    must(await other.admin.put(`${path}/deposit/am`, { text: 'ሀ'.repeat(70) }));
    must(await other.maker.post(`/api/v1/sacco/members/${member}/deposits`, moving(100)));
    expect(await toldTo(other, member)).toMatchObject([{ segments: 2 }, { segments: 1 }]);
  });

  test('a refused save names the unknown variables, and stores nothing', async () => {
    const refused = await sacco.admin.put(`${path}/deposit/en`, {
      text: 'Dear {{nmae}}, {{balance}} {{amount}}',
    });
    expect(refused.status).toBe(400);
    expect(refused.body.error.details.map(({ path: at }: { path: string }) => at)).toEqual(['text', 'text']);
    expect(refused.text).toContain('{{nmae}}');
    expect(refused.text).toContain('{{balance}}');
    const { body } = must(await sacco.maker.get(`${path}/deposit/en`));
    expect(body).toMatchObject({ is_default: true });
  });

  test.each([
    [
      'deposit',
      { text: 'Dear {name}, {{amount}}' },
      [
        ['text', '"{"'],
        ['text', '"}"'],
      ],
    ],
    [
      'deposit',
      { text: 'Dear {{name}, {{amount}}' },
      [
        ['text', '"{"'],
        ['text', '"}"'],
      ],
    ],
    ['deposit', { text: '{{amount}}', subject: '{{name' }, [['subject', '"{"']]],
    ['consent_request', { text: '{{name}}, decide' }, [['text', '{{link}} or {{code}}']]],
    ['consent_request', { text: 'Code {{code}}', subject: '{{ code }}' }, [['subject', '{{code}}']]],
    ['consent_request', { text: '{{link}}', subject: '{{name}}: {{link}}' }, [['subject', '{{link}}']]],
  ])('of %s, %j is refused', async (template, body, faults) => {
    for (const dry_run of [true, false]) {
      const refused = await sacco.admin.put(`${path}/${template}/en`, { ...body, dry_run });
      expect(refused.status).toBe(400);
      const expected = faults.map(([at, named = '']) => ({
        path: at,
        message: expect.stringContaining(named),
      }));
      expect(refused.body.error.details).toMatchObject(expected);
    }
  });

  test('a consent request may have the link or the code alone', async () => {
    for (const text of ['{{ link }}', 'Code {{code}}'])
      expect(await sacco.admin.put(`${path}/consent_request/en`, { text, dry_run: true })).toMatchObject({
        status: 200,
        body: { text },
      });
  });

  test('a dry run shows the preview and stores nothing', async () => {
    const text = 'Hello {{name}}, {{amount}} arrived';
    const { body } = must(await sacco.admin.put(`${path}/withdrawal/en`, { text, dry_run: true }));
    expect(body.preview).toMatchObject({
      text: 'Hello Amina Wanjiru, KES 1,500.00 arrived',
      encoding: 'gsm7',
      segments: 1,
    });
    expect(must(await sacco.maker.get(`${path}/withdrawal/en`)).body).toMatchObject({ is_default: true });
  });

  test('every template has a text in every language', async () => {
    const { body } = must(await sacco.maker.get(path));
    expect(body.notification_templates).toHaveLength(27);
    for (const each of body.notification_templates) expect(each.preview.text).not.toContain('{{');
  });

  test('a maker may not write them', async () => {
    expect((await sacco.maker.put(`${path}/deposit/en`, { text: 'x' })).status).toBe(403);
  });
});

describe('loans and dividends', () => {
  test('approval and disbursement are told', async () => {
    const product_id = await newProduct(sacco);
    const member = await newMember(sacco);
    const { body: loan } = must(
      await applyFor(sacco, { product_id, member_id: member, amount_minor: 100_000 }),
    );
    expect(await toldTo(sacco, member)).toEqual([]);
    must(await decide(sacco, loan.approval_id));
    const told = await toldTo(sacco, member);
    expect(told).toMatchObject([
      { template: 'loan_approved', entry_id: null },
      { template: 'loan_disbursed' },
    ]);
    expect(told[0].text).toContain('KES 1,000.00');
  });

  test('a loan to the phone is told as approved once it is on its way, and not at all where it fails', async () => {
    for (const float_minor of [200_000, 0]) {
      const own = await sendingSacco(service, { float_minor });
      must(await setSender(own));
      const product_id = await newProduct(own);
      const member = await newPayee(own, 0);
      const about = { disburse_to: 'mobile', provider: 'sandbox' };
      const { body: loan } = must(
        await applyFor(own, { product_id, member_id: member, amount_minor: 100_000, ...about }),
      );
      const { entry } = must(await decide(own, loan.approval_id)).body;
      const templates = async () => (await toldTo(own, member)).map(({ template }) => template);
      if (float_minor === 0) {
        expect(entry.status).toBe('failed');
        expect(await templates()).toEqual([]);
        continue;
      }
      expect(entry.status).toBe('paying');
      expect(await templates()).toEqual(['loan_approved']);
      expect(await processPayout(service, own, entry.id)).toMatchObject({ status: 'posted' });
      expect(await templates()).toEqual(['loan_approved', 'loan_disbursed']);
    }
  });

  test('an installment is told once three days before, and once when it is overdue', async () => {
    const own = await createSacco(service);
    must(await setSender(own));
    const product_id = await newProduct(own);
    const member = await newMember(own);
    const { body } = must(await applyFor(own, { product_id, member_id: member, amount_minor: 90_000 }));
    must(await decide(own, body.approval_id));
    const { body: loan } = must(await own.maker.get(`/api/v1/sacco/loans/${body.id}`));
    const [first] = loan.schedule;
    const templates = async () =>
      (await toldTo(own, member))
        .map(({ template }) => template)
        .filter((each) => each.startsWith('install'));
    const days_until = (date: string) =>
      Math.round(
        (Date.parse(date) - Date.parse(loan.disbursed_on ?? loan.disbursed_at.slice(0, 10))) / 86_400_000,
      );
    await remindBorrowers(service.ctx);
    expect(await templates()).toEqual([]);
    await moveDays(service, own, days_until(first.due_date ?? first.due_on) - 3);
    await Promise.all([remindBorrowers(service.ctx), remindBorrowers(service.ctx)]);
    await remindBorrowers(service.ctx);
    expect(await templates()).toEqual(['installment_due']);
    await moveDays(service, own, 4);
    await remindBorrowers(service.ctx);
    await remindBorrowers(service.ctx);
    expect(await templates()).toEqual(['installment_due', 'installment_overdue']);
  });
});

describe('what is true no more when its time has come is suppressed', () => {
  const suppressed = (reason: string) => ({
    status: 'suppressed',
    reason: expect.stringContaining(reason),
    ended_at: expect.any(String),
  });

  test('a reminder of an installment that was paid meanwhile; another is sent', async () => {
    const own = await createSacco(service);
    must(await setSender(own));
    const product_id = await newProduct(own);
    const [payer, debtor] = [await newMember(own), await newMember(own)];
    const loans = [];
    for (const member_id of [payer, debtor]) {
      const { body } = must(await applyFor(own, { product_id, member_id, amount_minor: 90_000 }));
      must(await decide(own, body.approval_id));
      loans.push(must(await own.maker.get(`/api/v1/sacco/loans/${body.id}`)).body);
    }
    await sendAll(service, own);
    const [{ id, schedule, disbursed_at }] = loans;
    const disbursed_on = disbursed_at.slice(0, 10);
    const days = Math.round((Date.parse(schedule[0].due_date) - Date.parse(disbursed_on)) / 86_400_000);
    await moveDays(service, own, days - 3);
    await remindBorrowers(service.ctx);
    const { payoff_minor } = must(await own.maker.get(`/api/v1/sacco/loans/${id}`)).body;
    must(await repay(own, id, payoff_minor));
    await sendAll(service, own);
    const reminderOf = async (member: string) =>
      (await toldTo(own, member)).find(({ template }) => template === 'installment_due');
    expect(await reminderOf(payer)).toMatchObject(suppressed('The installment is paid'));
    expect(await reminderOf(debtor)).toMatchObject({ status: 'delivered' });
  });

  test('a deposit that was reversed', async () => {
    const member = await newMember(sacco);
    const { body: entry } = must(await deposit(member, moving(100)));
    const asked = { memo: 'wrong member', idempotency_key: `reverse-${entry.id}` };
    const { body } = must(await sacco.maker.post(`/api/v1/sacco/entries/${entry.id}/reverse`, asked));
    must(await sacco.checker.post(`/api/v1/approvals/${body.approval_id}/approve`));
    await sendAll(service, sacco);
    expect(await toldTo(sacco, member)).toMatchObject([suppressed('The movement was reversed')]);
  });

  test('what has waited for more than a day', async () => {
    const own = await createSacco(service);
    must(await setSender(own));
    const member = await newMember(own);
    const toMember = `/api/v1/sacco/members/${member}/deposits`;
    must(await own.maker.post(toMember, moving(100)));
    await moveDays(service, own, 2);
    must(await own.maker.post(toMember, moving(100)));
    await sendAll(service, own);
    expect(await toldTo(own, member)).toMatchObject([
      suppressed('more than 24 hours'),
      { status: 'delivered' },
    ]);
  });
});

test('a cooperative whose reminders fail keeps no other one waiting', async () => {
  const pair = [await createSacco(service), await createSacco(service)];
  for (const each of pair) must(await setSender(each));
  const [broken, other] = pair.map(({ project }) => project.id).toSorted() as [string, string];
  const { db } = service.ctx;
  const table = 'sacco_loan_reminder_days';
  await db.raw(`alter table ${table} add constraint broken check (project_id <> '${broken}') not valid`);
  try {
    await expect(remindBorrowers(service.ctx)).rejects.toThrow('broken');
  } finally {
    await db.raw(`alter table ${table} drop constraint broken`);
  }
  const reminded = await db(table).whereIn('project_id', [broken, other]).pluck('project_id');
  expect(reminded).toContain(other);
  expect(reminded).not.toContain(broken);
  await remindBorrowers(service.ctx);
  expect(await db(table).where({ project_id: broken })).toHaveLength(1);
});

describe('the outbox', () => {
  test('is of the test environment', async () => {
    const refused = await sacco.project.live_session.get('/api/v1/sandbox/outbox');
    expect(refused.body.error).toMatchObject({ reason: 'no_outbox' });
    expect(refused.status).toBe(422);
  });
});
