/** Ratios over HTTP: the worked example, and what they are made from. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  approvedMovement,
  bank,
  createProject,
  createSacco,
  lend,
  moveDays,
  moveToNoon,
  moving,
  must,
  newAccount,
  newMember,
  newProduct,
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

const RATIOS = '/api/v1/sacco/reports/ratios';

/** 1,000.00 counted in, 5,000.00 saved, shares of 1,000.00, a loan of 3,000.00 with a fee of 1 percent. */
async function withBook(): Promise<Sacco> {
  const sacco = await createSacco(service);
  await moveToNoon(sacco.project);
  const member = await newMember(sacco);
  const counted = moving(100_000, { direction: 'in', memo: 'counted' });
  await approvedMovement(sacco, sacco.maker.post('/api/v1/sacco/cash-adjustments', counted));
  const at = `/api/v1/sacco/members/${member}`;
  must(await sacco.maker.post(`${at}/deposits`, moving(500_000)));
  must(await sacco.maker.post(`${at}/shares`, moving(100_000, { from: 'cash' })));
  await lend(sacco, {
    member_id: member,
    product_id: await newProduct(sacco),
    amount_minor: 300_000,
    term: 6,
  });
  return sacco;
}

type Ratios = Record<string, Reply['body']>;

async function ratiosOf({ maker }: Sacco, query = ''): Promise<Ratios> {
  const { ratios } = must(await maker.get(RATIOS + query)).body;
  return Object.fromEntries(ratios.map((ratio: Reply['body']) => [ratio.code, ratio]));
}

test('E1: capital, liquidity and PEARLS of a book', async () => {
  const sacco = await withBook();
  const found = await ratiosOf(sacco);
  expect(Object.fromEntries(Object.entries(found).map(([code, { value_bps }]) => [code, value_bps]))).toEqual(
    {
      P1: null,
      P2: null,
      E1: 3_000,
      E5: 7_970,
      E7: 1_000,
      E8: 1_030,
      A1: 0,
      L1: 8_783,
      equity_to_assets: 2_030,
      equity_less_shares_to_assets: 1_030,
      equity_to_savings: 2_547,
      liquid_to_savings: 8_783,
    },
  );
  expect(found['E5']).toEqual({
    code: 'E5',
    numerator: '7970.00',
    numerator_minor: 797_000,
    denominator: '10000.00',
    denominator_minor: 1_000_000,
    value_bps: 7_970,
    goal: { at_least_bps: 7_000, at_most_bps: 8_000 },
    met: true,
    missing: null,
  });
  expect(found['P1']).toMatchObject({ value_bps: null, met: null, missing: 'zero_denominator' });
  const csv = await sacco.maker.with({ accept: 'text/csv' }).get(RATIOS);
  expect(csv.text.split('\r\n')).toContain('E1,3000.00,10000.00,3000,7000,8000,false,');
});

test('liquidity counts banks; liabilities of which nobody knows when they are due leave L1 open', async () => {
  const sacco = await withBook();
  await newAccount(sacco, '1100');
  await newAccount(sacco, '1500', { kind: 'general_asset' });
  await newAccount(sacco, '2900', { kind: 'general_liability' });
  await approvedMovement(sacco, bank(sacco, 'till_to_bank', { account: '1100', amount_minor: 600_000 }));
  expect(await ratiosOf(sacco)).toMatchObject({
    liquid_to_savings: { numerator: '7000.00', value_bps: 8_783, met: true },
  });
  const journal = {
    lines: [
      { account: '1500', debit: '250.00' },
      { account: '2900', credit: '250.00' },
    ],
    memo: 'a desk on credit',
    idempotency_key: crypto.randomUUID(),
  };
  await approvedMovement(sacco, sacco.maker.post('/api/v1/accounting/journals', journal));
  expect(await ratiosOf(sacco)).toMatchObject({
    L1: { value_bps: null, met: null, missing: 'terms_of_liabilities' },
    equity_to_assets: { denominator: '10250.00' },
    liquid_to_savings: { value_bps: 8_783 },
  });
});

test('late loans count today; of another day the loan book is not known', async () => {
  const sacco = await withBook();
  const first = must(await sacco.maker.get(RATIOS)).body.as_of;
  await moveDays(service, sacco, 70);
  const late = await ratiosOf(sacco);
  expect(late['A1']).toMatchObject({ value_bps: 10_000, met: false });
  expect(late['P2']).toMatchObject({ numerator: '0.00', denominator: '3000.00', value_bps: 0, met: false });
  const then = await ratiosOf(sacco, `?as_of=${first}`);
  for (const code of ['A1', 'P1', 'P2'])
    expect(then[code]).toMatchObject({ numerator: null, value_bps: null, missing: 'loans_of_the_past' });
  expect(then['equity_to_assets']).toMatchObject({ value_bps: 2_030 });
  expectInvalid(await sacco.maker.get(`${RATIOS}?as_of=2999-01-01`), 'as_of');
});

test('a cooperative without books has no ratios, and one without settings no report', async () => {
  const sacco = await createSacco(service);
  const found = await ratiosOf(sacco);
  expect(new Set(Object.values(found).map(({ missing }) => missing))).toEqual(new Set(['zero_denominator']));
  const { key } = await createProject(service.anyone);
  expectError(await key.get(RATIOS), 404, 'NOT_FOUND', 'sacco_not_set_up');
});
