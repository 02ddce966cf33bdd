/**
 * `useSubmit` against a server that loses answers: what the forms of all pages rely on. Its two journeys in a browser are a
 * deposit (test/browser/journeys/member-money.test.ts) and the decision about a document (customers.test.ts).
 */
import { createElement } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Submission, SubmitOptions } from '../../dashboard/api/submit.ts';
import type { OperationId } from '../../dashboard/generated/operations.ts';

type Dashboard = Awaited<ReturnType<typeof loadDashboard>>;

interface Received {
  method: string;
  path: string;
  key: string | undefined;
  authorization: string | undefined;
  project: string | undefined;
  environment: string | undefined;
}

/** Answers one request: by status and body, or not at all. */
type Reply = { status: number; body?: object } | 'lost';

const received: Received[] = [];
let replies: Reply[] = [];
const server = createServer((request, response) => void answer(request, response));

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { headers, method = '', url = '' } = request;
  const body = chunks.length > 0 ? (JSON.parse(Buffer.concat(chunks).toString()) as object) : {};
  received.push({
    method,
    path: url,
    key: (body as { idempotency_key?: string }).idempotency_key,
    authorization: headers.authorization,
    project: headers['x-service-project'] as string | undefined,
    environment: headers['x-service-environment'] as string | undefined,
  });
  const reply = replies.shift() ?? { status: 201, body: { id: 'ent_1' } };
  if (reply === 'lost') return void request.socket.destroy();
  response.writeHead(reply.status, { 'content-type': 'application/json' });
  response.end(reply.body ? JSON.stringify(reply.body) : undefined);
}

async function loadDashboard(origin: string) {
  (window as unknown as { happyDOM: { setURL: (url: string) => void } }).happyDOM.setURL(`${origin}/`);
  sessionStorage.setItem(
    'ushirika.session',
    JSON.stringify({ token: 'ush_session', expires_at: '2999-01-01T00:00:00Z' }),
  );
  localStorage.setItem('ushirika.place', JSON.stringify({ project_id: 'prj_1', environment: 'test' }));
  const [submit, lost_answer, place] = await Promise.all([
    import('../../dashboard/api/submit.ts'),
    import('../../dashboard/api/lost-answer.ts'),
    import('../../dashboard/session/place.ts'),
  ]);
  return { ...submit, ...lost_answer, ...place };
}

