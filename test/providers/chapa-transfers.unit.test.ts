/** What Chapa's answers about transfers mean. */
import { describe, expect, test } from 'vitest';
import {
  accountOf,
  isAccountOf,
  nationalPhone,
} from '../../domain/payments/providers/chapa/account.rules.ts';
import {
  isBankRefused,
  isClosedNow,
  isOf,
  refusalCode,
  transferIn,
} from '../../domain/payments/providers/chapa/transfer.rules.ts';

/** As Chapa documents it, numbers as their text. */
const VERIFIED = {
  message: 'Transfer details',
  status: 'success',
  data: {
    account_name: 'Israel Goytom',
    account_number: '21312331234123',
    mobile: null,
    currency: 'ETB',
    amount: '100',
    charge: '0',
    mode: 'live',
    transfer_method: 'bank',
    chapa_transfer_id: '4d6a7cb7-0d51-4c27-9a19-cc3f066c85a3',
    bank_code: '128',
    status: 'success',
    tx_ref: 'chewatatest-6669',
  },
};

describe('the status of a transfer', () => {
  test("Chapa's sample", () => {
    expect(transferIn(VERIFIED)).toEqual({
      status: 'succeeded',
      reference: 'chewatatest-6669',
      amount_minor: 10_000n,
      currency: 'ETB',
      environment: 'live',
      chapa_id: '4d6a7cb7-0d51-4c27-9a19-cc3f066c85a3',
      charge: '0',
    });
  });

  test.each([
    ['success', 'succeeded'],
    ['pending', 'pending'],
    ['queued', 'pending'],
    ['failed', 'failed'],
    ['failed/cancelled', 'failed'],
    ['reverted', 'failed'],
    ['constructor', 'pending'],
  ])('%s', (name, status) => {
    expect(transferIn({ data: { status: name } })?.status).toBe(status);
    expect(transferIn({ data: [{ status: name }] })?.status).toBe(status);
  });

  test('nothing is told in test mode', () => {
    for (const data of [[null], [], null, undefined]) expect(transferIn({ data })).toBeNull();
  });

  test('is ours with the reference, the amount, the currency and the mode', () => {
    const transfer = transferIn(VERIFIED)!;
    const ours = {
      id: 'chewatatest-6669',
      amount_minor: 10_000n,
      currency: 'ETB',
      environment: 'live',
    } as const;
    expect(isOf(transfer, ours)).toBe(true);
    expect(isOf({ ...transfer, environment: null }, ours)).toBe(true);
    expect(isOf(transfer, { ...ours, environment: 'test' })).toBe(false);
    expect(isOf(transfer, { ...ours, amount_minor: 10_001n })).toBe(false);
    expect(isOf({ ...transfer, amount_minor: null }, ours)).toBe(false);
    expect(isOf({ ...transfer, currency: 'USD' }, ours)).toBe(false);
    expect(isOf({ ...transfer, reference: 'another' }, ours)).toBe(false);
  });
});

test('refusals: a wrong bank has the status of a wrong key, and another time will do', () => {
  expect(isBankRefused({ message: 'Bank Code is incorrect please check' })).toBe(true);
  expect(isBankRefused({ message: "Invalid API Key or User doesn't exist" })).toBe(false);
  expect(isClosedNow(404, { message: "Transfer API isn't available now" })).toBe(true);
  expect(isClosedNow(400, { message: 'Insufficient Balance' })).toBe(false);
  expect(refusalCode('Insufficient Balance')).toBe('insufficient_funds');
  expect(refusalCode('Account number is not valid for Awash Bank')).toBe('payee_not_found');
  expect(refusalCode('Something else')).toBe('declined');
});

test('accounts and phones as Chapa names them', () => {
  expect(nationalPhone('+251911234567')).toBe('0911234567');
  expect(nationalPhone('+254708374149')).toBeNull();
  expect(accountOf({ phone: '+251711234567', bank_code: '855' })).toEqual({ account_number: '0711234567' });
  expect(accountOf({ bank_code: '656', account_number: '1000', account_name: 'Asha Ali' })).toEqual({
    account_number: '1000',
    account_name: 'Asha Ali',
  });
  const wallet = { phone: '+251911234567', bank_code: '855' };
  for (const same of ['0911234567', '251911234567', '+251911234567', '911234567'])
    expect(isAccountOf(wallet, same)).toBe(true);
  for (const other of ['0911234568', '', '251', '0', '+254911234567'])
    expect(isAccountOf(wallet, other)).toBe(false);
  const bank = { bank_code: '656', account_number: '0911234567', account_name: 'Asha Ali' };
  expect(isAccountOf(bank, '0911234567')).toBe(true);
  expect(isAccountOf(bank, '251911234567')).toBe(false);
});
