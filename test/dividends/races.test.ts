/** Payouts and retries of one dividend at the same moment, and batches that die together: each line is paid once. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Scope } from '../../core/scope.ts';
import { MOVEMENTS } from '../../app/compose.ts';
import { dividendInvariants, payDividend } from '../../domain/dividends/index.ts';
import { openMemberAccounts } from '../../domain/members/accounts.ts';
import { memberInvariants } from '../../domain/members/index.ts';
import { movementInvariants } from '../../domain/movements/index.ts';
import {
  approvedDividend,
  createSacco,
  decide,
  declaredDividend,
  differences,
  dyingLedger,
  earnFees,
  finishEntries,
  held,
  must,
  scopeNow,
  startService,
  type Reply,
  type Sacco,
  type TestService,
} from '../harness/index.ts';
import { HANDLERS } from '../../workers/handlers.ts';

/** Of money; the customers behind many members are made in bulk, without all that belongs to customers. */
const CHECKS = [...movementInvariants(MOVEMENTS), ...memberInvariants, ...dividendInvariants];
const ROUNDS = 3;
/** More than one batch takes. */
const MANY_LINES = 2_100;

let service: TestService;
let sacco: Sacco;
let members: string[];

beforeAll(async () => {
  service = await startService();
  sacco = await createSacco(service);
  members = await earnFees(sacco, [10_000, 20_000, 30_000, 40_000]);
});
afterAll(async () => {
  expect(await differences(service.ctx, CHECKS)).toEqual([]);
  await service.stop();
});

const read = async (id: string): Promise<Reply['body']> =>
  must(await sacco.maker.get(`/api/v1/sacco/dividends/${id}`)).body;
const retry = (id: string): Promise<Reply> => sacco.maker.post(`/api/v1/sacco/dividends/${id}/retry`);
const leave = async (id: string): Promise<string> => {
  const body = { idempotency_key: crypto.randomUUID(), memo: 'moves away' };
  return must(await sacco.maker.post(`/api/v1/sacco/members/${id}/exit`, body)).body.approval_id;
};
const stay = async (approval_id: string): Promise<void> =>
  void must(await decide(sacco, approval_id, 'reject', { note: 'stays' }));
const savingsOf = (ids: readonly string[]): Promise<number[]> =>
  Promise.all(ids.map(async (id) => (await held(sacco.maker, id))['savings'] as number));

/** The members who were paid by this dividend, once for each entry that paid them. */
async function paidBy(dividend_id: string): Promise<string[]> {
  return service.ctx
    .db('sacco_entries')
    .where({ dividend_id, status: 'posted' })
    .whereNotNull('member_id')
    .orderBy('member_id')
    .pluck('member_id');
}

/** A dividend of 400, 800, 1200 and 1600 of which the lines of those members have failed. @returns with their exits */
async function withExceptions(leaving: readonly string[]): Promise<{ id: string; exits: string[] }> {
  const id = await approvedDividend(sacco, { share_rate_bps: 400 });
  const exits: string[] = [];
  for (const member of leaving) exits.push(await leave(member));
  await payDividend(service.ctx, id);
  expect(await read(id)).toMatchObject({ status: 'paid_with_exceptions' });
  expect(await paidBy(id)).toHaveLength(members.length - leaving.length);
  return { id, exits };
}

test('retries at once, and payouts meanwhile, pay each failed line once', async () => {
  const [first, , third, last] = members as [string, string, string, string];
  for (let round = 0; round < ROUNDS; round++) {
    const before = await savingsOf(members);
    const { id, exits } = await withExceptions([first, third, last]);
    for (const exit of exits) await stay(exit);
    const replies = await Promise.all([
      retry(id),
      retry(id),
      payDividend(service.ctx, id),
      retry(id),
      payDividend(service.ctx, id),
    ]);
    const codes = replies.flatMap((reply) => (reply ? [reply.status] : []));
    // Who comes after the payout has ended finds nothing to retry.
    for (const code of codes) expect([202, 409]).toContain(code);
    expect(codes).toContain(202);
    await payDividend(service.ctx, id);
    expect(await read(id)).toMatchObject({ status: 'paid', failed_minor: 0 });
    expect(await paidBy(id)).toEqual(members.toSorted());
    const expected = [400, 800, 1_200, 1_600].map((amount, i) => (before[i] as number) + amount);
    expect(await savingsOf(members)).toEqual(expected);
  }
});