let dashboard: Dashboard;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  dashboard = await loadDashboard(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const roots: { unmount: () => void }[] = [];
beforeEach(() => {
  received.length = 0;
  replies = [];
});
afterEach(() => {
  for (const root of roots.splice(0)) root.unmount();
  dashboard.changePlace({ project_id: 'prj_1', environment: 'test' });
});

/** A form without anything in it: the hook as a page has it, and every state that the page was shown in. */
function openForm<Id extends OperationId>(id: Id, options: SubmitOptions<Id> = {}) {
  const states: Submission<Id>[] = [];
  const root = createRoot(document.createElement('div'));
  roots.push(root);
  const Form = (): null => {
    states.push(dashboard.useSubmit(id, options));
    return null;
  };
  flushSync(() => root.render(createElement(Form)));
  const form = (): Submission<Id> => states.at(-1)!;
  type Input = Parameters<Submission<Id>['submit']>[0];
  return {
    form,
    states,
    close: () => flushSync(() => root.unmount()),
    /** @returns the answer, once the form shows it */
    send: async (input: Input) => {
      const shown = states.length;
      const answered = await form().submit(input);
      await vi.waitFor(() => expect(states.length > shown && form().is_busy).toBe(false), {
        timeout: 60_000,
      });
      return answered;
    },
  };
}

/** Does leaving the page ask first? */
function asksBeforeLeaving(): boolean {
  const leaving = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(leaving);
  return leaving.defaultPrevented;
}

const DEPOSIT = { member: 'M00001', amount_minor: 5_000 };
const deposited = { status: 201, body: { id: 'ent_1', status: 'booked' } };
const refused = (status: number, reason: string) => ({
  status,
  body: {
    error: { code: status === 404 ? 'NOT_FOUND' : 'CONFLICT', message: 'refused', details: { reason } },
  },
});
const keys = (): (string | undefined)[] => received.map(({ key }) => key);

describe('a request without an answer', () => {
  test.each<[string, Reply]>([
    ['is lost on its way', 'lost'],
    ['is answered 502', { status: 502 }],
    ['is answered 503', { status: 503, body: { error: { code: 'UNAVAILABLE', message: 'not now' } } }],
    ['is answered 504', { status: 504 }],
  ])('that %s is sent again under the same key, and the page reports it', async (_how, reply) => {
    replies = [reply, deposited];
    const { send, form, states } = openForm('sacco.members.deposit');
    expect(await send(DEPOSIT)).toMatchObject({ data: { id: 'ent_1' } });
    expect(received).toHaveLength(2);
    expect(received[0]).toMatchObject({ method: 'POST', path: '/api/v1/sacco/members/M00001/deposits' });
    expect(received[1]).toEqual(received[0]);
    expect(states.some(({ is_checking, is_busy }) => is_checking && is_busy)).toBe(true);
    expect(form()).toMatchObject({ is_answered: true, is_repeat: true, is_busy: false, error: null });
  });

  test('is sent again for the same project and environment, whatever the page shows by then', async () => {
    replies = ['lost', deposited];
    const { send } = openForm('sacco.members.deposit');
    const arrived = once(server, 'request');
    const sent = send(DEPOSIT);
    await arrived;
    dashboard.changePlace({ project_id: 'prj_2', environment: 'live' });
    await sent;
    expect(received).toHaveLength(2);
    expect(received[1]).toEqual(received[0]);
    expect(received[1]).toMatchObject({
      authorization: 'Bearer ush_session',
      project: 'prj_1',
      environment: 'test',
    });
  });

  test('keeps the person on the page until it is answered, and takes no second one meanwhile', async () => {
    replies = ['lost', deposited];
    const { send, form } = openForm('sacco.members.deposit');
    expect(asksBeforeLeaving()).toBe(false);
    const arrived = once(server, 'request');
    const sent = send(DEPOSIT);
    await arrived;
    expect(asksBeforeLeaving()).toBe(true);
    expect(await form().submit(DEPOSIT)).toBeNull();
    await sent;
    expect(asksBeforeLeaving()).toBe(false);
    expect(received).toHaveLength(2);
  });

  test('keeps nobody on the page once its form is closed', async () => {
    replies = ['lost', deposited];
    const { form, close } = openForm('sacco.members.deposit');
    const arrived = once(server, 'request');
    const sent = form().submit(DEPOSIT);
    await arrived;
    close();
    expect(asksBeforeLeaving()).toBe(false);
    await sent;
  });

  test('is not repeated where it would take effect again', async () => {
    replies = ['lost'];
    const { send, form } = openForm('sacco.members.deposit', { once: true });
    expect(await send(DEPOSIT)).toBeNull();
    expect(received).toHaveLength(1);
    expect(form().error).toBeInstanceOf(dashboard.Unanswered);
  });
});

describe('a repeat that is refused', () => {
  const cancelled = { status: 200, body: { id: 'pay_1', status: 'cancelled' } };
  const pending = { status: 200, body: { id: 'pay_1', status: 'pending' } };
  const input = { payment: 'pay_1' };
  const openCancel = () =>
    openForm('payments.cancel', {
      findOutcome: dashboard.seenAt('payments.get', input, ({ status }) => status === 'cancelled'),
    });

  test('was carried out before if the thing itself shows it', async () => {
    replies = ['lost', refused(409, 'not_cancellable'), cancelled];
    const { send, form } = openCancel();
    expect(await send(input)).toEqual({ data: cancelled.body });
    expect(received.map(({ method }) => method)).toEqual(['POST', 'POST', 'GET']);
    expect(form()).toMatchObject({ is_answered: true, is_repeat: true, error: null });
  });

  test('asks for the thing until that is answered, too', async () => {
    replies = ['lost', refused(409, 'not_cancellable'), 'lost', cancelled];
    const { send } = openCancel();
    expect(await send(input)).toEqual({ data: cancelled.body });
  });

  test('stays refused if the thing shows that nothing was done', async () => {
    replies = ['lost', refused(409, 'not_cancellable'), pending];
    const { send, form } = openCancel();
    expect(await send(input)).toBeNull();
    expect(form().error).toMatchObject({ status: 409 });
  });

  test('stays refused if the thing cannot be read', async () => {
    replies = ['lost', refused(409, 'not_cancellable'), refused(404, 'gone')];
    const { send, form } = openCancel();
    expect(await send(input)).toBeNull();
    expect(form().error).toMatchObject({ status: 409 });
  });

  test('is done where what was deleted is gone', async () => {
    replies = ['lost', refused(404, 'gone')];
    const { send, form } = openForm('webhookEndpoints.delete');
    expect(await send({ webhook_endpoint: 'whe_1' })).toEqual({ data: undefined });
    expect(form()).toMatchObject({ is_answered: true, is_repeat: true });
  });
});

describe('the idempotency key', () => {
  test('is another one for the next request after an answer, a refusal and a restart', async () => {
    replies = [deposited, refused(422, 'limit'), deposited, deposited];
    const { send, form } = openForm('sacco.members.deposit');
    await send(DEPOSIT);
    await send(DEPOSIT);
    expect(form().error).toMatchObject({ status: 422 });
    await send(DEPOSIT);
    flushSync(() => form().restart());
    await send(DEPOSIT);
    expect(new Set(keys()).size).toBe(4);
    expect(keys()).not.toContain(undefined);
  });

  test('stays after a defect of the service, which proves nothing', async () => {
    replies = [{ status: 500, body: { error: { code: 'INTERNAL', message: 'defect' } } }, deposited];
    const { send, form } = openForm('sacco.members.deposit');
    expect(await send(DEPOSIT)).toBeNull();
    expect(form()).toMatchObject({ is_busy: false, is_answered: false });
    await send(DEPOSIT);
    expect(new Set(keys()).size).toBe(1);
  });

  test('stays while requests are too many', async () => {
    replies = [{ status: 429, body: { error: { code: 'RATE_LIMITED', message: 'later' } } }, deposited];
    const { send, form } = openForm('sacco.members.deposit');
    await send(DEPOSIT);
    expect(new Set(keys()).size).toBe(1);
    // The first one was not carried out, so that its answer leaves nothing out.
    expect(form()).toMatchObject({ is_answered: true, is_repeat: false });
  });
});

test('a first refusal is not compared with the thing, because nothing was lost', async () => {
  replies = [refused(409, 'not_cancellable')];
  let compared = 0;
  const { send, form } = openForm('payments.cancel', {
    findOutcome: () => {
      compared += 1;
      return null;
    },
  });
  expect(await send({ payment: 'pay_1' })).toBeNull();
  expect(compared).toBe(0);
  expect(received).toHaveLength(1);
  expect(form().error).toMatchObject({ status: 409 });
});
