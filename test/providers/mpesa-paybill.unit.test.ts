/** What M-PESA's answer about a transaction proves of a payment to the paybill. */
import { describe, expect, test } from 'vitest';
import type { LaterResult } from '../../domain/payments/providers/mpesa/callback.rules.ts';
import { readNoticeBody, verdictOf } from '../../domain/payments/providers/mpesa/paybill.rules.ts';
import {
  isInitiatorRefused,
  isUnknownTransaction,
} from '../../domain/payments/providers/mpesa/transaction-status.rules.ts';
import { isDecided } from '../../domain/payments/paybills/paybill.rules.ts';

const asked_at = new Date('2026-01-02T03:14:05Z');
const about = { transaction_id: 'RKV1', paid_to: '174379', asked_at };

function told(fields: Partial<LaterResult>): LaterResult {
  return {
    result_code: '0',
    description: 'The service request is processed successfully.',
    transaction_id: null,
    originator_conversation_id: null,
    conversation_id: null,
    parameters: {},
    ...fields,
  };
}

function status(parameters: Record<string, unknown> = {}): LaterResult {
  return told({
    parameters: {
      DebitPartyName: '254712345678 - WANJIRU KAMAU',
      CreditPartyName: '174379 - SACCO',
      TransactionStatus: 'Completed',
      Amount: '10.00',
      ReceiptNo: 'RKV1',
      ...parameters,
    },
  });
}

describe('an answer', () => {
  test('proves money that came to the shortcode that was paid', () => {
    expect(verdictOf(status(), about)).toEqual({
      status: 'completed',
      amount_minor: 1_000n,
      payer_phone: '+254712345678',
      payer_name: 'WANJIRU KAMAU',
    });
    expect(verdictOf(status({ DebitPartyName: '2547***678' }), about)).toMatchObject({
      status: 'completed',
      payer_phone: null,
      payer_name: null,
    });
  });

  test.each([
    ['no payee', { CreditPartyName: null }],
    ['a payee that cannot be read', { CreditPartyName: 'SACCO' }],
    ['no transaction', { ReceiptNo: null }],
    ['another transaction', { ReceiptNo: 'RKV2' }],
    ['a status that is not known', { TransactionStatus: 'Authorized' }],
  ])('proves nothing with %s', (_what, parameters) => {
    expect(verdictOf(status(parameters), about)).toEqual({ status: 'pending' });
  });

  test.each([
    ['to another shortcode', { CreditPartyName: '600001 - OTHER' }, 'not_to_us'],
    ['from the shortcode', { DebitPartyName: '174379 - SACCO', CreditPartyName: null }, 'not_to_us'],
    ['that failed', { TransactionStatus: 'Failed' }, 'not_paid'],
    ['that was reversed', { TransactionStatus: 'Reversed' }, 'not_paid'],
    ['of an amount that cannot be read', { Amount: 'x' }, 'amount_unreadable'],
  ])('refuses what went %s', (_what, parameters, error) => {
    expect(verdictOf(status(parameters), about)).toEqual({ status: 'refused', error });
  });

  test.each([
    ['2032', 'The transaction does not exist.', true],
    ['1', 'Transaction not found', true],
    ['1', 'no such receipt', true],
    ['SFC_IC0003', 'The operator does not exist.', false],
    ['2032', 'The initiator does not exist.', false],
    ['1', 'The transaction identifier type does not exist.', false],
    ['1', 'The service does not exist.', false],
    ['26', 'System busy', false],
    ['2001', 'The initiator information is invalid.', false],
  ])('%s %s: the transaction is unknown: %s', (result_code, description, is_unknown) => {
    const answer = told({ result_code, description });
    expect(isUnknownTransaction(answer)).toBe(is_unknown);
    expect(verdictOf(answer, about).status).toBe(is_unknown ? 'unknown' : 'pending');
    expect(isInitiatorRefused(answer) && is_unknown).toBe(false);
  });

  test('that does not know it decides only if it was asked ten minutes after the confirmation', () => {
    const unknown = { status: 'unknown', asked_at } as const;
    const received = (minutes: number) => ({
      received_at: new Date(asked_at.getTime() - minutes * 60_000),
    });
    expect(isDecided(unknown, received(9))).toBe(false);
    expect(isDecided(unknown, received(11))).toBe(true);
    expect(isDecided({ status: 'pending' }, received(99))).toBe(false);
  });
});

test('a notice names the account that was paid, and nothing that cannot be stored', () => {
  const read = (fields: object) =>
    readNoticeBody(Buffer.from(JSON.stringify({ TransID: 'RKV1', TransAmount: '10.5', ...fields })));
  expect(read({ BusinessShortCode: '174379', BillRefNumber: ' M1 ', FirstName: 'W\0' })).toEqual({
    transaction_id: 'RKV1',
    paid_to: '174379',
    amount_minor: 1_050n,
    account_number: 'M1',
    payer_phone: null,
    payer_name: 'W\uFFFD',
  });
  expect(read({ MSISDN: '254712345678' })).toMatchObject({ paid_to: null, payer_phone: '+254712345678' });
  expect(read({ TransID: "X'" })).toBeNull();
  expect(read({ TransAmount: '0' })).toBeNull();
});
