/** Random days at two tills, with bankings and the clock moving on, compared with a naive model after every step. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  bank,
  createSacco,
  decide,
  moveDays,
  moveToNoon,
  moving,
  must,
  newAccount,
  newMember,
  sharedService,
  verifyAll,
  type Client,
  type Reply,
  type Sacco,
  type TestService,
} from '../harness/index.ts';
import { NaiveTills } from './naive-tills.ts';

const V1 = '/api/v1/sacco';
const VAULT_MINOR = 50_000;
const TILLS = 2;
const RUNS = 10;

let service: TestService;

beforeAll(async () => {
  service = await sharedService();
});
afterAll(async () => {
  expect(await verifyAll(service.ctx)).toEqual([]);
  await service.stop();
});

const amount = fc.integer({ min: 1, max: 30_000 });
const teller = fc.nat({ max: 1 });
const place = fc.option(fc.nat({ max: TILLS - 1 }));

const step = fc.oneof(
  fc.record({ do: fc.constant('open' as const), teller, till: fc.nat({ max: TILLS - 1 }), amount }),
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('decide' as const), approved: fc.integer({ min: 0, max: 4 }) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('deposit' as const), teller, amount }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('withdraw' as const), teller, amount }) },
  fc.record({ do: fc.constant('carry' as const), from: place, to: place, amount }),
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('close' as const),
      teller,
      difference: fc.integer({ min: -50, max: 50 }),
    }),
  },
  fc.record({ do: fc.constant('banking' as const), to_bank: fc.boolean(), amount }),
  fc.record({ do: fc.constant('deposit from the bank' as const), teller, amount }),
  fc.record({ do: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 40 }) }),
);
type Step = typeof step extends fc.Arbitrary<infer Made> ? Made : never;

/** The real tills, by the numbers of the naive ones. */
class RealTills {
  readonly tellers: Client[];
  readonly sessions: string[] = [];
  readonly approvals: (string | null)[] = [];
  private readonly sacco: Sacco;
  readonly tills: string[];
  private readonly member: string;

  constructor(sacco: Sacco, tills: string[], member: string) {
    this.sacco = sacco;
    this.tills = tills;
    this.member = member;
    this.tellers = [sacco.maker, sacco.admin];
  }

  static async found(): Promise<RealTills> {
    const sacco = await createSacco(service, { tills: 'on' });
    await moveToNoon(sacco.project);
    const counted = moving(VAULT_MINOR, { direction: 'in', memo: 'first cash' });
    must(
      await decide(sacco, must(await sacco.maker.post(`${V1}/cash-adjustments`, counted)).body.approval_id),
    );
    const tills = await Promise.all(
      Array.from(
        { length: TILLS },
        async (_each, i) => must(await sacco.admin.post(`${V1}/tills`, { name: `T${i}` })).body.id,
      ),
    );
    await newAccount(sacco, '1100');
    return new RealTills(sacco, tills, await newMember(sacco));
  }

  async open(by: number, till: number, float_minor: number): Promise<string> {
    const client = this.tellers[by] as Client;
    const reply = await client.post(`${V1}/tills/${this.tills[till]}/sessions`, { float_minor });
    if (reply.status !== 202) return reply.body.error.reason;
    this.sessions.push(reply.body.id);
    this.approvals.push(reply.body.approval_id);
    return 'waits';
  }

  move(by: number, what: 'deposits' | 'withdrawals', minor: number, more: object = {}): Promise<string> {
    const client = this.tellers[by] as Client;
    return client.post(`${V1}/members/${this.member}/${what}`, moving(minor, more)).then(outcomeOf);
  }

  async bank(direction: 'till_to_bank' | 'bank_to_till', amount_minor: number): Promise<string> {
    const reply = await bank(this.sacco, direction, { account: '1100', amount_minor });
    this.approvals.push(reply.body.approval_id);
    return outcomeOf(reply);
  }

  async carry(from: number | null, to: number | null, minor: number): Promise<string> {
    const named = (at: number | null) => (at === null ? 'vault' : this.tills[at]);
    const body = moving(minor, { from: named(from), to: named(to), memo: 'change' });
    const reply = await this.sacco.admin.post(`${V1}/till-transfers`, body);
    if (reply.status === 202) this.approvals.push(reply.body.approval_id);
    return outcomeOf(reply);
  }

  async close(index: number, counted_minor: number): Promise<string> {
    const session = await this.read(index);
    const client = this.tellers[session.teller.id === this.sacco.people.maker.id ? 0 : 1] as Client;
    const reply = await client.post(`${V1}/tills/${session.till}/sessions/${session.id}/close`, {
      counted_minor,
      memo: 'counted',
    });
    if (reply.body.error) return reply.body.error.reason;
    if (reply.body.approval_id) this.approvals.push(reply.body.approval_id);
    return reply.body.status === 'closed' ? 'closed' : 'waits';
  }

