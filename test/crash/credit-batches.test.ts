/**
 * A worker that credits a batch of payments, or of receipts, and dies at each of its statements in turn. Whoever goes on credits each once.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paymentCredits } from '../../domain/movements/index.ts';
import { paybills, postings } from '../../domain/payments/index.ts';
import type { Context } from '../../domain/platform/context.ts';
import * as receipts from '../../domain/receipts/index.ts';
import {
  BOOKINGS,
  createSacco,
  defineProduct,
  getLoan,
  held,
  must,
  newMember,
  newSaver,
  openLoan,
  paymentBody,
  sendPaybill,
  startService,
  verifyAll,
  type Sacco,
  type TestService,
} from '../harness/index.ts';
import { dieAtEach } from './die-at-each.ts';
import { MortalProcess } from './mortal-process.ts';

let service: TestService;
let mortal: MortalProcess;
let sacco: Sacco;

// Nobody works on the queues.
beforeAll(async () => {
  service = await startService();
  mortal = await MortalProcess.open(service);
  sacco = await createSacco(service);
});
afterAll(async () => {
  await mortal.close();
  expect(await verifyAll(service.ctx)).toEqual([]);
  await service.stop();
});

const sweep = async (ctx: Context): Promise<void> => {
  await paymentCredits.sweep(ctx);
  await receipts.sweep(ctx);
};

test.each(BOOKINGS)('payments for members, %s: each is credited once', { timeout: 240_000 }, async (how) => {
  const member = await newMember(sacco);
  const borrower = await newSaver(sacco, 1_000_000);
  const product_id = await defineProduct(sacco, { rate_bps: 1_200, method: 'flat' });
  const loan = await openLoan(sacco, { product_id, member_id: borrower, amount_minor: 900_000, term: 3 });
  const pay = (metadata: object) =>
    sacco.project.key.post('/api/v1/payments', paymentBody({ amount: 1, metadata }));
  const passes = await dieAtEach({ service, mortal }, how, {
    prepare: async () => {
      must(await pay({ sacco_member_id: member }));
      must(await pay({ sacco_member_id: member, sacco_purpose: 'shares' }));
      must(
        await pay({
          sacco_member_id: borrower,
          sacco_purpose: 'loan_repayment',
          sacco_loan_id: loan,
        }),
      );
      await postings.postPending(service.ctx);
    },
    act: (ctx) => paymentCredits.applyDue(ctx),
    sweep,
    check: async (pass) => {
      const paid = (pass + 1) * 100;
      expect([pass, await held(sacco.project.key, member)]).toEqual([pass, { savings: paid, shares: paid }]);
      expect(await getLoan(sacco, loan)).toMatchObject({ outstanding_minor: 900_000 - paid });
    },
  });
  expect(passes).toBeGreaterThan(10);
});

test.each(BOOKINGS)(
  'receipts in several parts, known and unknown, %s: each goes where it belongs once',
  { timeout: 240_000 },
  async (how) => {
    const { key } = sacco.project;
    must(
      await sacco.admin.put('/api/v1/sacco/settings', {
        min_share_capital_minor: 150,
        paybill_waterfall: ['shares', 'savings'],
      }),
    );
    let member = '';
    let unallocated = await sumUnallocated();
    const passes = await dieAtEach({ service, mortal }, how, {
      prepare: async () => {
        member = await newMember(sacco);
        const { member_no } = must(await sacco.maker.get(`/api/v1/sacco/members/${member}`)).body;
        for (const account_number of [member_no, 'NOBODY', member_no]) {
          const { body } = must(await sendPaybill(key, account_number, '1.00'));
          await paybills.confirm(service.ctx, body.id);
        }
        await postings.postPending(service.ctx);
      },
      act: (ctx) => receipts.allocateDue(ctx),
      sweep,
      check: async (pass) => {
        unallocated += 100n;
        expect([pass, await held(key, member)]).toEqual([pass, { savings: 50, shares: 150 }]);
        expect([pass, await sumUnallocated()]).toEqual([pass, unallocated]);
      },
    });
    expect(passes).toBeGreaterThan(10);
  },
);

async function sumUnallocated(): Promise<bigint> {
  const [row] = await service.ctx.db('sacco_receipts').sum('unallocated_minor as sum');
  return BigInt(row?.['sum'] ?? 0);
}
