/** The books over HTTP: the worked examples of docs/concepts/accounting.md, with two people and the test clock. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { payDividend } from '../../domain/dividends/index.ts';
import {
  approvedDividend,
  createSacco,
  moving,
  must,
  newMember,
  newProduct,
  setTestClock,
  sharedService,
  type Client,
  type Reply,
  type Sacco,
  type TestService,
} from '../harness/index.ts';

let service: TestService;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.stop());

const PATH = '/api/v1/accounting';

async function atNoon(sacco: Sacco, day: string): Promise<void> {
  await setTestClock(sacco.project, `${day}T09:00:00.000Z`);
}

/** Asks as the maker and approves as the checker. */
async function approved(sacco: Sacco, path: string, body: object): Promise<Reply['body']> {
  const asked = must(await sacco.maker.post(path, body)).body;
  return must(await sacco.checker.post(`/api/v1/approvals/${asked.approval_id}/approve`, {})).body.entry;
}

const countIn = (sacco: Sacco, amount_minor: number) =>
  approved(
    sacco,
    '/api/v1/sacco/cash-adjustments',
    moving(amount_minor, { direction: 'in', memo: 'counted' }),
  );

/** By kind, the cells that matter. */
async function trialBalance(client: Client, query: string): Promise<Reply['body']> {
  const { body } = must(await client.get(`${PATH}/trial-balance?${query}`));
  const [currency] = body.currencies;
  return {
    ...currency,
    kinds: Object.fromEntries(currency.rows.map((row: Reply['body']) => [row.kind, row])),
  };
}

/** E1: what happened on day D. */
async function dayD(sacco: Sacco, day: string) {
  await atNoon(sacco, day);
  const member = await newMember(sacco);
  await countIn(sacco, 100_000);
  const at = `/api/v1/sacco/members/${member}`;
  const deposit = must(await sacco.maker.post(`${at}/deposits`, moving(50_000, { memo: '=SUM(A1)' }))).body;
  must(await sacco.maker.post(`${at}/shares`, moving(20_000, { from: 'cash' })));
  const withdrawal = must(await sacco.maker.post(`${at}/withdrawals`, moving(10_000))).body;
  return { member, deposit, withdrawal };
}

