/** telebirr's spelling: what is signed and how, what answers mean, what its ids and titles may hold. */
import { constants, generateKeyPairSync, verify } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  isDuplicate,
  isNotFound,
  readOrder,
  refundStatusOf,
  refusalIn,
  refusesToken,
  statusOf,
  tokenLife_s,
} from '../../domain/payments/providers/telebirr/answers.rules.ts';
import { checkoutUrl } from '../../domain/payments/providers/telebirr/checkout-url.ts';
import { telebirrId, titleOf } from '../../domain/payments/providers/telebirr/order.rules.ts';
import { isSignedBy, signMessage, textToSign } from '../../domain/payments/providers/telebirr/signature.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const PSS = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 };
const V15 = { padding: constants.RSA_PKCS1_PADDING };

const MESSAGE = {
  timestamp: '1535166225',
  nonce_str: 'fcab0d2949e64a69a212aa83eab6ee1d',
  method: 'payment.preorder',
  version: '1.0',
  biz_content: {
    notify_url: 'http://test.payment.com/notify',
    redirect_url: '',
    appid: '1072905731584000',
    merch_code: '000000',
    merch_order_id: '201907161732001',
    title: 'iphone1',
    total_amount: '12.00',
    callback_info: null,
    refund_info: 'left out',
  },
  sign: 'left out',
  sign_type: 'SHA256WithRSA',
};
const TEXT =
  'appid=1072905731584000&merch_code=000000&merch_order_id=201907161732001&method=payment.preorder' +
  '&nonce_str=fcab0d2949e64a69a212aa83eab6ee1d&notify_url=http://test.payment.com/notify' +
  '&timestamp=1535166225&title=iphone1&total_amount=12.00&version=1.0';

describe('signatures', () => {
  test('cover the fields of both levels, sorted, unencoded, without those that are empty or left out', () => {
    expect(textToSign(MESSAGE)).toBe(TEXT);
  });

  test('sort by bytes, capitals first', () => {
    expect(textToSign({ b: '1', a: '2', B: '3', a_b: '4', aB: '5' })).toBe('B=3&a=2&aB=5&a_b=4&b=1');
  });

  test('are PSS with a salt of 32 bytes, which the older padding does not verify', () => {
    const signature = signMessage(MESSAGE, privateKey, 'pss');
    const bytes = Buffer.from(signature, 'base64');
    expect(signature).toHaveLength(344);
    expect(verify('sha256', Buffer.from(TEXT), { key: publicKey, ...PSS }, bytes)).toBe(true);
    expect(verify('sha256', Buffer.from(TEXT), { key: publicKey, ...V15 }, bytes)).toBe(false);
  });

  test('are PKCS#1 v1.5 where that is configured', () => {
    const bytes = Buffer.from(signMessage(MESSAGE, privateKey, 'pkcs1v15'), 'base64');
    expect(verify('sha256', Buffer.from(TEXT), { key: publicKey, ...V15 }, bytes)).toBe(true);
    expect(verify('sha256', Buffer.from(TEXT), { key: publicKey, ...PSS }, bytes)).toBe(false);
  });

  test('are checked over the same text, with the same padding and key', () => {
    const signed = { ...MESSAGE, sign: signMessage(MESSAGE, privateKey, 'pss') };
    expect(isSignedBy(signed, publicKey, 'pss')).toBe(true);
    expect(isSignedBy(signed, publicKey, 'pkcs1v15')).toBe(false);
    expect(isSignedBy({ ...signed, nonce_str: 'other' }, publicKey, 'pss')).toBe(false);
    const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey;
    expect(isSignedBy(signed, other, 'pss')).toBe(false);
    for (const sign of [undefined, null, '', 'x', 7])
      expect(isSignedBy({ ...signed, sign }, publicKey, 'pss')).toBe(false);
  });
});

