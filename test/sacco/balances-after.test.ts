/** What an entry says that its member held right after it: added up from the answers, in the order in which they were posted. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createSacco,
  decide,
  lend,
  moving,
  must,
  newMember,
  newProduct,
  sharedService,
  verifyAll,
  type Reply,
  type Sacco,
  type TestService,
} from '../harness/index.ts';

let service: TestService;
let sacco: Sacco;

beforeAll(async () => {
  service = await sharedService();
  sacco = await createSacco(service, { withdrawal_approval_minor: 5_000 });
});
afterAll(async () => {
  expect(await verifyAll(service.ctx)).toEqual([]);
  await service.stop();
});

type Entry = Reply['body'];

const post = (member: string, what: string, body: object): Promise<Reply> =>
  sacco.maker.post(`/api/v1/sacco/members/${member}/${what}`, body);
const read = async (id: string): Promise<Entry> =>
  must(await sacco.maker.get(`/api/v1/sacco/entries/${id}`)).body;

function holding(savings_minor: number, shares_minor: number): object {
  const text = (minor: number): string => (minor / 100).toFixed(2);
  return { savings: text(savings_minor), savings_minor, shares: text(shares_minor), shares_minor };
}

describe('an entry that is posted', () => {
  test('says what its member held after it, in its answer and for good, whatever follows', async () => {
    const member = await newMember(sacco);
    const said: Entry[] = [];
    const ask = async (what: string, amount_minor: number, more?: object): Promise<Entry> => {
      const { body } = must(await post(member, what, moving(amount_minor, more)));
      said.push(body);
      return body;
    };
    expect((await ask('deposits', 100_000)).balances_after).toEqual(holding(100_000, 0));
    expect((await ask('shares', 30_000, { from: 'savings' })).balances_after).toEqual(
      holding(70_000, 30_000),
    );
    expect((await ask('shares', 100, { from: 'cash' })).balances_after).toEqual(holding(70_000, 30_100));
    expect((await ask('withdrawals', 1_000)).balances_after).toEqual(holding(69_000, 30_100));
    for (const entry of said) expect((await read(entry.id)).balances_after).toEqual(entry.balances_after);
  });

  test('by an approval says so in the answer to it; before, and when it fails, there is nothing to say', async () => {
    const member = await newMember(sacco);
    must(await post(member, 'deposits', moving(20_000)));
    const { body: waiting } = must(await post(member, 'withdrawals', moving(9_000)));
    expect(waiting).toMatchObject({ status: 'awaiting_approval', balances_after: null });
    must(await post(member, 'deposits', moving(500)));
    const { body: approved } = must(await decide(sacco, waiting.approval_id));
    expect(approved.entry.balances_after).toEqual(holding(11_500, 0));
    const { body: failed } = must(await post(member, 'shares', moving(99_999, { from: 'savings' })));
    expect(failed).toMatchObject({ status: 'failed', balances_after: null });
    expect((await read(waiting.id)).balances_after).toEqual(holding(11_500, 0));
  });

  test('and is repeated says the same again', async () => {
    const member = await newMember(sacco);
    const body = moving(700);
    const { body: first } = must(await post(member, 'deposits', body));
    must(await post(member, 'deposits', moving(1)));
    expect(must(await post(member, 'deposits', body)).body).toEqual({ ...first, replayed: true });
  });

  test('by several legs counts all of them: a loan, its repayment, an exit', async () => {
    const product_id = await newProduct(sacco, { fee_bps: 100 });
    const member = await newMember(sacco);
    must(await post(member, 'deposits', moving(50_000)));
    must(await post(member, 'shares', moving(10_000, { from: 'cash' })));
    const loan = await lend(sacco, { member_id: member, product_id, amount_minor: 20_000 });
    expect((await read(loan.entry_id)).balances_after).toEqual(holding(50_000 + 20_000 - 200, 10_000));
    const repaid = must(
      await sacco.maker.post(
        `/api/v1/sacco/loans/${loan.id}/repayments`,
        moving(20_000, { from: 'savings' }),
      ),
    );
    expect(repaid.body.balances_after).toEqual(holding(49_800, 10_000));
    const { body: exit } = must(
      await post(member, 'exit', { idempotency_key: `exit-${member}`, memo: 'moves away' }),
    );
    const { body: left } = must(await decide(sacco, exit.approval_id));
    expect(left.entry).toMatchObject({ status: 'posted', amount_minor: 59_800 });
    expect(left.entry.balances_after).toEqual(holding(0, 0));
    const poor = await newMember(sacco);
    const { body: other } = must(
      await post(poor, 'exit', { idempotency_key: `exit-${poor}`, memo: 'moves away' }),
    );
    expect(must(await decide(sacco, other.approval_id)).body.entry.balances_after).toEqual(holding(0, 0));
  });

  test('of no member says nothing', async () => {
    const { body } = must(
      await sacco.maker.post(
        '/api/v1/sacco/cash-adjustments',
        moving(100, { direction: 'in', memo: 'counted' }),
      ),
    );
    const { body: approved } = must(await decide(sacco, body.approval_id));
    expect(approved.entry).toMatchObject({ status: 'posted', balances_after: null });
  });
});

test('many at once each say what was held after them, in the order of the ledger', async () => {
  const members = [await newMember(sacco), await newMember(sacco)];
  for (const member of members) must(await post(member, 'deposits', moving(4_000)));
  const replies = await Promise.all(
    Array.from({ length: 40 }, (_none, i) =>
      i % 3 === 0
        ? post(members[i % 2]!, 'shares', moving(300 + i, { from: 'savings' }))
        : post(members[i % 2]!, 'deposits', moving(100 + i)),
    ),
  );
  const answered = new Map(replies.map((reply) => [must(reply).body.id, reply.body]));
  for (const member of members) {
    let [savings, shares] = [0, 0];
    for (const row of await service.ctx
      .db('sacco_entries')
      .where({ member_id: member })
      .orderBy('ledger_timestamp')) {
      const amount = Number(row.amount_minor);
      savings += row.kind === 'deposit' ? amount : row.status === 'posted' ? -amount : 0;
      shares += row.kind === 'deposit' || row.status !== 'posted' ? 0 : amount;
      if (row.status !== 'posted') continue;
      const { balances_after } = await read(row.id);
      expect(balances_after).toEqual(holding(savings, shares));
      if (answered.has(row.id)) expect(answered.get(row.id).balances_after).toEqual(balances_after);
    }
  }
});

test('a list of entries leaves it out', async () => {
  const { entries } = must(await sacco.maker.get('/api/v1/sacco/entries')).body;
  for (const entry of entries) expect(entry).not.toHaveProperty('balances_after');
});
