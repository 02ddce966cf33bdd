import { describe, expect, test } from 'vitest';
import { systemNow } from '../../core/clock.ts';
import { encodeId } from '../../core/ids.ts';
import type { PaymentRow } from '../../domain/payments/payment.model.ts';
import { sandbox, SANDBOX_OUTCOMES } from '../../domain/payments/providers/sandbox.ts';

/** An id whose time says that it was made so long ago. */
function idMade(ago_ms: number): string {
  const hex = (systemNow().getTime() - ago_ms).toString(16).padStart(12, '0');
  return encodeId('payment', `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000001`);
}

function payment(phone: string | null, ago_ms: number, metadata: Record<string, unknown> = {}): PaymentRow {
  return {
    id: idMade(ago_ms),
    project_id: 'prj_1',
    environment: 'test',
    provider: 'sandbox',
    amount_minor: 15_050n,
    currency: 'KES',
    reference: 'order-1',
    origin: 'request',
    account_number: null,
    status: 'pending',
    customer_phone: phone,
    metadata,
    split: null,
    next_action: null,
    provider_txn_id: null,
    provider_txn_id_copy: 0,
    overpaid: false,
    failure_code: null,
    failure_message: null,
    refunded_minor: 0n,
    refunding_minor: 0n,
    payment_link_id: null,
    // The test clock may say anything: outcomes follow real time.
    created_at: new Date('2031-01-01T00:00:00Z'),
    updated_at: new Date('2031-01-01T00:00:00Z'),
    completed_at: null,
    polls: 0,
    unanswered: 0,
    next_poll_at: null,
    has_posting: false,
    credit_to: null,
    callback_token_hash: null,
    provider_data: {},
  };
}

const YEAR_MS = 366 * 86_400_000;
const statusOf = async (phone: string | null, ago_ms: number, metadata?: Record<string, unknown>) =>
  (await sandbox.fetchStatus(payment(phone, ago_ms, metadata))).status;

describe('the last three digits of the phone choose', () => {
  test.each([
    ['789', 0, 'completed'],
    ['129', 0, 'pending'],
    ['129', YEAR_MS, 'pending'],
    ['039', 0, 'failed'],
    ['029', 0, 'failed'],
    ['048', 0, 'failed'],
    ['069', 0, 'failed'],
    ['453', 0, 'pending'],
    ['453', 29_000, 'pending'],
    ['453', 30_000, 'completed'],
    ['678', 0, 'pending'],
    ['678', 1_000, 'pending'],
    ['678', 2_000, 'completed'],
  ])('…%s is, %i ms later, %s', async (suffix, ago_ms, status) => {
    expect(await statusOf(`+254712345${suffix}`, ago_ms)).toBe(status);
    expect(await statusOf(`+251911234${suffix}`, ago_ms)).toBe(status);
  });

  test.each([
    ['039', 'not_approved'],
    ['029', 'payer_not_found'],
    ['048', 'insufficient_funds'],
    ['069', 'unspecified'],
  ])('…%s fails because of %s', async (suffix, failure_code) => {
    expect(await sandbox.fetchStatus(payment(`+254712345${suffix}`, 0))).toMatchObject({
      status: 'failed',
      failure_code,
      failure_message: expect.stringMatching(/\w.*\.$/),
    });
  });

  test('only those suffixes are special', () => {
    expect(Object.keys(SANDBOX_OUTCOMES).toSorted()).toEqual([
      '029',
      '039',
      '048',
      '069',
      '129',
      '453',
      '789',
    ]);
  });

  test('a name that every object has is no outcome', async () => {
    expect(await statusOf('+254712345678', 2_000, { sandbox_outcome: 'constructor' })).toBe('completed');
    expect(await statusOf('+254712345678', 0, { sandbox_outcome: 'toString' })).toBe('pending');
  });

  test('metadata.sandbox_outcome overrides the phone', async () => {
    expect(await statusOf('+254712345789', 0, { sandbox_outcome: '039' })).toBe('failed');
    expect(await statusOf('+254712345039', 0, { sandbox_outcome: '789' })).toBe('completed');
    expect(await statusOf('+254712345039', 0, { sandbox_outcome: 789 })).toBe('failed');
  });

  test('without a phone it is as with a usual one', async () => {
    expect(await statusOf(null, 0)).toBe('pending');
    expect(await statusOf(null, 2_000)).toBe('completed');
  });
});

describe('what it answers', () => {
  test('a completed payment has the amount and currency that were asked', async () => {
    expect(await sandbox.fetchStatus(payment('+254712345789', 0))).toMatchObject({
      status: 'completed',
      amount_minor: 15_050n,
      currency: 'KES',
    });
  });

  test('its transaction id is the same from creation to completion, and another for another payment', async () => {
    const one = payment('+254712345789', 0);
    const created = await sandbox.create(one);
    expect(created.provider_txn_id).toMatch(/^SBX[0-9A-Z]{12}$/);
    expect((await sandbox.fetchStatus(one)).provider_txn_id).toBe(created.provider_txn_id);
  });

  test.each([
    ['789', 0],
    ['129', 0],
    ['678', 2_000],
    ['453', 30_000],
  ])('…%s is worth asking for after %i ms', async (suffix, check_after_ms) => {
    expect(await sandbox.create(payment(`+254712345${suffix}`, 0))).toMatchObject({
      status: 'pending',
      check_after_ms,
      next_action: { type: 'prompt' },
    });
  });

  test('it takes every currency, in the test environment only', () => {
    expect(sandbox.environments).toEqual(['test']);
    expect(sandbox.currencies).toEqual(expect.arrayContaining(['ETB', 'KES', 'UGX', 'TZS', 'EUR']));
  });
});
