/** How amounts and whole numbers may be written: in one way each, and both ways of an amount are the same request. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createSacco,
  customerWithWallet,
  fund,
  lend,
  moving,
  must,
  newProduct,
  newSaver,
  paymentBody,
  sharedService,
  type Client,
  type Reply,
  type Sacco,
  type TestService,
} from '../harness/index.ts';
import { expectError, expectInvalid } from './samples.ts';

let service: TestService;
let sacco: Sacco;
let key: Client;
/** Where a request takes `amount` or `amount_minor`, with a body that lacks only them. */
let takers: Record<string, { path: string; body: object }>;

beforeAll(async () => {
  service = await sharedService();
  sacco = await createSacco(service);
  ({ key } = sacco.project);
  await fund(service, sacco.project, 1_000);
  const [member, guarantor] = [await newSaver(sacco, 100_000), await newSaver(sacco, 100_000)];
  const [customer, other] = [
    await customerWithWallet(sacco.project),
    await customerWithWallet(sacco.project),
  ];
  const product = await newProduct(sacco);
  const loan = await lend(sacco, { product_id: product, member_id: guarantor, amount_minor: 50_000 });
  const payment = must(await key.post('/api/v1/payments', paymentBody({ amount: 100 }))).body;
  const of_member = `/api/v1/sacco/members/${member}`;
  const of_customer = `/api/v1/customers/${customer}/wallets`;
  must(await key.post(`${of_customer}/deposit`, moving(10_000, { currency: 'KES' })));
  takers = {
    deposit: { path: `${of_member}/deposits`, body: {} },
    withdrawal: { path: `${of_member}/withdrawals`, body: {} },
    'share purchase': { path: `${of_member}/shares`, body: { from: 'savings' } },
    'cash adjustment': { path: '/api/v1/sacco/cash-adjustments', body: { direction: 'in', memo: 'found' } },
    expense: { path: '/api/v1/sacco/expenses', body: { category: 'rent', memo: 'June' } },
    'loan application': {
      path: '/api/v1/sacco/loans',
      body: { member_id: member, product_id: product, term: 3 },
    },
    'loan repayment': { path: `/api/v1/sacco/loans/${loan.id}/repayments`, body: { from: 'cash' } },
    'wallet deposit': { path: `${of_customer}/deposit`, body: { currency: 'KES' } },
    'wallet withdrawal': { path: `${of_customer}/withdraw`, body: { currency: 'KES' } },
    'wallet transfer': {
      path: '/api/v1/wallet-transfers',
      body: { from_customer_id: customer, to_customer_id: other, currency: 'KES' },
    },
    refund: { path: `/api/v1/payments/${payment.id}/refunds`, body: {} },
  };
});
afterAll(() => service.stop());

const TAKERS = [
  'deposit',
  'withdrawal',
  'share purchase',
  'cash adjustment',
  'expense',
  'loan application',
  'loan repayment',
  'wallet deposit',
  'wallet withdrawal',
  'wallet transfer',
  'refund',
];

function ask(taker: string, amount: object, idempotency_key: string = crypto.randomUUID()): Promise<Reply> {
  const { path, body } = takers[taker] as { path: string; body: object };
  return sacco.maker.post(path, { ...body, ...amount, idempotency_key });
}

