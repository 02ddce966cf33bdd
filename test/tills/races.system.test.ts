/** What happens at one till at the same moment, and what a process leaves that dies there: each movement is booked once, or not. */
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  bookApart,
  createSacco,
  decide,
  finishEntries,
  loseNextBooking,
  moving,
  must,
  newMember,
  startService,
  verifyAll,
  type Client,
  type Reply,
  type Sacco,
  type TestService,
} from '../harness/index.ts';

const V1 = '/api/v1/sacco';
const ROUNDS = 4;

let service: TestService;

beforeAll(async () => {
  service = await startService();
});
afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  expect(await verifyAll(service.ctx)).toEqual([]);
  await service.stop();
});

interface Counter extends Sacco {
  till: string;
  member: string;
  session: string;
}

/** A session with 500.00, of 1,000.00, and a member with 400.00 of them. */
async function atCounter(): Promise<Counter> {
  const sacco = await createSacco(service);
  const member = await newMember(sacco);
  const count = must(
    await sacco.maker.post(`${V1}/cash-adjustments`, moving(60_000, { direction: 'in', memo: 'first' })),
  );
  must(await decide(sacco, count.body.approval_id));
  must(await sacco.maker.post(`${V1}/members/${member}/deposits`, moving(40_000)));
  must(await sacco.project.session.put(`${V1}/settings`, { tills: 'on' }));
  const till = must(await sacco.admin.post(`${V1}/tills`, { name: 'Counter' })).body.id;
  const { body } = must(await sacco.maker.post(`${V1}/tills/${till}/sessions`, { float: '500.00' }));
  must(await decide(sacco, body.approval_id));
  return { ...sacco, member, till, session: body.id };
}

const read = async ({ maker, session }: Counter): Promise<Reply['body']> =>
  must(await maker.get(`${V1}/till-sessions/${session}`)).body;
const close = (
  at: Counter,
  counted_minor: number,
  more: object = {},
  who: Client = at.maker,
): Promise<Reply> =>
  who.post(`${V1}/tills/${at.till}/sessions/${at.session}/close`, {
    counted_minor,
    memo: 'counted',
    ...more,
  });

/** Movements that share the till, by name: each answers how much it adds to the till where it is booked. */
const MOVES: Record<string, { delta: number; ask: (at: Counter) => Promise<Reply> }> = {
  deposit: { delta: 700, ask: (at) => at.maker.post(`${V1}/members/${at.member}/deposits`, moving(700)) },
  withdrawal: {
    delta: -900,
    ask: (at) => at.maker.post(`${V1}/members/${at.member}/withdrawals`, moving(900)),
  },
  shares: {
    delta: 300,
    ask: (at) => at.maker.post(`${V1}/members/${at.member}/shares`, moving(300, { from: 'cash' })),
  },
  'deposit of a key': {
    delta: 500,
    ask: (at) => at.project.key.post(`${V1}/members/${at.member}/deposits`, moving(500, { till: at.till })),
  },
  'approved expense': {
    delta: -1_100,
    async ask(at) {
      const { body } = must(
        await at.maker.post(`${V1}/expenses`, moving(1_100, { category: 'Tea', memo: 'slip' })),
      );
      const { body: decided } = must(await decide(at, body.approval_id));
      return at.maker.get(`${V1}/entries/${decided.entry.id}`);
    },
  },
  'cash from the vault': {
    delta: 1_300,
    async ask(at) {
      const body = moving(1_300, { from: 'vault', to: at.till, memo: 'change' });
      const { body: asked } = must(await at.maker.post(`${V1}/till-transfers`, body));
      const { body: decided } = must(await decide(at, asked.approval_id));
      return at.maker.get(`${V1}/entries/${decided.entry.id}`);
    },
  },
};
const names = Object.keys(MOVES);
const pairs = names.flatMap((one, i) => names.slice(i).map((other) => [one, other] as const));

