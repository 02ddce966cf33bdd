/**
 * Money that comes by paybill, whose process dies at each of its statements in turn: while it is sent, confirmed, booked, allocated,
 * and while unallocated money is allocated by two people. Whoever goes on finds one payment, whose money is in one place.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AppError } from '../../core/errors.ts';
import type { Scope } from '../../core/scope.ts';
import { approvals, entries } from '../../domain/movements/index.ts';
import { paybills, postings } from '../../domain/payments/index.ts';
import type { Context } from '../../domain/platform/context.ts';
import * as receipts from '../../domain/receipts/index.ts';
import {
  BOOKINGS,
  bookAs,
  createSacco,
  held,
  makeEntriesDue,
  must,
  newMember,
  receiptOf,
  scopeNow,
  startService,
  transactionId,
  unallocatedReceipt,
  verifyAll,
  workPaybills,
  type Sacco,
  type TestService,
} from '../harness/index.ts';
import { MortalProcess } from './mortal-process.ts';

const MOST_STATEMENTS = 200;
/** Passes in which nobody died: all statements have been tried. */
const ENOUGH = 8;

let service: TestService;
let mortal: MortalProcess;
let sacco: Sacco;
let scope: Scope;
let member: string;
let member_no: string;

beforeAll(async () => {
  service = await startService();
  mortal = await MortalProcess.open(service);
  sacco = await createSacco(service, {
    min_share_capital_minor: 1_000_000_000,
    paybill_waterfall: ['shares', 'savings'],
  });
  scope = await scopeNow(service, sacco);
  member = await newMember(sacco);
  ({ member_no } = must(await sacco.maker.get(`/api/v1/sacco/members/${member}`)).body);
});
afterAll(async () => {
  await mortal.close();
  expect(await verifyAll(service.ctx)).toEqual([]);
  await service.stop();
});

/** What was under way is due again: a sweep takes it up. */
async function goOn(): Promise<void> {
  const { ctx } = service;
  await ctx
    .db('paybill_confirmations')
    .where({ status: 'pending' })
    .update({ next_attempt_at: new Date(0) });
  await ctx
    .db('postings')
    .where({ status: 'pending' })
    .update({ next_attempt_at: new Date(0) });
  await makeEntriesDue(service);
  await workPaybills(ctx);
  await entries.resumePending(ctx);
  // What a batch held has become entries.
  await makeEntriesDue(service);
  await entries.resumePending(ctx);
  await workPaybills(ctx);
}

async function send(ctx: Context, transaction_id: string): Promise<string> {
  const { confirmation } = await paybills.sendToSandbox(
    { ctx, scope },
    {
      transaction_id,
      amount_minor: 100n,
      currency: 'KES',
      account_number: member_no,
      phone: '+254712345678',
    },
  );
  return confirmation.id;
}

async function sharesOf(): Promise<number> {
  return (await held(sacco.project.key, member))['shares'] as number;
}

test.each(BOOKINGS)(
  'a payment by paybill, %s, dies at each statement and is credited once',
  { timeout: 240_000 },
  async (how) => {
    const restore = bookAs(how, mortal.ctx.ledger);
    const before = await sharesOf();
    let paid = 0;
    let survived = 0;
    try {
      for (let pass = 0; pass < MOST_STATEMENTS; pass += 1) {
        const transaction_id = transactionId();
        const died = await mortal.dieAt(pass, async (ctx) => {
          const id = await send(ctx, transaction_id);
          await paybills.confirm(ctx, id);
          await postings.postPending(ctx);
          const receipt = await ctx.db('sacco_receipts').where({ reference: transaction_id }).first();
          await receipts.allocateNext(ctx, receipt.payment_id);
        });
        // The provider tells it again, or the payer's confirmation was stored.
        await send(service.ctx, transaction_id);
        await goOn();
        await receiptOf(service.ctx, transaction_id, 'allocated');
        paid += 1;
        expect([pass, await sharesOf()]).toEqual([pass, before + paid * 100]);
        // A job that cannot be enqueued kills nobody: the sweep finds what it was about.
        survived = died === 'died' ? 0 : survived + 1;
        if (survived > ENOUGH) break;
      }
    } finally {
      restore();
    }
    expect(paid).toBeGreaterThan(20);
    expect(paid).toBeLessThan(MOST_STATEMENTS);
  },
);