test('a line that fails again during a payout, while it is retried, is paid once it can be', async () => {
  const [first, second] = members as [string, string];
  for (let round = 0; round < ROUNDS; round++) {
    const before = await savingsOf(members);
    const { id, exits } = await withExceptions([first, second]);
    const [exit_of_first, exit_of_second] = exits as [string, string];
    await Promise.all([
      retry(id),
      payDividend(service.ctx, id),
      stay(exit_of_first),
      retry(id).then(() => payDividend(service.ctx, id)),
      retry(id).then(() => payDividend(service.ctx, id)),
    ]);
    await payDividend(service.ctx, id);
    // The second one is still leaving.
    expect(await read(id)).toMatchObject({ status: 'paid_with_exceptions' });
    expect(await paidBy(id)).not.toContain(second);
    await stay(exit_of_second);
    expect((await retry(id)).status).toBe(202);
    await payDividend(service.ctx, id);
    expect(await read(id)).toMatchObject({ status: 'paid', failed_minor: 0 });
    expect(await paidBy(id)).toEqual(members.toSorted());
    const expected = [400, 800, 1_200, 1_600].map((amount, i) => (before[i] as number) + amount);
    expect(await savingsOf(members)).toEqual(expected);
  }
});

/** Members without shares, with their accounts. */
async function joinMany(scope: Scope, count: number): Promise<string[]> {
  const { db } = service.ctx;
  const { project_id, environment } = scope;
  const book = { project_id, environment, count };
  await db.raw(
    `insert into customers (id, project_id, environment, kind, full_name, status, kyc_status, kyc_tier, created_at, updated_at)
     select 'cus_' || lpad(n::text, 26, '0'), :project_id, :environment, 'individual', 'Member ' || n, 'active', 'verified', 1,
       now(), now() from generate_series(1, :count::integer) n`,
    book,
  );
  const { rows } = await db.raw<{ rows: { id: string }[] }>(
    `insert into sacco_members (id, project_id, environment, member_no, customer_id, status, entrance_fee_paid, joined_at, updated_at)
     select 'mem_' || lpad(n::text, 26, '0'), :project_id, :environment, 'B' || n, 'cus_' || lpad(n::text, 26, '0'), 'active',
       true, now(), now() from generate_series(1, :count::integer) n returning id`,
    book,
  );
  const ids = rows.map(({ id }) => id);
  await openMemberAccounts({ ctx: service.ctx, scope }, ids, 'KES');
  return ids;
}

test('two batches that die together, one of them booked, are finished line by line', async () => {
  const { ctx } = service;
  const many = await joinMany(await scopeNow(service, sacco), MANY_LINES);
  const { id, approval_id } = await declaredDividend(sacco, { share_rate_bps: 100 });
  // As if each of them had held shares: buying so many of them is not what is tested.
  const shares = { shares_minor: 1_000, amount_minor: 10 };
  await ctx.db('sacco_dividend_lines').where({ dividend_id: id }).whereIn('member_id', many).update(shares);
  const total = { total_minor: 10 * MANY_LINES + 1_000 };
  await ctx.db('sacco_dividends').where({ id }).update(total);
  must(await decide(sacco, approval_id));

  // Neither dies before both have come to the ledger.
  let arrived = 0;
  let bothArrived = (): void => undefined;
  const together = new Promise<void>((resolve) => {
    bothArrived = resolve;
  });
  const alive = { ...ctx.ledger };
  const post = vi.spyOn(ctx.ledger, 'post').mockImplementation(async (...posted) => {
    const when = arrived++ === 0 ? 'after' : 'before';
    if (arrived === 2) bothArrived();
    await together;
    return dyingLedger(alive, when).post(...posted);
  });
  await expect(HANDLERS['pay-dividend'](ctx, { dividend_id: id })).rejects.toThrow('ledger');
  expect(arrived).toBe(2);
  post.mockRestore();
  expect(await differences(ctx, CHECKS)).toEqual([]);
  expect(await paidBy(id)).toEqual([]);

  const { key } = sacco.project;
  const endpoint = must(
    await key.post('/api/v1/webhook-endpoints', { mode: 'poll', events: ['dividend.paid'] }),
  ).body.id;
  await Promise.all([finishEntries(service), payDividend(ctx, id)]);
  await payDividend(ctx, id);
  const paid = await read(id);
  expect(paid).toMatchObject({ status: 'paid', failed_minor: 0 });
  expect(await paidBy(id)).toEqual([...members, ...many].toSorted());

  // A webhook is of a size that receivers take: it has the first lines, and says how many more there are.
  const { events } = must(await key.get(`/api/v1/webhook-endpoints/${endpoint}/events`)).body;
  const lines = paid.lines.slice(0, 40);
  expect(events.map(({ data }: { data: unknown }) => data)).toEqual([
    { ...paid, lines, lines_omitted: paid.lines.length - lines.length },
  ]);
  expect(JSON.stringify(events[0]).length).toBeLessThan(20_000);
});
