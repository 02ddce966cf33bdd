import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createProject, must, sharedService, type Project, type TestService } from '../harness/index.ts';

let service: TestService;
let project: Project;

beforeAll(async () => {
  service = await sharedService();
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
  [{ amount: '1.0', currency: 'ETB', reference: 'x' }, ['amount']],
  [{ amount: 1, currency: 'BTC', reference: 'x' }, ['currency']],
  [{ amount: 1, currency: 'ETB', reference: 'x', phone: '1' }, ['phone']],
])('%j is refused', async (body, paths) => {
  const reply = await project.key.post('/api/v1/payments/ussd-intent', body);
  expect(reply.status).toBe(400);
  expect(reply.body.error.details.map(({ path }: { path: string }) => path)).toEqual(paths);
});

describe('a template that is configured', () => {
  const path = (of: Project, environment = 'test'): string =>
    `/api/projects/${of.id}/providers/manual?environment=${environment}`;
  const configure = (of: Project, credentials: object, environment = 'test') =>
    of.owner.client.put(path(of, environment), { credentials });
  const manualOf = async (of: Project) =>
    must(await of.owner.client.get(`/api/projects/${of.id}/providers`)).body.providers.find(
      ({ name }: { name: string }) => name === 'manual',
    );
  const dialled = async (key: Project['key'], body: object = {}): Promise<string[]> =>
    must(
      await key.post('/api/v1/payments/ussd-intent', {
        amount: 150,
        currency: 'ETB',
        reference: '771',
        ...body,
      }),
    ).body.intents.map(({ dial_string }: { dial_string: string }) => dial_string);
  const TELEBIRR = { telebirr_dial_string: ' *127*1*{till}*{amount}*{reference}# ', telebirr_till: '123456' };

  test('is filled in for its currency, or left for the bare code where it cannot carry what is asked', async () => {
    const own = await createProject(service.anyone);
    expect(must(await configure(own, TELEBIRR)).body).toMatchObject({
      name: 'manual',
      configured: true,
      credential_fields: expect.arrayContaining([
        { name: 'telebirr_dial_string', optional: true, secret: false },
        { name: 'telebirr_till', optional: true, secret: false },
      ]),
      credentials: { ...TELEBIRR, telebirr_dial_string: '*127*1*{till}*{amount}*{reference}#' },
    });
    const { body } = must(
      await own.key.post('/api/v1/payments/ussd-intent', { amount: 150, currency: 'ETB', reference: '771' }),
    );
    const [telebirr, cbebirr] = body.intents;
    expect(telebirr).toEqual({
      provider: 'telebirr',
      name: 'telebirr',
      dial_string: '*127*1*123456*150*771#',
      tel_uri: 'tel:*127*1*123456*150*771%23',
      currency_matches: true,
      steps: [
        'Dial *127*1*123456*150*771# and call.',
        expect.stringContaining('Check the name and the amount'),
        'If that does not work, dial *127# and enter it yourself: number 123456, amount 150.00 ETB, reference 771',
      ],
    });
    expect(cbebirr.dial_string).toBe('*847#');
    expect(await dialled(own.key, { amount: 150.5 })).toEqual(['*127#', '*847#', '*334#']);
    expect(await dialled(own.key, { reference: 'order-1' })).toEqual(['*127#', '*847#', '*334#']);
    expect(await dialled(own.key, { currency: 'KES' })).toEqual(['*127#', '*847#', '*334#']);
  });

  test('is of one project and one environment, and gone once it is deleted', async () => {
    const own = await createProject(service.anyone);
    must(await configure(own, TELEBIRR));
    expect((await dialled(own.key))[0]).toBe('*127*1*123456*150*771#');
    expect((await dialled(own.live_key))[0]).toBe('*127#');
    expect((await dialled(project.key))[0]).toBe('*127#');
    must(await configure(own, {}));
    expect((await dialled(own.key))[0]).toBe('*127#');
    must(await own.owner.client.delete(path(own)));
    expect(await manualOf(own)).toMatchObject({ configured: true, credentials: null });
  });

  test('leaves to the steps what it does not carry, and names the till in them', async () => {
    const own = await createProject(service.anyone);
    must(
      await configure(own, { mpesa_dial_string: '*334*{amount}#', mpesa_till: '54321', cbebirr_till: '777' }),
    );
    const ask = async (currency: string, index: number) =>
      must(await own.key.post('/api/v1/payments/ussd-intent', { amount: 20, currency, reference: 'order-2' }))
        .body.intents[index];
    expect((await ask('KES', 2)).steps.slice(0, 3)).toEqual([
      'Dial *334*20# and call.',
      'Enter the number of the merchant: 54321.',
      'Where an account, reason or reference is asked for, enter: order-2',
    ]);
    expect((await ask('ETB', 1)).steps).toContain('Enter the number of the merchant: 777.');
  });

  test.each([
    [{ telebirr_dial_string: '*127*{pin}#' }, 'telebirr_dial_string'],
    [{ telebirr_dial_string: '*127*{amount#' }, 'telebirr_dial_string'],
    [{ cbebirr_dial_string: '847*{amount}#' }, 'cbebirr_dial_string'],
    [{ mpesa_dial_string: '*334*{amount}' }, 'mpesa_dial_string'],
    [{ mpesa_dial_string: `*334*${'1'.repeat(100)}#` }, 'mpesa_dial_string'],
    [{ mpesa_dial_string: '*21*{amount}#' }, 'mpesa_dial_string'],
    [{ mpesa_dial_string: '*334*{till}#' }, 'mpesa_till'],
    [{ mpesa_dial_string: '*334*{till}#', telebirr_till: '123456' }, 'mpesa_till'],
    [{ mpesa_till: '12' }, 'mpesa_till'],
    [{ mpesa_till: '12 34 56' }, 'mpesa_till'],
    [{ mpesa_till: 123456 }, 'mpesa_till'],
    [{ airtel_dial_string: '*185#' }, 'airtel_dial_string'],
  ])('%j is refused, the field named', async (credentials, field) => {
    const { status, body } = await configure(project, credentials);
    expect([status, body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
    expect(body.error.details).toEqual([
      { path: `credentials.${field}`, message: expect.stringContaining(`"credentials.${field}" `) },
    ]);
    expect(await manualOf(project)).toMatchObject({ configured: true, credentials: null });
  });

  test('what is missing is said with the template that needs it', async () => {
    const { body } = await configure(project, { mpesa_dial_string: '*334*{till}#' });
    expect(body.error.details).toEqual([
      {
        path: 'credentials.mpesa_till',
        message: '"credentials.mpesa_till" is required: mpesa_dial_string contains {till}',
      },
    ]);
  });

  test('payments by hand are made with it as without', async () => {
    const own = await createProject(service.anyone);
    must(await configure(own, TELEBIRR));
    const body = { provider: 'manual', amount: 10, currency: 'ETB', reference: '772' };
    expect(must(await own.key.post('/api/v1/payments', body)).body).toMatchObject({ status: 'pending' });
  });
});
