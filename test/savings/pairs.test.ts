/**
 * Every pair of movements that share a savings account, at the same moment: what is taken is taken once, what is given is given, and
 * the account never holds less than it must.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { payDividend } from '../../domain/dividends/index.ts';
import { payInterest } from '../../domain/interest/index.ts';
import {
  allocate,
  approvedDividend,
  approvedInterest,
  createSacco,
  decide,
  defineProduct,
  earnFees,
  lend,
  moving,
  must,
  newPayee,
  processPayout,
  savingsAccount,
  savingsIn,
  savingsProduct,
  sendingSacco,
  setTestClock,
  startService,
  unallocatedReceipt,
  verifyAll,
  withdrawToPhone,
  type Reply,
  type Sacco,
  type TestService,
} from '../harness/index.ts';

/** Two of these do not fit into what an account holds at first, of which it keeps the minimum. */
const AMOUNT = 6_000;
const HELD = 10_000;
const KEEPS = 1_000;

let service: TestService;
let sacco: Sacco;
let product: string;
let lent: string;

beforeAll(async () => {
  service = await startService();
  sacco = await sendingSacco(service, { float_minor: 10_000_000 });
  lent = await defineProduct(sacco, { rate_bps: 0, savings_multiple_bps: null });
  product = await savingsProduct(sacco, { min_balance_minor: KEEPS });
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
const post = (path: string, body: object): Promise<Reply> => sacco.maker.post(path, body);

async function saver(): Promise<Saver> {
  const member = await newPayee(sacco, 0);
  const account = await savingsAccount(sacco, member, product);
  must(await post(at(member, 'deposits'), moving(HELD, { savings_account_id: account })));
  return { member, own: member.replace('mem_', 'sav_'), account };
}

/** How it ended: `posted`, or why not. */
type Ending = string;
/** Made ready beforehand; what it answers is to be done at the moment of the race. */
type Movement = (of: Saver) => Promise<() => Promise<Ending>>;

const endingOf = ({ body }: Reply): Ending =>
  body.error?.reason ?? (body.entry ?? body).error ?? (body.entry ?? body).status;
/** What waits for nobody. */
const asked =
  (path: (of: Saver) => string, body: (of: Saver) => object): Movement =>
  async (of) =>
  async () =>
    endingOf(await post(path(of), body(of)));
/** A checker approves at the moment of the race what was asked for before. */
async function approving(request: Reply): Promise<() => Promise<Ending>> {
  const { approval_id } = must(request).body;
  return async () => endingOf(await decide(sacco, approval_id));
}

/** The body of a request that names no amount. */
const again = (memo: string): object => ({ memo, idempotency_key: crypto.randomUUID() });

const from = ({ account }: Saver): object => ({ savings_account_id: account });

const TAKING: Record<string, Movement> = {
  withdrawal: asked(
    ({ member }) => at(member, 'withdrawals'),
    (of) => moving(AMOUNT, from(of)),
  ),
  'transfer out': asked(
    ({ member }) => at(member, 'savings-transfers'),
    ({ account, own }) => moving(AMOUNT, { from_savings_account_id: account, to_savings_account_id: own }),
  ),
  shares: asked(
    ({ member }) => at(member, 'shares'),
    (of) => moving(AMOUNT, { from: 'savings', ...from(of) }),
  ),
  async repayment(of) {
    const loan = await lend(sacco, { member_id: of.member, product_id: lent, amount_minor: AMOUNT });
    must(await post(at(of.member, 'withdrawals'), moving(AMOUNT)));
    const path = `/api/v1/sacco/loans/${loan.id}/repayments`;
    return async () => endingOf(await post(path, moving(AMOUNT, { from: 'savings', ...from(of) })));
  },
  async 'withdrawal to the phone'(of) {
    return async () => {
      const sent = await withdrawToPhone(sacco, of.member, AMOUNT, from(of));
      if (sent.body.status !== 'paying') return endingOf(sent);
      return (await processPayout(service, sacco, sent.body.id)).status;
    };
  },
  async 'reversal of a deposit'(of) {
    must(await post(at(of.member, 'withdrawals'), moving(AMOUNT, from(of))));
    const { body } = must(await post(at(of.member, 'deposits'), moving(AMOUNT, from(of))));
    return approving(await post(`/api/v1/sacco/entries/${body.id}/reverse`, again('mistyped')));
  },
};

const GIVING: Record<string, Movement> = {
  deposit: asked(
    ({ member }) => at(member, 'deposits'),
    (of) => moving(AMOUNT, from(of)),
  ),
  async 'transfer in'({ member, own, account }) {
    must(await post(at(member, 'deposits'), moving(AMOUNT)));
    const between = { from_savings_account_id: own, to_savings_account_id: account };
    return async () => endingOf(await post(at(member, 'savings-transfers'), moving(AMOUNT, between)));
  },
  async loan(of) {
    const loan = { member_id: of.member, product_id: lent, amount_minor: AMOUNT, term: 1, ...from(of) };
    return approving(await post('/api/v1/sacco/loans', moving(AMOUNT, loan)));
  },
  async 'reversal of a withdrawal'(of) {
    must(await post(at(of.member, 'deposits'), moving(AMOUNT, from(of))));
    const { body } = must(await post(at(of.member, 'withdrawals'), moving(AMOUNT, from(of))));
    return approving(await post(`/api/v1/sacco/entries/${body.id}/reverse`, again('mistyped')));
  },
  async allocation(of) {
    const receipt = await unallocatedReceipt(service.ctx, sacco.project.key, '60.00');
    return approving(await allocate(sacco, receipt, { member_id: of.member, ...from(of) }));
  },
};

/** Each with itself and with those that follow it. */
const pairsOf = (names: readonly string[]): (readonly [string, string])[] =>
  names.flatMap((one, i) => names.slice(i).map((other) => [one, other] as const));

/** Makes both ready and lets go of them at once. */
async function race(of: Saver, one: Movement, other: Movement): Promise<Ending[]> {
  const ready = [await one(of), await other(of)];
  expect(await savingsIn(sacco, of.member, of.account)).toBe(HELD);
  return Promise.all(ready.map((go) => go()));
}

const takingOf = (name: string): Movement => TAKING[name] as Movement;
const givingOf = (name: string): Movement => GIVING[name] as Movement;

describe('two that take', () => {
  test.each(pairsOf(Object.keys(TAKING)))('%s and %s: one of them', async (one, other) => {
    for (let round = 0; round < 2; round++) {
      const of = await saver();
      const endings = await race(of, takingOf(one), takingOf(other));
      const done = endings.filter((ending) => ending === 'posted');
      expect(done, JSON.stringify(endings)).toHaveLength(1);
      expect(await savingsIn(sacco, of.member, of.account)).toBe(HELD - AMOUNT);
    }
  });
});

describe('one that takes and one that gives', () => {
  const pairs = Object.keys(TAKING).flatMap((one) =>
    Object.keys(GIVING).map((other) => [one, other] as const),
  );
  test.each(pairs)('%s and %s: both', async (one, other) => {
    const of = await saver();
    expect(await race(of, takingOf(one), givingOf(other))).toEqual(['posted', 'posted']);
    expect(await savingsIn(sacco, of.member, of.account)).toBe(HELD);
  });
});

describe('two that give', () => {
  test.each(pairsOf(Object.keys(GIVING)))('%s and %s: both', async (one, other) => {
    const of = await saver();
    expect(await race(of, givingOf(one), givingOf(other))).toEqual(['posted', 'posted']);
    expect(await savingsIn(sacco, of.member, of.account)).toBe(HELD + 2 * AMOUNT);
  });
});

describe('a pledge', () => {
  test.each(Object.keys(TAKING))('and %s: one of them', async (name) => {
    const of = await saver();
    const take = await takingOf(name)(of);
    const guarantors = [{ member_id: of.member, amount_minor: AMOUNT }];
    const borrower = { member_id: await newPayee(sacco, 0), product_id: lent, term: 1 };
    const applied = await post('/api/v1/sacco/loans', moving(AMOUNT, { ...borrower, guarantors }));
    const pledge = await approving(applied);
    const endings = await Promise.all([take(), pledge()]);
    const done = endings.filter((ending) => ending === 'posted');
    expect(done, JSON.stringify(endings)).toHaveLength(1);
    const left = endings[0] === 'posted' ? HELD - AMOUNT : HELD;
    expect(await savingsIn(sacco, of.member, of.account)).toBe(left);
  });
});

describe('interest and a dividend', () => {
  test('are paid while money goes in and out', async () => {
    const paying = await createSacco(service);
    await setTestClock(paying.project, '2035-01-01T00:00:00Z');
    const [member] = (await earnFees(paying, [10_000])) as [string];
    const product_id = await savingsProduct(paying);
    const account = await savingsAccount(paying, member, product_id);
    must(await paying.maker.put(at(member, 'dividend-account'), { savings_account_id: account }));
    const move = (what: string): Promise<Reply> =>
      paying.maker.post(at(member, what), moving(AMOUNT, { savings_account_id: account }));
    must(await move('deposits'));
    for (let month = 1; month <= 6; month++) {
      await setTestClock(paying.project, `2035-0${month + 1}-01T00:00:00Z`);
      const period = { period_start: `2035-0${month}-01`, period_end: `2035-0${month}-28` };
      const interest = await approvedInterest(paying, { ...period, product_id });
      const dividend = await approvedDividend(paying, { share_rate_bps: 100 });
      const before = (await savingsIn(paying, member, account)) as number;
      const [, , taken, given] = await Promise.all([
        payInterest(service.ctx, interest),
        payDividend(service.ctx, dividend),
        move('withdrawals'),
        move('deposits'),
      ]);
      expect([taken.body.status, given.body.status]).toEqual(['posted', 'posted']);
      const { lines } = must(await paying.maker.get(`/api/v1/sacco/savings-interest/${interest}`)).body;
      expect(await savingsIn(paying, member, account)).toBe(before + lines[0].net_minor + 100);
    }
  });
});