describe('an amount', () => {
  const MISSPELLED = [
    '01.00',
    '00.50',
    '+1.00',
    ' 1.00',
    '1.00 ',
    '1e3',
    '1.0',
    '1',
    '1.000',
    '1,00',
    '.50',
    1,
  ];

  test.each(TAKERS)('%s: exactly two decimals, and no leading zero, plus or space', async (taker) => {
    for (const amount of MISSPELLED) expectInvalid(await ask(taker, { amount }), 'amount');
    for (const amount_minor of ['100', 1.5, '1e2'])
      expectInvalid(await ask(taker, { amount_minor }), 'amount_minor');
    const { path, body } = takers[taker] as { path: string; body: object };
    const text = JSON.stringify({ ...body, amount_minor: '?', idempotency_key: crypto.randomUUID() });
    expectInvalid(await sacco.maker.post(path, text.replace('"?"', '1e3')), 'amount_minor');
  });

  test.each(TAKERS)('%s: either spelling is the same request under one key', async (taker) => {
    const used = crypto.randomUUID();
    const first = must(await ask(taker, { amount: '1.50' }, used));
    expect(first.body.replayed).toBe(false);
    const again = must(await ask(taker, { amount_minor: 150 }, used));
    expect([again.status, again.body.id, again.body.replayed]).toEqual([200, first.body.id, true]);
    expectError(await ask(taker, { amount_minor: 151 }, used), 409, 'CONFLICT', 'idempotency_key_reused');
  });

  test('of a guarantee is read alike', async () => {
    const member_id = await newSaver(sacco, 1_000);
    const used = crypto.randomUUID();
    const withPledge = (pledge: object) =>
      ask('loan application', { amount: '1.00', guarantors: [{ member_id, ...pledge }] }, used);
    expectInvalid(await withPledge({ amount: '01.00' }), 'guarantors[0].amount');
    const first = must(await withPledge({ amount: '1.00' }));
    const again = must(await withPledge({ amount_minor: 100 }));
    expect([again.body.id, again.body.replayed]).toEqual([first.body.id, true]);
  });

  test('of a payment is a number, however its digits are written, or the same text as elsewhere', async () => {
    const text = JSON.stringify(paymentBody({ amount: '?' }));
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const pay = (amount: string) => key.post('/api/v1/payments', text.replace('"?"', amount), headers);
    for (const amount of ['"150.5"', '"01.00"', '"150"', '" 1.00"', '1e3', '"1e3"', '1.505'])
      expectInvalid(await pay(amount), 'amount');
    const first = must(await pay('150.5'));
    for (const amount of ['150.50', '"150.50"']) {
      const again = must(await pay(amount));
      expect([again.body.id, again.body.amount, again.body.replayed]).toEqual([first.body.id, 150.5, true]);
    }
    for (const amount of ['150.51', '"150.51"'])
      expectError(await pay(amount), 409, 'CONFLICT', 'idempotency_key_reused');
  });

  test('of a link and of dial codes is taken as text, too', async () => {
    const link = must(
      await key.post('/api/v1/payment-links', { title: 'Dues', amount: '150.50', currency: 'KES' }),
    );
    expect(link.body).toMatchObject({ amount: '150.50', amount_minor: 15_050 });
    const codes = must(
      await key.post('/api/v1/payments/ussd-intent', {
        amount: '150.50',
        currency: 'KES',
        reference: 'dues-1',
      }),
    );
    expect(codes.body).toMatchObject({ amount: '150.50', amount_minor: 15_050 });
  });

  test('of a payment in a currency without decimals is whole in either spelling', async () => {
    const pay = (amount: unknown) =>
      key.post('/api/v1/payments', paymentBody({ amount, currency: 'UGX', provider: 'sandbox' }));
    expect(must(await pay('1500.00')).body.amount).toBe(1_500);
    expectInvalid(await pay('1500.50'), 'amount');
  });
});

describe('a whole number in a query', () => {
  test.each(['1e3', '1E2', '+5', ' 5', '5 ', '5.0', '5.', '05', '0x10', '', 'five'])(
    'is not written %j',
    async (text) => {
      const limit = encodeURIComponent(text);
      for (const path of ['payments', 'customers', 'sacco/members', 'sacco/loans', 'webhook-deliveries'])
        expectInvalid(await key.get(`/api/v1/${path}?limit=${limit}`), 'limit');
      const audit_log = `/api/projects/${sacco.project.id}/audit-log?environment=test&limit=${limit}`;
      expectInvalid(await sacco.project.owner.client.get(audit_log), 'limit');
    },
  );

  test('is named beside other problems, and once', async () => {
    const reply = await key.get('/api/v1/payments?limit=1e3&from=yesterday');
    expectError(reply, 400, 'VALIDATION_ERROR');
    const paths = reply.body.error.details.map(({ path }: { path: string }) => path);
    expect(paths.toSorted()).toEqual(['from', 'limit']);
    const too_large = await key.get('/api/v1/payments?limit=1e9');
    expect(too_large.body.error.details).toHaveLength(1);
  });

  test('is taken as digits', async () => {
    for (const limit of ['1', '50', '1000']) must(await key.get(`/api/v1/payments?limit=${limit}`));
    for (const limit of ['0', '-1', '1001'])
      expectInvalid(await key.get(`/api/v1/payments?limit=${limit}`), 'limit');
  });
});
