/** What M-PESA answers about payments to a paybill: late, again, out of order, or not at all; and how staff ask for it. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { systemNow } from '../../core/clock.ts';
import { paybills } from '../../domain/payments/index.ts';
import {
  ageConfirmation,
  confirmationOf,
  createSacco,
  expectBetween,
  held,
  inProject,
  must,
  newMember,
  putPaybill,
  receiptOf,
  saccoWithPaybill,
  startWithProvider,
  UNALLOCATED,
  until,
  verifyAll,
  type ProviderService,
  type Sacco,
} from '../harness/index.ts';
import { DarajaStandIn } from '../stand-ins/mpesa/index.ts';
import { expectError, expectInvalid } from '../api/samples.ts';

const PHONE = '254712345678';
const CONFIRMATIONS = '/api/v1/paybill-confirmations';

let setup: ProviderService<DarajaStandIn>;
let sacco: Sacco;

beforeAll(async () => {
  setup = await startWithProvider('mpesa', new DarajaStandIn(), {
    workers: ['ledger-postings', 'provider-polls', 'sacco-credits', 'housekeeping'],
  });
  sacco = await saccoWithPaybill(setup);
});
afterAll(async () => {
  expect(await verifyAll(setup.service.ctx)).toEqual([]);
  await setup.stop();
});
beforeEach(() => setup.gateway.reset({ tells_at_once: true }));

function stored(transaction_id: string) {
  return confirmationOf(setup.service.ctx, transaction_id);
}

async function untilStatus(transaction_id: string, status: string) {
  return until(`it is ${status}`, async () => {
    const row = await stored(transaction_id);
    return row?.status === status ? row : null;
  });
}

/** What was stored once the question that was asked then, or a later one, is answered and its attempt has ended. */
async function untilAnswered(transaction_id: string, asked_from_ms = 0) {
  return until('it is answered', async () => {
    const row = await stored(transaction_id);
    const asked_at_ms = Number(row?.provider_data['status-paybill-asked_at'] ?? NaN);
    return asked_at_ms >= asked_from_ms && row.unanswered === 0 ? row : null;
  });
}

const forged = (transaction_id: string) => ({
  transaction_id,
  amount: '900.00',
  account: 'NOBODY',
  phone: PHONE,
});

/** Told, and not known by M-PESA more than ten minutes later. */
async function refused(transaction_id: string): Promise<void> {
  const { gateway, service } = setup;
  await gateway.notify('confirmation', forged(transaction_id));
  await untilAnswered(transaction_id);
  await paybills.confirm(service.ctx, await ageConfirmation(service.ctx, transaction_id, 11));
  await untilStatus(transaction_id, 'refused');
}

describe('an answer that does not know the transaction', () => {
  test('counts only if the question was asked late enough: an old answer refuses nothing', async () => {
    const { gateway, service } = setup;
    const { ctx } = service;
    await gateway.notify('confirmation', forged('RKOLD1'));
    expect(await untilAnswered('RKOLD1')).toMatchObject({ status: 'pending', attempts: 1 });
    // The answer to the next question is lost.
    gateway.faults.results = 'never';
    const asked = gateway.calls('/mpesa/transactionstatus').length;
    await paybills.confirm(ctx, await ageConfirmation(ctx, 'RKOLD1', 11));
    expect(gateway.calls('/mpesa/transactionstatus')).toHaveLength(asked + 1);
    expect(await stored('RKOLD1')).toMatchObject({ status: 'pending', attempts: 2 });
    // M-PESA has learned of it by now.
    gateway.faults.results = 'once';
    gateway.paybills.push({ ...forged('RKOLD1'), status: 'Completed' });
    await ageConfirmation(ctx, 'RKOLD1', 12);
    await paybills.confirm(ctx, (await stored('RKOLD1')).id);
    await receiptOf(ctx, 'RKOLD1', 'unallocated');
  });

  test('and answers make no attempts: each question has its pause', async () => {
    const { gateway } = setup;
    const before_ms = systemNow().getTime();
    await gateway.notify('confirmation', forged('RKPAUSE'));
    const { attempts, next_attempt_at } = await untilAnswered('RKPAUSE');
    expect(attempts).toBe(1);
    expectBetween(before_ms + 15_000, next_attempt_at, systemNow().getTime() + 15_000);
  });
});

