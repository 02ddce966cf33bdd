/** What MTN MoMo is sent and what its answers mean: the sheet's facts, one by one. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseDecimal } from '../../core/money.ts';
import { amountOf } from '../../domain/payments/providers/answer-text.rules.ts';
import { isDuplicate, outcomeOf, reasonOf } from '../../domain/payments/providers/mtn_momo/answers.rules.ts';
import { subscriberPhone } from '../../domain/payments/providers/mtn_momo/countries.rules.ts';
import {
  amountText,
  currencySent,
  messageText,
  referenceId,
} from '../../domain/payments/providers/mtn_momo/requests.rules.ts';

describe('requests', () => {
  test('any amount is sent as the exact text that reads back as itself', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 9_007_199_254_740_991n }), (amount_minor) => {
        const text = amountText(amount_minor);
        expect(text).toMatch(/^(?:0|[1-9]\d*)(?:\.\d{2})?$/);
        expect(parseDecimal(text)).toBe(amount_minor);
      }),
    );
    expect(amountText(100_000n)).toBe('1000');
    expect(amountText(1_050n)).toBe('10.50');
    expect(amountText(5n)).toBe('0.05');
  });

  test('reference ids are UUIDs of version 4, always the same for the same id', () => {
    fc.assert(
      fc.property(fc.string(), (id) => {
        expect(referenceId(id)).toMatch(
          /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
        );
        expect(referenceId(id)).toBe(referenceId(id));
      }),
    );
    expect(referenceId('pay_1')).not.toBe(referenceId('pay_2'));
  });

  test('the sandbox is asked for euros, a country for its own currency', () => {
    expect(currencySent('test', 'UGX')).toBe('EUR');
    expect(currencySent('live', 'UGX')).toBe('UGX');
  });

  test('messages are plain letters and digits, 160 at most', () => {
    expect(messageText('Savings: INV-2026/01 (ወርሃዊ)')).toBe('Savings INV 2026 01');
    fc.assert(
      fc.property(fc.string({ maxLength: 400 }), (text) => {
        expect(messageText(text)).toMatch(/^(?:[A-Za-z0-9][A-Za-z0-9 ]{0,159})?$/);
      }),
    );
  });

  test("phones of the account's country; any in the sandbox", () => {
    expect('+256772123456').toMatch(subscriberPhone('mtnuganda') as RegExp);
    expect('+254708374149').not.toMatch(subscriberPhone('mtnuganda') as RegExp);
    expect('+2290197000000').toMatch(subscriberPhone('mtnbenin') as RegExp);
    expect(subscriberPhone('sandbox')).toBeUndefined();
    expect(subscriberPhone('constructor')).toBeUndefined();
  });
});

describe('answers', () => {
  test.each([
    ['PENDING', undefined, 'pending', undefined],
    ['SUCCESSFUL', undefined, 'completed', undefined],
    ['FAILED', 'APPROVAL_REJECTED', 'cancelled', 'not_approved'],
    ['FAILED', 'PAYMENT_NOT_APPROVED', 'cancelled', 'not_approved'],
    ['FAILED', 'TRANSACTION_CANCELED', 'cancelled', 'cancelled'],
    ['FAILED', 'EXPIRED', 'failed', 'expired'],
    ['FAILED', 'COULD_NOT_PERFORM_TRANSACTION', 'failed', 'expired'],
    ['FAILED', 'NOT_ENOUGH_FUNDS', 'failed', 'insufficient_funds'],
    ['FAILED', 'PAYER_NOT_FOUND', 'failed', 'payer_not_found'],
    ['FAILED', 'PAYEE_NOT_FOUND', 'failed', 'payee_not_found'],
    ['FAILED', 'PAYER_LIMIT_REACHED', 'failed', 'limit_reached'],
    ['FAILED', 'NOT_ALLOWED_TARGET_ENVIRONMENT', 'failed', 'declined'],
    ['FAILED', 'INVALID_CURRENCY', 'failed', 'declined'],
    ['FAILED', 'INTERNAL_PROCESSING_ERROR', 'failed', 'unspecified'],
    ['FAILED', 'SERVICE_UNAVAILABLE', 'failed', 'system_busy'],
    ['FAILED', 'constructor', 'failed', 'unspecified'],
    ['FAILED', undefined, 'failed', 'unspecified'],
    ['ONGOING', undefined, 'pending', undefined],
    ['FAILED', 'PAYER_DELAYED', 'pending', undefined],
    ['REJECTED', undefined, 'cancelled', 'not_approved'],
    ['TIMEOUT', undefined, 'failed', 'expired'],
  ])('%s %s: %s', (status, reason, became, failure_code) => {
    for (const said of [reason, reason && { code: reason, message: reason }]) {
      const outcome = outcomeOf({ status, reason: said });
      expect(outcome.status).toBe(became);
      expect(outcome.failure_code).toBe(failure_code);
    }
  });

  test('a status that is not known decides nothing', () => {
    expect(outcomeOf({ status: 'SOMETHING' })).toEqual({
      status: 'pending',
      unknown_status: 'SOMETHING',
    });
    expect(outcomeOf({})).toMatchObject({ status: 'pending' });
  });

  test('reasons are text or objects', () => {
    expect(reasonOf({ reason: 'EXPIRED' })).toEqual({ code: 'EXPIRED', message: 'EXPIRED' });
    expect(reasonOf({ reason: { code: 'expired', message: 'too late' } })).toEqual({
      code: 'EXPIRED',
      message: 'too late',
    });
    expect(reasonOf({})).toEqual({ code: null, message: null });
  });

  test('amounts are read exactly or not at all', () => {
    expect(amountOf('1000')).toBe(100_000n);
    expect(amountOf('10.5')).toBe(1_050n);
    for (const amount of ['10.505', '1e3', '', undefined]) expect(amountOf(amount)).toBeNull();
  });

  test('409 is our own earlier request', () => {
    expect(isDuplicate(409, { code: 'RESOURCE_ALREADY_EXIST' })).toBe(true);
    expect(isDuplicate(409, {})).toBe(true);
    expect(isDuplicate(400, { code: 'RESOURCE_ALREADY_EXIST' })).toBe(false);
  });
});
