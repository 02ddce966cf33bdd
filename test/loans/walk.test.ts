import { afterAll, beforeAll, expect, test } from 'vitest';
import { scopeOf, type Scope } from '../../core/scope.ts';
import {
  applyForLoan,
  chargeLoans,
  defineLoanProduct,
  readLoan,
  repayLoan,
  requestWriteOff,
} from '../../domain/loans/index.ts';
import { approve } from '../../domain/sacco/index.ts';
import {
  createSacco,
  held,
  moving,
  must,
  newMember,
  startService,
  verifyAll,
  type Sacco,
  type TestService,
} from '../harness/index.ts';

let service: TestService;
let sacco: Sacco;
beforeAll(async () => {
  service = await startService();
  sacco = await createSacco(service);
});
afterAll(() => service.stop());

async function scopeNow(): Promise<Scope> {
  const project = await service.ctx.db('projects').where({ id: sacco.project.id }).first();
  return scopeOf(project.id, 'test', project.test_clock_offset_ms);
}

test('walk', async () => {
  const { ctx } = service;
  const actor = { type: 'user', id: sacco.people.maker.id } as const;
  let scope = await scopeNow();
  const product = await defineLoanProduct(ctx.db, scope, actor, {
    name: 'Normal',
    rate_bps: 1800,
    method: 'declining',
    frequency: 'monthly',
    min_amount_minor: 1000n,
    max_amount_minor: 10_000_000n,
    min_term: 1,
    max_term: 36,
    savings_multiple_bps: null,
    min_guarantors: 1,
    guarantee_coverage_bps: 5000,
    fee_bps: 100,
    penalty_bps: 500,
    grace_days: 5,
  });
  const [borrower, guarantor] = [await newMember(sacco), await newMember(sacco)];
  must(await sacco.maker.post(`/api/v1/sacco/members/${guarantor}/deposits`, moving(400_000)));
  const { loan } = await applyForLoan(ctx, scope, actor, {
    member_id: borrower,
    product_id: product.id,
    amount_minor: 600_000n,
    term: 6,
    purpose: 'a cow',
    idempotency_key: 'k1',
    guarantors: [{ member_id: guarantor, amount_minor: 300_000n }],
  });
  expect(loan.loan.status).toBe('applied');
  const decided = await approve(ctx, scope, sacco.people.checker.id, loan.loan.approval_id as string, null);
  expect(decided.entry).toMatchObject({ status: 'posted' });
  let view = await readLoan(ctx.db, scope, loan.loan.id);
  expect(view.loan).toMatchObject({ status: 'open', outstanding_minor: 600_000n });
  expect(view.installments).toHaveLength(6);
  expect(await held(sacco.project.key, borrower)).toMatchObject({ savings: 594_000 });
  const now = new Date(scope.clock.now().getTime() + 70 * 86_400_000).toISOString();
  must(await sacco.project.owner.client.post(`/api/projects/${sacco.project.id}/test-clock`, { now }));
  scope = await scopeNow();
  await chargeLoans(ctx);
  view = await readLoan(ctx.db, scope, loan.loan.id);
  console.log(view.loan, view.installments.slice(0, 3));
  const paid = await repayLoan(ctx, scope, actor, loan.loan.id, {
    amount_minor: 200_000n,
    from: 'savings',
    idempotency_key: 'r1',
  });
  expect(paid.entry).toMatchObject({ status: 'posted' });
  expect(await verifyAll(ctx)).toEqual([]);
  const wo = await requestWriteOff(ctx, scope, actor, loan.loan.id, { idempotency_key: 'w1', memo: 'gone' });
  const done = await approve(ctx, scope, sacco.people.checker.id, wo.entry.approval_id as string, null);
  expect(done.entry).toMatchObject({ status: 'posted' });
  view = await readLoan(ctx.db, scope, loan.loan.id);
  expect(view.loan.status).toBe('written_off');
  expect(await verifyAll(ctx)).toEqual([]);
});
