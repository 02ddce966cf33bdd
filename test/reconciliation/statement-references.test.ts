/** Statements whose provider calls a payment neither by our reference nor by our id. */
import { afterAll, describe, expect, test } from 'vitest';
import {
  changeContext,
  must,
  paymentBody,
  projectWithProvider,
  startWithProvider,
  until,
  type Client,
} from '../harness/index.ts';
import { DarajaStandIn } from '../stand-ins/mpesa/index.ts';
import type { StandIn } from '../stand-ins/stand-in.ts';
import { TelebirrStandIn } from '../stand-ins/telebirr.ts';
import { importRows, linesOf, resolve } from './books.ts';

/** Longer than an account of M-PESA may be. */
const REFERENCE = 'INVOICE-2026-000123';

const running: { stop(): Promise<void> }[] = [];
afterAll(() => Promise.all(running.map((each) => each.stop())));

async function startProject<Gateway extends StandIn>(provider: string, gateway: Gateway) {
  const setup = await startWithProvider(provider, gateway, {
    workers: ['reconciliation-imports', 'ledger-postings', 'provider-polls'],
  });
  running.push(setup);
  return { gateway, service: setup.service, key: (await projectWithProvider(setup)).key };
}

async function pay(key: Client, more: object) {
  const body = paymentBody({ amount: 100, reference: REFERENCE, ...more });
  return must(await key.post('/api/v1/payments', body)).body;
}

describe.each([
  ['KE', 'KES', '+254708374149'],
  ['ET', 'ETB', '+251708374149'],
] as const)('M-PESA %s', (country, currency, customer_phone) => {
  test('a payment whose push was never answered is settled by the account that it was pushed with', async () => {
    const { gateway, service, key } = await startProject('mpesa', new DarajaStandIn(country));
    changeContext(service.ctx, { provider_deadline_ms: 1_500 });
    gateway.reset({ drop_response: true, callback: 'never' });
    const payment = await pay(key, { provider: 'mpesa', currency, customer_phone });
    expect(payment.status).toBe('initiated');
    const push = gateway.received.find(({ body }) => 'AccountReference' in body);
    const reference = String(push?.body['AccountReference']);
    expect(reference).not.toBe(REFERENCE);
    const another = `${reference.startsWith('X') ? 'Y' : 'X'}${reference.slice(1)}`;
    const { id } = await importRows(
      key,
      [
        { amount: '100.00', reference, id: 'RCP0000001' },
        { amount: '100.00', reference: another, id: 'RCP0000002' },
        { amount: '100.00', reference: `OTHER-${reference}`, id: 'RCP0000003' },
      ],
      { provider: 'mpesa', currency },
    );
    const lines = await linesOf(key, id);
    expect(lines.map(({ match_status }) => match_status)).toEqual(['matched', 'unmatched', 'unmatched']);
    expect(lines[0]?.payment_id).toBe(payment.id);
    must(await resolve(key, id, 2, 'settle_payment'));
    const { body } = must(await key.get(`/api/v1/payments/${payment.id}`));
    expect(body).toMatchObject({ status: 'completed', provider_txn_id: 'RCP0000001' });
  });
});

test("telebirr's spelling of our id names the payment, also in a line about its refund", async () => {
  const { gateway, key } = await startProject('telebirr', new TelebirrStandIn());
  const { id: payment_id } = await pay(key, { provider: 'telebirr', currency: 'ETB' });
  await gateway.settle(payment_id);
  const isCompleted = async () =>
    must(await key.get(`/api/v1/payments/${payment_id}`)).body.status === 'completed';
  await until('it is completed', isCompleted);
  const refund = must(await key.post(`/api/v1/payments/${payment_id}/refunds`, { amount_minor: 4_000 })).body;
  const isRefunded = async () =>
    must(await key.get(`/api/v1/refunds/${refund.id}`)).body.status === 'succeeded';
  await until('it is refunded', isRefunded);
  const reference = gateway.order(payment_id).id;
  const { id, missing_on_statement_count } = await importRows(
    key,
    [
      { amount: '100.00', reference },
      { kind: 'refund', amount: '-40.00', reference },
    ],
    { provider: 'telebirr', currency: 'ETB' },
  );
  expect(missing_on_statement_count).toBe(0);
  expect(await linesOf(key, id)).toMatchObject([
    { match_status: 'matched', payment_id },
    { match_status: 'matched', payment_id, refund_id: refund.id },
  ]);
});