describe("the checkout's address", () => {
  const fields = {
    appid: '1072905731584000',
    merch_code: '101011',
    nonce_str: '5d41402abc4b2a76b9719d911017c592',
    prepay_id: '080075a4e3213924de2b3b84ad3cac0a6a6001',
    timestamp: '1735786800',
  };
  const account = { private_key: privateKey, padding: 'pss' } as const;
  const base_url = 'https://gateway.example:38443/apiaccess/payment/gateway';

  test('is on the host of the gateway, in the order that the portal wants, its signature encoded', () => {
    const url = checkoutUrl({ base_url, web_base_url: null }, fields, account);
    expect(url).toMatch(
      /^https:\/\/gateway\.example:38443\/payment\/web\/paygate\?appid=1072905731584000&merch_code=101011&nonce_str=5d41402abc4b2a76b9719d911017c592&prepay_id=080075a4e3213924de2b3b84ad3cac0a6a6001&timestamp=1735786800&sign=[A-Za-z0-9%]+&sign_type=SHA256WithRSA&version=1\.0&trade_type=Checkout$/,
    );
    const text =
      'appid=1072905731584000&merch_code=101011&nonce_str=5d41402abc4b2a76b9719d911017c592' +
      '&prepay_id=080075a4e3213924de2b3b84ad3cac0a6a6001&timestamp=1735786800';
    const sign = Buffer.from(new URL(url).searchParams.get('sign') ?? '', 'base64');
    expect(verify('sha256', Buffer.from(text), { key: publicKey, ...PSS }, sign)).toBe(true);
  });

  test.each([
    'https://pay.example/payment/web/paygate',
    'https://pay.example/payment/web/paygate?',
    'https://pay.example',
  ])('is elsewhere where that is configured: %s', (web_base_url) => {
    const url = checkoutUrl({ base_url, web_base_url }, fields, account);
    expect(url).toMatch(/^https:\/\/pay\.example\/payment\/web\/paygate\?appid=/);
  });
});

describe('orders', () => {
  test('have ids of letters and digits alone', () => {
    expect(telebirrId('pay_01KABCDEFGHJKMNPQRSTVWXYZ0')).toBe('pay01KABCDEFGHJKMNPQRSTVWXYZ0');
  });

  test.each([
    ['INV-2026/17', 'INV 2026 17'],
    ['school fees, term 1', 'school fees, term 1'],
    ['`~!#$%^*()-+=|/<>?;:"[]{}\\&', 'Payment'],
    ['  <b>"Tom & Jerry"</b>  ', 'b Tom Jerry b'],
    ['ቁጠባ 5', 'ቁጠባ 5'],
    ['x'.repeat(300), 'x'.repeat(100)],
  ])('have a title without what must not be in it: %s', (reference, title) => {
    expect(titleOf(reference)).toBe(title);
  });
});

describe('statuses', () => {
  test.each([
    ['PAY_SUCCESS', 'completed'],
    ['PAY_FAILED', 'failed'],
    ['ORDER_CLOSED', 'failed'],
    ['WAIT_PAY', 'pending'],
    ['PAYING', 'processing'],
    ['ACCEPTED', 'processing'],
    ['REFUNDING', 'completed'],
    ['REFUND_SUCCESS', 'completed'],
    ['REFUND_FAILED', 'completed'],
    ['Completed', 'completed'],
    ['Failure', 'failed'],
    ['Pending', 'processing'],
    ['Paying', 'processing'],
    ['PAY_CANCEL', 'cancelled'],
    ['Expired', null],
    ['constructor', null],
    ['', null],
    [null, null],
  ])('of both vocabularies: %s means %s', (name, status) => {
    expect(statusOf(name)).toBe(status);
  });

  test.each([
    ['REFUND_SUCCESS', 'succeeded'],
    ['REFUNDING', 'pending'],
    ['REFUND_FAILED', 'failed'],
    ['REFUND_DUPLICATED', null],
  ])('of a refund: %s means %s', (name, status) => {
    expect(refundStatusOf(name)).toBe(status);
  });

  const PAID = {
    merch_order_id: 'pay1',
    order_status: 'PAY_SUCCESS',
    payment_order_id: '11801107AD19191408215009',
    trans_currency: 'ETB',
    total_amount: '1260.00',
    trans_id: 'CJD7GBOXIP',
  };

  test('an order is read in either spelling', () => {
    const order = {
      status: 'completed',
      amount_minor: 126_000n,
      currency: 'ETB',
      reference: 'pay1',
      provider_txn_id: 'CJD7GBOXIP',
    };
    expect(readOrder(PAID)).toEqual(order);
    const camel = Object.fromEntries(
      Object.entries(PAID).map(([name, value]) => [
        name.replace(/_(.)/g, (_all, letter: string) => letter.toUpperCase()),
        value,
      ]),
    );
    expect(readOrder(camel)).toEqual(order);
  });

  test.each([
    ['no amount', { total_amount: undefined }, { amount_minor: null }],
    ['an amount finer than the currency', { total_amount: '12.001' }, { amount_minor: null }],
    ['no currency', { trans_currency: '' }, { currency: null }],
    ['no order id', { merch_order_id: null }, { reference: null }],
    ['no transaction yet', { trans_id: '' }, { provider_txn_id: '11801107AD19191408215009' }],
    ['the other field', { order_status: undefined, trade_status: 'WAIT_PAY' }, { status: 'pending' }],
    ['closed', { order_status: 'ORDER_CLOSED' }, { status: 'failed', failure_code: 'expired' }],
    ['refused', { order_status: 'PAY_FAILED' }, { status: 'failed', failure_code: 'declined' }],
    ['unclear', { order_status: 'Expired' }, { status: 'pending', unknown_status: 'Expired' }],
  ])('an order: %s', (_what, fields, read) => {
    expect(readOrder({ ...PAID, ...fields })).toMatchObject(read);
  });
});

