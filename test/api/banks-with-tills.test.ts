/** Banks where the cooperative has tills: cash is banked from the vault, and money of the bank needs no till. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  approvedMovement,
  bank,
  chartBalances,
  createSacco,
  decide,
  moving,
  must,
  newAccount,
  newMember,
  sharedService,
  verifyAll,
  type Reply,
  type Sacco,
  type TestService,
} from '../harness/index.ts';
import { expectError, expectInvalid } from './samples.ts';

let service: TestService;

beforeAll(async () => {
  service = await sharedService();
});
afterAll(async () => {
  expect(await verifyAll(service.ctx)).toEqual([]);
  await service.stop();
});

const V1 = '/api/v1/sacco';
const OF_BANK = { from: 'bank', account: '1100', reference: 'TT-1' };
const TO_BANK = { to: 'bank', account: '1100', reference: 'cheque 9', memo: 'as asked' };

interface TillSacco extends Sacco {
  till: string;
  member: string;
}

/** 700.00 in the vault, 300.00 in the maker's till, and the bank account 1100. */
async function withTillAndBank(): Promise<TillSacco> {
  const sacco = await createSacco(service);
  must(await sacco.project.session.put(`${V1}/settings`, { tills: 'on' }));
  const counted = moving(100_000, { direction: 'in', memo: 'first cash' });
  const { body } = must(await sacco.maker.post(`${V1}/cash-adjustments`, counted));
  must(await decide(sacco, body.approval_id));
  await newAccount(sacco, '1100');
  const till = must(await sacco.admin.post(`${V1}/tills`, { name: 'Counter' })).body.id;
  const float = { float: '300.00', idempotency_key: crypto.randomUUID() };
  const { body: session } = must(await sacco.maker.post(`${V1}/tills/${till}/sessions`, float));
  must(await decide(sacco, session.approval_id));
  return { ...sacco, till, member: await newMember(sacco) };
}

/** What is in the vault, in the till, in all of it, and at the bank. */
async function places({ maker }: Sacco): Promise<Record<string, string>> {
  const { body } = must(await maker.get(`${V1}/treasury`));
  const [vault, till] = body.cash_on_hand_parts.map(({ balance }: Reply['body']) => balance);
  return { vault, till, cash: body.cash_on_hand, banks: body.banks, all: body.cash_and_banks };
}

describe('a banking', () => {
  test('takes cash from the vault, whatever the till of the teller holds', async () => {
    const sacco = await withTillAndBank();
    const asked = must(await bank(sacco, 'till_to_bank', { account: '1100', amount_minor: 60_000 }));
    const { effect } = must(await sacco.checker.get(`/api/v1/approvals/${asked.body.approval_id}`)).body;
    expect(effect).toMatchObject({ carries_out: true });
    const cash = effect.accounts.find(({ kind }: Reply['body']) => kind === 'cash_on_hand');
    expect(cash).toMatchObject({ balance_before: '700.00', balance_after: '100.00' });
    expect(cash).not.toHaveProperty('till');
    expect(await approvedMovement(sacco, Promise.resolve(asked))).toMatchObject({
      status: 'posted',
      till: null,
    });
    expect(await places(sacco)).toEqual({
      vault: '100.00',
      till: '300.00',
      cash: '400.00',
      banks: '600.00',
      all: '1000.00',
    });
    const short = bank(sacco, 'till_to_bank', { account: '1100', amount_minor: 10_001 });
    expect(await approvedMovement(sacco, short)).toMatchObject({
      status: 'failed',
      error: 'insufficient_cash',
    });
    const back = bank(sacco, 'bank_to_till', { account: '1100', amount_minor: 5_000 });
    expect(await approvedMovement(sacco, back)).toMatchObject({ status: 'posted', till: null });
    expect(await places(sacco)).toMatchObject({ vault: '150.00', till: '300.00', banks: '550.00' });
  });

  test('and its reversal need no open till, and leave the one that is open alone', async () => {
    const sacco = await withTillAndBank();
    const banking = moving(20_000, {
      direction: 'till_to_bank',
      account: '1100',
      reference: 'slip',
      memo: 'evening',
    });
    const asked = must(await sacco.admin.post(`${V1}/bankings`, banking)).body;
    const banked = must(await decide(sacco, asked.approval_id)).body.entry;
    expect(banked).toMatchObject({ status: 'posted' });
    const reversal = await approvedMovement(
      sacco,
      sacco.maker.post(`${V1}/entries/${banked.id}/reverse`, {
        memo: 'wrong bank',
        idempotency_key: crypto.randomUUID(),
      }),
    );
    expect(reversal).toMatchObject({ status: 'posted', till: null });
    expect(await places(sacco)).toMatchObject({ vault: '700.00', till: '300.00', banks: '0.00' });
  });
});

