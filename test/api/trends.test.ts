/** Figures over time: savings, collections and cash as they were posted; and the ledger's lines of one account alone. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  approvedMovement,
  bank,
  createProject,
  createSacco,
  fund,
  moving,
  must,
  newAccount,
  newProduct,
  newSaver,
  openLoan,
  repay,
  setTestClock,
  sharedService,
  verifyAll,
  type Reply,
  type Sacco,
  type TestService,
} from '../harness/index.ts';
import { expectError } from './samples.ts';

const PATH = '/api/v1/sacco/reports/trends';
let service: TestService;
let sacco: Sacco;
const year = new Date().getUTCFullYear() + 1;
const day = (date: string): Promise<void> => setTestClock(sacco.project, `${year}-${date}T09:00:00Z`);

beforeAll(async () => {
  service = await sharedService();
  sacco = await createSacco(service);
  await day('01-10');
});
afterAll(async () => {
  expect(await verifyAll(service.ctx)).toEqual([]);
  await service.stop();
});

describe('trends', () => {
  test('are what was posted in each month and on each day', async () => {
    const member_id = await newSaver(sacco, 100_000);
    const product_id = await newProduct(sacco, { fee_bps: 0 });
    const loan = await openLoan(sacco, { member_id, product_id, amount_minor: 30_000, term: 3 });
    await day('02-15');
    const { body: paid } = must(await repay(sacco, loan, 10_450));
    const { body: wrong } = must(await repay(sacco, loan, 1_000));
    const { approval_id } = must(
      await sacco.maker.post(`/api/v1/sacco/entries/${wrong.id}/reverse`, {
        idempotency_key: crypto.randomUUID(),
        memo: 'typed twice',
      }),
    ).body;
    must(await sacco.checker.post(`/api/v1/approvals/${approval_id}/approve`));
    await day('02-16');
    must(await sacco.maker.post(`/api/v1/sacco/members/${member_id}/withdrawals`, moving(7_000)));

    const { body: trends } = must(await sacco.maker.get(PATH));
    expect(trends.currency).toBe('KES');
    expect(trends.months).toHaveLength(12);
    expect(trends.months.slice(-3)).toMatchObject([
      { month_end: `${year - 1}-12-31`, savings_minor: 0, due_minor: 0, collected_minor: 0 },
      { month_end: `${year}-01-31`, savings_minor: 130_000, due_minor: 0, collected_minor: 0 },
      { month_end: `${year}-02-16`, savings_minor: 123_000, shares_minor: 0, collected_minor: 10_450 },
    ]);
    // What is due by now: the first installment, with its interest.
    const { schedule } = must(await sacco.maker.get(`/api/v1/sacco/loans/${loan}`)).body;
    const [first] = schedule;
    expect(trends.months.at(-1).due_minor).toBe(
      first.principal_minor + first.interest_minor + first.penalty_minor,
    );
    expect(trends.days).toHaveLength(30);
    expect(trends.days.slice(-3)).toMatchObject([
      { date: `${year}-02-14`, cash_in_minor: 0, cash_out_minor: 0, cash_minor: 100_000 },
      { date: `${year}-02-15`, cash_in_minor: 11_450, cash_out_minor: 1_000, cash_minor: 110_450 },
      { date: `${year}-02-16`, cash_in_minor: 0, cash_out_minor: 7_000, cash_minor: 103_450 },
    ]);
    expect(paid.status).toBe('posted');
  });

  test('name each provider with what came through it', async () => {
    await fund(service, sacco.project, 42);
    const { providers } = must(await sacco.maker.get(PATH)).body;
    expect(providers).toHaveLength(1);
    const [provider] = providers;
    expect(provider.provider).toBe('sandbox');
    expect(provider.months).toHaveLength(12);
    expect(provider.months.at(-1)).toMatchObject({ received_minor: 4_200, paid_out_minor: 0 });
  });

  test('are of one project, and not there without a cooperative', async () => {
    const other = await createSacco(service);
    const { body } = must(await other.maker.get(PATH));
    expect(body.months.every((month: Reply['body']) => month.savings_minor === 0)).toBe(true);
    expect(body.providers).toEqual([]);
    const project = await createProject(service.anyone);
    expectError(await project.session.get(PATH), 404, 'NOT_FOUND', 'sacco_not_set_up');
  });
});

test('the general ledger of one account has its lines alone', async () => {
  const [first, second] = [await newAccount(sacco, '1110'), await newAccount(sacco, '1120')];
  await approvedMovement(sacco, bank(sacco, 'till_to_bank', { account: '1110', amount_minor: 500 }));
  await approvedMovement(sacco, bank(sacco, 'till_to_bank', { account: '1120', amount_minor: 700 }));
  const days = `from=${year}-01-01&to=${year}-12-31`;
  const linesOf = async (query: string): Promise<Reply['body'][]> =>
    must(await sacco.maker.get(`/api/v1/accounting/general-ledger?${days}${query}`)).body.lines;
  expect(await linesOf(`&account_id=${first}`)).toMatchObject([{ account_kind: 'bank', debit_minor: 500 }]);
  expect(await linesOf(`&account_id=${second}&account_kind=bank`)).toMatchObject([{ debit_minor: 700 }]);
  expect(await linesOf(`&account_id=${second}&account_kind=cash_on_hand`)).toEqual([]);
  // An account of others has no lines here.
  const other = await createSacco(service);
  const theirs = await newAccount(other, '1110');
  expect(await linesOf(`&account_id=${theirs}`)).toEqual([]);
});
