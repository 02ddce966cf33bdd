/** What happens to one loan, or to the savings that guarantee it, at the same moment: one comes first, and the other sees it. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { chargeLoans } from '../../domain/loans/index.ts';
import { bookEntry, entries } from '../../domain/movements/index.ts';
import {
  appliedLoan,
  applyFor,
  askWriteOff,
  createSacco,
  decide,
  finishEntries,
  getLoan,
  held,
  loseNextBooking,
  makeEntriesDue,
  moveDays,
  moving,
  must,
  newMember,
  newProduct,
  newSaver,
  openLoan,
  repay,
  scopeNow,
  startService,
  verifyAll,
  type Reply,
  type Sacco,
  type TestService,
} from '../harness/index.ts';

const ROUNDS = 3;

let service: TestService;
let sacco: Sacco;
let guaranteed: string;
let plain: string;

beforeAll(async () => {
  service = await startService();
  sacco = await createSacco(service);
  guaranteed = await newProduct(sacco, { min_guarantors: 1, guarantee_coverage_bps: 5_000 });
  plain = await newProduct(sacco, { fee_bps: 0 });
  const url = 'http://127.0.0.1:9/';
  must(await sacco.project.key.post('/api/v1/webhook-endpoints', { url, events: ['loan.closed'] }));
});
afterAll(async () => {
  expect(await verifyAll(service.ctx)).toEqual([]);
  await service.stop();
});

const codes = (replies: Reply[]): number[] => replies.map(({ status }) => status).toSorted((a, b) => a - b);
/** Refused, each for the same reason. */
const reasons = (replies: Reply[]): string[] =>
  replies.filter(({ status }) => status >= 300).map(({ body }) => body.error.reason);
const withdraw = (id: string, amount: number): Promise<Reply> =>
  sacco.maker.post(`/api/v1/sacco/members/${id}/withdrawals`, moving(amount));
const leave = (id: string): Promise<Reply> =>
  sacco.maker.post(`/api/v1/sacco/members/${id}/exit`, {
    idempotency_key: crypto.randomUUID(),
    memo: 'moves away',
  });

/** An application that one guarantor covers with this pledge. */
async function application(guarantor: string, pledge: number) {
  return {
    product_id: guaranteed,
    member_id: await newMember(sacco),
    amount_minor: 2 * pledge,
    guarantors: [{ member_id: guarantor, amount_minor: pledge }],
  };
}

async function guaranteesOf(loan_id: string): Promise<string[]> {
  return (await getLoan(sacco, loan_id)).guarantors.map((each: { status: string }) => each.status);
}

/** What moved this loan, in minor units. */
async function posted(loan_id: string, kind: string): Promise<bigint> {
  const [row] = await service.ctx
    .db('sacco_entries')
    .where({ loan_id, kind, status: 'posted' })
    .sum({ total: 'amount_minor' });
  return BigInt(row?.total ?? 0);
}

describe('savings', () => {
  test('are pledged by one of two applications', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const guarantor = await newSaver(sacco, 30_000);
      const both = [await application(guarantor, 30_000), await application(guarantor, 20_000)];
      const replies = await Promise.all(both.map((each) => applyFor(sacco, each)));
      expect(codes(replies)).toEqual([202, 422]);
      expect(reasons(replies)).toEqual(['guarantee_unavailable']);
    }
  });

  test('of which some were withdrawn are held for one of two approvals', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const guarantor = await newSaver(sacco, 60_000);
      const loans = [
        await appliedLoan(sacco, await application(guarantor, 30_000)),
        await appliedLoan(sacco, await application(guarantor, 30_000)),
      ];
      must(await withdraw(guarantor, 20_000));
      const decided = await Promise.all(loans.map(({ approval_id }) => decide(sacco, approval_id)));
      const entries = decided.map((reply) => must(reply).body.entry);
      expect(entries.map(({ status, error }) => `${status} ${error}`).toSorted()).toEqual([
        'failed guarantee_unavailable',
        'posted null',
      ]);
      for (const [i, { id }] of loans.entries()) {
        const open = entries[i].status === 'posted';
        expect(await getLoan(sacco, id)).toMatchObject({ status: open ? 'open' : 'failed' });
        expect(await guaranteesOf(id)).toEqual([open ? 'held' : 'released']);
      }
      expect((await withdraw(guarantor, 10_001)).body.error).toBe('insufficient_savings');
    }
  });

  test('are withdrawn, or held for the loan that they guarantee', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const guarantor = await newSaver(sacco, 30_000);
      const { id, approval_id } = await appliedLoan(sacco, await application(guarantor, 20_000));
      const [withdrawn, decided] = await Promise.all([
        withdraw(guarantor, 20_000),
        decide(sacco, approval_id),
      ]);
      const [out, entry] = [must(withdrawn).body, must(decided).body.entry];
      expect([
        ['posted null', 'failed guarantee_unavailable'],
        ['failed insufficient_savings', 'posted null'],
      ]).toContainEqual([`${out.status} ${out.error}`, `${entry.status} ${entry.error}`]);
      expect(await getLoan(sacco, id)).toMatchObject({
        status: entry.status === 'posted' ? 'open' : 'failed',
      });
      const savings = out.status === 'posted' ? 10_000 : 30_000;
      expect(await held(sacco.maker, guarantor)).toMatchObject({ savings });
    }
  });
});