test.each(BOOKINGS)(
  'an allocation by two people, %s, dies at each statement and is booked once',
  { timeout: 240_000 },
  async (how) => {
    const restore = bookAs(how, mortal.ctx.ledger);
    const before = await sharesOf();
    let booked = 0;
    try {
      for (let pass = 0; pass < MOST_STATEMENTS; pass += 1) {
        const receipt = await unallocatedReceipt(service.ctx, sacco.project.key, '1.00');
        const request = (ctx: Context) =>
          receipts.requestAllocation(
            { ctx, scope, actor: { type: 'user', id: sacco.people.maker.id } },
            receipt,
            {
              member_id: member,
              purpose: 'shares',
              memo: 'hers',
              idempotency_key: receipt,
            },
          );
        const approve = (ctx: Context, id: string) =>
          approvals.approve({ ctx, scope, actor: { type: 'user', id: sacco.people.checker.id } }, id, null);
        const asked = await mortal.dieAt(pass, request);
        const { entry } = await request(service.ctx);
        expect(entry.status).toBe('awaiting_approval');
        const decided = await mortal.dieAt(pass, (ctx) => approve(ctx, entry.approval_id as string));
        if (decided === 'died')
          await approve(service.ctx, entry.approval_id as string).catch((error: unknown) => {
            if (!(error instanceof AppError && error.reason === 'already_decided')) throw error;
          });
        await goOn();
        booked += 1;
        expect([pass, await sharesOf()]).toEqual([pass, before + booked * 100]);
        expect(await receipts.get(service.ctx.db, scope, receipt)).toMatchObject({ status: 'allocated' });
        if (asked !== 'died' && decided !== 'died') break;
      }
    } finally {
      restore();
    }
    expect(booked).toBeGreaterThan(5);
    expect(booked).toBeLessThan(MOST_STATEMENTS);
  },
);

test.each(BOOKINGS)(
  'money at the bank, %s, dies at each statement and is one receipt',
  { timeout: 240_000 },
  async (how) => {
    const restore = bookAs(how, mortal.ctx.ledger);
    const code = how === 'each step apart' ? '1101' : '1100';
    must(
      await sacco.admin.post('/api/v1/accounting/accounts', {
        code,
        name: 'Umoja Bank',
        kind: 'bank',
        currency: 'KES',
      }),
    );
    const actor = { type: 'user', id: sacco.people.maker.id } as const;
    let received = 0;
    try {
      for (let pass = 0; pass < MOST_STATEMENTS; pass += 1) {
        const body = {
          account: code,
          amount_minor: 100n,
          reference: `${code}-${pass}`,
          memo: 'A transfer',
          idempotency_key: crypto.randomUUID(),
        };
        const answer = await mortal.dieAt(pass, (ctx) => receipts.receiveAtBank({ ctx, scope, actor }, body));
        await goOn();
        const { entry } = await receipts.receiveAtBank({ ctx: service.ctx, scope, actor }, body);
        await goOn();
        received += 1;
        expect(await receipts.get(service.ctx.db, scope, entry.receipt_id as string)).toMatchObject({
          status: 'unallocated',
          unallocated_minor: 100n,
        });
        const of_reference = { reference: body.reference };
        expect(await service.ctx.db('sacco_receipts').where(of_reference)).toHaveLength(1);
        if (answer !== 'died') break;
      }
    } finally {
      restore();
    }
    expect(received).toBeGreaterThan(5);
    expect(received).toBeLessThan(MOST_STATEMENTS);
  },
);