describe('an operator that is missing or locked', () => {
  test.each([['operator_missing' as const], ['initiator_locked' as const]])(
    '%s says nothing of the transaction, however late',
    async (fault) => {
      const { gateway, service } = setup;
      gateway.faults[fault] = true;
      const paid = gateway.receive({ amount: '20', account: 'NOBODY', phone: PHONE });
      await gateway.notify('confirmation', paid);
      const { transaction_id } = paid;
      await untilAnswered(transaction_id);
      const again_from_ms = systemNow().getTime();
      await paybills.confirm(service.ctx, await ageConfirmation(service.ctx, transaction_id, 60));
      expect(await untilAnswered(transaction_id, again_from_ms)).toMatchObject({ status: 'pending' });
      gateway.faults[fault] = false;
      await paybills.confirm(service.ctx, await ageConfirmation(service.ctx, transaction_id, 60));
      await receiptOf(service.ctx, transaction_id, 'unallocated');
    },
  );
});

describe('one that was refused', () => {
  test('is asked about again when it is told again', async () => {
    const { gateway, service } = setup;
    await refused('RKAGAIN1');
    const paid = { ...forged('RKAGAIN1'), amount: '12.00', status: 'Completed' as const };
    gateway.paybills.push(paid);
    expect((await gateway.notify('confirmation', paid)).status).toBe(200);
    const receipt = await receiptOf(service.ctx, 'RKAGAIN1', 'unallocated');
    expect(BigInt(receipt['amount_minor'] as string)).toBe(1_200n);
    expect(receipt['account_number']).toBe('NOBODY');
  });

  test('is asked about again when M-PESA answers late that it was made', async () => {
    const { gateway, service } = setup;
    await refused('RKLATE1');
    const { id } = await stored('RKLATE1');
    const result_url = gateway
      .calls('/mpesa/transactionstatus')
      .map(({ body }) => String(body['ResultURL']))
      .find((url) => url.includes(`/${id}/`)) as string;
    gateway.paybills.push({ ...forged('RKLATE1'), status: 'Completed' });
    const answer = {
      ResultCode: 0,
      ResultParameters: {
        ResultParameter: [
          { Key: 'CreditPartyName', Value: '174379 - Stand-in SACCO' },
          { Key: 'TransactionStatus', Value: 'Completed' },
          { Key: 'Amount', Value: 900 },
          { Key: 'ReceiptNo', Value: 'RKLATE1' },
        ],
      },
    };
    await fetch(result_url, { method: 'POST', body: JSON.stringify({ Result: answer }) });
    const receipt = await receiptOf(service.ctx, 'RKLATE1', 'unallocated');
    expect(BigInt(receipt['amount_minor'] as string)).toBe(90_000n);
  });

  test('is asked about again when staff ask; what is confirmed stays so', async () => {
    const { gateway, service } = setup;
    await refused('RKSYNC1');
    const { key } = sacco.project;
    const { confirmations } = must(await key.get(`${CONFIRMATIONS}?status=refused`)).body;
    const found = confirmations.find((each: { transaction_id: string }) => each.transaction_id === 'RKSYNC1');
    expect(found).toMatchObject({ status: 'refused', error: 'unknown', amount: '900.00', payment_id: null });
    gateway.paybills.push({ ...forged('RKSYNC1'), status: 'Completed' });
    const asked = must(await key.post(`${CONFIRMATIONS}/${found.id}/sync`));
    expect([asked.status, asked.body.status, asked.body.error]).toEqual([202, 'pending', null]);
    await receiptOf(service.ctx, 'RKSYNC1', 'unallocated');
    const { body } = must(await key.post(`${CONFIRMATIONS}/${found.id}/sync`));
    expect(body).toMatchObject({ status: 'confirmed', transaction_id: 'RKSYNC1' });
    expect(must(await key.get(`${CONFIRMATIONS}/${found.id}`)).body).toMatchObject({ status: 'confirmed' });
  });

  test('is deleted after 90 days', async () => {
    const { ctx } = setup.service;
    await refused('RKPRUNED');
    await paybills.prune(ctx.db);
    expect(await stored('RKPRUNED')).toBeDefined();
    await ctx
      .db('paybill_confirmations')
      .where({ transaction_id: 'RKPRUNED' })
      .update({ ended_at: new Date(Date.now() - 91 * 86_400_000) });
    expect(await paybills.prune(ctx.db)).toBe(1);
    expect(await stored('RKPRUNED')).toBeUndefined();
  });
});

