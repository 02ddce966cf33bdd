/**
 * What people ask of savings, and dividends, while the process dies at each of its statements in turn: money goes from one account to
 * another once, a fixed account is opened and broken once, tax is remitted once, and a dividend is paid once into the account that its
 * member has chosen.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AppError } from '../../core/errors.ts';
import { payDividend } from '../../domain/dividends/index.ts';
import { payInterest } from '../../domain/interest/index.ts';
import { approvals } from '../../domain/movements/index.ts';
import type { Context } from '../../domain/platform/context.ts';
import { savingsAccounts, savingsNotices, transferSavings } from '../../domain/savings/index.ts';
import {
  approvedDividend,
  approvedInterest,
  BOOKINGS,
  createSacco,
  earnFees,
  fixedAccount,
  moving,
  must,
  newMember,
  newSaver,
  savingsAccount,
  savingsIn,
  savingsProduct,
  scopeNow,
  setTestClock,
  startService,
  verifyAll,
  type Sacco,
  type TestService,
} from '../harness/index.ts';
import { dieAtEach, FEWEST_STATEMENTS } from './die-at-each.ts';
import { MortalProcess } from './mortal-process.ts';

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

const LONG = { timeout: 240_000 };
const TERMS = { kind: 'fixed', rate_bps: 1_000, term_days: 90 };
const of_default = (member: string): string => member.replace('mem_', 'sav_');

type Person = 'maker' | 'checker';

/** Asks as somebody of the cooperative, by whichever process. */
async function asking(sacco: Sacco, who: Person) {
  const scope = await scopeNow(service, sacco);
  const actor = { type: 'user' as const, id: sacco.people[who].id };
  return (ctx: Context) => ({ ctx, scope, actor });
}

/** Whoever repeats an approval is told that it is made. */
async function approvedBy(sacco: Sacco): Promise<(ctx: Context, approval_id: string) => Promise<void>> {
  const as = await asking(sacco, 'checker');
  return async (ctx, approval_id) => {
    await approvals.approve(as(ctx), approval_id, null).catch((error: unknown) => {
      if (!(error instanceof AppError) || error.reason !== 'already_decided') throw error;
    });
  };
}

test.each(BOOKINGS)('a transfer between two accounts, %s: once', LONG, async (how) => {
  const sacco = await createSacco(service);
  const member = await newSaver(sacco, 100_000);
  const account = await savingsAccount(sacco, member, await savingsProduct(sacco));
  const as = await asking(sacco, 'maker');
  let idempotency_key = '';
  const passes = await dieAtEach({ service, mortal }, how, {
    async prepare() {
      idempotency_key = crypto.randomUUID();
    },
    act: (ctx) =>
      transferSavings(as(ctx), member, {
        from_savings_account_id: of_default(member),
        to_savings_account_id: account,
        amount_minor: 100n,
        idempotency_key,
      }),
    async check(pass) {
      const moved = 100 * (pass + 1);
      expect([pass, await savingsIn(sacco, member, account)]).toEqual([pass, moved]);
      expect([pass, await savingsIn(sacco, member, of_default(member))]).toEqual([pass, 100_000 - moved]);
    },
  });
  expect(passes).toBeGreaterThan(FEWEST_STATEMENTS);
});

test.each(BOOKINGS)('a fixed account from savings, %s: opened once with its deposit', LONG, async (how) => {
  const sacco = await createSacco(service);
  const product_id = await savingsProduct(sacco, TERMS);
  const as = await asking(sacco, 'maker');
  let member = '';
  let idempotency_key = '';
  const passes = await dieAtEach({ service, mortal }, how, {
    async prepare() {
      member = await newSaver(sacco, 1_000);
      idempotency_key = crypto.randomUUID();
    },
    act: (ctx) =>
      savingsAccounts.open(as(ctx), member, {
        product_id,
        amount_minor: 900n,
        from: 'savings',
        idempotency_key,
      }),
    async check(pass) {
      const { body } = must(await sacco.maker.get(`/api/v1/sacco/members/${member}`));
      const balances = body.savings_accounts.map(
        ({ balance_minor }: { balance_minor: number }) => balance_minor,
      );
      expect([pass, balances]).toEqual([pass, [100, 900]]);
    },
  });
  expect(passes).toBeGreaterThan(FEWEST_STATEMENTS);
});

