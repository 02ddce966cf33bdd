/**
 * Unallocated money on its way back to who sent it, whose process dies at each of its statements in turn: while it is asked for,
 * approved and paid out. It is sent once and gone, or unallocated as before.
 */
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { AppError } from '../../core/errors.ts';
import type { Scope } from '../../core/scope.ts';
import { approvals } from '../../domain/movements/index.ts';
import { payouts } from '../../domain/payments/index.ts';
import { sandbox } from '../../domain/payments/providers/sandbox.ts';
import type { Context } from '../../domain/platform/context.ts';
import type { Caller } from '../../domain/platform/unit.ts';
import * as receipts from '../../domain/receipts/index.ts';
import {
  allowPayouts,
  BOOKINGS,
  bookAs,
  createSacco,
  must,
  scopeNow,
  startService,
  unallocatedReceipt,
  verifyAll,
  type Sacco,
  type TestService,
} from '../harness/index.ts';
import { MortalProcess } from './mortal-process.ts';

const MOST_STATEMENTS = 200;
/** Passes in which nobody died: all statements have been tried. Some kill nobody, as a job that cannot be enqueued is found by a sweep. */
const ENOUGH = 8;
const STEPS = ['request', 'approval', 'payout'] as const;
const ENDS = [
  ['paid', '+254712345789', 'refunded'],
  ['refused', '+254712345039', 'unallocated'],
] as const;

let service: TestService;
let mortal: MortalProcess;
let sacco: Sacco;
let scope: Scope;

beforeAll(async () => {
  service = await startService();
  mortal = await MortalProcess.open(service);
  sacco = await createSacco(service);
  await allowPayouts(sacco.project, 'sandbox');
  scope = await scopeNow(service, sacco);
});
afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  await mortal.close();
  expect(await verifyAll(service.ctx)).toEqual([]);
  await service.stop();
});

const by = (ctx: Context, who: 'maker' | 'checker'): Caller => ({
  ctx,
  scope,
  actor: { type: 'user', id: sacco.people[who].id },
});

async function unallocatedBalance(): Promise<number> {
  const path = '/api/v1/ledger/accounts?kind=unallocated&currency=KES';
  const { accounts } = must(await sacco.project.key.get(path)).body;
  return accounts[0]?.balance_minor ?? 0;
}

/** The next step of the payout, by whichever process. */
async function process(ctx: Context, receipt: string): Promise<void> {
  const { payout_id } = await receipts.get(service.ctx.db, scope, receipt);
  await service.ctx
    .db('payouts')
    .where({ id: payout_id })
    .whereNotNull('next_attempt_at')
    .update({ next_attempt_at: new Date(0) });
  await payouts.process(ctx, payout_id as string);
}

test.each(
  STEPS.flatMap((step) =>
    ENDS.flatMap(([end, phone, status]) => BOOKINGS.map((how) => [step, end, how, phone, status] as const)),
  ),
)('whose %s dies at each statement, and which is %s, %s', { timeout: 240_000 }, async (...of) => {
  const [fatal, , how, phone, expected] = of;
  const restore = bookAs(how, mortal.ctx.ledger);
  const send = vi.spyOn(sandbox.payouts, 'send');
  let deaths = 0;
  let survived = 0;
  try {
    for (let pass = 0; pass < MOST_STATEMENTS; pass += 1) {
      send.mockClear();
      const before = await unallocatedBalance();
      const receipt = await unallocatedReceipt(service.ctx, sacco.project.key, '1.00', { phone });
      let died = false;
      /** By a process that dies, if it is that step; then, if that died, by one that lives. */
      const step = async (name: (typeof STEPS)[number], act: (ctx: Context) => Promise<unknown>) => {
        if (name !== fatal) return act(service.ctx);
        died = (await mortal.dieAt(pass, act)) === 'died';
        return died ? act(service.ctx) : undefined;
      };
      const request = { memo: 'not ours', idempotency_key: receipt };
      await step('request', (ctx) => receipts.requestRefund(by(ctx, 'maker'), receipt, request));
      const { approval_id } = await receipts.get(service.ctx.db, scope, receipt);
      await step('approval', (ctx) =>
        approvals.approve(by(ctx, 'checker'), approval_id as string, null).catch((error: unknown) => {
          if (!(error instanceof AppError && error.reason === 'already_decided')) throw error;
        }),
      );
      await step('payout', (ctx) => process(ctx, receipt));
      // An answer that the dead process had got is asked for again.
      await process(service.ctx, receipt);
      const { status } = await receipts.get(service.ctx.db, scope, receipt);
      expect([pass, status, send.mock.calls.length]).toEqual([pass, expected, 1]);
      expect(await unallocatedBalance()).toBe(before + (expected === 'refunded' ? 0 : 100));
      survived = died ? 0 : survived + 1;
      if (survived > ENOUGH) break;
      if (died) deaths += 1;
    }
  } finally {
    restore();
  }
  expect(deaths).toBeGreaterThan(5);
  expect(deaths).toBeLessThan(MOST_STATEMENTS);
});
