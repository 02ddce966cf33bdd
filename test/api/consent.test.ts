/** Consent of guarantors over HTTP: by link, by code, in person; withdrawn, expired, asked anew; and at the same time as others. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { secretMark } from '../../core/secret-mark.ts';
import { guarantorConsents } from '../../domain/loans/index.ts';
import { deliverWebhooks, pruneWebhooks } from '../../domain/webhooks/index.ts';
import {
  askedLoan,
  byCode,
  byLink,
  consentPath,
  createSacco,
  decide,
  fileOf,
  getLoan,
  moveDays,
  must,
  newPhone,
  pledgesOf,
  projectOf,
  sentTo,
  setSender,
  startService,
  toldTo,
  upload,
  uploaded,
  verifyAll,
  type AskedLoan,
  type Sacco,
  type TestService,
} from '../harness/index.ts';
import { expectError } from './samples.ts';

let service: TestService;
let sacco: Sacco;

beforeAll(async () => {
  service = await startService();
  sacco = await createSacco(service);
});
afterAll(async () => {
  expect(await verifyAll(service.ctx)).toEqual([]);
  await service.stop();
});

const sent = (member_id: string) => sentTo(service, sacco, member_id);
const inPerson = (decision: string, more: object = {}) => ({
  decision,
  method: 'in_person',
  memo: 'signed the form at the counter',
  ...more,
});
const askAgain = (loan: AskedLoan, member_id: string) =>
  sacco.maker.post(`${consentPath(loan, member_id)}-request`);
/** As if a minute had passed since the last asking. */
const minuteOver = (loan: AskedLoan) =>
  service.ctx
    .db('sacco_loan_consents')
    .where({ loan_id: loan.id })
    .update({ requested_at: new Date(0) });
const savingsOf = async (member_id: string) =>
  must(await sacco.maker.get(`/api/v1/sacco/members/${member_id}`)).body.savings_available;

/** Everybody whom staff may be: the application's maker, and who may record a consent. */
async function consented(loan: AskedLoan, member_id: string): Promise<void> {
  const { code } = await sent(member_id);
  must(await byCode(sacco, loan, member_id, { decision: 'consent', code }));
}

describe('the examples', () => {
  test('E1 one of two consents: 409, still pending; both: disbursed, held', async () => {
    const loan = await askedLoan(sacco);
    const [first = '', second = ''] = loan.guarantors;
    expect(await pledgesOf(sacco, loan)).toEqual(['requested', 'requested']);
    expect(await byLink(service, (await sent(first)).link, 'consent')).toBe(200);
    expect(await pledgesOf(sacco, loan)).toEqual(['pledged', 'requested']);
    expectError(await decide(sacco, loan.approval_id), 409, 'CONFLICT', 'consent_missing');
    const { body: approval } = must(await sacco.checker.get(`/api/v1/approvals/${loan.approval_id}`));
    expect(approval).toMatchObject({
      status: 'pending',
      effect: { carries_out: false, warnings: [{ code: 'consent_missing', blocking: true }] },
    });
    await consented(loan, second);
    must(await decide(sacco, loan.approval_id));
    const { body } = { body: await getLoan(sacco, loan.id) };
    expect(body).toMatchObject({
      status: 'open',
      guarantor_consent: 'required',
      guarantors: [
        { status: 'held', consent: { status: 'consented', method: 'link' } },
        { status: 'held', consent: { status: 'consented', method: 'code' } },
      ],
    });
    expect(await savingsOf(first)).toBe('500.00');
  });

  test('E2 declined: 409; cancel frees the pledges', async () => {
    const loan = await askedLoan(sacco);
    const [first = '', second = ''] = loan.guarantors;
    expect(await byLink(service, (await sent(first)).link, 'decline')).toBe(200);
    await consented(loan, second);
    expectError(await decide(sacco, loan.approval_id), 409, 'CONFLICT', 'consent_missing');
    must(await sacco.maker.post(`/api/v1/approvals/${loan.approval_id}/cancel`));
    expect(await pledgesOf(sacco, loan)).toEqual(['declined', 'released']);
    expect([await savingsOf(first), await savingsOf(second)]).toEqual(['1500.00', '1500.00']);
  });

  test('E3 after 72 hours: expired', async () => {
    const other = await createSacco(service);
    const loan = await askedLoan(other);
    const [first = ''] = loan.guarantors;
    const { link, code } = await sentTo(service, other, first);
    await moveDays(service, other, 3);
    // By the clock alone, before the job has come.
    expect((await fetch(service.url + link)).status).toBe(404);
    expectError(
      await byCode(other, loan, first, { decision: 'consent', code }),
      409,
      'CONFLICT',
      'consent_closed',
    );
    await guarantorConsents.expire(service.ctx);
    expect(await pledgesOf(other, loan)).toEqual(['expired', 'expired']);
    expectError(await decide(other, loan.approval_id), 409, 'CONFLICT', 'consent_missing');
    expect(await byLink(service, link, 'consent')).toBe(404);
    must(await other.maker.post(`${consentPath(loan, first)}-request`));
    expect(await pledgesOf(other, loan)).toEqual(['requested', 'expired']);
  });

  test('E4 a link used twice: 404, and so for one that is unknown or replaced', async () => {
    const loan = await askedLoan(sacco, 1);
    const [first = ''] = loan.guarantors;
    const { link: earlier, code } = await sent(first);
    must(await askAgain(loan, first));
    const { link } = await sent(first);
    expect(link).not.toBe(earlier);
    expect(await byLink(service, earlier, 'consent')).toBe(404);
    expectError(
      await byCode(sacco, loan, first, { decision: 'consent', code }),
      403,
      'FORBIDDEN',
      'consent_code_wrong',
    );
    for (const status of [200, 404]) expect(await byLink(service, link, 'consent')).toBe(status);
    expect(await byLink(service, link, 'decline')).toBe(404);
    expect((await fetch(service.url + link)).status).toBe(404);
    expect((await fetch(`${service.url}/consent/ush_consent_${'x'.repeat(24)}`)).status).toBe(404);
    expect(await pledgesOf(sacco, loan)).toEqual(['pledged']);
  });

  test('E5 in person by who applied: 403; by somebody else with the signed form, yes; by a key never', async () => {
    const loan = await askedLoan(sacco, 1);
    const [first = ''] = loan.guarantors;
    const path = consentPath(loan, first);
    expectError(await sacco.maker.post(path, inPerson('consent')), 403, 'FORBIDDEN', 'consent_by_applicant');
    expectError(await sacco.project.key.post(path, inPerson('consent')), 403, 'FORBIDDEN');
    const form = await uploaded(sacco.checker, 'signed_form', fileOf('pdf'));
    const { body } = must(await sacco.checker.post(path, inPerson('consent', { file_id: form })));
    expect(body).toMatchObject({
      status: 'pledged',
      consent: {
        status: 'consented',
        method: 'in_person',
        file_id: form,
        memo: 'signed the form at the counter',
      },
    });
    must(await decide(sacco, loan.approval_id));
    expect(await pledgesOf(sacco, loan)).toEqual(['held']);
  });
});

