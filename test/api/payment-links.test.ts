import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { paymentLinks } from '../../domain/payments/index.ts';
import {
  createProject,
  must,
  projectOf,
  quickPerson,
  startService,
  until,
  type Client,
  type Project,
  type Reply,
  type TestService,
} from '../harness/index.ts';

let service: TestService;
let project: Project;

beforeAll(async () => {
  service = await startService({ workers: 'all' });
  project = await createProject(service.anyone);
});
afterAll(() => service.stop());

const NOBODYS_LINK = 'plk_00000000000000000000000000';

function linkBody(overrides: Record<string, unknown> = {}): Record<string, unknown> {
  return { title: 'School fees', amount: 1250.5, currency: 'KES', reusable: false, ...overrides };
}

async function createLink(overrides: Record<string, unknown> = {}, key: Client = project.key) {
  const { body } = must(await key.post('/api/v1/payment-links', linkBody(overrides)));
  return body as { id: string; url: string; status: string };
}

/** Sends a checkout's form, as a browser does. */
function submit(link_id: string, fields: Record<string, string>): Promise<Reply> {
  return service.anyone.post(`/pay/${link_id}`, new URLSearchParams(fields).toString(), {
    'content-type': 'application/x-www-form-urlencoded',
    accept: 'text/html',
  });
}

let phones = 100;

/** Of another payer each time: one phone is prompted five times in ten minutes at most. Its payments complete at once. */
function nextPhone(): string {
  return `0712 ${phones++} 789`;
}

/** Its payments wait for their payer for ever. */
function slowPhone(): string {
  return `0712 ${phones++} 129`;
}

function formFields(overrides: Record<string, string> = {}): Record<string, string> {
  return {
    token: randomBytes(16).toString('hex'),
    provider: 'sandbox',
    phone: nextPhone(),
    ...overrides,
  };
}

async function linkStatus(id: string): Promise<string> {
  return must(await project.key.get(`/api/v1/payment-links/${id}`)).body.status;
}

async function paymentsOf(link_id: string) {
  return service.ctx.db('payments').where({ payment_link_id: link_id }).orderBy('id');
}

function locationOf(reply: Reply): string {
  expect(reply.status, reply.text).toBe(303);
  return reply.headers.get('location') as string;
}

describe('links', () => {
  test('are created, shown and listed newest first', async () => {
    const reply = await project.key.post('/api/v1/payment-links', linkBody());
    expect(reply.status).toBe(201);
    expect(reply.body).toEqual({
      id: expect.stringMatching(/^plk_/),
      url: `${service.url}/pay/${reply.body.id}`,
      title: 'School fees',
      amount: '1250.50',
      amount_minor: 125050,
      currency: 'KES',
      reusable: false,
      refund_overpaid: false,
      overpaid_payments: 0,
      status: 'active',
      created_at: expect.stringMatching(/Z$/),
    });
    expect(must(await project.key.get(`/api/v1/payment-links/${reply.body.id}`)).body).toEqual(reply.body);
    const newer = await createLink({ reusable: true });
    const first = must(await project.key.get('/api/v1/payment-links?limit=1')).body;
    expect(first.payment_links).toEqual([newer]);
    const second = must(
      await project.key.get(`/api/v1/payment-links?limit=1&after=${first.next_after}`),
    ).body;
    expect(second.payment_links[0].id).toBe(reply.body.id);
  });

  test.each([
    [{ amount: '12' }, 'amount'],
    [{ amount: 1.234 }, 'amount'],
    [{ amount: 0 }, 'amount'],
    [{ currency: 'XXX' }, 'currency'],
    [{ title: '' }, 'title'],
    [{ reusable: 'yes' }, 'reusable'],
    [{ refund_overpaid: 'yes' }, 'refund_overpaid'],
    [{ reusable: true, refund_overpaid: true }, 'refund_overpaid'],
    [{ unknown: 1 }, 'unknown'],
  ])('with %j are refused', async (overrides, path) => {
    const reply = await project.key.post('/api/v1/payment-links', linkBody(overrides));
    expect(reply.status).toBe(400);
    expect(reply.body.error.details[0].path).toBe(path);
  });

  test('take whole amounts only in currencies without decimals', async () => {
    const fraction = await project.key.post(
      '/api/v1/payment-links',
      linkBody({ currency: 'UGX', amount: 10.5 }),
    );
    expect(fraction.status).toBe(400);
    expect(await createLink({ currency: 'UGX', amount: 10 })).toMatchObject({ amount: '10.00' });
  });

  test('are seen in their own project and environment only', async () => {
    const { id } = await createLink();
    const other = await createProject(service.anyone);
    for (const outsider of [other.key, project.live_key]) {
      expect((await outsider.get(`/api/v1/payment-links/${id}`)).status).toBe(404);
      expect((await outsider.post(`/api/v1/payment-links/${id}/disable`)).status).toBe(404);
      expect((await outsider.get('/api/v1/payment-links')).body.payment_links).toEqual([]);
    }
    expect(await linkStatus(id)).toBe('active');
  });

  test('take no payment once disabled; disabling twice repeats', async () => {
    const { id } = await createLink();
    for (const _time of [1, 2]) {
      const reply = must(await project.key.post(`/api/v1/payment-links/${id}/disable`));
      expect(reply.body.status).toBe('disabled');
    }
    expect((await service.anyone.get(`/pay/${id}`)).status).toBe(410);
    expect((await submit(id, formFields())).status).toBe(410);
    expect(await paymentsOf(id)).toEqual([]);
  });
});

