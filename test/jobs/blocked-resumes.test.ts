/**
 * Rows that can never be finished keep no other row from its turn: for every sweep that finishes what a dead process left
 * behind.
 */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { newId, newUuid, parseId } from '../../core/ids.ts';
import { holds, transfers } from '../../domain/ledger/index.ts';
import type { Context } from '../../domain/platform/context.ts';
import { entries } from '../../domain/movements/index.ts';
import { resumePendingMovements } from '../../domain/wallets/index.ts';
import {
  BEHIND,
  copyRow,
  createSacco,
  customerWithWallet,
  expectTurn,
  FIRST,
  FULL_BATCH,
  fund,
  loseNextBooking,
  moving,
  must,
  newMember,
  startService,
  type Reply,
  type Sacco,
  type Swept,
  type TestService,
} from '../harness/index.ts';

/** The amount of rows that cannot be finished, by which the ledger knows them. */
const UNFINISHABLE = 13;

let service: TestService;
let ctx: Context;
let sacco: Sacco;

// Nobody works on the queues: only the sweeps here run.
beforeAll(async () => {
  service = await startService();
  ctx = service.ctx;
  sacco = await createSacco(service);
  await fund(service, sacco.project, 10_000);
});
afterAll(() => service.stop());

interface Resumed extends Swept {
  pending: string;
  /** What its row says then. */
  finished: { status: string } & Record<string, unknown>;
  newId: () => string;
  /** Leaves behind a row whose process died. @returns its id */
  abandon: () => Promise<string>;
}

/** A request that the ledger did not answer, as if its process had died there. @returns the new row's id */
async function lose(table: string, request: () => Promise<Reply>): Promise<string> {
  const before: string[] = await ctx.db(table).pluck('id');
  loseNextBooking(ctx.ledger, 'before');
  expect((await request()).status).toBe(503);
  vi.restoreAllMocks();
  const [id, ...more]: string[] = await ctx.db(table).whereNotIn('id', before).pluck('id');
  expect(more).toEqual([]);
  return id as string;
}

async function accounts(): Promise<{ debit_account_id: string; credit_account_id: string }> {
  const open = async (kind: string) =>
    must(await sacco.project.key.post('/api/v1/ledger/accounts', { kind, currency: 'KES' })).body.id;
  return {
    debit_account_id: await open('merchant_available'),
    credit_account_id: await open('adjustments'),
  };
}

async function requestOfLedger(path: string): Promise<Reply> {
  const body = { ...(await accounts()), amount_minor: 700, idempotency_key: newUuid() };
  return sacco.project.key.post(`/api/v1/ledger/${path}`, body);
}

const SWEEPS: [string, Resumed][] = [
  [
    'manual transfers',
    {
      table: 'ledger_manual_transfers',
      due_column: 'touched_at',
      pending: 'pending',
      finished: { status: 'posted' },
      newId: newUuid,
      abandon: () => lose('ledger_manual_transfers', () => requestOfLedger('transfers')),
      sweep: transfers.resumePending,
    },
  ],
  [
    'holds',
    {
      table: 'ledger_holds',
      due_column: 'touched_at',
      pending: 'requested',
      finished: { status: 'pending', touched_at: null },
      newId: newUuid,
      abandon: () => lose('ledger_holds', () => requestOfLedger('holds')),
      sweep: holds.resumePending,
    },
  ],
  [
    'wallet movements',
    {
      table: 'wallet_movements',
      due_column: 'touched_at',
      pending: 'pending',
      finished: { status: 'posted' },
      newId: newUuid,
      async abandon() {
        const customer = await customerWithWallet(sacco.project);
        return lose('wallet_movements', () =>
          sacco.project.key.post(`/api/v1/customers/${customer}/wallets/deposit`, {
            ...moving(700),
            currency: 'KES',
          }),
        );
      },
      sweep: resumePendingMovements,
    },
  ],
  [
    'SACCO entries',
    {
      table: 'sacco_entries',
      due_column: 'due_at',
      pending: 'pending',
      finished: { status: 'posted', due_at: null },
      newId: () => newId('entry'),
      async abandon() {
        const member = await newMember(sacco);
        return lose('sacco_entries', () =>
          sacco.maker.post(`/api/v1/sacco/members/${member}/deposits`, moving(700)),
        );
      },
      sweep: entries.resumePending,
    },
  ],
];

