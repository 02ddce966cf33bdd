import { afterAll, beforeAll, expect, test } from 'vitest';
import { createProject, must, startService, type Project, type TestService } from '../harness/index.ts';

let service: TestService;
let project: Project;

beforeAll(async () => {
  service = await startService();
  project = await createProject(service.anyone);
});
afterAll(() => service.stop());

test.each([
  ['ETB', [true, true, false]],
  ['KES', [false, false, true]],
  ['EUR', [false, false, false]],
])('all three codes are answered for %s, those of its country marked', async (currency, matches) => {
  const reply = await project.key.post('/api/v1/payments/ussd-intent', {
    amount: 150.5,
    currency,
    reference: 'order-1',
  });
  expect(reply.status).toBe(200);
  const { intents, ...rest } = reply.body;
  expect(rest).toEqual({ amount: '150.50', amount_minor: 15050, currency, reference: 'order-1' });
  expect(
    intents.map(({ steps, ...intent }: { steps: string[] }) => {
      expect(steps.length).toBeGreaterThan(0);
      return intent;
    }),
  ).toEqual([
    {
      provider: 'telebirr',
      name: 'telebirr',
      dial_string: '*127#',
      tel_uri: 'tel:*127%23',
      currency_matches: matches[0],
    },
    {
      provider: 'cbebirr',
      name: 'CBE Birr',
      dial_string: '*847#',
      tel_uri: 'tel:*847%23',
      currency_matches: matches[1],
    },
    {
      provider: 'mpesa',
      name: 'M-PESA',
      dial_string: '*334#',
      tel_uri: 'tel:*334%23',
      currency_matches: matches[2],
    },
  ]);
});

test('the steps of a matching code say amount and reference', async () => {
  const { body } = must(
    await project.key.post('/api/v1/payments/ussd-intent', {
      amount: 20,
      currency: 'KES',
      reference: 'order-2',
    }),
  );
  const steps = body.intents[2].steps.join('\n');
  expect(steps).toContain('*334#');
  expect(steps).toContain('20.00 KES');
  expect(steps).toContain('order-2');
});

test('nothing is created', async () => {
  const { body } = must(await project.key.get('/api/v1/payments'));
  expect(body.payments).toEqual([]);
});

test.each([
  [{}, ['amount', 'currency', 'reference']],
  [{ amount: '1.00', currency: 'ETB', reference: 'x' }, ['amount']],
  [{ amount: 1, currency: 'BTC', reference: 'x' }, ['currency']],
  [{ amount: 1, currency: 'ETB', reference: 'x', phone: '1' }, ['phone']],
])('%j is refused', async (body, paths) => {
  const reply = await project.key.post('/api/v1/payments/ussd-intent', body);
  expect(reply.status).toBe(400);
  expect(reply.body.error.details.map(({ path }: { path: string }) => path)).toEqual(paths);
});
