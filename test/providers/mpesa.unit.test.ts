/** What M-PESA is sent and what its answers mean: the sheet's facts, one by one. */
import { generateKeyPairSync } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  isAwaitingPayer,
  isPushRefused,
  isTokenRefused,
  outcomeOf,
} from '../../domain/payments/providers/mpesa/answers.rules.ts';
import {
  amountOf,
  readPushCallback,
  readResult,
  type LaterResult,
} from '../../domain/payments/providers/mpesa/callback.rules.ts';
import { marketOf } from '../../domain/payments/providers/mpesa/markets.rules.ts';
import { passwordOf, timestampOf } from '../../domain/payments/providers/mpesa/password.rules.ts';
import { accountReference, wholeAmount } from '../../domain/payments/providers/mpesa/requests.rules.ts';
import { nextStep, statusSays, type Reversal } from '../../domain/payments/providers/mpesa/reversal.rules.ts';
import {
  readCertificate,
  securityCredential,
} from '../../domain/payments/providers/mpesa/security-credential.ts';
import { openPkcs1 } from '../stand-ins/mpesa/pkcs1.ts';

const CERTIFICATE = `
-----BEGIN CERTIFICATE-----
MIIDFzCCAf+gAwIBAgIUKxEw17g4HOvDqx+DKlO18+AIYH8wDQYJKoZIhvcNAQEL
BQAwGjEYMBYGA1UEAwwPc2FuZGJveC5leGFtcGxlMCAXDTI2MTEyMjEyNTI1NVoY
DzIxMjYxMDI5MTI1MjU1WjAaMRgwFgYDVQQDDA9zYW5kYm94LmV4YW1wbGUwggEi
MA0GCSqGSIb3DQEBAQUAA4IBDwAwggEKAoIBAQCrKSVIhuvTU5abRd62uUs1DPXo
rBf801ear6ynjwBc3fRXNK5Fn7CV9zecRYRvptRqF8OwpBxwBtw40C9fnZrOgoSX
9XaWib7Sk5GO7VErA/wdy2Bxm0EcWFG9SgnmC96Ton7WXdxm7/5JgiRnoCSprhkq
6cMvllet41tSy6HCnAyMnVXqWT746HPrO/f9lmUCnDKZ1AXmX3mkC3DP+L9XH35J
HMXZmARQEFWOQQ2JDHg7NjbS+FQGmXXG8OAvQkiHbMTVpYFie/9Usr9oOspEsCMj
M7jnlZq9zsDvXB9+UTR1oSWym4z4Ujwm2JoKfFq9f2Mgrbo0dPLyyVz8cTHZAgMB
AAGjUzBRMB0GA1UdDgQWBBQ0Gvd4z4QO57Z2Fqt/fo/la1kW3jAfBgNVHSMEGDAW
gBQ0Gvd4z4QO57Z2Fqt/fo/la1kW3jAPBgNVHRMBAf8EBTADAQH/MA0GCSqGSIb3
DQEBCwUAA4IBAQBe/sAtH/9iTgk9kxuBEhKWqne7K4hvFQ8nGobzWCc7veqjynnR
Q8BoZXfmBq5v+ymt/XpSovrUcsIWs56VUiegaYdE+uJc0YyHYgAjSJtjwiopQEsy
AE7B+Z1bc6gb3gK9rlh8kpMiZ6TlU5Nj6ylPceOV+WXs2MyrMw92qt6/tYfuKkJq
UZnTc5ZEGHQyHaxSuV7FYTRzfDGFZG27Y0d9fuSydLkuPHGmSV4XM/DiEP6ichGS
e48aSKoq8DSPpyQMJmSg0Uv/1WkIrv8ndBSaYKUj1GtLUJCLl1Qv2MBIafes6Tgj
H9WbPW/FxIDY1hgX93chkYJ3uCRdVx5Wfgnb
-----END CERTIFICATE-----
`;

