/**
 * Processes that die at the ledger, before or after it has booked, at every step of a loan and of a dividend: what they began
 * is finished by the jobs, exactly once.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { localDateAt } from '../../core/local-date.ts';
import { chargeLoans } from '../../domain/loans/index.ts';
import {
  appliedLoan,
  approvedDividend,
  askWriteOff,
  createSacco,
  decide,
  earnFees,
  finishEntries,
  getLoan,
  held,
  loseNextBooking,
  moveDays,
  moving,
  must,
  newMember,
  newProduct,
  newSaver,
  openLoan,
  repay,
  resumeOnce,
  startService,
  verifyAll,
  type Sacco,
  type TestService,
} from '../harness/index.ts';
import { expectError } from '../api/samples.ts';
import { HANDLERS } from '../../workers/handlers.ts';

let service: TestService;
let sacco: Sacco;
let product_id: string;
let guarantor: string;
let member_id: string;

beforeAll(async () => {
  service = await startService();
});
afterAll(async () => {
  expect(await verifyAll(service.ctx)).toEqual([]);
  await service.stop();
});
beforeEach(async () => {
  sacco = await createSacco(service);
  product_id = await newProduct(sacco, { min_guarantors: 1, guarantee_coverage_bps: 5_000 });
  guarantor = await newSaver(sacco, 40_000);
  member_id = await newMember(sacco);
});

const application = () => ({
  product_id,
  member_id,
  amount_minor: 60_000,
  guarantors: [{ member_id: guarantor, amount_minor: 30_000 }],
});
const loanEntries = (loan_id: string, kind: string) =>
  service.ctx.db('sacco_entries').where({ loan_id, kind }).orderBy('id');
/** Interest and a penalty of each of the first two, once. */
async function expectTwoInstallmentsCharged(loan_id: string): Promise<void> {
  const charges = await loanEntries(loan_id, 'loan_charge');
  expect(
    charges.map(({ installment_no, income, status }) => `${installment_no} ${income} ${status}`),
  ).toEqual([
    '1 interest_income posted',
    '1 fee_income posted',
    '2 interest_income posted',
    '2 fee_income posted',
  ]);
}
const loseOne = (when: 'before' | 'after'): void => loseNextBooking(service.ctx.ledger, when);