describe('refusals', () => {
  test.each([
    ['success', { result: 'SUCCESS', code: '0' }, null],
    ['success without a code', { result: 'SUCCESS', biz_content: { prepay_id: 'p' } }, null],
    ['success without a code in camel case', { result: 'SUCCESS', bizContent: { prepayId: 'p' } }, null],
    [
      'success without a code or an order',
      { result: 'SUCCESS', biz_content: {} },
      { code: '', is_final: false },
    ],
    [
      'another code',
      { result: 'SUCCESS', code: '7', msg: 'no' },
      { code: '7', message: 'no', is_final: true },
    ],
    ['failure', { result: 'FAIL', code: '0', msg: 'no' }, { code: '0', message: 'no', is_final: true }],
    ['failure without a code', { result: 'FAIL', msg: 'no' }, { code: '', message: 'no', is_final: true }],
    ['a code without a result', { code: '0' }, { code: '0', is_final: false }],
    ['of the moment', { errorCode: '49401024991', errorMsg: 'busy' }, { is_final: false }],
    [
      'the gateway',
      { errorCode: '60200099', errorMsg: 'bad sign' },
      { code: '60200099', message: 'bad sign', is_final: true },
    ],
    ['nothing', {}, { code: '', is_final: false }],
  ])('%s', (_what, answer, refusal) => {
    if (refusal === null) expect(refusalIn(answer, 'prepay_id')).toBeNull();
    else expect(refusalIn(answer, 'prepay_id')).toMatchObject(refusal);
  });

  test('of an id used before and of an order that is not there are told apart', () => {
    const refusal = { code: '1', is_final: true };
    expect(isDuplicate({ ...refusal, message: 'Duplicate merch_order_id' })).toBe(true);
    expect(isDuplicate({ ...refusal, message: 'the order already exists' })).toBe(true);
    expect(isDuplicate({ ...refusal, message: 'no' })).toBe(false);
    expect(isNotFound({ ...refusal, message: 'order does not exist' })).toBe(true);
    expect(isNotFound({ ...refusal, message: 'order not found' })).toBe(true);
    expect(isNotFound({ ...refusal, message: 'busy' })).toBe(false);
  });

  test('of the token', () => {
    expect(refusesToken({ status_code: 401, body: {} })).toBe(true);
    expect(refusesToken({ status_code: 403, body: {} })).toBe(true);
    expect(refusesToken({ status_code: 200, body: { errorMsg: 'Invalid access token' } })).toBe(true);
    expect(refusesToken({ status_code: 200, body: { errorMsg: 'token has expired' } })).toBe(true);
    expect(refusesToken({ status_code: 200, body: { errorMsg: 'order expired' } })).toBe(false);
  });
});

describe("a token's life", () => {
  const NOW_MS = Date.UTC(2026, 0, 31, 12, 0, 0);

  test.each([
    ['ends in an hour', '20260131120000', '20260131130000', 3_600],
    ['was given a while ago', '20260131113000', '20260131123000', 1_800],
    ['dates of a zone ahead of ours', '20260131150000', '20260131160000', 3_600],
    ['dates of a zone behind ours', '20260131090000', '20260131100000', 300],
    ['no beginning', '', '20260131130000', 3_600],
    ['no end', '20260131120000', '', 300],
    ['no dates', 'soon', 'later', 300],
  ])('%s', (_what, effectiveDate, expirationDate, life_s) => {
    expect(tokenLife_s({ effectiveDate, expirationDate }, NOW_MS)).toBe(life_s);
  });
});