describe('password', () => {
  test("the sheet's vector", () => {
    expect(passwordOf('174379', 'testpasskey', '20250102030405')).toBe(
      'MTc0Mzc5dGVzdHBhc3NrZXkyMDI1MDEwMjAzMDQwNQ==',
    );
  });

  test("the timestamp is Nairobi's time, three hours ahead of UTC all year", () => {
    expect(timestampOf(new Date('2025-01-02T00:04:05.999Z'))).toBe('20250102030405');
    expect(timestampOf(new Date('2025-12-31T21:00:00Z'))).toBe('20260101000000');
    expect(timestampOf(new Date('2025-07-01T20:59:59Z'))).toBe('20250701235959');
  });
});

describe('security credential', () => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const spki = publicKey.export({ type: 'spki', format: 'pem' }).toString();

  test('is the password, encrypted with PKCS#1 v1.5, in base64', () => {
    const certificate = readCertificate(spki);
    const sent = securityCredential('Safaricom999!*!', certificate!);
    expect(sent).toMatch(/^[A-Za-z0-9+/]{342}==$/);
    expect(openPkcs1(sent, privateKey)).toBe('Safaricom999!*!');
    expect(securityCredential('Safaricom999!*!', certificate!)).not.toBe(sent);
  });

  test('keys are read in PEM, also with literal line ends, and nothing else is', () => {
    expect(readCertificate(spki.replaceAll('\n', String.raw`\n`))).not.toBeNull();
    expect(readCertificate(publicKey.export({ type: 'pkcs1', format: 'pem' }).toString())).not.toBeNull();
    expect(readCertificate(CERTIFICATE)).not.toBeNull();
    expect(readCertificate(privateKey.export({ type: 'pkcs8', format: 'pem' }).toString())).toBeNull();
    const { publicKey: ec } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    expect(readCertificate(ec.export({ type: 'spki', format: 'pem' }).toString())).toBeNull();
    expect(readCertificate('-----BEGIN CERTIFICATE-----\nnothing\n-----END CERTIFICATE-----')).toBeNull();
    expect(readCertificate('')).toBeNull();
  });
});

describe('push', () => {
  test('any whole amount is sent as the integer it is', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 90_071_992_547_409n }), (whole) => {
        expect(wholeAmount(whole * 100n)).toBe(whole);
        expect(() => wholeAmount(whole * 100n + 1n)).toThrow('whole');
      }),
    );
  });

  test('a reference that fits is sent; of any other, the end of our own id', () => {
    const id = 'pay_06AXWZ5K8V9C3Q4N7R2T1M0P8H';
    expect(accountReference('INV-2026.01', id)).toBe('INV-2026.01');
    expect(accountReference('ABCDEFGHIJKL', id)).toBe('ABCDEFGHIJKL');
    for (const reference of ['ABCDEFGHIJKLM', 'with space', 'ቁጠባ', 'a/b', ''])
      expect(accountReference(reference, id)).toBe('4N7R2T1M0P8H');
  });

  test('phones of the market alone', () => {
    const kenya = marketOf({}).subscriber_phone;
    const ethiopia = marketOf({ country: 'ET' }).subscriber_phone;
    for (const phone of ['+254708374149', '+254110000000']) expect(phone).toMatch(kenya);
    for (const phone of ['+254208374149', '+2547083741490', '+251711234567', '254708374149'])
      expect(phone).not.toMatch(kenya);
    expect('+251711234567').toMatch(ethiopia);
    expect('+251911234567').not.toMatch(ethiopia);
  });
});

