/**
 * What `GET /approvals/{id}` foretells of a decision. Of each kind, random books: whatever is foretold is what approving does,
 * account by account and in every account of the project, and reading it changes and locks no row.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { payDividend } from '../../domain/dividends/index.ts';
import { availableOf, balanceOf, type AccountKind } from '../../domain/ledger/index.ts';
import {
  appliedLoan,
  askWriteOff,
  bank,
  createSacco,
  decide,
  declaredDividend,
  earnFees,
  inProject,
  JOURNALS,
  lend,
  moveDays,
  moveToNoon,
  moving,
  must,
  newAccount,
  newMember,
  newProduct,
  newSaver,
  repay,
  scopeNow,
  startService,
  verifyAll,
  type Client,
  type Reply,
  type Sacco,
  type TestService,
} from '../harness/index.ts';
import { expectError } from './samples.ts';

let service: TestService;

beforeAll(async () => {
  service = await startService();
});
afterAll(async () => {
  expect(await verifyAll(service.ctx)).toEqual([]);
  await service.stop();
});

const RUNS = { numRuns: 6, interruptAfterTimeLimit: 100_000, markInterruptAsFailure: true };
const amount = (max: number): fc.Arbitrary<number> => fc.integer({ min: 1, max });

async function read(by: Client, approval_id: string): Promise<Reply['body']> {
  return must(await by.get(`/api/v1/approvals/${approval_id}`)).body;
}

/** Balance and available in minor units of every account of the SACCO, by its kind and the number of its member or its code. */
async function accountsOf(sacco: Sacco): Promise<Map<string, [bigint, bigint]>> {
  const { ctx } = service;
  const rows = await ctx
    .db('ledger_accounts as a')
    .leftJoin('sacco_loans as l', 'l.id', 'a.owner')
    .leftJoin('sacco_members as m', (join) => join.on('m.id', 'a.owner').orOn('m.id', 'l.member_id'))
    .leftJoin('chart_accounts as c', 'c.id', 'a.owner')
    .where({ 'a.project_id': sacco.project.id, 'a.environment': 'test' })
    .select('a.id', 'a.kind', service.ctx.db.raw('coalesce(m.member_no, c.code) as name'));
  const { clock } = await scopeNow(service, sacco);
  const balances = await ctx.ledger.balances(
    rows.map(({ id }) => id),
    clock.now(),
  );
  return new Map(
    rows.map(({ id, kind, name }: { id: string; kind: AccountKind; name: string | null }) => {
      const sums = balances.get(id);
      if (!sums) throw new Error(`the ledger does not know ${id}`);
      return [`${kind} ${name}`, [balanceOf(kind, sums), availableOf(kind, sums)]];
    }),
  );
}

/** Rows with who wrote and who locked them last. */
const STORED = [
  'sacco_members',
  'sacco_entries',
  'sacco_approvals',
  'sacco_loans',
  'sacco_loan_installments',
  'sacco_loan_charge_dates',
  'sacco_loan_guarantees',
  'sacco_dividends',
  'sacco_dividend_lines',
  'ledger_balances',
  'ledger_pending',
  'ledger_transfers',
  'ledger_spent_ids',
  'webhook_events',
  'audit_log',
];

async function stored(): Promise<string> {
  const texts: string[] = [];
  for (const table of STORED) {
    const { rows } = await service.ctx.db.raw(
      `select count(*) as count, md5(string_agg(concat(t.xmin, ' ', t.xmax, ' ', t::text), ',' order by t::text)) as rows
       from ${table} t`,
    );
    texts.push(`${table} ${rows[0].count} ${rows[0].rows}`);
  }
  return texts.join('\n');
}

type Changes = Map<string, [before: bigint, after: bigint, available: bigint]>;

/** What the effect says, or what happened; an account that was not open held nothing. */
function changesSaid(effect: Reply['body']): Changes {
  return new Map(
    effect.accounts.map((each: Reply['body']) => [
      `${each.kind} ${each.member_no ?? each.account?.code ?? null}`,
      [each.balance_before_minor, each.balance_after_minor, each.available_after_minor].map(BigInt),
    ]),
  );
}