  async decide(index: number, approved: boolean, session: number | null): Promise<string> {
    const id = this.approvals[index] as string;
    const reply = await decide(
      this.sacco,
      id,
      approved ? 'approve' : 'reject',
      approved ? {} : { note: 'no' },
    );
    if (reply.body.error) return reply.body.error.reason;
    // A difference that is booked is followed by the return to the vault.
    const next = session === null ? null : (await this.read(session)).approval_id;
    if (next && next !== id) this.approvals.push(next);
    return approved ? (reply.body.entry.error ?? reply.body.entry.status) : 'rejected';
  }

  async read(index: number): Promise<Reply['body']> {
    return must(await this.sacco.maker.get(`${V1}/till-sessions/${this.sessions[index]}`)).body;
  }

  async state(): Promise<object> {
    const { body } = must(await this.sacco.maker.get(`${V1}/treasury`));
    const [vault, ...rest] = body.cash_on_hand_parts;
    const holds = new Map(rest.map((each: Reply['body']) => [each.till, each.balance_minor]));
    const { body: member } = must(await this.sacco.maker.get(`${V1}/members/${this.member}`));
    const sessions = await Promise.all(this.sessions.map((_id, i) => this.read(i)));
    return {
      sum: body.cash_on_hand_minor,
      bank: body.banks_minor,
      vault: vault.balance_minor,
      tills: this.tills.map((id) => holds.get(id)),
      savings: member.savings_minor,
      sessions: sessions.map((each) => ({
        status: each.status,
        counted: each.counted_minor,
        ...(each.status === 'closed' || each.status === 'closing'
          ? {}
          : { in: each.in_minor, out: each.out_minor }),
      })),
    };
  }

  wait(days: number): Promise<unknown> {
    return moveDays(service, this.sacco, days);
  }
}

function outcomeOf({ body }: Reply): string {
  // A failed entry has its reason where a refusal has an object.
  if (body.error) return body.error.reason ?? body.error;
  return body.status === 'awaiting_approval' ? 'waits' : body.status;
}

function stateOf(naive: NaiveTills): object {
  return {
    sum: naive.vault + naive.tills.reduce((sum, each) => sum + each, 0),
    bank: naive.bank,
    vault: naive.vault,
    tills: naive.tills,
    savings: naive.savings,
    sessions: naive.sessions.map(({ status, counted, in: taken, out }) => ({
      status,
      counted,
      ...(status === 'closed' || status === 'closing' ? {} : { in: taken, out }),
    })),
  };
}

/** @returns what the naive tills, and then the real ones, answer; null where there is nothing to do */
async function both(naive: NaiveTills, real: RealTills, taken: Step): Promise<[string, string] | null> {
  switch (taken.do) {
    case 'open':
      return [
        naive.open(taken.teller, taken.till, taken.amount),
        await real.open(taken.teller, taken.till, taken.amount),
      ];
    case 'deposit':
      return [
        naive.deposit(taken.teller, taken.amount),
        await real.move(taken.teller, 'deposits', taken.amount),
      ];
    case 'withdraw':
      return [
        naive.withdraw(taken.teller, taken.amount),
        await real.move(taken.teller, 'withdrawals', taken.amount),
      ];
    case 'deposit from the bank': {
      const of_bank = { from: 'bank', account: '1100', reference: 'TT' };
      return [
        naive.depositFromBank(taken.amount),
        await real.move(taken.teller, 'deposits', taken.amount, of_bank),
      ];
    }
    case 'banking':
      return [
        naive.askBanking(taken.to_bank ? taken.amount : -taken.amount),
        await real.bank(taken.to_bank ? 'till_to_bank' : 'bank_to_till', taken.amount),
      ];
    case 'carry':
      if (taken.from === taken.to) return null;
      return [
        naive.carry(taken.from, taken.to, taken.amount),
        await real.carry(taken.from, taken.to, taken.amount),
      ];
    case 'close': {
      const index = naive.liveOf(taken.teller);
      const session = naive.sessions[index];
      if (!session) return null;
      const counted = Math.max(0, naive.expected(session) + taken.difference);
      return [naive.close(index, counted - naive.expected(session)), await real.close(index, counted)];
    }
    case 'decide': {
      const index = naive.requests.findIndex((each) => each !== null);
      const request = naive.requests[index];
      if (!request) return null;
      const approved = taken.approved > 0;
      const session = 'session' in request ? request.session : null;
      return [naive.decide(index, approved), await real.decide(index, approved, session)];
    }
    case 'wait':
    default:
      await real.wait(taken.days);
      return null;
  }
}

test('whatever happens at the tills, both say the same', { timeout: 300_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60 }), async (steps) => {
      const naive = new NaiveTills(VAULT_MINOR, TILLS);
      const real = await RealTills.found();
      for (const taken of steps) {
        const answers = await both(naive, real, taken);
        if (!answers) continue;
        const about = JSON.stringify(taken);
        expect(answers[1], about).toBe(answers[0]);
        expect(await real.state(), about).toEqual(stateOf(naive));
      }
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
});