describe('the checkout', () => {
  test('is a small page that runs no script and escapes what merchants write', async () => {
    const { url } = await createLink({ title: `<script>alert("1")</script> & 'more'` });
    const response = await fetch(url);
    const page = await response.text();
    expect(response.status).toBe(200);
    expect(page.length).toBeLessThan(30_000);
    expect(page).toContain('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;more&#39;');
    expect(page).not.toMatch(/<script/i);
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe|script-src/);
    expect(page).toContain('1,250.50');
    expect(page).toContain('value="sandbox"');
  });

  test('offers no sandbox in the live environment', async () => {
    const { url } = await createLink({}, project.live_key);
    const page = await (await fetch(url)).text();
    expect(page).not.toContain('sandbox');
    expect(page).toContain('value="manual"');
  });

  test('of an unknown link is a small page, or JSON for who asks for it', async () => {
    for (const path of [`/pay/${NOBODYS_LINK}`, '/pay/nonsense', '/pay', `/pay/${NOBODYS_LINK}/x/y`]) {
      const page = await service.anyone.send('GET', path, undefined, { accept: 'text/html' });
      expect(page.status, path).toBe(404);
      expect(page.headers.get('content-type')).toContain('text/html');
    }
    const reply = await service.anyone.send('GET', `/pay/${NOBODYS_LINK}`, undefined, {
      accept: 'application/json',
    });
    expect(reply.body.error.code).toBe('NOT_FOUND');
  });

  test('makes a payment, and completes its one-time link in the same transaction', async () => {
    const { id } = await createLink();
    const location = locationOf(await submit(id, formFields({ phone: '0712 345 789' })));
    const [payment] = await paymentsOf(id);
    expect(location).toBe(`/pay/${id}/${payment.id}`);
    expect(payment).toMatchObject({
      amount_minor: 125050n,
      currency: 'KES',
      customer_phone: '+254712345789',
    });
    expect(await linkStatus(id)).toBe('completed');
    const { rows } = await service.ctx.db.raw(
      'select p.xmin = l.xmin as together from payments p join payment_links l on l.id = p.payment_link_id where p.id = ?',
      [payment.id],
    );
    expect(rows).toEqual([{ together: true }]);
    expect((await service.anyone.get(`/pay/${id}`)).status).toBe(410);
    expect((await submit(id, formFields())).status).toBe(410);
    const disabled = await project.key.post(`/api/v1/payment-links/${id}/disable`);
    expect([disabled.status, disabled.body.error.reason]).toEqual([409, 'invalid_state']);
  });

  test('keeps a reusable link open', async () => {
    const { id } = await createLink({ reusable: true });
    for (const _payer of [1, 2]) locationOf(await submit(id, formFields()));
    expect((await paymentsOf(id)).map(({ status }) => status)).toEqual(['completed', 'completed']);
    expect(await linkStatus(id)).toBe('active');
  });

  test('completes a link whose payment completes later, also one disabled meanwhile', async () => {
    const { id } = await createLink();
    locationOf(await submit(id, formFields({ phone: slowPhone() })));
    expect(await linkStatus(id)).toBe('active');
    must(await project.key.post(`/api/v1/payment-links/${id}/disable`));
    const [payment] = await paymentsOf(id);
    await service.ctx
      .db('payments')
      .where({ id: payment.id })
      .update({ metadata: '{"sandbox_outcome":"789"}' });
    must(await project.key.post(`/api/v1/payments/${payment.id}/sync`));
    expect(await linkStatus(id)).toBe('completed');
  });

  test('leaves a link open when its payment fails', async () => {
    const { id } = await createLink();
    const location = locationOf(await submit(id, formFields({ phone: '+254712345048' })));
    expect(await linkStatus(id)).toBe('active');
    const { text } = await service.anyone.get(location);
    expect(text).toContain('Try again');
    expect(text).toContain('balance is too low');
  });

  test('makes one payment of one form, however often it is sent', async () => {
    for (const phone of ['0712 345 789', '0712 345 129']) {
      const { id } = await createLink();
      const fields = formFields({ phone });
      const taps = await Promise.all([submit(id, fields), submit(id, fields), submit(id, fields)]);
      const later = await submit(id, { ...fields, phone: `+254${phone.slice(1)}` });
      expect(new Set([...taps, later].map(locationOf)).size).toBe(1);
      expect(await paymentsOf(id)).toHaveLength(1);
    }
  });

  test('asks again when a form comes back with other details', async () => {
    const { id } = await createLink({ reusable: true });
    const fields = formFields({ phone: '+254712345129' });
    locationOf(await submit(id, fields));
    const changed = await submit(id, { ...fields, phone: '+254712345111' });
    expect(changed.status).toBe(409);
    expect(changed.text).toContain('already started a payment');
    expect(changed.text).toContain('value="+254712345111"');
    const [, token = ''] = /name="token" value="([0-9a-f]{32})"/.exec(changed.text) ?? [];
    expect(token).not.toBe(fields['token']);
    locationOf(await submit(id, { ...fields, phone: '+254712345111', token }));
    expect(await paymentsOf(id)).toHaveLength(2);
  });

  test.each([
    [{ phone: 'twelve' }, 'This is not a phone number'],
    [{ phone: '' }, 'This is not a phone number'],
    [{ phone: '<b>"x' }, '&lt;b&gt;&quot;x'],
    [{ provider: 'nobody' }, 'Choose one of these ways'],
    [{ provider: '' }, 'Choose one of these ways'],
    [{ token: 'x' }, 'Please send it again'],
  ])('shows the form again for %j', async (overrides, sentence) => {
    const { id } = await createLink();
    const reply = await submit(id, formFields(overrides));
    expect(reply.status).toBe(400);
    expect(reply.text).toContain(sentence);
    expect(await paymentsOf(id)).toEqual([]);
  });

  test('reads no large forms', async () => {
    const { id } = await createLink();
    const reply = await submit(id, formFields({ more: 'x'.repeat(10_000) }));
    expect(reply.status).toBe(413);
    expect(reply.headers.get('content-type')).toContain('text/html');
  });

  test('takes the two fields of a client that has not read the page', async () => {
    const { id } = await createLink();
    const location = locationOf(await submit(id, { provider: 'sandbox', phone: '+254712345789' }));
    expect(location).toMatch(new RegExp(`^/pay/${id}/pay_`));
  });

  test('prompts a phone five times in ten minutes at most, in a project and environment', async () => {
    const { db } = service.ctx;
    const [one, other] = [await createLink({ reusable: true }), await createLink({ reusable: true })];
    const send = (id: string, more: Record<string, string> = {}) =>
      submit(id, formFields({ phone: '0712 999 129', ...more }));
    const token = randomBytes(16).toString('hex');
    const statuses = (replies: Reply[]): number[] =>
      replies.map(({ status }) => status).toSorted((a, b) => a - b);
    // At once, through whatever link, however the number is written.
    const replies = await Promise.all([
      send(one.id, { token }),
      ...Array.from({ length: 3 }, () => send(other.id)),
      ...Array.from({ length: 4 }, () => send(one.id, { phone: '+254712999129' })),
    ]);
    expect(statuses(replies)).toEqual([303, 303, 303, 303, 303, 429, 429, 429]);
    const refused = await send(other.id);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(500);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(600);
    expect(refused.text).toContain(
      'This phone was asked to pay 5 times in the last ten minutes. Try again later.',
    );
    // A form that was taken is shown again, and other phones are not held up.
    if (replies[0]?.status === 303) expect((await send(one.id, { token })).status).toBe(303);
    locationOf(await submit(one.id, formFields()));
    // In another project.
    const elsewhere = await projectOf(await quickPerson(service), service.anyone);
    const { body } = must(await elsewhere.key.post('/api/v1/payment-links', linkBody()));
    locationOf(await send(body.id));
    // Ten minutes later.
    await db.raw(
      `update payment_prompts set prompted_at = array(select at - interval '10 minutes' from unnest(prompted_at) at)
       where phone = '+254712999129'`,
    );
    locationOf(await send(other.id));
    expect(await paymentLinks.prunePrompts(db)).toBeGreaterThan(0);
    const { rows } = await db.raw(
      `select phone from payment_prompts where prompted_at[1] < now() - interval '10 minutes'`,
    );
    expect(rows).toEqual([]);
  });

  test('limits how many payments one address starts', async () => {
    const limited = await startService({ env: { RATE_LIMIT_PER_MINUTE: '2' } });
    const send = () =>
      limited.anyone.post(`/pay/${NOBODYS_LINK}`, 'a=1', {
        'content-type': 'application/x-www-form-urlencoded',
        accept: 'text/html',
      });
    const statuses = [(await send()).status, (await send()).status, (await send()).status];
    await limited.stop();
    expect(statuses).toEqual([404, 404, 429]);
  });
});

