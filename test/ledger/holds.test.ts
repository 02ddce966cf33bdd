/** Holds as the API shows them when no sweep runs, and the sweeps themselves, on however many holds. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { systemNow } from '../../core/clock.ts';
import { encodeId, newUuid, parseId } from '../../core/ids.ts';
import { scopeOf, type Actor, type Scope } from '../../core/scope.ts';
import type { Context } from '../../domain/platform/context.ts';
import {
  accountId,
  type AccountBalances,
  type AccountKey,
  holds,
  type LedgerBackend,
  openAccounts,
  TRANSFER_KINDS,
  transfers,
} from '../../domain/ledger/index.ts';
import {
  createProject,
  must,
  startService,
  type Project,
  type TestService,
  setTestClock,
} from '../harness/index.ts';

let service: TestService;
let ctx: Context;
let project: Project;
let scope: Scope;
let move: { debit_account_id: string; credit_account_id: string };

const ADJUSTMENTS: AccountKey = { kind: 'adjustments', currency: 'KES', owner: '' };
const AVAILABLE: AccountKey = { kind: 'merchant_available', currency: 'KES', owner: '' };
const VENDOR: AccountKey = { kind: 'subaccount', currency: 'KES', owner: 'v' };
const FUNDS = 100_000n;
const ACTOR: Actor = { type: 'user', id: 'usr_cashier' };
const OTHER: Actor = { type: 'api_key', id: 'key_other' };

// No worker runs: holds must expire without a sweep.
beforeAll(async () => {
  service = await startService();
  ctx = service.ctx;
});
afterAll(() => service.stop());

beforeEach(() => beginProject(0n));

/** A project whose accounts hold something. @param offset_ms of its test clock */
async function beginProject(offset_ms: bigint): Promise<void> {
  project = await createProject(service.anyone);
  await ctx.db('projects').where({ id: project.id }).update({ test_clock_offset_ms: offset_ms });
  scope = scopeOf(project.id, 'test', offset_ms);
  await openAccounts(
    ctx.db,
    ctx.ledger,
    [ADJUSTMENTS, AVAILABLE, VENDOR].map((key) => ({ scope, key })),
  );
  move = { debit_account_id: accountId(scope, AVAILABLE), credit_account_id: accountId(scope, VENDOR) };
  const [funded] = await ctx.ledger.post(
    [
      [
        {
          id: newUuid(),
          debit_account_id: accountId(scope, ADJUSTMENTS),
          credit_account_id: move.debit_account_id,
          amount: FUNDS,
          code: TRANSFER_KINDS.manual,
          phase: null,
          pending_id: null,
          timeout_s: 0,
          reference: 'funds',
          memo: null,
        },
      ],
    ],
    scope.clock.now(),
  );
  expect(funded?.status).toBe('created');
}

let keys = 0;

async function hold(amount_minor: bigint, timeout_s = 0): Promise<string> {
  const request = { ...move, amount_minor, timeout_s, memo: null, idempotency_key: `hold ${++keys}` };
  return (await holds.create({ ctx, scope, actor: ACTOR }, request)).hold.id;
}

async function openHolds(count: number, timeout_s = 0): Promise<string[]> {
  return Promise.all(Array.from({ length: count }, () => hold(10n, timeout_s)));
}

function rows(ids: string[]) {
  return ctx.db('ledger_holds').whereIn('id', ids);
}

async function statuses(ids: string[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { status } of await rows(ids)) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** How many statements the application's own connections ran meanwhile. */
async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  let statements = 0;
  // The clock is measured every few seconds.
  const count = ({ sql }: { sql: string }): void => void (sql.includes('clock_timestamp()') || statements++);
  ctx.db.on('query', count);
  await work();
  ctx.db.removeListener('query', count);
  return statements;
}

