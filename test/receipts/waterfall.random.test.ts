/**
 * Payments by paybill to members with several loans, while days pass: each goes where a naive model sends it, by what the API shows
 * of the loans right before.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WATERFALL_STEPS } from '../../domain/cooperative/index.ts';
import {
  createSacco,
  defineProduct,
  getLoan,
  held,
  letDaysPass,
  must,
  newSaver,
  openLoan,
  receiptOf,
  sendPaybill,
  startService,
  verifyAll,
  workPaybills,
  type Sacco,
  type TestService,
} from '../harness/index.ts';
import { naiveSplit, type NaiveLoan } from './naive-waterfall.ts';

const HISTORIES = 6;
const MIN_SHARES = 3_000;

let service: TestService;

beforeAll(async () => {
  service = await startService();
});
afterAll(async () => {
  expect(await verifyAll(service.ctx)).toEqual([]);
  await service.stop();
});

interface Line {
  due_date: string;
  principal_minor: number;
  paid_minor: number;
  unpaid_minor: number;
  status: 'upcoming' | 'due' | 'overdue' | 'paid';
}

/** What the API shows of a loan, as the naive model takes it. */
async function shown(sacco: Sacco, id: string): Promise<(NaiveLoan & { owed: number }) | null> {
  const loan = await getLoan(sacco, id);
  if (loan.status !== 'open') return null;
  const unpaid = (loan.schedule as Line[]).filter(({ unpaid_minor }) => unpaid_minor > 0);
  const next = unpaid.find(({ status }) => status !== 'overdue');
  const sum = unpaid
    .filter(({ status }) => status === 'overdue')
    .reduce((total, line) => total + line.unpaid_minor, 0);
  // Of an installment that is not due, principal alone can have been paid.
  const current = !next
    ? 0
    : next.status === 'due'
      ? next.unpaid_minor
      : next.principal_minor - next.paid_minor;
  return {
    loan_id: id,
    due_on: unpaid[0]?.due_date ?? '',
    overdue_minor: BigInt(sum),
    current_minor: BigInt(current),
    payoff_minor: BigInt(loan.payoff_minor),
    owed: loan.payoff_minor,
  };
}

const event = fc.record({
  days: fc.constantFrom(0, 0, 3, 17, 31, 45),
  amount: fc.integer({ min: 1, max: 60_000 }),
  by: fc.constantFrom('member', 'member', 'first loan', 'second loan'),
});
const history = fc.record({
  steps: fc.shuffledSubarray([...WATERFALL_STEPS], { minLength: 1 }).filter((steps) => {
    const at = steps.indexOf('savings');
    return at === -1 || at === steps.length - 1;
  }),
  method: fc.constantFrom('flat', 'declining'),
  events: fc.array(event, { minLength: 5, maxLength: 9 }),
});

test.each(fc.sample(history, { numRuns: HISTORIES, seed: 38 }).map((each, i) => [i, each] as const))(
  'history %i',
  { timeout: 240_000 },
  async (_i, { steps, method, events }) => {
    const sacco = await createSacco(service, { paybill_waterfall: steps });
    const { key } = sacco.project;
    const member = await newSaver(sacco, 1_000_000);
    const product_id = await defineProduct(sacco, { method, penalty_bps: 500, grace_days: 5 });
    const lend = (amount_minor: number, term: number) =>
      openLoan(sacco, { product_id, member_id: member, amount_minor, term });
    const loans = [await lend(60_000, 4), await lend(25_000, 3)];
    must(await sacco.admin.put('/api/v1/sacco/settings', { min_share_capital_minor: MIN_SHARES }));
    const { member_no } = must(await sacco.maker.get(`/api/v1/sacco/members/${member}`)).body;
    for (const { days, amount, by } of events) {
      if (days > 0) await letDaysPass(service, sacco, days);
      const before = await held(key, member);
      const open = (await Promise.all(loans.map((id) => shown(sacco, id)))).filter((each) => each !== null);
      const named = by === 'member' ? null : (loans[by === 'first loan' ? 0 : 1] as string);
      const expected = naiveSplit(amount, steps, {
        loans: open,
        missing_shares: Math.max(0, MIN_SHARES - (before['shares'] ?? 0)),
        named,
      });
      const { body } = must(
        await sendPaybill(
          key,
          named ?? member_no,
          `${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, '0')}`,
        ),
      );
      await workPaybills(service.ctx);
      await receiptOf(service.ctx, body.transaction_id, 'allocated');
      const after = await held(key, member);
      const got: Record<string, number> = {
        savings: (after['savings'] ?? 0) - (before['savings'] ?? 0),
        shares: (after['shares'] ?? 0) - (before['shares'] ?? 0),
      };
      for (const { loan_id, owed } of open)
        got[loan_id] = owed - (await getLoan(sacco, loan_id)).payoff_minor;
      expect(Object.fromEntries(Object.entries(got).filter(([, units]) => units !== 0))).toEqual(expected);
    }
  },
);