describe('answers', () => {
  test.each([
    ['0', 'completed', undefined],
    ['1032', 'cancelled', 'cancelled'],
    ['1', 'failed', 'insufficient_funds'],
    ['2001', 'failed', 'wrong_pin'],
    ['1037', 'failed', 'unreachable'],
    ['1019', 'failed', 'expired'],
    ['1001', 'failed', 'subscriber_locked'],
    ['1025', 'failed', 'push_error'],
    ['9999', 'failed', 'push_error'],
    ['17', 'failed', 'system_busy'],
    ['26', 'failed', 'system_busy'],
    ['2', 'failed', 'unspecified'],
    ['constructor', 'failed', 'unspecified'],
    ['4999', 'pending', undefined],
    [null, 'pending', undefined],
  ])('result code %s: %s', (code, status, failure_code) => {
    expect(outcomeOf(code, 'said')).toEqual({
      status,
      ...(failure_code ? { failure_code, failure_message: 'said' } : {}),
    });
  });

  test('one code is waiting on the query and a refusal on the push; other server errors decide nothing', () => {
    const waiting = { errorCode: '500.001.1001', errorMessage: 'The transaction is being processed' };
    expect(isAwaitingPayer(waiting)).toBe(true);
    expect(isPushRefused(500, waiting)).toBe(true);
    expect(isPushRefused(500, { errorCode: '500.003.02' })).toBe(false);
    expect(isPushRefused(503, {})).toBe(false);
    expect(isPushRefused(400, { errorCode: '400.002.02' })).toBe(true);
    expect(isPushRefused(200, { ResponseCode: '1' })).toBe(true);
    expect(isPushRefused(200, { errorCode: '400.002.02' })).toBe(true);
    expect(isPushRefused(200, { ResponseDescription: 'ok' })).toBe(false);
  });

  test('a token that is refused', () => {
    expect(isTokenRefused(404, { errorCode: '404.001.03' })).toBe(true);
    expect(isTokenRefused(401, {})).toBe(true);
    expect(isTokenRefused(400, { errorCode: '400.002.02' })).toBe(false);
  });
});

describe('callbacks', () => {
  const bytes = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));

  test('a success has receipt and amount; numbers and texts alike', () => {
    const item = [
      { Name: 'Amount', Value: 150 },
      { Name: 'MpesaReceiptNumber', Value: 'OEB44R5U3U' },
      { Name: 'Balance' },
      { Name: 'TransactionDate', Value: 20200511201419 },
      { Name: 'PhoneNumber', Value: 254708374149 },
    ];
    const callback = {
      MerchantRequestID: '1',
      CheckoutRequestID: 'ws_CO_1',
      ResultCode: 0,
      ResultDesc: 'ok',
      CallbackMetadata: { Item: item },
    };
    expect(readPushCallback(bytes({ Body: { stkCallback: callback } }))).toEqual({
      checkout_request_id: 'ws_CO_1',
      merchant_request_id: '1',
      result_code: '0',
      receipt: 'OEB44R5U3U',
      amount_minor: 15_000n,
    });
  });

  test('a failure has neither', () => {
    const callback = { CheckoutRequestID: 'ws_CO_1', ResultCode: '1032', ResultDesc: 'cancelled' };
    expect(readPushCallback(bytes({ Body: { stkCallback: callback } }))).toMatchObject({
      result_code: '1032',
      receipt: null,
      amount_minor: null,
    });
  });

  test.each([['not json'], ['[]'], ['{}'], ['{"Body":null}'], ['{"Body":{"stkCallback":[]}}'], ['']])(
    'anything else is none: %s',
    (text) => expect(readPushCallback(Buffer.from(text))).toBeNull(),
  );

  test('amounts are read exactly or not at all', () => {
    expect(amountOf('1.0')).toBe(100n);
    expect(amountOf('1.005')).toBe('unreadable');
    expect(amountOf('1e3')).toBe('unreadable');
    expect(amountOf(undefined)).toBeNull();
  });

  test('one parameter comes without its list', () => {
    const result = readResult({
      Result: {
        ResultCode: '0',
        ResultParameters: { ResultParameter: { Key: 'Status', Value: 'Completed' } },
      },
    });
    expect(result).toMatchObject({ result_code: '0', parameters: { Status: 'Completed' } });
    expect(readResult({ Body: {} })).toBeNull();
  });
});