function changesMade(before: Map<string, [bigint, bigint]>, after: Map<string, [bigint, bigint]>): Changes {
  const changes: Changes = new Map();
  for (const [name, [balance, available]] of after) {
    const [earlier, earlier_available] = before.get(name) ?? [0n, 0n];
    if (earlier !== balance || earlier_available !== available)
      changes.set(name, [earlier, balance, available]);
  }
  return changes;
}

function blockingOf({ warnings }: Reply['body']): Reply['body'][] {
  return warnings.filter(({ blocking }: { blocking: boolean }) => blocking);
}

/** Reads it twice, approves it, and compares. @returns what was read */
async function expectAsForetold(sacco: Sacco, approval_id: string): Promise<Reply['body']> {
  const before = await accountsOf(sacco);
  const rows = await stored();
  const { effect, may_decide } = await read(sacco.checker, approval_id);
  const again = await read(sacco.checker, approval_id);
  expect(may_decide).toBe(true);
  expect({ ...again.effect, computed_at: effect.computed_at }).toEqual(effect);
  expect(await stored()).toBe(rows);

  const { entry } = must(await decide(sacco, approval_id)).body;
  const after = await accountsOf(sacco);
  const blocking = blockingOf(effect);
  expect(effect.carries_out).toBe(blocking.length === 0);
  if (effect.carries_out) {
    expect(entry.status, entry.error).toBe('posted');
    expect(changesSaid(effect)).toEqual(changesMade(before, after));
  } else {
    expect(blocking).toHaveLength(1);
    expect(entry).toMatchObject({ status: 'failed', error: blocking[0].code, reason: blocking[0].message });
    expect(changesMade(before, after)).toEqual(new Map());
    for (const [name, [was, is]] of changesSaid(effect)) {
      expect([name, was]).toEqual([name, before.get(name)?.[0] ?? 0n]);
      expect(is).toBe(was);
    }
  }
  expect(await read(sacco.checker, approval_id)).toMatchObject({ effect: null, may_decide: false });
  return effect;
}

async function countCash(sacco: Sacco, direction: 'in' | 'out', amount_minor: number): Promise<string> {
  const body = moving(amount_minor, { direction, memo: 'counted' });
  return must(await sacco.maker.post('/api/v1/sacco/cash-adjustments', body)).body.approval_id;
}

async function ask(sacco: Sacco, member: string, what: string, body: object): Promise<string> {
  return must(await sacco.maker.post(`/api/v1/sacco/members/${member}/${what}`, body)).body.approval_id;
}

async function askReversal(sacco: Sacco, entry_id: string): Promise<string> {
  const body = { idempotency_key: crypto.randomUUID(), memo: 'by mistake' };
  return must(await sacco.maker.post(`/api/v1/sacco/entries/${entry_id}/reverse`, body)).body.approval_id;
}

/** What makes a movement of this member's impossible. */
async function stop(sacco: Sacco, member: string, how: 'suspended' | 'frozen' | null): Promise<void> {
  if (how === 'suspended') must(await sacco.maker.post(`/api/v1/sacco/members/${member}/suspend`));
  if (how !== 'frozen') return;
  const { customer_id } = must(await sacco.maker.get(`/api/v1/sacco/members/${member}`)).body;
  must(await sacco.maker.post(`/api/v1/customers/${customer_id}/freeze`));
}