test('an expired hold is expired everywhere before any sweep', async () => {
  const { key } = project;
  const id = (key_: AccountKey) => accountId(scope, key_);
  const account = async (kind: string, more = {}) =>
    must(await key.post('/api/v1/ledger/accounts', { kind, currency: 'KES', ...more })).body;
  const available = await account('merchant_available');
  const vendor = await account('subaccount', { subaccount_id: 'v' });
  expect(parseId('account', available.id)).toBe(id(AVAILABLE));
  const body = {
    debit_account_id: available.id,
    credit_account_id: vendor.id,
    amount_minor: Number(FUNDS),
  };
  const { body: held } = must(
    await key.post('/api/v1/ledger/holds', { ...body, timeout_secs: 60, idempotency_key: 'h' }),
  );
  expect(await account('merchant_available')).toMatchObject({ available_minor: 0 });
  const over = new Date(Date.parse(held.expires_at) + 5_000).toISOString();
  await setTestClock(project, over);

  expect(must(await key.get(`/api/v1/ledger/holds/${held.id}`)).body.status).toBe('expired');
  expect(await account('merchant_available')).toMatchObject({
    available_minor: Number(FUNDS),
    debits_pending_minor: 0,
  });
  const { body: list } = must(await key.get('/api/v1/ledger/accounts'));
  for (const each of list.accounts)
    expect(each).toMatchObject({ debits_pending_minor: 0, credits_pending_minor: 0 });
  const before_its_end = new Date(Date.parse(held.expires_at) - 5_000).toISOString();
  const at = async (instant: string) =>
    must(await key.get(`/api/v1/ledger/accounts/${available.id}/balance?at=${instant}`)).body;
  expect(await at(over)).toMatchObject({ debits_pending_minor: 0, available_minor: Number(FUNDS) });
  expect(await at(before_its_end)).toMatchObject({
    debits_pending_minor: Number(FUNDS),
    available_minor: 0,
  });
  // The released amount can be transferred.
  must(await key.post('/api/v1/ledger/transfers', { ...body, idempotency_key: 'again' }));
  expect(await account('subaccount', { subaccount_id: 'v' })).toMatchObject({
    balance_minor: Number(FUNDS),
    credits_pending_minor: 0,
  });
});

test('where the test clock is behind real time, the sweep releases by the clock', async () => {
  await beginProject(-30n * 86_400_000n);
  const id = await hold(10n, 3_600);
  await holds.expire(ctx);
  expect(await statuses([id])).toEqual({ pending: 1 });
  const { debits_pending } = (await ctx.ledger.balances([move.debit_account_id], scope.clock.now())).get(
    move.debit_account_id,
  ) as AccountBalances;
  expect(debits_pending).toBe(10n);
  await ctx
    .db('projects')
    .where({ id: project.id })
    .update({ test_clock_offset_ms: -29n * 86_400_000n });
  await holds.expire(ctx);
  expect(await statuses([id])).toEqual({ expired: 1 });
});

test('the sweep records any number of expired holds, and of captures that were missed, in a few statements', async () => {
  const ids = await openHolds(60, 60);
  const missed = ids.slice(0, 20);
  await Promise.all(
    missed.map((id, i) => holds.capture({ ctx, scope, actor: ACTOR }, id, BigInt(1 + (i % 10)))),
  );
  await rows(missed).update({ status: 'pending', captured_minor: 0 });
  await ctx.db('projects').where({ id: project.id }).update({ test_clock_offset_ms: 70_000 });
  expect(await statementsOf(() => holds.expire(ctx))).toBeLessThan(10);
  expect(await statuses(ids)).toEqual({ captured: 20, expired: 40 });
  const captured: { id: string; captured_minor: bigint }[] = await rows(missed);
  expect(new Map(captured.map(({ id, captured_minor }) => [id, captured_minor]))).toEqual(
    new Map(missed.map((id, i) => [id, BigInt(1 + (i % 10))])),
  );
});

