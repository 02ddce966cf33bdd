/** M-PESA's paybill (C2B): the addresses that it is told, what it asks beforehand, and what it says afterwards. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { paybills } from '../../domain/payments/index.ts';
import {
  ageConfirmation,
  confirmationOf,
  createSacco,
  held,
  must,
  newMember,
  paymentBody,
  putPaybill,
  receiptOf,
  saccoWithPaybill,
  startWithProvider,
  until,
  verifyAll,
  type ProviderService,
  type Sacco,
} from '../harness/index.ts';
import { DarajaStandIn } from '../stand-ins/mpesa/index.ts';
import { withWrongToken } from '../stand-ins/stand-in.ts';
import { expectError } from '../api/samples.ts';

const PHONE = '254712345678';

let setup: ProviderService<DarajaStandIn>;
let sacco: Sacco;

beforeAll(async () => {
  setup = await startWithProvider('mpesa', new DarajaStandIn(), {
    workers: ['ledger-postings', 'provider-polls', 'sacco-credits', 'housekeeping'],
  });
  setup.service.ctx.provider_deadline_ms = 1_500;
  sacco = await saccoWithPaybill(setup);
});
afterAll(async () => {
  expect(await verifyAll(setup.service.ctx)).toEqual([]);
  await setup.stop();
});
beforeEach(() => setup.gateway.reset({ tells_at_once: true }));

const put = putPaybill;

async function memberNo(): Promise<{ member: string; account: string }> {
  const member = await newMember(sacco);
  const { member_no } = must(await sacco.maker.get(`/api/v1/sacco/members/${member}`)).body;
  return { member, account: member_no };
}

function confirmation(transaction_id: string) {
  return confirmationOf(setup.service.ctx, transaction_id);
}

describe('the addresses', () => {
  test('are registered once, and only owner and admin may', async () => {
    const { gateway } = setup;
    expectError(await put(sacco, { enabled: true }, sacco.people.checker.client), 403, 'FORBIDDEN');
    const before = gateway.calls('/mpesa/c2b').length;
    const { body } = must(await put(sacco, { enabled: true, reject_unknown: true }));
    expect(body).toMatchObject({
      provider: 'mpesa',
      environment: 'test',
      enabled: true,
      reject_unknown: true,
      confirmation_url: gateway.urls?.confirmation,
      validation_url: gateway.urls?.validation,
    });
    expect(gateway.calls('/mpesa/c2b')).toHaveLength(before);
    must(await put(sacco, { enabled: true }, sacco.people.admin.client));
    const { audit_log } = must(
      await sacco.project.owner.client.get(`/api/projects/${sacco.project.id}/audit-log?environment=test`),
    ).body;
    expect(audit_log[0]).toMatchObject({ action: 'paybill.changed', subject: 'mpesa' });
    expect(gateway.complaints).toEqual([]);
  });

  test('are refused without an initiator, without credentials, and where M-PESA refuses them', async () => {
    const { gateway, service } = setup;
    const other = await createSacco(service);
    const providers = `/api/projects/${other.project.id}/providers`;
    expectError(await put(other, { enabled: true }), 422, 'UNPROCESSABLE', 'provider_not_configured');
    const { client } = other.project.owner;
    must(await client.put(`${providers}/mpesa?environment=test`, { credentials: gateway.credentials }));
    expectError(await put(other, { enabled: true }), 422, 'UNPROCESSABLE', 'paybill_not_supported');
    must(
      await client.put(`${providers}/mpesa?environment=test`, {
        credentials: { ...gateway.credentials, ...gateway.initiator },
      }),
    );
    gateway.reset({ urls_taken: true });
    expectError(await put(other, { enabled: true }), 422, 'UNPROCESSABLE', 'paybill_refused');
    expect(must(await put(other, { enabled: false })).body).toMatchObject({
      enabled: false,
      registered_at: null,
    });
    expectError(
      await client.put(`${providers}/chapa/paybill`, { environment: 'test', enabled: true }),
      422,
      'UNPROCESSABLE',
      'paybill_not_supported',
    );
  });

  test('nobody else can call them', async () => {
    const { gateway } = setup;
    const { confirmation: url } = gateway.urls as { confirmation: string };
    const body = JSON.stringify({ TransID: 'X', TransAmount: '1', BusinessShortCode: '174379' });
    const post = async (address: string, text: string) =>
      (await fetch(address, { method: 'POST', body: text })).status;
    expect(await post(withWrongToken(url), body)).toBe(404);
    expect(await post(url.replace(/pbl_[^/]+/, 'pbl_06AX0000000000000000000000'), body)).toBe(404);
    expect(await post(url, 'no json')).toBe(401);
    expect(
      await post(url, JSON.stringify({ TransID: 'X', TransAmount: '1', BusinessShortCode: '999' })),
    ).toBe(401);
    expect(await post(url, JSON.stringify({ TransID: "X'", TransAmount: '1' }))).toBe(401);
    expect(await post(url, JSON.stringify({ TransID: 'X', TransAmount: '-1' }))).toBe(401);
    expect(await confirmation('X')).toBeUndefined();
  });
});

describe('validation', () => {
  const about = (account: string) => ({ transaction_id: 'RKV1', amount: '10', account, phone: PHONE });

  test('accepts every account number, unless unknown ones are to be rejected', async () => {
    const { gateway } = setup;
    const { account } = await memberNo();
    const answer = async (typed: string) => (await gateway.notify('validation', about(typed))).body;
    must(await put(sacco, { enabled: true, reject_unknown: false }));
    expect(await answer('NOBODY')).toEqual({ ResultCode: '0', ResultDesc: 'Accepted' });
    must(await put(sacco, { enabled: true, reject_unknown: true }));
    expect(await answer('NOBODY')).toEqual({ ResultCode: 'C2B00012', ResultDesc: 'Rejected' });
    expect(await answer(account)).toEqual({ ResultCode: '0', ResultDesc: 'Accepted' });
    must(await put(sacco, { enabled: false, reject_unknown: true }));
    expect(await answer(account)).toEqual({ ResultCode: 'C2B00016', ResultDesc: 'Rejected' });
    must(await put(sacco, { enabled: true, reject_unknown: false }));
    expect(await confirmation('RKV1')).toBeUndefined();
  });

  test('is answered in time while the database is slow: accepted', async () => {
    const { gateway, service } = setup;
    must(await put(sacco, { enabled: true, reject_unknown: true }));
    const lock = await service.ctx.db.transaction();
    await lock.raw('lock table paybills in access exclusive mode');
    const { body } = await gateway.notify('validation', about('NOBODY'));
    expect(body).toEqual({ ResultCode: '0', ResultDesc: 'Accepted' });
    // The lock is released only after the answer.
    await lock.rollback();
    expect((await gateway.notify('validation', about('NOBODY'))).body).toMatchObject({
      ResultCode: 'C2B00012',
    });
    must(await put(sacco, { enabled: true, reject_unknown: false }));
  });
});

describe('confirmation', () => {
  test('counts once M-PESA, asked about the transaction, says the same', async () => {
    const { gateway } = setup;
    gateway.reset({ tells_at_once: false });
    const { member, account } = await memberNo();
    const paid = gateway.receive({ amount: '500.00', account, phone: PHONE });
    expect(await gateway.notify('confirmation', paid)).toEqual({
      status: 200,
      body: { ResultCode: 0, ResultDesc: 'Success' },
    });
    await until('it is asked for', () => gateway.has_results);
    expect(await held(sacco.project.key, member)).toEqual({ savings: 0, shares: 0 });
    await gateway.tellResults();
    const receipt = await receiptOf(setup.service.ctx, paid.transaction_id, 'allocated');
    expect(await held(sacco.project.key, member)).toEqual({ savings: 50_000, shares: 0 });
    const { body } = must(await sacco.maker.get(`/api/v1/payments/${receipt.payment_id}`));
    expect(body).toMatchObject({
      origin: 'paybill',
      provider: 'mpesa',
      provider_txn_id: paid.transaction_id,
      account_number: account,
      // M-PESA masks it in the confirmation, and names it in the answer.
      customer_phone: `+${PHONE}`,
    });
    expect(receipt['payer_name']).toBe('WANJIRU KAMAU');
    expect(gateway.complaints).toEqual([]);
  });

  test('E3: twice, and ten times at once, is one payment', async () => {
    const { gateway } = setup;
    const { member, account } = await memberNo();
    const paid = gateway.receive({ amount: '70', account, phone: PHONE });
    const answers = await Promise.all(Array.from({ length: 10 }, () => gateway.notify('confirmation', paid)));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    await receiptOf(setup.service.ctx, paid.transaction_id, 'allocated');
    expect((await gateway.notify('confirmation', paid)).status).toBe(200);
    expect(await held(sacco.project.key, member)).toEqual({ savings: 7_000, shares: 0 });
  });

  test('E4: a forged one, which M-PESA does not know, books nothing and is logged', async () => {
    const { gateway, service } = setup;
    const { ctx } = service;
    const { member, account } = await memberNo();
    const forged = { transaction_id: 'RKLFORGED1', amount: '900.00', account, phone: PHONE };
    expect((await gateway.notify('confirmation', forged)).status).toBe(200);
    await until(
      'M-PESA has said so',
      async () => (await confirmation('RKLFORGED1')).provider_data['status-paybill'],
    );
    // Asked again more than ten minutes later, it still does not know it.
    await ageConfirmation(ctx, 'RKLFORGED1', 11);
    await until('it is refused', async () => {
      await paybills.sweep(ctx);
      return (await confirmation('RKLFORGED1')).status === 'refused';
    });
    expect(await confirmation('RKLFORGED1')).toMatchObject({
      error: 'unknown',
      payment_id: null,
      next_attempt_at: null,
    });
    expect(await held(sacco.project.key, member)).toEqual({ savings: 0, shares: 0 });
    expect(must(await sacco.maker.get('/api/v1/payments?reference=RKLFORGED1')).body.payments).toEqual([]);
    const { audit_log } = must(
      await sacco.project.owner.client.get(`/api/projects/${sacco.project.id}/audit-log?environment=test`),
    ).body;
    expect(audit_log[0]).toMatchObject({
      action: 'paybill.confirmation_refused',
      details: { transaction_id: 'RKLFORGED1', error: 'unknown' },
    });
  });

  test.each([
    ['reversed', { status: 'Reversed' as const }, 'not_paid'],
    ['failed', { status: 'Failed' as const }, 'not_paid'],
  ])('one that was %s books nothing', async (_what, change, error) => {
    const { gateway } = setup;
    const paid = Object.assign(gateway.receive({ amount: '30', account: 'NOBODY', phone: PHONE }), change);
    await gateway.notify('confirmation', paid);
    await until('it is refused', async () => (await confirmation(paid.transaction_id))?.status === 'refused');
    expect((await confirmation(paid.transaction_id)).error).toBe(error);
  });

  test('of what left the shortcode, such as a reversal, books nothing', async () => {
    const { gateway } = setup;
    const paid = gateway.receive({ amount: '30', account: 'NOBODY', phone: '174379' });
    await gateway.notify('confirmation', { ...paid, phone: PHONE });
    await until('it is refused', async () => (await confirmation(paid.transaction_id))?.status === 'refused');
    expect((await confirmation(paid.transaction_id)).error).toBe('not_to_us');
  });

  test('one that claims another amount: what M-PESA says counts, and the account number does not', async () => {
    const { gateway } = setup;
    const { member, account } = await memberNo();
    const paid = gateway.receive({ amount: '10', account, phone: PHONE });
    await gateway.notify('confirmation', { ...paid, amount: '10000.00' });
    const receipt = await receiptOf(setup.service.ctx, paid.transaction_id, 'unallocated');
    expect(BigInt(receipt['amount_minor'] as string)).toBe(1_000n);
    expect(receipt).toMatchObject({ payer_phone: `+${PHONE}`, payer_name: 'WANJIRU KAMAU' });
    expect(await held(sacco.project.key, member)).toEqual({ savings: 0, shares: 0 });
  });

  test('comes while M-PESA cannot be asked: it is asked later', async () => {
    const { gateway, service } = setup;
    gateway.reset({ tells_at_once: true, results: 'never' });
    const { member, account } = await memberNo();
    const paid = gateway.receive({ amount: '20', account, phone: PHONE });
    await gateway.notify('confirmation', paid);
    await until('it was asked for', () => gateway.calls('/mpesa/transactionstatus').length > 0);
    gateway.faults.results = 'once';
    const { ctx } = service;
    await ctx
      .db('paybill_confirmations')
      .where({ transaction_id: paid.transaction_id })
      .update({ next_attempt_at: new Date(0) });
    await paybills.sweep(ctx);
    await receiptOf(ctx, paid.transaction_id, 'allocated');
    expect(await held(sacco.project.key, member)).toEqual({ savings: 2_000, shares: 0 });
  });

  test('after it was turned off is still recorded: the money is there', async () => {
    const { gateway } = setup;
    must(await put(sacco, { enabled: false }));
    const { member, account } = await memberNo();
    const paid = gateway.receive({ amount: '20', account, phone: PHONE });
    await gateway.notify('confirmation', paid);
    await receiptOf(setup.service.ctx, paid.transaction_id, 'allocated');
    expect(await held(sacco.project.key, member)).toEqual({ savings: 2_000, shares: 0 });
    must(await put(sacco, { enabled: true }));
  });
});

describe('what a prompt of ours brought', () => {
  const pay = async () =>
    must(
      await sacco.project.key.post(
        '/api/v1/payments',
        paymentBody({
          provider: 'mpesa',
          amount: 150,
          customer_phone: `+${PHONE}`,
          reference: `P${crypto.randomUUID().slice(0, 8)}`,
        }),
      ),
    ).body;

  /** M-PESA confirms at the paybill's address what the payer has answered to a prompt. */
  async function confirmed(payment: { id: string; reference: string }): Promise<string> {
    const { gateway } = setup;
    const { transaction_id } = gateway.receive({ amount: '150', account: payment.reference, phone: PHONE });
    gateway.pushOf(payment.id).receipt = transaction_id;
    await gateway.notify('confirmation', {
      transaction_id,
      amount: '150.00',
      account: payment.reference,
      phone: PHONE,
    });
    await until('it is confirmed', async () => (await confirmation(transaction_id))?.status === 'confirmed');
    return transaction_id;
  }

  test('is not counted again: the confirmation completes the payment and brings its receipt', async () => {
    const payment = await pay();
    const transaction_id = await confirmed(payment);
    expect(await confirmation(transaction_id)).toMatchObject({ payment_id: payment.id });
    const { body } = must(await sacco.maker.get(`/api/v1/payments/${payment.id}`));
    expect(body).toMatchObject({ status: 'completed', provider_txn_id: transaction_id, origin: 'request' });
    expect(await setup.service.ctx.db('sacco_receipts').where({ reference: transaction_id })).toEqual([]);
  });

  test('nor where the callback came before', async () => {
    const { gateway } = setup;
    const payment = await pay();
    await gateway.settle(payment.id);
    await until(
      'it is completed',
      async () => (await setup.service.ctx.db('payments').where({ id: payment.id }).first()).provider_txn_id,
    );
    const transaction_id = gateway.pushOf(payment.id).receipt;
    gateway.paybills.push({
      transaction_id,
      amount: '150',
      account: payment.reference,
      phone: PHONE,
      status: 'Completed',
    });
    await gateway.notify('confirmation', {
      transaction_id,
      amount: '150.00',
      account: payment.reference,
      phone: PHONE,
    });
    await until('it is confirmed', async () => (await confirmation(transaction_id))?.status === 'confirmed');
    expect(await confirmation(transaction_id)).toMatchObject({ payment_id: payment.id });
  });

  test('another payment to the same account number is another payment', async () => {
    const { gateway } = setup;
    const payment = await pay();
    await confirmed(payment);
    const again = gateway.receive({ amount: '150', account: payment.reference, phone: PHONE });
    await gateway.notify('confirmation', again);
    const { payment_id } = await receiptOf(setup.service.ctx, again.transaction_id, 'unallocated');
    expect(payment_id).not.toBe(payment.id);
  });
});