describe('a code', () => {
  test('five wrong ones expire it: 403, then 409', async () => {
    const loan = await askedLoan(sacco, 1);
    const [first = ''] = loan.guarantors;
    const { link, code } = await sent(first);
    const wrong = code === '000000' ? '000001' : '000000';
    for (let n = 0; n < 5; n++)
      expectError(
        await byCode(sacco, loan, first, { decision: 'consent', code: wrong }),
        403,
        'FORBIDDEN',
        'consent_code_wrong',
      );
    for (const tried of [wrong, code])
      expectError(
        await byCode(sacco, loan, first, { decision: 'consent', code: tried }),
        409,
        'CONFLICT',
        'consent_closed',
      );
    expect(await byLink(service, link, 'consent')).toBe(404);
    expect(await pledgesOf(sacco, loan)).toEqual(['expired']);
  });

  test('wrong ones after the consent end the code, and not the consent', async () => {
    const loan = await askedLoan(sacco, 1);
    const [first = ''] = loan.guarantors;
    const { code } = await sent(first);
    await consented(loan, first);
    const wrong = code === '000000' ? '000001' : '000000';
    for (let n = 0; n < 5; n++) await byCode(sacco, loan, first, { decision: 'decline', code: wrong });
    expectError(
      await byCode(sacco, loan, first, { decision: 'decline', code }),
      409,
      'CONFLICT',
      'consent_closed',
    );
    expect(await pledgesOf(sacco, loan)).toEqual(['pledged']);
  });

  test('ten wrong ones of all askings end codes: the link and an answer in person count', async () => {
    const loan = await askedLoan(sacco, 2);
    for (const [n, member] of loan.guarantors.entries()) {
      for (let asked = 0; asked < 2; asked++) {
        const { code } = await sent(member);
        const wrong = code === '000000' ? '000001' : '000000';
        for (let tries = 0; tries < 5; tries++)
          expectError(
            await byCode(sacco, loan, member, { decision: 'consent', code: wrong }),
            403,
            'FORBIDDEN',
            'consent_code_wrong',
          );
        await minuteOver(loan);
        must(await askAgain(loan, member));
      }
      const { link, code } = await sent(member);
      const refused = await byCode(sacco, loan, member, { decision: 'consent', code });
      expectError(refused, 409, 'CONFLICT', 'consent_closed');
      expect(refused.body.error.message).toContain('10 codes');
      if (n === 0) expect(await byLink(service, link, 'consent')).toBe(200);
      else must(await sacco.checker.post(consentPath(loan, member), inPerson('consent')));
    }
    expect(await pledgesOf(sacco, loan)).toEqual(['pledged', 'pledged']);
  });

  test('a guarantor is asked anew once a minute, and ten times in all', async () => {
    const loan = await askedLoan(sacco, 1);
    const [first = ''] = loan.guarantors;
    const replies = await Promise.all(Array.from({ length: 4 }, () => askAgain(loan, first)));
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 429, 429, 429]);
    const early = replies.find(({ status }) => status === 429);
    expectError(early as (typeof replies)[number], 429, 'RATE_LIMITED');
    expect(Number(early?.headers.get('retry-after'))).toBeGreaterThan(0);
    for (let n = 2; n < 10; n++) {
      await minuteOver(loan);
      must(await askAgain(loan, first));
    }
    await minuteOver(loan);
    expectError(await askAgain(loan, first), 409, 'CONFLICT', 'consent_closed');
    expect(await byLink(service, (await sent(first)).link, 'consent')).toBe(200);
  });

  test('many wrong ones at once are counted one by one', async () => {
    const loan = await askedLoan(sacco, 1);
    const [first = ''] = loan.guarantors;
    const { code } = await sent(first);
    const wrong = code === '000000' ? '000001' : '000000';
    const replies = await Promise.all(
      Array.from({ length: 12 }, () => byCode(sacco, loan, first, { decision: 'consent', code: wrong })),
    );
    const count = (status: number) => replies.filter((reply) => reply.status === status).length;
    expect([count(403), count(409)]).toEqual([5, 7]);
  });

  test.each([
    ['no code', { decision: 'consent' }],
    ['a code in person', { ...inPerson('consent'), code: '123456' }],
    ['no memo in person', { decision: 'consent', method: 'in_person' }],
    [
      'a form with a code',
      { decision: 'consent', code: '123456', file_id: 'fil_01M8C23C3AEPKVTXB22ZJ02DAX' },
    ],
    ['another decision', { decision: 'maybe', code: '123456' }],
    ['letters', { decision: 'consent', code: 'abcdef' }],
  ])('with %s is malformed', async (_what, body) => {
    const loan = await askedLoan(sacco, 1);
    expectError(await byCode(sacco, loan, loan.guarantors[0] as string, body), 400, 'VALIDATION_ERROR');
  });
});