test('the sweep finishes any number of holds whose requests died, in a few statements', async () => {
  const ids = await openHolds(60);
  await Promise.all(ids.slice(0, 20).map((id) => holds.capture({ ctx, scope, actor: ACTOR }, id)));
  await rows(ids).update({ status: 'pending', captured_minor: 0, touched_at: new Date(0) });
  expect(await statementsOf(() => holds.resumePending(ctx))).toBeLessThan(10);
  expect(await statuses(ids)).toEqual({ captured: 20, pending: 40 });
  expect(await rows(ids).whereNotNull('touched_at')).toEqual([]);
});

test('a capture whose request died is recorded, though another request for the hold came and went meanwhile', async () => {
  const id = await hold(100n);
  const dying = dyingIn(ctx, async () => {
    // It has set touched_at, as this request does, which is refused and done first.
    await expect(holds.capture({ ctx, scope, actor: ACTOR }, id, 101n)).rejects.toMatchObject({
      reason: 'exceeds_pending_amount',
    });
  });
  await expect(holds.capture({ ctx: dying, scope, actor: ACTOR }, id, 40n)).rejects.toThrow('died');
  expect(await holds.find(ctx.db, scope, id)).toMatchObject({ status: 'pending' });
  await rows([id])
    .whereNotNull('touched_at')
    .update({ touched_at: new Date(systemNow().getTime() - 10_000) });
  await holds.resumePending(ctx);
  expect(await holds.find(ctx.db, scope, id)).toMatchObject({ status: 'captured', captured_minor: 40n });
});

test('nor is it missed when a sweep runs while the request is slow', async () => {
  const id = await hold(100n);
  const dying = dyingIn(ctx, async () => {
    await rows([id]).update({ touched_at: new Date(systemNow().getTime() - 10_000) });
    await holds.resumePending(ctx);
  });
  await expect(holds.capture({ ctx: dying, scope, actor: ACTOR }, id, 40n)).rejects.toThrow('died');
  await holds.resumePending(ctx);
  expect(await holds.find(ctx.db, scope, id)).toMatchObject({ status: 'captured', captured_minor: 40n });
});

test('what the ledger booked overrules an expiry that was recorded too early', async () => {
  const id = await hold(100n, 60);
  const slow = withPost(ctx, async (post, ...request) => {
    await rows([id]).update({ status: 'expired', touched_at: null });
    return post(...request);
  });
  await holds.capture({ ctx: slow, scope, actor: ACTOR }, id, 40n);
  expect(await holds.find(ctx.db, scope, id)).toMatchObject({ status: 'captured', captured_minor: 40n });
});

test('holds that are opened, captured and voided at the same time share their statements', async () => {
  let ids: string[] = [];
  // Both of the batches that form: the first request's own, and that of all others.
  expect(await statementsOf(async () => (ids = await openHolds(60, 60)))).toBeLessThan(20);
  expect(await statuses(ids)).toEqual({ pending: 60 });
  const captured = ids.slice(0, 40);
  expect(
    await statementsOf(() =>
      Promise.all([
        ...captured.map((id) => holds.capture({ ctx, scope, actor: ACTOR }, id, 4n)),
        ...ids.slice(40).map((id) => holds.void({ ctx, scope, actor: ACTOR }, id)),
      ]),
    ),
  ).toBeLessThan(20);
  expect(await statuses(ids)).toEqual({ captured: 40, voided: 20 });
  expect(await rows(ids).whereNotNull('touched_at')).toEqual([]);
});

