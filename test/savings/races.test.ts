/** What happens to one savings account at the same moment, and jobs that die: whatever comes first, nothing is moved twice or too far. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { entries } from '../../domain/movements/index.ts';
import { chargeSavingsFees, matureTerms } from '../../domain/savings/index.ts';
import {
  createSacco,
  decide,
  fixedAccount,
  held,
  loseNextBooking,
  makeEntriesDue,
  moveDays,
  moving,
  must,
  newMember,
  savingsAccount,
  savingsIn,
  savingsPath,
  savingsProduct,
  startService,
  verifyAll,
  type Reply,
  type Sacco,
  type TestService,
} from '../harness/index.ts';

let service: TestService;
let sacco: Sacco;
let regular: string;
let fixed: string;

beforeAll(async () => {
  service = await startService();
  sacco = await createSacco(service);
  regular = await savingsProduct(sacco, { min_balance: '10.00', monthly_fee: '3.00' });
  fixed = await savingsProduct(sacco, { kind: 'fixed', rate_bps: 1_000, term_days: 40 });
});
afterAll(async () => {
  expect(await verifyAll(service.ctx)).toEqual([]);
  await service.stop();
});

interface Saver {
  member: string;
  own: string;
  account: string;
}

const at = (member: string, what: string): string => `/api/v1/sacco/members/${member}/${what}`;

async function saver(): Promise<Saver> {
  const member = await newMember(sacco);
  const account = await savingsAccount(sacco, member, regular);
  must(await sacco.maker.post(at(member, 'deposits'), moving(10_000, { savings_account_id: account })));
  return { member, own: `sav_${member.slice(4)}`, account };
}

/** What takes 60.00 of the 100.00 of an account that keeps 10.00: two of them never fit. */
const TAKING: Record<string, (of: Saver) => Promise<Reply>> = {
  withdrawal: ({ member, account }) =>
    sacco.maker.post(at(member, 'withdrawals'), moving(6_000, { savings_account_id: account })),
  transfer: ({ member, account, own }) =>
    sacco.maker.post(
      at(member, 'savings-transfers'),
      moving(6_000, { from_savings_account_id: account, to_savings_account_id: own }),
    ),
  shares: ({ member, account }) =>
    sacco.maker.post(at(member, 'shares'), moving(6_000, { from: 'savings', savings_account_id: account })),
};
const PAIRS = Object.keys(TAKING).flatMap((one, i, all) =>
  all.slice(i).map((other) => [one, other] as const),
);

describe('two movements of one account', () => {
  test.each(PAIRS)('%s and %s: one of them, and the minimum stays', async (one, other) => {
    for (let round = 0; round < 3; round++) {
      const of = await saver();
      const replies = await Promise.all([TAKING[one]?.(of), TAKING[other]?.(of)]);
      const ends = replies.map((reply) => reply?.body.status ?? reply?.body.error.reason);
      expect(
        ends.filter((end) => end === 'posted'),
        JSON.stringify(ends),
      ).toHaveLength(1);
      expect(await savingsIn(sacco, of.member, of.account)).toBe(4_000);
    }
  });

  test.each(Object.keys(TAKING))('%s and the closing of the account it goes into', async (name) => {
    const of = await saver();
    const [taken] = await Promise.all([
      TAKING[name]?.(of),
      sacco.maker.post(savingsPath(of.member, of.account, 'close')),
    ]);
    expect(taken?.body.status).toBe('posted');
  });

  test('a deposit and the closing: it is in the account, or refused', async () => {
    for (let round = 0; round < 4; round++) {
      const member = await newMember(sacco);
      const account = await savingsAccount(sacco, member, regular);
      const [paid, closed] = await Promise.all([
        sacco.maker.post(at(member, 'deposits'), moving(500, { savings_account_id: account })),
        sacco.maker.post(savingsPath(member, account, 'close')),
      ]);
      expect([paid.status, closed.status].toSorted((a, b) => a - b)).not.toEqual([200, 201]);
    }
  });

  test('two restricted accounts of one product: one', async () => {
    const member = await newMember(sacco);
    const product_id = await savingsProduct(sacco, { kind: 'restricted' });
    const replies = await Promise.all(
      Array.from({ length: 6 }, () => sacco.maker.post(savingsPath(member), { product_id })),
    );
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
  });

  test('an exit and a transfer: the exit pays all, or the transfer is first', async () => {
    const of = await saver();
    const leave = { memo: 'moves away', idempotency_key: crypto.randomUUID() };
    const [exit] = await Promise.all([
      sacco.maker.post(at(of.member, 'exit'), leave),
      TAKING['transfer']?.(of),
    ]);
    const asked = exit.status === 202 ? exit : await sacco.maker.post(at(of.member, 'exit'), { ...leave });
    const { entry } = must(await decide(sacco, must(asked).body.approval_id)).body;
    expect(entry).toMatchObject({ status: 'posted', amount: '100.00' });
  });
});