describe('consent', () => {
  test('can be withdrawn until the approval, and is closed by it', async () => {
    const loan = await askedLoan(sacco, 1);
    const [first = ''] = loan.guarantors;
    const { code } = await sent(first);
    must(await byCode(sacco, loan, first, { decision: 'consent', code }));
    must(await byCode(sacco, loan, first, { decision: 'decline', code }));
    expect(await pledgesOf(sacco, loan)).toEqual(['declined']);
    expectError(await decide(sacco, loan.approval_id), 409, 'CONFLICT', 'consent_missing');
    must(await askAgain(loan, first));
    const { code: newer } = await sent(first);
    must(await byCode(sacco, loan, first, { decision: 'consent', code: newer }));
    expectError(await askAgain(loan, first), 409, 'CONFLICT', 'consent_closed');
    must(await decide(sacco, loan.approval_id));
    for (const body of [{ decision: 'decline', code: newer }, inPerson('decline')])
      expectError(
        await sacco.checker.post(consentPath(loan, first), body),
        409,
        'CONFLICT',
        'consent_closed',
      );
    expect(await pledgesOf(sacco, loan)).toEqual(['held']);
  });

  test('can be withdrawn with its code after the 72 hours too, until the loan is decided; five wrong codes end it', async () => {
    const other = await createSacco(service);
    const loan = await askedLoan(other, 2);
    const [first = '', second = ''] = loan.guarantors;
    const codes: string[] = [];
    for (const member of loan.guarantors) {
      const { code } = await sentTo(service, other, member);
      must(await byCode(other, loan, member, { decision: 'consent', code }));
      codes.push(code);
    }
    const moved = new Date(Date.now() + 73 * 3_600_000).toISOString();
    must(
      await other.project.owner.client.post(`/api/projects/${other.project.id}/test-clock`, { now: moved }),
    );
    await guarantorConsents.expire(service.ctx);
    expect(await pledgesOf(other, loan)).toEqual(['pledged', 'pledged']);
    must(await byCode(other, loan, first, { decision: 'decline', code: codes[0] }));
    expect(await pledgesOf(other, loan)).toEqual(['declined', 'pledged']);
    const wrong = codes[1] === '000000' ? '000001' : '000000';
    for (let n = 0; n < 5; n++)
      expectError(
        await byCode(other, loan, second, { decision: 'decline', code: wrong }),
        403,
        'FORBIDDEN',
        'consent_code_wrong',
      );
    expectError(
      await byCode(other, loan, second, { decision: 'decline', code: codes[1] }),
      409,
      'CONFLICT',
      'consent_closed',
    );
    expect(await pledgesOf(other, loan)).toEqual(['declined', 'pledged']);
  });

  test('stays as it was given when it is withdrawn, with its signed form', async () => {
    const loan = await askedLoan(sacco, 1);
    const [first = ''] = loan.guarantors;
    const [form, withdrawal] = [
      await uploaded(sacco.checker, 'signed_form', fileOf('pdf')),
      await uploaded(sacco.checker, 'signed_form', fileOf('pdf')),
    ];
    const path = consentPath(loan, first);
    must(await sacco.checker.post(path, inPerson('consent', { file_id: form })));
    const { body } = must(
      await sacco.admin.post(path, inPerson('decline', { file_id: withdrawal, memo: 'came back' })),
    );
    expect(body.consent).toMatchObject({ status: 'declined', memo: 'came back', file_id: withdrawal });
    const rows = await service.ctx.db('sacco_loan_consents').where({ loan_id: loan.id }).orderBy('id');
    const { checker, admin } = sacco.people;
    expect(rows).toMatchObject([
      { status: 'consented', decided_by_id: checker.id, file_id: form, follows_id: null },
      { status: 'declined', decided_by_id: admin.id, file_id: withdrawal, follows_id: rows[0].id },
    ]);
    for (const [i, id] of [form, withdrawal].entries())
      expect(await service.ctx.db('files').where({ id }).first()).toMatchObject({
        status: 'stored',
        subject_id: rows[i].id,
        due_at: null,
      });
  });

  test.each(['declined', 'expired'])(
    'in person is possible where it was %s, if the savings are free',
    async (how) => {
      const loan = await askedLoan(sacco, 2);
      const [first = '', second = ''] = loan.guarantors;
      for (const member of loan.guarantors)
        if (how === 'declined')
          must(await byCode(sacco, loan, member, { decision: 'decline', code: (await sent(member)).code }));
      if (how === 'expired') {
        await service.ctx
          .db('sacco_loan_consents')
          .where({ loan_id: loan.id })
          .update({ expires_at: new Date(0) });
        await guarantorConsents.expire(service.ctx);
      }
      const gone = { amount_minor: 100_000, idempotency_key: crypto.randomUUID() };
      must(await sacco.maker.post(`/api/v1/sacco/members/${second}/withdrawals`, gone));
      expectError(
        await sacco.checker.post(consentPath(loan, second), inPerson('consent')),
        422,
        'UNPROCESSABLE',
        'guarantee_unavailable',
      );
      must(await sacco.checker.post(consentPath(loan, first), inPerson('consent')));
      expect(await pledgesOf(sacco, loan)).toEqual(['pledged', how]);
      expectError(
        await sacco.checker.post(consentPath(loan, second), inPerson('decline')),
        409,
        'CONFLICT',
        'consent_closed',
      );
    },
  );

  test('declined savings are free; asking anew takes them again, if they are still there', async () => {
    const loan = await askedLoan(sacco, 1);
    const [first = ''] = loan.guarantors;
    const { code } = await sent(first);
    must(await byCode(sacco, loan, first, { decision: 'decline', code }));
    const gone = { amount_minor: 100_000, idempotency_key: crypto.randomUUID() };
    must(await sacco.maker.post(`/api/v1/sacco/members/${first}/withdrawals`, gone));
    expectError(await askAgain(loan, first), 422, 'UNPROCESSABLE', 'guarantee_unavailable');
    expect(await pledgesOf(sacco, loan)).toEqual(['declined']);
  });

  test('is in the audit log: who was asked anew, who decided what and how, and a code that was guessed at', async () => {
    const loan = await askedLoan(sacco, 1);
    const [first = ''] = loan.guarantors;
    must(await askAgain(loan, first));
    expect(await byLink(service, (await sent(first)).link, 'consent')).toBe(200);
    must(await sacco.checker.post(consentPath(loan, first), inPerson('decline')));
    await minuteOver(loan);
    must(await askAgain(loan, first));
    const { code } = await sent(first);
    const wrong = code === '000000' ? '000001' : '000000';
    for (let n = 0; n < 5; n++) await byCode(sacco, loan, first, { decision: 'consent', code: wrong });
    const path = `/api/projects/${sacco.project.id}/audit-log?environment=test&limit=1000`;
    const { audit_log } = must(await sacco.project.owner.client.get(path)).body;
    const entries = audit_log
      .filter(
        ({ action, subject }: { action: string; subject: string }) =>
          subject === loan.id && action.startsWith('sacco.guarantor_'),
      )
      .map(({ action, actor, details }: { action: string; actor: { id: string }; details: object }) => [
        action,
        actor.id,
        details,
      ])
      .toReversed();
    const { maker, checker } = sacco.people;
    const about = { member_id: first };
    const memo = 'signed the form at the counter';
    expect(entries).toMatchObject([
      ['sacco.guarantor_asked_again', maker.id, about],
      ['sacco.guarantor_consent', 'ushirika', { ...about, decision: 'consent', method: 'link' }],
      ['sacco.guarantor_consent', checker.id, { ...about, decision: 'decline', method: 'in_person', memo }],
      ['sacco.guarantor_asked_again', maker.id, about],
      ['sacco.guarantor_code_refused', maker.id, about],
    ]);
  });

  test('is asked of nobody where the product does not require it', async () => {
    const other = await askedLoan(sacco, 1);
    const product = must(await sacco.maker.get('/api/v1/sacco/loan-products?limit=1')).body.loan_products[0];
    expect(product.guarantor_consent).toBe('required');
    expect(await pledgesOf(sacco, other)).toEqual(['requested']);
    const loans = `/api/v1/sacco/loans/${other.id}/guarantors/${other.borrower}/consent`;
    expectError(await sacco.maker.post(loans, { decision: 'consent', code: '123456' }), 404, 'NOT_FOUND');
  });

  test('another project finds neither loan nor form', async () => {
    const loan = await askedLoan(sacco, 1);
    const [first = ''] = loan.guarantors;
    const other = await projectOf(sacco.project.owner, service.anyone);
    const form = must(await upload(other.key, fileOf('pdf'), { purpose: 'signed_form' })).body.id;
    const path = consentPath(loan, first);
    expectError(await sacco.checker.post(path, inPerson('consent', { file_id: form })), 404, 'NOT_FOUND');
    expect(await pledgesOf(sacco, loan)).toEqual(['requested']);
    for (const body of [inPerson('consent'), { decision: 'consent', code: '123456' }])
      expectError(await other.session.post(path, body), 404, 'NOT_FOUND');
  });
});