describe('money of the bank', () => {
  test('comes and goes without a till', async () => {
    const sacco = await withTillAndBank();
    const { admin, member } = sacco;
    await approvedMovement(sacco, bank(sacco, 'till_to_bank', { account: '1100', amount_minor: 1_000 }));
    const at = `${V1}/members/${member}`;
    expectError(await admin.post(`${at}/deposits`, moving(5_000)), 409, 'CONFLICT', 'no_open_till');
    expect(must(await admin.post(`${at}/deposits`, moving(5_000, OF_BANK))).body).toMatchObject({
      status: 'posted',
      till: null,
      source: 'bank',
    });
    must(await sacco.maker.post(`${at}/deposits`, moving(4_000, OF_BANK)));
    must(await admin.post(`${at}/shares`, moving(1_000, OF_BANK)));
    const paid = await approvedMovement(sacco, admin.post(`${at}/withdrawals`, moving(2_000, TO_BANK)));
    expect(paid).toMatchObject({ status: 'posted', till: null });
    const expense = moving(500, {
      paid_from: 'bank',
      account: '1100',
      reference: 'cheque 10',
      category: 'Rent',
      memo: 'March',
    });
    const spent = await approvedMovement(sacco, admin.post(`${V1}/expenses`, expense));
    expect(spent).toMatchObject({ status: 'posted', till: null });
    const leaving = { ...TO_BANK, idempotency_key: crypto.randomUUID() };
    const exit = await approvedMovement(sacco, admin.post(`${at}/exit`, leaving));
    expect(exit).toMatchObject({ status: 'posted', till: null, amount: '80.00' });
    expect(await places(sacco)).toEqual({
      vault: '690.00',
      till: '300.00',
      cash: '990.00',
      banks: '5.00',
      all: '995.00',
    });
  });

  test('names no till', async () => {
    const { maker, member, till } = await withTillAndBank();
    const at = `${V1}/members/${member}`;
    expectInvalid(await maker.post(`${at}/deposits`, moving(100, { ...OF_BANK, till })), 'till');
    expectInvalid(await maker.post(`${at}/withdrawals`, moving(100, { ...TO_BANK, till })), 'till');
    const leaving = { ...TO_BANK, till, idempotency_key: crypto.randomUUID() };
    expectInvalid(await maker.post(`${at}/exit`, leaving), 'till');
  });
});

test('reports have the tills beside the cash, and a row for each account of the bank', async () => {
  const sacco = await withTillAndBank();
  await newAccount(sacco, '1101');
  await approvedMovement(sacco, bank(sacco, 'till_to_bank', { account: '1100', amount_minor: 10_000 }));
  const trial = must(await sacco.maker.get('/api/v1/accounting/trial-balance')).body.currencies[0];
  expect(trial.balanced).toBe(true);
  expect(trial.rows).toMatchObject(
    expect.arrayContaining([
      expect.objectContaining({
        kind: 'cash_on_hand',
        closing_balance: '900.00',
        parts: [
          expect.objectContaining({ till: null, closing_balance: '600.00' }),
          expect.objectContaining({ till: sacco.till, closing_balance: '300.00' }),
        ],
      }),
      expect.objectContaining({ kind: 'bank', code: '1100', closing_balance: '100.00' }),
      expect.objectContaining({ kind: 'bank', code: '1101', closing_balance: '0.00' }),
    ]),
  );
  const sheet = must(await sacco.maker.get('/api/v1/accounting/balance-sheet')).body.currencies[0];
  expect(sheet.balanced).toBe(true);
  expect(sheet.assets.kinds).toMatchObject([
    { kind: 'cash_on_hand', amount: '900.00', parts: [{ amount: '600.00' }, { amount: '300.00' }] },
    // Nothing was ever posted on the other account.
    { kind: 'bank', code: '1100', amount: '100.00' },
  ]);
  const csv = await sacco.maker.with({ accept: 'text/csv' }).get('/api/v1/accounting/trial-balance');
  const lines = csv.text.split('\r\n').filter((line) => /,(bank|cash_on_hand),/.test(line));
  expect(lines.map((line) => line.split(',').slice(-3).join(' '))).toEqual([
    '  ',
    expect.stringMatching(/^acc_\w+ 1100 Account 1100$/),
    expect.stringMatching(/^acc_\w+ 1101 Account 1101$/),
  ]);
  expect(await chartBalances(sacco)).toMatchObject({ 1000: 90_000, 1100: 10_000, 1101: 0 });
});