describe('a guarantor', () => {
  test('who is leaving guarantees nothing, and one who guarantees does not leave', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const guarantor = await newSaver(sacco, 30_000);
      const [gone, applied] = await Promise.all([
        leave(guarantor),
        applyFor(sacco, await application(guarantor, 30_000)),
      ]);
      expect([
        [202, 'guarantor_invalid'],
        [409, undefined],
      ]).toContainEqual([gone.status, applied.body.error?.reason]);
    }
  });

  test('does not leave while the loan is being approved', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const guarantor = await newSaver(sacco, 30_000);
      const { id, approval_id } = await appliedLoan(sacco, await application(guarantor, 30_000));
      const [gone, decided] = await Promise.all([leave(guarantor), decide(sacco, approval_id)]);
      expect(reasons([gone])).toEqual(['not_closable']);
      expect(must(decided).body.entry.status).toBe('posted');
      expect(await guaranteesOf(id)).toEqual(['held']);
    }
  });

  test('leaves once the loan is repaid, and not before', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const guarantor = await newSaver(sacco, 30_000);
      const id = await openLoan(sacco, await application(guarantor, 30_000));
      const [paid, gone] = await Promise.all([repay(sacco, id, 60_000), leave(guarantor)]);
      expect(must(paid).body.status).toBe('posted');
      expect(await guaranteesOf(id)).toEqual(['released']);
      if (gone.status === 409) expect(reasons([gone])).toEqual(['not_closable']);
      const { body } = gone.status === 409 ? must(await leave(guarantor)) : gone;
      expect(must(await decide(sacco, body.approval_id)).body.entry).toMatchObject({
        status: 'posted',
        amount_minor: 30_000,
      });
    }
  });
});

test('an application is approved, rejected or cancelled', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const guarantor = await newSaver(sacco, 30_000);
    const { id, approval_id } = await appliedLoan(sacco, await application(guarantor, 30_000));
    const replies = await Promise.all([
      decide(sacco, approval_id),
      decide(sacco, approval_id, 'reject', { note: 'no' }),
      sacco.maker.post(`/api/v1/approvals/${approval_id}/cancel`),
    ]);
    expect(reasons(replies)).toEqual(['already_decided', 'already_decided']);
    const first = replies.findIndex(({ status }) => status < 300);
    expect(await getLoan(sacco, id)).toMatchObject({ status: ['open', 'rejected', 'cancelled'][first] });
    expect(await guaranteesOf(id)).toEqual([first === 0 ? 'held' : 'released']);
  }
});