describe('what waits to be sent', () => {
  const requestsTo = async (member: string) =>
    (await toldTo(sacco, member)).filter(({ template }) => template === 'consent_request');

  test('asked anew: the earlier request is suppressed, and nothing of its secrets is left', async () => {
    const loan = await askedLoan(sacco, 1);
    const [first = ''] = loan.guarantors;
    must(await askAgain(loan, first));
    expect((await requestsTo(first)).map(({ status }) => status)).toEqual(['suppressed', 'queued']);
    const sealed = await service.ctx
      .db('notifications')
      .where({ member_id: first, status: 'suppressed' })
      .whereNotNull('text_sealed');
    expect(sealed).toEqual([]);
  });

  test.each(['in person', 'cancelled', 'expired'])(
    'a consent that is over (%s) is asked for no more',
    async (how) => {
      const loan = await askedLoan(sacco, 1);
      const [first = ''] = loan.guarantors;
      if (how === 'in person') must(await sacco.checker.post(consentPath(loan, first), inPerson('consent')));
      if (how === 'cancelled') must(await sacco.maker.post(`/api/v1/approvals/${loan.approval_id}/cancel`));
      if (how === 'expired') {
        await service.ctx
          .db('sacco_loan_consents')
          .where({ loan_id: loan.id })
          .update({ expires_at: new Date(0) });
        await guarantorConsents.expire(service.ctx);
      }
      expect(await requestsTo(first)).toMatchObject([{ status: 'suppressed', reason: expect.any(String) }]);
    },
  );

  test('goes by SMS alone, also where e-mails are asked for, and tells the local time', async () => {
    const own = await createSacco(service, { utc_offset_minutes: 180 });
    must(await setSender(own, {}, 'email'));
    const loan = await askedLoan(own, 1);
    const [first = ''] = loan.guarantors;
    const { customer_id } = must(await own.maker.get(`/api/v1/sacco/members/${first}`)).body;
    const email = `${newPhone()}@example.org`;
    must(await own.project.key.patch(`/api/v1/customers/${customer_id}`, { email }));
    must(await own.maker.put(`/api/v1/sacco/members/${first}/preferences`, { email: true }));
    must(await own.maker.post(`${consentPath(loan, first)}-request`));
    const { link } = await sentTo(service, own, first);
    const told = (await toldTo(own, first)).filter(({ template }) => template === 'consent_request');
    expect(told.map(({ channel }) => channel)).toEqual(['sms', 'sms']);
    const headers = { accept: 'application/json' };
    const { expires_at } = (await (await fetch(service.url + link, { headers })).json()) as {
      expires_at: string;
    };
    const local = new Date(Date.parse(expires_at) + 180 * 60_000)
      .toISOString()
      .slice(0, 16)
      .replace('T', ' ');
    expect(told.at(-1)?.text).toContain(local);
    expect(told.at(-1)?.text).not.toContain('UTC');
    const page = await (await fetch(service.url + link, { headers: { accept: 'text/html' } })).text();
    expect(page).toContain(local);
    expect(page).not.toContain('UTC');
  });

  test('a phone that was changed since it was verified is told no code, neither by us nor by the event', async () => {
    const events = ['guarantor.consent_requested'];
    must(await sacco.project.key.post('/api/v1/webhook-endpoints', { mode: 'poll', events }));
    const loan = await askedLoan(sacco, 1);
    const [first = ''] = loan.guarantors;
    const { customer_id } = must(await sacco.maker.get(`/api/v1/sacco/members/${first}`)).body;
    must(await sacco.project.key.patch(`/api/v1/customers/${customer_id}`, { phone: newPhone() }));
    must(await askAgain(loan, first));
    expect((await requestsTo(first)).map(({ status }) => status)).toEqual(['suppressed']);
    const { payload } = await service.ctx
      .db('webhook_events')
      .where({ type: 'guarantor.consent_requested' })
      .where('payload', 'like', `%${first}%`)
      .orderBy('id', 'desc')
      .first('payload');
    expect(JSON.parse(payload).data).toMatchObject({ member_id: first, phone: null });
  });
});