/** The ledger, with a defect that some transfers meet. */
function refuseUnfinishable(): void {
  const post = ctx.ledger.post.bind(ctx.ledger);
  vi.spyOn(ctx.ledger, 'post').mockImplementation((chains, now) =>
    chains.flat().some(({ amount }) => amount === BigInt(UNFINISHABLE))
      ? Promise.reject(new Error('a defect'))
      : post(chains, now),
  );
}

const rowOf = ({ table }: Swept, id: string) => ctx.db(table).where({ id }).first();

test.each(SWEEPS)('a full batch of %s holds up none behind it', async (_what, swept) => {
  const { table, due_column, pending, finished } = swept;
  const id = await swept.abandon();
  const blocking = Array.from({ length: FULL_BATCH }, () => ({
    id: swept.newId(),
    amount_minor: UNFINISHABLE,
    [due_column]: FIRST,
  }));
  await copyRow(ctx, table, 'id', id, blocking);
  await ctx
    .db(table)
    .where({ id })
    .update({ [due_column]: BEHIND });
  refuseUnfinishable();
  await expectTurn(ctx, swept, async () => (await rowOf(swept, id)).status === finished.status);
  // They are still there, for whoever mends the defect.
  expect(await ctx.db(table).where({ amount_minor: UNFINISHABLE, status: pending })).toHaveLength(FULL_BATCH);
  await ctx.db(table).where({ amount_minor: UNFINISHABLE }).delete();
});

test.each(SWEEPS)(
  'one of the %s goes behind those of its batch, which are finished',
  async (_what, swept) => {
    const { table, due_column, pending, finished } = swept;
    const ids = [await swept.abandon(), await swept.abandon(), await swept.abandon()];
    const [first, ...others] = ids as [string, ...string[]];
    await ctx
      .db(table)
      .whereIn('id', ids)
      .update({ [due_column]: FIRST });
    await ctx.db(table).where({ id: first }).update({ amount_minor: UNFINISHABLE });
    refuseUnfinishable();
    const started = new Date();
    expect(await swept.sweep(ctx)).toBe(2);
    const row = await rowOf(swept, first);
    expect(row.status).toBe(pending);
    expect(row[due_column].getTime()).toBeGreaterThanOrEqual(started.getTime());
    for (const id of others) expect(await rowOf(swept, id)).toMatchObject(finished);
    await ctx.db(table).where({ id: first }).delete();
  },
);

test.each(SWEEPS)('one of the %s from while the clock was ahead is finished', async (_what, swept) => {
  const { table, due_column, finished } = swept;
  const id = await swept.abandon();
  const ahead = new Date(Date.now() + 86_400_000);
  await ctx
    .db(table)
    .where({ id })
    .update({ [due_column]: ahead });
  expect(await swept.sweep(ctx)).toBe(1);
  expect(await rowOf(swept, id)).toMatchObject(finished);
});

test('a full batch of holds whose ending was never booked holds up none behind it', async () => {
  const { body } = must(await requestOfLedger('holds'));
  const id = parseId('hold', body.id) as string;
  must(await sacco.project.key.post(`/api/v1/ledger/holds/${body.id}/capture`));
  const swept: Swept = { table: 'ledger_holds', due_column: 'touched_at', sweep: holds.resumePending };
  const touched = { status: 'pending', captured_minor: 0 };
  await copyRow(
    ctx,
    'ledger_holds',
    'id',
    id,
    Array.from({ length: FULL_BATCH }, () => ({ ...touched, id: newUuid(), touched_at: FIRST })),
  );
  await ctx
    .db('ledger_holds')
    .where({ id })
    .update({ ...touched, touched_at: BEHIND });
  await expectTurn(ctx, swept, async () => (await rowOf(swept, id)).status === 'captured');
});