describe('reversal', () => {
  const RECEIPT = 'OEB44R5U3U';
  const REVERSAL = 'OXX0000001';
  const later = (fields: Partial<LaterResult>): LaterResult => ({
    result_code: '0',
    description: null,
    transaction_id: null,
    originator_conversation_id: null,
    conversation_id: null,
    parameters: {},
    ...fields,
  });
  const requested: Reversal = {
    requested: true,
    result: null,
    statuses: { receipt: null, transaction: null },
    asked_by: null,
    asked_just_now: false,
    receipt: RECEIPT,
    amount_minor: 15_000n,
    is_only_refund: true,
  };
  const status = (Status: string, TransactionReceipt: string, TransactionAmount = '150.00') =>
    later({ parameters: { Status, TransactionReceipt, TransactionAmount } });
  const standing = status('Completed', RECEIPT);
  const unknown = later({ result_code: '2032' });
  const said = (description: string) => later({ result_code: '1', description });

  test('that the operator is missing says nothing of it', () => {
    const missing = later({ result_code: 'SFC_IC0003', description: 'The operator does not exist.' });
    const result = later({ result_code: '21' });
    const statuses = { receipt: missing, transaction: missing };
    expect(nextStep({ ...requested, result, statuses, asked_by: 'receipt' }).kind).toBe('ask_status');
  });

  test('it is requested once, whatever became of the request', () => {
    expect(nextStep({ ...requested, requested: false })).toEqual({ kind: 'request' });
    expect(nextStep(requested)).toEqual({
      kind: 'ask_status',
      asked_by: 'receipt',
      transaction_id: RECEIPT,
    });
  });

  test('result 0 is success', () => {
    expect(nextStep({ ...requested, result: later({ transaction_id: REVERSAL }) })).toEqual({
      kind: 'succeeded',
      transaction_id: REVERSAL,
    });
  });

  test('any other result is confirmed, under the id of the reversal and of the payment in turns', () => {
    const result = later({ result_code: '21', transaction_id: REVERSAL });
    const first = nextStep({ ...requested, result });
    expect(first).toEqual({ kind: 'ask_status', asked_by: 'transaction', transaction_id: REVERSAL });
    const second = nextStep({ ...requested, result, asked_by: 'transaction' });
    expect(second).toEqual({ kind: 'ask_status', asked_by: 'receipt', transaction_id: RECEIPT });
    const step = (statuses: Partial<Reversal['statuses']>): string =>
      nextStep({ ...requested, result, statuses: { ...requested.statuses, ...statuses } }).kind;
    expect(step({ transaction: status('Completed', REVERSAL) })).toBe('succeeded');
    expect(step({ receipt: status('Reversed', RECEIPT) })).toBe('succeeded');
    expect(step({ transaction: unknown })).toBe('ask_status');
    expect(step({ receipt: standing })).toBe('ask_status');
    expect(step({ transaction: unknown, receipt: standing })).toBe('failed');
  });

  test('nothing fails a reversal whose result is not known, or that says of itself that it was made', () => {
    const statuses = { transaction: unknown, receipt: standing };
    expect(nextStep({ ...requested, statuses }).kind).toBe('ask_status');
    const description = 'The service request is processed successfully.';
    const result = later({ result_code: '21', description });
    expect(nextStep({ ...requested, result, statuses }).kind).toBe('ask_status');
  });

  test.each([
    ['the reversal is completed', status('Completed', REVERSAL), 'transaction', 'reversed'],
    ['with another amount', status('Completed', REVERSAL, '1.00'), 'transaction', 'nothing'],
    ['with an amount that cannot be read', status('Completed', REVERSAL, 'x'), 'transaction', 'nothing'],
    ['the reversal failed', status('Failed', REVERSAL), 'transaction', 'not_reversed'],
    ['the reversal is under way', status('Pending', REVERSAL), 'transaction', 'nothing'],
    ['the payment is reversed', status('Reversed', RECEIPT), 'receipt', 'reversed'],
    ['the payment stands', standing, 'receipt', 'not_reversed'],
    ['the payment, though the reversal was asked about', standing, 'transaction', 'not_reversed'],
    ['not to be found', unknown, 'transaction', 'not_reversed'],
    ['not to be found, in words', said('No transaction was found.'), 'transaction', 'not_reversed'],
    ['busy', later({ result_code: '26' }), 'transaction', 'nothing'],
    ['the initiator is refused', later({ result_code: '2001' }), 'transaction', 'nothing'],
    ['no code', later({ result_code: null }), 'transaction', 'nothing'],
  ] as const)('status: %s', (_name, answer, asked_by, says) => {
    const statuses = { ...requested.statuses, [asked_by]: answer };
    expect(statusSays({ ...requested, statuses }, asked_by)).toBe(says);
  });

  test('that the payment was reversed says nothing of one of several refunds', () => {
    const statuses = { ...requested.statuses, receipt: status('Reversed', RECEIPT) };
    const reversal = { ...requested, statuses, is_only_refund: false };
    expect(statusSays(reversal, 'receipt')).toBe('nothing');
    expect(nextStep(reversal).kind).toBe('ask_status');
  });
});
