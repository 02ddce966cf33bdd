/** What somebody with the database's own powers could do to loans, and that `npm run verify` finds it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chargeLoansOf } from '../../domain/loans/charges/charge-loans.ts';
import { MOVEMENTS } from '../../app/compose.ts';
import { chargeLoans, loanInvariants, loanPortfolio } from '../../domain/loans/index.ts';
import {
  appliedLoan,
  askWriteOff,
  createSacco,
  decide,
  differences,
  loseNextBooking,
  moveDays,
  must,
  newMember,
  newProduct,
  newSaver,
  openLoan,
  repay,
  startService,
  testTampering,
  type Sacco,
  type TestService,
} from '../harness/index.ts';

let service: TestService;

beforeAll(async () => {
  service = await startService();
  const sacco = await createSacco(service);
  const product_id = await newProduct(sacco);
  const application = async () => ({
    product_id,
    member_id: await newMember(sacco),
    amount_minor: 60_000,
    guarantors: [{ member_id: await newSaver(sacco, 30_000), amount_minor: 20_000 }],
  });
  const open = await openLoan(sacco, await application());
  const closed = await openLoan(sacco, await application());
  const written_off = await openLoan(sacco, await application());
  await openLoan(sacco, await application());
  // So little is left of it that the interest on it comes to nothing.
  const nearly_repaid = await openLoan(sacco, await application());
  must(await repay(sacco, nearly_repaid, 59_990));
  await moveDays(service, sacco, 40);
  await chargeLoans(service.ctx);
  must(await repay(sacco, open, 25_000));
  must(await repay(sacco, closed, 20_000));
  const { payoff_minor } = must(await sacco.maker.get(`/api/v1/sacco/loans/${closed}`)).body;
  must(await repay(sacco, closed, payoff_minor));
  must(await decide(sacco, await askWriteOff(sacco, written_off)));
  await appliedLoan(sacco, await application());
  const rejected = await appliedLoan(sacco, await application());
  must(await decide(sacco, rejected.approval_id, 'reject', { note: 'no' }));
  expect(await loanPortfolio.storeMonths(service.ctx, { settling_ms: 0 })).toBeGreaterThan(0);

  // Processes that died, whose work is still to be finished, are no difference.
  for (const when of ['before', 'after'] as const) {
    const waiting = await appliedLoan(sacco, await application());
    const repaid = await openLoan(sacco, await application());
    const lost = await askWriteOff(sacco, await openLoan(sacco, await application()));
    loseNextBooking(service.ctx.ledger, when);
    expect((await decide(sacco, waiting.approval_id)).status).toBe(503);
    loseNextBooking(service.ctx.ledger, when);
    expect((await repay(sacco, repaid, 1_000)).status).toBe(503);
    loseNextBooking(service.ctx.ledger, when);
    expect((await decide(sacco, lost)).status).toBe(503);
    const charged = await openLoan(sacco, await application());
    await moveDays(service, sacco, 40);
    loseNextBooking(service.ctx.ledger, when);
    await expect(chargeLoansOf(service.ctx, [charged])).rejects.toThrow('ledger');
  }
  loseNextBooking(service.ctx.ledger, 'after');
  expect((await decide(sacco, await askProvision(sacco))).status).toBe(503);
  const other = await createSacco(service);
  const terms = { product_id: await newProduct(other), member_id: await newMember(other) };
  await openLoan(other, { ...terms, amount_minor: 60_000 });
  must(await decide(other, await askProvision(other)));
});
afterAll(() => service.stop());

/** @returns the approval of a provision that waits */
async function askProvision({ maker }: Sacco): Promise<string> {
  const body = { idempotency_key: crypto.randomUUID(), memo: 'end of the month' };
  return must(await maker.post('/api/v1/sacco/provisions', body)).body.approval_id;
}

test('nothing differs, also while movements of loans are under way', async () => {
  expect(await differences(service.ctx, loanInvariants(MOVEMENTS))).toEqual([]);
});

const STANDS = 'every loan stands as its entries make it';
const OWED = "what an open loan's row says is owed is the sum of its installments";
const DATES =
  'an open loan has a date on which it is looked at next, unless charges of it are in flight, and no other loan has';
const DECIDED = 'a loan is disbursed, closed or written off exactly as its entries say';
const GUARANTEES = 'guarantees stand as their loans do';
const MONTHS = 'the stored months of every loan book are what its loans and entries add up to';
const LINES = 'update sacco_loan_installments i set';
const OF_OPEN = `from sacco_loans l where l.id = i.loan_id and l.status = 'open' and l.moving_entry_id is null and`;
const LOAN_IS = (status: string): string =>
  `from sacco_loans l where l.id = g.loan_id and l.moving_entry_id is null and l.status = '${status}'`;