describe('a one-time link', () => {
  const asJson = { accept: 'application/json' };

  test('has one payment under way, and tells others until when', async () => {
    const { id } = await createLink();
    const fields = formFields({ phone: slowPhone() });
    const location = locationOf(await submit(id, fields));
    const [payment] = await paymentsOf(id);
    const until = new Date(payment.created_at.getTime() + 15 * 60_000);

    const second = await submit(id, formFields());
    expect(second.status).toBe(409);
    expect(second.text).toContain('Somebody is paying this right now');
    expect(second.text).toContain(`at ${until.toISOString().slice(11, 16)} UTC at the latest, in 15 min`);
    const page = await service.anyone.send('GET', `/pay/${id}`, undefined, { accept: 'text/html' });
    expect(page.status).toBe(409);
    expect(page.text).not.toContain('<form');
    const form = new URLSearchParams(formFields()).toString();
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    for (const reply of [
      await service.anyone.post(`/pay/${id}`, form, { ...type, ...asJson }),
      await service.anyone.send('GET', `/pay/${id}`, undefined, asJson),
    ]) {
      expect(reply).toMatchObject({ status: 409, body: { error: { reason: 'link_being_paid' } } });
      expect(reply.body.error.message).toContain(until.toISOString());
      expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(800);
      expect(Number(reply.headers.get('retry-after'))).toBeLessThanOrEqual(900);
    }
    expect(await paymentsOf(id)).toHaveLength(1);
    // The first payer goes on, also with a form that was sent again, and with other details is led back.
    expect(locationOf(await submit(id, fields))).toBe(location);
    expect(locationOf(await submit(id, { ...fields, phone: '+254712345111' }))).toBe(location);
  });

  test.each([
    ['sw', 'Kuna mtu analipa sasa hivi'],
    ['am', 'አሁን ሌላ ሰው እየከፈለ ነው'],
    ['fr', 'Somebody is paying this right now'],
  ])('says so in the language of the browser: %s', async (language, words) => {
    const { id } = await createLink();
    locationOf(await submit(id, formFields({ phone: slowPhone() })));
    const headers = { accept: 'text/html', 'accept-language': language };
    const page = await service.anyone.send('GET', `/pay/${id}`, undefined, headers);
    expect(page.text).toContain(words);
    expect(page.text).toContain(`<html lang="${language === 'fr' ? 'en' : language}">`);
    expect(page.headers.get('vary')).toMatch(/accept-language/i);
  });

  test('takes one of several payers who come at once, however often', async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await createLink();
      const forms = Array.from({ length: 8 }, () => formFields({ phone: slowPhone() }));
      const replies = await Promise.all(forms.map((fields) => submit(id, fields)));
      expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
        303,
        ...Array.from({ length: 7 }, () => 409),
      ]);
      expect(await paymentsOf(id)).toHaveLength(1);
    }
  });

  test('is free again once the payment has failed, was cancelled or was given up by its payer', async () => {
    const { id } = await createLink();
    locationOf(await submit(id, formFields({ phone: '+254712345048' })));
    locationOf(await submit(id, formFields({ phone: slowPhone() })));
    const [, second] = await paymentsOf(id);
    expect((await submit(id, formFields())).status).toBe(409);
    must(await project.key.post(`/api/v1/payments/${second.id}/cancel`));

    const third = locationOf(await submit(id, formFields({ phone: slowPhone() })));
    expect((await submit(id, formFields())).status).toBe(409);
    expect((await service.anyone.get(third)).text).toContain(`action="${third}/give-up"`);
    const given_up = await service.anyone.post(`${third}/give-up`);
    expect([given_up.status, given_up.headers.get('location')]).toEqual([303, `/pay/${id}`]);

    const last = locationOf(await submit(id, formFields()));
    expect(await linkStatus(id)).toBe('completed');
    // What has ended cannot be given up.
    const too_late = await service.anyone.post(`${last}/give-up`);
    expect([too_late.status, too_late.headers.get('location')]).toEqual([303, last]);
    expect((await paymentsOf(id)).map(({ status }) => status)).toEqual([
      'failed',
      'cancelled',
      'cancelled',
      'completed',
    ]);
  });

  test('is free again once the time of the payment is over, by the clock of its environment', async () => {
    const own = await createProject(service.anyone);
    const { id } = await createLink({}, own.key);
    locationOf(await submit(id, formFields({ phone: slowPhone() })));
    const clock = `/api/projects/${own.id}/test-clock`;
    const moveTo = (minutes: number) =>
      own.owner.client.post(clock, { now: new Date(Date.now() + minutes * 60_000).toISOString() });
    must(await moveTo(14));
    expect((await submit(id, formFields({ phone: slowPhone() }))).status).toBe(409);
    must(await moveTo(16));
    locationOf(await submit(id, formFields({ phone: slowPhone() })));
    expect((await submit(id, formFields())).status).toBe(409);
  });

  /** Two payments of one link that complete: the first had been cancelled, and is confirmed late. */
  async function payTwice(id: string) {
    locationOf(await submit(id, formFields({ phone: slowPhone() })));
    const [late] = await paymentsOf(id);
    must(await project.key.post(`/api/v1/payments/${late.id}/cancel`));
    locationOf(await submit(id, formFields()));
    await service.ctx.db('payments').where({ id: late.id }).update({ customer_phone: '+254712345789' });
    const { body } = must(await project.key.post(`/api/v1/payments/${late.id}/sync`));
    return body;
  }

  test('marks the later of two payments that complete all the same', async () => {
    const { body: endpoint } = must(
      await project.key.post('/api/v1/webhook-endpoints', {
        mode: 'poll',
        events: ['payment_link.overpaid', 'payment.completed'],
      }),
    );
    const { id } = await createLink();
    const overpaid = await payTwice(id);
    expect(overpaid).toMatchObject({ status: 'completed', overpaid: true, payment_link_id: id });
    const { body: list } = must(await project.key.get(`/api/v1/payments?payment_link=${id}`));
    expect(list.payments.map((each: { overpaid: boolean }) => each.overpaid)).toEqual([false, true]);
    expect(must(await project.key.get(`/api/v1/payment-links/${id}`)).body).toMatchObject({
      status: 'completed',
      overpaid_payments: 1,
    });
    const { body: timeline } = must(await project.key.get(`/api/v1/payments/${overpaid.id}/events`));
    expect(timeline.events[0]).toMatchObject({ type: 'payment.overpaid', details: { payment_link_id: id } });
    const { body: polled } = must(await project.key.get(`/api/v1/webhook-endpoints/${endpoint.id}/events`));
    // Payments of other links complete meanwhile, some seconds after they were made.
    const events = polled.events.filter(
      ({ data }: { data: { payment_link_id: string } }) => data.payment_link_id === id,
    );
    const types = events.map(({ type }: { type: string }) => type);
    expect(types).toEqual(['payment.completed', 'payment.completed', 'payment_link.overpaid']);
    expect(events[2].data).toEqual(overpaid);
    const { text } = await service.anyone.send('GET', `/pay/${id}/${overpaid.id}`, undefined, {
      accept: 'text/html',
      'accept-language': 'sw',
    });
    expect(text).toContain('itakurudishia malipo yako');
    // Nothing goes back by itself, and a person returns it in whole.
    const { body: refunds } = must(await project.key.get(`/api/v1/payments/${overpaid.id}/refunds`));
    expect(refunds.refunds).toEqual([]);
    must(await project.key.post(`/api/v1/payments/${overpaid.id}/refunds`, {}));
  });

  test('refunds the later one by itself where it is set so, once', async () => {
    const { id } = await createLink({ refund_overpaid: true });
    const overpaid = await payTwice(id);
    const refunds = async () =>
      must(await project.key.get(`/api/v1/payments/${overpaid.id}/refunds`)).body.refunds;
    await until('it is refunded', async () => (await refunds())[0]?.status === 'succeeded');
    expect(await refunds()).toMatchObject([
      {
        amount_minor: 125050,
        reason: 'The payment link had been paid already.',
        requested_by: { type: 'system' },
      },
    ]);
    expect(must(await project.key.get(`/api/v1/payments/${overpaid.id}`)).body.refunded_minor).toBe(125050);
    const again = await project.key.post(`/api/v1/payments/${overpaid.id}/refunds`, {});
    expect(again.body.error.reason).toBe('exceeds_payment');
  });

  test('marks one of two that complete at the same moment', async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await createLink();
      locationOf(await submit(id, formFields({ phone: slowPhone() })));
      await service.ctx.db('payment_links').where({ id }).update({ attempt_id: null });
      locationOf(await submit(id, formFields({ phone: slowPhone() })));
      const ids = (await paymentsOf(id)).map((payment) => payment.id as string);
      await service.ctx.db('payments').whereIn('id', ids).update({ customer_phone: '+254712345789' });
      await Promise.all(ids.map((each) => project.key.post(`/api/v1/payments/${each}/sync`)));
      const marks = (await paymentsOf(id)).map(({ status, overpaid }) => `${status} ${overpaid}`);
      expect(marks.toSorted()).toEqual(['completed false', 'completed true']);
    }
  });

  test('warns a payer whose payment waits when another has completed it', async () => {
    const { id } = await createLink();
    const waiting = locationOf(await submit(id, formFields({ phone: slowPhone() })));
    await service.ctx.db('payment_links').where({ id }).update({ attempt_id: null });
    locationOf(await submit(id, formFields()));
    expect((await service.anyone.get(waiting)).text).toContain('Do not confirm this payment any more');
  });
});