describe('the page', () => {
  test.each([
    ['en', 'Will you be a guarantor?', 'I consent'],
    ['sw', 'Je, utakuwa mdhamini?', 'Nakubali'],
    ['am', 'ዋስ ይሆናሉ?', 'እስማማለሁ'],
  ])('in %s tells loan and pledge, without a script', async (language, title, button) => {
    const loan = await askedLoan(sacco, 1);
    const { link } = await sent(loan.guarantors[0] as string);
    const headers = { 'accept-language': language, accept: 'text/html' };
    const page = await fetch(service.url + link, { headers });
    const text = await page.text();
    expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(page.headers.get('referrer-policy')).toBe('no-referrer');
    for (const part of [title, button, '1,000.00', '3,000.00']) expect(text).toContain(part);
    expect(text).not.toMatch(/<script/i);
  });

  test('refuses what is no decision, and nothing is decided by it', async () => {
    const loan = await askedLoan(sacco, 1);
    const { link } = await sent(loan.guarantors[0] as string);
    const form = 'application/x-www-form-urlencoded';
    const json = 'application/json';
    for (const [type, body, status] of [
      [form, 'decision=consent&decision=decline', 400],
      [form, 'decision[]=consent', 400],
      [form, '', 400],
      [form, `decision=consent&${'a=b&'.repeat(2_000)}`, 413],
      [json, '{"decision":["consent"]}', 400],
      [json, '{"decision":{"toString":"consent"}}', 400],
      [json, '{"__proto__":{"decision":"consent"}}', 400],
      [json, '"consent"', 400],
      [json, '{"decision":', 400],
      [json, `{"decision":"consent","more":"${'x'.repeat(2_000)}"}`, 413],
      ['text/plain', 'decision=consent', 400],
    ] as const) {
      const headers = { 'content-type': type, accept: 'application/json' };
      const response = await fetch(service.url + link, { method: 'POST', headers, body });
      expect([type, body.slice(0, 60), response.status]).toEqual([type, body.slice(0, 60), status]);
      expect((await response.text()).length).toBeLessThan(1_000);
    }
    for (const path of ['/consent/', '/consent/%00', '/consent/%E0%A4%A', `/consent/${'x'.repeat(6_000)}`])
      expect([path.slice(0, 20), (await fetch(service.url + path)).status]).toEqual([
        path.slice(0, 20),
        path.endsWith('%A') ? 400 : 404,
      ]);
    expect(await pledgesOf(sacco, loan)).toEqual(['requested']);
    expect(await byLink(service, link, 'consent')).toBe(200);
  });

  test('as JSON, and reading uses nothing up', async () => {
    const loan = await askedLoan(sacco, 1);
    const { link } = await sent(loan.guarantors[0] as string);
    const client = service.anyone.with({ accept: 'application/json' });
    for (let n = 0; n < 2; n++)
      expect(must(await client.get(link)).body).toMatchObject({
        amount: '1000.00',
        loan_amount: '3000.00',
        currency: 'KES',
        environment: 'test',
      });
    expect((await client.post(link, { decision: 'perhaps' })).status).toBe(400);
    expect(must(await client.post(link, { decision: 'consent' })).body).toEqual({ decision: 'consent' });
    expect((await client.post(link, { decision: 'consent' })).status).toBe(404);
  });
});

