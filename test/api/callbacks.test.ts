import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listen } from '../../api/http/listen.ts';
import { createApp } from '../../api/server.ts';
import { newId } from '../../core/ids.ts';
import { createLogger } from '../../core/log.ts';
import { providerCallbacks } from '../../domain/payments/index.ts';
import { POLLING } from '../../domain/payments/payment.rules.ts';
import {
  must,
  paymentBody,
  santimpayBody,
  santimpayProject,
  startWithSantimPay,
  until,
  type Project,
  type SantimPayService,
} from '../harness/index.ts';

let setup: SantimPayService;
let project: Project;

beforeAll(async () => {
  setup = await startWithSantimPay();
  project = await santimpayProject(setup);
});
afterAll(() => setup.stop());
beforeEach(() => setup.gateway.reset());

/** A payment that waits for its payer, and the path at which SantimPay calls back. */
async function waiting(): Promise<{ id: string; path: string }> {
  const { body } = must(await project.key.post('/api/v1/payments', santimpayBody()));
  const { notifyUrl } = setup.gateway.transactions.get(body.id) as { notifyUrl: string };
  return { id: body.id, path: new URL(notifyUrl).pathname };
}

const call = (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
  setup.service.anyone.send(method, path, body, headers);
const stored = (payment_id: string) => setup.service.ctx.db('provider_callbacks').where({ payment_id });
const statusOf = async (id: string): Promise<string> =>
  must(await project.key.get(`/api/v1/payments/${id}`)).body.status;

describe('the address', () => {
  test('is one that was handed out; anything else is 404, whatever is wrong with it', async () => {
    const { id, path } = await waiting();
    const other = await waiting();
    const token = path.split('/').at(-1) as string;
    const otherToken = other.path.split('/').at(-1) as string;
    const sandbox = must(await project.key.post('/api/v1/payments', paymentBody())).body.id;
    const wrong = [
      `/callbacks/santimpay/${id}/${otherToken}`,
      `/callbacks/santimpay/${id}/${token.slice(0, -1)}`,
      `/callbacks/santimpay/${id}/null`,
      `/callbacks/sandbox/${id}/${token}`,
      `/callbacks/santimpay/${newId('payment')}/${token}`,
      `/callbacks/santimpay/nonsense/${token}`,
      `/callbacks/sandbox/${sandbox}/${token}`,
      `/callbacks/santimpay/${id}`,
    ];
    for (const each of wrong) expect([each, (await call('POST', each, {})).status]).toEqual([each, 404]);
    expect(await stored(id)).toEqual([]);
  });

  test('is stored as a hash only', async () => {
    const { id, path } = await waiting();
    const row = await setup.service.ctx.db('payments').where({ id }).first();
    expect(row.callback_token_hash).toMatch(/^[0-9a-f]{64}$/);
    expect(
      JSON.stringify(row, (_key, value) => (typeof value === 'bigint' ? String(value) : value)),
    ).not.toContain(path.split('/').at(-1));
    const shown = must(await project.key.get(`/api/v1/payments/${id}`));
    expect(shown.body).not.toHaveProperty('callback_token_hash');
  });
});

test('outlives the configuration of its provider', async () => {
  const { id, path } = await waiting();
  const config = `/api/projects/${project.id}/providers/santimpay?environment=test`;
  const { credentials } = await setup.service.ctx
    .db('provider_configs')
    .where({ project_id: project.id })
    .first('credentials_sealed as credentials');
  expect(credentials).toBeTruthy();
  must(await project.owner.client.delete(config));
  expect((await call('POST', path, {})).status).toBe(200);
  expect(await stored(id)).toMatchObject([{ authenticity: 'unverified', claims_paid: true }]);
  project = await santimpayProject(setup);
});

describe('a callback', () => {
  test.each(['POST', 'PUT'])(
    'is stored before it is acknowledged, by %s and of any content type',
    async (method) => {
      const { id, path } = await waiting();
      const reply = await call(method, path, '\0 not json, €', { 'content-type': 'text/odd' });
      expect([reply.status, reply.body]).toEqual([200, { received: true }]);
      expect(await stored(id)).toMatchObject([
        {
          method,
          authenticity: 'unverified',
          claimed_status: null,
          handled_at: null,
          project_id: project.id,
        },
      ]);
      expect((await stored(id))[0].body.toString()).toBe('\0 not json, €');
    },
  );

  test('may come by GET', async () => {
    const { id, path } = await waiting();
    expect((await call('GET', `${path}?status=COMPLETED`)).status).toBe(200);
    expect(await stored(id)).toMatchObject([{ method: 'GET', query: 'status=COMPLETED' }]);
  });

  test('that comes again is stored once, and asked about once', async () => {
    const { id, path } = await waiting();
    const body = { thirdPartyId: id, txnId: 't-1', Status: 'COMPLETED' };
    await Promise.all(
      Array.from({ length: 8 }, (_, n) => call('POST', path, { ...body, updated_at: String(n) })),
    );
    expect(await stored(id)).toHaveLength(1);
    must(await call('POST', path, { ...body, Status: 'FAILED' }));
    expect(await stored(id)).toHaveLength(2);
  });

  test('completes nothing by itself', async () => {
    const { id, path } = await waiting();
    must(
      await call('POST', path, { thirdPartyId: id, txnId: 't-1', Status: 'COMPLETED', totalAmount: '150.5' }),
    );
    const [callback] = await stored(id);
    await providerCallbacks.handle(setup.service.ctx, callback.id);
    expect(await statusOf(id)).toBe('pending');
    await setup.gateway.settle(id);
    expect(await statusOf(id)).toBe('pending');
  });

  test("of another's payment is refused", async () => {
    const { id, path } = await waiting();
    const other = await waiting();
    expect((await call('POST', path, { thirdPartyId: other.id, Status: 'COMPLETED' })).status).toBe(401);
    expect(await stored(id)).toEqual([]);
  });

  test('that is ahead of the status of a cancelled payment is asked about again', async () => {
    const { id, path } = await waiting();
    must(await project.key.post(`/api/v1/payments/${id}/cancel`));
    must(await call('POST', path, { thirdPartyId: id, txnId: 't-1', Status: 'COMPLETED' }));
    const [callback] = await stored(id);
    await providerCallbacks.handle(setup.service.ctx, callback.id);
    expect(await stored(id)).toMatchObject([{ attempts: 1, handled_at: null }]);
    await setup.gateway.settle(id);
    await stored(id).update({ next_attempt_at: new Date(0) });
    await providerCallbacks.handle(setup.service.ctx, callback.id);
    expect(await statusOf(id)).toBe('completed');
  });

  test('that is ahead of the status of a payment of which the poller asks rarely is asked about again', async () => {
    const { id, path } = await waiting();
    await setup.service.ctx.db('payments').where({ id }).update({ polls: POLLING.first_s.length });
    must(await call('POST', path, { thirdPartyId: id, txnId: 't-1', Status: 'COMPLETED' }));
    const [callback] = await stored(id);
    await providerCallbacks.handle(setup.service.ctx, callback.id);
    expect(await stored(id)).toMatchObject([{ attempts: 1, handled_at: null }]);
    expect((await stored(id))[0].next_attempt_at).not.toBeNull();
    await setup.gateway.settle(id);
    await stored(id).update({ next_attempt_at: new Date(0) });
    await providerCallbacks.handle(setup.service.ctx, callback.id);
    expect(await statusOf(id)).toBe('completed');
  });

  test('leaves no token in the logs', async () => {
    const { path } = await waiting();
    const lines: string[] = [];
    const log = createLogger('trace', { write: (line: string) => void lines.push(line) });
    const web = await listen(createApp({ ...setup.service.ctx, log }, setup.service.store), {
      host: '127.0.0.1',
      port: 0,
    });
    try {
      for (const at of [path, `${path}x`, `${path}/more`, `${path}?a=${path.split('/').at(-1)}`])
        await (await fetch(web.url + at, { method: 'POST', body: '{}' })).arrayBuffer();
      await until('they are logged', () => lines.length >= 4);
    } finally {
      await web.close();
    }
    expect(lines.join('')).toContain('/callbacks/santimpay/');
    expect(lines.join('')).not.toContain(path.split('/').at(-1));
  });

  test('that is too large is refused', async () => {
    const { id, path } = await waiting();
    expect((await call('POST', path, 'x'.repeat(65 * 1024))).status).toBe(413);
    expect((await call('POST', path, 'x'.repeat(63 * 1024))).status).toBe(200);
    expect(await stored(id)).toHaveLength(1);
  });

  test('that could not be stored is answered 5xx, so that it comes again', async () => {
    const { id, path } = await waiting();
    await setup.service.ctx.db.raw('alter table provider_callbacks rename to provider_callbacks_away');
    try {
      expect((await call('POST', path, { Status: 'COMPLETED' })).status).toBeGreaterThanOrEqual(500);
    } finally {
      await setup.service.ctx.db.raw('alter table provider_callbacks_away rename to provider_callbacks');
    }
    expect(await stored(id)).toEqual([]);
  });

  test('whose job was lost is found by the sweep', async () => {
    const { id, path } = await waiting();
    must(await call('POST', path, { Status: 'PENDING' }));
    await stored(id).update({ next_attempt_at: new Date(0) });
    expect(await providerCallbacks.sweep(setup.service.ctx)).toBeGreaterThanOrEqual(1);
  });

  test('is asked about again while the provider does not answer', async () => {
    const { id, path } = await waiting();
    must(await call('POST', path, { Status: 'COMPLETED' }));
    await setup.gateway.settle(id);
    const [callback] = await stored(id);
    setup.gateway.faults.errors_500 = 1;
    await providerCallbacks.handle(setup.service.ctx, callback.id);
    expect(await stored(id).where({ id: callback.id })).toMatchObject([{ attempts: 1, handled_at: null }]);
    expect(await statusOf(id)).toBe('pending');
    await stored(id)
      .where({ id: callback.id })
      .update({ next_attempt_at: new Date(0) });
    await providerCallbacks.handle(setup.service.ctx, callback.id);
    expect(await stored(id).where({ id: callback.id })).toMatchObject([
      { attempts: 2, next_attempt_at: null },
    ]);
    expect(await statusOf(id)).toBe('completed');
  });

  test('is forgotten word for word 90 days after it was dealt with, and still counts once', async () => {
    const said = { Status: 'PENDING', txnId: 't-9', msisdn: '+251911234567' };
    const [old, recent, open] = [await waiting(), await waiting(), await waiting()];
    for (const { path } of [old, recent, open]) must(await call('POST', `${path}?a=1`, said));
    const days_ago = (days: number) => new Date(Date.now() - days * 24 * 3_600_000);
    await stored(old.id).update({ next_attempt_at: null, received_at: days_ago(91) });
    await stored(recent.id).update({ next_attempt_at: null, received_at: days_ago(89) });
    await stored(open.id).update({ received_at: days_ago(91) });

    expect(await providerCallbacks.prune(setup.service.ctx.db)).toBe(1);
    expect(await providerCallbacks.prune(setup.service.ctx.db)).toBe(0);
    const [pruned] = await stored(old.id);
    expect([pruned.body.length, pruned.query, pruned.claimed_status]).toEqual([0, '', 'PENDING']);
    for (const { id } of [recent, open]) {
      const [kept] = await stored(id);
      expect([JSON.parse(kept.body), kept.query]).toEqual([said, 'a=1']);
    }
    must(await call('POST', old.path, said));
    expect(await stored(old.id)).toHaveLength(1);
  });
});