test('of requests that come for one hold at the same time one resolves it, and each is told', async () => {
  for (let round = 0; round < 10; round++) {
    const id = await hold(100n);
    const [too_much, ...others] = await Promise.allSettled([
      holds.capture({ ctx, scope, actor: ACTOR }, id, 101n),
      holds.capture({ ctx, scope, actor: ACTOR }, id, 40n),
      holds.capture({ ctx, scope, actor: ACTOR }, id, 40n),
      holds.void({ ctx, scope, actor: ACTOR }, id),
      holds.void({ ctx, scope, actor: ACTOR }, id),
    ]);
    expect(too_much.status).toBe('rejected');
    const { status, captured_minor } = await holds.find(ctx.db, scope, id);
    const [first, second, ...voids] = others.map((each) => each.status);
    if (status === 'captured') {
      expect({ captured_minor, first, second, voids }).toEqual({
        captured_minor: 40n,
        first: 'fulfilled',
        second: 'fulfilled',
        voids: ['rejected', 'rejected'],
      });
    } else {
      expect({ status, first, second }).toEqual({ status: 'voided', first: 'rejected', second: 'rejected' });
      expect(voids.toSorted()).toEqual(['fulfilled', 'rejected']);
    }
  }
});

/** Who did what, as the audit log has it, oldest first. */
async function audited(kind: 'hold' | 'transfer', id: string): Promise<unknown[]> {
  const entries = await ctx
    .db<{ project_id: string; actor_id: string; action: string; subject: string; details: string }>(
      'audit_log',
    )
    .where({ project_id: project.id, subject: encodeId(kind, id) })
    .orderBy('seq');
  return entries.map(({ actor_id, action, details }) => [
    actor_id,
    action,
    (JSON.parse(details) as { captured_minor?: number }).captured_minor ?? null,
  ]);
}

test('who has a hold opened, captured or voided is in the audit log once, who is refused is not', async () => {
  const [captured, voided] = [await hold(100n), await hold(50n)];
  await holds.capture({ ctx, scope, actor: OTHER }, captured, 40n);
  await holds.capture({ ctx, scope, actor: ACTOR }, captured, 40n);
  await expect(holds.void({ ctx, scope, actor: ACTOR }, captured)).rejects.toMatchObject({
    reason: 'already_captured',
  });
  await holds.void({ ctx, scope, actor: OTHER }, voided);
  await expect(hold(FUNDS + 1n)).rejects.toMatchObject({ reason: 'exceeds_credits' });
  expect(await audited('hold', captured)).toEqual([
    [ACTOR.id, 'ledger.hold', null],
    [OTHER.id, 'ledger.hold_captured', 40],
  ]);
  expect(await audited('hold', voided)).toEqual([
    [ACTOR.id, 'ledger.hold', null],
    [OTHER.id, 'ledger.hold_voided', 0],
  ]);
});

const CALLERS = 4;

test('what several callers ask for at the same time under one key is in the audit log once', async () => {
  const request = { ...move, amount_minor: 10n, timeout_s: 60, memo: null, idempotency_key: 'asked' };
  const opened = await Promise.all(
    Array.from(
      { length: CALLERS },
      ofAllAtOnce((each) => holds.create({ ctx: each, scope, actor: ACTOR }, request)),
    ),
  );
  const [id, ...other_ids] = new Set(opened.map(({ hold: { id } }) => id));
  expect(other_ids).toEqual([]);
  expect(opened.filter(({ replayed }) => !replayed)).toHaveLength(1);
  expect(await audited('hold', id as string)).toEqual([[ACTOR.id, 'ledger.hold', null]]);
});

test('the same is true of transfers', async () => {
  const request = { ...move, amount_minor: 10n, memo: null, idempotency_key: 'moved' };
  const made = await Promise.all(
    Array.from(
      { length: CALLERS },
      ofAllAtOnce((each) => transfers.create({ ctx: each, scope, actor: ACTOR }, request)),
    ),
  );
  const [id, ...other_ids] = new Set(made.map(({ transfer: { id } }) => id));
  expect(other_ids).toEqual([]);
  expect(made.filter(({ replayed }) => !replayed)).toHaveLength(1);
  expect(await audited('transfer', id as string)).toEqual([[ACTOR.id, 'ledger.transfer', null]]);
});