/** A server that takes every event. */
async function receiver(): Promise<{ received: string[]; url: string }> {
  const received: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += String(chunk)));
    request.on('end', () => {
      received.push(body);
      response.writeHead(200).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

describe('link and code', () => {
  test('that cannot be decrypted are not sent masked, but again later; they go after 72 hours', async () => {
    const own = await createSacco(service);
    const { received, url } = await receiver();
    const events = ['guarantor.consent_requested'];
    const { body: endpoint } = must(await own.project.key.post('/api/v1/webhook-endpoints', { url, events }));
    const { guarantors } = await askedLoan(own, 1);
    const secrets = () => service.ctx.db('webhook_event_secrets').orderBy('event_id', 'desc').first();
    const { event_id, sealed } = await secrets();
    await service.ctx
      .db('webhook_event_secrets')
      .where({ event_id })
      .update({ sealed: `${sealed.slice(0, -8)}AAAAAAAA` });
    await deliverWebhooks(service.ctx, endpoint.id);
    expect(received).toEqual([]);
    const { body } = must(await own.project.key.get('/api/v1/webhook-deliveries?limit=1'));
    const [{ id }] = body.webhook_deliveries;
    const shown = must(await own.project.key.get(`/api/v1/webhook-deliveries/${id}`));
    expect(shown.body).toMatchObject({ status: 'pending' });
    expect(shown.text).toContain('cannot be decrypted');
    await service.ctx.db('webhook_event_secrets').where({ event_id }).update({ sealed });
    await service.ctx.db('webhook_deliveries').where({ id }).update({ next_attempt_at: new Date() });
    await deliverWebhooks(service.ctx, endpoint.id);
    const { code } = await sentTo(service, own, guarantors[0] as string);
    expect(received.map((text) => JSON.parse(text).data.code)).toEqual([code]);
    await pruneWebhooks(service.ctx);
    expect(await secrets()).toMatchObject({ event_id });
    await service.ctx
      .db('webhook_event_secrets')
      .where({ event_id })
      .update({ expires_at: new Date(0) });
    await pruneWebhooks(service.ctx);
    expect((await secrets())?.event_id).not.toBe(event_id);
    must(await own.project.key.post(`/api/v1/webhook-deliveries/${id}/redeliver`));
    await deliverWebhooks(service.ctx, endpoint.id);
    expect(JSON.parse(received.at(-1) as string).data.code).toBe(secretMark('code'));
  });

  test.each(['owner', 'admin', 'maker', 'key'] as const)(
    'with an endpoint that was registered by %s: sent to managers and keys alone',
    async (who) => {
      const own = await createSacco(service);
      const { received, url } = await receiver();
      const clients = {
        owner: own.project.session,
        admin: own.admin,
        maker: own.maker,
        key: own.project.key,
      };
      const by = clients[who];
      const { body: endpoint } = must(await by.post('/api/v1/webhook-endpoints', { url, events: ['*'] }));
      must(await own.project.key.post('/api/v1/webhook-endpoints', { url, events: ['dividend.paid'] }));
      const { guarantors } = await askedLoan(own, 1);
      const { code, link } = await sentTo(service, own, guarantors[0] as string);
      await deliverWebhooks(service.ctx, endpoint.id);
      const asked = received
        .map((text) => JSON.parse(text))
        .filter(({ type }) => type === 'guarantor.consent_requested');
      const shown =
        who === 'maker'
          ? { code: secretMark('code'), link: secretMark('link') }
          : { code, link: service.url + link };
      expect(asked).toMatchObject([{ data: shown }]);
    },
  );

  test('another endpoint that is sent them gives a maker nothing, nor does a redelivery', async () => {
    const own = await createSacco(service);
    const { received, url } = await receiver();
    const events = ['guarantor.consent_requested'];
    const { body: endpoint } = must(await own.maker.post('/api/v1/webhook-endpoints', { url, events }));
    must(await own.admin.post('/api/v1/webhook-endpoints', { url: 'http://127.0.0.1:9/', events }));
    await askedLoan(own, 1);
    await deliverWebhooks(service.ctx, endpoint.id);
    const listed = must(await own.maker.get(`/api/v1/webhook-deliveries?endpoint_id=${endpoint.id}`)).body;
    const [{ id }] = listed.webhook_deliveries;
    must(await own.maker.post(`/api/v1/webhook-deliveries/${id}/redeliver`));
    await deliverWebhooks(service.ctx, endpoint.id);
    expect(received.map((text) => JSON.parse(text).data.code)).toEqual([
      secretMark('code'),
      secretMark('code'),
    ]);
  });

  test('are in no answer; an endpoint is sent them, and what is shown of its delivery masks them', async () => {
    const { received, url } = await receiver();
    const events = ['guarantor.consent_requested', 'guarantor.consent_decided'];
    const { body: endpoint } = must(
      await sacco.project.key.post('/api/v1/webhook-endpoints', { url, events }),
    );
    const loan = await askedLoan(sacco, 1);
    const [first = ''] = loan.guarantors;
    const { link, code } = await sent(first);
    await deliverWebhooks(service.ctx, endpoint.id);
    const [event] = received.map((text) => JSON.parse(text));
    expect(event).toMatchObject({
      type: 'guarantor.consent_requested',
      data: { loan_id: loan.id, member_id: first, amount: '1000.00', loan_amount: '3000.00', code },
    });
    expect(event.data.link).toBe(service.url + link);
    must(await byCode(sacco, loan, first, { decision: 'consent', code }));
    await deliverWebhooks(service.ctx, endpoint.id);
    expect(JSON.parse(received[1] as string)).toMatchObject({
      type: 'guarantor.consent_decided',
      data: { loan_id: loan.id, status: 'pledged', consent: { status: 'consented', method: 'code' } },
    });
    const { body: sent_events } = must(await sacco.project.key.get('/api/v1/webhook-deliveries?limit=100'));
    const shown: string[] = [];
    for (const { id } of sent_events.webhook_deliveries)
      shown.push(must(await sacco.project.key.get(`/api/v1/webhook-deliveries/${id}`)).text);
    for (const path of [
      `/api/v1/sacco/loans/${loan.id}`,
      '/api/v1/sacco/loans?limit=100',
      `/api/v1/sacco/loans/${loan.id}/guarantors/${first}`,
      '/api/v1/notifications?limit=100',
      `/api/v1/approvals/${loan.approval_id}`,
    ])
      shown.push(must(await sacco.maker.get(path)).text);
    const audit = `/api/projects/${sacco.project.id}/audit-log?environment=test&limit=100`;
    shown.push(must(await sacco.project.owner.client.get(audit)).text);
    const token = link.split('/').at(-1) as string;
    for (const text of shown) {
      expect(text).not.toContain(token);
      expect(text).not.toContain(`"${code}"`);
    }
    const { rows } = await service.ctx.db.raw<{ rows: { row: string }[] }>(
      `select to_jsonb(c)::text as row from sacco_loan_consents c union all select payload from webhook_events`,
    );
    for (const { row } of rows) {
      expect(row).not.toContain(token);
      expect(row).not.toContain(`"${code}"`);
    }
  });
});

describe('at the same time', () => {
  test('two uses of one link: one counts', async () => {
    for (let n = 0; n < 4; n++) {
      const loan = await askedLoan(sacco, 1);
      const { link } = await sent(loan.guarantors[0] as string);
      const statuses = await Promise.all(
        ['consent', 'decline', 'consent'].map((decision) => byLink(service, link, decision)),
      );
      expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 404, 404]);
      const [status] = await pledgesOf(sacco, loan);
      expect(status).toBe(statuses[1] === 200 ? 'declined' : 'pledged');
    }
  });

  test('an approval beside a decline: disbursed and held, or waiting and declined', async () => {
    for (let n = 0; n < 6; n++) {
      const loan = await askedLoan(sacco, 1);
      const [first = ''] = loan.guarantors;
      const { code } = await sent(first);
      must(await byCode(sacco, loan, first, { decision: 'consent', code }));
      const [approved, declined] = await Promise.all([
        decide(sacco, loan.approval_id),
        byCode(sacco, loan, first, { decision: 'decline', code }),
      ]);
      const outcome = [approved.status, declined.status, ...(await pledgesOf(sacco, loan))];
      expect([
        [200, 409, 'held'],
        [409, 200, 'declined'],
      ]).toContainEqual(outcome);
    }
  });

  test('expiry beside consent: expired, or pledged', async () => {
    const other = await createSacco(service);
    for (let n = 0; n < 4; n++) {
      const loan = await askedLoan(other, 1);
      const [first = ''] = loan.guarantors;
      const { link } = await sentTo(service, other, first);
      await service.ctx
        .db('sacco_loan_consents')
        .where({ loan_id: loan.id })
        .update({ expires_at: service.ctx.db.raw("now() + interval '15 milliseconds'") });
      const [status] = await Promise.all([
        byLink(service, link, 'consent'),
        guarantorConsents.expire(service.ctx),
      ]);
      await guarantorConsents.expire(service.ctx);
      const [pledge] = await pledgesOf(other, loan);
      if (status === 200) expect(pledge).toBe('pledged');
      else expect([status, ['expired', 'requested'].includes(pledge as string)]).toEqual([404, true]);
    }
  });
});