describe('the books of a day', () => {
  const D = '2035-03-10';
  let sacco: Sacco;
  let member: string;
  let withdrawal: { id: string };
  beforeAll(async () => {
    // A day of this cooperative begins three hours before that of UTC.
    sacco = await createSacco(service, { utc_offset_minutes: 180 });
    ({ member, withdrawal } = await dayD(sacco, D));
  });

  test('E1: the trial balance', async () => {
    const found = await trialBalance(sacco.maker, `from=${D}&to=${D}`);
    expect(found.kinds).toMatchObject({
      cash_on_hand: {
        class: 'asset',
        normal_side: 'debit',
        accounts: 1,
        opening_balance: '0.00',
        debits: '1700.00',
        credits: '100.00',
        closing_balance: '1600.00',
        closing_balance_minor: 160_000,
      },
      cash_adjustments: { class: 'equity', normal_side: 'debit', closing_balance: '-1000.00' },
      member_savings: { class: 'liability', accounts: 1, closing_balance: '400.00' },
      member_shares: { class: 'equity', closing_balance: '200.00' },
    });
    expect(found).toMatchObject({ total_debits: '1800.00', total_credits: '1800.00', balanced: true });
    const before = await trialBalance(sacco.maker, 'from=2035-03-01&to=2035-03-09');
    expect(before.kinds.cash_on_hand).toMatchObject({ debits: '0.00', closing_balance: '0.00' });
    const after = await trialBalance(sacco.maker, 'from=2035-03-11&to=2035-03-11&currency=KES');
    expect(after.kinds.cash_on_hand).toMatchObject({ opening_balance: '1600.00', debits: '0.00' });
  });

  test('it equals the summary, and begins on 1 January unless told otherwise', async () => {
    const { body } = must(await sacco.maker.get(`${PATH}/trial-balance`));
    expect(body).toMatchObject({ from: '2035-01-01', to: D });
    const { balances } = must(await sacco.maker.get('/api/v1/sacco/summary')).body;
    for (const row of body.currencies[0].rows)
      expect([row.kind, row.closing_balance_minor]).toEqual([row.kind, balances[`${row.kind}_minor`]]);
  });

  test('E2: the general ledger as CSV', async () => {
    const reply = await sacco.maker
      .with({ accept: 'text/csv' })
      .get(`${PATH}/general-ledger?from=${D}&to=${D}`);
    expect(reply.headers.get('content-type')).toContain('text/csv');
    const [header, ...lines] = reply.text.trimEnd().split('\r\n');
    expect(header).toBe(
      'transfer_id,date,at,kind,reference,account_id,account_kind,owner,debit,credit,currency,memo,owner_name',
    );
    expect(lines).toHaveLength(8);
    const cells = lines.map((line) => line.split(','));
    const sum = (column: number) => cells.reduce((total, line) => total + Number(line[column]), 0);
    expect([sum(8), sum(9)]).toEqual([1_800, 1_800]);
    expect(cells.every((line) => line[1] === D)).toBe(true);
    expect(reply.text).toContain(",'=SUM(A1)");
  });

  test('the general ledger by pages, of any size, and by kind, account and owner', async () => {
    const path = `${PATH}/general-ledger?from=${D}&to=${D}`;
    const { lines } = must(await sacco.maker.get(path)).body;
    for (const { owner, owner_name } of lines) {
      const is_member = owner?.startsWith('mem_') ?? false;
      const member = is_member && must(await sacco.maker.get(`/api/v1/sacco/members/${owner}`)).body;
      expect(owner_name).toBe(member ? member.full_name : null);
    }
    expect(
      lines.map((line: Reply['body']) => [line.kind, line.account_kind, line.debit, line.credit]),
    ).toEqual([
      ['cash_adjustment', 'cash_on_hand', '1000.00', '0.00'],
      ['cash_adjustment', 'cash_adjustments', '0.00', '1000.00'],
      ['deposit', 'cash_on_hand', '500.00', '0.00'],
      ['deposit', 'member_savings', '0.00', '500.00'],
      ['share_purchase', 'cash_on_hand', '200.00', '0.00'],
      ['share_purchase', 'member_shares', '0.00', '200.00'],
      ['withdrawal', 'member_savings', '100.00', '0.00'],
      ['withdrawal', 'cash_on_hand', '0.00', '100.00'],
    ]);
    for (const limit of [1, 2, 3, 7, 8]) {
      const paged: object[] = [];
      for (let after = ''; ;) {
        const { body } = must(await sacco.maker.get(`${path}&limit=${limit}${after}`));
        paged.push(...body.lines);
        if (body.next_after === null) break;
        expect(body.lines).toHaveLength(limit);
        after = `&after=${body.next_after}`;
      }
      expect(paged).toEqual(lines);
    }
    const amounts = async (query: string) =>
      must(await sacco.maker.get(`${path}&${query}`)).body.lines.map(
        (line: Reply['body']) => line.debit_minor - line.credit_minor,
      );
    expect(await amounts('kind=deposit')).toEqual([50_000, -50_000]);
    expect(await amounts('account_kind=cash_on_hand')).toEqual([100_000, 50_000, 20_000, -10_000]);
    expect(await amounts('account_kind=cash_on_hand&limit=2')).toEqual([100_000, 50_000]);
    expect(await amounts(`owner=${member}`)).toEqual([-50_000, -20_000, 10_000]);
    expect(await amounts(`owner=${member}&account_kind=member_shares`)).toEqual([-20_000]);
    expect(await amounts('currency=USD')).toEqual([]);
    for (const after of ['x', '9223372036854775808', '9999999999999999999-debit'])
      expect((await sacco.maker.get(`${path}&after=${after}`)).status).toBe(400);
  });

  test('what makes no sense is refused', async () => {
    for (const query of ['from=2035-02-02&to=2035-02-01', 'from=2034-01-01&to=2035-03-01', 'day=1'])
      for (const report of ['trial-balance', 'general-ledger', 'income-statement'])
        expect((await sacco.maker.get(`${PATH}/${report}?${query}`)).status).toBe(400);
    const other = await createSacco(service);
    expect(must(await other.maker.get(`${PATH}/general-ledger`)).body.lines).toEqual([]);
  });

  test('a day begins when it does for the cooperative', async () => {
    // The same minutes: the day of UTC, and an offset that no zone has.
    for (const [utc_offset_minutes, at, day] of [
      [180, '2035-03-10T20:59:59.999Z', '2035-03-10'],
      [180, '2035-03-10T21:00:00.000Z', '2035-03-11'],
      [-61, '2035-03-11T01:00:59.999Z', '2035-03-10'],
      [-61, '2035-03-11T01:01:00.000Z', '2035-03-11'],
    ] as const) {
      const other = await createSacco(service, { utc_offset_minutes });
      const joined = await newMember(other);
      await setTestClock(other.project, at);
      // The clock goes on meanwhile: before midnight only what is asked for the day after is certain.
      must(await other.maker.post(`/api/v1/sacco/members/${joined}/deposits`, moving(700)));
      const { lines } = must(
        await other.maker.get(`${PATH}/general-ledger?from=2035-03-01&to=2035-03-31`),
      ).body;
      expect(lines[0].date >= day).toBe(true);
      const of_day = await trialBalance(other.maker, `from=${lines[0].date}&to=${lines[0].date}`);
      expect(of_day.kinds.member_savings.credits).toBe('7.00');
    }
  });

  test('E3: what is taken back the day after counts on that day', async () => {
    await atNoon(sacco, '2035-03-11');
    const reverse = `/api/v1/sacco/entries/${withdrawal.id}/reverse`;
    await approved(sacco, reverse, { memo: 'by mistake', idempotency_key: crypto.randomUUID() });
    const found = await trialBalance(sacco.maker, 'from=2035-03-11&to=2035-03-11');
    expect(found.kinds.member_savings).toMatchObject({
      opening_balance: '400.00',
      credits: '100.00',
      closing_balance: '500.00',
    });
    const of_d = await trialBalance(sacco.maker, `from=${D}&to=${D}`);
    expect(of_d).toMatchObject({ total_debits: '1800.00', balanced: true });
  });
});

