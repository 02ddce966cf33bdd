/** Random histories of savings accounts, with days that pass, beside a naive model of the same rules. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chargeSavingsFees, matureTerms } from '../../domain/savings/index.ts';
import {
  createSacco,
  fixedAccount,
  moveDays,
  moveToNoon,
  moving,
  must,
  newMember,
  savingsAccount,
  savingsOf,
  savingsProduct,
  scopeNow,
  startService,
  verifyAll,
  type Sacco,
  type TestService,
} from '../harness/index.ts';

const KEEPS = 5_000;
const FEE = 100;
const MONTHLY = 700;
const TERM = { rate_bps: 1_200, term_days: 20 };

let service: TestService;
let sacco: Sacco;
let products: { regular: string; restricted: string; fixed: string };

beforeAll(async () => {
  service = await startService();
  sacco = await createSacco(service);
  await moveToNoon(sacco.project);
  products = {
    regular: await savingsProduct(sacco, {
      min_balance_minor: KEEPS,
      withdrawal_fee_minor: FEE,
      monthly_fee_minor: MONTHLY,
    }),
    restricted: await savingsProduct(sacco, { kind: 'restricted' }),
    fixed: await savingsProduct(sacco, { kind: 'fixed', at_maturity: 'renew_all', ...TERM }),
  };
});
afterAll(async () => {
  expect(await verifyAll(service.ctx)).toEqual([]);
  await service.stop();
});

type Place = 'own' | 'regular' | 'restricted';
type Step =
  | { does: 'deposit'; at: Place; amount: number }
  | { does: 'withdraw'; at: Place; amount: number }
  | { does: 'transfer'; from: Place; to: Place; amount: number }
  | { does: 'wait'; days: number };

const place = fc.constantFrom<Place>('own', 'regular', 'restricted');
const amount = fc.integer({ min: 1, max: 20_000 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ does: fc.constant('deposit' as const), at: place, amount }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('withdraw' as const), at: place, amount }) },
  {
    weight: 3,
    arbitrary: fc
      .record({ does: fc.constant('transfer' as const), from: place, to: place, amount })
      .filter(({ from, to }) => from !== to),
  },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 45 }) }),
  },
);

/** The rules once more, as simply as they can be said. */
class Model {
  readonly held: Record<Place, number> = { own: 0, regular: 0, restricted: 0 };
  fixed: number;
  private days = 0;

  constructor(deposit: number) {
    this.fixed = deposit;
  }

  take(at: Place, amount_minor: number, fee: number): boolean {
    if (at === 'restricted') return false;
    const left = this.held[at] - amount_minor - (at === 'regular' ? fee : 0);
    if (left < (at === 'regular' ? KEEPS : 0)) return false;
    this.held[at] = left;
    return true;
  }

  wait(days: number, months_ended: number): void {
    for (let i = 0; i < months_ended; i++) if (this.held.regular >= MONTHLY) this.held.regular -= MONTHLY;
    this.days += days;
    for (; this.days >= TERM.term_days; this.days -= TERM.term_days)
      this.fixed += Math.floor((this.fixed * TERM.rate_bps * TERM.term_days) / (10_000 * 365) + 0.5);
  }
}

const MOVES = (member: string, what: string): string => `/api/v1/sacco/members/${member}/${what}`;

async function play(steps: readonly Step[]): Promise<void> {
  const member = await newMember(sacco);
  const ids: Record<Place, string> = {
    own: `sav_${member.slice(4)}`,
    regular: await savingsAccount(sacco, member, products.regular),
    restricted: await savingsAccount(sacco, member, products.restricted),
  };
  const fixed = await fixedAccount(sacco, member, products.fixed, 730_000);
  const model = new Model(730_000);
  let { clock } = await scopeNow(service, sacco);
  for (const each of steps) {
    if (each.does === 'deposit') {
      const body = moving(each.amount, { savings_account_id: ids[each.at] });
      must(await sacco.maker.post(MOVES(member, 'deposits'), body));
      model.held[each.at] += each.amount;
    } else if (each.does === 'withdraw') {
      const body = moving(each.amount, { savings_account_id: ids[each.at] });
      const reply = await sacco.maker.post(MOVES(member, 'withdrawals'), body);
      expect(reply.body.status === 'posted', reply.text).toBe(model.take(each.at, each.amount, FEE));
    } else if (each.does === 'transfer') {
      const between = { from_savings_account_id: ids[each.from], to_savings_account_id: ids[each.to] };
      const reply = await sacco.maker.post(MOVES(member, 'savings-transfers'), moving(each.amount, between));
      const moved = model.take(each.from, each.amount, 0);
      expect(reply.body.status === 'posted', reply.text).toBe(moved);
      if (moved) model.held[each.to] += each.amount;
    } else {
      const monthOf = (at: Date): number => at.getUTCFullYear() * 12 + at.getUTCMonth();
      const before = monthOf(clock.now());
      ({ clock } = await moveDays(service, sacco, each.days));
      await matureTerms(service.ctx);
      await chargeSavingsFees(service.ctx);
      model.wait(each.days, monthOf(clock.now()) - before);
    }
    const held = await savingsOf(sacco, member);
    const found = Object.fromEntries(
      Object.entries(ids).map(([name, id]) => [name, held.get(id)?.['balance_minor']]),
    );
    expect({ ...found, fixed: held.get(fixed)?.['balance_minor'] }, JSON.stringify(each)).toEqual({
      ...model.held,
      fixed: model.fixed,
    });
  }
}

test('random histories end as the model says', { timeout: 240_000 }, async () => {
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), play), { numRuns: 8 });
});
