/**
 * Savings whose process dies at each of its statements in turn: a monthly fee is charged once, a term is paid and renewed or closed
 * once, and a withdrawal takes its fee once.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withdraw } from '../../domain/members/index.ts';
import { chargeSavingsFees, matureTerms } from '../../domain/savings/index.ts';
import {
  BOOKINGS,
  createSacco,
  fixedAccount,
  held,
  moveDays,
  moving,
  must,
  newMember,
  savingsAccount,
  savingsIn,
  savingsProduct,
  scopeNow,
  startService,
  verifyAll,
  type Sacco,
  type TestService,
} from '../harness/index.ts';
import { dieAtEach, FEWEST_STATEMENTS } from './die-at-each.ts';
import { MortalProcess } from './mortal-process.ts';

const MONTH_DAYS = 31;

let service: TestService;
let mortal: MortalProcess;

// Nobody works on the queues.
beforeAll(async () => {
  service = await startService();
  mortal = await MortalProcess.open(service);
});
afterAll(async () => {
  await mortal.close();
  expect(await verifyAll(service.ctx)).toEqual([]);
  await service.stop();
});

test.each(BOOKINGS)(
  'fees of a month, %s: each account is charged once',
  { timeout: 240_000 },
  async (how) => {
    const sacco = await createSacco(service);
    const product = await savingsProduct(sacco, { monthly_fee_minor: 3 });
    const savers: { member: string; account: string }[] = [];
    for (let i = 0; i < 3; i++) {
      const member = await newMember(sacco);
      const account = await savingsAccount(sacco, member, product);
      must(
        await sacco.maker.post(
          `/api/v1/sacco/members/${member}/deposits`,
          // The last cannot pay.
          moving(i < 2 ? 100_000 : 2, { savings_account_id: account }),
        ),
      );
      savers.push({ member, account });
    }
    const passes = await dieAtEach({ service, mortal }, how, {
      prepare: () => moveDays(service, sacco, MONTH_DAYS),
      act: (ctx) => chargeSavingsFees(ctx),
      async check(pass) {
        const { project_id } = await scopeNow(service, sacco);
        const runs: { id: string }[] = await service.ctx.db('sacco_savings_fee_runs').where({ project_id });
        // Each pass moves to another month.
        expect(runs.length).toBeGreaterThan(pass);
        const lines = await service.ctx
          .db('sacco_savings_fees')
          .whereIn(
            'run_id',
            runs.map(({ id }) => id),
          )
          .select('account_id', 'status');
        for (const [i, { member, account }] of savers.entries()) {
          const statuses: string[] = lines
            .filter(({ account_id }) => account_id === account)
            .map(({ status }) => status);
          const expected = runs.map(() => (i < 2 ? 'charged' : 'skipped'));
          expect([pass, statuses]).toEqual([pass, expected]);
          const left = i < 2 ? 100_000 - 3 * runs.length : 2;
          expect([pass, await savingsIn(sacco, member, account)]).toEqual([pass, left]);
        }
      },
    });
    expect(passes).toBeGreaterThan(FEWEST_STATEMENTS);
  },
);

test.each(BOOKINGS)('terms that are over, %s: each is paid once', { timeout: 240_000 }, async (how) => {
  const sacco = await createSacco(service);
  const terms = { kind: 'fixed', rate_bps: 1_000, term_days: 40 };
  const renewed = await savingsProduct(sacco, { ...terms, at_maturity: 'renew_principal' });
  const paid_out = await savingsProduct(sacco, { ...terms, at_maturity: 'pay_out' });
  const member = await newMember(sacco);
  // 3,650.00 at 10 % for 40 days are 40.00.
  const stays = await fixedAccount(sacco, member, renewed, 365_000);
  let ends = '';
  const passes = await dieAtEach({ service, mortal }, how, {
    async prepare() {
      ends = await fixedAccount(sacco, member, paid_out, 365_000);
      await moveDays(service, sacco, 40);
    },
    act: (ctx) => matureTerms(ctx),
    async check(pass) {
      const times = pass + 1;
      const own = (await held(sacco.maker, member))['savings'];
      expect([pass, own]).toEqual([pass, times * (4_000 + 369_000)]);
      expect([pass, await savingsIn(sacco, member, stays)]).toEqual([pass, 365_000]);
      expect([pass, await savingsIn(sacco, member, ends)]).toEqual([pass, undefined]);
      const [running, matured] = await Promise.all(
        ['running', 'matured'].map((status) =>
          service.ctx.db('sacco_savings_terms').where({ account_id: stays, status }),
        ),
      );
      expect([pass, running?.length, matured?.length]).toEqual([pass, 1, times]);
    },
  });
  expect(passes).toBeGreaterThan(FEWEST_STATEMENTS);
});

test.each(BOOKINGS)('a withdrawal with its fee, %s: both once', { timeout: 240_000 }, async (how) => {
  const sacco: Sacco = await createSacco(service);
  const product = await savingsProduct(sacco, { withdrawal_fee_minor: 7, min_balance_minor: 1_000 });
  const member = await newMember(sacco);
  const savings_account_id = await savingsAccount(sacco, member, product);
  const deposit = moving(100_000, { savings_account_id });
  must(await sacco.maker.post(`/api/v1/sacco/members/${member}/deposits`, deposit));
  const scope = await scopeNow(service, sacco);
  const actor = { type: 'user' as const, id: sacco.people.maker.id };
  let idempotency_key = '';
  const passes = await dieAtEach({ service, mortal }, how, {
    async prepare() {
      idempotency_key = crypto.randomUUID();
    },
    act: (ctx) =>
      withdraw({ ctx, scope, actor }, member, { amount_minor: 100n, savings_account_id, idempotency_key }),
    async check(pass) {
      const left = 100_000 - (pass + 1) * 107;
      expect([pass, await savingsIn(sacco, member, savings_account_id)]).toEqual([pass, left]);
    },
  });
  expect(passes).toBeGreaterThan(FEWEST_STATEMENTS);
});
