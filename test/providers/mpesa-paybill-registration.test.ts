/** The addresses that M-PESA is told for a paybill: registered once, whatever becomes of the answer, and kept. */
import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { SEALED_TABLES } from '../../app/compose.ts';
import { secretBox } from '../../core/crypto.ts';
import { paybills } from '../../domain/payments/index.ts';
import { rotateEncryption } from '../../domain/platform/rotate-encryption.ts';
import {
  configureMpesa,
  confirmationOf,
  createSacco,
  must,
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
import { expectError } from '../api/samples.ts';

const PHONE = '254712345678';

let setup: ProviderService<DarajaStandIn>;

beforeAll(async () => {
  setup = await startWithProvider('mpesa', new DarajaStandIn(), {
    workers: ['ledger-postings', 'provider-polls', 'sacco-credits'],
  });
  setup.service.ctx.provider_deadline_ms = 1_500;
});
afterAll(async () => {
  expect(await verifyAll(setup.service.ctx)).toEqual([]);
  await setup.stop();
});
afterEach(() => setup.gateway.reset({ tells_at_once: true }));

async function configured(): Promise<Sacco> {
  const made = await createSacco(setup.service);
  await configureMpesa(made, { ...setup.gateway.credentials, ...setup.gateway.initiator });
  return made;
}

function stored({ project }: Sacco) {
  return setup.service.ctx.db('paybills').where({ project_id: project.id }).first();
}

const registrations = (): number => setup.gateway.calls('/mpesa/c2b').length;

describe('a registration whose answer is lost', () => {
  test('leaves the paybill on, and is finished by the next request: M-PESA says that they are registered', async () => {
    const { gateway } = setup;
    const sacco = await configured();
    gateway.reset({ urls_answer: 'dropped', tells_at_once: true });
    expectError(await putPaybill(sacco, { enabled: true }), 503, 'SERVICE_UNAVAILABLE');
    // It is asked once: a repetition is refused as registered.
    expect(registrations()).toBe(1);
    expect(await stored(sacco)).toMatchObject({ enabled: true, registered_at: null });
    // Payers are not turned away meanwhile, and what they pay is recorded.
    const asked = { transaction_id: 'RKV1', amount: '10', account: 'NOBODY', phone: PHONE };
    expect((await gateway.notify('validation', asked)).body).toMatchObject({ ResultCode: '0' });
    gateway.reset({ urls_taken: true, tells_at_once: true });
    const { body } = must(await putPaybill(sacco, { enabled: true }));
    expect(body).toMatchObject({ enabled: true, confirmation_url: gateway.urls?.confirmation });
    expect(body.registered_at).not.toBeNull();
    const paid = gateway.receive({ amount: '10', account: 'NOBODY', phone: PHONE });
    await gateway.notify('confirmation', paid);
    await receiptOf(setup.service.ctx, paid.transaction_id, 'unallocated');
  });

  test('does not make other addresses ours', async () => {
    const { gateway } = setup;
    const sacco = await configured();
    gateway.reset({ urls_taken: true });
    for (let i = 0; i < 2; i++)
      expectError(
        await putPaybill(sacco, { enabled: true, reject_unknown: true }),
        422,
        'UNPROCESSABLE',
        'paybill_refused',
      );
    expect(await stored(sacco)).toMatchObject({ enabled: false, registered_at: null, requested_hash: null });
  });
});

test('neither address nor tokens are stored in clear, and both outlive the key of the server', async () => {
  const { gateway, service } = setup;
  const { ctx } = service;
  gateway.reset({ tells_at_once: true });
  const sacco = await saccoWithPaybill(setup);
  const { confirmation, validation } = gateway.urls as { confirmation: string; validation: string };
  const row = JSON.stringify(await stored(sacco));
  for (const url of [confirmation, validation]) expect(row).not.toContain(url.split('/').at(-1));
  const { secrets } = ctx;
  const present = ctx.config.encryption_key as Buffer;
  const next = randomBytes(32);
  ctx.secrets = secretBox(next, present);
  const before = registrations();
  const { body } = must(await putPaybill(sacco, { enabled: true, reject_unknown: true }));
  expect(body).toMatchObject({ confirmation_url: confirmation, validation_url: validation });
  expect(registrations()).toBe(before);
  const rotated = await rotateEncryption(ctx.db, SEALED_TABLES, ctx.secrets);
  expect(rotated.unreadable).toEqual([]);
  ctx.secrets = secretBox(next);
  expect(must(await putPaybill(sacco, { enabled: true })).body).toMatchObject({
    confirmation_url: confirmation,
  });
  expect(registrations()).toBe(before);
  await rotateEncryption(ctx.db, SEALED_TABLES, secretBox(present, next));
  ctx.secrets = secrets;
});

describe('another shortcode', () => {
  const other = { shortcode: '600001' };

  test('waits for its own credentials, is judged by them, and its old address goes on counting', async () => {
    const { gateway, service } = setup;
    const { ctx } = service;
    gateway.reset({ tells_at_once: true, results: 'never' });
    const sacco = await saccoWithPaybill(setup);
    const pending = gateway.receive({ amount: '20', account: 'NOBODY', phone: PHONE });
    await gateway.notify('confirmation', pending);
    await until('it is asked about', () => gateway.calls('/mpesa/transactionstatus').length > 0);
    await configureMpesa(sacco, { ...gateway.credentials, ...gateway.initiator, ...other });
    // Paid to the shortcode of before, at the address that M-PESA has for it.
    const late = gateway.receive({ amount: '30', account: 'NOBODY', phone: PHONE });
    expect((await gateway.notify('confirmation', late)).status).toBe(200);
    gateway.faults.results = 'once';
    for (const { transaction_id } of [pending, late]) {
      await ctx
        .db('paybill_confirmations')
        .where({ transaction_id })
        .update({ next_attempt_at: new Date(0) });
      await paybills.sweep(ctx);
      await until(
        'an attempt was made',
        async () => (await confirmationOf(ctx, transaction_id)).next_attempt_at > new Date(),
      );
      expect(await confirmationOf(ctx, transaction_id)).toMatchObject({
        status: 'pending',
        paid_to: '174379',
      });
    }
    expect(
      (await gateway.notify('confirmation', { ...late, transaction_id: 'RKX', to: '600002' })).status,
    ).toBe(401);
    await configureMpesa(sacco, { ...gateway.credentials, ...gateway.initiator });
    for (const { transaction_id } of [pending, late]) {
      await ctx
        .db('paybill_confirmations')
        .where({ transaction_id })
        .update({ next_attempt_at: new Date(0) });
      await paybills.sweep(ctx);
      await receiptOf(ctx, transaction_id, 'unallocated');
    }
  });
});

test('is refused to a till, whose payments name no account number', async () => {
  const { gateway, service } = setup;
  const sacco = await createSacco(service);
  await configureMpesa(sacco, {
    ...gateway.credentials,
    ...gateway.initiator,
    transaction_type: 'CustomerBuyGoodsOnline',
  });
  expectError(await putPaybill(sacco, { enabled: true }), 422, 'UNPROCESSABLE', 'paybill_not_supported');
});