testTampering(() => service.ctx, loanInvariants(MOVEMENTS), [
  [
    'a provision of another amount',
    `update sacco_entries set amount_minor = amount_minor + 1 where kind = 'loan_provision' and status = 'posted'`,
    'the ledger says 600, the provisions 601',
  ],
  [
    'a provision that is forgotten',
    `update sacco_entries set status = 'rejected' where kind = 'loan_provision' and status = 'posted'`,
    'the ledger says 600, the provisions 0',
  ],
  [
    'an installment of less principal',
    `${LINES} principal_minor = i.principal_minor - 1 ${OF_OPEN} no = 3`,
    STANDS,
  ],
  [
    'an installment of less interest',
    `${LINES} interest_minor = i.interest_minor - 1 ${OF_OPEN} no = 3`,
    STANDS,
  ],
  ['an installment that is due later', `${LINES} due_on = i.due_on + 1 ${OF_OPEN} no = 2`, STANDS],
  [
    'charged interest that is forgiven',
    `${LINES} interest_minor = 0 ${OF_OPEN} interest_minor > 0 and penalty_charged and paid_interest_minor = 0`,
    STANDS,
  ],
  [
    'interest called charged and nothing',
    `${LINES} interest_charged = true, interest_minor = 0 ${OF_OPEN} no = 3 and l.outstanding_minor > 30000`,
    STANDS,
  ],
  [
    'interest of nothing that is to be charged after all',
    `${LINES} interest_minor = 5 ${OF_OPEN} interest_charged and interest_minor = 0`,
    STANDS,
  ],
  [
    'a penalty that is forgiven',
    `${LINES} penalty_minor = 0 ${OF_OPEN} i.penalty_minor > 0 and i.paid_penalty_minor = 0`,
    STANDS,
  ],
  [
    'a paid sum that is larger',
    `${LINES} paid_principal_minor = paid_principal_minor + 1
     ${OF_OPEN} i.paid_principal_minor < i.principal_minor`,
    STANDS,
  ],
  [
    'a paid sum that is smaller',
    `${LINES} paid_interest_minor = i.paid_interest_minor - 1 ${OF_OPEN} i.paid_interest_minor > 0`,
    STANDS,
  ],
  [
    'a repayment allocated otherwise',
    `update sacco_entries set interest_minor = interest_minor - 1, principal_minor = principal_minor + 1
     where kind = 'loan_repayment' and status = 'posted' and interest_minor > 0`,
    'was not allocated oldest first',
  ],
  [
    'a repayment of another amount',
    `update sacco_entries set principal_minor = principal_minor + 1
     where kind = 'loan_repayment' and status = 'posted' and interest_minor = 0`,
    "what a loan's loan_principal holds is the sum of its entries",
  ],
  [
    'a charge of another amount',
    `update sacco_entries set amount_minor = amount_minor + 1 where kind = 'loan_charge'`,
    "what a loan's interest_receivable holds is the sum of its entries",
  ],
  [
    'a repayment that was removed',
    `delete from sacco_entries where kind = 'loan_repayment' and status = 'posted' and interest_minor > 0`,
    STANDS,
  ],
  [
    'other terms',
    `update sacco_loans set rate_bps = rate_bps + 100 where status = 'open' and moving_entry_id is null`,
    STANDS,
  ],
  [
    'a loan that owes less',
    `update sacco_loans set outstanding_minor = outstanding_minor - 1 where status = 'open'`,
    OWED,
  ],
  [
    'a loan that is not late',
    `update sacco_loans set oldest_unpaid_on = oldest_unpaid_on + 30 where status = 'open'`,
    OWED,
  ],
  ['a loan that is never charged', `delete from sacco_loan_charge_dates`, DATES],
  ['charges in flight that were removed', `delete from sacco_entry_batches`, DATES],
  [
    'a loan that is over and charged',
    `insert into sacco_loan_charge_dates select id, project_id, environment from sacco_loans where status = 'closed'`,
    DATES,
  ],
  [
    'a loan closed in words only',
    `update sacco_loans set status = 'closed', outstanding_minor = 0, charges_due_minor = 0
     where status = 'open' and moving_entry_id is null`,
    STANDS,
  ],
  [
    'a loan written off in words only',
    `update sacco_loans set status = 'written_off', outstanding_minor = 0, charges_due_minor = 0
     where status = 'closed'`,
    DECIDED,
  ],
  [
    'a loan that nobody decided on',
    `update sacco_loans set status = 'open' where status = 'applied'`,
    DECIDED,
  ],
  [
    'a rejected loan that waits again',
    `update sacco_loans set status = 'applied' where status = 'rejected'`,
    DECIDED,
  ],
  ['a month with a loan more', 'update sacco_portfolio_months set active_loans = active_loans + 1', MONTHS],
  [
    'a month of which less was outstanding',
    'update sacco_portfolio_months set outstanding_minor = outstanding_minor - 1',
    MONTHS,
  ],
  ['a month with more at risk', 'update sacco_portfolio_months set par30_minor = outstanding_minor', MONTHS],
  [
    'a month with more that is very late',
    'update sacco_portfolio_months set par30_minor = outstanding_minor, par90_minor = outstanding_minor',
    MONTHS,
  ],
  [
    'a guarantee released in words only',
    `update sacco_loan_guarantees g set status = 'released' ${LOAN_IS('open')}`,
    GUARANTEES,
  ],
  [
    'a guarantee of another sum',
    `update sacco_loan_guarantees g set amount_minor = amount_minor - 1 ${LOAN_IS('open')}`,
    GUARANTEES,
  ],
  [
    'a guarantee of a closed loan that is held on',
    `update sacco_loan_guarantees g set status = 'held' ${LOAN_IS('closed')}`,
    GUARANTEES,
  ],
  [
    'a called guarantee called released',
    `update sacco_loan_guarantees g set status = 'released', called_minor = 0 ${LOAN_IS('written_off')}`,
    GUARANTEES,
  ],
  [
    'a guarantee called for nothing',
    `update sacco_loan_guarantees g set called_minor = 0 ${LOAN_IS('written_off')}`,
    GUARANTEES,
  ],
  [
    'a guarantee called for less',
    `update sacco_loan_guarantees g set called_minor = called_minor - 1 ${LOAN_IS('written_off')}`,
    GUARANTEES,
  ],
]);