describe('what is foretold is what happens', () => {
  test('of a withdrawal', async () => {
    const cases = fc.record({
      own: amount(1_000),
      others: amount(1_000),
      counted_out: amount(1_000),
      asked: amount(1_200),
      stopped: fc.constantFrom(null, null, null, 'suspended', 'frozen'),
    } as const);
    await fc.assert(
      fc.asyncProperty(cases, async ({ own, others, counted_out, asked, stopped }) => {
        const sacco = await createSacco(service, { withdrawal_approval_minor: 0 });
        const member = await newSaver(sacco, own);
        await newSaver(sacco, others);
        await decide(sacco, await countCash(sacco, 'out', counted_out));
        const id = await ask(sacco, member, 'withdrawals', moving(asked));
        await stop(sacco, member, stopped);
        await expectAsForetold(sacco, id);
      }),
      RUNS,
    );
  });

  test('of counted cash', async () => {
    const cases = fc.record({
      till: amount(1_000),
      counted: amount(1_500),
      direction: fc.constantFrom('in', 'out'),
    } as const);
    await fc.assert(
      fc.asyncProperty(cases, async ({ till, counted, direction }) => {
        const sacco = await createSacco(service);
        await newSaver(sacco, till);
        await expectAsForetold(sacco, await countCash(sacco, direction, counted));
      }),
      RUNS,
    );
  });

  test('of an expense', async () => {
    const cases = fc.record({
      till: amount(1_000),
      spent: fc.array(amount(700), { minLength: 1, maxLength: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(cases, async ({ till, spent }) => {
        const sacco = await createSacco(service);
        await newSaver(sacco, till);
        for (const each of spent) {
          const body = moving(each, { category: 'Rent', memo: 'paid' });
          const { approval_id } = must(await sacco.maker.post('/api/v1/sacco/expenses', body)).body;
          await expectAsForetold(sacco, approval_id);
        }
      }),
      RUNS,
    );
  });

  test('of bankings and journals, with tills and without', async () => {
    const cases = fc.record({
      cash: amount(1_000),
      tills: fc.constantFrom('on', 'off'),
      asked: fc.array(
        fc.record({
          how: fc.constantFrom('till_to_bank', 'bank_to_till', 'journal'),
          amount_minor: amount(900),
          account: fc.constantFrom('1100', '1101'),
        }),
        { minLength: 1, maxLength: 4 },
      ),
    } as const);
    const linesOf = (account: string, amount_minor: number) => [
      { account: '6000', debit_minor: amount_minor },
      { account: '3900', debit_minor: amount_minor },
      { account, credit_minor: 2 * amount_minor },
    ];
    await fc.assert(
      fc.asyncProperty(cases, async ({ cash, tills, asked }) => {
        const sacco = await createSacco(service);
        await newSaver(sacco, cash);
        must(await sacco.project.session.put('/api/v1/sacco/settings', { tills }));
        for (const code of ['1100', '1101']) await newAccount(sacco, code);
        await newAccount(sacco, '6000', { kind: 'general_expense' });
        await newAccount(sacco, '3900', { kind: 'general_equity' });
        for (const { how, amount_minor, account } of asked) {
          const journal = {
            lines: linesOf(account, amount_minor),
            memo: 'as decided',
            idempotency_key: crypto.randomUUID(),
          };
          const reply =
            how === 'journal'
              ? sacco.maker.post(JOURNALS, journal)
              : bank(sacco, how, { account, amount_minor });
          await expectAsForetold(sacco, must(await reply).body.approval_id);
        }
      }),
      RUNS,
    );
  });

  test('of a reversal at the counter', async () => {
    const cases = fc.record({
      what: fc.constantFrom('deposits', 'withdrawals', 'shares'),
      from: fc.constantFrom('cash', 'savings'),
      moved: amount(400),
      spent: fc.integer({ min: 0, max: 1_000 }),
      counted_out: fc.integer({ min: 0, max: 1_000 }),
    } as const);
    await fc.assert(
      fc.asyncProperty(cases, async ({ what, from, moved, spent, counted_out }) => {
        const sacco = await createSacco(service);
        const member = await newSaver(sacco, 500);
        const body = moving(moved, what === 'shares' ? { from } : {});
        const { id } = must(await sacco.maker.post(`/api/v1/sacco/members/${member}/${what}`, body)).body;
        const approval_id = await askReversal(sacco, id);
        if (spent > 0) await ask(sacco, member, 'withdrawals', moving(spent));
        if (counted_out > 0) await decide(sacco, await countCash(sacco, 'out', counted_out));
        await expectAsForetold(sacco, approval_id);
      }),
      RUNS,
    );
  });

  test('of a reversed repayment, which may open its loan again', async () => {
    const cases = fc.record({
      principal: fc.integer({ min: 10, max: 50_000 }),
      left: fc.constantFrom(0, 0, 1, 5),
      from: fc.constantFrom('cash', 'savings'),
      pledged: amount(5_000),
      withdrawn: fc.integer({ min: 0, max: 6_000 }),
      days: fc.constantFrom(0, 0, 0, 40),
    } as const);
    await fc.assert(
      fc.asyncProperty(cases, async ({ principal, left, from, pledged, withdrawn, days }) => {
        const sacco = await createSacco(service);
        await moveToNoon(sacco.project);
        const product_id = await newProduct(sacco);
        const member_id = await newSaver(sacco, 60_000);
        const guarantor = await newSaver(sacco, pledged + 1_000);
        const guarantors = [{ member_id: guarantor, amount_minor: pledged }];
        const loan = await lend(sacco, { product_id, member_id, amount_minor: principal, guarantors });
        const { id } = must(await repay(sacco, loan.id, principal - left, from)).body;
        const approval_id = await askReversal(sacco, id);
        if (withdrawn > 0) await ask(sacco, guarantor, 'withdrawals', moving(withdrawn));
        if (days > 0) await moveDays(service, sacco, days);
        await expectAsForetold(sacco, approval_id);
      }),
      RUNS,
    );
  });

  test('of an exit', async () => {
    const cases = fc.record({
      savings: fc.integer({ min: 0, max: 1_000 }),
      shares: fc.integer({ min: 0, max: 1_000 }),
      counted_out: fc.integer({ min: 0, max: 2_000 }),
      stopped: fc.constantFrom(null, null, null, 'frozen'),
    } as const);
    await fc.assert(
      fc.asyncProperty(cases, async ({ savings, shares, counted_out, stopped }) => {
        const sacco = await createSacco(service);
        const member = await newMember(sacco);
        if (savings > 0) await ask(sacco, member, 'deposits', moving(savings));
        if (shares > 0) await ask(sacco, member, 'shares', moving(shares, { from: 'cash' }));
        if (counted_out > 0) await decide(sacco, await countCash(sacco, 'out', counted_out));
        const body = { idempotency_key: crypto.randomUUID(), memo: 'moves away' };
        const id = await ask(sacco, member, 'exit', body);
        await stop(sacco, member, stopped);
        await expectAsForetold(sacco, id);
      }),
      RUNS,
    );
  });

  test('of a loan with its guarantees', async () => {
    const cases = fc.record({
      principal: amount(100_000),
      fee_bps: fc.constantFrom(0, 100, 777),
      pledges: fc.array(
        fc.record({ pledged: amount(5_000), spare: amount(3_000), withdrawn: amount(8_000) }),
        { maxLength: 3 },
      ),
      stopped: fc.constantFrom(null, null, null, 'suspended', 'frozen'),
    } as const);
    await fc.assert(
      fc.asyncProperty(cases, async ({ principal, fee_bps, pledges, stopped }) => {
        const sacco = await createSacco(service);
        const product_id = await newProduct(sacco, { fee_bps });
        const member_id = await newSaver(sacco, 500);
        const guarantors: { member_id: string; amount_minor: number }[] = [];
        for (const { pledged, spare } of pledges)
          guarantors.push({ member_id: await newSaver(sacco, pledged + spare), amount_minor: pledged });
        const loan = await appliedLoan(sacco, { product_id, member_id, amount_minor: principal, guarantors });
        for (const [i, { withdrawn }] of pledges.entries())
          await ask(sacco, guarantors[i]?.member_id as string, 'withdrawals', moving(withdrawn));
        await stop(sacco, member_id, stopped);
        await expectAsForetold(sacco, loan.approval_id);
      }),
      RUNS,
    );
  });

  test('of a write-off, with what has fallen due by then', async () => {
    const cases = fc.record({
      principal: amount(100_000),
      repaid: fc.integer({ min: 0, max: 60_000 }),
      days_before: fc.integer({ min: 0, max: 70 }),
      days_while: fc.integer({ min: 0, max: 70 }),
      pledges: fc.array(amount(60_000), { maxLength: 3 }),
    } as const);
    await fc.assert(
      fc.asyncProperty(cases, async ({ principal, repaid, days_before, days_while, pledges }) => {
        const sacco = await createSacco(service);
        await moveToNoon(sacco.project);
        const product_id = await newProduct(sacco);
        const member_id = await newSaver(sacco, 500);
        const guarantors: { member_id: string; amount_minor: number }[] = [];
        for (const amount_minor of pledges)
          guarantors.push({ member_id: await newSaver(sacco, amount_minor + 10), amount_minor });
        const loan = await lend(sacco, { product_id, member_id, amount_minor: principal, guarantors });
        if (days_before > 0) await moveDays(service, sacco, days_before);
        const id = await askWriteOff(sacco, loan.id);
        // Meanwhile something is repaid, perhaps all of it, and more falls due that nobody has charged yet.
        if (repaid > 0) await repay(sacco, loan.id, Math.min(repaid, principal), 'cash');
        if (days_while > 0) await moveDays(service, sacco, days_while);
        await expectAsForetold(sacco, id);
      }),
      RUNS,
    );
  });

  test('of a dividend, in sums of each kind of account', async () => {
    const cases = fc.record({
      shares: fc.array(amount(200_000), { minLength: 1, maxLength: 4 }),
      spent_bps: fc.constantFrom(0, 2_000, 9_000),
      one_leaves: fc.boolean(),
    } as const);
    await fc.assert(
      fc.asyncProperty(cases, async ({ shares, spent_bps, one_leaves }) => {
        const sacco = await createSacco(service);
        const members = await earnFees(sacco, shares);
        const { id, approval_id } = await declaredDividend(sacco);
        // Another dividend takes from the same income meanwhile.
        if (spent_bps > 0) {
          const other = await declaredDividend(sacco, { share_rate_bps: spent_bps / 10 });
          must(await decide(sacco, other.approval_id));
          await payDividend(service.ctx, other.id);
        }
        if (one_leaves) {
          const body = { idempotency_key: crypto.randomUUID(), memo: 'moves away' };
          await ask(sacco, members[0] as string, 'exit', body);
        }
        const before = sumByKind(await accountsOf(sacco));
        const rows = await stored();
        const { effect } = await read(sacco.checker, approval_id);
        expect(await stored()).toBe(rows);
        expect([effect.carries_out, blockingOf(effect)]).toEqual([true, []]);
        must(await decide(sacco, approval_id));
        await payDividend(service.ctx, id);
        const made = changesMade(before, sumByKind(await accountsOf(sacco)));
        expect(changesSaid(effect)).toEqual(made);
        const { lines } = must(await sacco.maker.get(`/api/v1/sacco/dividends/${id}`)).body;
        const failed = new Set(lines.flatMap(({ error }: { error: string | null }) => error ?? []));
        expect(new Set(effect.warnings.map(({ code }: { code: string }) => code))).toEqual(failed);
      }),
      RUNS,
    );
  });
});

function sumByKind(accounts: Map<string, [bigint, bigint]>): Map<string, [bigint, bigint]> {
  const sums = new Map<string, [bigint, bigint]>();
  for (const [name, [balance, available]] of accounts) {
    const kind = name.replace(/ .*/, ' null');
    const [more, more_available] = sums.get(kind) ?? [0n, 0n];
    sums.set(kind, [balance + more, available + more_available]);
  }
  return sums;
}

describe('an effect', () => {
  test('says what is missing, and approving fails for that reason', async () => {
    const sacco = await createSacco(service, { withdrawal_approval_minor: 0 });
    const member = await newSaver(sacco, 100_000);
    await decide(sacco, await countCash(sacco, 'out', 50_000));
    const id = await ask(sacco, member, 'withdrawals', moving(70_000));
    const effect = await expectAsForetold(sacco, id);
    expect(effect).toEqual({
      computed_at: expect.stringMatching(/^\d{4}-.*Z$/),
      carries_out: false,
      accounts: [
        {
          kind: 'member_savings',
          member_no: 'M00001',
          member: { id: member, member_no: 'M00001', full_name: expect.any(String) },
          savings_account_id: expect.any(String),
          balance_before: '1000.00',
          balance_before_minor: 100_000,
          balance_after: '1000.00',
          balance_after_minor: 100_000,
          available_after: '1000.00',
          available_after_minor: 100_000,
        },
        expect.objectContaining({ kind: 'cash_on_hand', member_no: null, balance_after_minor: 50_000 }),
      ],
      changes: [],
      warnings: [
        {
          code: 'insufficient_cash',
          blocking: true,
          message: expect.any(String),
          short: '200.00',
          short_minor: 20_000,
        },
      ],
    });
  });

  test('names the guarantor whose savings do not cover the pledge, and what would be held', async () => {
    const sacco = await createSacco(service);
    const product_id = await newProduct(sacco);
    const [borrower, rich, poor] = [
      await newSaver(sacco, 1_000),
      await newSaver(sacco, 5_000),
      await newSaver(sacco, 5_000),
    ];
    const guarantors = [rich, poor].map((member_id) => ({ member_id, amount_minor: 4_000 }));
    const loan = await appliedLoan(sacco, {
      product_id,
      member_id: borrower,
      amount_minor: 10_000,
      guarantors,
    });
    const foretold = await read(sacco.checker, loan.approval_id);
    expect(foretold.effect.accounts).toContainEqual(
      expect.objectContaining({
        kind: 'member_savings',
        member_no: 'M00002',
        balance_before: '50.00',
        balance_after: '50.00',
        available_after: '10.00',
      }),
    );
    expect(foretold.effect.accounts).toContainEqual(
      expect.objectContaining({ kind: 'member_savings', member_no: 'M00001', balance_after: '109.00' }),
    );
    await ask(sacco, poor, 'withdrawals', moving(1_500));
    const effect = await expectAsForetold(sacco, loan.approval_id);
    expect(effect.warnings).toMatchObject([{ code: 'guarantee_unavailable', short: '5.00', blocking: true }]);
  });

  test('calls guarantees and books the rest as a loss', async () => {
    const sacco = await createSacco(service);
    const product_id = await newProduct(sacco);
    const [borrower, guarantor] = [await newSaver(sacco, 1_000), await newSaver(sacco, 5_000)];
    const loan = await lend(sacco, {
      product_id,
      member_id: borrower,
      amount_minor: 10_000,
      guarantors: [{ member_id: guarantor, amount_minor: 4_000 }],
    });
    const effect = await expectAsForetold(sacco, await askWriteOff(sacco, loan.id));
    expect(effect.accounts).toMatchObject([
      { kind: 'member_savings', member_no: 'M00002', balance_before: '50.00', balance_after: '10.00' },
      { kind: 'loan_principal', member_no: 'M00001', balance_before: '100.00', balance_after: '0.00' },
      { kind: 'loan_losses', member_no: null, balance_before: '0.00', balance_after: '60.00' },
    ]);
  });

  test('of a loan that is being moved is not known for a moment', async () => {
    const sacco = await createSacco(service);
    const product_id = await newProduct(sacco);
    const loan = await lend(sacco, {
      product_id,
      member_id: await newSaver(sacco, 1_000),
      amount_minor: 10_000,
    });
    const id = await askWriteOff(sacco, loan.id);
    const being_moved = (by: string | null): Promise<unknown> =>
      service.ctx.db('sacco_loans').where({ id: loan.id }).update({ moving_entry_id: by });
    const { entry_id } = await read(sacco.checker, id);
    await being_moved(entry_id);
    const { effect } = await read(sacco.checker, id);
    expect(effect).toMatchObject({ carries_out: false, warnings: [{ code: 'busy', blocking: true }] });
    expect((await decide(sacco, id)).status).toBe(503);
    await being_moved(null);
    expect((await expectAsForetold(sacco, id)).carries_out).toBe(true);
  });

  test('is nobody else’s', async () => {
    const sacco = await createSacco(service, { withdrawal_approval_minor: 0 });
    const id = await ask(sacco, await newSaver(sacco, 500), 'withdrawals', moving(100));
    const other = await createSacco(service);
    const path = `/api/v1/approvals/${id}`;
    for (const client of [
      other.checker,
      other.project.key,
      sacco.project.live_key,
      inProject(sacco.people.checker, sacco.project.id, 'live'),
    ])
      expectError(await client.get(path), 404, 'NOT_FOUND');
  });
});