describe('jobs', () => {
  /** A process that dies while it books, and another that finishes what it has left. */
  async function killed(job: () => Promise<number>, when: 'before' | 'after'): Promise<void> {
    loseNextBooking(service.ctx.ledger, when);
    await expect(job()).rejects.toThrow('ledger');
    // A batch becomes entries, and those are then finished.
    for (let i = 0; i < 2; i++) {
      await makeEntriesDue(service);
      await entries.resumePending(service.ctx);
    }
    await job();
  }

  test.each(['before', 'after'] as const)(
    'terms are paid once when the job dies %s booking',
    async (when) => {
      const members = [await newMember(sacco), await newMember(sacco)];
      for (const member of members) await fixedAccount(sacco, member, fixed, 365_000);
      await moveDays(service, sacco, 40);
      await killed(() => matureTerms(service.ctx), when);
      await Promise.all([matureTerms(service.ctx), matureTerms(service.ctx)]);
      // 3,650.00 at 10 % for 40 days.
      for (const member of members) expect((await held(sacco.maker, member))['savings']).toBe(369_000);
    },
  );

  test.each(['before', 'after'] as const)(
    'fees are charged once when the job dies %s booking',
    async (when) => {
      await chargeSavingsFees(service.ctx);
      const of = await saver();
      await moveDays(service, sacco, 31);
      await killed(() => chargeSavingsFees(service.ctx), when);
      await Promise.all([chargeSavingsFees(service.ctx), chargeSavingsFees(service.ctx)]);
      const charged = 10_000 - ((await savingsIn(sacco, of.member, of.account)) ?? 0);
      expect([300, 600]).toContain(charged);
      const { body } = must(await sacco.maker.get(`${at(of.member, 'entries')}?kind=savings_fee`));
      expect(body.entries).toHaveLength(charged / 300);
      expect(new Set(body.entries.map(({ memo }: { memo: string }) => memo)).size).toBe(charged / 300);
    },
  );

  test('a fixed account is matured or broken, and paid once', async () => {
    const members = await Promise.all(Array.from({ length: 3 }, () => newMember(sacco)));
    for (const member of members) {
      const account = await fixedAccount(sacco, member, fixed, 365_000);
      await moveDays(service, sacco, 39);
      const out = moving(365_000, { savings_account_id: account });
      const { approval_id } = must(await sacco.maker.post(at(member, 'withdrawals'), out)).body;
      await moveDays(service, sacco, 1);
      const [decided] = await Promise.all([decide(sacco, approval_id), matureTerms(service.ctx)]);
      await matureTerms(service.ctx);
      // While the term is being paid nobody can decide.
      const last = decided.status === 503 ? await decide(sacco, approval_id) : decided;
      expect(must(last).body.entry.status).toBe('failed');
      expect((await held(sacco.maker, member))['savings']).toBe(369_000);
    }
  });
});