/** Calls with a ledger that is a system of its own, and that answers once all have asked it: all record its answer together. */
function ofAllAtOnce<Result>(call: (context: Context) => Promise<Result>): () => Promise<Result> {
  let asked = 0;
  let answer: () => void = () => undefined;
  const all_asked = new Promise<void>((resolve) => (answer = resolve));
  const context = withPost(ctx, async (post, ...chains) => {
    asked += 1;
    if (asked === CALLERS) answer();
    await all_asked;
    return post(...chains);
  });
  context.ledger.within = null;
  return () => call(context);
}

test('of a capture whose request died the audit log names who asked, though others asked after it', async () => {
  const id = await hold(100n);
  const dying = dyingIn(ctx, async () => {
    await expect(holds.capture({ ctx, scope, actor: ACTOR }, id, 101n)).rejects.toMatchObject({
      reason: 'exceeds_pending_amount',
    });
  });
  await expect(holds.capture({ ctx: dying, scope, actor: OTHER }, id, 40n)).rejects.toThrow('died');
  await expect(holds.void({ ctx, scope, actor: ACTOR }, id)).rejects.toMatchObject({
    reason: 'already_captured',
  });
  await rows([id]).update({ touched_at: new Date(systemNow().getTime() - 10_000) });
  await holds.resumePending(ctx);
  await holds.resumePending(ctx);
  expect(await audited('hold', id)).toEqual([
    [ACTOR.id, 'ledger.hold', null],
    [OTHER.id, 'ledger.hold_captured', 40],
  ]);
});

test('of a capture and a voiding that race the audit log names the one that won', async () => {
  for (let round = 0; round < 10; round++) {
    const id = await hold(100n);
    await Promise.allSettled([
      holds.capture({ ctx, scope, actor: OTHER }, id, 40n),
      holds.void({ ctx, scope, actor: ACTOR }, id),
      holds.capture({ ctx, scope, actor: OTHER }, id, 40n),
    ]);
    const { status } = await holds.find(ctx.db, scope, id);
    expect(await audited('hold', id)).toEqual([
      [ACTOR.id, 'ledger.hold', null],
      status === 'captured' ? [OTHER.id, 'ledger.hold_captured', 40] : [ACTOR.id, 'ledger.hold_voided', 0],
    ]);
  }
});

test('a repeat of a hold is told how it stands, and one that cannot be opened fails alone', async () => {
  const request = { ...move, amount_minor: 10n, timeout_s: 60, memo: null, idempotency_key: 'repeated' };
  const unknown = { ...request, idempotency_key: 'unknown', debit_account_id: newUuid() };
  const [made, again, refused] = await Promise.allSettled([
    holds.create({ ctx, scope, actor: ACTOR }, request),
    holds.create({ ctx, scope, actor: ACTOR }, request),
    holds.create({ ctx, scope, actor: ACTOR }, unknown),
  ]);
  expect([made.status, again.status, refused.status]).toEqual(['fulfilled', 'fulfilled', 'rejected']);
  const { hold: held } = await holds.create({ ctx, scope, actor: ACTOR }, request);
  await holds.capture({ ctx, scope, actor: ACTOR }, held.id, 4n);
  expect(await holds.create({ ctx, scope, actor: ACTOR }, request)).toMatchObject({
    hold: { id: held.id, status: 'captured', captured_minor: 4n },
    replayed: true,
  });
});

/** A context whose ledger posts through `through`. */
function withPost(
  of: Context,
  through: (
    post: LedgerBackend['post'],
    ...request: Parameters<LedgerBackend['post']>
  ) => ReturnType<LedgerBackend['post']>,
): Context {
  const { ledger } = of;
  return {
    ...of,
    ledger: {
      ...ledger,
      post: (...request) => through((chains, now) => ledger.post(chains, now), ...request),
    },
  };
}

/** A context in which something happens before the ledger books, and whose process dies before it gets the answer. */
function dyingIn(of: Context, before: () => Promise<void>): Context {
  return withPost(of, async (post, ...request) => {
    await before();
    await post(...request);
    throw new Error('died');
  });
}
