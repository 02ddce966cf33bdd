/** A provider whose system is down costs others nothing, and is seen to be down. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { Circuits } from '../../core/circuit.ts';
import { paymentPolls, providerCircuitOptions, refunds } from '../../domain/payments/index.ts';
import {
  must,
  paymentBody,
  projectWithProvider,
  startWithProvider,
  until,
  type Project,
  type ProviderService,
} from '../harness/index.ts';
import { ChapaStandIn } from '../stand-ins/chapa.ts';

/** Far longer than a test, until the test wants a probe. */
const LONG_MS = 3_600_000;
let open_for_ms = LONG_MS;

let setup: ProviderService<ChapaStandIn>;
let project: Project;
let other: Project;

beforeAll(async () => {
  setup = await startWithProvider('chapa', new ChapaStandIn());
  const { ctx } = setup.service;
  ctx.circuits = new Circuits((name) => ({
    ...providerCircuitOptions(name, ctx.log),
    get open_for_ms() {
      return open_for_ms;
    },
  }));
  [project, other] = [await projectWithProvider(setup), await projectWithProvider(setup)];
});
afterAll(() => setup.stop());
beforeEach(() => {
  setup.gateway.reset();
  open_for_ms = LONG_MS;
});

const pay = (of = project, overrides: object = {}) =>
  of.key.post(
    '/api/v1/payments',
    paymentBody({ provider: 'chapa', currency: 'ETB', customer_phone: '+251911234567', ...overrides }),
  );
const circuit = async (name = 'chapa') =>
  must(await project.owner.client.get(`/api/projects/${project.id}/providers`)).body.providers.find(
    (each: { name: string }) => each.name === name,
  ).circuit;
const measured = async (): Promise<string | undefined> =>
  (await setup.service.anyone.get('/metrics')).text
    .split('\n')
    .find(
      (line) =>
        line.startsWith('ushirika_provider_circuit{') && line.includes(new URL(setup.gateway.base_url).host),
    );

test('it opens, others go on, a probe closes it, and what was lost is found', async () => {
  expect(await circuit()).toEqual({ state: 'closed', opened_at: null, probe_at: null });
  expect(await circuit('sandbox')).toBeNull();

  setup.gateway.reset({ errors_500: 1_000 });
  const lost: string[] = [];
  for (let n = 0; n < 5; n++) lost.push(must(await pay()).body.id);
  expect(await circuit()).toMatchObject({ state: 'open', opened_at: expect.any(String) });
  expect(await measured()).toMatch(/ 2$/);

  const calls = setup.gateway.received.length;
  const reference = 'tried-while-down';
  const refused = await pay(other, { reference });
  expect([refused.status, refused.body.error.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
  expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
  expect((await project.key.post(`/api/v1/payments/${lost[0]}/sync`)).status).toBe(503);
  expect(setup.gateway.received).toHaveLength(calls);
  must(await project.key.post('/api/v1/payments', paymentBody()));

  setup.gateway.faults.errors_500 = 0;
  open_for_ms = 0;
  await until('a probe is let through', async () => (await pay(other, { reference })).status === 201);
  expect(await circuit()).toMatchObject({ state: 'closed' });
  expect(await measured()).toMatch(/ 0$/);
  const [first = ''] = lost;
  const { ctx } = setup.service;
  ctx.provider_deadline_ms = 1_000;
  await until('it is submitted again', async () => {
    await ctx
      .db('payments')
      .where({ id: first })
      .update({ next_poll_at: new Date(0) });
    await paymentPolls.poll(ctx, first);
    return setup.gateway.charges(first) === 1;
  });
});

test('a merchant whose key is refused opens it for nobody', async () => {
  const wrong = await projectWithProvider(setup, { secret_key: 'CHASECK_TEST-of-another' });
  for (let n = 0; n < 8; n++) must(await pay(wrong));
  expect(await circuit()).toMatchObject({ state: 'closed' });
  expect(must(await pay()).body.status).toBe('pending');
});

test('refunds that could not be asked for are asked for later', async () => {
  const { id } = must(await pay()).body;
  setup.gateway.faults.callback = 'never';
  await setup.gateway.settle(id);
  must(await project.key.post(`/api/v1/payments/${id}/sync`));
  const { body: refund } = must(await project.key.post(`/api/v1/payments/${id}/refunds`, {}));
  setup.gateway.faults.errors_500 = 1_000;
  for (let n = 0; n < 5; n++)
    await project.key.post(`/api/v1/payments`, paymentBody({ provider: 'chapa', currency: 'ETB' }));
  const row = () => setup.service.ctx.db('refunds').where({ id: refund.id });
  const process = async () => {
    await row().update({ next_attempt_at: new Date(0) });
    await refunds.process(setup.service.ctx, refund.id);
  };
  await process();
  expect(await row().first()).toMatchObject({ status: 'processing', provider_data: {} });
  setup.gateway.faults.errors_500 = 0;
  open_for_ms = 0;
  await until('it was asked for', async () => {
    await process();
    return setup.gateway.refunds.length === 1;
  });
});