describe('the status page', () => {
  test('answers JSON without anything of the payer', async () => {
    const { id } = await createLink();
    const location = locationOf(await submit(id, formFields({ phone: '+254712345129' })));
    const reply = await service.anyone.send('GET', location, undefined, { accept: 'application/json' });
    expect(reply.headers.get('vary')).toMatch(/accept/i);
    expect(reply.body).toMatchObject({ status: 'pending', amount: '1250.50', amount_minor: 125050 });
    expect(reply.text).not.toContain('712345129');
    const { text } = await service.anyone.get(location);
    expect(text).not.toContain('712345129');
    expect(text).toContain('http-equiv="refresh"');
  });

  test('shows payments of its own link only', async () => {
    const [one, other] = [await createLink(), await createLink()];
    const location = locationOf(await submit(one.id, formFields()));
    const strange = location.replace(one.id, other.id);
    expect((await service.anyone.get(strange)).status).toBe(404);
    const { body: payment } = must(
      await project.key.post('/api/v1/payments', {
        provider: 'manual',
        amount: 1,
        currency: 'KES',
        reference: 'not-by-link',
      }),
    );
    expect((await service.anyone.get(`/pay/${one.id}/${payment.id}`)).status).toBe(404);
  });

  test('asks for a phone only where the provider needs one', async () => {
    const { id } = await createLink();
    expect((await submit(id, formFields({ phone: '' }))).status).toBe(400);
    expect((await submit(id, formFields({ provider: 'manual', phone: 'nonsense' }))).status).toBe(400);
    const location = locationOf(await submit(id, formFields({ provider: 'manual', phone: '' })));
    expect((await service.anyone.get(location)).status).toBe(200);
    expect(await paymentsOf(id)).toMatchObject([{ provider: 'manual', customer_phone: null }]);
  });

  test.each([
    ['ETB', ['*127#', 'tel:*127%23', '*847#']],
    ['KES', ['*334#', 'tel:*334%23']],
    ['UGX', ['Pay Test cooperative directly']],
  ])('tells how to pay by hand in %s', async (currency, words) => {
    const { id } = await createLink({ currency, amount: 40 });
    const location = locationOf(await submit(id, formFields({ provider: 'manual', phone: '+251911234567' })));
    const { text } = await service.anyone.get(location);
    const [payment] = await paymentsOf(id);
    for (const word of [...words, payment.reference]) expect(text).toContain(word);
    expect(payment.reference).toMatch(/^[0-9A-HJKMNP-TV-Z]{10}$/);
  });

  test('tells the dial string that is configured, with the amount', async () => {
    const own = await createProject(service.anyone);
    const credentials = { mpesa_dial_string: '*334*1*{till}*{amount}#', mpesa_till: '54321' };
    must(await own.owner.client.put(`/api/projects/${own.id}/providers/manual`, { credentials }));
    const body = { title: 'Fees', amount: 40, currency: 'KES' };
    const { id } = must(await own.key.post('/api/v1/payment-links', body)).body;
    expect((await service.anyone.get(`/pay/${id}`)).text).toContain(
      'Without internet: M-PESA *334*1*54321*40#',
    );
    const location = locationOf(await submit(id, formFields({ provider: 'manual', phone: '' })));
    const { text } = await service.anyone.get(location);
    expect(text).toContain('<a class="code long" href="tel:*334*1*54321*40%23">*334*1*54321*40#</a>');
    expect(text).toContain('dial *334# and enter it yourself: number 54321, amount 40.00 KES');
  });
});