describe('a loan', () => {
  test('is repaid by many at once up to its payoff, and closed once', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const id = await openLoan(sacco, {
        product_id: plain,
        member_id: await newSaver(sacco, 50_000),
        amount_minor: 60_000,
      });
      const bodies = Array.from({ length: 8 }, (_each, i) =>
        moving(10_000, { from: i % 2 ? 'cash' : 'savings' }),
      );
      const send = (body: object): Promise<Reply> =>
        sacco.maker.post(`/api/v1/sacco/loans/${id}/repayments`, body);
      const first = await Promise.all(bodies.map(send));
      for (const reply of first) expect([201, 503]).toContain(reply.status);
      expect(reasons(first).filter((reason) => reason !== 'busy')).toEqual([]);
      expect(reasons(first).length).toBeGreaterThan(0);
      await finishEntries(service);
      const ended = (await Promise.all(bodies.map(send))).map((reply) => must(reply).body);
      expect(ended.filter(({ status }) => status === 'posted')).toHaveLength(6);
      const failed = ended.filter(({ status }) => status === 'failed').map(({ error }) => error);
      expect(failed).toHaveLength(2);
      for (const error of failed) expect(['loan_not_open', 'above_payoff']).toContain(error);
      expect(await getLoan(sacco, id)).toMatchObject({ status: 'closed', payoff_minor: 0 });
      expect(await posted(id, 'loan_repayment')).toBe(60_000n);
      const { rows } = await service.ctx.db.raw(
        `select count(*)::int as n from webhook_events where type = 'loan.closed' and payload::jsonb -> 'data' ->> 'id' = ?`,
        [id],
      );
      expect(rows[0].n).toBe(1);
    }
  });

  test('takes each repayment once, however often it is repeated while the job takes it up', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const id = await openLoan(sacco, {
        product_id: plain,
        member_id: await newMember(sacco),
        amount_minor: 60_000,
      });
      const bodies = Array.from({ length: 4 }, () => moving(7_000, { from: 'cash' }));
      for (let turn = 0; turn < 4; turn++) {
        await makeEntriesDue(service);
        await Promise.all([
          ...[...bodies, ...bodies].map((body) =>
            sacco.maker.post(`/api/v1/sacco/loans/${id}/repayments`, body),
          ),
          entries.resumePending(service.ctx),
          entries.resumePending(service.ctx),
        ]);
      }
      await finishEntries(service);
      expect(await posted(id, 'loan_repayment')).toBe(28_000n);
      expect(await getLoan(sacco, id)).toMatchObject({ status: 'open', outstanding_minor: 32_000 });
      // Nothing holds it.
      expect(must(await repay(sacco, id, 32_000)).body.status).toBe('posted');
    }
  });

  test('is not held by a repayment that another process has booked meanwhile', async () => {
    const member_id = await newMember(sacco);
    const id = await openLoan(sacco, { product_id: plain, member_id, amount_minor: 60_000 });
    loseNextBooking(service.ctx.ledger, 'before');
    expect((await repay(sacco, id, 1_000)).status).toBe(503);
    expect(reasons([await repay(sacco, id, 2_000)])).toEqual(['busy']);
    // As a process has read it that goes on only when the other is done.
    const row = await service.ctx.db('sacco_entries').where({ loan_id: id, amount_minor: 2_000 }).first();
    await finishEntries(service);
    const booked = await bookEntry({ ctx: service.ctx, scope: await scopeNow(service, sacco) }, row);
    expect(booked).toMatchObject({ id: row.id, status: 'posted' });
    expect(must(await repay(sacco, id, 57_000)).body.status).toBe('posted');
    expect(await verifyAll(service.ctx)).toEqual([]);
  });

  test('books what it was too busy for right after the movement that kept it busy', async () => {
    const member_id = await newMember(sacco);
    const id = await openLoan(sacco, { product_id: plain, member_id, amount_minor: 60_000 });
    loseNextBooking(service.ctx.ledger, 'before');
    const first = moving(1_000, { from: 'cash' });
    const path = `/api/v1/sacco/loans/${id}/repayments`;
    expect((await sacco.maker.post(path, first)).status).toBe(503);
    expect(reasons([await repay(sacco, id, 2_000)])).toEqual(['busy']);
    must(await sacco.maker.post(path, first));
    // The job that the first one leaves behind finds the second one due, whenever it was stored.
    await entries.resumePending(service.ctx);
    expect(await posted(id, 'loan_repayment')).toBe(3_000n);
  });

  test('wakes the job of entries once it is charged where a repayment waits for that, and only there', async () => {
    const { ctx } = service;
    // The only loan of its SACCO, so that no other batch of charges is under way beside its own.
    const alone = await createSacco(service);
    const id = await openLoan(alone, {
      product_id: await newProduct(alone, { fee_bps: 0 }),
      member_id: await newMember(alone),
      amount_minor: 30_000,
    });
    const enqueued = vi.spyOn(ctx.jobs, 'enqueue');
    const wakes = () => enqueued.mock.calls.filter(([name]) => name === 'resume-sacco-entries').length;
    await moveDays(service, alone, 31);
    await chargeLoans(ctx);
    expect(wakes()).toBe(0);

    await moveDays(service, alone, 31);
    const alive = { ...ctx.ledger };
    const booking = vi.spyOn(ctx.ledger, 'post').mockImplementationOnce(async (...posted) => {
      expect(reasons([await repay(alone, id, 100)])).toEqual(['busy']);
      return alive.post(...posted);
    });
    await chargeLoans(ctx);
    booking.mockRestore();
    expect(wakes()).toBeGreaterThan(0);
    enqueued.mockRestore();
    await entries.resumePending(ctx);
    expect(await posted(id, 'loan_repayment')).toBe(100n);
    expect(await verifyAll(ctx)).toEqual([]);
  });

  test('that is repaid, charged and written off at once accounts for every coin', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const guarantor = await newSaver(sacco, 30_000);
      const id = await openLoan(sacco, await application(guarantor, 30_000));
      const approval_id = await askWriteOff(sacco, id);
      await moveDays(service, sacco, 40);
      const [decided, ...repaid] = await Promise.all([
        decide(sacco, approval_id),
        repay(sacco, id, 5_000),
        repay(sacco, id, 7_000),
        chargeLoans(service.ctx).then(() => repay(sacco, id, 3_000)),
        chargeLoans(service.ctx),
      ]);
      expect([200, 503]).toContain(decided.status);
      for (const reply of repaid)
        if (typeof reply === 'object') expect([201, 409, 422, 503]).toContain(reply.status);
      await finishEntries(service);
      if (decided.status === 503) {
        await chargeLoans(service.ctx);
        expect(must(await decide(sacco, approval_id)).body.entry.status).toBe('posted');
      }
      await finishEntries(service);
      expect(await getLoan(sacco, id)).toMatchObject({ status: 'written_off', payoff_minor: 0 });
      const owed = 60_000n + (await posted(id, 'loan_charge'));
      expect(owed).toBeGreaterThan(60_000n);
      expect((await posted(id, 'loan_repayment')) + (await posted(id, 'loan_write_off'))).toBe(owed);
      expect(await guaranteesOf(id)).toEqual(['called']);
    }
  });
});