describe('a transaction that staff enter', () => {
  const enter = (transaction_id: string, by = sacco.maker) =>
    by.post(CONFIRMATIONS, { provider: 'mpesa', transaction_id });

  test('counts as M-PESA says: its confirmation was lost', async () => {
    const { gateway, service } = setup;
    const { transaction_id } = gateway.receive({ amount: '75.00', account: 'LOST', phone: PHONE });
    const { status, body } = await enter(transaction_id);
    expect([status, body.status, body.amount]).toEqual([202, 'pending', null]);
    const receipt = await receiptOf(service.ctx, transaction_id, 'unallocated');
    expect(must(await sacco.maker.get(`${UNALLOCATED}/${receipt.id}`)).body).toMatchObject({
      amount: '75.00',
      account_number: '',
      payer_phone: `+${PHONE}`,
    });
    expect((await enter(transaction_id)).status).toBe(200);
    const { audit_log } = must(
      await sacco.project.owner.client.get(`/api/projects/${sacco.project.id}/audit-log?environment=test`),
    ).body;
    expect(audit_log[0]).toMatchObject({
      action: 'paybill.transaction_entered',
      details: { transaction_id },
    });
  });

  test('takes the account number of a confirmation that comes after all', async () => {
    const { gateway, service } = setup;
    gateway.faults.results = 'never';
    const member = await newMember(sacco);
    const { member_no } = must(await sacco.maker.get(`/api/v1/sacco/members/${member}`)).body;
    const paid = gateway.receive({ amount: '60.00', account: member_no, phone: PHONE });
    must(await enter(paid.transaction_id));
    gateway.faults.results = 'once';
    await gateway.notify('confirmation', paid);
    await receiptOf(service.ctx, paid.transaction_id, 'allocated');
    expect(await held(sacco.project.key, member)).toEqual({ savings: 6_000, shares: 0 });
  });

  test('of a prompt that its payer has answered completes that payment, and is not counted twice', async () => {
    const { gateway, service } = setup;
    const { body: payment } = must(
      await sacco.project.key.post('/api/v1/payments', {
        provider: 'mpesa',
        amount: 41,
        currency: 'KES',
        customer_phone: `+${PHONE}`,
        reference: 'a-prompt-of-41',
      }),
    );
    const { transaction_id } = gateway.receive({ amount: '41', account: 'a-prompt-of-41', phone: PHONE });
    must(await enter(transaction_id));
    await untilStatus(transaction_id, 'confirmed');
    expect(must(await sacco.maker.get(`/api/v1/payments/${payment.id}`)).body).toMatchObject({
      status: 'completed',
      provider_txn_id: transaction_id,
    });
    expect(await service.ctx.db('sacco_receipts').where({ reference: transaction_id })).toEqual([]);
  });

  test('is refused to keys, without a paybill, and where it is no id', async () => {
    const { service } = setup;
    expectError(await enter('RKX', sacco.project.key), 403, 'FORBIDDEN');
    expectInvalid(await enter('R K'), 'transaction_id');
    const other = await createSacco(service);
    expectError(await enter('RKX', other.maker), 422, 'UNPROCESSABLE', 'paybill_not_supported');
    expectError(
      await sacco.maker.post(CONFIRMATIONS, { provider: 'manual', transaction_id: 'RKX' }),
      422,
      'UNPROCESSABLE',
      'paybill_not_supported',
    );
    const { id } = await service.ctx.db('paybill_confirmations').first();
    expectError(await other.maker.get(`${CONFIRMATIONS}/${id}`), 404, 'NOT_FOUND');
    expectError(await other.maker.post(`${CONFIRMATIONS}/${id}/sync`), 404, 'NOT_FOUND');
    expect(must(await other.maker.get(CONFIRMATIONS)).body.confirmations).toEqual([]);
    expect(
      must(await inProject(sacco.people.maker, sacco.project.id, 'live').get(CONFIRMATIONS)).body
        .confirmations,
    ).toEqual([]);
  });
});