describe.each(['before', 'after'] as const)('a process that dies %s the ledger has booked', (when) => {
  test('a disbursement', async () => {
    const { id, approval_id } = await appliedLoan(sacco, application());
    loseOne(when);
    expect((await decide(sacco, approval_id)).status).toBe(503);
    expect(await getLoan(sacco, id)).toMatchObject({
      status: 'applied',
      guarantors: [{ status: 'pledged' }],
    });
    expect(await verifyAll(service.ctx)).toEqual([]);
    await finishEntries(service);
    expect(await getLoan(sacco, id)).toMatchObject({
      status: 'open',
      outstanding_minor: 60_000,
      guarantors: [{ status: 'held' }],
    });
    expect(await held(sacco.maker, member_id)).toMatchObject({ savings: 59_400 });
    expect(must(await sacco.maker.get(`/api/v1/sacco/members/${guarantor}`)).body).toMatchObject({
      savings_minor: 40_000,
      savings_available_minor: 10_000,
    });
  });

  test('a disbursement that the ledger refuses', async () => {
    const { id, approval_id } = await appliedLoan(sacco, application());
    must(await sacco.maker.post(`/api/v1/sacco/members/${guarantor}/withdrawals`, moving(20_000)));
    loseOne(when);
    expect((await decide(sacco, approval_id)).status).toBe(503);
    // What was refused stays refused, also when there is enough again.
    if (when === 'after')
      must(await sacco.maker.post(`/api/v1/sacco/members/${guarantor}/deposits`, moving(20_000)));
    await finishEntries(service);
    expect(await getLoan(sacco, id)).toMatchObject({
      status: 'failed',
      guarantors: [{ status: 'released' }],
    });
    expect(await loanEntries(id, 'loan_disbursement')).toMatchObject([
      { status: 'failed', error: 'guarantee_unavailable' },
    ]);
    expect(await held(sacco.maker, member_id)).toMatchObject({ savings: 0 });
  });

  test('interest and penalties', async () => {
    const id = await openLoan(sacco, application());
    await moveDays(service, sacco, 70);
    loseOne(when);
    await expect(chargeLoans(service.ctx)).rejects.toThrow('ledger');
    expect(await verifyAll(service.ctx)).toEqual([]);
    // Nothing is charged again while the charges are in flight, and nothing else moves the loan.
    await chargeLoans(service.ctx);
    expect((await repay(sacco, id, 100)).body.error.reason).toBe('busy');
    expect((await decide(sacco, await askWriteOff(sacco, id))).status).toBe(503);
    await finishEntries(service);
    await chargeLoans(service.ctx);
    await expectTwoInstallmentsCharged(id);
  });

  test('charges of a batch from before what its entries have in common was stored apart', async () => {
    const id = await openLoan(sacco, application());
    await moveDays(service, sacco, 31);
    loseOne(when);
    await expect(chargeLoans(service.ctx)).rejects.toThrow('ledger');
    await service.ctx.db.raw(`update sacco_entry_batches set common = null, entries = (select json_agg(e) from
      json_populate_recordset(json_populate_record(null::sacco_entries, common), entries) e)`);
    expect(await verifyAll(service.ctx)).toEqual([]);
    await finishEntries(service);
    expect(await loanEntries(id, 'loan_charge')).toMatchObject([{ status: 'posted' }]);
  });

  test('charges that cannot become entries hold up no other movement', async () => {
    await openLoan(sacco, application());
    await moveDays(service, sacco, 31);
    loseOne(when);
    await expect(chargeLoans(service.ctx)).rejects.toThrow('ledger');
    loseOne(when);
    const deposit = moving(700);
    const path = `/api/v1/sacco/members/${member_id}/deposits`;
    expect((await sacco.maker.post(path, deposit)).status).toBe(503);
    const { db } = service.ctx;
    const [batch] = await db('sacco_entry_batches').select('id', 'common');
    const where = { id: batch.id };
    await db('sacco_entry_batches')
      .where(where)
      .update({ common: { ...batch.common, kind: null } });
    expect(await resumeOnce(service)).toBe(false);
    expect(await db('sacco_entries').where({ member_id, kind: 'deposit' })).toMatchObject([
      { status: 'posted', amount_minor: 700n },
    ]);
    const { due_at } = await db('sacco_entry_batches').where(where).first();
    expect(due_at.getTime()).toBeGreaterThan(Date.now());
    await db('sacco_entry_batches').where(where).update({ common: batch.common });
    await finishEntries(service);
  });

  test('charges of days that somebody wants to close', async () => {
    await openLoan(sacco, application());
    const { clock } = await moveDays(service, sacco, 40);
    loseOne(when);
    await expect(chargeLoans(service.ctx)).rejects.toThrow('ledger');
    const end_date = localDateAt(clock.now());
    await moveDays(service, sacco, 1);
    const close = () =>
      sacco.admin.post('/api/v1/accounting/periods', {
        end_date,
        memo: 'the month is over',
        idempotency_key: crypto.randomUUID(),
      });
    expectError(await close(), 409, 'CONFLICT', 'entries_under_way');
    await finishEntries(service);
    expect((await close()).status).toBe(202);
  });

  test('charges of a loan of which the reversal of a repayment fails meanwhile', async () => {
    const id = await openLoan(sacco, application());
    const { clock } = await moveDays(service, sacco, 40);
    const repayment = must(await repay(sacco, id, 100)).body;
    const key = () => ({ memo: 'typed twice', idempotency_key: crypto.randomUUID() });
    const reverse = `/api/v1/sacco/entries/${repayment.id}/reverse`;
    const { approval_id } = must(await sacco.maker.post(reverse, key())).body;
    await moveDays(service, sacco, 1);
    const period = { ...key(), end_date: localDateAt(clock.now()) };
    const closing = must(await sacco.admin.post('/api/v1/accounting/periods', period)).body;
    must(await decide(sacco, closing.approval_id));
    await moveDays(service, sacco, 30);
    loseOne(when);
    await expect(chargeLoans(service.ctx)).rejects.toThrow('ledger');
    const decided = must(await decide(sacco, approval_id)).body;
    expect(decided.entry).toMatchObject({ status: 'failed', error: 'period_closed' });
    await chargeLoans(service.ctx);
    await finishEntries(service);
    await expectTwoInstallmentsCharged(id);
  });

  test('a provision, which the ageing shows once the books say so', async () => {
    await openLoan(sacco, application());
    const ageing = async (): Promise<number[]> => {
      const { body } = must(await sacco.maker.get('/api/v1/sacco/reports/ageing'));
      return [body.provision_minor, body.allowance_minor];
    };
    const body = { memo: 'of the month', idempotency_key: crypto.randomUUID() };
    const { approval_id } = must(await sacco.maker.post('/api/v1/sacco/provisions', body)).body;
    loseOne(when);
    expect((await decide(sacco, approval_id)).status).toBe(503);
    // Loans and allowance are those of one moment, in which the entry is not posted.
    expect(await ageing()).toEqual([600, 0]);
    await finishEntries(service);
    expect(await ageing()).toEqual([600, 600]);
  });

  test.each(['cash', 'savings'] as const)('a repayment from %s', async (from) => {
    const id = await openLoan(sacco, application());
    await moveDays(service, sacco, 40);
    await chargeLoans(service.ctx);
    const body = moving(25_000, { from });
    const path = `/api/v1/sacco/loans/${id}/repayments`;
    const before = await getLoan(sacco, id);
    loseOne(when);
    expect((await sacco.maker.post(path, body)).status).toBe(503);
    expect((await repay(sacco, id, 100)).body.error.reason).toBe('busy');
    expect(await verifyAll(service.ctx)).toEqual([]);
    await finishEntries(service);
    expect(must(await sacco.maker.post(path, body)).body).toMatchObject({ status: 'posted', replayed: true });
    expect((await getLoan(sacco, id)).payoff_minor).toBe(before.payoff_minor - 25_100);
    expect(await loanEntries(id, 'loan_repayment')).toMatchObject([
      { status: 'posted', amount_minor: 25_000n },
      { status: 'posted', amount_minor: 100n },
    ]);
  });

  test('the charges that a repayment asks for first', async () => {
    const id = await openLoan(sacco, application());
    await moveDays(service, sacco, 40);
    const body = moving(25_000, { from: 'cash' });
    const path = `/api/v1/sacco/loans/${id}/repayments`;
    loseOne(when);
    expect((await sacco.maker.post(path, body)).status).toBe(503);
    await finishEntries(service);
    expect(must(await sacco.maker.post(path, body)).body).toMatchObject({
      status: 'posted',
      replayed: false,
    });
    expect(await loanEntries(id, 'loan_charge')).toMatchObject([{ status: 'posted' }, { status: 'posted' }]);
  });

  test('the last repayment, which releases the guarantees', async () => {
    const id = await openLoan(sacco, application());
    loseOne(when);
    expect((await repay(sacco, id, 60_000)).status).toBe(503);
    await finishEntries(service);
    expect(await getLoan(sacco, id)).toMatchObject({
      status: 'closed',
      guarantors: [{ status: 'released' }],
    });
    expect(must(await sacco.maker.get(`/api/v1/sacco/members/${guarantor}`)).body).toMatchObject({
      savings_available_minor: 40_000,
    });
  });

  test('a write-off', async () => {
    const id = await openLoan(sacco, application());
    must(await repay(sacco, id, 20_000));
    const approval_id = await askWriteOff(sacco, id);
    loseOne(when);
    expect((await decide(sacco, approval_id)).status).toBe(503);
    expect((await repay(sacco, id, 100)).body.error.reason).toBe('busy');
    expect(await verifyAll(service.ctx)).toEqual([]);
    await finishEntries(service);
    expect(await getLoan(sacco, id)).toMatchObject({
      status: 'written_off',
      guarantors: [{ status: 'called', called_minor: 30_000 }],
    });
    expect(await held(sacco.maker, guarantor)).toMatchObject({ savings: 10_000 });
    expect(await loanEntries(id, 'loan_write_off')).toMatchObject([
      { status: 'posted', amount_minor: 40_000n },
    ]);
    // The repayment that waited came too late.
    expect(await loanEntries(id, 'loan_repayment')).toMatchObject([
      { status: 'posted' },
      { status: 'failed', error: 'loan_not_open' },
    ]);
  });

  test('the payout of a dividend', async () => {
    const members = await earnFees(sacco, [10_000, 30_000]);
    const dividend_id = await approvedDividend(sacco);
    loseOne(when);
    await expect(HANDLERS['pay-dividend'](service.ctx, { dividend_id })).rejects.toThrow('ledger');
    expect(await verifyAll(service.ctx)).toEqual([]);
    // The job may come back before the lines are booked, and then ends nothing.
    await HANDLERS['pay-dividend'](service.ctx, { dividend_id });
    const path = `/api/v1/sacco/dividends/${dividend_id}`;
    expect(must(await sacco.maker.get(path)).body.status).toBe('declared');
    const leaving = { idempotency_key: crypto.randomUUID(), memo: 'moves away' };
    const exit = await sacco.maker.post(`/api/v1/sacco/members/${members[0]}/exit`, leaving);
    expect(exit.body.error.reason).toBe('busy');
    await finishEntries(service);
    await service.ctx
      .db('sacco_dividends')
      .where({ id: dividend_id })
      .update({ due_at: new Date(0) });
    expect(await HANDLERS['sweep-dividends'](service.ctx, {})).not.toBe(0);
    await HANDLERS['pay-dividend'](service.ctx, { dividend_id });
    expect(must(await sacco.maker.get(path)).body).toMatchObject({ status: 'paid', total_minor: 4_000 });
    const savings = await Promise.all(members.map(async (id) => (await held(sacco.maker, id))['savings']));
    expect(savings).toEqual([1_000, 3_000]);
  });
});