describe('the statements', () => {
  test('E4: after a loan with a fee', async () => {
    const sacco = await createSacco(service);
    const member = await newMember(sacco);
    await countIn(sacco, 100_000);
    const at = `/api/v1/sacco/members/${member}`;
    must(await sacco.maker.post(`${at}/deposits`, moving(500_000)));
    must(await sacco.maker.post(`${at}/shares`, moving(100_000, { from: 'cash' })));
    const product_id = await newProduct(sacco);
    await approved(sacco, '/api/v1/sacco/loans', {
      member_id: member,
      product_id,
      ...moving(300_000, { term: 6 }),
    });
    const { body } = must(await sacco.maker.get(`${PATH}/balance-sheet`));
    expect(body.currencies).toEqual([
      expect.objectContaining({
        currency: 'KES',
        assets: expect.objectContaining({
          total: '10000.00',
          kinds: [
            { kind: 'cash_on_hand', amount: '7000.00', amount_minor: 700_000 },
            { kind: 'loan_principal', amount: '3000.00', amount_minor: 300_000 },
          ],
        }),
        liabilities: expect.objectContaining({ total: '7970.00' }),
        equity: expect.objectContaining({
          total: '2030.00',
          kinds: [
            { kind: 'cash_adjustments', amount: '1000.00', amount_minor: 100_000 },
            { kind: 'member_shares', amount: '1000.00', amount_minor: 100_000 },
          ],
        }),
        accumulated_surplus: '30.00',
        balanced: true,
      }),
    ]);
    const income = must(await sacco.maker.get(`${PATH}/income-statement`)).body;
    expect(income.currencies).toEqual([
      expect.objectContaining({
        interest_income: '0.00',
        fee_income: '30.00',
        savings_interest: '0.00',
        loan_losses: '0.00',
        operating_expenses: '0.00',
        surplus: '30.00',
        distributed: '0.00',
      }),
    ]);

    // A dividend is no cost: the surplus stays, and what was distributed is no longer accumulated.
    const dividend = await approvedDividend(sacco, { share_rate_bps: 200 });
    await payDividend(service.ctx, dividend);
    const after = must(await sacco.maker.get(`${PATH}/income-statement`)).body.currencies[0];
    expect(after).toMatchObject({ distributed: '20.00', surplus: '30.00' });
    const sheet = must(await sacco.maker.get(`${PATH}/balance-sheet`)).body.currencies[0];
    expect(sheet).toMatchObject({ accumulated_surplus: '10.00', balanced: true });
    const csv = async (report: string) =>
      (await sacco.maker.with({ accept: 'text/csv' }).get(`${PATH}/${report}`)).text.split('\r\n');
    expect(await csv('balance-sheet')).toContain('KES,equity,accumulated_surplus,10.00,,,');
    expect((await csv('income-statement'))[1]).toBe(
      'KES,0.00,30.00,0.00,0.00,0.00,30.00,20.00,0.00,0.00,,,,,',
    );
    expect((await csv('trial-balance')).find((line) => line.includes('fee_income'))).toBe(
      'KES,fee_income,income,credit,1,0.00,20.00,30.00,10.00,,,',
    );
  });
});