describe('what is claimed', () => {
  test('names no phone: where M-PESA masks the payer, nobody is the sender', async () => {
    const { gateway, service } = setup;
    const paid = Object.assign(gateway.receive({ amount: '15', account: 'NOBODY', phone: PHONE }), {
      payer: '2547***678 - WANJIRU\0KAMAU',
    });
    const url = gateway.urls?.confirmation as string;
    const body = { TransID: paid.transaction_id, TransAmount: '15', MSISDN: '254700000001' };
    await fetch(url, { method: 'POST', body: JSON.stringify(body) });
    const receipt = await receiptOf(service.ctx, paid.transaction_id, 'unallocated');
    expect(receipt['payer_phone']).toBeNull();
    expectError(
      await sacco.maker.post(`${UNALLOCATED}/${receipt.id}/refund`, {
        memo: 'x',
        idempotency_key: crypto.randomUUID(),
      }),
      422,
      'UNPROCESSABLE',
      'sender_unknown',
    );
  });

  test('is stored while the credentials cannot be read', async () => {
    const { gateway, service } = setup;
    const { db } = service.ctx;
    const where = { project_id: sacco.project.id, provider: 'mpesa' };
    const { credentials_sealed } = await db('provider_configs').where(where).first();
    await db('provider_configs').where(where).update({ credentials_sealed: 'v1.x.y.z' });
    const paid = gateway.receive({ amount: '16', account: 'NOBODY', phone: PHONE });
    expect((await gateway.notify('confirmation', paid)).status).toBe(200);
    await db('provider_configs').where(where).update({ credentials_sealed });
    await ageConfirmation(service.ctx, paid.transaction_id, 1);
    await until('it is swept', async () => {
      await paybills.sweep(service.ctx);
      return (await stored(paid.transaction_id)).status === 'confirmed';
    });
  });
});

test('a paybill asks 600 questions a minute at most: further ones wait, which is no attempt', async () => {
  const { gateway, service } = setup;
  const { ctx } = service;
  const minute = (from_now: number) => new Date(Math.floor(Date.now() / 60_000 + from_now) * 60_000);
  const enough = async (asked_in: Date) =>
    ctx.db('paybills').where({ project_id: sacco.project.id }).update({ asked_in, asked: 600 });
  await enough(minute(0));
  const paid = gateway.receive({ amount: '17', account: 'NOBODY', phone: PHONE });
  await gateway.notify('confirmation', paid);
  const { transaction_id } = paid;
  const row = await until('it is postponed', async () => {
    const found = await stored(transaction_id);
    // A new minute may have begun: then it was asked about.
    const is_over = found.status === 'confirmed';
    return is_over || found.next_attempt_at.getTime() > Date.now() + 30_000 ? found : null;
  });
  if (row.status === 'pending') {
    expect(row.attempts).toBe(0);
    await enough(minute(-1));
    await paybills.confirm(ctx, await ageConfirmation(ctx, transaction_id, 1));
  }
  await receiptOf(ctx, transaction_id, 'unallocated');
});

test('more than twenty thousand that are pending are refused, with a time after which to try again', async () => {
  const { gateway, service } = setup;
  const made = await saccoWithPaybill(setup);
  const { id: project_id } = made.project;
  await service.ctx.db.raw(
    `insert into paybill_confirmations (id, project_id, environment, provider, transaction_id, paid_to, currency, account_number,
       callback_token_hash, received_at, status)
     select 'pbc_' || lpad(n::text, 26, '0'), ?, 'test', 'mpesa', 'FLOOD' || n, '174379', 'KES', '', '', now(), 'pending'
     from generate_series(1, 20000) n`,
    [project_id],
  );
  expect((await gateway.notify('confirmation', forged('RKFLOOD'))).status).toBe(429);
  await service.ctx.db('paybill_confirmations').where({ project_id }).delete();
  expect((await gateway.notify('confirmation', forged('RKFLOOD'))).status).toBe(200);
  must(await putPaybill(made, { enabled: false }));
});