test.each(BOOKINGS)('a fixed account that is broken, %s: paid once, and closed', LONG, async (how) => {
  const sacco = await createSacco(service);
  const product_id = await savingsProduct(sacco, TERMS);
  const approve = await approvedBy(sacco);
  const member = await newMember(sacco);
  let account = '';
  let approval_id = '';
  const passes = await dieAtEach({ service, mortal }, how, {
    async prepare() {
      account = await fixedAccount(sacco, member, product_id, 1_000);
      const out = moving(1_000, { savings_account_id: account });
      ({ approval_id } = must(
        await sacco.maker.post(`/api/v1/sacco/members/${member}/withdrawals`, out),
      ).body);
    },
    act: (ctx) => approve(ctx, approval_id),
    async check(pass) {
      const { body } = must(await sacco.maker.get(`/api/v1/approvals/${approval_id}`));
      expect([pass, body.status]).toEqual([pass, 'approved']);
      expect([pass, await savingsIn(sacco, member, account)]).toEqual([pass, undefined]);
      const { balances } = must(await sacco.maker.get('/api/v1/sacco/summary')).body;
      expect([pass, balances.cash_on_hand_minor]).toEqual([pass, 0]);
    },
  });
  expect(passes).toBeGreaterThan(FEWEST_STATEMENTS);
});

test('a notice is given once', LONG, async () => {
  const sacco = await createSacco(service);
  const account_id = await savingsAccount(
    sacco,
    await newMember(sacco),
    await savingsProduct(sacco, { notice_days: 7 }),
  );
  const { member_id } = await service.ctx.db('sacco_savings_accounts').where({ id: account_id }).first();
  const deposit = moving(100_000, { savings_account_id: account_id });
  must(await sacco.maker.post(`/api/v1/sacco/members/${member_id}/deposits`, deposit));
  const as = await asking(sacco, 'maker');
  let idempotency_key = '';
  const passes = await dieAtEach({ service, mortal }, 'in one transaction', {
    async prepare() {
      idempotency_key = crypto.randomUUID();
    },
    act: (ctx) =>
      savingsNotices.give(as(ctx), { member_id, account_id }, { amount_minor: 10n, idempotency_key }),
    async check(pass) {
      const notices = await service.ctx.db('sacco_savings_notices').where({ account_id });
      expect([pass, notices.length]).toEqual([pass, pass + 1]);
    },
  });
  expect(passes).toBeGreaterThan(FEWEST_STATEMENTS);
});

test.each(BOOKINGS)('tax that is remitted, %s: once', LONG, async (how) => {
  const sacco = await createSacco(service);
  await setTestClock(sacco.project, '2035-01-01T09:00:00Z');
  must(
    await sacco.maker.post(`/api/v1/sacco/members/${await newMember(sacco)}/deposits`, moving(100_000_000)),
  );
  await setTestClock(sacco.project, '2035-02-01T09:00:00Z');
  await payInterest(service.ctx, await approvedInterest(sacco, { withholding_tax_bps: 1_500 }));
  const payable = async (): Promise<number> =>
    must(await sacco.maker.get('/api/v1/sacco/summary')).body.balances.tax_payable_minor;
  const withheld = await payable();
  const approve = await approvedBy(sacco);
  let approval_id = '';
  const passes = await dieAtEach({ service, mortal }, how, {
    async prepare() {
      const body = { ...moving(1), memo: 'January' };
      ({ approval_id } = must(await sacco.maker.post('/api/v1/sacco/tax-remittances', body)).body);
    },
    act: (ctx) => approve(ctx, approval_id),
    async check(pass) {
      expect([pass, await payable()]).toEqual([pass, withheld - (pass + 1)]);
    },
  });
  expect(passes).toBeGreaterThan(FEWEST_STATEMENTS);
});

test.each(BOOKINGS)('a dividend into a chosen account, %s: each line once', LONG, async (how) => {
  const sacco = await createSacco(service);
  const members = await earnFees(sacco, [10_000, 20_000]);
  const [member] = members as [string, string];
  const savings_account_id = await savingsAccount(sacco, member, await savingsProduct(sacco));
  must(await sacco.maker.put(`/api/v1/sacco/members/${member}/dividend-account`, { savings_account_id }));
  let dividend_id = '';
  const passes = await dieAtEach({ service, mortal }, how, {
    async prepare() {
      dividend_id = await approvedDividend(sacco, { share_rate_bps: 100, withholding_tax_bps: 1_000 });
    },
    act: (ctx) => payDividend(ctx, dividend_id),
    async check(pass) {
      const run = must(await sacco.maker.get(`/api/v1/sacco/dividends/${dividend_id}`)).body;
      expect([pass, run.status]).toEqual([pass, 'paid']);
      expect([pass, await savingsIn(sacco, member, savings_account_id)]).toEqual([pass, 90 * (pass + 1)]);
      expect([pass, await savingsIn(sacco, member, of_default(member))]).toEqual([pass, 0]);
    },
  });
  expect(passes).toBeGreaterThan(FEWEST_STATEMENTS);
});