describe('at the same moment', () => {
  test.each(pairs)('%s and %s: the till has both', async (one, other) => {
    const at = await atCounter();
    const moves = [MOVES[one], MOVES[other]] as (typeof MOVES)[string][];
    const replies = await Promise.all(moves.map(({ ask }) => ask(at)));
    for (const reply of replies) expect(must(reply).body.status).toBe('posted');
    const { expected_minor } = await read(at);
    expect(expected_minor).toBe(50_000 + moves.reduce((sum, { delta }) => sum + delta, 0));
  });

  test.each(names)('%s and the close: it is in the session, or nothing moved', async (name) => {
    for (let round = 0; round < ROUNDS; round++) {
      const at = await atCounter();
      const { delta, ask } = MOVES[name] as (typeof MOVES)[string];
      // An expense and a transfer are asked for before the close, or refused with it.
      const moved = ask(at).catch((error: unknown) => String(error));
      const [closed, reply] = await Promise.all([close(at, 50_000), moved]);
      must(closed);
      const is_booked = typeof reply !== 'string' && reply.body?.status === 'posted';
      const after = await read(at);
      expect(after.in_minor - after.out_minor).toBe(is_booked ? delta : 0);
      const { body: treasury } = must(await at.maker.get(`${V1}/treasury`));
      const held = treasury.cash_on_hand_parts.find(({ till }: Reply['body']) => till === at.till);
      expect(held.balance_minor).toBe(50_000 + (is_booked ? delta : 0));
      expect(held.balance_minor).toBe(after.expected_minor);
    }
  });

  test('ten closes: one', async () => {
    const at = await atCounter();
    const replies = await Promise.all(Array.from({ length: 10 }, () => close(at, 50_000)));
    expect(replies.filter(({ status }) => status === 202)).toHaveLength(1);
    for (const { status, body } of replies.filter((each) => each.status !== 202))
      expect([status, body.error.reason]).toEqual([409, 'session_not_open']);
  });

  test('ten closes under one key: one, and nine repeats', async () => {
    const at = await atCounter();
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => close(at, 50_000, { idempotency_key: 'evening' })),
    );
    expect(replies.map(({ body }) => body.replayed).toSorted((a, b) => Number(a) - Number(b))).toEqual([
      false,
      ...Array.from({ length: 9 }, () => true),
    ]);
    expect(new Set(replies.map(({ body }) => body.approval_id)).size).toBe(1);
  });

  test('withdrawals of all that is in the till: one is paid', async () => {
    const at = await atCounter();
    must(await at.maker.post(`${V1}/members/${at.member}/deposits`, moving(10_000)));
    // There are savings of 500.00, and 600.00 in the till.
    const replies = await Promise.all(
      Array.from({ length: 8 }, () =>
        at.maker.post(`${V1}/members/${at.member}/withdrawals`, moving(30_000)),
      ),
    );
    expect(replies.filter(({ status, body }) => status === 201 && body.status === 'posted')).toHaveLength(1);
    expect((await read(at)).expected_minor).toBe(30_000);
  });

  test('the float is confirmed and rejected: one counts', async () => {
    const sacco = await createSacco(service, { tills: 'on' });
    const till = must(await sacco.admin.post(`${V1}/tills`, { name: 'Counter' })).body.id;
    const { body } = must(await sacco.maker.post(`${V1}/tills/${till}/sessions`, { float: '1.00' }));
    const decided = await Promise.all([
      sacco.checker.post(`/api/v1/approvals/${body.approval_id}/approve`, {}),
      sacco.admin.post(`/api/v1/approvals/${body.approval_id}/reject`, { note: 'no' }),
    ]);
    expect(decided.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    // There is nothing in the vault: approved, it fails; either way the till is free.
    expect(must(await sacco.maker.get(`${V1}/till-sessions/${body.id}`)).body.status).toBe('cancelled');
  });
});

describe.each(['before', 'after'] as const)('a process that dies %s the ledger has booked', (when) => {
  /** Repeats what was not answered, and finishes what nobody repeats. */
  async function survive(ask: () => Promise<Reply>): Promise<Reply> {
    loseNextBooking(service.ctx.ledger, when);
    const lost = await ask();
    expect(lost.status).toBe(503);
    return ask();
  }

  test('a deposit at a till is booked once', async () => {
    const at = await atCounter();
    const body = moving(700);
    const reply = await survive(() => at.maker.post(`${V1}/members/${at.member}/deposits`, body));
    expect(must(reply).body).toMatchObject({ status: 'posted', till: at.till, session: at.session });
    expect((await read(at)).in_minor).toBe(700);
  });

  test('a float opens the session once', async () => {
    const at = await atCounter();
    const till = must(await at.admin.post(`${V1}/tills`, { name: 'Second' })).body.id;
    const { body } = must(await at.admin.post(`${V1}/tills/${till}/sessions`, { float: '20.00' }));
    loseNextBooking(service.ctx.ledger, when);
    expect((await decide(at, body.approval_id)).status).toBe(503);
    await finishEntries(service);
    const session = must(await at.maker.get(`${V1}/till-sessions/${body.id}`)).body;
    expect(session).toMatchObject({ status: 'open', expected: '20.00' });
  });

  test('a difference, and the return, close the session once', async () => {
    const at = await atCounter();
    const { body: counted } = must(await close(at, 49_900));
    loseNextBooking(service.ctx.ledger, when);
    expect((await decide(at, counted.approval_id)).status).toBe(503);
    await finishEntries(service);
    const { approval_id } = await read(at);
    loseNextBooking(service.ctx.ledger, when);
    expect((await decide(at, approval_id)).status).toBe(503);
    await finishEntries(service);
    expect(await read(at)).toMatchObject({ status: 'closed', difference: '-1.00' });
    const { body: treasury } = must(await at.maker.get(`${V1}/treasury`));
    expect(treasury).toMatchObject({ cash_on_hand: '999.00' });
    expect(treasury.cash_on_hand_parts[0].balance).toBe('999.00');
  });

  test('the close books first what such a process has left', async () => {
    const at = await atCounter();
    loseNextBooking(service.ctx.ledger, when);
    const lost = await at.maker.post(`${V1}/members/${at.member}/deposits`, moving(700));
    expect(lost.status).toBe(503);
    const { body } = must(await close(at, 50_700));
    expect(body).toMatchObject({ in: '7.00', difference: '0.00' });
  });
});

test('where the ledger is a system of its own, each deposit at the moment of the close is in the session or refused', async () => {
  const restore = bookApart(service.ctx.ledger);
  try {
    const at = await atCounter();
    const deposits = Array.from({ length: 10 }, () =>
      at.maker.post(`${V1}/members/${at.member}/deposits`, moving(100)),
    );
    const [closed, ...replies] = await Promise.all([close(at, 50_000), ...deposits]);
    must(closed);
    const posted = replies.filter(({ status, body }) => status === 201 && body.status === 'posted').length;
    const after = await read(at);
    expect(after.in_minor).toBe(posted * 100);
    for (const { status, body } of replies.filter((each) => each.status !== 201))
      expect([status, body.error.reason]).toEqual([409, 'no_open_till']);
  } finally {
    restore();
  }
});
