/** Totals beyond 2^53 - 1 are exact on the wire and in what the SDK makes of it, where JSON.parse would round them. */
import { Ushirika } from '@ushirika/sdk';
import { writeJson } from '@ushirika/sdk/transport';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readIntegerJson } from '../../core/json.ts';
import { MAX_AMOUNT_MINOR } from '../../core/money.ts';
import {
  createSacco,
  must,
  moving,
  newMember,
  sharedService,
  type Sacco,
  type TestService,
} from '../harness/index.ts';

const LARGEST = Number(MAX_AMOUNT_MINOR);
/** Of three deposits; no number holds it. */
const TOTAL = 3n * MAX_AMOUNT_MINOR;
const TOTAL_TEXT = '270215977642229.73';

let service: TestService;
let sacco: Sacco;
let member: string;
let sdk: Ushirika;

beforeAll(async () => {
  service = await sharedService();
  sacco = await createSacco(service);
  member = await newMember(sacco);
  for (let count = 1; count <= 3; count++)
    must(await sacco.maker.post(`/api/v1/sacco/members/${member}/deposits`, moving(LARGEST)));
  sdk = new Ushirika({ apiKey: sacco.project.key.headers['x-api-key'] ?? '', baseUrl: service.url });
});
afterAll(() => service.stop());

test.each([
  ['treasury', '/api/v1/sacco/treasury', ['cash_on_hand']],
  ['summary', '/api/v1/sacco/summary', ['total_debit_balances', 'total_credit_balances']],
  ['accounts', '/api/v1/ledger/accounts?kind=cash_on_hand', ['debits_posted', 'balance']],
  ['members', '/api/v1/sacco/members', ['savings', 'savings_available']],
])('the answer of %s has every digit, as text and as integer', async (_what, path, fields) => {
  const { text } = must(await sacco.maker.get(path));
  for (const field of fields) {
    expect(text).toContain(`"${field}":"${TOTAL_TEXT}"`);
    expect(text).toContain(`"${field}_minor":${TOTAL}`);
  }
  expect(JSON.stringify(JSON.parse(text))).not.toContain(String(TOTAL));
});

test('the SDK reads them as bigints, and smaller amounts as numbers', async () => {
  expect(await sdk.sacco.treasury()).toMatchObject({
    cashOnHand: TOTAL_TEXT,
    cashOnHandMinor: TOTAL,
    feeIncomeMinor: 0,
  });
  expect(await sdk.sacco.members.get(member)).toMatchObject({ savingsMinor: TOTAL, sharesMinor: 0 });
  const { items } = await sdk.sacco.members.listEntries(member);
  expect(items.map(({ amountMinor }) => amountMinor)).toEqual([LARGEST, LARGEST, LARGEST]);
  const summary = await sdk.sacco.summary();
  expect(summary.integrity.totalDebitBalancesMinor).toBe(TOTAL);
  expect(summary.balances['member_savings_minor']).toBe(TOTAL);
  for await (const account of sdk.ledger.accounts.list({ kind: 'member_savings' }))
    expect(account.balanceMinor).toBe(TOTAL);
});

test('a total written again has its digits', async () => {
  const { text } = must(await sacco.maker.get('/api/v1/sacco/summary'));
  expect(writeJson(readIntegerJson(text))).toBe(text);
});
